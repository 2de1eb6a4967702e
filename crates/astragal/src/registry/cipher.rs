//! Tables of block ciphers and stream ciphers, and objects that encrypt independent blocks. A new cipher needs a row in
//! `CIPHERS`. `cipher/mode.rs` and the files in `cipher/mode` implement CBC, CTR, CFB, OFB and XTS, and streaming with
//! stream ciphers. `cipher/composed.rs` creates the rows that every cipher with 16-byte blocks adds to other tables:
//! GCM, CCM, CMAC, KBKDF and key wrapping.

mod composed;
pub(super) mod mode;

use alloc::boxed::Box;
use core::fmt::Debug;
use core::marker::PhantomData;

pub(super) use composed::{AES_MODES, Composed};
use mode::object::{Begin, DynMode, Start, start, start_128};
#[cfg(feature = "chacha")]
use mode::stream::start as start_stream;

use super::erased::cipher::{Erase, ErasedCipher, Expand, expand};
use super::info::{Info, Kind, Sizes, Status, deref_to_info};
use super::name::{Index, NormalizedName, UnknownName, index};
use super::object_storage::{self, ObjectStorage, Slot, object_kind};
use super::rows::rows;
#[cfg(feature = "chacha")]
use crate::algorithm::chacha::cipher::Nonce;
use crate::cipher::{
    self as typed, BlockCipher, BlockOperations as _, Cbc, CfbEncryptor, Ctr, Ofb,
    TweakableBlockCipher, Xts,
};
use crate::error::{Allowed, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::traits::cipher::{CipherEngine, KeyUse, TweakableEngine};
use crate::traits::{ByteArray, opaque};

/// Rows of all block ciphers.
pub static CIPHERS: &[CipherRow] = rows! {
    "anubis":
        CipherRow::of::<typed::Anubis128>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis160>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis192>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis224>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis256>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis288>(Status::Legacy, &[]),
        CipherRow::of::<typed::Anubis320>(Status::Legacy, &[]);
    "aria":
        CipherRow::of::<typed::Aria128>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Aria192>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Aria256>(Status::Acceptable, &[]);
    "camellia":
        CipherRow::of::<typed::Camellia128>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Camellia192>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Camellia256>(Status::Acceptable, &[]);
    "cast256":
        CipherRow::of::<typed::Cast256_128>(Status::Legacy, &[]),
        CipherRow::of::<typed::Cast256_160>(Status::Legacy, &[]),
        CipherRow::of::<typed::Cast256_192>(Status::Legacy, &[]),
        CipherRow::of::<typed::Cast256_224>(Status::Legacy, &[]),
        CipherRow::of::<typed::Cast256_256>(Status::Legacy, &[]);
    "kalyna":
        CipherRow::of::<typed::Kalyna128_128>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Kalyna128_256>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Kalyna256_256>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Kalyna256_512>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Kalyna512_512>(Status::Acceptable, &[]);
    "kuznyechik":
        CipherRow::of::<typed::Kuznyechik>(Status::Acceptable, &[]);
    "mars":
        CipherRow::of::<typed::Mars128>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars160>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars192>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars224>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars256>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars288>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars320>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars352>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars384>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars416>(Status::Legacy, &[]),
        CipherRow::of::<typed::Mars448>(Status::Legacy, &[]);
    "aes":
        CipherRow::aes::<typed::Aes128>(&["aes128", "rijndael128-128"]),
        CipherRow::of::<typed::Rijndael128_160>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Aes192>(Status::Recommended, &["aes192", "rijndael128-192"]),
        CipherRow::of::<typed::Rijndael128_224>(Status::Acceptable, &[]),
        CipherRow::aes::<typed::Aes256>(&["aes256", "rijndael128-256"]),
        CipherRow::large::<typed::Rijndael160_128>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael160_160>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael160_192>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael160_224>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael160_256>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael192_128>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael192_160>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael192_192>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael192_224>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael192_256>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael224_128>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael224_160>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael224_192>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael224_224>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael224_256>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael256_128>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael256_160>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael256_192>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael256_224>(Status::Acceptable, &[]),
        CipherRow::large::<typed::Rijndael256_256>(Status::Acceptable, &[]);
    "serpent":
        CipherRow::of::<typed::Serpent128>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Serpent192>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Serpent256>(Status::Acceptable, &[]);
    "sm4":
        CipherRow::of::<typed::Sm4>(Status::Acceptable, &[]);
    "threefish":
        CipherRow::tweakable::<typed::Threefish256>(Status::Acceptable, &[]),
        CipherRow::tweakable::<typed::Threefish512>(Status::Acceptable, &[]),
        CipherRow::tweakable::<typed::Threefish1024>(Status::Acceptable, &[]);
    "twofish":
        CipherRow::of::<typed::Twofish128>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Twofish192>(Status::Acceptable, &[]),
        CipherRow::of::<typed::Twofish256>(Status::Acceptable, &[]);
};

/// Rows of all stream ciphers. The lookup [`mode`](super::mode()) finds them too.
pub static STREAM_CIPHERS: &[CipherRow] = rows! {
    "chacha":
        CipherRow::stream::<[u8; 12]>(),
        CipherRow::stream::<[u8; 24]>();
};

/// Name index of [`STREAM_CIPHERS`].
static STREAM_INDEX: Index<8> = index!(STREAM_CIPHERS);

/// Returns the stream cipher with this normalized name.
pub(super) fn find_stream(name: &NormalizedName) -> Option<&'static CipherRow> {
    STREAM_CIPHERS.get(STREAM_INDEX.find(name)?)
}

