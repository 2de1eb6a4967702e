//! Key wrapping: KW (RFC 3394) and KWP (RFC 5649), generic over ciphers with 16-byte blocks (SP 800-38F).

#[cfg(feature = "alloc")]
use alloc::{vec, vec::Vec};
use core::fmt;

use super::chain::{first, spread};
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::array::copy;
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::{all_or_none, xor_into};
use crate::traits::cipher::{BlockCipher, BlockKernel, BlockOperations, CipherEngine, Rounds};
use crate::traits::{array_of, opaque};

/// Half of a 16-byte block. KW and KWP process keys in units of this size.
type Half = [u8; 8];

/// Default initial value of KW (RFC 3394 §2.2.3.1).
const INITIAL_VALUE: Half = [0xa6; 8];
/// First half of the initial value of KWP (RFC 5649 §3). The second half is the key length.
const PADDED_INITIAL_VALUE: [u8; 4] = [0xa6, 0x59, 0x59, 0xa6];

/// Key wrapping KW over a cipher with 16-byte blocks: encrypts a key under another key, without a nonce.
///
/// The wrapped key is 8 bytes longer than the key. The key is a multiple of 8 bytes long, and at least 16 bytes;
/// [`KeyWrapPadded`] takes keys of any length. Equal keys give equal wrapped keys. Wrap only random keys, because two
/// of them are never equal. For messages, use an [`aead`](crate::aead).
///
/// ```
/// use astragal::cipher::{Aes256, KeyWrap};
/// let wrapping = KeyWrap::<Aes256>::new(&[7; 32]);
/// let mut wrapped = [0; 24];
/// wrapping.wrap_to(&[0x11; 16], &mut wrapped)?;
/// let mut key = [0; 16];
/// wrapping.unwrap_to(&wrapped, &mut key)?;
/// assert_eq!(key, [0x11; 16]);
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct KeyWrap<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
}

/// Key wrapping with padding, KWP, over a cipher with 16-byte blocks: encrypts a key of any length under another key,
/// without a nonce.
///
/// The wrapped key is 8 to 15 bytes longer than the key: a multiple of 8 bytes, and at least 16 bytes. Equal keys give
/// equal wrapped keys. Wrap only random keys, because two of them are never equal. For messages, use an
/// [`aead`](crate::aead).
///
/// ```
/// use astragal::cipher::{Aes256, KeyWrapPadded};
/// let wrapping = KeyWrapPadded::<Aes256>::new(&[7; 32]);
/// let wrapped = wrapping.wrap(&[0x11; 21])?;
/// assert_eq!(wrapped.len(), 32);
/// assert_eq!(wrapping.unwrap(&wrapped)?, [0x11; 21]);
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct KeyWrapPadded<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
}

/// Defines the constructors and the name of each key-wrapping type.
macro_rules! constructors {
    ($($wrap:ident = $suffix:literal, $standard:literal;)+) => { $(
        impl<C: BlockCipher<Block = [u8; 16]>> $wrap<C> {
            /// Standard that defines the algorithm.
            pub const STANDARD: &'static str = $standard;

            /// Creates the key-wrapping object. `key` is the key that wraps other keys.
            #[must_use]
            pub fn new(key: &C::Key) -> Self {
                Self::with_cipher(C::new(key))
            }

            /// Creates the key-wrapping object with a wrapping key whose length is known only at run time.
            ///
            /// # Errors
            /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
            pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
                array_of(Self::NAME, "key", key).map(Self::new)
            }
        }

        impl<C: BlockOperations<Block = [u8; 16]>> $wrap<C> {
            const NAME_TEXT: names::Composed = names::compose(C::NAME, $suffix);
            /// Canonical name, such as `aes-256-kw`: the cipher's name and a suffix.
            pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

            /// Creates the key-wrapping object from a cipher whose key is already set.
            pub(crate) const fn with_cipher(cipher: C) -> Self {
                Self { cipher }
            }
        }

        impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for $wrap<C> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                opaque(f, &[stringify!($wrap), "<", C::NAME, ">"])
            }
        }
    )+ };
}

constructors! {
    KeyWrap = "-kw", "RFC 3394";
    KeyWrapPadded = "-kwp", "RFC 5649";
}

impl<C: BlockOperations<Block = [u8; 16]>> KeyWrap<C> {
    /// Wraps `key` into `wrapped`, which is 8 bytes longer.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is below 16 bytes or not a multiple of 8 bytes, or if
    /// `wrapped` is not 8 bytes longer than `key`. In that case nothing changes.
    pub fn wrap_to(&self, key: &[u8], wrapped: &mut [u8]) -> Result<(), ParameterError> {
        check(Self::NAME, "key to wrap", key.len(), 16)?;
        ParameterError::check_buffer(Self::NAME, wrapped, key.len() + 8)?;
        copy(&mut wrapped[..8], &INITIAL_VALUE);
        copy(&mut wrapped[8..], key);
        encrypt(&self.cipher, wrapped.as_chunks_mut().0);
        Ok(())
    }

