//! The bare permutation, for schemes that stand on it.

use core::ffi::{c_int, c_uint};

use astragal::error::ParameterError;
use astragal::hazmat;
use astragal::keccak::batch;

use crate::code::Mistake;
use crate::guard::guard;

/// Keccak-p[1600, rounds] (FIPS 202 section 3.3) on one state of 25 lanes: lane x + 5y is A[x, y], as a number.
/// The last `rounds` of the 24; Keccak-f[1600] has all of them. Hazardous: for implementers of schemes.
///
/// @return ASTRAGAL_ERR_PARAMETER for more than 24 rounds.
///
/// cbindgen:ptrs-as-arrays=[[state; 25]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600(state: *mut u64, rounds: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { permute(state.cast(), rounds, hazmat::keccak_p1600) })
}

/// astragal_keccak_p1600() on two states side by side.
///
/// cbindgen:ptrs-as-arrays=[[states; 2]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x2(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x2) })
}

/// astragal_keccak_p1600() on four states side by side.
///
/// cbindgen:ptrs-as-arrays=[[states; 4]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x4(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x4) })
}

/// astragal_keccak_p1600() on eight states side by side; where vectors are wide, hardly slower than on one.
///
/// cbindgen:ptrs-as-arrays=[[states; 8]]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_keccak_p1600_x8(states: *mut [u64; 25], rounds: c_uint) -> c_int {
    // SAFETY: the caller's promise.
    guard(|| unsafe { permute(states.cast(), rounds, batch::keccak_p1600_x8) })
}

/// # Safety
/// Unless it is NULL, `states` is valid for reads and writes.
unsafe fn permute<S>(
    states: *mut S,
    rounds: c_uint,
    permutation: fn(&mut S, usize) -> Result<(), ParameterError>,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise; NULL is asked for first.
    let states = unsafe { states.as_mut() }.ok_or(Mistake::Null("the state"))?;
    Ok(permutation(states, usize::try_from(rounds).unwrap_or(usize::MAX))?)
}