/// Name index of [`CIPHERS`].
pub(super) static INDEX: Index<256> = index!(CIPHERS);

/// Returns the block cipher with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no block cipher has this name.
pub fn cipher(name: &str) -> Result<&'static CipherRow, UnknownName> {
    INDEX.row(CIPHERS, &[Kind::Cipher], name)
}

/// Returns the block cipher with this normalized name.
pub(super) fn find(name: &NormalizedName) -> Option<&'static CipherRow> {
    CIPHERS.get(INDEX.find(name)?)
}

/// Returns the block cipher in a composed name: the cipher's name or alias, followed by `suffix`. `suffix` starts with
/// a hyphen, which the name may omit, because other libraries write names such as `aes256gcm`.
pub(super) fn find_composed(name: &NormalizedName, suffix: &str) -> Option<&'static CipherRow> {
    let of_suffix = |suffix: &[u8]| find(&name.strip_suffix(suffix)?);
    let suffix = suffix.as_bytes();
    of_suffix(suffix).or_else(|| of_suffix(suffix.strip_prefix(b"-")?))
}

/// Function that creates a cipher object from a registry row and a key, and stores the object in a slot.
type Constructor = fn(&'static CipherRow, &[u8], Slot<'_, dyn DynCipher>);

/// A row of [`CIPHERS`] or [`STREAM_CIPHERS`].
#[derive(Debug)]
pub struct CipherRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Key length in bytes.
    pub key_bytes: usize,
    /// Block length in bytes. For a stream cipher, the nonce length in bytes.
    pub block_bytes: usize,
    /// Tweak length in bytes, if the cipher takes a tweak.
    pub tweak_bytes: Option<usize>,
    /// Function that starts encrypting or decrypting a message with this cipher in a mode of operation.
    pub(super) start: Start,
    /// Names of the cipher's modes, in the order of [`Mode::ALL`](mode::Mode::ALL).
    pub(super) mode_names: [&'static str; 5],
    /// Registry rows composed from this cipher (GCM, CCM, CMAC and others). `None` if the cipher's blocks are not 16
    /// bytes long.
    pub(super) composed: Option<Composed>,
    /// Constructor of block-cipher objects. `None` for a stream cipher.
    new: Option<Constructor>,
}

