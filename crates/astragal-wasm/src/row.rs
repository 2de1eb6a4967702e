//! Algorithms by name, and what they do in one call.
#![expect(unsafe_code, reason = "rows and bytes go by their addresses")]

use core::ops::ControlFlow;
use std::ptr;

use astragal::error::KdfError;
use astragal::kdf::{Progress, Work};
use astragal::registry::{
    self, Algorithm, HashRow, KdfParams, KdfRow, Kind, MacRow, UnknownName, XofRow,
};
use zeroize::Zeroize as _;

use crate::memory::{output, put, slice, slice_mut, tell};
use crate::params::Params;
use crate::{FAILED, GOOD};

/// The row of the hash of this name, or null.
///
/// # Safety
/// `name` is the address of `bytes` bytes, here and in the next three.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_hash(name: *const u8, bytes: usize) -> *const HashRow {
    // SAFETY: by the caller's promise.
    found(registry::hash(&unsafe { text(name, bytes) }))
}

/// The row of the extendable-output function of this name, keyed ones and those of a length that is told beforehand
/// among them, or null.
///
/// # Safety
/// See [`find_hash`].
#[unsafe(no_mangle)]
unsafe extern "C" fn find_xof(name: *const u8, bytes: usize) -> *const XofRow {
    const KINDS: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::KeyedXof];
    // SAFETY: by the caller's promise.
    found(registry::find(KINDS, &unsafe { text(name, bytes) }).map(|found| match found {
        Algorithm::Xof(row) => row,
        _ => unreachable!("each of these kinds has rows of this type"),
    }))
}

/// The row of the message authentication code of this name, or null.
///
/// # Safety
/// See [`find_hash`].
#[unsafe(no_mangle)]
unsafe extern "C" fn find_mac(name: *const u8, bytes: usize) -> *const MacRow {
    // SAFETY: by the caller's promise.
    found(registry::mac(&unsafe { text(name, bytes) }))
}

/// The row of the key derivation function of this name, or null.
///
/// # Safety
/// See [`find_hash`].
#[unsafe(no_mangle)]
unsafe extern "C" fn find_kdf(name: *const u8, bytes: usize) -> *const KdfRow {
    // SAFETY: by the caller's promise.
    found(registry::kdf(&unsafe { text(name, bytes) }))
}

/// The text at an address.
///
/// # Safety
/// There are `bytes` bytes.
pub(crate) unsafe fn text(start: *const u8, bytes: usize) -> String {
    // SAFETY: by the caller's promise.
    String::from_utf8_lossy(unsafe { slice(start, bytes) }).into_owned()
}

fn found<Row>(row: Result<&'static Row, UnknownName>) -> *const Row {
    row.map_or_else(
        |error| {
            tell(error);
            ptr::null()
        },
        ptr::from_ref,
    )
}

/// The length of the hash's digest in bytes.
///
/// # Safety
/// Rows are of the functions above, here and below.
#[unsafe(no_mangle)]
unsafe extern "C" fn digest_bytes(row: *const HashRow) -> usize {
    // SAFETY: by the caller's promise.
    unsafe { &*row }.digest_bytes
}

/// The output's length in bytes for whoever asks for none.
///
/// # Safety
/// See [`digest_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn default_output_bytes(row: *const XofRow) -> usize {
    // SAFETY: by the caller's promise.
    unsafe { &*row }.default_output_bytes
}

/// The tag's length in bytes where none is asked for.
///
/// # Safety
/// See [`digest_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn tag_bytes(row: *const MacRow) -> usize {
    // SAFETY: by the caller's promise.
    unsafe { &*row }.tag_bytes
}

/// Puts the digest of `bytes` bytes at `data` into the output room.
///
/// # Safety
/// There are so many; for the row see [`digest_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn hash(row: *const HashRow, data: *const u8, bytes: usize) {
    // SAFETY: by the caller's promise; the data lies elsewhere than the output.
    let (row, data) = unsafe { (&*row, slice(data, bytes)) };
    // SAFETY: the slice is used here alone.
    let Ok(()) = row.hash_into(data, unsafe { output(row.digest_bytes) }) else {
        unreachable!("the output has the digest's length")
    };
}

