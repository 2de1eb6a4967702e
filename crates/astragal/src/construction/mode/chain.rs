//! Kernels in which a block depends on the one before.

use crate::kind::ByteArray;
use crate::kind::cipher::{Blocks, Kernel, Rounds};

/// Cipher block chaining forward: each block gets the one before added, then is encrypted.
pub(super) struct Chain<'a, B> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray> Kernel<B> for Chain<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        let mut state = spread(one, self.chain);
        for block in &mut *self.blocks {
            state = one.apply(one.xor(spread(one, block), state));
            *block = first(one, state);
        }
        *self.chain = first(one, state);
    }
}

/// Adds each block to the chain and encrypts it: what CBC-MAC and CMAC do.
pub(super) struct Absorb<'a, B> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a [B],
}

impl<B: ByteArray> Kernel<B> for Absorb<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        let mut state = spread(one, self.chain);
        for block in self.blocks {
            state = one.apply(one.xor(spread(one, block), state));
        }
        *self.chain = first(one, state);
    }
}

/// Feedback of the ciphertext (CFB), or of the keystream (OFB).
pub(super) struct Feedback<'a, B, const OUTPUT: bool> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray, const OUTPUT: bool> Kernel<B> for Feedback<'_, B, OUTPUT> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        let mut state = spread(one, self.chain);
        for block in &mut *self.blocks {
            let keystream = one.apply(state);
            let text = one.xor(keystream, spread(one, block));
            *block = first(one, text);
            state = if OUTPUT { keystream } else { text };
        }
        *self.chain = first(one, state);
    }
}

/// A block in the first of the places that the rounds have.
#[inline(always)]
fn spread<R: Rounds>(rounds: R, block: &R::Block) -> R::State {
    if R::WIDTH == 1 {
        return rounds.load(core::slice::from_ref(block));
    }
    let mut blocks = R::Blocks::zero();
    blocks.as_mut()[0] = *block;
    rounds.load(blocks.as_ref())
}

/// The first block of a state.
#[inline(always)]
fn first<R: Rounds>(rounds: R, state: R::State) -> R::Block {
    let mut blocks = R::Blocks::zero();
    rounds.store(state, blocks.as_mut());
    blocks.as_ref()[0]
}

/// What takes a chain of blocks apart: all of them at once. `FEEDBACK` is CFB, whose rounds are on the block
/// before; else CBC, whose rounds are on the block itself.
pub(super) struct Unchain<'a, B, const FEEDBACK: bool> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray, const FEEDBACK: bool> Kernel<B> for Unchain<'_, B, FEEDBACK> {
    type Output = ();

    /// From the end, so that what is before is still ciphertext.
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        let Some(&last) = self.blocks.last() else { return };
        let mut end = self.blocks.len();
        if W::WIDTH > N::WIDTH {
            while end > W::WIDTH {
                end -= W::WIDTH;
                step::<W, FEEDBACK>(wide, self.blocks, end);
            }
        }
        while end > N::WIDTH {
            end -= N::WIDTH;
            step::<N, FEEDBACK>(narrow, self.blocks, end);
        }
        let (mut before, mut these) = (N::Blocks::zero(), N::Blocks::zero());
        before.as_mut()[0] = *self.chain;
        before.as_mut()[1..end].copy_from_slice(&self.blocks[..end - 1]);
        these.as_mut()[..end].copy_from_slice(&self.blocks[..end]);
        let (before, own) = (narrow.load(before.as_ref()), narrow.load(these.as_ref()));
        narrow.store(joined::<N, FEEDBACK>(narrow, before, own), these.as_mut());
        self.blocks[..end].copy_from_slice(&these.as_ref()[..end]);
        *self.chain = last;
    }
}

/// The blocks from `start` on, as many as go through the rounds together; there is one before.
#[inline(always)]
fn step<R: Rounds, const FEEDBACK: bool>(rounds: R, blocks: &mut [R::Block], start: usize) {
    let before = rounds.load(&blocks[start - 1..start - 1 + R::WIDTH]);
    let these = &mut blocks[start..start + R::WIDTH];
    let own = rounds.load(these);
    rounds.store(joined::<R, FEEDBACK>(rounds, before, own), these);
}

#[inline(always)]
fn joined<R: Rounds, const FEEDBACK: bool>(rounds: R, before: R::State, own: R::State) -> R::State {
    if FEEDBACK {
        rounds.xor(rounds.apply(before), own)
    } else {
        rounds.xor(rounds.apply(own), before)
    }
}
