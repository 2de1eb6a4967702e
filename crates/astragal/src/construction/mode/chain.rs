//! Kernels of chaining modes, in which the result of a block depends on the previous block.

use crate::platform::array::copy;
use crate::traits::ByteArray;
use crate::traits::cipher::{BlockKernel, Blocks, Rounds};

/// CBC encryption kernel. XORs the previous ciphertext block into each block, then encrypts the result.
pub(super) struct Chain<'a, B> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray> BlockKernel<B> for Chain<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        let Some(front) = self.blocks.first() else { return };
        let mut state = one.whiten(one.xor(spread(one, self.chain), spread(one, front)));
        for i in 0..self.blocks.len() {
            let next = self.blocks.get(i + 1).copied().unwrap_or(B::ZERO);
            let next = one.whiten(spread(one, &next));
            state = one.chain(state, next);
            self.blocks[i] = first(one, one.xor(state, next));
        }
        if let Some(last) = self.blocks.last() {
            *self.chain = *last;
        }
    }
}

/// CBC encryption kernel for several independent messages in parallel. Each message has its own chaining value and
/// blocks.
pub(super) struct ChainMany<'a, 'b, B> {
    pub(super) messages: &'a mut [(B, &'b mut [B])],
}

impl<B: ByteArray> BlockKernel<B> for ChainMany<'_, '_, B> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.messages.len()
    }

    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        if const { W::WIDTH > N::WIDTH } && self.messages.len() > N::WIDTH {
            multi_buffer(wide, self.messages);
        } else {
            multi_buffer(narrow, self.messages);
        }
    }
}

/// Assigns messages to the kernel's slots. Each slot holds one message. In each step, the kernel encrypts one block
/// from each slot, all in parallel. The assignment does not depend on the cipher's rounds, so its code is compiled once
/// per block type.
struct Slots<'a, 'b, B> {
    messages: &'a mut [(B, &'b mut [B])],
    used: usize,
    /// Index of the message in each slot. An idle slot holds an index larger than that of any message.
    message: [usize; MAX_SLOTS],
    /// For each slot, the number of blocks of its message that are already encrypted.
    done: [usize; MAX_SLOTS],
    waiting: core::ops::Range<usize>,
}

impl<'a, 'b, B: ByteArray> Slots<'a, 'b, B> {
    #[inline(never)]
    fn new(messages: &'a mut [(B, &'b mut [B])], chains: &mut [B]) -> Self {
        let used = chains.len().min(messages.len()).min(MAX_SLOTS);
        for i in 0..chains.len().min(messages.len()) {
            chains[i] = messages[i].0;
        }
        Self {
            used,
            message: core::array::from_fn(|slot| slot),
            done: [0; MAX_SLOTS],
            waiting: used..messages.len(),
            messages,
        }
    }

    /// Updates the slots whose message has ended. Stores the last ciphertext block of the message, and assigns the next
    /// waiting message to the slot. Returns the number of blocks until the next message ends, or `None` if all messages
    /// have ended.
    #[inline(never)]
    fn run(&mut self, chains: &mut [B]) -> Option<usize> {
        let mut run = None;
        for (slot, chain) in chains[..self.used].iter_mut().enumerate() {
            while let Some((end, text)) = self.messages.get_mut(self.message[slot]) {
                let left = text.len() - self.done[slot];
                if left > 0 {
                    run = Some(run.map_or(left, |run: usize| run.min(left)));
                    break;
                }
                *end = *chain;
                self.message[slot] = self.waiting.next().unwrap_or(usize::MAX);
                self.done[slot] = 0;
                if let Some((iv, _)) = self.messages.get(self.message[slot]) {
                    *chain = *iv;
                }
            }
        }
        run
    }

    /// Copies the next block of the message in each slot to `blocks`.
    #[inline(always)]
    fn gather(&self, blocks: &mut [B]) {
        for (slot, block) in blocks[..self.used].iter_mut().enumerate() {
            if let Some((_, text)) = self.messages.get(self.message[slot]) {
                *block = text[self.done[slot]];
            }
        }
    }

    /// Copies the encrypted blocks back to the messages in the slots.
    #[inline(always)]
    fn scatter(&mut self, blocks: &[B]) {
        for (slot, block) in blocks[..self.used].iter().enumerate() {
            if let Some((_, text)) = self.messages.get_mut(self.message[slot]) {
                text[self.done[slot]] = *block;
                self.done[slot] += 1;
            }
        }
    }
}

/// Encrypts one message in each slot. When a message ends, the next waiting message takes its slot.
#[inline(always)]
fn multi_buffer<R: Rounds>(rounds: R, messages: &mut [(R::Block, &mut [R::Block])]) {
    let (mut chains, mut blocks) = (R::Blocks::zero(), R::Blocks::zero());
    let mut slots = Slots::new(messages, chains.as_mut());
    while let Some(run) = slots.run(chains.as_mut()) {
        let mut state = rounds.load(chains.as_ref());
        for _ in 0..run {
            slots.gather(blocks.as_mut());
            state = rounds.apply(rounds.xor(rounds.load(blocks.as_ref()), state));
            rounds.store(state, blocks.as_mut());
            slots.scatter(blocks.as_ref());
        }
        rounds.store(state, chains.as_mut());
    }
}

/// Maximum number of blocks that any backend processes in parallel.
const MAX_SLOTS: usize = 64;