impl CipherRow {
    /// Creates the registry row for the cipher `C`, which has 16-byte blocks.
    const fn of<C>(status: Status, aliases: &'static [&'static str]) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let row = Self::large::<C>(status, aliases);
        let [cbc, ctr, cfb, ofb, _] = row.mode_names;
        Self {
            start: start_mode_128::<C::Engine>,
            mode_names: [cbc, ctr, cfb, ofb, Xts::<C>::NAME],
            composed: Some(Composed::of::<C>(status)),
            ..row
        }
    }

    /// Creates the registry row for the AES cipher `C`. The row includes GCM-SIV, which is defined only for AES.
    const fn aes<C>(aliases: &'static [&'static str]) -> Self
    where
        C: BlockCipher<Block = [u8; 16], Engine: Erase>,
    {
        let status = Status::Recommended;
        let composed = Some(Composed::of::<C>(status).with_siv::<C>(status));
        Self { composed, ..Self::of::<C>(status, aliases) }
    }

    /// Creates the registry row for a cipher `C` with blocks of any length. The row has none of the modes that require
    /// 16-byte blocks, such as XTS and GCM.
    const fn large<C>(status: Status, aliases: &'static [&'static str]) -> Self
    where
        C: BlockCipher<Engine: Erase>,
    {
        let sizes = Sizes {
            block_bytes: Some(C::BLOCK_BYTES),
            key_bytes: Some(Allowed::Exactly(C::KEY_BYTES)),
            ..Sizes::NONE
        };
        let names = (C::NAME, C::FAMILY, C::STANDARD);
        Self {
            info: Info::new(Kind::Cipher, names, sizes, C::implementation).with(status, aliases),
            key_bytes: C::KEY_BYTES,
            block_bytes: C::BLOCK_BYTES,
            tweak_bytes: None,
            start: start_mode::<C::Engine>,
            mode_names: [
                Cbc::<C>::NAME,
                Ctr::<C>::NAME,
                CfbEncryptor::<C>::NAME,
                Ofb::<C>::NAME,
                C::NAME,
            ],
            composed: None,
            new: Some(put::<C::Engine, Plain>),
        }
    }

    /// Creates the registry row for ChaCha20 with nonces of type `N`.
    #[cfg(feature = "chacha")]
    const fn stream<N: Nonce>() -> Self {
        let sizes = Sizes {
            key_bytes: Some(Allowed::Exactly(32)),
            nonce_bytes: Some(Allowed::Exactly(size_of::<N>())),
            ..Sizes::NONE
        };
        let names = (N::CIPHER, "chacha", N::CIPHER_STANDARD);
        Self {
            info: Info::new(Kind::Cipher, names, sizes, typed::ChaCha::<N>::implementation),
            key_bytes: 32,
            block_bytes: size_of::<N>(),
            tweak_bytes: None,
            start: start_stream::<N>,
            mode_names: [N::CIPHER; 5],
            composed: None,
            new: None,
        }
    }

    /// Creates the registry row for the cipher `C`, which takes a tweak.
    const fn tweakable<C>(status: Status, aliases: &'static [&'static str]) -> Self
    where
        C: TweakableBlockCipher<Engine: Erase<Erased: TweakableEngine>>,
    {
        Self {
            tweak_bytes: Some(C::TWEAK_BYTES),
            new: Some(put::<C::Engine, Tweaked>),
            ..Self::large::<C>(status, aliases)
        }
    }

    /// Creates a block cipher object with this key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` has the wrong length. [`ParameterError::NotTaken`] if this is a stream
    /// cipher, because it cannot encrypt single blocks.
    pub fn new_cipher(&'static self, key: &[u8]) -> Result<Box<dyn DynCipher>, ParameterError> {
        object_storage::try_boxed(&mut |slot| self.new_cipher_to(key, slot))
    }

    /// Like [`new_cipher`](Self::new_cipher), but stores the object in `slot`.
    #[doc(hidden)]
    pub fn new_cipher_to(
        &'static self,
        key: &[u8],
        slot: Slot<'_, dyn DynCipher>,
    ) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(self.key_bytes);
        ParameterError::check_length(self.name, "key", key.len(), allowed)?;
        let stream = ParameterError::NotTaken { algorithm: self.name, what: "single blocks" };
        self.new.ok_or(stream)?(self, key, slot);
        Ok(())
    }
}

deref_to_info!(CipherRow);

// The functions below are generic over the key schedule instead of the cipher. Each is therefore compiled once per
// cipher family, not once per key length.
fn start_mode<S: Erase>(
    begin: &Begin<'_>,
    slot: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    start(expand::<S>, begin, slot)
}

fn start_mode_128<S: Erase<Block = [u8; 16]>>(
    begin: &Begin<'_>,
    slot: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    start_128(expand::<S>, begin, slot)
}

fn put<S: Erase, T: Tweaks<S::Erased>>(
    row: &'static CipherRow,
    key: &[u8],
    slot: Slot<'_, dyn DynCipher>,
) {
    CipherObject::<_, T>::put(expand::<S>, row, key, slot);
}

