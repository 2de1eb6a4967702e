//! Registry rows of the algorithms that are composed from a cipher with 16-byte blocks. Every such cipher has GCM, CCM,
//! CMAC, KBKDF with CMAC, and key wrapping. AES also has GCM-SIV, SIV and OCB.

use core::fmt::Debug;

use crate::aead::{Aead, Ccm, Gcm, GcmSiv, Ocb, Siv};
#[cfg(feature = "aes")]
use crate::cipher::{Aes128, Aes192, Aes256};
use crate::cipher::{BlockCipher, BlockOperations};
use crate::construction::mode::Direction;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::mac::Cmac;
use crate::platform::stack::{try_with_stack_wipe, with_stack_wipe};
use crate::registry::aead::limits::{AeadLimits, BLOCKS_LOG2};
use crate::registry::aead::{
    AeadRow, Aeads, Constructor, DynAead, DynMessage, MessageLengths, message,
    verify_with_stack_wipe,
};
use crate::registry::erased::cipher::{Erase, ErasedCipher, Expand, expand};
use crate::registry::info::{Info, Kind, Sizes, Status};
use crate::registry::kdf::KdfRow;
use crate::registry::key_wrap::KeyWrapRow;
use crate::registry::mac::{Authenticate, MacRow, Request, object};
use crate::registry::object_storage::{ObjectStorage, Slot};
use crate::registry::rows::rows;
use crate::traits::ByteArray;
use crate::traits::cipher::{CipherEngine, KeyUse};
use crate::traits::state::{Fields, Serialized};
use crate::traits::stream::Message;

/// Registry rows of the modes, MACs and other algorithms that are built from one block cipher. Its blocks must have 16
/// bytes.
#[derive(Debug)]
pub(in crate::registry) struct Composed {
    pub(in crate::registry) gcm: AeadRow,
    pub(in crate::registry) ccm: AeadRow,
    pub(in crate::registry) gcm_siv: Option<AeadRow>,
    pub(in crate::registry) cmac: MacRow,
    pub(in crate::registry) kbkdf: KdfRow,
    pub(in crate::registry) kw: KeyWrapRow,
    pub(in crate::registry) kwp: KeyWrapRow,
}

impl Composed {
    /// Creates the registry rows for the modes of the cipher `C`. [`with_siv`](Self::with_siv) adds GCM-SIV, which is
    /// defined only for AES.
    pub(super) const fn of<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let nonces = Allowed::AtLeast(1);
        Self {
            gcm: row::<Gcm<C>, GcmOf<C>>(
                status,
                (nonces, Gcm::<C>::TAG_BYTES),
                AeadLimits::new(Gcm::<C>::LONGEST_MESSAGE_BYTES, 12, BLOCKS_LOG2),
                put_gcm::<C::Engine>,
            ),
            ccm: row::<Ccm<C>, CcmOf<C>>(
                status,
                (Ccm::<C>::NONCE_BYTES, Ccm::<C>::TAG_BYTES),
                // With 12-byte nonces, CCM encodes the message length in 3 bytes, which limits it to 2^24 - 1 bytes.
                AeadLimits::new((1 << 24) - 1, 12, BLOCKS_LOG2),
                put_ccm::<C::Engine>,
            ),
            gcm_siv: None,
            cmac: MacRow::cmac::<C>(status),
            kbkdf: KdfRow::over_cmac::<C>(status),
            kw: KeyWrapRow::kw::<C>(status),
            kwp: KeyWrapRow::kwp::<C>(status),
        }
    }

    /// Adds the GCM-SIV row. GCM-SIV is defined only for AES.
    pub(super) const fn with_siv<C: BlockCipher<Block = [u8; 16]>>(self, status: Status) -> Self {
        let gcm_siv = row::<GcmSiv<C>, GcmSiv<C>>(
            status,
            (Allowed::Exactly(GcmSiv::<C>::NONCE_BYTES), Allowed::Exactly(GcmSiv::<C>::TAG_BYTES)),
            AeadLimits {
                is_nonce_reuse_fatal: false,
                ..AeadLimits::new(GcmSiv::<C>::LONGEST_MESSAGE_BYTES, 12, BLOCKS_LOG2)
            },
            |row, key, slot| {
                ComposedObject::put(row, slot, || GcmSiv::<C>::new(&C::Key::chunks(key).0[0]));
            },
        );
        let Self { gcm, ccm, cmac, kbkdf, kw, kwp, .. } = self;
        Self { gcm, ccm, gcm_siv: Some(gcm_siv), cmac, kbkdf, kw, kwp }
    }
}

