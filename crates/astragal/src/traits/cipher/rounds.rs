//! Interface between the rounds of a cipher and the kernels of modes, with implementations for rounds that have no code
//! of their own for a mode.

use crate::platform::array::copy;
use crate::platform::words::xor_into;
use crate::traits::ByteArray;

/// Rounds of a cipher in one direction: encryption or decryption. The rounds process `WIDTH` blocks in registers and
/// define the layout of the blocks in the registers. The implementing type owns or borrows the round keys. All methods
/// are `#[inline(always)]`.
pub trait Rounds: Copy {
    /// Block, a byte array.
    type Block: ByteArray;
    /// Array of blocks: `[Block; WIDTH]`.
    type Blocks: Blocks<Self::Block>;
    /// `WIDTH` blocks in registers, in the layout of the rounds.
    type State: Copy;
    /// Number of blocks processed in parallel.
    const WIDTH: usize = size_of::<Self::Blocks>() / size_of::<Self::Block>();

    /// Loads `WIDTH` blocks.
    fn load(&self, blocks: &[Self::Block]) -> Self::State;
    /// Encrypts or decrypts the blocks in `state`.
    fn apply(&self, state: Self::State) -> Self::State;
    /// Like [`apply`](Self::apply), but only the first `used` blocks of the result are valid.
    #[inline(always)]
    fn apply_first(&self, state: Self::State, used: usize) -> Self::State {
        let _ = used;
        self.apply(state)
    }
    /// Encrypts or decrypts one block, with fewer instructions than a batch. Only rounds that run a [`StitchedKernel`](super::StitchedKernel)
    /// implement this method.
    #[inline(always)]
    fn apply_one(&self, block: &Self::Block) -> Self::Block {
        debug_assert!(false, "rounds that run a stitched kernel implement this method");
        *block
    }
    /// Returns the XOR of two states.
    fn xor(&self, a: Self::State, b: Self::State) -> Self::State;
    /// Stores `WIDTH` blocks.
    fn store(&self, state: Self::State, blocks: &mut [Self::Block]);

    /// Loads at most `WIDTH` blocks. The other blocks of the state are zero.
    #[inline(always)]
    fn load_first(&self, blocks: &[Self::Block]) -> Self::State {
        load_padded(self, blocks)
    }
    /// Stores the first blocks of a state, at most `WIDTH`.
    #[inline(always)]
    fn store_first(&self, state: Self::State, blocks: &mut [Self::Block]) {
        store_padded(self, state, blocks);
    }

    /// Returns the `WIDTH` counter blocks `first + offset`, `first + offset + 1`, …. Only the last four bytes of a
    /// block are incremented, as a big-endian number modulo 2^32 (inc32, SP 800-38D §6.2). A mode with a longer counter
    /// must call the kernel again when these bytes overflow.
    ///
    /// GCM's counter consists of just these four bytes, so GCM needs no check for an overflow. A check would even be a
    /// leak: the counter may depend on the key, and the check would branch on it.
    #[inline(always)]
    fn counters(&self, first: &Self::Block, offset: u32) -> Self::State {
        counters(self, first, offset)
    }

    /// Like [`counters`](Self::counters), but only the first `used` blocks of the result are valid.
    #[inline(always)]
    fn counters_first(&self, first: &Self::Block, offset: u32, used: usize) -> Self::State {
        let _ = used;
        self.counters(first, offset)
    }

    /// Starts to count: returns a state from which [`next_counters`](Self::next_counters) computes the counter blocks
    /// `first + offset`, `first + offset + 1`, …. Only rounds that run a [`StitchedKernel`](super::StitchedKernel) implement this method.
    #[inline(always)]
    fn begin_counters(&self, first: &Self::Block, offset: u32) -> Self::State {
        debug_assert!(false, "rounds that run a stitched kernel implement this method");
        self.counters(first, offset)
    }

    /// Returns the next `WIDTH` counter blocks, and advances `next`, which [`begin_counters`](Self::begin_counters)
    /// returned.
    #[inline(always)]
    fn next_counters(&self, next: &mut Self::State) -> Self::State {
        debug_assert!(false, "rounds that run a stitched kernel implement this method");
        *next
    }

    /// Whether the type implements [`xor_keystream`](Self::xor_keystream) and [`xts`](Self::xts). They XOR the text or a
    /// tweak into the first and the last round key, so that no XOR follows the rounds.
    const FUSES_XOR: bool = false;

    /// XORs the encrypted counter blocks `first + offset`, `first + offset + 1`, … into whole batches of `WIDTH`
    /// blocks. Branches on the counter, which must be public.
    #[inline(always)]
    fn xor_keystream(&self, first: &Self::Block, offset: u32, blocks: &mut [Self::Block]) {
        let _ = (first, offset, blocks);
        debug_assert!(Self::FUSES_XOR, "types with this constant implement this method");
    }