/// Keyed block cipher chosen at run time.
pub trait DynCipher: ObjectStorage<Ciphers> + Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static CipherRow;
    /// Sets the tweak for subsequent blocks. The initial tweak is zero.
    ///
    /// # Errors
    /// [`ParameterError::NotTaken`] if the cipher takes no tweak. [`ParameterError::Length`] if `tweak` has the wrong
    /// length. Nothing changes on error.
    fn set_tweak(&mut self, tweak: &[u8]) -> Result<(), ParameterError>;
    /// Encrypts each block of `blocks` independently, in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `blocks` is not a multiple of the block length. `blocks` is
    /// unchanged on error.
    fn encrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), ParameterError>;
    /// Decrypts each block of `blocks` independently, in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `blocks` is not a multiple of the block length. `blocks` is
    /// unchanged on error.
    fn decrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), ParameterError>;
}

/// Tweak support of a cipher object. Implemented by [`Plain`], which rejects every tweak, and [`Tweaked`], which
/// accepts tweaks.
trait Tweaks<X>: Debug + Send + Sync + 'static {
    fn set_tweak(row: &CipherRow, engine: &mut X, tweak: &[u8]) -> Result<(), ParameterError>;
}

#[derive(Debug)]
enum Plain {}
#[derive(Debug)]
enum Tweaked {}

impl<X> Tweaks<X> for Plain {
    fn set_tweak(row: &CipherRow, _: &mut X, _: &[u8]) -> Result<(), ParameterError> {
        Err(ParameterError::NotTaken { algorithm: row.name, what: "tweak" })
    }
}

impl<X: TweakableEngine> Tweaks<X> for Tweaked {
    fn set_tweak(row: &CipherRow, engine: &mut X, tweak: &[u8]) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(size_of::<X::Tweak>());
        ParameterError::check_length(row.name, "tweak", tweak.len(), allowed)?;
        engine.set_tweak(&X::Tweak::chunks(tweak).0[0]);
        Ok(())
    }
}

struct CipherObject<X, T> {
    row: &'static CipherRow,
    cipher: WipeOnDrop<ErasedCipher<X>>,
    tweak: PhantomData<T>,
}

impl<X: CipherEngine, T: Tweaks<X>> CipherObject<X, T> {
    /// Upper bound, in bytes, on the stack used to create an object. The object is moved through several stack frames,
    /// and each frame keeps a copy.
    const MOVE_BYTES: usize = 2048 + 4 * size_of::<Self>();

    fn put(expand: Expand<X>, row: &'static CipherRow, key: &[u8], slot: Slot<'_, dyn DynCipher>) {
        with_stack_wipe(Self::MOVE_BYTES, || {
            let cipher = WipeOnDrop::new(ErasedCipher::new(expand(key, KeyUse::Both)));
            slot.put(Self { row, cipher, tweak: PhantomData });
        });
    }

    /// Splits `bytes` into blocks. Returns an error if the length is not a multiple of the block length.
    fn whole<'a>(&self, bytes: &'a mut [u8]) -> Result<&'a mut [X::Block], ParameterError> {
        let allowed = Allowed::MultipleOf(size_of::<X::Block>());
        ParameterError::check_length(self.row.name, "run of blocks", bytes.len(), allowed)?;
        Ok(X::Block::chunks_mut(bytes).0)
    }
}

impl<X: CipherEngine, T: Tweaks<X>> ObjectStorage<Ciphers> for CipherObject<X, T> {
    fn clone_to(&self, slot: Slot<'_, dyn DynCipher>) {
        with_stack_wipe(Self::MOVE_BYTES, || {
            let copy = Self { row: self.row, cipher: self.cipher.clone(), tweak: PhantomData };
            slot.put(copy);
        });
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynCipher {
        memory.cast::<Self>()
    }
}

impl<X: CipherEngine, T: Tweaks<X>> DynCipher for CipherObject<X, T> {
    fn row(&self) -> &'static CipherRow {
        self.row
    }
    fn set_tweak(&mut self, tweak: &[u8]) -> Result<(), ParameterError> {
        T::set_tweak(self.row, self.cipher.engine_mut(), tweak)
    }
    fn encrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), ParameterError> {
        self.cipher.encrypt_blocks(self.whole(blocks)?);
        Ok(())
    }
    fn decrypt_blocks(&self, blocks: &mut [u8]) -> Result<(), ParameterError> {
        self.cipher.decrypt_blocks(self.whole(blocks)?);
        Ok(())
    }
}

impl<X, T> Debug for CipherObject<X, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        opaque(f, &["DynCipher(", self.row.name, ")"])
    }
}

object_kind!(Ciphers DynCipher);
