//! OCB (RFC 7253), also known as OCB3: an AEAD with one block cipher call per block of text.

mod offsets;

use core::fmt;

use self::offsets::{Masks, Offsets, TAG, TAIL, xor};
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
        let mut block = [0; 16];
        cipher.encrypt_block(&mut block);
        let masks = Masks::new(&block);
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
        match <&mut [u8; 16]>::try_from(&mut *tag) {
            Ok(tag) => *tag = full,
            Err(_) => copy(tag, &full[..tag.len()]),
        }
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
        let mut top = [0; 16];
        let bottom = self.cipher.engine().encrypt_chain(Top { nonce, tag_bytes, top: &mut top });
        let (blocks, tail) = text.as_chunks_mut();
        let (mut offset, mut checksum) = ([0; 16], [0; 16]);
        let end = (&mut offset, &mut checksum);
        let kernel = Crypt { masks: &self.masks, top: &top, bottom, blocks, end };
        if DECRYPT {
            self.cipher.engine().decrypt(Decrypt(kernel));
        } else {
            self.cipher.engine().encrypt(kernel);
        }
        if !tail.is_empty() {
            offset = xor(&offset, self.masks.at(TAIL));
            let mut pad = offset;
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
        let mut tag = xor(&checksum, &xor(&offset, self.masks.at(TAG)));
        self.cipher.encrypt_block(&mut tag);
        if !associated_data.is_empty() {
            tag = xor(&tag, &self.hash(associated_data));
        }
        erase(&mut top);
        erase(&mut offset);
        erase(&mut checksum);
        tag
    }

    /// Returns the hash of the associated data (§4.1): XORs each block with its offset, encrypts it, and XORs all
    /// results.
    fn hash(&self, associated_data: &[u8]) -> [u8; 16] {
        let mut sum = [0; 16];
        let mut offsets = Offsets::new(&self.masks, [0; 16]);
        let (blocks, tail) = associated_data.as_chunks();
        self.cipher.engine().encrypt(Sum { offsets: &mut offsets, blocks, sum: &mut sum });
        if !tail.is_empty() {
            let mut last = xor(&offsets.offset, self.masks.at(TAIL));
            xor_into(&mut last[..tail.len()], tail);
            last[tail.len()] ^= 0x80;
            self.cipher.encrypt_block(&mut last);
            sum = xor(&sum, &last);
            erase(&mut last);
        }
        sum
    }
}

/// Kernel that computes Ktop from the nonce (§4.2), and returns `bottom`.
///
/// The block is loaded in the function that computes it. In another function, the load of the vector would wait until
/// both halves of the block are in the cache.
struct Top<'a> {
    nonce: &'a [u8],
    tag_bytes: usize,
    top: &'a mut [u8; 16],
}

impl BlockKernel<[u8; 16]> for Top<'_> {
    type Output = u32;
    #[inline(always)]
    fn blocks(&self) -> usize {
        1
    }
    #[inline(always)]
    fn run<W: Rounds<Block = [u8; 16]>, N: Rounds<Block = [u8; 16]>>(self, _: W, narrow: N) -> u32 {
        let number = match self.nonce.split_first_chunk::<4>() {
            Some((high, &[a, b, c, d, e, f, g, h])) => {
                let low = u64::from_be_bytes([a, b, c, d, e, f, g, h]);
                u128::from(u32::from_be_bytes(*high)) << 64 | u128::from(low)
            }
            _ => self.nonce.iter().fold(0, |number, byte| number << 8 | u128::from(*byte)),
        };
        // The upper seven bits of the block hold the tag length in bits, modulo 128.
        let length = (8 * self.tag_bytes as u128) << 121;
        let block = length | 1 << (8 * self.nonce.len()) | number;
        let state = narrow.load_first(&[(block & !0x3f).to_be_bytes()]);
        let result = narrow.apply_first(state, 1);
        narrow.store_first(result, core::slice::from_mut(self.top));
        u32::from(block.to_be_bytes()[15] & 0x3f)
    }
}

/// Returns the initial offset of a message (§4.2).
#[inline(always)]
fn first_offset(top: &[u8; 16], bottom: u32) -> [u8; 16] {
    let top = u128::from_be_bytes(*top);
    // Stretch has 192 bits: `top`, then the XOR of the first 64 bits of `top` with bits 8 to 71 of `top`.
    let stretch = (top >> 64 ^ top >> 56) & u128::from(u64::MAX);
    (top << bottom | stretch >> (64 - bottom)).to_be_bytes()
}

/// Kernel that encrypts whole blocks. Its results are the offset of the last block and the checksum.
struct Crypt<'a> {
    masks: &'a Masks,
    top: &'a [u8; 16],
    bottom: u32,
    blocks: &'a mut [[u8; 16]],
    end: (&'a mut [u8; 16], &'a mut [u8; 16]),
}

/// Kernel that decrypts whole blocks, with the same results as [`Crypt`].
struct Decrypt<'a>(Crypt<'a>);

impl BlockKernel<[u8; 16]> for Crypt<'_> {
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

impl BlockKernel<[u8; 16]> for Decrypt<'_> {
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

impl Crypt<'_> {
    #[inline(always)]
    fn run_both<W, N, const DECRYPT: bool>(self, wide: W, narrow: N)
    where
        W: Rounds<Block = [u8; 16]>,
        N: Rounds<Block = [u8; 16]>,
    {
        let mut offsets = Offsets::new(self.masks, first_offset(self.top, self.bottom));
        let (mut blocks, mut checksum) = (self.blocks, [0; 16]);
        if const { W::WIDTH > N::WIDTH } {
            blocks = whole::<_, DECRYPT>(wide, &mut offsets, blocks, &mut checksum);
        }
        blocks = whole::<_, DECRYPT>(narrow, &mut offsets, blocks, &mut checksum);
        if !blocks.is_empty() {
            let offsets = offsets.incomplete(narrow, blocks.len());
            let input = narrow.load_first(blocks);
            if !DECRYPT {
                narrow.add_blocks(input, &mut checksum);
            }
            let output = narrow.apply_first(narrow.xor(input, offsets), blocks.len());
            narrow.store_first(narrow.xor(output, offsets), blocks);
            if DECRYPT {
                narrow.add_blocks(narrow.load_first(blocks), &mut checksum);
            }
        }
        let (offset, sum) = self.end;
        (*offset, *sum) = (offsets.offset, checksum);
    }
}

/// Encrypts or decrypts all full batches of blocks. Returns the remaining blocks.
#[inline(always)]
fn whole<'a, R: Rounds<Block = [u8; 16]>, const DECRYPT: bool>(
    rounds: R,
    offsets: &mut Offsets<'_>,
    blocks: &'a mut [[u8; 16]],
    checksum: &mut [u8; 16],
) -> &'a mut [[u8; 16]] {
    let (batches, rest) = blocks.split_at_mut(blocks.len() / R::WIDTH * R::WIDTH);
    if !batches.is_empty() {
        offsets.crypt::<_, DECRYPT>(rounds, batches, checksum);
    }
    rest
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
        let offsets = self.offsets.incomplete(narrow, used);
        let state = narrow.xor(narrow.load_first(self.blocks), offsets);
        let state = narrow.apply_first(state, used);
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
        let mut sum = rounds.splat(&[0; 16]);
        for run in batches.chunks_exact(R::WIDTH) {
            let offsets = self.offsets.next(rounds);
            sum = rounds.xor(sum, rounds.apply(rounds.xor(rounds.load(run), offsets)));
        }
        rounds.add_blocks(sum, self.sum);
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> fmt::Debug for Ocb<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &["Ocb<", C::NAME, ">"])
    }
}
