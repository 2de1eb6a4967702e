//! Key derivation functions.
#![expect(unsafe_code, reason = "JavaScript passes rows and buffers as addresses")]

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use core::ops::ControlFlow;

use astragal::error::KdfError;
use astragal::kdf::{Progress, Work};
use astragal::registry::{self, KdfParams, KdfRow};
use zeroize::Zeroize as _;

use crate::ERROR;
use crate::memory::{slice_mut, write_error};
use crate::params::Params;
use crate::row::{address_or_null, status, text};

/// Looks up a key derivation function in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_kdf(name: *const u8, bytes: usize) -> *const KdfRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::kdf(unsafe { text(name, bytes) }))
}

/// Derives a key of `key_bytes` bytes into `key`. `params` contains the password or input key.
///
/// # Safety
/// `row` must come from [`find_kdf`]. `params` must be valid for `params_bytes` bytes, and `key` must be valid for
/// `key_bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn derive(
    row: *const KdfRow,
    params: *mut u8,
    params_bytes: usize,
    key: *mut u8,
    key_bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract; parameters and key do not overlap.
    let (row, written, key) =
        unsafe { (&*row, slice_mut(params, params_bytes), slice_mut(key, key_bytes)) };
    let params = Params::read(written);
    let kdf_params = params.of_kdf();
    let mut watch = report;
    let mut work = Work::default().watched_by(&mut watch);
    let done = row.derive(params.key(), &kdf_params, key, &mut work);
    let done = match done {
        Err(KdfError::Memory { algorithm, .. }) => {
            write_error(no_memory(algorithm, memory_bytes(&kdf_params)));
            ERROR
        }
        done => status(done),
    };
    written.zeroize();
    done
}

#[link(wasm_import_module = "astragal")]
unsafe extern "C" {
    /// JavaScript function that receives the steps done and the total number of steps. If it returns a number other
    /// than 0, the derivation is cancelled.
    safe fn progress(done: f64, total: f64) -> i32;
}

/// Reports the progress of a derivation to JavaScript.
pub(crate) fn report(at: Progress) -> ControlFlow<()> {
    #[expect(
        clippy::cast_precision_loss,
        reason = "53 bits of precision suffice for a progress bar"
    )]
    let continues = progress(at.done as f64, at.total as f64) == 0;
    if continues { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// Returns the memory in bytes that Argon2 or scrypt fills with these parameters.
pub(crate) fn memory_bytes(params: &KdfParams<'_>) -> u64 {
    match (params.m, params.n) {
        (Some(kib), _) => u64::from(kib) << 10,
        (None, Some(n)) => n.saturating_mul(128 * u64::from(params.r.unwrap_or(1))),
        (None, None) => 0,
    }
}

/// Returns the error message of a derivation that needs more memory than a WebAssembly module has.
pub(crate) fn no_memory(algorithm: &str, bytes: u64) -> String {
    let needed = match bytes >> 20 {
        // `u64::MAX` means that the number of bytes does not fit into `isize`.
        _ if bytes == u64::MAX => "2 GiB or more".to_owned(),
        0 => format!("{bytes} bytes"),
        mib => format!("{mib} MiB"),
    };
    format!(
        "{algorithm}: cannot allocate {needed}; one allocation in WebAssembly has less than 2048 MiB"
    )
}
