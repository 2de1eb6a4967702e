//! `MacRow`, the registry row for a message authentication code, and `DynMac`, the trait for MAC objects.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::panic::RefUnwindSafe;

use crate::error::{Allowed, ImportError, InvalidTag, ParameterError, StateError, VerifyError};
use crate::mac::Mac;
use crate::registry::info::{Info, Kind, Sizes, Status, deref_to_info};
use crate::registry::object_storage::{self, ObjectStorage, Slot, object_kind};
use crate::registry::params::MacParams;
use crate::traits::Implementation;
use crate::traits::mac::{SHORTEST_VERIFIED_TAG_BYTES, same_tag};

/// A row of [`macs`](super::super::macs).
#[derive(Debug)]
pub struct MacRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Allowed key lengths in bytes.
    pub key_bytes: Allowed,
    /// Default tag length in bytes.
    pub tag_bytes: usize,
    /// Allowed tag lengths in bytes.
    pub tag_bytes_allowed: Allowed,
    /// Allowed message lengths in bytes.
    pub(super) message_bytes: Allowed,
    /// Whether the algorithm takes a customization string.
    pub takes_custom: bool,
    pub(super) new: Constructor,
    /// Hash that HMAC uses. `None` for other MACs.
    pub(super) hash: Option<&'static dyn HmacHash>,
}

/// Hash of an HMAC algorithm. The HMAC code is compiled once for each type-erased hash state, not once for each hash.
pub(super) trait HmacHash: Sync + RefUnwindSafe {
    /// Depending on `request`, creates an HMAC object or computes an HMAC tag.
    fn create(
        &'static self,
        row: &'static MacRow,
        key: &[u8],
        tag_bytes: usize,
        request: Request<'_>,
    );
}

impl Debug for dyn HmacHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HmacHash")
    }
}

/// Function that creates a MAC object or computes a tag. Its arguments are a registry row, a key, a customization
/// string, a tag length and the request. The caller must have checked the key, the string and the tag length.
pub(super) type Constructor = fn(&'static MacRow, &[u8], &[u8], usize, Request<'_>);

impl MacRow {
    /// Creates a registry row. The first three arguments are the name, family and standard.
    pub(super) const fn new(
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
        Self {
            info,
            key_bytes,
            tag_bytes,
            tag_bytes_allowed,
            message_bytes,
            takes_custom,
            new,
            hash: None,
        }
    }

    /// Creates the registry row for the MAC type `M`.
    pub(in crate::registry) const fn of<M: Mac>(
        key_bytes: Allowed,
        tag_bytes_allowed: Allowed,
        new: Constructor,
    ) -> Self {
        let names = (M::NAME, M::FAMILY, M::STANDARD);
        Self::new(names, key_bytes, (M::TAG_BYTES, tag_bytes_allowed), M::implementation, new)
    }

    pub(in crate::registry) const fn with(
        self,
        status: Status,
        aliases: &'static [&'static str],
    ) -> Self {
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
        object_storage::try_boxed(&mut |slot| self.new_mac_to(key, params, slot))
    }

    /// Like [`new_mac`](Self::new_mac), but creates the object in `slot`.
    ///
    /// # Errors
    /// The same errors as [`new_mac`](Self::new_mac). `slot` is unchanged on error.
    #[doc(hidden)]
    pub fn new_mac_to(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        slot: Slot<'_, dyn DynMac>,
    ) -> Result<(), ParameterError> {
        let tag_bytes = params.tag_bytes.unwrap_or(self.tag_bytes);
        let custom = self.check(key, params, tag_bytes)?;
        (self.new)(self, key, custom, tag_bytes, Request::Object(slot));
        Ok(())
    }

    /// Computes the tag of `message` and writes it to `tag` without allocation. The tag length is the length of `tag`;
    /// [`MacParams::tag_bytes`] is ignored.
    ///
    /// # Errors
    /// The same errors as [`new_mac`](Self::new_mac), and [`ParameterError::Length`] if the message is too long for the
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
        (self.new)(self, key, custom, tag.len(), Request::Tag(message, tag));
        Ok(())
    }

    /// Computes the tag of `message` and compares it with `tag` in constant time. The tag length is the length of
    /// `tag`; [`MacParams::tag_bytes`] is ignored.
    ///
    /// Check that `tag` has the length that your protocol requires. If 4-byte tags are accepted, an attacker finds a
    /// valid tag in about 2^32 attempts.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tags differ or the message is too long for the algorithm.
    /// [`VerifyError::Parameter`] for the same errors as [`new_mac`](Self::new_mac), if the tag is shorter than 4 bytes
    /// (SP 800-107r1 §5.3.3), or if a tag of more than 128 bytes cannot be allocated.
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
        verified(self, tag, |expected| self.mac_into(key, params, message, expected))
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

