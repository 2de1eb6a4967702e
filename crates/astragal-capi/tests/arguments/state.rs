//! States of one algorithm each, in memory of the caller's: never made, of another algorithm, not aligned.

use std::ptr::{null, null_mut};

use astragal_capi::code::*;
use astragal_capi::typed::state::hash::*;
use astragal_capi::typed::state::hmac_sha2::*;
use astragal_capi::typed::state::hmac_sha3::*;
use astragal_capi::typed::state::kmac::*;
use astragal_capi::typed::state::sha3::*;
use astragal_capi::typed::state::xof::*;
use astragal_capi::typed::tree::*;

use crate::{HUGE, Table};

/// A state that was never made.
fn never_made<T>() -> T {
    // SAFETY: only for states, which are numbers.
    unsafe { std::mem::zeroed() }
}

/// The address of a state at which none can lie.
fn odd<T>(state: &mut T) -> *mut T {
    std::ptr::from_mut(state).wrapping_byte_add(1)
}

macro_rules! hashes {
    ($table:ident $d:ident $o:ident: $($init:ident $update:ident $last:ident)+) => { $(
        let mut s = never_made();
        $table.rows(stringify!($init), [($init(null_mut()), ERR_NULL), ($init(odd(&mut s)), ERR_OBJECT)]);
        assert_eq!($update(&mut s, $d, 1), ERR_OBJECT, "{}", stringify!($update));
        assert_eq!($last(&mut s, $o), ERR_OBJECT, "{}", stringify!($last));
        assert_eq!($init(&mut s), OK);
        $table.rows(stringify!($update), [
            ($update(null_mut(), $d, 1), ERR_NULL),
            ($update(odd(&mut s), $d, 1), ERR_OBJECT),
            ($update(&mut s, null(), 1), ERR_NULL),
            ($update(&mut s, $d, HUGE), ERR_LENGTH),
            ($update(&mut s, null(), 0), OK),
        ]);
        $table.rows(stringify!($last), [
            ($last(null_mut(), $o), ERR_NULL),
            ($last(&mut s, null_mut()), ERR_NULL),
            ($last(&mut s, $o), OK),
            ($last(&mut s, $o), OK),
        ]);
    )+ };
}

macro_rules! xofs {
    ($table:ident $d:ident $o:ident: $($init:ident($($good:expr),*) $absorb:ident $squeeze:ident)+) => { $(
        let mut s = never_made();
        $table.rows(stringify!($init), [($init(null_mut(), $($good),*), ERR_NULL), ($init(odd(&mut s), $($good),*), ERR_OBJECT)]);
        assert_eq!($absorb(&mut s, $d, 1), ERR_OBJECT, "{}", stringify!($absorb));
        assert_eq!($squeeze(&mut s, $o, 1), ERR_OBJECT, "{}", stringify!($squeeze));
        assert_eq!($init(&mut s, $($good),*), OK);
        $table.rows(stringify!($absorb), [
            ($absorb(null_mut(), $d, 1), ERR_NULL),
            ($absorb(&mut s, null(), 1), ERR_NULL),
            ($absorb(&mut s, $d, HUGE), ERR_LENGTH),
            ($absorb(&mut s, null(), 0), OK),
        ]);
        $table.rows(stringify!($squeeze), [
            ($squeeze(null_mut(), $o, 1), ERR_NULL),
            ($squeeze(&mut s, null_mut(), 1), ERR_NULL),
            ($squeeze(&mut s, $o, HUGE), ERR_LENGTH),
            ($squeeze(&mut s, null_mut(), 0), OK),
            ($absorb(&mut s, $d, 1), ERR_STATE),
            ($squeeze(&mut s, $o, 64), OK),
        ]);
    )+ };
}

macro_rules! macs {
    ($table:ident $d:ident $o:ident: $($once:ident $init:ident $update:ident $last:ident $verify:ident)+) => { $(
        let mut s = never_made();
        $table.rows(stringify!($once), [
            ($once(null(), 1, $d, 1, $o), ERR_NULL),
            ($once($d, HUGE, $d, 1, $o), ERR_LENGTH),
            ($once($d, 1, null(), 1, $o), ERR_NULL),
            ($once($d, 1, $d, 1, null_mut()), ERR_NULL),
            ($once(null(), 0, null(), 0, $o), OK),
        ]);
        $table.rows(stringify!($init), [
            ($init(null_mut(), $d, 1), ERR_NULL),
            ($init(&mut s, null(), 1), ERR_NULL),
            ($init(&mut s, $d, 1), OK),
        ]);
        $table.rows(stringify!($update), [
            ($update(null_mut(), $d, 1), ERR_NULL),
            ($update(&mut s, null(), 1), ERR_NULL),
            ($update(&mut s, $d, 1), OK),
        ]);
        $table.rows(stringify!($last), [
            ($last(&mut s, null_mut()), ERR_NULL),
            ($last(&mut s, $o), OK),
            ($last(&mut s, $o), ERR_OBJECT),
            ($update(&mut s, $d, 1), ERR_OBJECT),
            ($verify(&mut s, $d), ERR_OBJECT),
        ]);
        assert_eq!($init(&mut s, $d, 1), OK);
        $table.rows(stringify!($verify), [
            ($verify(null_mut(), $d), ERR_NULL),
            ($verify(&mut s, null()), ERR_NULL),
            ($verify(&mut s, $d), INVALID),
            ($verify(&mut s, $d), ERR_OBJECT),
        ]);
    )+ };
}

