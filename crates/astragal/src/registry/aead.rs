//! Table of authenticated ciphers by name.

pub(super) mod message;

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::Zeroize;

pub use message::{DynMessage, MessageLengths};

use super::cipher;
use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::mode::Direction;
use super::name::{Index, Normal, UnknownName, index};
use super::object_storage::{self, Aeads, ObjectStorage, Slot};
use super::rows::rows;
use crate::aead::{self as typed, Aead};
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::hash::ByteArray;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::traits::aead::{AeadEngine, AuthenticatedCipher};
use crate::traits::stream::{Message, Running};

/// Every authenticated cipher except modes of block ciphers. [`aead`] composes those from their names: GCM, CCM and
/// (for AES) GCM-SIV, for example `camellia-256-gcm`.
pub static AEADS: &[AeadRow] = rows! {
    "ascon":
        AeadRow::of::<typed::AsconAead128>(Status::Recommended, &[]),
        AeadRow::of::<typed::Ascon128>(Status::Legacy, &[]),
        AeadRow::of::<typed::Ascon128a>(Status::Legacy, &[]),
        AeadRow::of::<typed::Ascon80pq>(Status::Legacy, &[]);
};

/// Name index of [`AEADS`].
pub(super) static INDEX: Index<64> = index!(AEADS);

/// Returns the authenticated cipher with this name or alias.
///
/// # Errors
/// [`UnknownName`] if the registry has no such name.
pub fn aead(name: &str) -> Result<&'static AeadRow, UnknownName> {
    let found = Normal::of(name.as_bytes()).and_then(|name| find(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::Aead], name))
}

/// Finds the row with this name. A mode accepts every name of its cipher.
pub(super) fn find(name: &Normal) -> Option<&'static AeadRow> {
    if let Some(place) = INDEX.find(name) {
        return AEADS.get(place);
    }
    let of_cipher = |end: &[u8]| cipher::find(&name.before(end)?)?.composed.as_ref();
    // Accepts `aes-256-gcm`, and `aes256gcm` for compatibility with other libraries.
    let composed = |end: &[u8]| of_cipher(end).or_else(|| of_cipher(end.strip_prefix(b"-")?));
    composed(b"-gcm")
        .map(|composed| &composed.gcm)
        .or_else(|| composed(b"-ccm").map(|composed| &composed.ccm))
        .or_else(|| composed(b"-gcm-siv")?.gcm_siv.as_ref())
}

/// A row of [`AEADS`].
#[derive(Debug)]
pub struct AeadRow {
    /// Name, standard, status and sizes.
    pub info: Info,
    /// The key's length in bytes.
    pub key_bytes: usize,
    /// The nonce's length in bytes.
    pub nonce_bytes: usize,
    /// The tag's length in bytes.
    pub tag_bytes: usize,
    /// Stack used by a call that processes a message, in bytes.
    pub(super) frames: fn() -> usize,
    pub(super) new: Constructor,
}

/// Creates an object from a row and a key.
pub(super) type Constructor = fn(&'static AeadRow, &[u8], Slot<'_, dyn DynAead>);

impl AeadRow {
    /// The row of the type `A`.
    const fn of<A: Pieces>(status: Status, aliases: &'static [&'static str]) -> Self {
        let sizes = Sizes {
            output_bytes: Some(A::TAG_BYTES),
            output_bytes_allowed: Some(Allowed::Exactly(A::TAG_BYTES)),
            key_bytes: Some(Allowed::Exactly(A::KEY_BYTES)),
            nonce_bytes: Some(Allowed::Exactly(A::NONCE_BYTES)),
            ..Sizes::NONE
        };
        let names = (A::NAME, A::FAMILY, A::STANDARD);
        Self {
            info: Info::new(Kind::Aead, names, sizes, A::implementation).with(status, aliases),
            key_bytes: A::KEY_BYTES,
            nonce_bytes: A::NONCE_BYTES,
            tag_bytes: A::TAG_BYTES,
            frames: || STACK_BYTES,
            new: |row, key, place| {
                // Returns nothing: unused bytes of a returned enum may contain part of the key.
                with_stack_wipe(AeadObject::<A>::MOVE_BYTES, || {
                    place.put(AeadObject { row, cipher: A::new(&A::Key::chunks(key).0[0]) });
                });
            },
        }
    }

    /// Creates a cipher object with this key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has the wrong length.
    pub fn new_aead(&'static self, key: &[u8]) -> Result<Box<dyn DynAead>, ParameterError> {
        object_storage::try_boxed(&mut |place| self.new_aead_to(key, place))
    }

    /// Creates the object of [`new_aead`](Self::new_aead) in `place`.
    ///
    /// # Errors
    /// As for [`new_aead`](Self::new_aead); `place` is unchanged on error.
    pub(super) fn new_aead_to(
        &'static self,
        key: &[u8],
        place: Slot<'_, dyn DynAead>,
    ) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(self.key_bytes);
        ParameterError::check_length(self.name, "key", key.len(), allowed)?;
        (self.new)(self, key, place);
        Ok(())
    }
}

reads_as_info!(AeadRow);

/// An authenticated cipher chosen at run time; it holds a key.
pub trait DynAead: ObjectStorage<Aeads> + Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static AeadRow;
    /// Encrypts `text` in place and writes the tag to `tag`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `nonce` or `tag` has the wrong length; nothing is changed.
    fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError>;
    /// Verifies `tag` and decrypts `text` in place.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] when `nonce` or `tag` has the wrong length; nothing is changed.
    /// [`VerifyError::InvalidTag`] when the tag does not verify; `text` is zeroed.
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError>;
    /// Creates the object of [`start`](#method.start) in `place`.
    #[doc(hidden)]
    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        place: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError>;
}

