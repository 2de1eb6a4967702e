//! Looks up algorithms by name and iterates over the rows of all tables. A hash row contains the rows of HMAC and four
//! key derivation functions with this hash. A cipher row contains the rows of the AEAD modes, CMAC, KBKDF with CMAC,
//! and key wrapping of this cipher.

use alloc::boxed::Box;
use core::ops::Deref;
use core::str::FromStr;

use super::aead::{self, AEADS, AeadRow};
use super::cipher::{self, AES_MODES, CIPHERS, CipherRow, Composed};
use super::hash::{self, HASHES, HashRow};
use super::info::{Info, Kind};
use super::kdf::{Derivation, KDFS, KdfParams, KdfRow};
use super::key_wrap::KeyWrapRow;
use super::mac::{DynMac, MACS, MacRow};
use super::mode::{self, CipherMode};
use super::name::{Index, NormalizedName, UnknownName};
use super::params::{MacParams, some_key};
use super::xof::{self, KEYED_XOFS, SIZED_HASHES, XOFS, XofRow};
use crate::error::{ImportError, KdfError, ParameterError};
use crate::kdf::Work;
use crate::platform::words::erase;
use crate::traits::state::{Header, StateKind, described};

/// Reference to a row of any registry table. It dereferences to the row's [`Info`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Algorithm {
    /// A row of [`HASHES`].
    Hash(&'static HashRow),
    /// A row of [`XOFS`], [`SIZED_HASHES`] or [`KEYED_XOFS`].
    Xof(&'static XofRow),
    /// A MAC row: one that [`macs`] returns, or the row of CMAC with a cipher.
    Mac(&'static MacRow),
    /// A row of [`AEADS`], or the row of an AEAD mode with a block cipher.
    Aead(&'static AeadRow),
    /// A row of [`CIPHERS`].
    Cipher(&'static CipherRow),
    /// A row of a key derivation function: one that [`kdfs`] returns, or the row of KBKDF with CMAC.
    Kdf(&'static KdfRow),
    /// Algorithm for key wrapping, from [`key_wraps`].
    KeyWrap(&'static KeyWrapRow),
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
            Self::KeyWrap(row) => &row.info,
        }
    }
}

impl PartialEq for Algorithm {
    fn eq(&self, other: &Self) -> bool {
        // Two algorithms are equal if their kinds and names are equal, because a name is unique within a kind.
        (self.kind, self.name) == (other.kind, other.name)
    }
}

impl Eq for Algorithm {}

impl core::hash::Hash for Algorithm {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.kind, self.name).hash(state);
    }
}

/// Iterates over the rows of all tables except [`KEYED_XOFS`], because [`macs`] returns rows for the same functions.
/// Rows composed from a cipher, such as GCM, CMAC and KW, are not included.
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
    NormalizedName::of(name.as_bytes())
        .and_then(|name| kinds.iter().find_map(|&kind| find_in(kind, &name)))
        .ok_or_else(|| UnknownName::new(kinds, name))
}

/// Implements `FromStr`, which finds the row with the given name: `"SHA3/256".parse::<&HashRow>()`. Parsing an `XofRow`
/// finds only XOFs. Sized hashes and keyed XOFs are also `XofRow`s, but only [`sized_hash`](xof::sized_hash) and
/// [`keyed_xof`](xof::keyed_xof) find them.
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
    &'static MacRow = mac;
    &'static AeadRow = aead;
    &'static CipherRow = cipher::cipher;
    &'static KdfRow = kdf;
    &'static KeyWrapRow = key_wrap;
    CipherMode = mode::mode;
}

/// Finds the algorithm with this name or alias. Kinds are searched in this order: hash, sized hash, XOF, keyed XOF,
/// MAC, AEAD, block cipher, key derivation function, key wrapping.
impl FromStr for Algorithm {
    type Err = UnknownName;
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        find(Kind::ALL, name)
    }
}

/// Returns the algorithm of this kind with this name.
pub(super) fn find_in(kind: Kind, name: &NormalizedName) -> Option<Algorithm> {
    match kind {
        Kind::Hash => HASHES.get(hash::INDEX.find(name)?).map(Algorithm::Hash),
        Kind::SizedHash => SIZED_HASHES.get(xof::SIZED_INDEX.find(name)?).map(Algorithm::Xof),
        Kind::Xof => XOFS.get(xof::INDEX.find(name)?).map(Algorithm::Xof),
        Kind::KeyedXof => KEYED_XOFS.get(xof::KEYED_INDEX.find(name)?).map(Algorithm::Xof),
        Kind::Mac => find_mac(name).map(Algorithm::Mac),
        Kind::Aead => find_aead(name).map(Algorithm::Aead),
        Kind::Cipher => cipher::find(name).map(Algorithm::Cipher),
        Kind::Kdf => find_kdf(name).map(Algorithm::Kdf),
        Kind::KeyWrap => find_key_wrap(name).map(Algorithm::KeyWrap),
    }
}

/// Returns the authenticated cipher with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no authenticated cipher has this name.
pub fn aead(name: &str) -> Result<&'static AeadRow, UnknownName> {
    let found = NormalizedName::of(name.as_bytes()).and_then(|name| find_aead(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::Aead], name))
}

