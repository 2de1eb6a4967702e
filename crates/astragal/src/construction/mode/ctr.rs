//! Counter mode (SP 800-38A §6.5). The whole block is a big-endian counter that wraps around.

use core::fmt;

use super::cipher::ModeCipher;
use super::from_to;
use super::parallel_chunks::{PARALLEL_CHUNK_BYTES, each_chunk};
use crate::construction::names;
use crate::error::{Allowed, ParameterError};
use crate::platform::words::{erase, load_short, xor_into};
use crate::traits::cipher::{BlockCipher, BlockKernel, Blocks, Rounds};
use crate::traits::{ByteArray, opaque};

/// Counter mode (CTR) with the cipher `C`. Encrypts or decrypts data in parts of any length.
///
/// Never encrypt two messages with the same key and IV, or with overlapping counter ranges. CTR does not authenticate.
///
/// ```
/// use astragal::cipher::{Aes128, Ctr};
/// let mut text = *b"a message of any length";
/// Ctr::<Aes128>::new(&[7; 16], &[1; 16]).apply(&mut text);
/// let mut ctr = Ctr::<Aes128>::new(&[7; 16], &[1; 16]);
/// ctr.seek(10);
/// ctr.apply(&mut text[10..]);
/// assert_eq!(text[10..], *b"of any length");
/// ```
#[derive(Clone)]
pub struct Ctr<C: BlockCipher> {
    cipher: C,
    state: State<C::Block>,
}

impl<C: BlockCipher> Ctr<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-ctr");
    /// Canonical name, such as `camellia-256-ctr`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);

    /// Creates the keystream from `key` and `iv`, the first counter block.
    #[must_use]
    pub fn new(key: &C::Key, iv: &C::Block) -> Self {
        Self { cipher: C::for_encryption(key), state: State::from_block(*iv) }
    }

    /// Creates the keystream from `cipher` and `iv`. The first counter block is `iv`, padded with zeros.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is empty or longer than a block.
    pub fn with_cipher(cipher: C, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self { cipher, state: State::new(Self::NAME, iv)? })
    }

    /// Starts a new message with the same key. The first counter block is `iv`, padded with zeros.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the IV is empty or longer than a block. In that case nothing changes.
    pub fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        self.state.restart(Self::NAME, iv)
    }

    /// Encrypts or decrypts `data` in place.
    pub fn apply(&mut self, data: &mut [u8]) {
        self.state.apply(&self.cipher, data);
    }

    /// Like [`apply`](Self::apply), but uses all cores if `data` is long and the feature `parallel` is enabled.
    pub fn apply_parallel(&mut self, data: &mut [u8]) {
        self.state.apply_parallel(&self.cipher, data);
    }

    /// Encrypts or decrypts `input` into `output`.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `output` is not as long as `input`. In that case nothing changes.
    pub fn apply_to(&mut self, input: &[u8], output: &mut [u8]) -> Result<(), ParameterError> {
        from_to(Self::NAME, input, output, &mut |data| self.apply(data))
    }

    /// Returns the number of keystream blocks started, and the number of bytes used from the last of these blocks.
    #[cfg(feature = "cipher-0_5")]
    pub(crate) fn position(&self) -> (u128, u8) {
        self.state.position()
    }

    /// Moves to byte `position` of the keystream.
    pub fn seek(&mut self, position: u128) {
        self.state.seek(&self.cipher, position);
    }
}

impl<C: BlockCipher> fmt::Debug for Ctr<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Ctr<", C::NAME, ">"])
    }
}

/// State of counter mode: the counter, and the unused end of a keystream block.
#[derive(Clone)]
pub(crate) struct State<B: ByteArray> {
    /// Counter block at keystream position 0.
    iv: B,
    /// Next counter block.
    next: B,
    /// Keystream of the previous counter block. The bytes from index `used` onwards are still unused.
    keystream: B,
    used: usize,
}

impl<B: ByteArray> State<B> {
    const BLOCK_BYTES: usize = size_of::<B>();

    /// Creates a state whose first counter block is `iv`, padded with zeros.
    pub(crate) fn new(algorithm: &'static str, iv: &[u8]) -> Result<Self, ParameterError> {
        Ok(Self::from_block(Self::first(algorithm, iv)?))
    }