impl dyn DynAead {
    /// Encrypts `plaintext` and returns the ciphertext followed by the tag.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `nonce` has the wrong length.
    pub fn encrypt(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        plaintext: &[u8],
    ) -> Result<Vec<u8>, ParameterError> {
        let mut sealed = vec![0; plaintext.len() + self.row().tag_bytes];
        let (text, tag) = sealed.split_at_mut(plaintext.len());
        text.copy_from_slice(plaintext);
        if let Err(error) = self.encrypt_in_place_detached(nonce, associated_data, text, tag) {
            sealed.zeroize();
            return Err(error);
        }
        Ok(sealed)
    }

    /// Verifies and decrypts `sealed`, a ciphertext followed by its tag. Returns the plaintext.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] when `nonce` has the wrong length. [`VerifyError::InvalidTag`] when the tag
    /// does not verify or `sealed` is shorter than a tag.
    pub fn decrypt(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, VerifyError> {
        let length =
            sealed.len().checked_sub(self.row().tag_bytes).ok_or(VerifyError::InvalidTag)?;
        let (ciphertext, tag) = sealed.split_at(length);
        let mut plaintext = ciphertext.to_vec();
        self.decrypt_in_place_detached(nonce, associated_data, &mut plaintext, tag)?;
        Ok(plaintext)
    }
}

impl dyn DynAead {
    /// Starts a streaming message. All associated data must precede the text. Decrypted text is released only after the
    /// tag has verified.
    ///
    /// ```
    /// use astragal::registry::{self, Direction, MessageLengths};
    /// let cipher = registry::aead("aes-256-gcm")?.new_aead(&[7; 32])?;
    /// let (mut text, mut tag) = (*b"message", [0; 16]);
    /// let lengths = MessageLengths::default();
    /// let mut sealing = cipher.start(Direction::Encrypt, &[1; 12], b"header", lengths)?;
    /// sealing.encrypt(&mut text[..3])?;
    /// sealing.encrypt(&mut text[3..])?;
    /// sealing.finish_encryption(&mut tag)?;
    ///
    /// let mut opening = cipher.start(Direction::Decrypt, &[1; 12], b"header", lengths)?;
    /// opening.decrypt(&text)?;
    /// assert_eq!(opening.plaintext(&tag)?, b"message");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ParameterError::Length`] for a nonce, tag or message of a length that the algorithm does not take.
    /// [`ParameterError::Missing`] for CCM without the message's length. [`ParameterError::NotTaken`] for GCM-SIV,
    /// which needs the whole message.
    pub fn start(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
    ) -> Result<Box<dyn DynMessage>, ParameterError> {
        object_storage::try_boxed(&mut |place| {
            self.start_to(direction, nonce, associated_data, lengths, place)
        })
    }
}

#[derive(Debug)]
struct AeadObject<A> {
    row: &'static AeadRow,
    cipher: A,
}

impl<A> AeadObject<A> {
    /// Stack used while an object is created, in bytes: each frame that moves it holds a copy.
    const MOVE_BYTES: usize = 1024 + 4 * size_of::<Self>();
}

impl<A: Pieces> DynAead for AeadObject<A> {
    fn row(&self) -> &'static AeadRow {
        self.row
    }

    fn encrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        let nonce = array(A::NAME, "nonce", nonce)?;
        let allowed = Allowed::Exactly(A::TAG_BYTES);
        ParameterError::check_length(A::NAME, "tag", tag.len(), allowed)?;
        with_stack_wipe(512, || {
            let computed = self.cipher.encrypt_in_place_detached(&nonce, associated_data, text)?;
            tag.copy_from_slice(computed.as_ref());
            Ok(())
        })
    }

    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        with_stack_wipe(512, || {
            let nonce = array(A::NAME, "nonce", nonce)?;
            let tag = array(A::NAME, "tag", tag)?;
            self.cipher.decrypt_in_place_detached(&nonce, associated_data, text, &tag)
        })
    }

    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        place: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError> {
        let nonce = array(A::NAME, "nonce", nonce)?;
        let (given, allowed) =
            (lengths.tag_bytes.unwrap_or(A::TAG_BYTES), Allowed::Exactly(A::TAG_BYTES));
        ParameterError::check_length(A::NAME, "tag", given, allowed)?;
        message::put(self.row, direction, place, || {
            Ok(self.cipher.message(&nonce, associated_data))
        })
    }
}

/// Authenticated cipher that supports streaming.
trait Pieces: Aead {
    type Message: Message + Clone + 'static;
    fn message(&self, nonce: &Self::Nonce, associated_data: &[u8]) -> Self::Message;
}

impl<E: AeadEngine> Pieces for AuthenticatedCipher<E> {
    type Message = Running<E>;
    fn message(&self, nonce: &[u8; 16], associated_data: &[u8]) -> Running<E> {
        self.running(nonce, associated_data)
    }
}

impl<A: Pieces> ObjectStorage<Aeads> for AeadObject<A> {
    fn clone_to(&self, place: Slot<'_, dyn DynAead>) {
        with_stack_wipe(Self::MOVE_BYTES, || {
            let copy = Self { row: self.row, cipher: self.cipher.clone() };
            place.put(copy);
        });
    }

    fn at(&self, memory: *mut u8) -> *mut dyn DynAead {
        memory.cast::<Self>()
    }
}

/// Converts the slice to an array, or returns an error if the lengths differ.
fn array<T: ByteArray>(
    algorithm: &'static str,
    what: &'static str,
    bytes: &[u8],
) -> Result<T, ParameterError> {
    let mut array = T::ZERO;
    let allowed = Allowed::Exactly(array.as_ref().len());
    ParameterError::check_length(algorithm, what, bytes.len(), allowed)?;
    array.as_mut().copy_from_slice(bytes);
    Ok(array)
}
