//! What a family of block ciphers provides, and what the modes are written over.

use super::raw::EachBlock;
use crate::platform::simd::PolyVector;
use crate::platform::stack;
use crate::traits::{ByteArray, Implementation};

/// What a key schedule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Encryption alone: decryption's keys may be left out.
    Encryption,
    /// Both directions.
    Both,
}

/// One cipher of a family: its name, its standard and the length of its key.
pub trait CipherSpec: 'static {
    /// The canonical name, as `camellia-256`.
    const NAME: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// A byte array as long as the key.
    type Key: ByteArray;
    /// The family's key schedule for blocks of this length.
    type Engine: KeySchedule;
}

/// A family's key schedule for keys of any length that the family takes. It erases itself when dropped.
///
/// The length of the key is data and not a type, so that a family is compiled once for each length of its blocks.
pub trait KeySchedule: CipherEngine {
    /// The family's name, as `camellia`.
    const FAMILY: &'static str;

    /// The schedule of `key`, whose length the caller has checked. The backend is chosen here, once.
    fn expand(key: &[u8], uses: KeyUse) -> Self;
    /// The active backend and its timing.
    fn implementation() -> Implementation;
}

/// Runs kernels with the rounds of a cipher under a key.
pub trait CipherEngine: Clone + Send + Sync + 'static {
    /// Stack used by the rounds over vectors, in bytes.
    const STACK_BYTES: usize = stack::VECTOR_STACK_BYTES;
    /// A byte array as long as the block.
    type Block: ByteArray;

    /// Runs `kernel` with rounds that encrypt.
    fn encrypt<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs `kernel` with rounds that decrypt.
    fn decrypt<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs `kernel`, whose blocks wait for each other, with the rounds that are done soonest: those that
    /// encrypt, and preferably of width 1.
    #[inline(always)]
    fn encrypt_chain<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.encrypt(kernel)
    }
    /// Runs `kernel` with rounds that encrypt, beside which it multiplies polynomials in registers of the same
    /// level; gives it back where that is not worth code of its own.
    #[inline(always)]
    fn encrypt_stitched<K: StitchedKernel<Self::Block>>(&self, kernel: K) -> Result<K::Output, K> {
        Err(kernel)
    }
    /// Stack used by the rounds of the active backend, in bytes.
    fn frames() -> usize {
        Self::STACK_BYTES
    }

    /// Encrypts each block by itself.
    fn encrypt_each(&self, blocks: &mut [Self::Block]) {
        self.encrypt(EachBlock(blocks));
    }
    /// Decrypts each block by itself.
    fn decrypt_each(&self, blocks: &mut [Self::Block]) {
        self.decrypt(EachBlock(blocks));
    }
    /// Encrypts each block by itself, one sooner than the next.
    fn chain_each(&self, blocks: &mut [Self::Block]) {
        self.encrypt_chain(EachBlock(blocks));
    }
    /// Encrypts a block.
    #[inline]
    fn encrypt_one(&self, block: &mut Self::Block) {
        self.encrypt_chain(One(block));
    }
    /// Decrypts a block.
    #[inline]
    fn decrypt_one(&self, block: &mut Self::Block) {
        self.decrypt(One(block));
    }
}

/// An [`CipherEngine`] that takes a tweak beside the key.
pub trait TweakableEngine: CipherEngine {
    /// A byte array as long as the tweak.
    type Tweak: ByteArray;
    /// Sets the tweak for the blocks that follow; it is zero at first.
    fn set_tweak(&mut self, tweak: &Self::Tweak);
}

/// The rounds of a cipher in one direction, over `WIDTH` blocks in a layout of its own. A value holds or
/// refers to the round keys. All of it is `#[inline(always)]`.
pub trait Rounds: Copy {
    /// A block.
    type Block: ByteArray;
    /// `[Block; WIDTH]`.
    type Blocks: Blocks<Self::Block>;
    /// `WIDTH` blocks in registers, as the rounds want them.
    type State: Copy;
    /// How many blocks go through the rounds together.
    const WIDTH: usize = size_of::<Self::Blocks>() / size_of::<Self::Block>();