/// Finds the authenticated cipher with this name. The name of an AEAD mode may contain any alias of its cipher.
fn find_aead(name: &NormalizedName) -> Option<&'static AeadRow> {
    if let Some(position) = aead::INDEX.find(name) {
        return AEADS.get(position);
    }
    let composed = |end: &str| cipher::find_composed(name, end)?.composed.as_ref();
    let of_aes = |end: &str| {
        let cipher = cipher::find_composed(name, end)?;
        AES_MODES.iter().find(|row| row.name.strip_suffix(end) == Some(cipher.name))
    };
    composed("-gcm")
        .map(|composed| &composed.gcm)
        .or_else(|| composed("-ccm").map(|composed| &composed.ccm))
        .or_else(|| composed("-gcm-siv")?.gcm_siv.as_ref())
        .or_else(|| of_aes("-siv"))
        .or_else(|| of_aes("-ocb"))
}

/// Iterates over the rows of [`MACS`], then over the HMAC rows of all hashes that support HMAC. CMAC is not included:
/// [`mac`] composes it from the cipher's name.
pub fn macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    MACS.iter().chain(HASHES.iter().filter_map(|row| row.hmac.as_ref()))
}

/// Maps the name of a MAC to its index. An index below `MACS.len()` is a position in [`MACS`]. A higher index minus
/// `MACS.len()` is the position in [`HASHES`] of the hash for HMAC.
static MAC_INDEX: Index<256> = {
    let (mut index, mut position) = (Index::new(), 0);
    while position < MACS.len() {
        index.add(&MACS[position].info, position);
        position += 1;
    }
    while position < MACS.len() + HASHES.len() {
        if let Some(row) = &HASHES[position - MACS.len()].hmac {
            index.add(&row.info, position);
        }
        position += 1;
    }
    index
};

/// Returns the message authentication code with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no MAC has this name.
pub fn mac(name: &str) -> Result<&'static MacRow, UnknownName> {
    let found = NormalizedName::of(name.as_bytes()).and_then(|name| find_mac(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::Mac], name))
}

/// Restores a MAC object from an exported state. The state contains the algorithm's name.
///
/// ```
/// use astragal::registry::{self, MacParams};
/// let mut here = registry::mac("hmac-sha256")?.new_mac(b"key", &MacParams::default())?;
/// here.update(b"mess");
/// let mut there = registry::import_mac_with_key(&here.export_state_with_key()?)?;
/// there.update(b"age");
/// here.update(b"age");
/// there.verify_reset(&here.finalize_reset()?)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ImportError`] if `state` is damaged, has another version, or names an unknown MAC.
#[cfg(feature = "state")]
pub fn import_mac_with_key(state: &[u8]) -> Result<Box<dyn DynMac>, ImportError> {
    let Header { kind, name, .. } = Header::read(state)?;
    let row = macs().find(|row| kind == StateKind::DynMac as u8 && row.name == name);
    let new = row.and_then(|row| row.new_mac(some_key(row.key_bytes), &MacParams::default()).ok());
    let unknown = || ImportError::Unknown { given: described(kind, name) };
    let mut mac = new.ok_or_else(unknown)?;
    mac.import_state_with_key(state)?;
    Ok(mac)
}

/// Finds the MAC with this name. The name of an HMAC may contain any alias of its hash, and the name of a CMAC any
/// alias of its cipher.
fn find_mac(name: &NormalizedName) -> Option<&'static MacRow> {
    let hmac = |position: usize| HASHES.get(position)?.hmac.as_ref();
    if let Some(position) = MAC_INDEX.find(name) {
        return MACS.get(position).or_else(|| hmac(position - MACS.len()));
    }
    if let Some(cipher) = name.strip_prefix(b"cmac-") {
        return Some(&cipher::find(&cipher)?.composed.as_ref()?.cmac);
    }
    let hash = name.strip_prefix(b"hmac-").or_else(|| name.strip_prefix(b"hmac:"))?;
    hmac(hash::INDEX.find(&hash)?)
}

/// Iterates over the key derivation functions: the rows of [`KDFS`], then the functions composed from each hash. KBKDF
/// with CMAC is not included: [`kdf`] composes it from the cipher's name.
pub fn kdfs() -> impl Iterator<Item = &'static KdfRow> + Clone {
    KDFS.iter().chain(HASHES.iter().flat_map(|row| row.kdfs.iter().flatten()))
}

/// Returns the key derivation function with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no key derivation function has this name.
pub fn kdf(name: &str) -> Result<&'static KdfRow, UnknownName> {
    let found = NormalizedName::of(name.as_bytes()).and_then(|name| find_kdf(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::Kdf], name))
}

