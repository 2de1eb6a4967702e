//! Tables of extendable-output functions, and of the SP 800-185 hashes whose output length must be chosen in advance.
//! `xof/row.rs` declares the row type and the trait `DynXof`, and `xof/object.rs` implements `DynXof`. `xof/keccak.rs`,
//! `xof/blake.rs` and `xof/ascon.rs` create the rows of their families.

#[cfg(feature = "ascon")]
mod ascon;
#[cfg(feature = "blake3")]
mod blake;
#[cfg(feature = "sha3")]
mod keccak;
mod object;
mod row;

use alloc::boxed::Box;

pub use row::{DynXof, XofRow, Xofs};

use super::info::Kind;
use super::name::{Index, UnknownName, index};
use super::rows::rows;
use crate::error::ImportError;
use crate::traits::state::{Header, Keys, StateKind, described};

/// Rows of all extendable-output functions.
pub static XOFS: &[XofRow] = rows! {
    "sha3": keccak::shake::<168>(), keccak::shake::<136>();
    "keccak": keccak::cshake::<168>(), keccak::cshake::<136>(),
        keccak::turboshake::<168>(), keccak::turboshake::<136>(), keccak::kt::<168>(&["kangarootwelve", "k12"]),
        keccak::kt::<136>(&[]), keccak::tuple_hash_xof::<168>(), keccak::tuple_hash_xof::<136>(),
        keccak::parallel_hash_xof::<168>(), keccak::parallel_hash_xof::<136>();
    "blake3": blake::BLAKE3;
    "ascon": ascon::ASCON_XOF128, ascon::ASCON_CXOF128, ascon::ASCON_XOF, ascon::ASCON_XOFA;
};

/// Rows of all hashes whose output length must be chosen in advance: the fixed-length functions of SP 800-185.
pub static SIZED_HASHES: &[XofRow] = rows! {
    "keccak": keccak::tuple_hash_fixed::<168>(), keccak::tuple_hash_fixed::<136>(),
        keccak::parallel_hash_fixed::<168>(), keccak::parallel_hash_fixed::<136>();
};

/// Rows of all keyed extendable-output functions. [`macs`](super::macs) also lists these functions, as MACs with a tag
/// length chosen in advance.
pub static KEYED_XOFS: &[XofRow] = rows! {
    "keccak": keccak::kmac_xof::<168>(), keccak::kmac_xof::<136>();
    "blake3": blake::BLAKE3_KEYED;
    "ascon": ascon::ASCON_PRF;
};

/// Name index of [`XOFS`].
pub(super) static INDEX: Index<128> = index!(XOFS);
/// Name index of [`SIZED_HASHES`].
pub(super) static SIZED_INDEX: Index<16> = index!(SIZED_HASHES);
/// Name index of [`KEYED_XOFS`].
pub(super) static KEYED_INDEX: Index<16> = index!(KEYED_XOFS);

/// Returns the extendable-output function with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    INDEX.row(XOFS, &[Kind::Xof], name)
}

/// Returns the sized hash with this name or alias. Its objects have the interface of an extendable-output function, but
/// their output length is set at construction.
///
/// ```
/// use astragal::registry::{self, XofParams};
/// let params = XofParams { output_bytes: Some(16), ..XofParams::default() };
/// let mut hash = registry::sized_hash("parallelhash128")?.new_xof(&params)?;
/// hash.absorb(b"message")?;
/// let mut digest = [0; 16];
/// hash.squeeze(&mut digest)?;
/// assert!(hash.squeeze(&mut [0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn sized_hash(name: &str) -> Result<&'static XofRow, UnknownName> {
    SIZED_INDEX.row(SIZED_HASHES, &[Kind::SizedHash], name)
}

/// Returns the keyed extendable-output function with this name or alias. Its objects require
/// [`XofParams::key`](crate::registry::XofParams::key).
///
/// ```
/// use astragal::registry::{self, XofParams};
/// let params = XofParams { key: Some(b"a key"), ..XofParams::default() };
/// let mut xof = registry::keyed_xof("kmacxof128")?.new_xof(&params)?;
/// xof.absorb(b"message")?;
/// let mut out = [0; 1000];
/// xof.squeeze(&mut out)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`UnknownName`] if no such function has this name.
pub fn keyed_xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    KEYED_INDEX.row(KEYED_XOFS, &[Kind::KeyedXof], name)
}

/// Restores an XOF or sized-hash object from an exported state, which contains the algorithm's name.
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, names an unknown function, or contains a key.
#[cfg(feature = "state")]
pub fn import_xof(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Refused)
}

/// Like [`import_xof`], but also accepts a state that contains a key.
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, or names an unknown function.
#[cfg(feature = "state")]
pub fn import_xof_with_key(state: &[u8]) -> Result<Box<dyn DynXof>, ImportError> {
    imported(state, Keys::Allowed)
}

#[cfg(feature = "state")]
fn imported(state: &[u8], keys: Keys) -> Result<Box<dyn DynXof>, ImportError> {
    let Header { kind, name, .. } = Header::read(state)?;
    // Searches the unkeyed functions before `KEYED_XOFS`. Both contain the name `blake3`, and an unkeyed BLAKE3 object
    // can import states with and without a key.
    let mut rows = XOFS.iter().chain(SIZED_HASHES).chain(KEYED_XOFS);
    let row = rows.find(|row| kind == StateKind::DynXof as u8 && row.name == name);
    let new = row.and_then(|row| row.new_xof(&row.any_params()).ok());
    let unknown = || ImportError::Unknown { given: described(kind, name) };
    let mut xof = new.ok_or_else(unknown)?;
    match keys {
        Keys::Refused => xof.import_state(state)?,
        Keys::Allowed => xof.import_state_with_key(state)?,
    }
    Ok(xof)
}
