//! ChaCha20 (RFC 8439 §2.4) and XChaCha20 (draft-irtf-cfrg-xchacha-03 §2.3): keystream with random access.

use core::fmt;

use super::backend::{Backend, Work};
use super::matrix::{Matrix, extended_matrix, matrix};
use crate::error::{Allowed, ParameterError};
use crate::platform::stack::with_stack_wipe;
use crate::platform::words::{erase, load_le};
use crate::traits::{ByteArray, Implementation, opaque};

/// ChaCha20 with a 32-byte key and a 12-byte nonce.
///
/// Never encrypt two messages with the same key and nonce. ChaCha20 does not authenticate: use
/// [`ChaCha20Poly1305`](crate::aead::ChaCha20Poly1305) for messages. The block counter has 32 bits and starts at 0, so
/// a message has at most 2^38 bytes. RFC 8439 often starts at block 1. To start at block `n`, seek to byte `64 * n`.
///
/// ```
/// use astragal::cipher::ChaCha20;
/// let mut text = *b"a message of any length";
/// ChaCha20::new(&[7; 32], &[1; 12]).apply(&mut text)?;
/// let mut cipher = ChaCha20::new(&[7; 32], &[1; 12]);
/// cipher.seek(10)?;
/// cipher.apply(&mut text[10..])?;
/// assert_eq!(text[10..], *b"of any length");
/// # Ok::<(), astragal::error::ParameterError>(())
/// ```
pub type ChaCha20 = ChaCha<[u8; 12]>;

/// XChaCha20 with a 32-byte key and a 24-byte nonce, which may be random.
///
/// As with [`ChaCha20`], a message has at most 2^38 bytes and is not authenticated. Use
/// [`XChaCha20Poly1305`](crate::aead::XChaCha20Poly1305) for messages.
pub type XChaCha20 = ChaCha<[u8; 24]>;

/// Nonce of ChaCha20 (`[u8; 12]`) or of XChaCha20 (`[u8; 24]`).
pub trait Nonce: ByteArray {
    /// Name of the stream cipher.
    const CIPHER: &'static str;
    /// Name of the authenticated cipher.
    const AEAD: &'static str;
    /// Standard and section that define the stream cipher.
    const CIPHER_STANDARD: &'static str;
    /// Standard and section that define the authenticated cipher.
    const AEAD_STANDARD: &'static str;
    /// Upper bound, in bytes, on the stack that [`matrix`](Self::matrix) uses.
    #[doc(hidden)]
    const MATRIX_STACK_BYTES: usize;
    /// Returns the initial state of keystream block 0 for this nonce and `key`.
    #[doc(hidden)]
    fn matrix(&self, key: &[u32; 8]) -> [u32; 16];
}

impl Nonce for [u8; 12] {
    const CIPHER: &'static str = "chacha20";
    const AEAD: &'static str = "chacha20-poly1305";
    const CIPHER_STANDARD: &'static str = "RFC 8439 §2.4";
    const AEAD_STANDARD: &'static str = "RFC 8439 §2.8";
    const MATRIX_STACK_BYTES: usize = 128;
    #[inline]
    fn matrix(&self, key: &[u32; 8]) -> [u32; 16] {
        matrix(key, self)
    }
}

impl Nonce for [u8; 24] {
    const CIPHER: &'static str = "xchacha20";
    const AEAD: &'static str = "xchacha20-poly1305";
    const CIPHER_STANDARD: &'static str = "draft-irtf-cfrg-xchacha-03 §2.3";
    const AEAD_STANDARD: &'static str = "draft-irtf-cfrg-xchacha-03 §2.1";
    const MATRIX_STACK_BYTES: usize = 768;
    #[inline]
    fn matrix(&self, key: &[u32; 8]) -> [u32; 16] {
        extended_matrix(key, self)
    }
}

/// Upper bound, in bytes, on the stack that one call uses. The stack holds sixteen blocks in vector lanes, and their
/// keystream. On x86-64, the bound is measured.
pub(crate) const STACK_BYTES: usize = if cfg!(target_arch = "x86_64") { 2048 } else { 10 << 10 };