    /// Returns the first counter block: `iv`, padded with zeros.
    #[inline]
    fn first(algorithm: &'static str, iv: &[u8]) -> Result<B, ParameterError> {
        if let Some(block) = B::chunks(iv).0.first().filter(|_| iv.len() == Self::BLOCK_BYTES) {
            return Ok(*block);
        }
        let allowed = Allowed::Between(1, Self::BLOCK_BYTES);
        ParameterError::check_length(algorithm, "IV", iv.len(), allowed)?;
        let mut block = B::ZERO;
        match block.as_mut().first_chunk_mut() {
            // Stores the block as two 8-byte halves. The kernel loads the same two halves, so the CPU can forward each
            // store to its load.
            Some(start) if iv.len() < 16 => *start = load_short(iv).to_le_bytes(),
            _ => block.as_mut()[..iv.len()].copy_from_slice(iv),
        }
        Ok(block)
    }

    /// Returns the number of keystream blocks started, and the number of bytes used from the last of these blocks.
    #[cfg(feature = "cipher-0_5")]
    #[expect(clippy::cast_possible_truncation, reason = "a block has at most 128 bytes")]
    fn position(&self) -> (u128, u8) {
        let count = |block: &B| {
            let (_, low) = block.as_ref().split_last_chunk().unwrap_or((&[], &[0; 16]));
            u128::from_be_bytes(*low)
        };
        (count(&self.next).wrapping_sub(count(&self.iv)), self.used as u8)
    }

    pub(super) fn from_block(iv: B) -> Self {
        Self { iv, next: iv, keystream: B::ZERO, used: Self::BLOCK_BYTES }
    }

    pub(crate) fn restart(
        &mut self,
        algorithm: &'static str,
        iv: &[u8],
    ) -> Result<(), ParameterError> {
        self.iv = Self::first(algorithm, iv)?;
        self.next = self.iv;
        self.used = Self::BLOCK_BYTES;
        erase(self.keystream.as_mut());
        Ok(())
    }

    pub(crate) fn apply<W: ModeCipher<B> + ?Sized>(&mut self, cipher: &W, data: &mut [u8]) {
        let left = (Self::BLOCK_BYTES - self.used).min(data.len());
        let (head, mut data) = data.split_at_mut(left);
        xor_into(head, &self.keystream.as_ref()[self.used..]);
        self.used += left;
        if data.is_empty() {
            return;
        }
        self.used = match data.len() % Self::BLOCK_BYTES {
            0 => Self::BLOCK_BYTES,
            used => used,
        };
        while !data.is_empty() {
            // The kernel increments only the last 32 bits of the counter, so a call must not continue past the block at
            // which these bits overflow.
            let (_, low) = self.next.as_ref().split_last_chunk::<4>().unwrap_or((&[], &[0; 4]));
            let blocks = data.len().div_ceil(Self::BLOCK_BYTES) as u64;
            let fitting = blocks.min((1 << 32) - u64::from(u32::from_be_bytes(*low)));
            let whole = usize::try_from(fitting).unwrap_or(usize::MAX);
            let bytes = data.len().min(whole.saturating_mul(Self::BLOCK_BYTES));
            let (text, rest) = data.split_at_mut(bytes);
            cipher.count(&self.next, text, &mut self.keystream);
            add(&mut self.next, fitting.into());
            data = rest;
        }
    }

    /// Like [`apply`](Self::apply), but processes complete chunks on all cores.
    pub(crate) fn apply_parallel<W: ModeCipher<B> + Sync>(&mut self, cipher: &W, data: &mut [u8]) {
        let left = (Self::BLOCK_BYTES - self.used).min(data.len());
        let (head, data) = data.split_at_mut(left);
        self.apply(cipher, head);
        let chunk_bytes = PARALLEL_CHUNK_BYTES / Self::BLOCK_BYTES * Self::BLOCK_BYTES;
        let (chunks, tail) = data.split_at_mut(data.len() / chunk_bytes * chunk_bytes);
        let first = self.next;
        let work = |i: usize, part: &mut [u8]| {
            let mut from = first;
            add(&mut from, (i * (chunk_bytes / Self::BLOCK_BYTES)) as u128);
            Self::from_block(from).apply(cipher, part);
        };
        each_chunk(chunks, chunk_bytes, &work);
        add(&mut self.next, (chunks.len() / Self::BLOCK_BYTES) as u128);
        self.apply(cipher, tail);
    }

    pub(crate) fn seek<W: ModeCipher<B> + ?Sized>(&mut self, cipher: &W, position: u128) {
        self.next = self.iv;
        add(&mut self.next, position / Self::BLOCK_BYTES as u128);
        self.used = Self::BLOCK_BYTES;
        let skipped = (position % Self::BLOCK_BYTES as u128) as usize;
        let mut dropped = B::ZERO;
        self.apply(cipher, &mut dropped.as_mut()[..skipped]);
    }
}