/// Kernel of CBC-MAC and CMAC. XORs each block into the chaining value, then encrypts the value.
pub(super) struct Absorb<'a, B> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a [B],
}

impl<B: ByteArray> BlockKernel<B> for Absorb<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        let Some((front, rest)) = self.blocks.split_first() else { return };
        let mut state = one.whiten(one.xor(spread(one, self.chain), spread(one, front)));
        for block in rest {
            state = one.chain(state, one.whiten(spread(one, block)));
        }
        *self.chain = first(one, one.chain(state, spread(one, &B::ZERO)));
    }
}

/// Encryption kernel for OFB and CFB. If `OUTPUT` is true, the kernel feeds back the keystream (OFB). Otherwise, it
/// feeds back the ciphertext (CFB).
pub(super) struct Feedback<'a, B, const OUTPUT: bool> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray, const OUTPUT: bool> BlockKernel<B> for Feedback<'_, B, OUTPUT> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, one: N) {
        // The state already includes the first round key, which `chain` adds to the result together with the last round
        // key. Adding it a second time removes it.
        let mut state = one.whiten(spread(one, self.chain));
        let zero = one.whiten(spread(one, &B::ZERO));
        for block in &mut *self.blocks {
            let text = spread(one, block);
            if OUTPUT {
                state = one.chain(state, zero);
                *block = first(one, one.xor(one.whiten(state), text));
            } else {
                state = one.chain(state, one.whiten(text));
                *block = first(one, one.whiten(state));
            }
        }
        *self.chain = first(one, one.whiten(state));
    }
}

/// Loads `block` as the first block of a cipher state, whose other blocks are zero.
#[inline(always)]
pub(super) fn spread<R: Rounds>(rounds: R, block: &R::Block) -> R::State {
    if const { R::WIDTH == 1 } {
        return rounds.load(core::slice::from_ref(block));
    }
    let mut blocks = R::Blocks::zero();
    blocks.as_mut()[0] = *block;
    rounds.load(blocks.as_ref())
}

/// Returns the first block of a cipher state.
#[inline(always)]
pub(super) fn first<R: Rounds>(rounds: R, state: R::State) -> R::Block {
    let mut blocks = R::Blocks::zero();
    rounds.store(state, blocks.as_mut());
    blocks.as_ref()[0]
}

/// Kernel that decrypts the blocks of one message in parallel: in CFB mode if `FEEDBACK` is true, otherwise in CBC
/// mode. CBC decrypts a ciphertext block, then XORs the previous ciphertext block into the result. CFB encrypts the
/// previous ciphertext block, then XORs the result into the current ciphertext block.
pub(super) struct Unchain<'a, B, const FEEDBACK: bool> {
    pub(super) chain: &'a mut B,
    pub(super) blocks: &'a mut [B],
}

impl<B: ByteArray, const FEEDBACK: bool> BlockKernel<B> for Unchain<'_, B, FEEDBACK> {
    type Output = ();

    #[inline(always)]
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Decrypts the batches from last to first. In this order, the ciphertext block that precedes a batch is still
    /// encrypted when the batch needs it.
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        let Some(&last) = self.blocks.last() else { return };
        let mut end = self.blocks.len();
        if const { W::WIDTH > N::WIDTH } {
            while end > W::WIDTH {
                end -= W::WIDTH;
                step::<W, FEEDBACK>(wide, self.blocks, end);
            }
        }
        while end > N::WIDTH {
            end -= N::WIDTH;
            step::<N, FEEDBACK>(narrow, self.blocks, end);
        }
        first_step::<N, FEEDBACK>(narrow, self.chain, &mut self.blocks[..end]);
        *self.chain = last;
    }
}

/// Decrypts the batch of blocks that starts at index `start`. At least one block must precede the batch.
#[inline(always)]
fn step<R: Rounds, const FEEDBACK: bool>(rounds: R, blocks: &mut [R::Block], start: usize) {
    let before = rounds.load(&blocks[start - 1..start - 1 + R::WIDTH]);
    let these = &mut blocks[start..start + R::WIDTH];
    let own = rounds.load(these);
    rounds.store(joined::<R, FEEDBACK>(rounds, before, own, R::WIDTH), these);
}

/// Decrypts the first batch of blocks. `chain` is the ciphertext block that precedes the batch.
#[inline(always)]
fn first_step<R: Rounds, const FEEDBACK: bool>(
    rounds: R,
    chain: &R::Block,
    blocks: &mut [R::Block],
) {
    let mut before = R::Blocks::zero();
    before.as_mut()[0] = *chain;
    copy(&mut before.as_mut()[1..blocks.len()], &blocks[..blocks.len() - 1]);
    let before = rounds.load(before.as_ref());
    if blocks.len() == R::WIDTH {
        let own = rounds.load(blocks);
        return rounds.store(joined::<R, FEEDBACK>(rounds, before, own, R::WIDTH), blocks);
    }
    let own = rounds.load_first(blocks);
    rounds.store_first(joined::<R, FEEDBACK>(rounds, before, own, blocks.len()), blocks);
}

#[inline(always)]
fn joined<R: Rounds, const FEEDBACK: bool>(
    rounds: R,
    before: R::State,
    own: R::State,
    used: usize,
) -> R::State {
    if FEEDBACK {
        rounds.xor(rounds.apply_first(before, used), own)
    } else {
        rounds.xor(rounds.apply_first(own, used), before)
    }
}
