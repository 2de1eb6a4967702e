//! The rows that every cipher of 16-byte blocks brings: GCM and CCM, for AES GCM-SIV too, CMAC, and KBKDF over it.

use super::aead::message::{self, DynMessage, MessageLengths};
use super::aead::{AeadRow, DynAead};
use super::cipher::CIPHERS;
use super::embed::{Aeads, Embed, Place};
use super::info::{Info, Kind, Sizes, Status};
use super::kdf::KdfRow;
use super::mac::{Authenticate, MacRow, object};
use super::mode::Direction;
use crate::aead::{Aead, Ccm, Gcm, GcmSiv};
use crate::cipher::BlockCipher;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::kind::ByteArray;
use crate::kind::cipher::Engine;
use crate::kind::state::{Carried, Fields};
use crate::kind::stream::Message;
use crate::mac::Cmac;
use crate::machine::stack::erase_after;

/// The rows over a cipher of 16-byte blocks.
#[derive(Debug)]
pub(super) struct Composed {
    pub(super) gcm: AeadRow,
    pub(super) ccm: AeadRow,
    pub(super) gcm_siv: Option<AeadRow>,
    pub(super) cmac: MacRow,
    pub(super) kbkdf: KdfRow,
}

impl Composed {
    /// The rows over `C`.
    pub(super) const fn of<C: BlockCipher<Block = [u8; 16]>>(status: Status) -> Self {
        Self {
            gcm: row::<Gcm<C>>(status, Allowed::AtLeast(1), Gcm::<C>::TAG_BYTES),
            ccm: row::<Ccm<C>>(status, Ccm::<C>::NONCE_BYTES, Ccm::<C>::TAG_BYTES),
            gcm_siv: None,
            cmac: MacRow::cmac::<C>(status),
            kbkdf: KdfRow::over_cmac::<C>(status),
        }
    }

    /// The same with GCM-SIV.
    pub(super) const fn with_siv<C: BlockCipher<Block = [u8; 16]>>(self, status: Status) -> Self {
        let Self { gcm, ccm, cmac, kbkdf, .. } = self;
        Self {
            gcm,
            ccm,
            gcm_siv: Some(row::<GcmSiv<C>>(
                status,
                Allowed::Exactly(GcmSiv::<C>::NONCE_BYTES),
                Allowed::Exactly(GcmSiv::<C>::TAG_BYTES),
            )),
            cmac,
            kbkdf,
        }
    }
}

/// What each cipher brings.
fn all() -> impl Iterator<Item = &'static Composed> + Clone {
    CIPHERS.iter().filter_map(|row| row.composed.as_ref())
}

/// The authenticated modes of every cipher that has them, which [`aead`](super::aead()) finds beside the rows of
/// [`AEADS`](super::AEADS).
pub fn composed_aeads() -> impl Iterator<Item = &'static AeadRow> + Clone {
    all().flat_map(|composed| {
        [Some(&composed.gcm), Some(&composed.ccm), composed.gcm_siv.as_ref()].into_iter().flatten()
    })
}

/// CMAC over every cipher that has it, which [`mac`](super::mac()) finds beside the rows of [`macs`](super::macs).
pub fn composed_macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    all().map(|composed| &composed.cmac)
}

/// KBKDF over CMAC over every cipher that has it, which [`kdf`](super::kdf()) finds beside the rows of
/// [`kdfs`](super::kdfs).
pub fn composed_kdfs() -> impl Iterator<Item = &'static KdfRow> + Clone {
    all().map(|composed| &composed.kbkdf)
}

/// An authenticated mode, with nonces and tags of all their lengths.
trait Seal: Aead {
    /// The stack that the cipher's rounds take in registers.
    const FRAMES: usize;
    /// That of the code that runs here now.
    fn frames() -> usize;
    fn seal(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError>;
    fn open(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError>;
    /// A message that begins, and comes piece by piece.
    fn start(
        &self,
        place: Started<'_>,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
    ) -> Result<(), ParameterError>;
}

/// Where a message goes, and which way.
struct Started<'a> {
    row: &'static AeadRow,
    direction: Direction,
    place: Place<'a, dyn DynMessage>,
}

impl Started<'_> {
    fn put<M: Message + Clone + 'static>(
        self,
        begin: impl FnOnce() -> Result<M, ParameterError>,
    ) -> Result<(), ParameterError> {
        message::put(self.row, self.direction, self.place, begin)
    }
}