impl<B: ByteArray> Drop for State<B> {
    fn drop(&mut self) {
        erase(self.keystream.as_mut());
    }
}

/// Adds `number` to `block`, a big-endian number of at least 16 bytes that wraps around.
#[inline]
fn add<B: ByteArray>(block: &mut B, number: u128) {
    let Some((head, low)) = block.as_mut().split_last_chunk_mut::<16>() else { return };
    let (sum, mut carry) = u128::from_be_bytes(*low).overflowing_add(number);
    *low = sum.to_be_bytes();
    for byte in head.iter_mut().rev() {
        (*byte, carry) = byte.overflowing_add(carry.into());
    }
}

/// CTR kernel: encrypts counter blocks and XORs them into `text`.
pub(super) struct Count<'a, B> {
    /// First counter block. Its last four bytes count modulo 2^32. The field is a reference instead of a copy: a vector
    /// load of a new copy would have to wait for the stores that write the copy.
    first: &'a B,
    /// Whether the kernel may branch on the counter. The rounds of some ciphers are faster for batches in which the last
    /// byte of the counter does not overflow.
    counter_is_public: bool,
    text: &'a mut [u8],
    /// Buffer for the keystream of the last block, if that block is incomplete.
    keystream: &'a mut B,
}

impl<'a, B: ByteArray> Count<'a, B> {
    #[inline(always)]
    pub(super) fn new(first: &'a B, text: &'a mut [u8], keystream: &'a mut B) -> Self {
        Self { first, counter_is_public: true, text, keystream }
    }

    /// Like [`new`](Self::new), but for a counter that depends on the key. The kernel then avoids branches on the
    /// counter.
    #[inline(always)]
    pub(super) fn secret(first: &'a B, text: &'a mut [u8], keystream: &'a mut B) -> Self {
        Self { first, counter_is_public: false, text, keystream }
    }
}

impl<B: ByteArray> BlockKernel<B> for Count<'_, B> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.text.len().div_ceil(size_of::<B>())
    }

    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        let (mut blocks, tail) = B::chunks_mut(self.text);
        let mut done = 0;
        // Processes most of the text in wide batches, if a wide batch holds more blocks than a narrow batch.
        if const { W::WIDTH > N::WIDTH } {
            (blocks, done) = whole(wide, self.first, blocks, done, self.counter_is_public);
        }
        let counter_is_public = const { W::WIDTH <= N::WIDTH } && self.counter_is_public;
        (blocks, done) = whole(narrow, self.first, blocks, done, counter_is_public);
        if blocks.is_empty() && tail.is_empty() {
            return;
        }
        let mut keystream = N::Blocks::zero();
        let used = blocks.len() + usize::from(!tail.is_empty());
        let state = narrow.apply_first(narrow.counters_first(self.first, done, used), used);
        narrow.store(state, keystream.as_mut());
        let keystream = keystream.as_ref();
        for i in 0..blocks.len() {
            xor_into(blocks[i].as_mut(), keystream[i].as_ref());
        }
        if !tail.is_empty() {
            *self.keystream = keystream[blocks.len()];
            xor_into(tail, self.keystream.as_ref());
        }
    }
}

/// Encrypts or decrypts all full batches of blocks. Returns the remaining blocks and the number of blocks processed.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the number of parallel blocks is small")]
fn whole<'a, R: Rounds>(
    rounds: R,
    first: &R::Block,
    mut blocks: &'a mut [R::Block],
    mut done: u32,
    counter_is_public: bool,
) -> (&'a mut [R::Block], u32) {
    if const { R::FUSES_XOR } && counter_is_public && blocks.len() >= R::WIDTH {
        let count = blocks.len() / R::WIDTH * R::WIDTH;
        let (batches, rest) = blocks.split_at_mut(count);
        rounds.xor_keystream(first, done, batches);
        return (rest, done.wrapping_add(count as u32));
    }
    while blocks.len() >= R::WIDTH {
        let (batch, rest) = blocks.split_at_mut(R::WIDTH);
        let keystream = rounds.apply(rounds.counters(first, done));
        rounds.store(rounds.xor(keystream, rounds.load(batch)), batch);
        done = done.wrapping_add(R::WIDTH as u32);
        blocks = rest;
    }
    (blocks, done)
}
