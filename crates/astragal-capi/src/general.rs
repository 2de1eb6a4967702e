//! What stands beside all algorithms: versions, messages, the cap.

use core::ffi::{CStr, c_char, c_int};

use astragal::hazmat::cpu::{Level, limit};

use crate::code::Mistake;
use crate::guard::{guard, last_message};

/// The version of the library at run time, as ASTRAGAL_VERSION: 0x00MMmmpp for major, minor and patch.
/// Versions with the same major number, and 0.x with the same x, are compatible.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_version() -> u32 {
    VERSION
}

/// The same for people, as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn astragal_version_string() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// `major << 16 | minor << 8 | patch`.
const VERSION: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) << 16
    | number(env!("CARGO_PKG_VERSION_MINOR")) << 8
    | number(env!("CARGO_PKG_VERSION_PATCH"));

const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version is made of numbers"),
    }
}

/// What went wrong in the last call of this thread that failed, in UTF-8: what was given and what is allowed.
/// "" when none has failed; a good call leaves it as it is. Valid until the next call of this thread fails.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_last_error() -> *const c_char {
    last_message()
}

/// Caps the instruction sets that the whole process uses: "portable", or "ssse3", "avx2", "vaes", "gfni" and "avx512"
/// on x86-64, or "neon" and "arm-sha3" on aarch64. Results never depend on it; for tests. Objects
/// made before keep to what they have chosen; astragal_alg_backend() tells what those made afterwards choose.
///
/// @return ASTRAGAL_ERR_PARAMETER if there is no such level.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cpu_limit(level: *const c_char) -> c_int {
    guard(|| {
        if level.is_null() {
            return Err(Mistake::Null("the level"));
        }
        // SAFETY: the caller gives a C string.
        let name = unsafe { CStr::from_ptr(level) }.to_str().map_err(|_| Mistake::NotText)?;
        limit(Level::from_name(name).ok_or(Mistake::NoLevel)?);
        Ok(())
    })
}
