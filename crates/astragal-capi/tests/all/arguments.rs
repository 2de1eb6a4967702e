//! Calls every exported function with bad arguments: NULL, zero, too long, of the wrong kind, or overlapping. Each row
//! of a table pairs the result of a call with the expected result code. Some rows have arguments exactly at a limit,
//! which must be accepted. No call may crash.

mod aead;
mod aes;
mod chunked;
mod cipher;
mod hash;
mod kdf;
mod key_wrap;
mod mac;
mod message;
mod mode;
mod password;
mod state;
mod tree;
mod typed;
mod xof;

use std::collections::BTreeSet;
use std::ffi::{CStr, CString, c_int};
use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::allocator::*;
use astragal_capi::error::*;
use astragal_capi::executor::*;
use astragal_capi::library::*;
use astragal_capi::params::Params;
use astragal_capi::permutation::*;
use astragal_capi::utils::*;

const HUGE: usize = usize::MAX;
/// Code for a returned NULL or 0. Used for functions that return a pointer or a number instead of a result code.
const NOTHING: c_int = 99;

#[derive(Default)]
struct Table {
    functions: BTreeSet<&'static str>,
    wrong: Vec<String>,
}

impl Table {
    /// Compares the results of calls with the expected result codes. Checks that the header documents each expected
    /// code, except under Miri, which is slow.
    fn rows<const N: usize>(&mut self, function: &'static str, rows: [(c_int, c_int); N]) {
        self.functions.insert(function);
        for (i, (got, expected)) in rows.into_iter().enumerate() {
            if got != expected {
                let words = last_error();
                self.wrong.push(format!("{function}, row {i}: {got}, not {expected} ({words})"));
            }
            if cfg!(miri) {
                continue;
            }
            let code = ERRORS.into_iter().find(|(code, _)| *code == expected);
            if let Some((_, name)) = code.filter(|(_, name)| !comment(function).contains(name)) {
                self.wrong.push(format!("{function}: the header does not document {name}"));
            }
        }
    }
}

/// Result codes with their names. The header must document each code that a function returns.
const ERRORS: [(c_int, &str); 8] = [
    (ERR_NULL, "ASTRAGAL_ERR_NULL"),
    (ERR_ALGORITHM, "ASTRAGAL_ERR_ALGORITHM"),
    (ERR_OBJECT, "ASTRAGAL_ERR_OBJECT"),
    (ERR_LENGTH, "ASTRAGAL_ERR_LENGTH"),
    (ERR_PARAMETER, "ASTRAGAL_ERR_PARAMETER"),
    (ERR_STATE, "ASTRAGAL_ERR_STATE"),
    (ERR_OVERLAP, "ASTRAGAL_ERR_OVERLAP"),
    (ERR_MEMORY, "ASTRAGAL_ERR_MEMORY"),
];

/// Returns the comment of a function in the header.
fn comment(function: &str) -> &'static str {
    let header = include_str!("../../include/astragal.h");
    let declaration = header.find(&format!("int {function}(")).expect("function that returns int");
    header[..declaration].rsplit("/**").next().expect("function has a comment")
}

/// Converts a returned pointer to a code that can be compared with the expected code: NULL becomes [`NOTHING`], and any
/// other pointer becomes [`OK`].
fn of_pointer<T>(pointer: *const T) -> c_int {
    if pointer.is_null() { NOTHING } else { OK }
}

fn of_number(number: usize) -> c_int {
    if number == 0 { NOTHING } else { OK }
}

fn alg(kind: c_int, name: &str) -> *const Alg {
    let name = CString::new(name).unwrap();
    // SAFETY: the argument is a C string.
    unsafe { astragal_find(kind, name.as_ptr()) }
}

/// Returns a row for a call that cannot allocate its memory: the result and the expected result code. Under Miri, which
/// stops when an allocation fails, does not make the call.
fn failed_allocation(expected: c_int, call: impl FnOnce() -> c_int) -> (c_int, c_int) {
    (if cfg!(miri) { expected } else { call() }, expected)
}

fn last_error() -> String {
    // SAFETY: the function always returns a C string.
    unsafe { CStr::from_ptr(astragal_last_error()) }.to_str().unwrap().to_owned()
}

fn params() -> Params {
    Params::default()
}

