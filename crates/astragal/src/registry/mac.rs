//! Table of message authentication codes by name. Each hash row contains its own HMAC row.

#[cfg(feature = "ascon")]
pub(super) mod ascon;
#[cfg(feature = "blake")]
pub(super) mod blake;
pub(super) mod hmac;
#[cfg(feature = "keccak")]
pub(super) mod keccak;
mod object;
#[cfg(feature = "skein")]
mod skein;

use alloc::boxed::Box;

pub use object::DynMac;
pub(super) use object::{Authenticate, Wanted, object};

use super::Implementation;
use super::hash::{self, HASHES};
use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::name::{Index, Normal, UnknownName};
use super::object_storage::{self, Slot};
use super::params::{MacParams, some_key};
use super::rows::rows;
use crate::error::{Allowed, ImportError, ParameterError, VerifyError};
use crate::mac::Mac;
use crate::traits::mac::SHORTEST_VERIFIED_TAG_BYTES;
use crate::traits::state::{Header, StateKind, described};

/// Every message authentication code except HMAC. [`macs`] includes HMAC.
pub static MACS: &[MacRow] = rows! {
    "keccak": keccak::kmac_fixed::<168>(), keccak::kmac_fixed::<136>(), keccak::kmac_xof::<168>(),
        keccak::kmac_xof::<136>();
    "blake": blake::blake2b::<16>(), blake::blake2b::<20>(), blake::blake2b::<28>(), blake::blake2b::<32>(),
        blake::blake2b::<48>(), blake::blake2b::<64>(), blake::blake2s::<16>(), blake::blake2s::<20>(),
        blake::blake2s::<28>(), blake::blake2s::<32>(), blake::BLAKE3;
    "ascon": ascon::ASCON_PRF, ascon::ASCON_MAC, ascon::ASCON_PRFSHORT;
    "skein": skein::skein::<4, 32>(), skein::skein::<8, 64>(), skein::skein::<16, 128>();
};

/// Iterates over the rows of [`MACS`], then over HMAC with every hash that supports it.
/// CMAC is not included: [`mac`] composes it from the cipher's name.
pub fn macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    MACS.iter().chain(HASHES.iter().filter_map(|row| row.hmac.as_ref()))
}

/// Name index of [`macs`]: the rows of [`MACS`], then HMAC over each of [`HASHES`].
static INDEX: Index<256> = {
    let (mut index, mut place) = (Index::new(), 0);
    while place < MACS.len() {
        index.add(&MACS[place].info, place);
        place += 1;
    }
    while place < MACS.len() + HASHES.len() {
        if let Some(row) = &HASHES[place - MACS.len()].hmac {
            index.add(&row.info, place);
        }
        place += 1;
    }
    index
};

/// Returns the message authentication code with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no MAC has this name.
pub fn mac(name: &str) -> Result<&'static MacRow, UnknownName> {
    let found = Normal::of(name.as_bytes()).and_then(|name| find(&name));
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
pub fn import_mac_with_key(state: &[u8]) -> Result<Box<dyn DynMac>, ImportError> {
    let Header { form, name, .. } = Header::read(state)?;
    let row = macs().find(|row| form == StateKind::NamedMac as u8 && row.name == name);
    let new = row.and_then(|row| row.new_mac(some_key(row.key_bytes), &MacParams::default()).ok());
    let unknown = || ImportError::Unknown { given: described(form, name) };
    let mut mac = new.ok_or_else(unknown)?;
    mac.import_state_with_key(state)?;
    Ok(mac)
}

/// Finds the row with this name. HMAC accepts every name of its hash, and CMAC every name of its cipher.
pub(super) fn find(name: &Normal) -> Option<&'static MacRow> {
    let hmac = |place: usize| HASHES.get(place)?.hmac.as_ref();
    if let Some(place) = INDEX.find(name) {
        return MACS.get(place).or_else(|| hmac(place - MACS.len()));
    }
    if let Some(cipher) = name.after(b"cmac-") {
        return Some(&super::cipher::find(&cipher)?.composed.as_ref()?.cmac);
    }
    let hash = name.after(b"hmac-").or_else(|| name.after(b"hmac:"))?;
    hmac(hash::INDEX.find(&hash)?)
}

/// A row of [`macs`].
#[derive(Debug)]
pub struct MacRow {
    /// Name, standard, status and sizes.
    pub info: Info,
    /// Allowed key lengths in bytes.
    pub key_bytes: Allowed,
    /// Default tag length in bytes.
    pub tag_bytes: usize,
    /// Allowed tag lengths in bytes.
    pub tag_bytes_allowed: Allowed,
    /// Allowed message lengths in bytes.
    message_bytes: Allowed,
    /// Whether the algorithm takes a customization string.
    pub takes_custom: bool,
    new: Constructor,
}

