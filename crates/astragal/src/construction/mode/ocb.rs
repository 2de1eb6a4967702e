//! OCB (RFC 7253), also known as OCB3: an AEAD with one block cipher call per block of text.

mod offsets;

use core::fmt;

use self::offsets::{MASKS, Masks, Offsets, TAG, TAIL, WIDE};
use super::cmac::double;
use crate::construction::names;
use crate::error::{Allowed, ParameterError, VerifyError};
use crate::platform::array::copy;
use crate::platform::stack::with_stack_wipe_on_error;
use crate::platform::words::{erase, xor_into};
use crate::traits::cipher::{
    BlockCipher, BlockKernel, BlockOperations, Blocks, CipherEngine, Rounds,
};
use crate::traits::{array_of, opaque};

/// OCB over a cipher with 16-byte blocks. The RFC registers it for AES.
///
/// Nonces are 1 to 15 bytes long, usually 12. Use each nonce only once per key: a second message with the same nonce
/// reveals parts of both messages and lets an attacker forge tags. Tags are 16, 12 or 8 bytes long. Encrypt at most
/// 2^48 blocks with one key (§5). Streaming is not supported, because OCB encrypts an incomplete last block differently
/// from a complete block.
///
/// ```
/// use astragal::aead::Ocb;
/// use astragal::cipher::Aes128;
/// let ocb = Ocb::<Aes128>::new(&[7; 16]);
/// let mut text = *b"message";
/// let tag = ocb.encrypt_in_place_detached(&[1; 12], b"header", &mut text)?;
/// ocb.decrypt_in_place_detached(&[1; 12], b"header", &mut text, &tag)?;
/// assert_eq!(text, *b"message");
/// # Ok::<(), astragal::error::VerifyError>(())
/// ```
#[derive(Clone)]
pub struct Ocb<C: BlockOperations<Block = [u8; 16]>> {
    cipher: C,
    masks: Masks,
}

impl<C: BlockCipher<Block = [u8; 16]>> Ocb<C> {
    /// Creates OCB with `key`.
    #[must_use]
    pub fn new(key: &C::Key) -> Self {
        Self::with_cipher(C::new(key))
    }

