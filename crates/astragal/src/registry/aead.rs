//! Table and objects for the authenticated ciphers that are not modes of a block cipher, such as Ascon and
//! ChaCha20-Poly1305. `aead/row.rs` declares the row type and the object traits, `aead/message.rs` implements
//! streaming, and `aead/limits.rs` declares the limits on the use of a key. GCM, CCM, GCM-SIV, SIV and OCB are in
//! `cipher/composed.rs`.

pub(super) mod limits;
pub(super) mod message;
mod row;

use core::convert::identity;
use core::fmt::Debug;

pub use limits::AeadLimits;
pub(super) use row::Constructor;
pub use row::{AeadRow, Aeads, DynAead, DynMessage, MessageLengths, Messages};

use super::info::{Info, Kind, Sizes, Status};
use super::name::{Index, index};
use super::object_storage::{ObjectStorage, Slot};
use super::rows::rows;
use crate::aead::{self as typed, Aead};
use crate::construction::mode::Direction;
use crate::error::{Allowed, InvalidTag, ParameterError, VerifyError};
use crate::hash::ByteArray;
use crate::platform::stack::{STACK_BYTES, try_with_stack_wipe, with_stack_wipe};
use crate::traits::aead::{AeadEngine, AuthenticatedCipher};
use crate::traits::array_of;
use crate::traits::limited_aead::LimitedCipher;
use crate::traits::stream::{Message, Running};

/// Rows of all authenticated ciphers except modes of block ciphers. [`aead`](super::aead()) also finds these modes (GCM
/// and CCM, and for AES also GCM-SIV, SIV and OCB), by composed names such as `camellia-256-gcm`.
pub static AEADS: &[AeadRow] = rows! {
    "ascon":
        AeadRow::ascon::<typed::AsconAead128>(Status::Recommended),
        AeadRow::ascon::<typed::Ascon128>(Status::Legacy),
        AeadRow::ascon::<typed::Ascon128a>(Status::Legacy),
        AeadRow::ascon::<typed::Ascon80pq>(Status::Legacy);
    "aes":
        AeadRow::of::<typed::Xaes256Gcm>(Status::Acceptable, &["xaes256gcm"]);
    "aegis":
        AeadRow::of::<typed::Aegis128L>(Status::Acceptable, &["aegis128l"]),
        AeadRow::of::<typed::Aegis256>(Status::Acceptable, &["aegis256"]);
    "chacha":
        AeadRow::of::<typed::ChaCha20Poly1305>(Status::Recommended, &["chacha20poly1305"]),
        AeadRow::of::<typed::XChaCha20Poly1305>(Status::Recommended, &["xchacha20poly1305"]);
};

/// Name index of [`AEADS`].
pub(super) static INDEX: Index<64> = index!(AEADS);

impl AeadRow {
    /// Creates the registry row for the authenticated cipher `A`.
    const fn of<A: StreamingAead>(status: Status, aliases: &'static [&'static str]) -> Self {
        let sizes = Sizes {
            output_bytes: Some(A::TAG_BYTES),
            output_bytes_allowed: Some(A::TAG_LENGTHS),
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
            is_tag_first: false,
            limits: AeadLimits::new(A::LONGEST_MESSAGE_BYTES, A::NONCE_BYTES, 64),
            stack_bytes: || {
                const { if A::STACK_BYTES > STACK_BYTES { A::STACK_BYTES } else { STACK_BYTES } }
            },
            new: |row, key, slot| {
                // This closure stores the object in the slot and returns nothing. If it returned an enum, the unused
                // bytes of the enum could contain part of the key and would not be wiped.
                with_stack_wipe(AeadObject::<A>::MOVE_BYTES, || {
                    slot.put(AeadObject { row, cipher: A::new(&A::Key::chunks(key).0[0]) });
                });
            },
        }
    }

    /// Creates the registry row for an Ascon AEAD. The cipher commits to its key: an attacker needs 2^64 attempts to
    /// find a ciphertext that is valid under two keys. One key may process at most 2^54 bytes (SP 800-232), which are
    /// 2^50 units of 16 bytes.
    #[cfg(feature = "ascon")]
    const fn ascon<A: StreamingAead>(status: Status) -> Self {
        let row = Self::of::<A>(status, &[]);
        let limits = AeadLimits::new(u64::MAX, A::NONCE_BYTES, 50);
        Self { limits: AeadLimits { commits_to_key: true, ..limits }, ..row }
    }
}

#[derive(Debug)]
struct AeadObject<A> {
    row: &'static AeadRow,
    cipher: A,
}

impl<A> AeadObject<A> {
    /// Upper bound, in bytes, on the stack used to create an object. The object is moved through several stack frames,
    /// and each frame keeps a copy.
    const MOVE_BYTES: usize = 1024 + 4 * size_of::<Self>();
}