/// Rows of the modes SIV and OCB, which are defined for AES.
pub(in crate::registry) static AES_MODES: &[AeadRow] = rows! {
    "aes":
        AeadRow::siv::<Aes128>(),
        AeadRow::siv::<Aes192>(),
        AeadRow::siv::<Aes256>(),
        AeadRow::ocb::<Aes128>(),
        AeadRow::ocb::<Aes192>(),
        AeadRow::ocb::<Aes256>();
};

impl AeadRow {
    /// Creates the registry row for SIV with the cipher `C`. The nonce is the last item of associated data (RFC 5297
    /// §3).
    #[cfg(feature = "aes")]
    const fn siv<C: BlockCipher<Block = [u8; 16], Engine: Erase>>() -> Self {
        let (nonces, tags) = (Allowed::AtLeast(1), Allowed::Exactly(Siv::<C>::TAG_BYTES));
        let sizes = Sizes {
            output_bytes: Some(Siv::<C>::TAG_BYTES),
            output_bytes_allowed: Some(tags),
            key_bytes: Some(Allowed::Exactly(Siv::<C>::KEY_BYTES)),
            nonce_bytes: Some(nonces),
            ..Sizes::NONE
        };
        let names = (Siv::<C>::NAME, C::FAMILY, "RFC 5297");
        let info = Info::new(Kind::Aead, names, sizes, C::implementation);
        Self {
            info: info.with(Status::Acceptable, &[]),
            key_bytes: Siv::<C>::KEY_BYTES,
            nonce_bytes: 16,
            tag_bytes: Siv::<C>::TAG_BYTES,
            is_tag_first: true,
            limits: AeadLimits {
                is_nonce_reuse_fatal: false,
                ..AeadLimits::new(u64::MAX, 16, BLOCKS_LOG2)
            },
            stack_bytes: || Siv::<C>::stack_bytes().max(SivOf::<C>::stack_bytes()),
            new: |row, key, slot| {
                ComposedObject::put(row, slot, || {
                    let (mac, counter) = key.split_at(C::KEY_BYTES);
                    let expand =
                        |key| ErasedCipher::new(expand::<C::Engine>(key, KeyUse::Encryption));
                    Siv::with_ciphers(expand(mac), expand(counter))
                });
            },
        }
    }

    /// Creates the registry row for OCB with the cipher `C`.
    #[cfg(feature = "aes")]
    const fn ocb<C: BlockCipher<Block = [u8; 16], Engine: Erase>>() -> Self {
        row::<Ocb<C>, OcbOf<C>>(
            Status::Acceptable,
            (Ocb::<C>::NONCE_BYTES, Ocb::<C>::TAG_BYTES),
            AeadLimits::new(u64::MAX, 12, BLOCKS_LOG2),
            |row, key, slot| {
                ComposedObject::put(row, slot, || {
                    Ocb::with_cipher(ErasedCipher::new(expand::<C::Engine>(key, KeyUse::Both)))
                });
            },
        )
    }
}

// The functions below are generic over the key schedule instead of the cipher. Each is therefore compiled once per
// cipher family, not once per key length.
fn put_gcm<S: Erase<Block = [u8; 16]>>(
    row: &'static AeadRow,
    key: &[u8],
    slot: Slot<'_, dyn DynAead>,
) {
    put(expand::<S>, row, key, slot, Gcm::with_cipher);
}

fn put_ccm<S: Erase<Block = [u8; 16]>>(
    row: &'static AeadRow,
    key: &[u8],
    slot: Slot<'_, dyn DynAead>,
) {
    put(expand::<S>, row, key, slot, Ccm::with_cipher);
}