    /// Creates OCB with a key whose length is known only at run time.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of `key` is not the cipher's key length.
    pub fn from_slice(key: &[u8]) -> Result<Self, ParameterError> {
        array_of(Self::NAME, "key", key).map(Self::new)
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> Ocb<C> {
    const NAME_TEXT: names::Composed = names::compose(C::NAME, "-ocb");
    /// Canonical name, such as `aes-256-ocb`.
    pub const NAME: &'static str = names::text(&Self::NAME_TEXT);
    /// Allowed nonce lengths in bytes.
    pub const NONCE_BYTES: Allowed = Allowed::Between(1, 15);
    /// Allowed tag lengths in bytes.
    pub const TAG_BYTES: Allowed = Allowed::OneOf(&[8, 12, 16]);

    /// Creates OCB from a cipher whose key is already set.
    pub(crate) fn with_cipher(cipher: C) -> Self {
        let mut masks = Masks([0; MASKS]);
        let mut block = [0; 16];
        cipher.encrypt_block(&mut block);
        let mut mask = u128::from_be_bytes(block);
        for i in 0..MASKS {
            masks.0[i] = mask.to_be();
            mask = double(mask);
        }
        erase(&mut block);
        Self { cipher, masks }
    }

    /// Encrypts `text` in place and fills `tag`. The nonce and the tag may have any length that OCB allows.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the length of the nonce or the tag is not allowed. In that case nothing changes.
    pub fn encrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        Self::check(nonce, tag)?;
        let full = self.run::<false>(nonce, associated_data, text, tag.len());
        copy(tag, &full[..tag.len()]);
        Ok(())
    }

    /// Verifies `tag` and decrypts `text` in place. The nonce and the tag may have any length that OCB allows.
    ///
    /// # Errors
    /// [`VerifyError::Parameter`] if the length of the nonce or the tag is not allowed. In that case nothing changes.
    ///
    /// [`VerifyError::InvalidTag`] if the tag is invalid. In that case `text` is zeroed.
    pub fn decrypt_in_place_any_length(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag: &[u8],
    ) -> Result<(), VerifyError> {
        Self::check(nonce, tag)?;
        with_stack_wipe_on_error(C::Engine::stack_bytes(), || {
            let mut full = self.run::<true>(nonce, associated_data, text, tag.len());
            super::verified(text, &mut full[..tag.len()], tag)
        })
    }

    fn check(nonce: &[u8], tag: &[u8]) -> Result<(), ParameterError> {
        ParameterError::check_length(Self::NAME, "nonce", nonce.len(), Self::NONCE_BYTES)?;
        ParameterError::check_length(Self::NAME, "tag", tag.len(), Self::TAG_BYTES)
    }

    /// Encrypts or decrypts a whole message, and returns its tag (§4.2, §4.3).
    fn run<const DECRYPT: bool>(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        text: &mut [u8],
        tag_bytes: usize,
    ) -> [u8; 16] {
        let mut offsets = Offsets::new(&self.masks, self.first_offset(nonce, tag_bytes));
        let mut checksum = [0; 16];
        let (blocks, tail) = text.as_chunks_mut();
        let kernel = Crypt { offsets: &mut offsets, blocks, checksum: &mut checksum };
        if DECRYPT {
            self.cipher.engine().decrypt(Decrypt(kernel));
        } else {
            self.cipher.engine().encrypt(kernel);
        }
        if !tail.is_empty() {
            offsets.last.offset ^= self.masks.0[TAIL];
            let mut pad = offsets.last.offset.to_ne_bytes();
            self.cipher.encrypt_block(&mut pad);
            if DECRYPT {
                xor_into(tail, &pad);
            }
            xor_into(&mut checksum[..tail.len()], tail);
            checksum[tail.len()] ^= 0x80;
            if !DECRYPT {
                xor_into(tail, &pad);
            }
            erase(&mut pad);
        }
        let mut tag = checksum;
        xor_into(&mut tag, &(offsets.last.offset ^ self.masks.0[TAG]).to_ne_bytes());
        self.cipher.encrypt_block(&mut tag);
        xor_into(&mut tag, &self.hash(associated_data));
        erase(&mut checksum);
        tag
    }

    /// Returns the hash of the associated data (§4.1): XORs each block with its offset, encrypts it, and XORs all
    /// results.
    fn hash(&self, associated_data: &[u8]) -> [u8; 16] {
        let mut sum = [0; 16];
        if associated_data.is_empty() {
            return sum;
        }
        let mut offsets = Offsets::new(&self.masks, 0);
        let (blocks, tail) = associated_data.as_chunks();
        self.cipher.engine().encrypt(Sum { offsets: &mut offsets, blocks, sum: &mut sum });
        if !tail.is_empty() {
            let mut last = (offsets.last.offset ^ self.masks.0[TAIL]).to_ne_bytes();
            xor_into(&mut last[..tail.len()], tail);
            last[tail.len()] ^= 0x80;
            self.cipher.encrypt_block(&mut last);
            xor_into(&mut sum, &last);
            erase(&mut last);
        }
        sum
    }

    /// Returns the initial offset of a message (§4.2).
    fn first_offset(&self, nonce: &[u8], tag_bytes: usize) -> u128 {
        let mut block = [0; 16];
        let (_, place) = block.split_at_mut(16 - nonce.len());
        copy(place, nonce);
        block[15 - nonce.len()] |= 1;
        // The upper seven bits of the block hold the tag length in bits, modulo 128.
        block[0] |= u8::try_from(16 * tag_bytes % 256).unwrap_or(0);
        let bottom = block[15] & 0x3f;
        block[15] &= 0xc0;
        self.cipher.encrypt_block(&mut block);
        let top = u128::from_be_bytes(block);
        // Stretch has 192 bits: `top`, then the XOR of the first 64 bits of `top` with bits 8 to 71 of `top`.
        let stretch = (top >> 64 ^ top >> 56) & u128::from(u64::MAX);
        let offset = top << bottom | stretch >> (64 - bottom);
        erase(&mut block);
        offset.to_be()
    }
}

/// Kernel that encrypts whole blocks and adds the plaintext to the checksum.
struct Crypt<'a, 'b> {
    offsets: &'a mut Offsets<'b>,
    blocks: &'a mut [[u8; 16]],
    checksum: &'a mut [u8; 16],
}

/// Kernel that decrypts whole blocks and adds the plaintext to the checksum.
struct Decrypt<'a, 'b>(Crypt<'a, 'b>);

impl BlockKernel<[u8; 16]> for Crypt<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.blocks.len()
    }
    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(self, wide: W, narrow: N) {
        self.run_both::<_, _, false>(wide, narrow);
    }
}

impl BlockKernel<[u8; 16]> for Decrypt<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.0.blocks.len()
    }
    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(self, wide: W, narrow: N) {
        self.0.run_both::<_, _, true>(wide, narrow);
    }
}

impl Crypt<'_, '_> {
    #[inline(always)]
    fn run_both<W, N, const DECRYPT: bool>(mut self, wide: W, narrow: N)
    where
        W: Rounds<Block = [u8; 16]>,
        N: Rounds<Block = [u8; 16]>,
    {
        if const { W::WIDTH > N::WIDTH } {
            self.whole::<W, DECRYPT>(wide);
        }
        self.whole::<N, DECRYPT>(narrow);
        let used = self.blocks.len();
        if used == 0 {
            return;
        }
        let (state, offsets) = self.offsets.incomplete(narrow, self.blocks);
        let mut work = N::Blocks::zero();
        narrow.store(narrow.xor(state, offsets), work.as_mut());
        for i in 0..used {
            let plain = if DECRYPT { work.as_ref()[i] } else { self.blocks[i] };
            self.blocks[i] = work.as_ref()[i];
            xor_into(self.checksum, &plain);
        }
    }