/// Puts a tag of `tag_bytes` bytes into the output room; the parameters hold the key.
///
/// # Safety
/// `params` and `data` are addresses of so many bytes; for the row see [`digest_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn mac(
    row: *const MacRow,
    params: *mut u8,
    params_bytes: usize,
    data: *const u8,
    bytes: usize,
    tag_bytes: usize,
) -> i32 {
    // SAFETY: by the caller's promise; data, parameters and output lie apart.
    let (row, written, data, tag) =
        unsafe { (&*row, slice_mut(params, params_bytes), slice(data, bytes), output(tag_bytes)) };
    let params = Params::read(written);
    let done = row.mac_into(params.key(), &params.of_mac(), data, tag);
    written.zeroize();
    settled(done)
}

/// Fills `key_bytes` bytes at `key` from the input among the parameters, a password or a key.
///
/// # Safety
/// `params` and `key` are addresses of so many bytes; for the row see [`digest_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn derive(
    row: *const KdfRow,
    params: *mut u8,
    params_bytes: usize,
    key: *mut u8,
    key_bytes: usize,
) -> i32 {
    // SAFETY: by the caller's promise; parameters and key lie apart.
    let (row, written, key) =
        unsafe { (&*row, slice_mut(params, params_bytes), slice_mut(key, key_bytes)) };
    let params = Params::read(written);
    let kdf_params = params.of_kdf();
    let mut watch = report;
    let mut work = Work::default().watched_by(&mut watch);
    let done = row.derive(params.key(), &kdf_params, key, &mut work);
    let done = match done {
        Err(KdfError::Memory { algorithm, .. }) => {
            tell(no_memory(algorithm, memory_bytes(&kdf_params)));
            FAILED
        }
        done => settled(done),
    };
    written.zeroize();
    done
}

#[link(wasm_import_module = "astragal")]
unsafe extern "C" {
    /// Reports the steps done and the steps in all; not 0 to cancel.
    safe fn progress(done: f64, total: f64) -> i32;
}

/// Passes the progress of a derivation on to JavaScript.
pub(crate) fn report(at: Progress) -> ControlFlow<()> {
    #[expect(clippy::cast_precision_loss, reason = "a bar shows less than 53 bits")]
    let goes_on = progress(at.done as f64, at.total as f64) == 0;
    if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The memory that Argon2 or scrypt fills, in bytes.
fn memory_bytes(params: &KdfParams<'_>) -> u64 {
    match (params.m, params.n) {
        (Some(kib), _) => u64::from(kib) << 10,
        (None, Some(n)) => n.saturating_mul(128 * u64::from(params.r.unwrap_or(1))),
        (None, None) => 0,
    }
}

/// The error of a derivation that memory of 32-bit addresses does not hold, or not now.
pub(crate) fn no_memory(algorithm: &str, bytes: u64) -> String {
    let needed = match bytes >> 20 {
        // More than an address of 32 bits counts.
        _ if bytes == u64::MAX => "so much memory".to_owned(),
        0 => format!("{bytes} bytes"),
        mib => format!("{mib} MiB"),
    };
    format!(
        "{algorithm}: cannot allocate {needed}; a WebAssembly module holds less than 2048 MiB in one piece"
    )
}

pub(crate) fn settled(done: Result<(), impl std::fmt::Display>) -> i32 {
    match done {
        Ok(()) => GOOD,
        Err(error) => {
            tell(error);
            FAILED
        }
    }
}

/// What is known of algorithm number `number` of those that JavaScript has: words between tabs in the output room,
/// whose length is returned; 0 behind the last one.
#[unsafe(no_mangle)]
extern "C" fn describe(number: usize) -> usize {
    let here = |kind| !matches!(kind, Kind::Aead | Kind::Cipher);
    let Some(algorithm) = registry::algorithms().filter(|row| here(row.kind)).nth(number) else {
        return 0;
    };
    let bytes = |bytes: Option<usize>| bytes.map_or(String::new(), |bytes| bytes.to_string());
    let words = [
        algorithm.kind.name(),
        algorithm.name,
        &algorithm.aliases.join(","),
        algorithm.family,
        algorithm.status.name(),
        algorithm.standard,
        &bytes(algorithm.sizes.output_bytes),
        &bytes(algorithm.sizes.block_bytes),
        algorithm.implementation().backend,
    ];
    put(words.join("\t").as_bytes())
}
