//! Version of the library, message of the last error, and a limit on the instruction sets that the library uses.

use core::ffi::{CStr, c_char, c_int};

use astragal::hazmat::cpu::{Level, allow_table_lookups, limit};

use crate::error::Error;
use crate::guard::{guard, last_message};

/// Returns the version of the library at run time in the format of ASTRAGAL_VERSION: 0x00MMmmpp for major, minor and
/// patch. Versions with the same major number are compatible. While the major number is 0, the minor number must also
/// be the same.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_version() -> u32 {
    VERSION
}

/// Returns the version of the library as a string, such as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn astragal_version_string() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Version of the library: `major << 16 | minor << 8 | patch`.
const VERSION: u32 = number(env!("CARGO_PKG_VERSION_MAJOR")) << 16
    | number(env!("CARGO_PKG_VERSION_MINOR")) << 8
    | number(env!("CARGO_PKG_VERSION_PATCH"));

const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version consists of numbers"),
    }
}

/// Returns the error message of the last call that failed in this thread, in UTF-8. The message says what is wrong and
/// what is allowed. It is "" if no call has failed. A successful call does not clear the message. The string is valid
/// until another call fails in this thread.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_last_error() -> *const c_char {
    last_message()
}

/// Limits the instruction sets that the process uses, for tests. Results do not depend on the limit. Existing objects
/// keep their backend; astragal_alg_backend() returns the backend of new objects.
///
/// @param level "portable"; on x86-64 "ssse3", "avx2", "vaes", "gfni" or "avx512"; on aarch64 "neon" or "arm-sha3".
/// @retval ASTRAGAL_ERR_PARAMETER if the level is unknown.
/// @retval ASTRAGAL_ERR_ALGORITHM if the string is not UTF-8.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_cpu_limit(level: *const c_char) -> c_int {
    guard(|| {
        if level.is_null() {
            return Err(Error::Null("level"));
        }
        // SAFETY: the contract in astragal.h requires a C string.
        let name = unsafe { CStr::from_ptr(level) }.to_str().map_err(|_| Error::NotUtf8)?;
        limit(Level::from_name(name).ok_or(Error::UnknownCpuLevel)?);
        Ok(())
    })
}

/// Allows CAST-256 and MARS to use lookup tables that are indexed by keys and data, from now on and in the whole
/// process. Other programs on the same machine may then learn keys and data through the CPU cache. Use this only to
/// decrypt old data on a machine that runs nothing else. Existing objects stay constant-time, and no other cipher
/// changes. The property ASTRAGAL_TIMING (see astragal_alg_get()) describes new objects.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_allow_table_lookups() {
    allow_table_lookups();
}