    /// Reads `WIDTH` blocks.
    fn load(&self, blocks: &[Self::Block]) -> Self::State;
    /// Encrypts or decrypts.
    fn apply(&self, state: Self::State) -> Self::State;
    /// [`apply`](Self::apply) to the first `used` blocks; the others may come out as anything.
    #[inline(always)]
    fn apply_first(&self, state: Self::State, used: usize) -> Self::State {
        let _ = used;
        self.apply(state)
    }
    /// The sum of two states.
    fn xor(&self, a: Self::State, b: Self::State) -> Self::State;
    /// Writes `WIDTH` blocks.
    fn store(&self, state: Self::State, blocks: &mut [Self::Block]);

    /// Returns the `WIDTH` counter blocks `first + offset`, `first + offset + 1`, …, of which only the last four
    /// bytes count, big-endian and modulo 2^32 (inc32, SP 800-38D §6.2). A mode with a longer counter splits its run
    /// where these four bytes overflow. GCM never splits: its counter may depend on the key.
    #[inline(always)]
    fn counters(&self, first: &Self::Block, offset: u32) -> Self::State {
        counters(self, first, offset)
    }

    /// [`counters`](Self::counters) for the first `used` blocks; the others may be anything.
    #[inline(always)]
    fn counters_first(&self, first: &Self::Block, offset: u32, used: usize) -> Self::State {
        let _ = used;
        self.counters(first, offset)
    }

    /// Whether [`keystream`](Self::keystream) is cheaper where it is aligned.
    const ALIGNED_IS_CHEAPER: bool = false;

    /// [`apply`](Self::apply) to [`counters`](Self::counters); `aligned` says that the first one's number is a
    /// multiple of `WIDTH`.
    #[inline(always)]
    fn keystream(&self, first: &Self::Block, offset: u32, aligned: bool) -> Self::State {
        let _ = aligned;
        self.apply(self.counters(first, offset))
    }

    /// Of blocks of 16 bytes, the tweaks of XTS for `WIDTH` of them: `first`, and each the one before times α.
    #[inline(always)]
    fn tweaks(&self, first: u128) -> Self::State {
        tweaks(self, first, Self::WIDTH)
    }

    /// [`tweaks`](Self::tweaks) for the first `used` blocks; the others may be anything.
    #[inline(always)]
    fn tweaks_first(&self, first: u128, used: usize) -> Self::State {
        let _ = used;
        self.tweaks(first)
    }

    /// Of blocks of 16 bytes, the rounds of XTS between two additions of the tweaks, and the next tweaks: each times
    /// α^`WIDTH`.
    #[inline(always)]
    fn whitened(&self, state: Self::State, tweaks: Self::State) -> (Self::State, Self::State) {
        let state = self.xor(self.apply(self.xor(state, tweaks)), tweaks);
        (state, next_tweaks(self, tweaks))
    }

    /// A block that the rounds are to begin with, for [`chain`](Self::chain).
    #[inline(always)]
    fn whiten(&self, state: Self::State) -> Self::State {
        state
    }

    /// What the rounds make of a block that has begun, and `next` added to it, which has begun too: in a chain of
    /// blocks, what is added need not wait for the rounds to end.
    #[inline(always)]
    fn chain(&self, state: Self::State, next: Self::State) -> Self::State {
        self.xor(self.apply(state), next)
    }

    /// [`apply`](Self::apply) beside other work in as many steps as there are [`STEPS`], done in their order: what
    /// waits for instructions of the one leaves room for those of the other.
    #[inline(always)]
    fn apply_interleaved(&self, state: Self::State, mut step: impl FnMut(usize)) -> Self::State {
        for i in 0..STEPS {
            step(i);
        }
        self.apply(state)
    }
}

/// The steps of [`Rounds::apply_interleaved`].
pub(crate) const STEPS: usize = 8;

/// The counter blocks, each written as a block.
#[inline(always)]
pub(crate) fn counters<R: Rounds>(rounds: &R, first: &R::Block, offset: u32) -> R::State {
    rounds.load(counter_blocks::<_, R::Blocks>(first, offset, R::WIDTH).as_ref())
}

/// The first `used` counter blocks of [`Rounds::counters`].
#[inline(always)]
pub(crate) fn counter_blocks<B: ByteArray, A: Blocks<B>>(first: &B, offset: u32, used: usize) -> A {
    let mut blocks = A::zero();
    let (head, last) = first.as_ref().split_last_chunk::<4>().unwrap_or((&[], &[0; 4]));
    let mut count = u32::from_be_bytes(*last).wrapping_add(offset);
    for block in &mut blocks.as_mut()[..used] {
        let block = block.as_mut();
        block[..head.len()].copy_from_slice(head);
        block[head.len()..].copy_from_slice(&count.to_be_bytes());
        count = count.wrapping_add(1);
    }
    blocks
}

