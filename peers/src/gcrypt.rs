//! Initialization of libgcrypt.

use std::ffi::{c_char, c_int, c_uint};
use std::ptr;
use std::sync::Once;

use crate::cap;

/// Value of `GCRYCTL_INITIALIZATION_FINISHED` in gcrypt.h.
const INITIALIZATION_FINISHED: c_int = 38;
/// Value of `GCRYCTL_DISABLE_HWF` in gcrypt.h, the command that disables a CPU feature.
const DISABLE_FEATURE: c_int = 63;

#[link(name = "gcrypt")]
unsafe extern "C" {
    fn gcry_check_version(wanted: *const c_char) -> *const c_char;
    fn gcry_control(command: c_int, ...) -> c_uint;
}

/// Initializes libgcrypt once per process.
pub(crate) fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: features are disabled before the version check, as the manual requires. Each feature name is
        // null-terminated. The required version may be null. The last command takes an unused zero.
        unsafe {
            for feature in cap::gcrypt_features() {
                // Ignores errors. Old versions of libgcrypt return an error for a CPU feature that they do not know.
                // They do not use such a feature anyway.
                gcry_control(DISABLE_FEATURE, feature.as_ptr(), ptr::null::<c_char>());
            }
            gcry_check_version(ptr::null());
            gcry_control(INITIALIZATION_FINISHED, 0);
        }
    });
}
