//! What libgcrypt wants before anything else.

use std::ffi::{c_char, c_int, c_uint};
use std::ptr;
use std::sync::Once;

use crate::cap;

/// `GCRYCTL_INITIALIZATION_FINISHED`.
const INITIALIZATION_FINISHED: c_int = 38;
/// `GCRYCTL_DISABLE_HWF`.
const DISABLE_FEATURE: c_int = 63;

#[link(name = "gcrypt")]
unsafe extern "C" {
    fn gcry_check_version(wanted: *const c_char) -> *const c_char;
    fn gcry_control(command: c_int, ...) -> c_uint;
}

/// Starts the library, once.
pub(crate) fn start() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: features are denied before the version is asked for, as the manual wants it, by names that end;
        // the version may be null, and the last command takes an unused zero.
        unsafe {
            for feature in cap::gcrypt_features() {
                // Versions that do not know a feature do not use it.
                gcry_control(DISABLE_FEATURE, feature.as_ptr(), ptr::null::<c_char>());
            }
            gcry_check_version(ptr::null());
            gcry_control(INITIALIZATION_FINISHED, 0);
        }
    });
}