/// The tweaks from `first` on for the first `used` blocks, by arithmetic on numbers.
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

/// The tweaks behind these, by arithmetic on numbers.
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

/// A tweak times α^`times`, modulo x^128 + x^7 + x^2 + x + 1; up to 64 times.
#[inline(always)]
pub(crate) const fn times_alpha(tweak: u128, times: usize) -> u128 {
    let out = tweak >> (128 - times);
    tweak << times ^ out ^ out << 1 ^ out << 2 ^ out << 7
}

/// An array of blocks.
pub trait Blocks<B>: AsRef<[B]> + AsMut<[B]> + Copy {
    /// Blocks of zeros.
    fn zero() -> Self;
}

impl<B: ByteArray, const W: usize> Blocks<B> for [B; W] {
    #[inline(always)]
    fn zero() -> Self {
        [B::ZERO; W]
    }
}

/// A piece of work on blocks, written once over any [`Rounds`].
pub trait BlockKernel<B: ByteArray> {
    /// What comes of it.
    type Output;
    /// How many blocks it has that do not wait for each other, where it is worth to know that they are few.
    #[inline(always)]
    fn blocks(&self) -> usize {
        usize::MAX
    }
    /// Does the work: long runs by `wide`, what is left by `narrow`. It is `#[inline(always)]`, as is all
    /// that it calls, so that it becomes code for the level it is entered at.
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) -> Self::Output;
}

/// A piece of work on blocks that multiplies polynomials besides.
pub trait StitchedKernel<B: ByteArray> {
    /// What comes of it.
    type Output;
    /// Does the work, as [`BlockKernel::run`] does.
    fn run<R: Rounds<Block = B>, V: PolyVector>(self, rounds: R, proof: V::Proof) -> Self::Output;
}

/// Runs `kernel` with these rounds in code that is compiled for `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn enter<T, B, K, W, N>(cpu: T, kernel: K, wide: W, narrow: N) -> K::Output
where
    T: crate::platform::enter::Token,
    B: ByteArray,
    K: BlockKernel<B>,
    W: Rounds<Block = B>,
    N: Rounds<Block = B>,
{
    struct WithRounds<B, K, W, N>(K, W, N, core::marker::PhantomData<B>);

    impl<B, K, W, N> crate::platform::enter::WithFeatures for WithRounds<B, K, W, N>
    where
        B: ByteArray,
        K: BlockKernel<B>,
        W: Rounds<Block = B>,
        N: Rounds<Block = B>,
    {
        type Output = K::Output;
        #[inline(always)]
        fn run(self) -> K::Output {
            self.0.run(self.1, self.2)
        }
    }

    cpu.enter(WithRounds(kernel, wide, narrow, core::marker::PhantomData))
}

/// Runs `kernel` with these rounds and vectors in code that is compiled for `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn enter_stitched<T, B, K, R, V>(cpu: T, kernel: K, rounds: R) -> K::Output
where
    T: crate::platform::enter::Token + Into<V::Proof>,
    B: ByteArray,
    K: StitchedKernel<B>,
    R: Rounds<Block = B>,
    V: PolyVector,
{
    struct WithVectors<B, K, R, V: PolyVector>(K, R, V::Proof, core::marker::PhantomData<B>);

    impl<B, K, R, V> crate::platform::enter::WithFeatures for WithVectors<B, K, R, V>
    where
        B: ByteArray,
        K: StitchedKernel<B>,
        R: Rounds<Block = B>,
        V: PolyVector,
    {
        type Output = K::Output;
        #[inline(always)]
        fn run(self) -> K::Output {
            self.0.run::<R, V>(self.1, self.2)
        }
    }

    cpu.enter(WithVectors::<B, K, R, V>(kernel, rounds, cpu.into(), core::marker::PhantomData))
}

/// One block.
struct One<'a, B>(&'a mut B);

impl<B: ByteArray> BlockKernel<B> for One<'_, B> {
    type Output = ();
    #[inline(always)]
    fn blocks(&self) -> usize {
        1
    }
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, narrow: N) {
        super::raw::each_padded(narrow, core::slice::from_mut(self.0));
    }
}
