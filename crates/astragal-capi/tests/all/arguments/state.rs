//! Calls the functions of typed states with bad states: uninitialized, misaligned, or belonging to another algorithm.

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use astragal_capi::error::*;
use astragal_capi::typed::state;
use astragal_capi::typed::tree::*;

use super::{HUGE, Table};

/// Returns an uninitialized state.
fn uninitialized<T>() -> T {
    // SAFETY: this function is called only for typed states. A typed state consists of integers, for which zero is
    // valid.
    unsafe { std::mem::zeroed() }
}

/// Returns a misaligned address of a state.
fn misaligned<T>(state: &mut T) -> *mut T {
    std::ptr::from_mut(state).wrapping_byte_add(1)
}

/// Function that initializes a state.
type Init<T> = unsafe extern "C" fn(*mut T) -> c_int;
/// Function that appends data to a message.
type Update<T> = unsafe extern "C" fn(*mut T, *const u8, usize) -> c_int;
/// Function that writes an output of fixed length.
type Finish<T> = unsafe extern "C" fn(*mut T, *mut u8) -> c_int;
/// Function that writes an output of any length.
type FinishSized<T> = unsafe extern "C" fn(*mut T, *mut u8, usize) -> c_int;

/// Type of a parameter, with an example value that the tested functions accept.
trait Valid {
    fn valid() -> Self;
}

impl Valid for u8 {
    fn valid() -> Self {
        0x1f
    }
}

impl Valid for usize {
    fn valid() -> Self {
        1
    }
}

impl Valid for *const u8 {
    fn valid() -> Self {
        DATA
    }
}

/// C names of the functions of one state type.
struct Names {
    init: &'static str,
    update: &'static str,
    finish: &'static str,
    verify: &'static str,
}

macro_rules! names {
    ($c:ident $update:literal $finish:literal) => {
        Names {
            init: concat!("astragal_", stringify!($c), "_init"),
            update: concat!("astragal_", stringify!($c), $update),
            finish: concat!("astragal_", stringify!($c), $finish),
            verify: concat!("astragal_", stringify!($c), "_verify"),
        }
    };
}

static BYTES: [u8; 64] = [1; 64];
const DATA: *const u8 = (&raw const BYTES).cast();

/// Passes arguments that the functions of every typed state must reject: a NULL, misaligned or uninitialized state, and
/// invalid data.
unsafe fn test_common_arguments<T>(
    table: &mut Table,
    names: &Names,
    s: &mut T,
    init: &dyn Fn(*mut T) -> c_int,
    update: Update<T>,
) {
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        assert_eq!(update(s, DATA, 1), ERR_OBJECT, "{}", names.update);
        table.rows(
            names.init,
            [(init(null_mut()), ERR_NULL), (init(misaligned(s)), ERR_OBJECT), (init(s), OK)],
        );
        table.rows(
            names.update,
            [
                (update(null_mut(), DATA, 1), ERR_NULL),
                (update(misaligned(s), DATA, 1), ERR_OBJECT),
                (update(s, null(), 1), ERR_NULL),
                (update(s, DATA, HUGE), ERR_LENGTH),
                (update(s, null(), 0), OK),
            ],
        );
    }
}

unsafe fn hash<T>(
    table: &mut Table,
    names: &Names,
    init: Init<T>,
    update: Update<T>,
    finish: Finish<T>,
) {
    let (mut s, mut out) = (uninitialized(), [0; 64]);
    let o = out.as_mut_ptr();
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        assert_eq!(finish(&mut s, o), ERR_OBJECT, "{}", names.finish);
        test_common_arguments(table, names, &mut s, &|s| init(s), update);
        table.rows(
            names.finish,
            [
                (finish(null_mut(), o), ERR_NULL),
                (finish(&mut s, null_mut()), ERR_NULL),
                (finish(&mut s, o), OK),
                (finish(&mut s, o), OK),
            ],
        );
    }
}