    /// Returns the XTS tweaks of `WIDTH` 16-byte blocks. The first tweak is `first`, and each later tweak is α
    /// times the tweak before it.
    #[inline(always)]
    fn tweaks(&self, first: u128) -> Self::State {
        tweaks(self, first, Self::WIDTH)
    }

    /// Like [`tweaks`](Self::tweaks), but the first `used` tweaks of the result are valid, and only they.
    #[inline(always)]
    fn tweaks_first(&self, first: u128, used: usize) -> Self::State {
        let _ = used;
        self.tweaks(first)
    }

    /// Processes 16-byte blocks in XTS mode: XORs the tweaks into the blocks before and after the rounds. Returns the
    /// blocks and the next tweaks, which are `tweaks` multiplied by α^`WIDTH`. The caller may pass them to the next call
    /// of this method.
    #[inline(always)]
    fn whitened(&self, state: Self::State, tweaks: Self::State) -> (Self::State, Self::State) {
        let state = self.xor(self.apply(self.xor(state, tweaks)), tweaks);
        (state, self.next_tweaks(tweaks))
    }

    /// Multiplies the tweaks by α^`WIDTH`.
    #[inline(always)]
    fn next_tweaks(&self, tweaks: Self::State) -> Self::State {
        next_tweaks(self, tweaks)
    }

    /// Processes whole batches of 16-byte blocks in XTS mode. `tweak` is the tweak of the first block. Returns the tweak
    /// after the last block.
    #[inline(always)]
    fn xts(&self, blocks: &mut [Self::Block], tweak: u128) -> u128 {
        let _ = blocks;
        debug_assert!(Self::FUSES_XOR, "types with this constant implement this method");
        tweak
    }

    /// Returns a state whose blocks all equal `block`.
    #[inline(always)]
    fn splat(&self, block: &Self::Block) -> Self::State {
        let mut blocks = Self::Blocks::zero();
        for place in blocks.as_mut() {
            *place = *block;
        }
        self.load(blocks.as_ref())
    }

    /// XORs each of the 16-byte blocks of `state` into `sum`.
    #[inline(always)]
    fn add_blocks(&self, state: Self::State, sum: &mut [u8; 16]) {
        let mut blocks = Self::Blocks::zero();
        self.store(state, blocks.as_mut());
        // XORs the blocks as 128-bit numbers. If they were byte arrays, LLVM would compute the XOR separately for each
        // byte position.
        let mut number = u128::from_ne_bytes(*sum);
        for block in blocks.as_ref() {
            if let Ok(block) = block.as_ref().try_into() {
                number ^= u128::from_ne_bytes(block);
            }
        }
        *sum = number.to_ne_bytes();
    }

    /// Encrypts or decrypts whole batches of 16-byte blocks in OCB mode: XORs an offset into each block before and
    /// after the rounds. The offset of a block is the base of the batch XORed with the block in `sums`. The offset of
    /// the last block is also XORed with the mask of the batch: the XOR of the two blocks that `mask` returns. `base`
    /// holds the base of the first batch. After each batch, `step` and the mask are XORed into it. Returns blocks whose
    /// XOR is the XOR of all plaintext blocks.
    #[inline(always)]
    fn ocb<const DECRYPT: bool>(
        &self,
        blocks: &mut [Self::Block],
        sums: Self::State,
        base: &mut Self::Block,
        step: &Self::Block,
        mut mask: impl FnMut() -> [Self::Block; 2],
    ) -> Self::State {
        let mut checksum = self.splat(&Self::Block::ZERO);
        for batch in blocks.chunks_exact_mut(Self::WIDTH) {
            let [mut mask, other] = mask();
            xor_into(mask.as_mut(), other.as_ref());
            let offsets = self.ocb_offsets(sums, base, step, &mask);
            let input = self.load(batch);
            let output = self.xor(self.apply(self.xor(input, offsets)), offsets);
            checksum = self.xor(checksum, if DECRYPT { output } else { input });
            self.store(output, batch);
        }
        checksum
    }

    /// Returns the OCB offsets of one batch with the mask `mask`, and advances `base`, as in [`ocb`](Self::ocb).
    #[inline(always)]
    fn ocb_offsets(
        &self,
        sums: Self::State,
        base: &mut Self::Block,
        step: &Self::Block,
        mask: &Self::Block,
    ) -> Self::State {
        let mut last = Self::Blocks::zero();
        last.as_mut()[Self::WIDTH - 1] = *mask;
        let offsets = self.xor(self.splat(base), self.xor(sums, self.load(last.as_ref())));
        xor_into(base.as_mut(), step.as_ref());
        xor_into(base.as_mut(), mask.as_ref());
        offsets
    }

    /// XORs the first round key into a block (whitening). The caller passes the result to [`chain`](Self::chain).
    #[inline(always)]
    fn whiten(&self, state: Self::State) -> Self::State {
        state
    }