macro_rules! seal {
    ($($mode:ident, $start:expr;)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> Seal for $mode<C> {
            const FRAMES: usize = <C::Engine as Engine>::FRAMES;
            fn frames() -> usize {
                <C::Engine as Engine>::frames()
            }
            fn seal(
                &self,
                nonce: &[u8],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &mut [u8],
            ) -> Result<(), ParameterError> {
                self.encrypt_in_place_detached(nonce, associated_data, text, tag)
            }
            fn open(
                &self,
                nonce: &[u8],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8],
            ) -> Result<(), VerifyError> {
                self.decrypt_in_place_detached(nonce, associated_data, text, tag)
            }
            fn start(
                &self,
                place: Started<'_>,
                nonce: &[u8],
                associated_data: &[u8],
                lengths: MessageLengths,
            ) -> Result<(), ParameterError> {
                $start(self, place, nonce, associated_data, lengths)
            }
        }
    )+ };
}

seal! {
    Gcm, start_gcm;
    Ccm, start_ccm;
    GcmSiv, |_, _, _, _, _| {
        let what = "message in pieces, for its end decides on its beginning";
        Err(ParameterError::NotTaken { algorithm: Self::NAME, what })
    };
}

fn start_gcm<C: BlockCipher<Block = [u8; 16]>>(
    gcm: &Gcm<C>,
    place: Started<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    ParameterError::check_length(Gcm::<C>::NAME, "tag", tag_bytes, Gcm::<C>::TAG_BYTES)?;
    place.put(|| gcm.message(nonce, associated_data))
}

fn start_ccm<C: BlockCipher<Block = [u8; 16]>>(
    ccm: &Ccm<C>,
    place: Started<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let (algorithm, what) = (Ccm::<C>::NAME, "message's length beforehand");
    let bytes = lengths.message_bytes.ok_or(ParameterError::Missing { algorithm, what })?;
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    place.put(|| ccm.message(nonce, associated_data, bytes, tag_bytes))
}

const fn row<S: Seal>(status: Status, nonce_bytes: Allowed, tag_bytes: Allowed) -> AeadRow {
    let sizes = Sizes {
        output_bytes: Some(S::TAG_BYTES),
        output_bytes_allowed: Some(tag_bytes),
        key_bytes: Some(Allowed::Exactly(S::KEY_BYTES)),
        nonce_bytes: Some(nonce_bytes),
        ..Sizes::NONE
    };
    let names = (S::NAME, S::FAMILY, S::STANDARD);
    AeadRow {
        info: Info::new(Kind::Aead, names, sizes, S::implementation).with(status, &[]),
        key_bytes: S::KEY_BYTES,
        nonce_bytes: S::NONCE_BYTES,
        tag_bytes: S::TAG_BYTES,
        frames: S::frames,
        new: |row, key, place| {
            let allowed = Allowed::Exactly(S::KEY_BYTES);
            ParameterError::check_length(row.name, "key", key.len(), allowed)?;
            erase_after(ComposedObject::<S>::MOVED, || {
                place.put(ComposedObject { row, cipher: S::new(&S::Key::chunks(key).0[0]) });
            });
            Ok(())
        },
    }
}

#[derive(Debug)]
struct ComposedObject<S> {
    row: &'static AeadRow,
    cipher: S,
}

impl<S: Seal> ComposedObject<S> {
    /// The stack that is used where an object is made: it is moved from frame to frame.
    const MOVED: usize = S::FRAMES + 4 * size_of::<Self>();
}

impl<S: Seal> DynAead for ComposedObject<S> {
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
        erase_after(S::frames(), || self.cipher.seal(nonce, associated_data, text, tag))
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        erase_after(S::frames(), || self.cipher.open(nonce, associated_data, text, tag))
    }
    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        place: Place<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError> {
        let place = Started { row: self.row, direction, place };
        self.cipher.start(place, nonce, associated_data, lengths)
    }
}

impl<S: Seal> Embed<Aeads> for ComposedObject<S> {
    fn clone_to(&self, place: Place<'_, dyn DynAead>) {
        erase_after(Self::MOVED, || {
            let copy = Self { row: self.row, cipher: self.cipher.clone() };
            place.put(copy);
        });
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynAead {
        memory.cast::<Self>()
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> Authenticate for Cmac<C> {
    const FRAMES: usize = <C::Engine as Engine>::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        tag.copy_from_slice(&self.end()[..tag.len()]);
        Ok(())
    }
    const IS_CARRIED: bool = false;
    fn carry(&mut self, _: &mut Fields<'_>) -> Carried {
        None
    }
}

impl MacRow {
    /// CMAC over the cipher `C`.
    const fn cmac<C: BlockCipher<Block = [u8; 16]>>(status: Status) -> Self {
        let key_bytes = Allowed::Exactly(C::KEY_BYTES);
        let row = Self::of::<Cmac<C>>(
            key_bytes,
            Allowed::Between(8, 16),
            |row, key, _, bytes, wanted| {
                object(row, || Cmac::<C>::new(&C::Key::chunks(key).0[0]), bytes, wanted);
            },
        );
        row.with(status, &[])
    }
}
