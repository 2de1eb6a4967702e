//! What a family of block ciphers provides, and what the modes are written over.

use crate::kind::{ByteArray, Implementation};

/// What a key schedule is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uses {
    /// Encryption alone: decryption's keys may be left out.
    Encryption,
    /// Both directions.
    Both,
}

/// A family's key schedule, and the code that uses it. It erases itself when dropped.
pub trait Engine: Clone + Send + Sync + 'static {
    /// The canonical name, as `camellia-256`.
    const NAME: &'static str;
    /// The family's name, as `camellia`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// A byte array as long as the key.
    type Key: ByteArray;
    /// A byte array as long as the block.
    type Block: ByteArray;

    /// The schedule of `key`. The backend is chosen here, once.
    fn new(key: &Self::Key, uses: Uses) -> Self;
    /// Runs `kernel` with rounds that encrypt.
    fn encrypt<K: Kernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs `kernel` with rounds that decrypt.
    fn decrypt<K: Kernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs `kernel`, whose blocks wait for each other, with the rounds that are done soonest: those that
    /// encrypt, and preferably of width 1.
    #[inline(always)]
    fn encrypt_chain<K: Kernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.encrypt(kernel)
    }
    /// The code that runs here now.
    fn implementation() -> Implementation;

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

/// An [`Engine`] that takes a tweak beside the key.
pub trait TweakableEngine: Engine {
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
    /// The sum of two states.
    fn xor(&self, a: Self::State, b: Self::State) -> Self::State;
    /// Writes `WIDTH` blocks.
    fn store(&self, state: Self::State, blocks: &mut [Self::Block]);

    /// The `WIDTH` counter blocks `first + offset`, `first + offset + 1`, … (SP 800-38A §B.1), where only
    /// the last eight bytes, big-endian, count and do not overflow: the caller splits its run where they
    /// do.
    #[inline(always)]
    fn counters(&self, first: &Self::Block, offset: u64) -> Self::State {
        let mut blocks = Self::Blocks::zero();
        let (head, last) = first.as_ref().split_last_chunk::<8>().unwrap_or((&[], &[0; 8]));
        let mut count = u64::from_be_bytes(*last).wrapping_add(offset);
        for block in blocks.as_mut() {
            let block = block.as_mut();
            block[..head.len()].copy_from_slice(head);
            block[head.len()..].copy_from_slice(&count.to_be_bytes());
            count = count.wrapping_add(1);
        }
        self.load(blocks.as_ref())
    }
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
pub trait Kernel<B: ByteArray> {
    /// What comes of it.
    type Output;
    /// Does the work: long runs by `wide`, what is left by `narrow`. It is `#[inline(always)]`, as is all
    /// that it calls, so that it becomes code for the level it is entered at.
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) -> Self::Output;
}

/// Runs `kernel` with these rounds in code that is compiled for `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn enter<T, B, K, W, N>(cpu: T, kernel: K, wide: W, narrow: N) -> K::Output
where
    T: crate::machine::enter::Token,
    B: ByteArray,
    K: Kernel<B>,
    W: Rounds<Block = B>,
    N: Rounds<Block = B>,
{
    struct WithRounds<B, K, W, N>(K, W, N, core::marker::PhantomData<B>);

    impl<B, K, W, N> crate::machine::enter::Kernel for WithRounds<B, K, W, N>
    where
        B: ByteArray,
        K: Kernel<B>,
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

/// One block.
struct One<'a, B>(&'a mut B);

impl<B: ByteArray> Kernel<B> for One<'_, B> {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, narrow: N) {
        super::raw::each_padded(narrow, core::slice::from_mut(self.0));
    }
}