unsafe fn xof<T>(
    table: &mut Table,
    names: &Names,
    init: &dyn Fn(*mut T) -> c_int,
    absorb: Update<T>,
    squeeze: FinishSized<T>,
) {
    let (mut s, mut out) = (uninitialized(), [0; 64]);
    let o = out.as_mut_ptr();
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        assert_eq!(squeeze(&mut s, o, 1), ERR_OBJECT, "{}", names.finish);
        test_common_arguments(table, names, &mut s, init, absorb);
        table.rows(
            names.finish,
            [
                (squeeze(null_mut(), o, 1), ERR_NULL),
                (squeeze(&mut s, null_mut(), 1), ERR_NULL),
                (squeeze(&mut s, o, HUGE), ERR_LENGTH),
                (squeeze(&mut s, null_mut(), 0), OK),
                (squeeze(&mut s, o, 64), OK),
            ],
        );
        table.rows(names.update, [(absorb(&mut s, DATA, 1), ERR_STATE)]);
    }
}

macro_rules! states {
    (
        hashes { $($hash:ident $hash_type:ident $hash_name:literal $hash_words:literal $hash_bytes:literal
            $hash_title:literal $($hash_once:ident)?;)+ }
        xofs { $($xof_guard:ident $xof:ident($($xof_arg:ident: $xof_arg_type:ty),*) $xof_type:path, $xof_name:literal
            $xof_words:literal $xof_title:literal, $xof_new:expr;)+ }
        hmacs { $($hmac:ident $hmac_type:ident $hmac_name:literal $hmac_words:literal $hmac_bytes:literal
            $hmac_title:literal;)+ }
        kmacs { $($kmac:ident $kmac_type:ident $kmac_name:literal $kmac_words:literal $kmac_title:literal;)+ }
    ) => {
        pub(super) fn test_arguments(table: &mut Table) {
            let (d, mut out) = (DATA, [0_u8; 64]);
            let o = out.as_mut_ptr();
            // SAFETY: each argument is valid, or the function rejects it.
            unsafe {
                $({
                    use state::$hash::*;
                    hash(table, &names!($hash "_update" "_final"), init, update, finish);
                })+
                $({
                    use state::$xof::*;
                    let init = |s| init(s $(, <$xof_arg_type as Valid>::valid())*);
                    xof(table, &names!($xof "_absorb" "_squeeze"), &init, absorb, squeeze);
                })+
                $({
                    use state::$hmac::*;
                    let (names, mut s) = (names!($hmac "_update" "_final"), uninitialized());
                    table.rows(concat!("astragal_", stringify!($hmac)), [
                        (once(null(), 1, d, 1, o), ERR_NULL),
                        (once(d, HUGE, d, 1, o), ERR_LENGTH),
                        (once(d, 1, null(), 1, o), ERR_NULL),
                        (once(d, 1, d, 1, null_mut()), ERR_NULL),
                        (once(null(), 0, null(), 0, o), OK),
                    ]);
                    test_common_arguments(table, &names, &mut s, &|s| init(s, d, 1), update);
                    table.rows(names.init, [(init(&mut s, null(), 1), ERR_NULL), (init(&mut s, d, 1), OK)]);
                    table.rows(names.finish, [
                        (finish(&mut s, null_mut()), ERR_NULL),
                        (finish(&mut s, o), OK),
                        (finish(&mut s, o), ERR_OBJECT),
                        (update(&mut s, d, 1), ERR_OBJECT),
                        (verify(&mut s, d), ERR_OBJECT),
                        (init(&mut s, d, 1), OK),
                    ]);
                    table.rows(names.verify, [
                        (verify(null_mut(), d), ERR_NULL),
                        (verify(&mut s, null()), ERR_NULL),
                        (verify(&mut s, d), INVALID),
                        (verify(&mut s, d), ERR_OBJECT),
                    ]);
                })+
                $({
                    use state::$kmac::*;
                    let (names, mut s) = (names!($kmac "_update" "_final"), uninitialized());
                    test_common_arguments(table, &names, &mut s, &|s| init(s, d, 1, null(), 0), update);
                    table.rows(names.init, [
                        (init(&mut s, null(), 1, null(), 0), ERR_NULL),
                        (init(&mut s, d, 1, null(), 1), ERR_NULL),
                        (init(&mut s, d, 1, null(), 0), OK),
                    ]);
                    table.rows(names.finish, [
                        (finish(&mut s, null_mut(), 1), ERR_NULL),
                        (finish(&mut s, o, HUGE), ERR_LENGTH),
                        (finish(&mut s, o, 64), OK),
                        (finish(&mut s, o, 64), ERR_OBJECT),
                        (init(&mut s, d, 1, null(), 0), OK),
                    ]);
                    table.rows(names.verify, [
                        (verify(&mut s, d, 3), ERR_LENGTH),
                        (verify(&mut s, d, 65), ERR_LENGTH),
                        (verify(&mut s, null(), 32), ERR_NULL),
                        (verify(&mut s, d, 32), INVALID),
                        (verify(&mut s, d, 32), ERR_OBJECT),
                    ]);
                })+
                let mut turboshake = uninitialized();
                assert_eq!(state::turboshake128::init(&mut turboshake, 0x80), ERR_PARAMETER);
                assert_eq!(state::turboshake128::absorb(&mut turboshake, d, 1), ERR_OBJECT);
            }
            test_tree_arguments(table);
        }
    };
}

