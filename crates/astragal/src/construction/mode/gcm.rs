//! GCM (SP 800-38D): counter mode with a GHASH tag.

mod short_message;
mod state;
mod stitched;

use crate::platform::words::erase;
use core::fmt;

pub(crate) use self::state::State;
use self::stitched::{End, Pass, RUN};
use super::ctr::Count;
use super::ghash::{Hash, Key, Order};
use super::parallel_chunks::{PARALLEL_CHUNK_BYTES, each_chunk_sum};
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::cores::Cores;
use crate::platform::optimization_barrier::black_box_64;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe, with_stack_wipe_on_error};
use crate::traits::cipher::{BlockCipher, BlockOperations, CipherEngine};
use crate::traits::{array_of, opaque};

/// GCM over a cipher with 16-byte blocks.
///
/// Use each nonce only once per key. A second message with the same nonce reveals both messages and lets an attacker
/// forge tags. Nonces are usually 12 bytes long; other lengths cost a little more time. [`encryptor`](Self::encryptor)
/// and [`decryptor`](Self::decryptor) process a message in parts.
///
/// # Limits
/// If nonces are random or not 12 bytes long, encrypt at most 2^32 messages with one key (SP 800-38D §8.3). The
/// probability of a repeated nonce then stays below 2^-32. Nonces that are 12-byte counters have no such limit.
///
/// Use 16-byte tags unless a protocol requires less. Tags of 12 to 15 bytes are also allowed for any use. Tags of 4
/// and 8 bytes are for protocols that limit an attacker's attempts (SP 800-38D §5.2.1.2), such as IPsec with 8 bytes
/// (RFC 4106). Each successful forgery makes the next one easier. For such short tags, SP 800-38D limits the message
/// size and the number of decryptions per key (Appendix C). In each row of the table, the first message size goes with
/// the first number of decryptions, the second with the second, and so on. Change the key before the number of
/// decryptions is reached.
///
/// | tag | maximum ciphertext and associated data per message | maximum decryptions per key |
/// | --- | --- | --- |
/// | 4 bytes | 32, 64, 128, 256, 512, 1024 bytes | 2^22, 2^20, 2^18, 2^15, 2^13, 2^11 |
/// | 8 bytes | 2, 8, 32, 128, 512, 2048 KiB | 2^32, 2^29, 2^26, 2^23, 2^20, 2^17 |
///
/// The receiver must fix the tag length and never take it from the message.
///
/// ```
/// use astragal::aead::Gcm;
/// use astragal::cipher::Aes256;
/// let gcm = Gcm::<Aes256>::new(&[7; 32]);
/// let mut text = *b"message";
/// let tag = gcm.encrypt_in_place_detached(&[1; 12], b"header", &mut text)?;
/// gcm.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Gcm<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
    hash: Key,
}

/// Usual nonce length in bytes. For any other length, the first counter block is a GHASH value, so the counter depends
/// on the key.
const USUAL_NONCE_BYTES: usize = 12;