/// Creates an object from a row, key, customization string and tag length. The caller has checked all four.
type Constructor = fn(&'static MacRow, &[u8], &[u8], usize, Wanted<'_>);

impl MacRow {
    /// Row of an algorithm. The first three arguments are its names.
    const fn new(
        names: (&'static str, &'static str, &'static str),
        key_bytes: Allowed,
        (tag_bytes, tag_bytes_allowed): (usize, Allowed),
        implementation: fn() -> Implementation,
        new: Constructor,
    ) -> Self {
        let sizes = Sizes {
            output_bytes: Some(tag_bytes),
            output_bytes_allowed: Some(tag_bytes_allowed),
            key_bytes: Some(key_bytes),
            ..Sizes::NONE
        };
        let info = Info::new(Kind::Mac, names, sizes, implementation);
        let (message_bytes, takes_custom) = (Allowed::AtLeast(0), false);
        Self { info, key_bytes, tag_bytes, tag_bytes_allowed, message_bytes, takes_custom, new }
    }

    /// Row of the MAC type `M`.
    pub(super) const fn of<M: Mac>(
        key_bytes: Allowed,
        tag_bytes_allowed: Allowed,
        new: Constructor,
    ) -> Self {
        let names = (M::NAME, M::FAMILY, M::STANDARD);
        Self::new(names, key_bytes, (M::TAG_BYTES, tag_bytes_allowed), M::implementation, new)
    }

    pub(super) const fn with(self, status: Status, aliases: &'static [&'static str]) -> Self {
        Self { info: self.info.with(status, aliases), ..self }
    }

    /// Creates a MAC object with this key and an empty message.
    ///
    /// # Errors
    /// [`ParameterError`] if the algorithm does not allow the key length, the tag length or a customization string.
    pub fn new_mac(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
    ) -> Result<Box<dyn DynMac>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.new_mac_to(key, params, place))
    }

    /// Creates the object of [`new_mac`](Self::new_mac) in `place`.
    ///
    /// # Errors
    /// The errors of [`new_mac`](Self::new_mac). `place` is unchanged on error.
    pub(super) fn new_mac_to(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        place: Slot<'_, dyn DynMac>,
    ) -> Result<(), ParameterError> {
        let tag_bytes = params.tag_bytes.unwrap_or(self.tag_bytes);
        let custom = self.check(key, params, tag_bytes)?;
        (self.new)(self, key, custom, tag_bytes, Wanted::Object(place));
        Ok(())
    }

    /// Computes the tag of `message` and writes it to `tag` without allocation. The length of `tag` is the tag length;
    /// [`MacParams::tag_bytes`] is ignored.
    ///
    /// # Errors
    /// The errors of [`new_mac`](Self::new_mac), and [`ParameterError::Length`] if the message is too long for the
    /// algorithm. `tag` is unchanged on error.
    pub fn mac_into(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        message: &[u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        let custom = self.check(key, params, tag.len())?;
        ParameterError::check_length(self.name, "message", message.len(), self.message_bytes)?;
        (self.new)(self, key, custom, tag.len(), Wanted::Tag(message, tag));
        Ok(())
    }

    /// Computes the tag of `message` and compares it with `tag` in constant time. The length of `tag` is the tag
    /// length; [`MacParams::tag_bytes`] is ignored. Check that `tag` has the length your protocol fixes: an attacker
    /// who may choose a length of 4 bytes succeeds within 2^32 attempts.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tags differ or the message is too long for the algorithm.
    /// [`VerifyError::Parameter`] for the errors of [`new_mac`](Self::new_mac), and if the tag is shorter than 4 bytes
    /// (SP 800-107r1 §5.3.3).
    pub fn verify(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        message: &[u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        self.check(key, params, tag.len())?;
        let allowed = Allowed::AtLeast(SHORTEST_VERIFIED_TAG_BYTES);
        ParameterError::check_length(self.name, "tag to verify", tag.len(), allowed)?;
        object::verified(self, tag, |expected| self.mac_into(key, params, message, expected))
    }

    /// Checks the parameters and returns the customization string.
    fn check<'a>(
        &self,
        key: &[u8],
        params: &MacParams<'a>,
        tag_bytes: usize,
    ) -> Result<&'a [u8], ParameterError> {
        ParameterError::check_length(self.name, "key", key.len(), self.key_bytes)?;
        if params.custom.is_some() && !self.takes_custom {
            let what = "customization string";
            return Err(ParameterError::NotTaken { algorithm: self.name, what });
        }
        ParameterError::check_length(self.name, "tag", tag_bytes, self.tag_bytes_allowed)?;
        Ok(params.custom.unwrap_or_default())
    }
}

reads_as_info!(MacRow);

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
