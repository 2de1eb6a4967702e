//! Registry look-ups by name, and one-shot functions.
#![expect(unsafe_code, reason = "JavaScript passes rows and buffers as addresses")]

use core::ops::ControlFlow;
use std::ptr;

use astragal::error::KdfError;
use astragal::kdf::{Progress, Work};
use astragal::registry::{
    self, Algorithm, CipherMode, HashRow, KdfParams, KdfRow, Kind, MacRow, UnknownName, XofRow,
};
use zeroize::Zeroize as _;

use crate::memory::{output, slice, slice_mut, write_error, write_output};
use crate::params::Params;
use crate::{ERROR, OK};

/// Looks up a hash in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_hash(name: *const u8, bytes: usize) -> *const HashRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::hash(&unsafe { text(name, bytes) }))
}

/// Looks up an extendable-output function in the registry. Returns null if the name is unknown. Also finds keyed
/// functions, and functions that need the output length in advance.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_xof(name: *const u8, bytes: usize) -> *const XofRow {
    const KINDS: &[Kind] = &[Kind::Xof, Kind::SizedHash, Kind::KeyedXof];
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::find(KINDS, &unsafe { text(name, bytes) }).map(|algorithm| {
        match algorithm {
            Algorithm::Xof(row) => row,
            _ => unreachable!("`find` returns only algorithms of the requested kinds"),
        }
    }))
}

/// Looks up a MAC in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_mac(name: *const u8, bytes: usize) -> *const MacRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::mac(&unsafe { text(name, bytes) }))
}

/// Looks up a key derivation function in the registry. Returns null if the name is unknown.
///
/// # Safety
/// `name` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn find_kdf(name: *const u8, bytes: usize) -> *const KdfRow {
    // SAFETY: the caller upholds this function's contract.
    address_or_null(registry::kdf(&unsafe { text(name, bytes) }))
}

/// Returns the text at an address in memory.
///
/// # Safety
/// `start` must be valid for `bytes` bytes.
pub(crate) unsafe fn text(start: *const u8, bytes: usize) -> String {
    // SAFETY: the caller upholds this function's contract.
    String::from_utf8_lossy(unsafe { slice(start, bytes) }).into_owned()
}

pub(crate) fn address_or_null<Row>(row: Result<&'static Row, UnknownName>) -> *const Row {
    row.map_or_else(
        |error| {
            write_error(error);
            ptr::null()
        },
        ptr::from_ref,
    )
}

/// Returns the length of a hash's digest in bytes.
///
/// # Safety
/// `row` must come from [`find_hash`].
#[unsafe(no_mangle)]
unsafe extern "C" fn digest_bytes(row: *const HashRow) -> usize {
    // SAFETY: the caller upholds this function's contract.
    unsafe { &*row }.digest_bytes
}

/// Returns the default output length of an extendable-output function in bytes.
///
/// # Safety
/// `row` must come from [`find_xof`].
#[unsafe(no_mangle)]
unsafe extern "C" fn default_output_bytes(row: *const XofRow) -> usize {
    // SAFETY: the caller upholds this function's contract.
    unsafe { &*row }.default_output_bytes
}

/// Returns the default tag length of a MAC in bytes.
///
/// # Safety
/// `row` must come from [`find_mac`].
#[unsafe(no_mangle)]
unsafe extern "C" fn tag_bytes(row: *const MacRow) -> usize {
    // SAFETY: the caller upholds this function's contract.
    unsafe { &*row }.tag_bytes
}

/// Writes the digest of `data` into the output buffer.
///
/// # Safety
/// `row` must come from [`find_hash`], and `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn hash(row: *const HashRow, data: *const u8, bytes: usize) {
    // SAFETY: the caller upholds this function's contract; `data` does not overlap the output.
    let (row, data) = unsafe { (&*row, slice(data, bytes)) };
    // SAFETY: no other slice of the output buffer is in use.
    let Ok(()) = row.hash_into(data, unsafe { output(row.digest_bytes) }) else {
        unreachable!("the output has the length of the digest")
    };
}

/// Writes the tag of `data` into the output buffer. The tag is `tag_bytes` bytes long. `params` contains the key.
///
/// # Safety
/// `row` must come from [`find_mac`]. `params` must be valid for `params_bytes` bytes, and `data` must be valid for
/// `bytes` bytes. They must not overlap.
#[unsafe(no_mangle)]
unsafe extern "C" fn mac(
    row: *const MacRow,
    params: *mut u8,
    params_bytes: usize,
    data: *const u8,
    bytes: usize,
    tag_bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract; data, parameters and output do not overlap.
    let (row, written, data, tag) =
        unsafe { (&*row, slice_mut(params, params_bytes), slice(data, bytes), output(tag_bytes)) };
    let params = Params::read(written);
    let done = row.mac_into(params.key(), &params.of_mac(), data, tag);
    written.zeroize();
    status(done)
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

pub(crate) fn status(result: Result<(), impl std::fmt::Display>) -> i32 {
    match result {
        Ok(()) => OK,
        Err(error) => {
            write_error(error);
            ERROR
        }
    }
}

/// Writes the properties of the algorithm with index `number` into the output buffer, separated by tabs. Returns the
/// length of this text in bytes, or 0 if no algorithm has this index.
#[unsafe(no_mangle)]
extern "C" fn describe(number: usize) -> usize {
    let composed = registry::composed_aeads().map(Algorithm::Aead);
    let composed = composed.chain(registry::composed_macs().map(Algorithm::Mac));
    let composed = composed.chain(registry::composed_kdfs().map(Algorithm::Kdf));
    let composed = composed.chain(registry::key_wraps().map(Algorithm::KeyWrap));
    let rows = registry::algorithms().chain(composed).map(Described::Algorithm);
    let text = match rows.chain(registry::modes().map(Described::Mode)).nth(number) {
        Some(Described::Algorithm(row)) => description(&row),
        Some(Described::Mode(mode)) => description_of_mode(&mode),
        None => return 0,
    };
    write_output(text.as_bytes())
}

enum Described {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

fn description(algorithm: &Algorithm) -> String {
    let [key_bytes, nonce_bytes] = match algorithm {
        Algorithm::Aead(row) => [row.key_bytes, row.nonce_bytes].map(Some),
        Algorithm::Cipher(row) => [Some(row.key_bytes), None],
        Algorithm::KeyWrap(row) => [Some(row.key_bytes), None],
        _ => [None; 2],
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
        &bytes(key_bytes),
        &bytes(nonce_bytes),
    ];
    words.join("\t")
}

fn description_of_mode(mode: &CipherMode) -> String {
    let CipherMode { cipher, .. } = mode;
    let (kind, name, status) = ("mode", mode.name(), mode.status().name());
    let (family, backend) = (cipher.family, cipher.implementation().backend);
    let (standard, key_bytes, iv_bytes) = (mode.standard(), mode.key_bytes(), cipher.block_bytes);
    format!(
        "{kind}\t{name}\t\t{family}\t{status}\t{standard}\t\t\t{backend}\t{key_bytes}\t{iv_bytes}"
    )
}
