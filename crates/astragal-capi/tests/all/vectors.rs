//! Known-answer tests of all algorithms, which are looked up by name and run through the C functions. The tests use
//! objects on the heap and in memory that the caller provides. Messages are processed in one call and incrementally,
//! and copied and reset objects are tested too.

mod aead;
mod cipher;
mod hash;
mod kdf;
mod key_wrap;
mod mac;
mod mode;
mod xof;

#[path = "../../../astragal-vectors/tools/wycheproof.rs"]
mod wycheproof;

use std::ffi::{CStr, CString, c_int};
use std::ptr::null;

use astragal::registry::Kind;
use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::params::Params;
use astragal_vectors::{Case, Message, Outcome, Report, builtin, kind, run_text_by};

/// Maximum message length in bytes. Only `digest selftest` tests longer messages, because the C functions treat messages
/// of all lengths alike.
const LONGEST_MESSAGE: u64 = 1 << 22;

#[test]
fn matches_built_in_vectors() {
    let mut report = Report::default();
    for (name, text) in builtin() {
        run_text_by(name, &text, &mut report, run);
    }
    assert!(report.is_good(), "{report} {:?}", report.failures);
    assert!(report.passed > 1000, "{report}");
}

#[test]
fn matches_wycheproof() {
    let Some(text) = wycheproof::wycheproof() else { return };
    let mut report = Report::default();
    run_text_by("wycheproof", &text, &mut report, run);
    assert!(report.is_good(), "{report} {:?}", report.failures);
    assert!(report.passed > 12_000 && report.skipped.is_empty(), "{report}");
}

type Checked = Result<(), String>;

fn run(case: &Case) -> Outcome {
    if let Some(outcome) = hash::with_parameters(case) {
        return outcome;
    }
    let (number, check): (_, fn(&Case, *const Alg) -> Checked) = match kind(case) {
        Some(Kind::Hash) => (HASH, hash::check),
        Some(Kind::Xof) => (XOF, xof::check),
        Some(Kind::Mac) => (MAC, mac::check),
        Some(Kind::Aead) => (AEAD, aead::check),
        Some(Kind::Kdf) => (KDF, kdf::check),
        Some(Kind::KeyWrap) => (KEY_WRAP, key_wrap::check),
        Some(Kind::Cipher) => (CIPHER, cipher::check),
        None if case.has("nonce") => (AEAD, aead::check),
        None if case.has("mode") || case.has("iv") => (MODE, mode::check),
        None => return Outcome::Skipped("part or outboard tree".into()),
        _ => return Outcome::Skipped("kind is not in the C interface".into()),
    };
    let mode = case.get("mode").map_or(String::new(), |mode| format!("-{mode}"));
    let name = CString::new(format!("{}{mode}", case.alg())).unwrap();
    // SAFETY: the argument is a C string.
    let alg = unsafe { astragal_find(number, name.as_ptr()) };
    if alg.is_null() {
        return Outcome::Skipped(format!("unknown algorithm {}", case.alg()));
    }
    if number != KDF && case.has("salt") || lacks_personalization(case, number, alg) {
        return Outcome::Skipped(format!("{} with salt or personalisation", case.alg()));
    }
    if Message::of(case).is_ok_and(|message| message.bytes() > LONGEST_MESSAGE) {
        return Outcome::Skipped("message longer than 4 MiB".into());
    }
    match (check(case, alg), case.is_invalid()) {
        (result, false) => result.into(),
        (Err(_), true) => Outcome::Passed,
        (Ok(()), true) => Outcome::Failed("accepted, though it is invalid".into()),
    }
}

/// Returns whether a test case needs a personalization that astragal does not support for this algorithm.
fn lacks_personalization(case: &Case, kind: c_int, alg: *const Alg) -> bool {
    let personal = |field| case.get(field).is_some_and(|value| !value.is_empty());
    // SAFETY: the argument is an algorithm handle, which is never freed.
    let name = unsafe { CStr::from_ptr(astragal_alg_name(alg)) }.to_str().unwrap();
    match kind {
        HASH => case.has("custom") || case.has("name"),
        MAC => {
            case.has("name")
                || personal("custom")
                    && !["kmac", "skein"].iter().any(|known| name.starts_with(known))
        }
        _ => false,
    }
}

/// Memory for an object. It starts at an odd address, to test that objects need no alignment.
struct Memory(Vec<u8>);

impl Memory {
    fn of(bytes: usize) -> Self {
        Self(vec![0xa5; bytes + 1])
    }
    fn start(&mut self) -> *mut std::ffi::c_void {
        self.0[1..].as_mut_ptr().cast()
    }
    fn length(&self) -> usize {
        self.0.len() - 1
    }
}

/// Returns the parameters of a test case. The parameters refer to `strings`, so `strings` must outlive the parameters.
fn params(
    case: &Case,
    strings: &[Option<Vec<u8>>; 2],
    output_len: usize,
) -> Result<Params, String> {
    let [custom, name] = strings;
    let domain = case.bytes("domain")?.unwrap_or_default();
    Ok(Params {
        size: size_of::<Params>(),
        custom: custom.as_ref().map_or(null(), |custom| custom.as_ptr()),
        custom_len: custom.as_ref().map_or(0, Vec::len),
        function_name: name.as_ref().map_or(null(), |name| name.as_ptr()),
        function_name_len: name.as_ref().map_or(0, Vec::len),
        output_len,
        block_len: case.number("block")?.unwrap_or(0),
        domain: domain.first().map_or(0, |&domain| domain.into()),
        ..Params::default()
    })
}

/// Returns a string of a test case. Returns `None` for an empty string, because some vectors contain empty strings for
/// parameters that the algorithm does not have. BLAKE3 is an exception: with BLAKE3, an empty string and no string give
/// different results.
fn string(case: &Case, field: &str) -> Result<Option<Vec<u8>>, String> {
    Ok(case.bytes(field)?.filter(|string| !string.is_empty() || case.alg() == "blake3"))
}

fn check_ok(code: c_int) -> Checked {
    if code == OK {
        return Ok(());
    }
    // SAFETY: the function always returns a C string.
    let words = unsafe { CStr::from_ptr(astragal_capi::library::astragal_last_error()) };
    Err(format!("{code}: {}", words.to_string_lossy()))
}

fn check_equal(how: &str, got: &[u8], expected: &[u8]) -> Checked {
    if got == expected { Ok(()) } else { Err(format!("{how}: got {got:02x?}")) }
}