/// Upper bound, in bytes, on the stack that one call uses for a text of `text_bytes` bytes.
fn stack_bytes(text_bytes: usize) -> usize {
    match text_bytes {
        _ if cfg!(not(target_arch = "x86_64")) => STACK_BYTES,
        // Up to two blocks are computed in rows. Three or four blocks are computed in rows with AVX2, and in 8 lanes
        // with AVX-512. All of these need less stack than longer texts.
        0..=128 => 512,
        129..=256 => 1024,
        _ => STACK_BYTES,
    }
}

/// Maximum message length in bytes: 2^32 blocks.
const LONGEST_MESSAGE_BYTES: u64 = 1 << 38;

/// ChaCha20 or XChaCha20 keystream. Use this type through [`ChaCha20`] and [`XChaCha20`].
#[derive(Clone)]
pub struct ChaCha<N: Nonce> {
    key: [u32; 8],
    stream: Keystream,
    nonce: core::marker::PhantomData<N>,
}

impl<N: Nonce> ChaCha<N> {
    /// Key length in bytes.
    pub const KEY_BYTES: usize = 32;
    /// Nonce length in bytes.
    pub const NONCE_BYTES: usize = size_of::<N>();
    /// Canonical name: `chacha20` or `xchacha20`.
    pub const NAME: &'static str = N::CIPHER;
    /// Maximum message length in bytes.
    pub const LONGEST_MESSAGE_BYTES: u64 = LONGEST_MESSAGE_BYTES;

    /// Upper bound, in bytes, on the stack that `new` uses.
    pub(crate) const START_STACK_BYTES: usize = N::MATRIX_STACK_BYTES + size_of::<Self>();

    /// Creates the keystream for the given key and nonce.
    #[must_use]
    #[inline(never)]
    pub fn new(key: &[u8; 32], nonce: &N) -> Self {
        with_stack_wipe(Self::START_STACK_BYTES, || {
            let key = load_le(key);
            Self {
                key,
                stream: Keystream::new(nonce.matrix(&key)),
                nonce: core::marker::PhantomData,
            }
        })
    }

    /// Creates the keystream for a key and a nonce whose lengths are known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the key or the nonce has the wrong length.
    pub fn from_slices(key: &[u8], nonce: &[u8]) -> Result<Self, ParameterError> {
        let allowed = Allowed::Exactly(Self::KEY_BYTES);
        ParameterError::check_length(Self::NAME, "key", key.len(), allowed)?;
        Self::check_nonce(nonce)?;
        Ok(Self::new(&key.as_chunks().0[0], &N::chunks(nonce).0[0]))
    }

    fn check_nonce(nonce: &[u8]) -> Result<(), ParameterError> {
        let allowed = Allowed::Exactly(Self::NONCE_BYTES);
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), allowed)
    }

    /// Starts a new message with the same key and a new nonce.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce has the wrong length. In that case nothing changes.
    pub fn restart(&mut self, nonce: &[u8]) -> Result<(), ParameterError> {
        Self::check_nonce(nonce)?;
        with_stack_wipe(Self::START_STACK_BYTES, || {
            self.stream = Keystream::new(N::chunks(nonce).0[0].matrix(&self.key));
        });
        Ok(())
    }

    /// Encrypts or decrypts `data` in place.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message becomes longer than 2^38 bytes. In that case nothing changes.
    pub fn apply(&mut self, data: &mut [u8]) -> Result<(), ParameterError> {
        let end = self.stream.position.saturating_add(data.len() as u64);
        ParameterError::check_message(Self::NAME, end, LONGEST_MESSAGE_BYTES)?;
        with_stack_wipe(stack_bytes(data.len()), || self.stream.apply(data));
        Ok(())
    }

    /// Encrypts or decrypts `input` and writes the result to `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is not as long as `input`, or if the message becomes longer than 2^38
    /// bytes. In that case nothing changes.
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(Self::NAME, output, input.len())?;
        let end = self.stream.position.saturating_add(input.len() as u64);
        ParameterError::check_message(Self::NAME, end, LONGEST_MESSAGE_BYTES)?;
        output.copy_from_slice(input);
        self.apply(output)
    }

    /// Moves to byte `position` of the keystream.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `position` is beyond 2^38. In that case nothing changes.
    pub fn seek(&mut self, position: u64) -> Result<(), ParameterError> {
        ParameterError::check_message(Self::NAME, position, LONGEST_MESSAGE_BYTES)?;
        with_stack_wipe(stack_bytes(64) + 64, || self.stream.seek(position));
        Ok(())
    }

    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    pub fn implementation() -> Implementation {
        Backend::implementation()
    }
}