    /// Unwraps `wrapped` into `key`, which is 8 bytes shorter, and verifies its integrity.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped under another key. In that case `key` is
    /// zeroed.
    ///
    /// [`VerifyError::Parameter`] if the length of `wrapped` is below 24 bytes or not a multiple of 8 bytes, or if
    /// `key` is not 8 bytes shorter than `wrapped`. In that case nothing changes.
    pub fn unwrap_to(&self, wrapped: &[u8], key: &mut [u8]) -> Result<(), VerifyError> {
        check(Self::NAME, "wrapped key", wrapped.len(), 24)?;
        ParameterError::check_buffer(Self::NAME, key, wrapped.len() - 8)?;
        let mut value = decrypt(&self.cipher, wrapped, key);
        super::verified(key, &mut value, &INITIAL_VALUE)
    }

    /// Wraps `key` and returns the wrapped key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is below 16 bytes or not a multiple of 8 bytes.
    #[cfg(feature = "alloc")]
    pub fn wrap(&self, key: &[u8]) -> Result<Vec<u8>, ParameterError> {
        let mut wrapped = vec![0; key.len() + 8];
        self.wrap_to(key, &mut wrapped)?;
        Ok(wrapped)
    }

    /// Unwraps `wrapped` and verifies its integrity. Returns the key.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped under another key.
    ///
    /// [`VerifyError::Parameter`] if the length of `wrapped` is below 24 bytes or not a multiple of 8 bytes.
    #[cfg(feature = "alloc")]
    pub fn unwrap(&self, wrapped: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut key = vec![0; wrapped.len().saturating_sub(8)];
        self.unwrap_to(wrapped, &mut key)?;
        Ok(key)
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> KeyWrapPadded<C> {
    /// Returns the length of a wrapped key in bytes, for a key of `key_bytes` bytes.
    #[must_use]
    pub const fn wrapped_bytes(key_bytes: usize) -> usize {
        wrapped_bytes(key_bytes)
    }

    /// Wraps `key` into `wrapped`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is empty or has 2^32 bytes or more, or if the length of `wrapped` is not
    /// [`wrapped_bytes`](Self::wrapped_bytes). In that case nothing changes.
    pub fn wrap_to(&self, key: &[u8], wrapped: &mut [u8]) -> Result<(), ParameterError> {
        let allowed = Allowed::Between(1, u32::MAX as usize);
        ParameterError::check_length(Self::NAME, "key to wrap", key.len(), allowed)?;
        ParameterError::check_buffer(Self::NAME, wrapped, Self::wrapped_bytes(key.len()))?;
        let (value, text) = wrapped.split_at_mut(8);
        copy(&mut value[..4], &PADDED_INITIAL_VALUE);
        copy(&mut value[4..], &u32::try_from(key.len()).unwrap_or(u32::MAX).to_be_bytes());
        copy(&mut text[..key.len()], key);
        text[key.len()..].fill(0);
        encrypt(&self.cipher, wrapped.as_chunks_mut().0);
        Ok(())
    }

    /// Unwraps `wrapped` and verifies its integrity. Returns the length of the key in bytes. The buffer `key` must be 8
    /// bytes shorter than `wrapped`. Writes the key to the start of this buffer, and fills the rest of the buffer with
    /// zeros.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped under another key. In that case `key` is
    /// zeroed.
    ///
    /// [`VerifyError::Parameter`] if the length of `wrapped` is below 16 bytes or not a multiple of 8 bytes, or if
    /// `key` is not 8 bytes shorter than `wrapped`. In that case nothing changes.
    pub fn unwrap_to(&self, wrapped: &[u8], key: &mut [u8]) -> Result<usize, VerifyError> {
        check(Self::NAME, "wrapped key", wrapped.len(), 16)?;
        ParameterError::check_buffer(Self::NAME, key, wrapped.len() - 8)?;
        let value = decrypt(&self.cipher, wrapped, key);
        let [a, b, c, d, length @ ..] = value;
        // Combines all conditions without a branch, so that an attacker does not learn which of them is false.
        let padding = (key.len() as u64).wrapping_sub(u32::from_be_bytes(length).into());
        let mut wrong = [0; 8];
        copy(&mut wrong[..4], &[a, b, c, d]);
        xor_into(&mut wrong[..4], &PADDED_INITIAL_VALUE);
        wrong[4] = u8::from(padding > 7);
        let (_, last) = key.split_at(key.len() - 8);
        for (i, byte) in (1_u64..).zip(last.iter().rev()) {
            let is_padding: u8 = all_or_none(u8::from(i <= padding));
            wrong[5] |= byte & is_padding;
        }
        super::verified(key, &mut wrong, &[0; 8])?;
        Ok(u32::from_be_bytes(length) as usize)
    }

    /// Wraps `key` and returns the wrapped key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `key` is empty or has 2^32 bytes or more.
    #[cfg(feature = "alloc")]
    pub fn wrap(&self, key: &[u8]) -> Result<Vec<u8>, ParameterError> {
        let mut wrapped = vec![0; Self::wrapped_bytes(key.len())];
        self.wrap_to(key, &mut wrapped)?;
        Ok(wrapped)
    }

    /// Unwraps `wrapped` and verifies its integrity. Returns the key.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if `wrapped` was modified or wrapped under another key.
    ///
    /// [`VerifyError::Parameter`] if the length of `wrapped` is below 16 bytes or not a multiple of 8 bytes.
    #[cfg(feature = "alloc")]
    pub fn unwrap(&self, wrapped: &[u8]) -> Result<Vec<u8>, VerifyError> {
        let mut key = vec![0; wrapped.len().saturating_sub(8)];
        let length = self.unwrap_to(wrapped, &mut key)?;
        key.truncate(length);
        Ok(key)
    }
}

/// Returns the length of a wrapped key in bytes, for a key of `key_bytes` bytes. The key is padded to a multiple of 8
/// bytes, and the integrity check value takes 8 bytes.
pub(crate) const fn wrapped_bytes(key_bytes: usize) -> usize {
    key_bytes.div_ceil(8).saturating_mul(8).saturating_add(8)
}

/// Returns an error if the length of an input is below `shortest` or not a multiple of 8.
fn check(
    algorithm: &'static str,
    what: &'static str,
    bytes: usize,
    shortest: usize,
) -> Result<(), ParameterError> {
    ParameterError::check_length(algorithm, what, bytes, Allowed::AtLeast(shortest))?;
    ParameterError::check_length(algorithm, what, bytes, Allowed::MultipleOf(8))
}

/// Number of passes over the key (RFC 3394 §2.2.1).
const PASSES: u64 = 6;

/// Encrypts the initial value and the key after it in place, with the wrapping function W (SP 800-38F §6.1). If the two
/// together fill exactly one block, encrypts this block once with the cipher instead (RFC 5649 §4.1).
fn encrypt<C: BlockOperations<Block = [u8; 16]>>(cipher: &C, text: &mut [Half]) {
    let Some((value, key)) = text.split_first_mut() else { return };
    with_stack_wipe(C::Engine::stack_bytes() + LOCAL_STACK_BYTES, || {
        cipher.engine().encrypt_chain(Steps::<false> { value, key });
    });
}

/// Decrypts `wrapped` into `key` and returns the initial value. This is the inverse of [`encrypt`].
fn decrypt<C: BlockOperations<Block = [u8; 16]>>(
    cipher: &C,
    wrapped: &[u8],
    key: &mut [u8],
) -> Half {
    let (start, text) = wrapped.split_at(8);
    copy(key, text);
    let mut value = [0; 8];
    copy(&mut value, start);
    let (key, _) = key.as_chunks_mut();
    with_stack_wipe(C::Engine::stack_bytes() + LOCAL_STACK_BYTES, || {
        let kernel = Steps::<true> { value: &mut value, key };
        cipher.engine().decrypt(kernel);
    });
    value
}

/// Kernel of the wrapping function W, or of its inverse if `DECRYPT` is set.
struct Steps<'a, const DECRYPT: bool> {
    value: &'a mut Half,
    key: &'a mut [Half],
}

impl<const DECRYPT: bool> BlockKernel<[u8; 16]> for Steps<'_, DECRYPT> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        1
    }

    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(self, _: W, one: N) {
        let Self { value, key } = self;
        let halves = key.len();
        let (passes, counts) = if halves == 1 { (1, 0) } else { (PASSES, 1) };
        // Both halves of a block are integers, which the compiler combines in a register. A block in memory, written in
        // two parts, would make the cipher's load wait for both stores.
        let mut front = u64::from_le_bytes(*value);
        let mut step = if DECRYPT { passes * halves as u64 * counts } else { counts };
        for _ in 0..passes {
            for i in 0..halves {
                let half = &mut key[if DECRYPT { halves - 1 - i } else { i }];
                if DECRYPT {
                    front ^= step.swap_bytes();
                    step -= counts;
                }
                let block = u128::from(u64::from_le_bytes(*half)) << 64 | u128::from(front);
                let state = one.apply(spread(one, &block.to_le_bytes()));
                let [a, b, c, d, e, f, g, h, behind @ ..] = first(one, state);
                front = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
                *half = behind;
                if !DECRYPT {
                    front ^= step.swap_bytes();
                    step += counts;
                }
            }
        }
        *value = front.to_le_bytes();
    }
}

/// Upper bound, in bytes, on the stack that [`encrypt`] or [`decrypt`] uses, without the stack of the cipher.
const LOCAL_STACK_BYTES: usize = 256;
