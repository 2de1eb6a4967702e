//! Calls the one-shot functions of common algorithms with bad arguments.

use std::ffi::c_int;
use std::ptr::{null, null_mut};

use astragal_capi::error::*;
use astragal_capi::typed::ascon::*;
use astragal_capi::typed::sponge::*;
use astragal_capi::typed::state;

use super::{HUGE, Table};

type TypedHash = unsafe extern "C" fn(*const u8, usize, *mut u8) -> c_int;
type TypedXof = unsafe extern "C" fn(*const u8, usize, *mut u8, usize) -> c_int;
type TypedMac = unsafe extern "C" fn(
    *const u8,
    usize,
    *const u8,
    usize,
    *const u8,
    usize,
    *mut u8,
    usize,
) -> c_int;

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut out) = ([1_u8; 64], [0_u8; 64]);
    let (d, o) = (data.as_ptr(), out.as_mut_ptr());
    let hashes: [(&str, TypedHash); 13] = [
        ("astragal_sha3_224", state::sha3_224::once),
        ("astragal_sha3_256", state::sha3_256::once),
        ("astragal_sha3_384", state::sha3_384::once),
        ("astragal_sha3_512", state::sha3_512::once),
        ("astragal_keccak_256", state::keccak_256::once),
        ("astragal_sha224", state::sha224::once),
        ("astragal_sha256", state::sha256::once),
        ("astragal_sha384", state::sha384::once),
        ("astragal_sha512", state::sha512::once),
        ("astragal_blake2b_512", state::blake2b_512::once),
        ("astragal_blake2s_256", state::blake2s_256::once),
        ("astragal_blake3", state::blake3::once),
        ("astragal_ascon_hash256", state::ascon_hash256::once),
    ];
    let xofs: [(&str, TypedXof); 3] = [
        ("astragal_shake128", astragal_shake128),
        ("astragal_shake256", astragal_shake256),
        ("astragal_ascon_xof128", astragal_ascon_xof128),
    ];
    // Functions with three inputs. The inputs of cSHAKE are function name, customization string and message. The inputs
    // of KMAC are key, message and customization string.
    let macs: [(&str, TypedMac); 6] = [
        ("astragal_cshake128", astragal_cshake128),
        ("astragal_cshake256", astragal_cshake256),
        ("astragal_kmac128", astragal_kmac128),
        ("astragal_kmac256", astragal_kmac256),
        ("astragal_kmacxof128", astragal_kmacxof128),
        ("astragal_kmacxof256", astragal_kmacxof256),
    ];
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        for (name, hash) in hashes {
            table.rows(
                name,
                [
                    (hash(null(), 1, o), ERR_NULL),
                    (hash(d, HUGE, o), ERR_LENGTH),
                    (hash(d, 1, null_mut()), ERR_NULL),
                    (hash(null(), 0, o), OK),
                ],
            );
        }
        for (name, xof) in xofs {
            table.rows(
                name,
                [
                    (xof(null(), 1, o, 1), ERR_NULL),
                    (xof(d, HUGE, o, 1), ERR_LENGTH),
                    (xof(d, 1, null_mut(), 1), ERR_NULL),
                    (xof(d, 1, o, HUGE), ERR_LENGTH),
                    (xof(null(), 0, null_mut(), 0), OK),
                ],
            );
        }
        for (name, mac) in macs {
            table.rows(
                name,
                [
                    (mac(null(), 1, d, 1, d, 1, o, 1), ERR_NULL),
                    (mac(d, HUGE, d, 1, d, 1, o, 1), ERR_LENGTH),
                    (mac(d, 1, null(), 1, d, 1, o, 1), ERR_NULL),
                    (mac(d, 1, d, HUGE, d, 1, o, 1), ERR_LENGTH),
                    (mac(d, 1, d, 1, null(), 1, o, 1), ERR_NULL),
                    (mac(d, 1, d, 1, d, HUGE, o, 1), ERR_LENGTH),
                    (mac(d, 1, d, 1, d, 1, null_mut(), 1), ERR_NULL),
                    (mac(d, 1, d, 1, d, 1, o, HUGE), ERR_LENGTH),
                    (mac(null(), 0, null(), 0, null(), 0, null_mut(), 0), OK),
                ],
            );
        }
        for (name, kt) in [
            ("astragal_kt128", astragal_kt128 as unsafe extern "C" fn(_, _, _, _, _, _) -> _),
            ("astragal_kt256", astragal_kt256),
        ] {
            table.rows(
                name,
                [
                    (kt(null(), 1, d, 1, o, 1), ERR_NULL),
                    (kt(d, HUGE, d, 1, o, 1), ERR_LENGTH),
                    (kt(d, 1, null(), 1, o, 1), ERR_NULL),
                    (kt(d, 1, d, HUGE, o, 1), ERR_LENGTH),
                    (kt(d, 1, d, 1, null_mut(), 1), ERR_NULL),
                    (kt(d, 1, d, 1, o, HUGE), ERR_LENGTH),
                    (kt(null(), 0, null(), 0, null_mut(), 0), OK),
                ],
            );
        }
        for (name, turbo) in [
            (
                "astragal_turboshake128",
                astragal_turboshake128 as unsafe extern "C" fn(_, _, _, _, _) -> _,
            ),
            ("astragal_turboshake256", astragal_turboshake256),
        ] {
            table.rows(
                name,
                [
                    (turbo(null(), 1, 0x1f, o, 1), ERR_NULL),
                    (turbo(d, HUGE, 0x1f, o, 1), ERR_LENGTH),
                    (turbo(d, 1, 0, o, 1), ERR_PARAMETER),
                    (turbo(d, 1, 0x80, o, 1), ERR_PARAMETER),
                    (turbo(d, 1, 0x1f, null_mut(), 1), ERR_NULL),
                    (turbo(d, 1, 0x1f, o, HUGE), ERR_LENGTH),
                    (turbo(null(), 0, 0x1f, null_mut(), 0), OK),
                ],
            );
        }
    }
}