macro_rules! kmacs {
    ($table:ident $d:ident $o:ident: $($init:ident $update:ident $last:ident $verify:ident)+) => { $(
        let mut s = never_made();
        $table.rows(stringify!($init), [
            ($init(null_mut(), $d, 1, null(), 0), ERR_NULL),
            ($init(&mut s, null(), 1, null(), 0), ERR_NULL),
            ($init(&mut s, $d, 1, null(), 1), ERR_NULL),
            ($init(&mut s, $d, 1, null(), 0), OK),
        ]);
        $table.rows(stringify!($update), [
            ($update(null_mut(), $d, 1), ERR_NULL),
            ($update(&mut s, null(), 1), ERR_NULL),
            ($update(&mut s, $d, 1), OK),
        ]);
        $table.rows(stringify!($last), [
            ($last(&mut s, null_mut(), 1), ERR_NULL),
            ($last(&mut s, $o, HUGE), ERR_LENGTH),
            ($last(&mut s, $o, 64), OK),
            ($last(&mut s, $o, 64), ERR_OBJECT),
        ]);
        assert_eq!($init(&mut s, $d, 1, null(), 0), OK);
        $table.rows(stringify!($verify), [
            ($verify(&mut s, $d, 3), ERR_LENGTH),
            ($verify(&mut s, $d, 65), ERR_LENGTH),
            ($verify(&mut s, null(), 32), ERR_NULL),
            ($verify(&mut s, $d, 32), INVALID),
            ($verify(&mut s, $d, 32), ERR_OBJECT),
        ]);
    )+ };
}

pub(super) fn refuse(table: &mut Table) {
    let (data, mut out) = ([1_u8; 64], [0_u8; 64]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    // SAFETY: what is not refused is valid.
    unsafe {
        hashes! { table d o:
            astragal_sha3_224_init astragal_sha3_224_update astragal_sha3_224_final
            astragal_sha3_256_init astragal_sha3_256_update astragal_sha3_256_final
            astragal_sha3_384_init astragal_sha3_384_update astragal_sha3_384_final
            astragal_sha3_512_init astragal_sha3_512_update astragal_sha3_512_final
            astragal_keccak_256_init astragal_keccak_256_update astragal_keccak_256_final
            astragal_sha224_init astragal_sha224_update astragal_sha224_final
            astragal_sha256_init astragal_sha256_update astragal_sha256_final
            astragal_sha384_init astragal_sha384_update astragal_sha384_final
            astragal_sha512_init astragal_sha512_update astragal_sha512_final
            astragal_sm3_init astragal_sm3_update astragal_sm3_final
            astragal_blake2b_512_init astragal_blake2b_512_update astragal_blake2b_512_final
            astragal_blake2s_256_init astragal_blake2s_256_update astragal_blake2s_256_final
            astragal_blake3_init astragal_blake3_update astragal_blake3_final
            astragal_ascon_hash256_init astragal_ascon_hash256_update astragal_ascon_hash256_final
        }
        xofs! { table d o:
            astragal_shake128_init() astragal_shake128_absorb astragal_shake128_squeeze
            astragal_shake256_init() astragal_shake256_absorb astragal_shake256_squeeze
            astragal_ascon_xof128_init() astragal_ascon_xof128_absorb astragal_ascon_xof128_squeeze
            astragal_turboshake128_init(0x1f) astragal_turboshake128_absorb astragal_turboshake128_squeeze
            astragal_turboshake256_init(0x1f) astragal_turboshake256_absorb astragal_turboshake256_squeeze
            astragal_cshake128_init(d, 1, d, 1) astragal_cshake128_absorb astragal_cshake128_squeeze
            astragal_cshake256_init(d, 1, d, 1) astragal_cshake256_absorb astragal_cshake256_squeeze
            astragal_kmacxof128_init(d, 1, d, 1) astragal_kmacxof128_absorb astragal_kmacxof128_squeeze
            astragal_kmacxof256_init(d, 1, d, 1) astragal_kmacxof256_absorb astragal_kmacxof256_squeeze
        }
        macs! { table d o:
            astragal_hmac_sha3_224 astragal_hmac_sha3_224_init astragal_hmac_sha3_224_update astragal_hmac_sha3_224_final astragal_hmac_sha3_224_verify
            astragal_hmac_sha3_256 astragal_hmac_sha3_256_init astragal_hmac_sha3_256_update astragal_hmac_sha3_256_final astragal_hmac_sha3_256_verify
            astragal_hmac_sha3_384 astragal_hmac_sha3_384_init astragal_hmac_sha3_384_update astragal_hmac_sha3_384_final astragal_hmac_sha3_384_verify
            astragal_hmac_sha3_512 astragal_hmac_sha3_512_init astragal_hmac_sha3_512_update astragal_hmac_sha3_512_final astragal_hmac_sha3_512_verify
            astragal_hmac_sha256 astragal_hmac_sha256_init astragal_hmac_sha256_update astragal_hmac_sha256_final astragal_hmac_sha256_verify
            astragal_hmac_sha384 astragal_hmac_sha384_init astragal_hmac_sha384_update astragal_hmac_sha384_final astragal_hmac_sha384_verify
            astragal_hmac_sha512 astragal_hmac_sha512_init astragal_hmac_sha512_update astragal_hmac_sha512_final astragal_hmac_sha512_verify
        }
        kmacs! { table d o:
            astragal_kmac128_init astragal_kmac128_update astragal_kmac128_final astragal_kmac128_verify
            astragal_kmac256_init astragal_kmac256_update astragal_kmac256_final astragal_kmac256_verify
        }
        let mut turboshake = never_made();
        assert_eq!(astragal_turboshake128_init(&mut turboshake, 0x80), ERR_PARAMETER);
        assert_eq!(astragal_turboshake128_absorb(&mut turboshake, d, 1), ERR_OBJECT);
    }
    refuse_trees(table);
}

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

fn refuse_trees(table: &mut Table) {
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
    // SAFETY: what is not refused is valid.
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