include!("../../../src/typed/state/table.rs");

type Tuple = unsafe extern "C" fn(
    *const *const u8,
    *const usize,
    usize,
    *const u8,
    usize,
    *mut u8,
    usize,
) -> i32;
type Parallel =
    unsafe extern "C" fn(*const u8, usize, usize, *const u8, usize, *mut u8, usize) -> i32;

fn test_tree_arguments(table: &mut Table) {
    let (data, mut out) = ([1_u8; 64], [0_u8; 64]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let (items, nothing, lens, huge) = ([d, d], [d, null()], [1, 2], [1, HUGE]);
    let (i, l) = (items.as_ptr(), lens.as_ptr());
    let tuples: [(&str, Tuple); 2] = [
        ("astragal_tuplehash128", astragal_tuplehash128),
        ("astragal_tuplehash256", astragal_tuplehash256),
    ];
    let parallels: [(&str, Parallel); 2] = [
        ("astragal_parallelhash128", astragal_parallelhash128),
        ("astragal_parallelhash256", astragal_parallelhash256),
    ];
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        for (name, tuple) in tuples {
            table.rows(
                name,
                [
                    (tuple(null(), l, 2, d, 1, o, 32), ERR_NULL),
                    (tuple(i, null(), 2, d, 1, o, 32), ERR_NULL),
                    (tuple(i, l, HUGE, d, 1, o, 32), ERR_LENGTH),
                    (tuple(nothing.as_ptr(), l, 2, d, 1, o, 32), ERR_NULL),
                    (tuple(i, huge.as_ptr(), 2, d, 1, o, 32), ERR_LENGTH),
                    (tuple(i, l, 2, null(), 1, o, 32), ERR_NULL),
                    (tuple(i, l, 2, d, 1, null_mut(), 32), ERR_NULL),
                    (tuple(null(), null(), 0, null(), 0, o, 32), OK),
                ],
            );
        }
        for (name, parallel) in parallels {
            table.rows(
                name,
                [
                    (parallel(null(), 1, 8, d, 1, o, 32), ERR_NULL),
                    (parallel(d, HUGE, 8, d, 1, o, 32), ERR_LENGTH),
                    (parallel(d, 64, 0, d, 1, o, 32), ERR_PARAMETER),
                    (parallel(d, 64, 8, null(), 1, o, 32), ERR_NULL),
                    (parallel(d, 64, 8, d, 1, null_mut(), 32), ERR_NULL),
                    (parallel(null(), 0, 8, null(), 0, o, 32), OK),
                ],
            );
        }
    }
}