deref_to_info!(MacRow);

/// Keyed message authentication code chosen at run time.
pub trait DynMac: ObjectStorage<Macs> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static MacRow;
    /// Returns the tag length in bytes.
    fn tag_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Writes the tag to `tag`, then resets the object to an empty message with the same key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `tag` has the wrong length, or if the message was too long for the algorithm. If
    /// `tag` has the wrong length, the object is unchanged.
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Resets the object to an empty message with the same key.
    fn reset(&mut self);
    /// Exports the state as bytes, to continue the message in another process or on another machine. The bytes contain
    /// the key and must be kept secret. See [`ExportState`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::NotExportable`] for CMAC, because its state is a cipher's key schedule.
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Result<Vec<u8>, StateError>;
    /// Replaces this object's state, key and tag length with the values in `state`.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, or was exported by another algorithm or in another format version. On
    /// error, the object is unchanged.
    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynMac {
    /// Returns the tag, then resets the object to an empty message with the same key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message was too long for the algorithm.
    /// [`ParameterError::NoMemory`] if allocating the tag fails.
    pub fn finalize_reset(&mut self) -> Result<Vec<u8>, ParameterError> {
        let mut tag = zeros(self.row(), self.tag_bytes())?;
        self.finalize_into_reset(&mut tag)?;
        Ok(tag)
    }

    /// Compares the computed tag with `tag` in constant time, then resets the object to an empty message with the same
    /// key.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tags differ in length or content, or the message was too long for the
    /// algorithm. [`VerifyError::Parameter`] if the object's tags are shorter than 4 bytes (SP 800-107r1 §5.3.3), or if
    /// a tag of more than 128 bytes cannot be allocated.
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), VerifyError> {
        let bytes = self.tag_bytes();
        if tag.len() != bytes {
            self.reset();
            return Err(VerifyError::InvalidTag);
        }
        let allowed = Allowed::AtLeast(SHORTEST_VERIFIED_TAG_BYTES);
        if !allowed.contains(bytes) {
            self.reset();
            ParameterError::check_length(self.row().name, "tag to verify", bytes, allowed)?;
        }
        verified(self.row(), tag, |expected| self.finalize_into_reset(expected))
    }
}

/// Computes a tag by calling `fill`, and compares it with `tag` in constant time.
fn verified(
    row: &'static MacRow,
    tag: &[u8],
    fill: impl FnOnce(&mut [u8]) -> Result<(), ParameterError>,
) -> Result<(), VerifyError> {
    // A tag of up to 128 bytes is computed in a stack buffer, which saves an allocation.
    let (mut short, mut long);
    let expected = if tag.len() <= 128 {
        short = [0; 128];
        &mut short[..tag.len()]
    } else {
        long = zeros(row, tag.len())?;
        &mut long
    };
    fill(expected).map_err(|_| InvalidTag)?;
    Ok(same_tag(expected, tag)?)
}

/// Allocates a zeroed buffer for a tag of `given` bytes.
fn zeros(row: &'static MacRow, given: usize) -> Result<Vec<u8>, ParameterError> {
    let mut tag = Vec::new();
    tag.try_reserve_exact(given).map_err(|_| ParameterError::NoMemory {
        algorithm: row.name,
        what: "tag",
        given,
    })?;
    tag.resize(given, 0);
    Ok(tag)
}

/// Result requested from a constructor: a MAC object, or the tag of one message.
pub(in crate::registry) enum Request<'a> {
    /// Creates an object and stores it in this slot.
    Object(Slot<'a, dyn DynMac>),
    /// Computes the tag of this message and writes it to this buffer.
    Tag(&'a [u8], &'a mut [u8]),
}

object_kind!(Macs DynMac);