impl<C: BlockCipher<Block = [u8; 16]>> Gcm<C> {
    /// Creates GCM with `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self::with_cipher(C::for_encryption(key))
    }

    /// Creates GCM with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Gcm<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-gcm");
    /// Canonical name, such as `camellia-256-gcm`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Allowed tag lengths in bytes.
    pub const TAG_BYTES: Allowed = Allowed::OneOf(&[4, 8, 12, 13, 14, 15, 16]);
    /// Maximum message length in bytes: 2^32 − 2 blocks (SP 800-38D §5.2.1.1).
    pub const LONGEST_MESSAGE_BYTES: u64 = (1 << 36) - 32;

    /// Creates GCM from a cipher whose key is already set.
    pub(crate) fn with_cipher(cipher: C) -> Self {
        let mut hash_key = [0; 16];
        cipher.encrypt_block(&mut hash_key);
        let hash = Key::new(Order::Ghash, &hash_key);
        erase(&mut hash_key);
        Self { cipher, hash }
    }

    /// Encrypts `text` in place and fills `tag`. The nonce and the tag may have any length that GCM allows.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the nonce is empty, if the tag length is not allowed, or if the message is too
    /// long. In that case nothing changes.
    pub fn encrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.encrypt_on(Cores::One, nonce, associated_data, text, tag)
    }

    /// Verifies `tag` and decrypts `text` in place. The nonce and the tag may have any length that GCM allows.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if the nonce is empty, if the tag length is not allowed, or if the message is too
    /// long.
    ///
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    pub fn decrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        self.decrypt_on(Cores::One, nonce, associated_data, text, tag)
    }

    /// Like [`encrypt_in_place_detached`](Self::encrypt_in_place_detached), but uses all cores if `text` is long and
    /// the feature `parallel` is enabled.
    ///
    /// # Errors
    /// Returns the same errors as [`encrypt_in_place_detached`](Self::encrypt_in_place_detached).
    pub fn encrypt_parallel(
        &self,
        nonce: &[u8; 12],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Result<[u8; 16], ParameterError> {
        let mut tag = [0; 16];
        self.encrypt_parallel_any_length(nonce, associated_data, text, &mut tag)?;
        Ok(tag)
    }

    /// Like [`decrypt_in_place_detached`](Self::decrypt_in_place_detached), but uses all cores if `text` is long and
    /// the feature `parallel` is enabled.
    ///
    /// # Errors
    /// Returns the same errors as [`decrypt_in_place_detached`](Self::decrypt_in_place_detached).
    pub fn decrypt_parallel(
        &self,
        nonce: &[u8; 12],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8; 16],
    ) -> Result<(), VerifyError> {
        self.decrypt_parallel_any_length(nonce, associated_data, text, tag)
    }

    /// Like [`encrypt_parallel`](Self::encrypt_parallel), but with a nonce and a tag of any allowed length.
    ///
    /// # Errors
    /// Returns the same errors as [`encrypt_in_place_any_length`](Self::encrypt_in_place_any_length).
    pub fn encrypt_parallel_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        self.encrypt_on(Cores::All, nonce, associated_data, text, tag)
    }

    /// Like [`decrypt_parallel`](Self::decrypt_parallel), but with a nonce and a tag of any allowed length.
    ///
    /// # Errors
    /// Returns the same errors as [`decrypt_in_place_any_length`](Self::decrypt_in_place_any_length).
    pub fn decrypt_parallel_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        self.decrypt_on(Cores::All, nonce, associated_data, text, tag)
    }

    #[inline]
    fn encrypt_on(
        &self,
        cores: Cores,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check(nonce, text, tag)?;
        let full = self.run::<false>(cores, nonce, associated_data, text);
        tag.copy_from_slice(&full[..tag.len()]);
        Ok(())
    }

    #[inline]
    fn decrypt_on(
        &self,
        cores: Cores,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        Self::check(nonce, text, tag)?;
        with_stack_wipe_on_error(C::Engine::stack_bytes(), || {
            let mut full = self.run::<true>(cores, nonce, associated_data, text);
            super::verified(text, &mut full[..tag.len()], tag)
        })
    }

    fn check(nonce: &[u8], text: &[u8], tag: &[u8]) -> Result<(), ParameterError> {
        Self::check_nonce(nonce)?;
        ParameterError::check_message(Self::NAME, text.len() as u64, Self::LONGEST_MESSAGE_BYTES)?;
        ParameterError::check_length(Self::NAME, "tag", tag.len(), Self::TAG_BYTES)
    }

    pub(super) fn check_nonce(nonce: &[u8]) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Allowed::AtLeast(1))
    }

    /// Encrypts or decrypts a whole message, and returns its tag.
    #[inline]
    pub(crate) fn run<const DECRYPT: bool>(
        &self,
        cores: Cores,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> [u8; 16] {
        if let Some(tag) = self.short::<DECRYPT>(nonce, associated_data, text) {
            return tag;
        }
        self.long::<DECRYPT>(cores, nonce, associated_data, text)
    }

    /// Encrypts or decrypts a message that is not short, and returns its tag.
    // This function is not inlined, because its stack frame would slow the shortest messages down.
    #[inline(never)]
    fn long<const DECRYPT: bool>(
        &self,
        cores: Cores,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> [u8; 16] {
        let first = self.first(nonce);
        let lengths = lengths(associated_data.len() as u64, text.len() as u64);
        if (cores == Cores::One || text.len() < PARALLEL_CHUNK_BYTES)
            && let Some(tag) = self.at_once::<DECRYPT>(&first, associated_data, text)
        {
            return tag;
        }
        let mut state = self.begin_at(first, nonce, associated_data);
        let rest = match cores {
            Cores::One => text,
            Cores::All => self.chunks::<DECRYPT>(&mut state, text),
        };
        let mut hash = self.hash.resume(state.sum);
        let counters = (&state.first, &state.counter, 0);
        if let Some(tag) = self.last::<DECRYPT>(&mut hash, counters, &[], rest, lengths) {
            return tag;
        }
        self.next::<DECRYPT>(&mut state, rest);
        self.tag(&state)
    }

    /// Encrypts or decrypts a whole message in one call of a kernel, and returns its tag. Returns `None` and changes
    /// nothing if the cipher has no code that interleaves its rounds with GHASH.
    // This function is not inlined, because its stack frame would slow the shortest messages down.
    #[inline(never)]
    fn whole<const DECRYPT: bool>(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Option<[u8; 16]> {
        self.at_once::<DECRYPT>(&self.first(nonce), associated_data, text)
    }

    /// Implements [`whole`](Self::whole) from J0.
    #[inline(always)]
    fn at_once<const DECRYPT: bool>(
        &self,
        first: &[u8; 16],
        associated_data: &[u8],
        text: &mut [u8],
    ) -> Option<[u8; 16]> {
        let lengths = lengths(associated_data.len() as u64, text.len() as u64);
        let (mut hash, counters) = (self.hash.begin(), (first, first, 1));
        self.last::<DECRYPT>(&mut hash, counters, associated_data, text, lengths)
    }

    /// Encrypts or decrypts the rest of a message, which starts at a block boundary. Returns the tag. `counters` are
    /// J0, a counter block, and the distance from it to the first counter block of `text`. Returns `None` and changes
    /// nothing if the cipher has no code that interleaves its rounds with GHASH.
    #[inline(always)]
    fn last<const DECRYPT: bool>(
        &self,
        hash: &mut Hash<'_>,
        (first, counter, offset): (&[u8; 16], &[u8; 16], usize),
        associated_data: &[u8],
        text: &mut [u8],
        lengths: [u8; 16],
    ) -> Option<[u8; 16]> {
        let (whole, tail) = text.split_at_mut(text.len() / (16 * RUN) * (16 * RUN));
        if whole.is_empty() && !self.hash.loads_parts() {
            return None;
        }
        let mut tag = [0; 16];
        let end = End { tail, lengths, mask_counter: first, tag: &mut tag };
        self.stitched::<DECRYPT>(hash, (counter, offset), associated_data, whole, Some(end))
            .map(|()| tag)
    }

    /// Encrypts or decrypts `whole`, whose length is a multiple of [`RUN`] blocks, and then `end`, the end of the
    /// message. Computes GHASH at the same time. If the cipher has no code that interleaves its rounds with GHASH,
    /// changes nothing and returns `None`.
    // This function is inlined, so that `Pass` is not copied. Loads from a copy would wait for the stores that wrote
    // it.
    #[inline(always)]
    fn stitched<const DECRYPT: bool>(
        &self,
        hash: &mut Hash<'_>,
        (first, offset): (&[u8; 16], usize),
        associated_data: &[u8],
        whole: &mut [u8],
        end: Option<End<'_>>,
    ) -> Option<()> {
        let (powers, sum) = hash.parts();
        let (blocks, _) = whole.as_chunks_mut();
        let kernel = Pass::<DECRYPT> { first, offset, associated_data, blocks, end, powers, sum };
        self.cipher.engine().encrypt_stitched(kernel)
    }

    /// Processes complete chunks of the text on all cores. Computes a separate GHASH sum for each chunk, then combines
    /// the sums into one. Returns the text that remains after the last complete chunk.
    fn chunks<'a, const DECRYPT: bool>(
        &self,
        state: &mut State,
        text: &'a mut [u8],
    ) -> &'a mut [u8] {
        let (chunks, tail) =
            text.split_at_mut(text.len() / PARALLEL_CHUNK_BYTES * PARALLEL_CHUNK_BYTES);
        let blocks = (PARALLEL_CHUNK_BYTES / 16) as u64;
        let (first, secret_counter) = (state.counter, state.secret_counter);
        let work = |i: usize, part: &mut [u8]| {
            let mut own = State::at(first, secret_counter);
            add_32(&mut own.counter, i as u64 * blocks);
            self.next::<DECRYPT>(&mut own, part);
            own.sum
        };
        let shift = match chunks.len() {
            0 => [0; 16],
            // `power` leaves copies of its result, a power of the hash key, on the stack, so the stack is wiped.
            // Otherwise, the padding bytes of a value that is stored there later could carry such a copy to another
            // thread.
            _ => with_stack_wipe(STACK_BYTES, || self.hash.power(blocks)),
        };
        each_chunk_sum(chunks, PARALLEL_CHUNK_BYTES, &work, &mut |sum| {
            state.sum = self.hash.product(state.sum, shift);
            state.sum.iter_mut().zip(sum).for_each(|(byte, added)| *byte ^= added);
        });
        state.text_bytes = chunks.len() as u64;
        add_32(&mut state.counter, chunks.len() as u64 / 16);
        tail
    }

    /// Returns J0, the first counter block (§7.1).
    // This function is inlined, so that J0 of a usual nonce is stored once. Loads from a copy would wait for the stores
    // that wrote it: a short message took 15 ns longer.
    #[inline(always)]
    fn first(&self, nonce: &[u8]) -> [u8; 16] {
        if let Ok(nonce) = <&[u8; USUAL_NONCE_BYTES]>::try_from(nonce) {
            // J0 is stored as two 64-bit halves, because vector code loads these halves. A load that overlaps two stores
            // would wait until both are in the cache: a short message took 6 ns longer.
            let &[a, b, c, d, e, f, g, h, i, j, k, l] = nonce;
            let low = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            let high = black_box_64(u64::from_le_bytes([i, j, k, l, 0, 0, 0, 1]));
            return (u128::from(high) << 64 | u128::from(low)).to_le_bytes();
        }
        self.first_by_hash(nonce)
    }

    /// Returns J0 for a nonce of unusual length.
    #[inline(never)]
    fn first_by_hash(&self, nonce: &[u8]) -> [u8; 16] {
        let mut hash = self.hash.begin();
        hash.padded(nonce);
        hash.blocks(&[(8 * nonce.len() as u128).to_be_bytes()]);
        hash.finish()
    }
}

/// Returns the last GHASH block: the lengths of the associated data and the text, in bits (§7.1).
fn lengths(associated_bytes: u64, text_bytes: u64) -> [u8; 16] {
    let bits = |bytes: u64| 8 * u128::from(bytes);
    (bits(associated_bytes) << 64 | bits(text_bytes)).to_be_bytes()
}

/// Adds `blocks` to the last four bytes of the counter modulo 2^32 (inc32, §6.2). The addition does not branch on
/// overflow, because the counter may depend on the key.
#[expect(clippy::cast_possible_truncation, reason = "the counter of GCM is defined modulo 2^32")]
fn add_32(counter: &mut [u8; 16], blocks: u64) {
    let Some((_, count)) = counter.split_last_chunk_mut() else { return };
    *count = u32::from_be_bytes(*count).wrapping_add(blocks as u32).to_be_bytes();
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Gcm<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Gcm<", C::NAME, ">"])
    }
}