impl<A: StreamingAead> DynAead for AeadObject<A> {
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
        let nonce = array_of(A::NAME, "nonce", nonce)?;
        ParameterError::check_length(A::NAME, "tag", tag.len(), A::TAG_LENGTHS)?;
        try_with_stack_wipe(512, || self.cipher.seal(nonce, associated_data, text, tag))
    }

    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        verify_with_stack_wipe(512, || {
            let nonce = array_of(A::NAME, "nonce", nonce)?;
            ParameterError::check_length(A::NAME, "tag", tag.len(), A::TAG_LENGTHS)?;
            self.cipher.open(nonce, associated_data, text, tag)
        })
    }

    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        slot: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError> {
        let nonce = array_of(A::NAME, "nonce", nonce)?;
        let tag_bytes = lengths.tag_bytes.unwrap_or(A::TAG_BYTES);
        ParameterError::check_length(A::NAME, "tag", tag_bytes, A::TAG_LENGTHS)?;
        message::put(self.row, direction, slot, || Ok(self.cipher.message(nonce, associated_data)))
    }
}

/// Calls `verify`, then wipes `bytes` bytes of stack. [`try_with_stack_wipe`] requires that its closure returns no
/// error after it has used the key. An invalid tag is detected only after the key was used. The closure therefore sets
/// a `bool` instead of returning [`VerifyError::InvalidTag`].
#[inline(always)]
pub(super) fn verify_with_stack_wipe(
    bytes: usize,
    verify: impl FnOnce() -> Result<(), VerifyError>,
) -> Result<(), VerifyError> {
    let mut is_invalid = false;
    try_with_stack_wipe(bytes, || match verify() {
        Err(VerifyError::InvalidTag) => {
            is_invalid = true;
            Ok(())
        }
        other => other,
    })?;
    if is_invalid { Err(VerifyError::InvalidTag) } else { Ok(()) }
}

/// Authenticated cipher that supports streaming.
trait StreamingAead: Aead {
    /// Upper bound, in bytes, on the stack used by one call that processes message data.
    const STACK_BYTES: usize;
    /// Maximum message length in bytes.
    const LONGEST_MESSAGE_BYTES: u64;
    /// Allowed tag lengths in bytes.
    const TAG_LENGTHS: Allowed;
    type Message: Message + Clone + 'static;
    /// Encrypts `text` in place and fills `tag`. The caller must check the length of `tag` first.
    fn seal(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError>;
    /// Verifies `tag` and decrypts `text` in place. The caller must check the length of `tag` first.
    fn open(
        &self,
        nonce: &Self::Nonce,
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError>;
    fn message(&self, nonce: &Self::Nonce, associated_data: &[u8]) -> Self::Message;
}

macro_rules! streaming_aead {
    ($($cipher:ident: $seal:ident $open:ident, $sealed:expr, $opened:expr;)+) => { $(
        impl<E: AeadEngine> StreamingAead for $cipher<E> {
            const STACK_BYTES: usize = E::STACK_BYTES;
            const LONGEST_MESSAGE_BYTES: u64 = E::LONGEST_MESSAGE_BYTES;
            const TAG_LENGTHS: Allowed = E::TAG_BYTES;
            type Message = Running<E>;
            fn seal(
                &self,
                nonce: &E::Nonce,
                associated_data: &[u8],
                text: &mut [u8],
                tag: &mut [u8],
            ) -> Result<(), ParameterError> {
                $sealed(self.$seal(nonce, associated_data, text, tag))
            }
            fn open(
                &self,
                nonce: &E::Nonce,
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8],
            ) -> Result<(), VerifyError> {
                $opened(self.$open(nonce, associated_data, text, tag))
            }
            fn message(&self, nonce: &E::Nonce, associated_data: &[u8]) -> Running<E> {
                self.running(nonce, associated_data)
            }
        }
    )+ };
}

fn verified(opened: Result<(), InvalidTag>) -> Result<(), VerifyError> {
    opened.map_err(VerifyError::from)
}

streaming_aead! {
    AuthenticatedCipher: seal open, Ok, verified;
    LimitedCipher: encrypt_in_place_any_length decrypt_in_place_any_length, identity, identity;
}

impl<A: StreamingAead> ObjectStorage<Aeads> for AeadObject<A> {
    fn clone_to(&self, slot: Slot<'_, dyn DynAead>) {
        with_stack_wipe(Self::MOVE_BYTES, || {
            let copy = Self { row: self.row, cipher: self.cipher.clone() };
            slot.put(copy);
        });
    }

    fn at(&self, memory: *mut u8) -> *mut dyn DynAead {
        memory.cast::<Self>()
    }
}