/// Maps the name of a key derivation function to a number. The rows of [`KDFS`] are numbered first, and then the four
/// functions composed from each hash in [`HASHES`].
static KDF_INDEX: Index<1024> = {
    let (mut index, mut position) = (Index::new(), 0);
    while position < KDFS.len() {
        index.add(&KDFS[position].info, position);
        position += 1;
    }
    while position < KDFS.len() + 4 * HASHES.len() {
        let hash_entry = position - KDFS.len();
        if let Some(rows) = &HASHES[hash_entry / 4].kdfs {
            index.add(&rows[hash_entry % 4].info, position);
        }
        position += 1;
    }
    index
};

/// Returns the key derivation function with this name.
fn find_kdf(name: &NormalizedName) -> Option<&'static KdfRow> {
    if let Some(cipher) = name.strip_prefix(b"kbkdf-cmac-") {
        return Some(&cipher::find(&cipher)?.composed.as_ref()?.kbkdf);
    }
    let position = KDF_INDEX.find(name)?;
    let of_hash = |position: usize| HASHES.get(position / 4)?.kdfs.as_ref()?.get(position % 4);
    KDFS.get(position).or_else(|| of_hash(position - KDFS.len()))
}

impl KdfRow {
    /// Derives `key` from `input`, a password or a key.
    ///
    /// # Errors
    /// [`KdfError::Parameter`] if a parameter is missing, out of range or not supported, or if the key length is
    /// invalid. [`KdfError::Memory`] if the allocation fails. [`KdfError::Cancelled`] if the progress callback stops
    /// the derivation. `key` is zeroed on error.
    pub fn derive(
        &'static self,
        input: &[u8],
        params: &KdfParams<'_>,
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let mut compute = || {
            self.check(params)?;
            ParameterError::check_length(self.name, "key", key.len(), self.key_bytes)?;
            match self.derivation {
                Derivation::Function(derive) => derive(self, input, params, key, work),
                #[cfg(feature = "kdf")]
                Derivation::OverHash(hash) => hash.derive(self, input, params, key, work),
                Derivation::OverMac(derive) => {
                    let Ok(mac) = mac(&self.name["kbkdf-".len()..]) else {
                        unreachable!("the name of a KBKDF row contains the name of a MAC")
                    };
                    Ok(derive(self, mac, input, params, key)?)
                }
            }
        };
        let derived = compute();
        if derived.is_err() {
            erase(key);
        }
        derived
    }
}

/// Returns the key-wrapping algorithm with this name, which is a cipher's name or alias followed by `-kw` or `-kwp`.
///
/// # Errors
/// [`UnknownName`] if no key-wrapping algorithm has this name.
pub fn key_wrap(name: &str) -> Result<&'static KeyWrapRow, UnknownName> {
    let found = NormalizedName::of(name.as_bytes()).and_then(|name| find_key_wrap(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::KeyWrap], name))
}

/// Returns the key-wrapping algorithm with this name.
fn find_key_wrap(name: &NormalizedName) -> Option<&'static KeyWrapRow> {
    let composed = |end: &str| cipher::find_composed(name, end)?.composed.as_ref();
    let kw = composed("-kw").map(|composed| &composed.kw);
    kw.or_else(|| Some(&composed("-kwp")?.kwp))
}

/// Iterates over the rows of all key-wrapping algorithms: KW and KWP with each cipher that has 16-byte blocks.
pub fn key_wraps() -> impl Iterator<Item = &'static KeyWrapRow> + Clone {
    composed().flat_map(|composed| [&composed.kw, &composed.kwp])
}

/// Iterates over the ciphers with 16-byte blocks. Each item holds the rows of the algorithms that are built on one of
/// these ciphers, such as GCM and CMAC.
fn composed() -> impl Iterator<Item = &'static Composed> + Clone {
    CIPHERS.iter().filter_map(|row| row.composed.as_ref())
}

/// Iterates over the AEAD modes of all ciphers. [`AEADS`] does not contain these rows, but [`aead`](fn@aead) finds
/// them.
pub fn composed_aeads() -> impl Iterator<Item = &'static AeadRow> + Clone {
    let of_each = composed().flat_map(|composed| {
        [Some(&composed.gcm), Some(&composed.ccm), composed.gcm_siv.as_ref()].into_iter().flatten()
    });
    of_each.chain(AES_MODES)
}

/// Iterates over the CMAC rows of all ciphers. [`macs`] does not list these rows, but [`mac`] finds them.
pub fn composed_macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    composed().map(|composed| &composed.cmac)
}

/// Iterates over the rows of KBKDF with CMAC, one for each cipher. [`kdfs`] does not list these rows, but [`kdf`] finds
/// them.
pub fn composed_kdfs() -> impl Iterator<Item = &'static KdfRow> + Clone {
    composed().map(|composed| &composed.kbkdf)
}

#[cfg(test)]
mod tests {
    use super::mac;

    #[test]
    fn hmac_accepts_every_name_of_its_hash() {
        for name in ["hmac-sha256", "HMAC-SHA2-256", "hmac/sha-256", "hmac:sha2/256"] {
            assert_eq!(mac(name).map(|row| row.name), Ok("hmac-sha256"), "{name}");
        }
        assert!(mac("hmac-ascon-hash256").is_err());
        assert!(mac("hmac-").is_err() && mac("hma\u{fc}-sha256").is_err());
    }
}