impl<N: Nonce> Drop for ChaCha<N> {
    fn drop(&mut self) {
        erase(&mut self.key);
    }
}

impl<N: Nonce> fmt::Debug for ChaCha<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[N::CIPHER])
    }
}

/// Keystream for one key and nonce, with the current position.
#[derive(Clone)]
pub(super) struct Keystream {
    /// Initial matrix of block 0.
    matrix: Matrix,
    /// Keystream block at the current position. Valid only if some bytes of the block have been used and others have
    /// not.
    last: [u8; 64],
    pub(super) position: u64,
}

impl Keystream {
    #[inline]
    pub(super) fn new(matrix: Matrix) -> Self {
        Self::at_block(matrix, 0)
    }

    /// Creates a keystream whose position is the start of the block with the given number.
    #[inline]
    pub(super) fn at_block(matrix: Matrix, block: u64) -> Self {
        Self { matrix, last: [0; 64], position: 64 * block }
    }

    /// XORs the keystream into `data`. The caller has checked that the counter does not overflow.
    #[inline]
    pub(super) fn apply(&mut self, data: &mut [u8]) {
        let used = self.used();
        let mut text = data;
        if used > 0 {
            let (head, rest) = text.split_at_mut(text.len().min(64 - used));
            for (byte, key) in head.iter_mut().zip(&self.last[used..]) {
                *byte ^= key;
            }
            self.position += head.len() as u64;
            text = rest;
        }
        if text.is_empty() {
            return;
        }
        let (_, first) = self.advance(text.len() as u64);
        let Self { matrix, last, .. } = self;
        Backend::best().run(&mut Work { matrix, first, text, last });
    }

    /// Advances the position by `bytes` bytes. The position must be at a block boundary. Returns the initial matrix of
    /// keystream block 0, and the number of the block at the position before this call.
    #[inline]
    pub(super) fn advance(&mut self, bytes: u64) -> (&Matrix, u32) {
        let block = self.block();
        self.position += bytes;
        (&self.matrix, block)
    }

    fn seek(&mut self, position: u64) {
        self.position = position / 64 * 64;
        let mut skipped = [0; 64];
        self.apply(&mut skipped[..(position % 64) as usize]);
        erase(&mut skipped);
    }

    fn used(&self) -> usize {
        (self.position % 64) as usize
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "only a finished message reaches block 2^32"
    )]
    fn block(&self) -> u32 {
        (self.position / 64) as u32
    }
}

impl Drop for Keystream {
    fn drop(&mut self) {
        erase(&mut self.matrix);
        erase(&mut self.last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_messages_beyond_the_last_block() {
        let mut cipher = ChaCha20::new(&[7; 32], &[1; 12]);
        cipher.seek(LONGEST_MESSAGE_BYTES - 100).unwrap();
        let mut text = [0; 101];
        assert!(cipher.apply(&mut text).is_err());
        assert_eq!(text, [0; 101]);
        cipher.apply(&mut text[..100]).unwrap();
        assert!(cipher.apply(&mut text[..1]).is_err());
        assert!(cipher.seek(LONGEST_MESSAGE_BYTES + 1).is_err());
        let mut last = [0; 100];
        cipher.seek(LONGEST_MESSAGE_BYTES - 64).unwrap();
        cipher.apply(&mut last[..64]).unwrap();
        assert_eq!(last[..64], text[36..100]);
    }
}