#[test]
fn every_function_rejects_bad_arguments() {
    let mut table = Table::default();
    library(&mut table);
    handles(&mut table);
    hash::test_arguments(&mut table);
    xof::test_arguments(&mut table);
    mac::test_arguments(&mut table);
    aead::test_arguments(&mut table);
    message::test_arguments(&mut table);
    cipher::test_arguments(&mut table);
    mode::test_arguments(&mut table);
    aes::test_arguments(&mut table);
    chunked::test_arguments(&mut table);
    kdf::test_arguments(&mut table);
    key_wrap::test_arguments(&mut table);
    password::test_arguments(&mut table);
    tree::test_arguments(&mut table);
    state::test_arguments(&mut table);
    typed::test_arguments(&mut table);
    permutations(&mut table);
    assert!(table.wrong.is_empty(), "{:#?}", table.wrong);

    let exported = include_str!("../../symbols.txt").lines().collect::<BTreeSet<_>>();
    let untested: Vec<_> = exported.difference(&table.functions).collect();
    assert!(untested.is_empty(), "functions without a row: {untested:?}");
}

/// Returns an invalid handle. It points into the table of handles, but not to the start of an entry.
fn misaligned_handle() -> *const Alg {
    alg(HASH, "sha3-256").wrapping_byte_add(8)
}

fn library(table: &mut Table) {
    let byte = 7_u8;
    let bad = c"\xff\xfe";
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        let missing = Allocator {
            size: size_of::<Allocator>(),
            context: null_mut(),
            allocate: None,
            release: None,
        };
        let older = Allocator { size: 3, ..missing };
        table.rows(
            "astragal_set_allocator",
            [
                (astragal_set_allocator(&missing), ERR_NULL),
                (astragal_set_allocator(&older), ERR_PARAMETER),
                (astragal_set_allocator(null()), OK),
            ],
        );
        let nowhere =
            Executor { size: size_of::<Executor>(), context: null_mut(), threads: 1, run: None };
        table.rows(
            "astragal_set_executor",
            [
                (astragal_set_executor(&nowhere), ERR_NULL),
                (astragal_set_executor(&Executor { size: HUGE, ..nowhere }), ERR_PARAMETER),
                (astragal_set_executor(null()), OK),
            ],
        );
        table.rows("astragal_version", [(of_number(astragal_version() as usize), OK)]);
        table.rows("astragal_version_string", [(of_pointer(astragal_version_string()), OK)]);
        table.rows("astragal_last_error", [(of_pointer(astragal_last_error()), OK)]);
        table.rows(
            "astragal_strerror",
            [c_int::MIN, c_int::MAX, 0, -1, 2]
                .map(|code| (of_pointer(astragal_strerror(code)), OK)),
        );
        table.rows(
            "astragal_cpu_limit",
            [
                (astragal_cpu_limit(null()), ERR_NULL),
                (astragal_cpu_limit(c"".as_ptr()), ERR_PARAMETER),
                (astragal_cpu_limit(c"AVX9000".as_ptr()), ERR_PARAMETER),
                (astragal_cpu_limit(bad.as_ptr()), ERR_ALGORITHM),
            ],
        );
        // Does not call astragal_allow_table_lookups(), which takes no argument and cannot be undone in this process.
        // `tests/c/test.c` calls it.
        table.rows("astragal_allow_table_lookups", []);
        table.rows(
            "astragal_verify",
            [
                (astragal_verify(null(), null(), 0), OK),
                (astragal_verify(null(), &byte, 1), ERR_NULL),
                (astragal_verify(&byte, null(), 1), ERR_NULL),
                (astragal_verify(&byte, &byte, HUGE), ERR_LENGTH),
                (astragal_verify(&byte, &byte, HUGE / 2 + 1), ERR_LENGTH),
                (astragal_verify(&byte, &byte, 1), OK),
            ],
        );
        let (mut text, mut bytes) = ([0; 5], [0_u8; 2]);
        let (t, b) = (text.as_mut_ptr(), bytes.as_mut_ptr());
        astragal_wipe(null_mut(), 0);
        astragal_wipe(null_mut(), 1);
        astragal_wipe(b.cast(), HUGE);
        table.rows("astragal_wipe", [(b.read().into(), 0)]);
        table.rows(
            "astragal_hex",
            [
                (astragal_hex(b, 2, t, 5), OK),
                (astragal_hex(null(), 0, t, 1), OK),
                (astragal_hex(null(), 1, t, 5), ERR_NULL),
                (astragal_hex(b, 2, null_mut(), 5), ERR_NULL),
                (astragal_hex(b, 2, t, 4), ERR_LENGTH),
                (astragal_hex(null(), 0, t, 0), ERR_LENGTH),
                (astragal_hex(b, HUGE, t, 5), ERR_LENGTH),
            ],
        );
        table.rows(
            "astragal_unhex",
            [
                (astragal_unhex(c"aB09".as_ptr(), 4, b, 2), OK),
                (astragal_unhex(null(), 0, null_mut(), 0), OK),
                (astragal_unhex(null(), 4, b, 2), ERR_NULL),
                (astragal_unhex(c"aB09".as_ptr(), 4, null_mut(), 2), ERR_NULL),
                (astragal_unhex(c"aB09".as_ptr(), 4, b, 1), ERR_LENGTH),
                (astragal_unhex(c"aB0".as_ptr(), 3, b, 1), ERR_LENGTH),
                (astragal_unhex(c"aB0g".as_ptr(), 4, b, 2), ERR_PARAMETER),
                (astragal_unhex(c"aB09".as_ptr(), HUGE - 1, b, HUGE / 2), ERR_LENGTH),
            ],
        );
    }
}

