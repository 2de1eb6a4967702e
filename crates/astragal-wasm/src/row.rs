//! Registry look-ups by name, and one-shot functions.
#![expect(unsafe_code, reason = "JavaScript passes rows and buffers as addresses")]

#[cfg(feature = "all")]
use alloc::format;
use alloc::string::{String, ToString as _};
use core::fmt::Display;
use core::ptr;

#[cfg(feature = "all")]
use astragal::registry::CipherMode;
use astragal::registry::{self, Algorithm, HashRow, Kind, MacRow, UnknownName, XofRow};
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
    address_or_null(registry::hash(unsafe { text(name, bytes) }))
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
    address_or_null(registry::find(KINDS, unsafe { text(name, bytes) }).map(|algorithm| {
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
    address_or_null(registry::mac(unsafe { text(name, bytes) }))
}

/// Returns the text at an address in memory, which JavaScript encodes as UTF-8.
///
/// # Safety
/// `start` must be valid for `bytes` bytes. Nothing may write to this memory while the text is used.
pub(crate) unsafe fn text<'a>(start: *const u8, bytes: usize) -> &'a str {
    // SAFETY: the caller upholds this function's contract.
    str::from_utf8(unsafe { slice(start, bytes) }).unwrap_or_default()
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

pub(crate) fn status(result: Result<(), impl Display>) -> i32 {
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
    let text = descriptions().nth(number);
    text.map_or(0, |text| write_output(text.as_bytes()))
}

/// Returns the descriptions of the algorithms that the package lists.
#[cfg(feature = "all")]
fn descriptions() -> impl Iterator<Item = String> {
    let composed = registry::composed_aeads().map(Algorithm::Aead);
    let composed = composed.chain(registry::composed_macs().map(Algorithm::Mac));
    let composed = composed.chain(registry::composed_kdfs().map(Algorithm::Kdf));
    let composed = composed.chain(registry::key_wraps().map(Algorithm::KeyWrap));
    let rows = registry::algorithms().chain(composed).map(|row| description(&row));
    rows.chain(registry::modes().map(|mode| description_of_mode(&mode)))
}

/// Returns the descriptions of the algorithms that the package lists. The families of this module have no algorithm
/// that is composed with a block cipher.
#[cfg(not(feature = "all"))]
fn descriptions() -> impl Iterator<Item = String> {
    registry::algorithms().map(|row| description(&row))
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

#[cfg(feature = "all")]
fn description_of_mode(mode: &CipherMode) -> String {
    let CipherMode { cipher, .. } = mode;
    let (kind, name, status) = ("mode", mode.name(), mode.status().name());
    let (family, backend) = (cipher.family, cipher.implementation().backend);
    let (standard, key_bytes, iv_bytes) = (mode.standard(), mode.key_bytes(), cipher.block_bytes);
    format!(
        "{kind}\t{name}\t\t{family}\t{status}\t{standard}\t\t\t{backend}\t{key_bytes}\t{iv_bytes}"
    )
}