fn put_cmac<S: Erase<Block = [u8; 16]>>(
    row: &'static MacRow,
    key: &[u8],
    _: &[u8],
    tag_bytes: usize,
    request: Request<'_>,
) {
    cmac_object(expand::<S>, row, key, tag_bytes, request);
}

/// Expands the key into the type-erased cipher `X`, calls `with_cipher` to create a mode with this cipher, and stores
/// the mode's object in `slot`.
fn put<X: CipherEngine, S: AeadMode>(
    expand: Expand<X>,
    row: &'static AeadRow,
    key: &[u8],
    slot: Slot<'_, dyn DynAead>,
    with_cipher: fn(ErasedCipher<X>) -> S,
) {
    let keyed = || with_cipher(ErasedCipher::new(expand(key, KeyUse::Encryption)));
    ComposedObject::put(row, slot, keyed);
}

/// Type-erased cipher that registry objects contain in place of the cipher type `C`.
type ErasedOf<C> = ErasedCipher<<<C as BlockOperations>::Engine as Erase>::Erased>;
/// GCM with the type-erased form of the cipher `C`.
type GcmOf<C> = Gcm<ErasedOf<C>>;
/// CCM with the type-erased form of the cipher `C`.
type CcmOf<C> = Ccm<ErasedOf<C>>;

/// SIV with the type-erased form of the cipher `C`.
#[cfg(feature = "aes")]
type SivOf<C> = Siv<ErasedOf<C>>;
/// OCB with the type-erased form of the cipher `C`.
#[cfg(feature = "aes")]
type OcbOf<C> = Ocb<ErasedOf<C>>;

/// AEAD mode whose nonce and tag lengths are chosen at run time.
trait AeadMode: Clone + Debug + Send + Sync + 'static {
    /// Upper bound, in bytes, on the stack that the cipher's vector rounds use.
    const STACK_BYTES: usize;
    /// Returns an upper bound, in bytes, on the stack that the mode uses with the active backend.
    fn stack_bytes() -> usize;
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
        message: NewMessage<'_>,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
    ) -> Result<(), ParameterError>;
}

/// Arguments for starting a streaming message: the registry row, the direction (encryption or decryption), and the slot
/// for the message object.
struct NewMessage<'a> {
    row: &'static AeadRow,
    direction: Direction,
    slot: Slot<'a, dyn DynMessage>,
}

impl NewMessage<'_> {
    fn put<M: Message + Clone + 'static>(
        self,
        begin: impl FnOnce() -> Result<M, ParameterError>,
    ) -> Result<(), ParameterError> {
        message::put(self.row, self.direction, self.slot, begin)
    }
}

macro_rules! aead_mode {
    ($($bound:ident $mode:ident, $start:expr;)+) => { $(
        impl<C: $bound<Block = [u8; 16]>> AeadMode for $mode<C> {
            const STACK_BYTES: usize = <C::Engine as CipherEngine>::STACK_BYTES;
            fn stack_bytes() -> usize {
                <C::Engine as CipherEngine>::stack_bytes()
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
                message: NewMessage<'_>,
                nonce: &[u8],
                associated_data: &[u8],
                lengths: MessageLengths,
            ) -> Result<(), ParameterError> {
                $start(self, message, nonce, associated_data, lengths)
            }
        }
    )+ };
}

aead_mode! {
    BlockOperations Gcm, start_gcm;
    BlockOperations Ccm, start_ccm;
    BlockCipher GcmSiv, reject_streaming;
    BlockOperations Siv, reject_streaming;
    BlockOperations Ocb, reject_streaming;
}

fn reject_streaming<A>(
    _: &A,
    message: NewMessage<'_>,
    _: &[u8],
    _: &[u8],
    _: MessageLengths,
) -> Result<(), ParameterError> {
    let what = "streamed message; process the whole message in one call";
    Err(ParameterError::NotTaken { algorithm: message.row.name, what })
}

