//! The Keccak permutation, for implementers of cryptographic schemes.

use core::ffi::{c_int, c_uint};

use astragal::error::ParameterError;
use astragal::hazmat;
use astragal::keccak::batch;

use crate::error::Error;
use crate::guard::guard;

/// Applies Keccak-p[1600, rounds] (FIPS 202 section 3.3) to a state of 25 lanes. Lane x + 5y is A[x, y] in the
/// machine's byte order. Runs the last `rounds` of the 24 rounds of Keccak-f[1600]. Hazardous: only for implementers of
/// cryptographic schemes.
///
/// @param state lanes of the state, replaced by the result.
/// @param rounds number of rounds, at most 24.
/// @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
///
/// cbindgen:ptrs-as-arrays=[[state; 25]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600(state: *mut u64, rounds: c_uint) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { permute(state.cast(), rounds, hazmat::keccak_p1600) })
}

/// Applies astragal_keccak_p1600() to two states in parallel.
///
/// @param states two states of 25 lanes, replaced by the results.
/// @param rounds number of rounds, at most 24.
/// @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
///
/// cbindgen:ptrs-as-arrays=[[states; 2]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x2(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x2) })
}

/// Applies astragal_keccak_p1600() to four states in parallel.
///
/// @param states four states of 25 lanes, replaced by the results.
/// @param rounds number of rounds, at most 24.
/// @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
///
/// cbindgen:ptrs-as-arrays=[[states; 4]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x4(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x4) })
}

/// Applies astragal_keccak_p1600() to eight states in parallel. With AVX-512, eight states take hardly more time than
/// one state.
///
/// @param states eight states of 25 lanes, replaced by the results.
/// @param rounds number of rounds, at most 24.
/// @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
///
/// cbindgen:ptrs-as-arrays=[[states; 8]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x8(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x8) })
}

/// Applies `permutation` to the states to which `states` points.
///
/// # Safety
/// `states` must be NULL or valid for reads and writes.
unsafe fn permute<S>(
    states: *mut S,
    rounds: c_uint,
    permutation: fn(&mut S, usize) -> Result<(), ParameterError>,
) -> Result<(), Error> {
    // SAFETY: the caller guarantees that `states` is NULL or valid.
    let states = unsafe { states.as_mut() }.ok_or(Error::Null("state"))?;
    Ok(permutation(states, usize::try_from(rounds).unwrap_or(usize::MAX))?)
}
