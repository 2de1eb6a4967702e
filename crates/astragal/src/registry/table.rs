//! Lookup and iteration across the tables of all kinds.

use core::ops::Deref;
use core::str::FromStr;

use super::aead::{self, AEADS, AeadRow};
use super::cipher::{self, CIPHERS, CipherRow};
use super::hash::{self, HASHES, HashRow};
use super::info::{Info, Kind};
use super::kdf::{self, KdfRow, kdfs};
use super::mac::{self, MacRow, macs};
use super::mode::{self, CipherMode};
use super::name::{Normal, UnknownName};
use super::xof::{self, KEYED_XOFS, SIZED_HASHES, XOFS, XofRow};

/// Row of any table. Dereferences to the row's [`Info`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// Row of [`HASHES`].
    Hash(&'static HashRow),
    /// Row of [`XOFS`], [`SIZED_HASHES`] or [`KEYED_XOFS`].
    Xof(&'static XofRow),
    /// Row of [`macs`], or CMAC over a cipher.
    Mac(&'static MacRow),
    /// Row of [`AEADS`], or an AEAD mode of a cipher.
    Aead(&'static AeadRow),
    /// Row of [`CIPHERS`].
    Cipher(&'static CipherRow),
    /// Row of [`kdfs`], or KBKDF with CMAC over a cipher.
    Kdf(&'static KdfRow),
}

impl Deref for Algorithm {
    type Target = Info;
    fn deref(&self) -> &Info {
        match self {
            Self::Hash(row) => &row.info,
            Self::Xof(row) => &row.info,
            Self::Mac(row) => &row.info,
            Self::Aead(row) => &row.info,
            Self::Cipher(row) => &row.info,
            Self::Kdf(row) => &row.info,
        }
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        // Names are unique within a kind.
        (self.kind, self.name) == (other.kind, other.name)
    }
}

impl Eq for Algorithm {}

impl core::hash::Hash for Algorithm {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.kind, self.name).hash(state);
    }
}

/// Iterates over all rows except those of [`KEYED_XOFS`], whose functions are also in [`macs`]. Rows composed over a
/// cipher, such as GCM and CMAC, are not included.
pub fn algorithms() -> impl Iterator<Item = Algorithm> + Clone {
    let hashes = HASHES.iter().map(Algorithm::Hash);
    let xofs = SIZED_HASHES.iter().chain(XOFS).map(Algorithm::Xof);
    let aeads = AEADS.iter().map(Algorithm::Aead);
    let ciphers = CIPHERS.iter().map(Algorithm::Cipher);
    let keyed = macs().map(Algorithm::Mac).chain(aeads).chain(ciphers);
    hashes.chain(xofs).chain(keyed).chain(kdfs().map(Algorithm::Kdf))
}

/// Returns the algorithm with this name or alias, from the first of `kinds` that has it.
///
/// ```
/// use astragal::registry::{self, Kind};
/// let found = registry::find(&[Kind::Hash, Kind::Xof], "SHAKE128")?;
/// assert_eq!((found.kind, found.name), (Kind::Xof, "shake128"));
/// # Ok::<(), registry::UnknownName>(())
/// ```
///
/// # Errors
/// [`UnknownName`] if no algorithm of these kinds has the name.
pub fn find(kinds: &'static [Kind], name: &str) -> Result<Algorithm, UnknownName> {
    Normal::of(name.as_bytes())
        .and_then(|name| kinds.iter().find_map(|&kind| find_in(kind, &name)))
        .ok_or_else(|| UnknownName::new(kinds, name))
}

/// Parses names into rows: `"SHA3/256".parse::<&HashRow>()`. Sized hashes and keyed XOFs, which are `XofRow`s too, have
/// [`sized_hash`](xof::sized_hash) and [`keyed_xof`](xof::keyed_xof).
macro_rules! from_str {
    ($($row:ty = $find:path;)+) => { $(
        impl FromStr for $row {
            type Err = UnknownName;
            fn from_str(name: &str) -> Result<Self, UnknownName> {
                $find(name)
            }
        }
    )+ };
}

from_str! {
    &'static HashRow = hash::hash;
    &'static XofRow = xof::xof;
    &'static MacRow = mac::mac;
    &'static AeadRow = aead::aead;
    &'static CipherRow = cipher::cipher;
    &'static KdfRow = kdf::kdf;
    CipherMode = mode::mode;
}

/// Finds the algorithm with this name or alias. Kinds are searched in this order: hash, sized hash, XOF, keyed XOF,
/// MAC, AEAD, block cipher, key derivation function.
impl FromStr for Algorithm {
    type Err = UnknownName;
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find(Kind::ALL, name)
    }
}

/// Returns the row with this name, from the table of one kind.
pub(super) fn find_in(kind: Kind, name: &Normal) -> Option<Algorithm> {
    match kind {
        Kind::Hash => HASHES.get(hash::INDEX.find(name)?).map(Algorithm::Hash),
        Kind::SizedHash => SIZED_HASHES.get(xof::SIZED_INDEX.find(name)?).map(Algorithm::Xof),
        Kind::Xof => XOFS.get(xof::INDEX.find(name)?).map(Algorithm::Xof),
        Kind::KeyedXof => KEYED_XOFS.get(xof::KEYED_INDEX.find(name)?).map(Algorithm::Xof),
        Kind::Mac => mac::find(name).map(Algorithm::Mac),
        Kind::Aead => aead::find(name).map(Algorithm::Aead),
        Kind::Cipher => cipher::find(name).map(Algorithm::Cipher),
        Kind::Kdf => kdf::find(name).map(Algorithm::Kdf),
    }
}