fn handles(table: &mut Table) {
    let (sha3, bad) = (alg(HASH, "sha3-256"), c"\xff\xfe");
    let mut number = 0;
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_find",
            [
                (of_pointer(astragal_find(HASH, null())), NOTHING),
                (of_pointer(astragal_find(HASH, c"".as_ptr())), NOTHING),
                (of_pointer(astragal_find(HASH, bad.as_ptr())), NOTHING),
                (of_pointer(astragal_find(0, c"sha256".as_ptr())), NOTHING),
                (of_pointer(astragal_find(c_int::MAX, c"sha256".as_ptr())), NOTHING),
                (of_pointer(astragal_find(XOF, c"sha256".as_ptr())), NOTHING),
            ],
        );
        table.rows(
            "astragal_alg_count",
            [0, -1, c_int::MAX].map(|kind| (of_number(astragal_alg_count(kind)), NOTHING)),
        );
        table.rows(
            "astragal_alg_at",
            [
                (of_pointer(astragal_alg_at(0, 0)), NOTHING),
                (of_pointer(astragal_alg_at(HASH, HUGE)), NOTHING),
                (of_pointer(astragal_alg_at(HASH, 0)), OK),
            ],
        );
        let no_alg =
            [null(), misaligned_handle(), sha3.wrapping_add(1 << 20), (&raw const number).cast()];
        table.rows("astragal_alg_kind", no_alg.map(|alg| (astragal_alg_kind(alg), 0)));
        table.rows(
            "astragal_alg_name",
            no_alg.map(|alg| (of_pointer(astragal_alg_name(alg)), NOTHING)),
        );
        table.rows(
            "astragal_alg_family",
            no_alg.map(|alg| (of_pointer(astragal_alg_family(alg)), NOTHING)),
        );
        table.rows(
            "astragal_alg_standard",
            no_alg.map(|alg| (of_pointer(astragal_alg_standard(alg)), NOTHING)),
        );
        table.rows(
            "astragal_alg_backend",
            no_alg.map(|alg| (of_pointer(astragal_alg_backend(alg)), NOTHING)),
        );
        table.rows(
            "astragal_alg_alias",
            no_alg.map(|alg| (of_pointer(astragal_alg_alias(alg, 0)), NOTHING)),
        );
        table.rows("astragal_alg_alias", [(of_pointer(astragal_alg_alias(sha3, HUGE)), NOTHING)]);
        table.rows(
            "astragal_alg_get",
            [
                (astragal_alg_get(null(), OUTPUT_LEN, &mut number), ERR_NULL),
                (astragal_alg_get(misaligned_handle(), OUTPUT_LEN, &mut number), ERR_ALGORITHM),
                (astragal_alg_get(sha3, OUTPUT_LEN, null_mut()), ERR_NULL),
                (astragal_alg_get(sha3, 0, &mut number), ERR_PARAMETER),
                (astragal_alg_get(sha3, c_int::MAX, &mut number), ERR_PARAMETER),
                (astragal_alg_get(sha3, KEY_LEN_MIN, &mut number), ERR_PARAMETER),
            ],
        );
    }
}

fn permutations(table: &mut Table) {
    let mut states = [[0_u64; 25]; 8];
    let s = states.as_mut_ptr();
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_keccak_p1600",
            [
                (astragal_keccak_p1600(null_mut(), 24), ERR_NULL),
                (astragal_keccak_p1600(s.cast(), 25), ERR_PARAMETER),
                (astragal_keccak_p1600(s.cast(), u32::MAX), ERR_PARAMETER),
                (astragal_keccak_p1600(s.cast(), 0), OK),
            ],
        );
        for (name, permute) in [
            (
                "astragal_keccak_p1600_x2",
                astragal_keccak_p1600_x2 as unsafe extern "C" fn(_, _) -> _,
            ),
            ("astragal_keccak_p1600_x4", astragal_keccak_p1600_x4),
            ("astragal_keccak_p1600_x8", astragal_keccak_p1600_x8),
        ] {
            table.rows(
                name,
                [
                    (permute(null_mut(), 24), ERR_NULL),
                    (permute(s, 25), ERR_PARAMETER),
                    (permute(s, u32::MAX), ERR_PARAMETER),
                    (permute(s, 0), OK),
                ],
            );
        }
    }
}