fn start_gcm<C: BlockOperations<Block = [u8; 16]>>(
    gcm: &Gcm<C>,
    message: NewMessage<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    ParameterError::check_length(message.row.name, "tag", tag_bytes, Gcm::<C>::TAG_BYTES)?;
    message.put(|| gcm.message(nonce, associated_data))
}

fn start_ccm<C: BlockOperations<Block = [u8; 16]>>(
    ccm: &Ccm<C>,
    message: NewMessage<'_>,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
) -> Result<(), ParameterError> {
    let (algorithm, what) = (message.row.name, "message length in advance");
    let bytes = lengths.message_bytes.ok_or(ParameterError::Missing { algorithm, what })?;
    let tag_bytes = lengths.tag_bytes.unwrap_or(16);
    message.put(|| ccm.message(nonce, associated_data, bytes, tag_bytes))
}

/// Creates the registry row for the AEAD mode `A`. The mode's objects contain `S`, the same mode with a type-erased
/// cipher. The row's stack bound is the larger of the bounds of `A` and `S`.
const fn row<A: Aead + AeadMode, S: AeadMode>(
    status: Status,
    (nonce_bytes, tag_bytes): (Allowed, Allowed),
    limits: AeadLimits,
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
        is_tag_first: false,
        limits,
        stack_bytes: || A::stack_bytes().max(S::stack_bytes()),
        new: put,
    }
}

#[derive(Debug)]
struct ComposedObject<S> {
    row: &'static AeadRow,
    cipher: S,
}

impl<S: AeadMode> ComposedObject<S> {
    /// Upper bound, in bytes, on the stack used to create an object. The object is moved through several stack frames,
    /// and each frame keeps a copy.
    const MOVE_BYTES: usize = S::STACK_BYTES + 4 * size_of::<Self>();

    fn put(row: &'static AeadRow, slot: Slot<'_, dyn DynAead>, keyed: impl FnOnce() -> S) {
        with_stack_wipe(Self::MOVE_BYTES, || slot.put(Self { row, cipher: keyed() }));
    }
}

impl<S: AeadMode> DynAead for ComposedObject<S> {
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
        let sealed = try_with_stack_wipe((self.row.stack_bytes)(), || {
            self.cipher.seal(nonce, associated_data, text, tag)
        });
        sealed.map_err(|error| error.named(self.row.name))
    }
    fn decrypt_in_place_detached(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        let opened = verify_with_stack_wipe((self.row.stack_bytes)(), || {
            self.cipher.open(nonce, associated_data, text, tag)
        });
        opened.map_err(|error| error.named(self.row.name))
    }
    fn start_to(
        &self,
        direction: Direction,
        nonce: &[u8],
        associated_data: &[u8],
        lengths: MessageLengths,
        slot: Slot<'_, dyn DynMessage>,
    ) -> Result<(), ParameterError> {
        let message = NewMessage { row: self.row, direction, slot };
        self.cipher.start(message, nonce, associated_data, lengths)
    }
}

impl<S: AeadMode> ObjectStorage<Aeads> for ComposedObject<S> {
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
    const RESTART_BYTES: usize = 0;
    fn restart(&mut self, _: &Self) {
        self.restart();
    }
    const IS_EXPORTABLE: bool = false;
    fn serialize(&mut self, _: &mut Fields<'_>) -> Serialized {
        None
    }
}

impl MacRow {
    /// Creates the registry row for CMAC with the cipher `C`.
    const fn cmac<C>(status: Status) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let key_bytes = Allowed::Exactly(C::KEY_BYTES);
        let row = Self::of::<Cmac<C>>(key_bytes, Allowed::Between(8, 16), put_cmac::<C::Engine>);
        row.with(status, &[])
    }
}

/// Depending on `request`, creates a CMAC object or computes the CMAC tag of one message.
fn cmac_object<X: CipherEngine<Block = [u8; 16]>>(
    expand: Expand<X>,
    row: &'static MacRow,
    key: &[u8],
    tag_bytes: usize,
    request: Request<'_>,
) {
    let keyed = || Cmac::with_cipher(ErasedCipher::new(expand(key, KeyUse::Encryption)));
    object(row, X::STACK_BYTES, keyed, tag_bytes, request);
}