    /// Encrypts or decrypts all full batches of blocks.
    #[inline(always)]
    fn whole<R: Rounds<Block = [u8; 16]>, const DECRYPT: bool>(&mut self, rounds: R) {
        let blocks = core::mem::take(&mut self.blocks);
        let batches = blocks.len() / R::WIDTH;
        let (batches_of_blocks, rest) = blocks.split_at_mut(batches * R::WIDTH);
        self.blocks = rest;
        if batches == 0 {
            return;
        }
        // A narrow batch would gain less than the moves of the offset between registers cost.
        if const { R::FUSES_XOR && R::WIDTH >= 8 } {
            let checksum = &mut *self.checksum;
            self.offsets.crypt::<_, DECRYPT>(
                rounds,
                batches_of_blocks,
                #[inline(always)]
                |sum| add(rounds, sum, checksum),
            );
            return;
        }
        let mut sum = rounds.load(R::Blocks::zero().as_ref());
        let batch = self.offsets.batch(rounds);
        let Offsets { masks, last } = self.offsets;
        // Wide batches keep the offset in registers (`local`), because a load of the stored offset would wait for its
        // store. The few narrow batches keep the offset in memory (`last`): moving it from general registers to vectors
        // would take longer than this wait.
        let mut local = *last;
        for run in batches_of_blocks.chunks_exact_mut(R::WIDTH) {
            let last = if const { R::WIDTH < WIDE } { &mut *last } else { &mut local };
            let offsets = batch.next(rounds, masks, last);
            let input = rounds.load(run);
            let output = rounds.xor(rounds.apply(rounds.xor(input, offsets)), offsets);
            sum = rounds.xor(sum, if DECRYPT { output } else { input });
            rounds.store(output, run);
        }
        if const { R::WIDTH >= WIDE } {
            *last = local;
        }
        add(rounds, sum, self.checksum);
    }
}

/// Kernel that encrypts the blocks of associated data and adds the results to `sum`.
struct Sum<'a, 'b> {
    offsets: &'a mut Offsets<'b>,
    blocks: &'a [[u8; 16]],
    sum: &'a mut [u8; 16],
}

impl BlockKernel<[u8; 16]> for Sum<'_, '_> {
    type Output = ();
    #[inline(always)]
    fn blocks(&self) -> usize {
        self.blocks.len()
    }
    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(mut self, wide: W, narrow: N) {
        if const { W::WIDTH > N::WIDTH } {
            self.whole(wide);
        }
        self.whole(narrow);
        let used = self.blocks.len();
        if used == 0 {
            return;
        }
        let (state, _) = self.offsets.incomplete(narrow, self.blocks);
        let mut work = N::Blocks::zero();
        narrow.store(state, work.as_mut());
        for block in &work.as_ref()[..used] {
            xor_into(self.sum, block);
        }
    }
}

impl Sum<'_, '_> {
    /// Encrypts all full batches of blocks and adds the results to the sum.
    #[inline(always)]
    fn whole<R: Rounds<Block = [u8; 16]>>(&mut self, rounds: R) {
        let (batches, rest) = self.blocks.split_at(self.blocks.len() / R::WIDTH * R::WIDTH);
        self.blocks = rest;
        if batches.is_empty() {
            return;
        }
        let mut sum = rounds.load(R::Blocks::zero().as_ref());
        let batch = self.offsets.batch(rounds);
        let Offsets { masks, last } = self.offsets;
        for run in batches.chunks_exact(R::WIDTH) {
            let offsets = batch.next(rounds, masks, last);
            sum = rounds.xor(sum, rounds.apply(rounds.xor(rounds.load(run), offsets)));
        }
        add(rounds, sum, self.sum);
    }
}

/// XORs each of the blocks in `state` into `sum`.
#[inline(always)]
fn add<R: Rounds<Block = [u8; 16]>>(rounds: R, state: R::State, sum: &mut [u8; 16]) {
    let mut blocks = R::Blocks::zero();
    rounds.store(state, blocks.as_mut());
    // XORs the blocks as 128-bit numbers. If they were byte arrays, LLVM would compute the XOR separately for each byte
    // position.
    let mut number = u128::from_ne_bytes(*sum);
    for block in blocks.as_ref() {
        number ^= u128::from_ne_bytes(*block);
    }
    *sum = number.to_ne_bytes();
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Ocb<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Ocb<", C::NAME, ">"])
    }
}
