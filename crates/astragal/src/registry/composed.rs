//! Rows for every cipher with 16-byte blocks: GCM, CCM, CMAC and KBKDF with CMAC. AES also has GCM-SIV.

use core::fmt::Debug;

use super::aead::message::{self, DynMessage, MessageLengths};
use super::aead::{AeadRow, Constructor, DynAead};
use super::cipher::CIPHERS;
use super::erased::{Erase, Expand, Unnamed, expand};
use super::info::{Info, Kind, Sizes, Status};
use super::kdf::KdfRow;
use super::mac::{Authenticate, MacRow, Wanted, object};
use super::mode::Direction;
use super::object_storage::{Aeads, ObjectStorage, Slot};
use crate::aead::{Aead, Ccm, Gcm, GcmSiv};
use crate::cipher::{BlockCipher, BlockOperations};
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::mac::Cmac;
use crate::platform::stack::with_stack_wipe;
use crate::traits::ByteArray;
use crate::traits::cipher::{CipherEngine, KeyUse};
use crate::traits::state::{Fields, Serialized};
use crate::traits::stream::Message;

/// Rows over a cipher with 16-byte blocks.
#[derive(Debug)]
pub(super) struct Composed {
    pub(super) gcm: AeadRow,
    pub(super) ccm: AeadRow,
    pub(super) gcm_siv: Option<AeadRow>,
    pub(super) cmac: MacRow,
    pub(super) kbkdf: KdfRow,
}

impl Composed {
    /// Returns the rows over `C`, without GCM-SIV.
    pub(super) const fn of<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let nonces = Allowed::AtLeast(1);
        Self {
            gcm: row::<Gcm<C>, GcmOf<C>>(status, nonces, Gcm::<C>::TAG_BYTES, |row, key, place| {
                ComposedObject::put(row, place, || {
                    Gcm::with_cipher(Unnamed::new(expand::<C::Engine>(key, KeyUse::Encryption)))
                });
            }),
            ccm: row::<Ccm<C>, CcmOf<C>>(
                status,
                Ccm::<C>::NONCE_BYTES,
                Ccm::<C>::TAG_BYTES,
                |row, key, place| {
                    ComposedObject::put(row, place, || {
                        Ccm::with_cipher(Unnamed::new(expand::<C::Engine>(key, KeyUse::Encryption)))
                    });
                },
            ),
            gcm_siv: None,
            cmac: MacRow::cmac::<C>(status),
            kbkdf: KdfRow::over_cmac::<C>(status),
        }
    }

    /// Adds the row of GCM-SIV.
    pub(super) const fn with_siv<C: BlockCipher<Block = [u8; 16]>>(self, status: Status) -> Self {
        let gcm_siv = row::<GcmSiv<C>, GcmSiv<C>>(
            status,
            Allowed::Exactly(GcmSiv::<C>::NONCE_BYTES),
            Allowed::Exactly(GcmSiv::<C>::TAG_BYTES),
            |row, key, place| {
                ComposedObject::put(row, place, || GcmSiv::<C>::new(&C::Key::chunks(key).0[0]));
            },
        );
        let Self { gcm, ccm, cmac, kbkdf, .. } = self;
        Self { gcm, ccm, gcm_siv: Some(gcm_siv), cmac, kbkdf }
    }
}

/// Erased type of the cipher `C`.
type ErasedOf<C> = Unnamed<<<C as BlockOperations>::Engine as Erase>::Erased>;
/// GCM over the erased type of `C`.
type GcmOf<C> = Gcm<ErasedOf<C>>;
/// CCM over the erased type of `C`.
type CcmOf<C> = Ccm<ErasedOf<C>>;

/// Returns the composed rows of all ciphers.
fn all() -> impl Iterator<Item = &'static Composed> + Clone {
    CIPHERS.iter().filter_map(|row| row.composed.as_ref())
}

/// Iterates over the AEAD modes of all ciphers. [`aead`](super::aead()) finds these rows and the rows of
/// [`AEADS`](super::AEADS).
pub fn composed_aeads() -> impl Iterator<Item = &'static AeadRow> + Clone {
    all().flat_map(|composed| {
        [Some(&composed.gcm), Some(&composed.ccm), composed.gcm_siv.as_ref()].into_iter().flatten()
    })
}

/// Iterates over the CMACs of all ciphers. [`mac`](super::mac()) finds these rows and the rows of
/// [`macs`](super::macs).
pub fn composed_macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    all().map(|composed| &composed.cmac)
}

/// Iterates over KBKDF with CMAC for all ciphers. [`kdf`](super::kdf()) finds these rows and the rows of
/// [`kdfs`](super::kdfs).
pub fn composed_kdfs() -> impl Iterator<Item = &'static KdfRow> + Clone {
    all().map(|composed| &composed.kbkdf)
}

/// AEAD mode with nonces and tags of any supported length.
trait Seal: Clone + Debug + Send + Sync + 'static {
    /// Stack used by the cipher's vector rounds, in bytes.
    const STACK_BYTES: usize;
    /// Returns the stack used by the active backend, in bytes.
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
    /// Starts a streaming message.
    fn start(
        &self,
        place: Started<'_>,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
    ) -> Result<(), ParameterError>;
}