    /// Applies the rounds to `state`, a block into which [`whiten`](Self::whiten) has already XORed the first round
    /// key. Then XORs `next` into the result. In CBC encryption, `next` is the next plaintext block, already whitened.
    /// The latency from block to block then does not include the XOR with the first round key.
    #[inline(always)]
    fn chain(&self, state: Self::State, next: Self::State) -> Self::State {
        self.xor(self.apply(state), next)
    }

    /// Applies the rounds like [`apply`](Self::apply), interleaved with other work. Calls `step(i)` for each `i` from 0
    /// to [`STEPS`] - 1, in order. The CPU executes the instructions of `step` while it waits for results of the
    /// rounds.
    #[inline(always)]
    fn apply_interleaved(&self, state: Self::State, mut step: impl FnMut(usize)) -> Self::State {
        for i in 0..STEPS {
            step(i);
        }
        self.apply(state)
    }
}

/// Number of calls of `step` in [`Rounds::apply_interleaved`].
pub(crate) const STEPS: usize = 8;

/// Implements [`Rounds::load_first`] by a copy of the blocks in memory.
#[inline(always)]
fn load_padded<R: Rounds>(rounds: &R, blocks: &[R::Block]) -> R::State {
    let mut padded = R::Blocks::zero();
    copy(&mut padded.as_mut()[..blocks.len()], blocks);
    rounds.load(padded.as_ref())
}

/// Implements [`Rounds::store_first`] by a copy of the blocks in memory.
#[inline(always)]
fn store_padded<R: Rounds>(rounds: &R, state: R::State, blocks: &mut [R::Block]) {
    let mut padded = R::Blocks::zero();
    rounds.store(state, padded.as_mut());
    copy(blocks, &padded.as_ref()[..blocks.len()]);
}

/// Implements [`Rounds::counters`]: computes the counter blocks in memory, one at a time.
#[inline(always)]
pub(crate) fn counters<R: Rounds>(rounds: &R, first: &R::Block, offset: u32) -> R::State {
    rounds.load(counter_blocks::<_, R::Blocks>(first, offset, R::WIDTH).as_ref())
}

/// Like [`Rounds::counters`], but returns an array, and computes only the first `used` counter blocks.
#[inline(always)]
pub(crate) fn counter_blocks<B: ByteArray, A: Blocks<B>>(first: &B, offset: u32, used: usize) -> A {
    let mut blocks = A::zero();
    let (head, last) = first.as_ref().split_last_chunk::<4>().unwrap_or((&[], &[0; 4]));
    let mut count = u32::from_be_bytes(*last).wrapping_add(offset);
    for block in &mut blocks.as_mut()[..used] {
        let block = block.as_mut();
        copy(&mut block[..head.len()], head);
        copy(&mut block[head.len()..], &count.to_be_bytes());
        count = count.wrapping_add(1);
    }
    blocks
}

/// Computes `used` XTS tweaks, starting with `first`, with integer arithmetic.
#[inline(always)]
pub(crate) fn tweaks<R: Rounds>(rounds: &R, first: u128, used: usize) -> R::State {
    let mut blocks = R::Blocks::zero();
    let mut tweak = first;
    for block in &mut blocks.as_mut()[..used] {
        if let Ok(place) = <&mut [u8; 16]>::try_from(block.as_mut()) {
            *place = tweak.to_le_bytes();
            tweak = times_alpha(tweak, 1);
        }
    }
    rounds.load(blocks.as_ref())
}

/// Multiplies the tweaks by α^`WIDTH`, with integer arithmetic.
#[inline(always)]
pub(crate) fn next_tweaks<R: Rounds>(rounds: &R, tweaks: R::State) -> R::State {
    let mut blocks = R::Blocks::zero();
    rounds.store(tweaks, blocks.as_mut());
    for block in blocks.as_mut() {
        if let Ok(tweak) = <&mut [u8; 16]>::try_from(block.as_mut()) {
            *tweak = times_alpha(u128::from_le_bytes(*tweak), R::WIDTH).to_le_bytes();
        }
    }
    rounds.load(blocks.as_ref())
}

/// Multiplies an XTS tweak by α^`times` modulo x^128 + x^7 + x^2 + x + 1. `times` is at most 64.
#[inline(always)]
pub(crate) const fn times_alpha(tweak: u128, times: usize) -> u128 {
    let out = tweak >> (128 - times);
    tweak << times ^ out ^ out << 1 ^ out << 2 ^ out << 7
}

/// Array of blocks.
pub trait Blocks<B>: AsRef<[B]> + AsMut<[B]> + Copy {
    /// Returns blocks of zeros.
    fn zero() -> Self;
}

impl<B: ByteArray, const W: usize> Blocks<B> for [B; W] {
    #[inline(always)]
    fn zero() -> Self {
        [B::ZERO; W]
    }
}