/// Row, direction and destination of a new message.
struct Started<'a> {
    row: &'static AeadRow,
    direction: Direction,
    place: Slot<'a, dyn DynMessage>,
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
    ($($bound:ident $mode:ident, $start:expr;)+) => { $(
        impl<C: $bound<Block = [u8; 16]>> Seal for $mode<C> {
            const STACK_BYTES: usize = <C::Engine as CipherEngine>::STACK_BYTES;
            fn frames() -> usize {
                <C::Engine as CipherEngine>::frames()
            }
            fn seal(
                &self,
                nonce: &[u8],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &mut [u8],
            ) -> Result<(), ParameterError> {
                self.encrypt_in_place_any_length(nonce, associated_data, text, tag)
            }
            fn open(
                &self,
                nonce: &[u8],
                associated_data: &[u8],
                text: &mut [u8],
                tag: &[u8],
            ) -> Result<(), VerifyError> {
                self.decrypt_in_place_any_length(nonce, associated_data, text, tag)
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
    BlockOperations Gcm, start_gcm;
    BlockOperations Ccm, start_ccm;
    BlockCipher GcmSiv, |_, started: Started<'_>, _, _, _| {
        let what = "message in pieces, for its end decides on its beginning";
        Err(ParameterError::NotTaken { algorithm: started.row.name, what })
    };
}

fn start_gcm<C: BlockOperations<Block = [u8; 16]>>(
    gcm: &Gcm<C>,
    place: Started<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    ParameterError::check_length(place.row.name, "tag", tag_bytes, Gcm::<C>::TAG_BYTES)?;
    place.put(|| gcm.message(nonce, associated_data))
}

fn start_ccm<C: BlockOperations<Block = [u8; 16]>>(
    ccm: &Ccm<C>,
    place: Started<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let (algorithm, what) = (place.row.name, "message's length beforehand");
    let bytes = lengths.message_bytes.ok_or(ParameterError::Missing { algorithm, what })?;
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    place.put(|| ccm.message(nonce, associated_data, bytes, tag_bytes))
}

/// Creates the row of the typed mode `A`. `S` is its object type.
const fn row<A: Aead, S: Seal>(
    status: Status,
    nonce_bytes: Allowed,
    tag_bytes: Allowed,
    put: Constructor,
) -> AeadRow {
    let sizes = Sizes {
        output_bytes: Some(A::TAG_BYTES),
        output_bytes_allowed: Some(tag_bytes),
        key_bytes: Some(Allowed::Exactly(A::KEY_BYTES)),
        nonce_bytes: Some(nonce_bytes),
        ..Sizes::NONE
    };
    let names = (A::NAME, A::FAMILY, A::STANDARD);
    AeadRow {
        info: Info::new(Kind::Aead, names, sizes, A::implementation).with(status, &[]),
        key_bytes: A::KEY_BYTES,
        nonce_bytes: A::NONCE_BYTES,
        tag_bytes: A::TAG_BYTES,
        frames: S::frames,
        new: put,
    }
}

#[derive(Debug)]
struct ComposedObject<S> {
    row: &'static AeadRow,
    cipher: S,
}

impl<S: Seal> ComposedObject<S> {
    /// Stack used to create an object, in bytes. Each frame that moves the object holds a copy.
    const MOVE_BYTES: usize = S::STACK_BYTES + 4 * size_of::<Self>();

    fn put(row: &'static AeadRow, place: Slot<'_, dyn DynAead>, keyed: impl FnOnce() -> S) {
        with_stack_wipe(Self::MOVE_BYTES, || place.put(Self { row, cipher: keyed() }));
    }
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
        let sealed =
            with_stack_wipe(S::frames(), || self.cipher.seal(nonce, associated_data, text, tag));
        sealed.map_err(|error| error.named(self.row.name))
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        let opened =
            with_stack_wipe(S::frames(), || self.cipher.open(nonce, associated_data, text, tag));
        opened.map_err(|error| error.named(self.row.name))
    }
    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        place: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError> {
        let place = Started { row: self.row, direction, place };
        self.cipher.start(place, nonce, associated_data, lengths)
    }
}

impl<S: Seal> ObjectStorage<Aeads> for ComposedObject<S> {
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

impl<C: BlockOperations<Block = [u8; 16]>> Authenticate for Cmac<C> {
    fn stack(&self) -> usize {
        <C::Engine as CipherEngine>::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        tag.copy_from_slice(&self.end()[..tag.len()]);
        Ok(())
    }
    const IS_CARRIED: bool = false;
    fn serialize(&mut self, _: &mut Fields<'_>) -> Serialized {
        None
    }
}

impl MacRow {
    /// Row of CMAC over the cipher `C`.
    const fn cmac<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let key_bytes = Allowed::Exactly(C::KEY_BYTES);
        let row = Self::of::<Cmac<C>>(
            key_bytes,
            Allowed::Between(8, 16),
            |row, key, _, bytes, wanted| {
                cmac_object(expand::<C::Engine>, row, key, bytes, wanted);
            },
        );
        row.with(status, &[])
    }
}

/// Creates the requested CMAC object or tag.
fn cmac_object<X: CipherEngine<Block = [u8; 16]>>(
    expand: Expand<X>,
    row: &'static MacRow,
    key: &[u8],
    tag_bytes: usize,
    wanted: Wanted<'_>,
) {
    let keyed = || Cmac::with_cipher(Unnamed::new(expand(key, KeyUse::Encryption)));
    object(row, X::STACK_BYTES, keyed, tag_bytes, wanted);
}
