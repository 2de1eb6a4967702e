//! Rounds of a cipher for every instruction set, and the selection of the fastest rounds that the CPU supports.

use super::callback::run_chain_calls;
use super::each_block::EachBlock;
use super::engine::BlockKernel;
use super::lanes::{BlockVectors, Vector};
use super::rounds::Rounds;
#[cfg(target_arch = "x86_64")]
use super::vector_rounds::enter_vaes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::vector_rounds::{ApplyVectors, enter_vectors};
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2Aes, Avx512Vbmi, Vaes};
use crate::platform::enter::Token;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U8x16, U8x32, U8x64};
use crate::traits::{ByteArray, Implementation, Timing};

backends! {
    /// Active backend, which selects the vector type of the rounds. Each variant holds the proof that the CPU has the
    /// instruction set, so this file needs no `unsafe`.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Gfni(Gfni) = "gfni",
        "x86_64" Vaes(Vaes) = "vaes",
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" Ssse3(Ssse3) = "ssse3",
        "aarch64" Neon(ArmAes) = "neon",
    }
}

/// Encryption or decryption rounds, generic over the vector type.
pub(crate) trait RoundsFamily: Copy {
    /// Block, a byte array.
    type Block: ByteArray;
    /// Vectors that the rounds process in parallel.
    type State<V: Vector>: BlockVectors<V, Block = Self::Block>;
    /// Rounds for CPUs without vectors.
    type Portable: Rounds<Block = Self::Block>;
    /// Whether the vector rounds are faster with GFNI than without it. If not, a CPU with GFNI runs the AVX2 code.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_GFNI: bool = true;
    /// Whether the vector rounds are faster with VAES than without it, for many blocks. If not, a CPU with VAES runs the
    /// AVX2 code.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_VAES: bool = false;
    /// Length in bytes of the longest vectors that the rounds use: 16, 32 or 64. Rounds for a single block use vectors
    /// that are as long as the block, because CPUs execute more instructions per cycle on short vectors than on long
    /// ones.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const VECTOR_BYTES: usize = 64;
    /// Whether only the backends [`Vaes`](Backend::Vaes) and [`Avx2`](Backend::Avx2) choose the rounds. If so, the rounds
    /// are compiled for no other vectors.
    #[allow(dead_code, reason = "only backends with vectors read this constant")]
    const IS_FOR_AVX2: bool = false;
    /// Whether the rounds take thousands of cycles, far more than a function call. If so, they are compiled once for
    /// each instruction set. Otherwise, they are inlined into each kind of operation.
    #[allow(dead_code, reason = "only backends with vectors read this constant")]
    const ARE_LONG: bool = false;

    /// Applies the rounds to the vectors in `x`. Every implementation is `#[inline(always)]`.
    fn apply<V: Vector>(self, cpu: V::Proof, x: Self::State<V>) -> Self::State<V>;
    /// Returns the portable rounds.
    fn portable(self) -> Self::Portable;
}

/// Calls `$run` with the vector type of the backend `$backend`, for the rounds `$wide`. The type has at most
/// `$wide::VECTOR_BYTES` bytes, and uses GFNI only if `$wide::USES_GFNI` is true. If the backend is portable, evaluates
/// `$portable` instead.
macro_rules! by_vector {
    ($backend:expr, $wide:ty, $run:ident::<_, $($generic:ty),+>(_, $($argument:expr),+), $portable:expr) => {
        match $backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) if const { !<$wide>::IS_FOR_AVX2 } => {
                if const { <$wide>::VECTOR_BYTES == 64 } {
                    $run::<U8x64, $($generic),+>(cpu, $($argument),+)
                } else if const { <$wide>::VECTOR_BYTES == 32 } {
                    $run::<U8x32<Avx512Vbmi>, $($generic),+>(cpu, $($argument),+)
                } else {
                    $run::<U8x16<Avx512Vbmi>, $($generic),+>(cpu, $($argument),+)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Gfni(cpu) if const { <$wide>::USES_GFNI && !<$wide>::IS_FOR_AVX2 } => {
                if const { <$wide>::VECTOR_BYTES > 16 } {
                    $run::<U8x32<_>, $($generic),+>(cpu, $($argument),+)
                } else {
                    $run::<U8x16<_>, $($generic),+>(cpu, $($argument),+)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Gfni(_) | Backend::Vaes(_) | Backend::Avx2(_) => {
                let cpu = match $backend {
                    Backend::Gfni(cpu) => cpu.into(),
                    Backend::Vaes(cpu) => cpu.into(),
                    Backend::Avx2(cpu) => cpu,
                    _ => unreachable!("the outer pattern matches only GFNI, VAES and AVX2"),
                };
                if const { <$wide>::VECTOR_BYTES > 16 } {
                    $run::<U8x32<Avx2Aes>, $($generic),+>(cpu, $($argument),+)
                } else {
                    $run::<U8x16<Avx2Aes>, $($generic),+>(cpu, $($argument),+)
                }
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Ssse3(cpu) if const { !<$wide>::IS_FOR_AVX2 } => $run::<U8x16<_>, $($generic),+>(cpu, $($argument),+),
            #[cfg(target_arch = "aarch64")]
            Backend::Neon(cpu) if const { !<$wide>::IS_FOR_AVX2 } => $run::<U8x16<_>, $($generic),+>(cpu, $($argument),+),
            _ => $portable,
        }
    };
}

pub(super) use by_vector;

/// Key schedule that selects its fastest rounds. The macro [`engine_by_rounds`] then implements
/// [`CipherEngine`](super::CipherEngine) for it.
pub(crate) trait ChooseRounds: Clone + Send + Sync + 'static {
    /// Block, a byte array.
    type Block: ByteArray;
    /// Whether chained modes inline the rounds for one block. This is faster for rounds whose state is one block. Other
    /// rounds would handle the block as one of a batch, and transpose the words of the batch before and after them.
    const INLINES_CHAIN: bool = false;

    /// Runs the operation `user` with the implementation of the encryption rounds that is fastest for `blocks` blocks.
    fn encryption<U: UseRounds<Self::Block>>(&self, blocks: usize, user: U) -> U::Output;
    /// Runs the operation `user` with the implementation of the decryption rounds that is fastest for `blocks` blocks.
    fn decryption<U: UseRounds<Self::Block>>(&self, blocks: usize, user: U) -> U::Output;
    /// Runs the operation `user` with the implementation of the encryption rounds that has the lowest latency. For
    /// operations such as CBC encryption, in which each block depends on the block before it.
    #[inline(always)]
    fn chain<U: UseRounds<Self::Block>>(&self, user: U) -> U::Output {
        self.encryption(1, user)
    }
}

/// Operation on blocks, to be run with the rounds that [`ChooseRounds`] selects.
pub(crate) trait UseRounds<B: ByteArray> {
    /// Result of the operation.
    type Output;
    /// Constraint on the number of blocks. It is a constant, so the compiler removes implementations of the rounds that
    /// are never used.
    const COUNT: BlockCount;

    /// Runs the operation. Uses the rounds `wide` for most of a long message, and the rounds `narrow` for the remaining
    /// blocks.
    fn run<W: RoundsFamily<Block = B>, N: RoundsFamily<Block = B>>(
        self,
        backend: Backend,
        wide: W,
        narrow: N,
    ) -> Self::Output;
    /// Runs the operation with portable rounds.
    fn run_portable<R: Rounds<Block = B>>(self, rounds: R) -> Self::Output;
}

/// Number of blocks that an operation processes, as far as it is known at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockCount {
    /// Exactly one block.
    One,
    /// Any number except one.
    NotOne,
    /// Any number.
    Any,
}

impl BlockCount {
    /// Returns whether an operation with this constraint always has exactly one block.
    pub(crate) const fn is_one(self) -> bool {
        matches!(self, Self::One)
    }

    /// Returns whether an operation with this constraint may have exactly one block.
    pub(crate) const fn may_be_one(self) -> bool {
        !matches!(self, Self::NotOne)
    }
}

/// Operation that runs a kernel.
struct RunKernel<K>(K);

impl<B: ByteArray, K: BlockKernel<B>> UseRounds<B> for RunKernel<K> {
    type Output = K::Output;
    const COUNT: BlockCount = BlockCount::Any;

    #[inline(always)]
    fn run<W: RoundsFamily<Block = B>, N: RoundsFamily<Block = B>>(
        self,
        backend: Backend,
        wide: W,
        narrow: N,
    ) -> K::Output {
        backend.run_wide_and_narrow(wide, narrow, self.0)
    }
    #[inline(always)]
    fn run_portable<R: Rounds<Block = B>>(self, rounds: R) -> K::Output {
        self.0.run(rounds, rounds)
    }
}

/// Operation that encrypts or decrypts each block in place. For one block, [`One`] is used instead.
struct Each<'a, B>(&'a mut [B]);

impl<B: ByteArray> UseRounds<B> for Each<'_, B> {
    type Output = ();
    const COUNT: BlockCount = BlockCount::NotOne;

    #[inline(always)]
    fn run<W: RoundsFamily<Block = B>, N: RoundsFamily<Block = B>>(
        self,
        backend: Backend,
        wide: W,
        narrow: N,
    ) {
        let blocks = self.0;
        #[cfg(target_arch = "x86_64")]
        if let Backend::Vaes(cpu) = backend
            && const { W::USES_VAES }
        {
            return each::<U8x32<Vaes>, W, N>(cpu, wide, narrow, blocks);
        }
        by_vector!(
            backend,
            W,
            each::<_, W, N>(_, wide, narrow, blocks),
            EachBlock(blocks).run(wide.portable(), narrow.portable())
        );
    }
    #[inline(always)]
    fn run_portable<R: Rounds<Block = B>>(self, rounds: R) {
        EachBlock(self.0).run(rounds, rounds);
    }
}

/// Processes each block independently, in code compiled for the instruction set of `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn each<V: Vector, W: RoundsFamily, N: RoundsFamily<Block = W::Block>>(
    cpu: V::Proof,
    wide: W,
    narrow: N,
    blocks: &mut [W::Block],
) {
    cpu.enter(
        #[inline(always)]
        move || {
            let mut left = &mut *blocks;
            if const { W::State::<V>::WIDTH > N::State::<V>::WIDTH } {
                while left.len() >= W::State::<V>::WIDTH {
                    left = next::<V, W>(cpu, wide, left);
                }
            }
            while !left.is_empty() {
                left = next::<V, N>(cpu, narrow, left);
            }
        },
    );
}

/// Encrypts or decrypts one batch from the start of `blocks`, and returns the remaining blocks. The last batch may be
/// incomplete.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn next<V: Vector, F: RoundsFamily>(
    cpu: V::Proof,
    forms: F,
    blocks: &mut [F::Block],
) -> &mut [F::Block] {
    let (run, rest) = blocks.split_at_mut(F::State::<V>::WIDTH.min(blocks.len()));
    apply::<V, F>(cpu, forms, F::State::<V>::load_batch(cpu, run)).store_batch(run);
    rest
}

/// Applies the rounds, inlined or through a call.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn apply<V: Vector, F: RoundsFamily>(cpu: V::Proof, forms: F, x: F::State<V>) -> F::State<V> {
    if const { F::ARE_LONG } {
        let mut x = x;
        ApplyVectors::apply(&forms, cpu, &mut x);
        x
    } else {
        forms.apply::<V>(cpu, x)
    }
}

/// Wrapper that aligns a value to 64 bytes, the length of the longest vectors. Access to a vector that spans two cache
/// lines takes twice as long as access within one line.
#[repr(align(64))]
pub(super) struct Aligned<T>(pub(super) T);

/// Operation that encrypts or decrypts one block in place. With one block, most lanes of a vector are zero or unused.
/// The compiler can exploit this fact only in a separate copy of the rounds.
struct One<'a, B>(&'a mut B);

impl<B: ByteArray> UseRounds<B> for One<'_, B> {
    type Output = ();
    const COUNT: BlockCount = BlockCount::One;

    #[inline(always)]
    fn run<W: RoundsFamily<Block = B>, N: RoundsFamily<Block = B>>(
        self,
        backend: Backend,
        _: W,
        narrow: N,
    ) {
        let block = self.0;
        let portable = narrow.portable();
        by_vector!(backend, N, one::<_, N>(_, narrow, block), One(block).run_portable(portable));
    }
    #[inline(always)]
    fn run_portable<R: Rounds<Block = B>>(self, rounds: R) {
        EachBlock(core::slice::from_mut(self.0)).run(rounds, rounds);
    }
}

/// Processes one block, in code compiled for the instruction set of `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn one<V: Vector, F: RoundsFamily>(cpu: V::Proof, forms: F, block: &mut F::Block) {
    cpu.enter(
        #[inline(always)]
        move || {
            apply::<V, F>(cpu, forms, F::State::<V>::load_one(cpu, block)).store_one(block);
        },
    );
}

impl<S: ChooseRounds> ByRounds for S {}

/// Methods of [`CipherEngine`](super::CipherEngine), implemented with the selected rounds.
pub(crate) trait ByRounds: ChooseRounds {
    #[inline(always)]
    fn run_encryption<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.encryption(kernel.blocks(), RunKernel(kernel))
    }
    #[inline(always)]
    fn run_decryption<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.decryption(kernel.blocks(), RunKernel(kernel))
    }
    #[inline(always)]
    fn run_chain<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        if const { Self::INLINES_CHAIN } {
            self.chain(RunKernel(kernel))
        } else {
            run_chain_calls(kernel, &|blocks: &mut [Self::Block]| self.chain_in_place(blocks))
        }
    }
    fn encrypt_in_place(&self, blocks: &mut [Self::Block]) {
        if let [block] = blocks {
            self.chain(One(block));
        } else {
            self.encryption(blocks.len(), Each(blocks));
        }
    }
    fn decrypt_in_place(&self, blocks: &mut [Self::Block]) {
        if let [block] = blocks {
            self.decryption(1, One(block));
        } else {
            self.decryption(blocks.len(), Each(blocks));
        }
    }
    fn chain_in_place(&self, blocks: &mut [Self::Block]) {
        for block in blocks {
            self.chain(One(block));
        }
    }
}

/// Implements [`CipherEngine`](super::CipherEngine) for a key schedule that implements [`ChooseRounds`].
macro_rules! engine_by_rounds {
    ($(#[generic($($generic:tt)+)])? $schedule:ty: $block:ty $(, $frames:expr)?) => {
        impl $(<$($generic)+>)? $crate::traits::cipher::CipherEngine for $schedule
        where
            Self: $crate::traits::cipher::ByRounds<Block = $block>,
        {
            $(const STACK_BYTES: usize = $frames;)?
            type Block = $block;
            #[inline]
            fn encrypt<K: $crate::traits::cipher::BlockKernel<$block>>(&self, kernel: K) -> K::Output {
                $crate::traits::cipher::ByRounds::run_encryption(self, kernel)
            }
            #[inline]
            fn decrypt<K: $crate::traits::cipher::BlockKernel<$block>>(&self, kernel: K) -> K::Output {
                $crate::traits::cipher::ByRounds::run_decryption(self, kernel)
            }
            #[inline]
            fn encrypt_chain<K: $crate::traits::cipher::BlockKernel<$block>>(&self, kernel: K) -> K::Output {
                $crate::traits::cipher::ByRounds::run_chain(self, kernel)
            }
            fn encrypt_each(&self, blocks: &mut [$block]) {
                $crate::traits::cipher::ByRounds::encrypt_in_place(self, blocks);
            }
            fn decrypt_each(&self, blocks: &mut [$block]) {
                $crate::traits::cipher::ByRounds::decrypt_in_place(self, blocks);
            }
            fn chain_each(&self, blocks: &mut [$block]) {
                $crate::traits::cipher::ByRounds::chain_in_place(self, blocks);
            }
            #[inline]
            fn encrypt_one(&self, block: &mut $block) {
                self.chain_each(core::slice::from_mut(block));
            }
            #[inline]
            fn decrypt_one(&self, block: &mut $block) {
                self.decrypt_each(core::slice::from_mut(block));
            }
        }
    };
}

pub(crate) use engine_by_rounds;

impl Backend {
    /// Runs `kernel` on this backend. The kernel uses the rounds `wide` for most of a long message, and the rounds
    /// `narrow` for the remaining blocks.
    #[inline]
    pub(crate) fn run_wide_and_narrow<W, N, K>(self, wide: W, narrow: N, kernel: K) -> K::Output
    where
        W: RoundsFamily,
        N: RoundsFamily<Block = W::Block>,
        K: BlockKernel<W::Block>,
    {
        #[cfg(target_arch = "x86_64")]
        if let Self::Vaes(cpu) = self
            && const { W::USES_VAES }
        {
            return enter_vaes(cpu, kernel, wide, narrow);
        }
        by_vector!(
            self,
            W,
            enter_vectors::<_, W, N, K>(_, kernel, &wide, &narrow),
            kernel.run(wide.portable(), narrow.portable())
        )
    }

    /// Applies `rounds` to one block.
    #[cfg(any(feature = "kalyna", feature = "kupyna"))]
    pub(crate) fn run_one<F: RoundsFamily>(self, rounds: F, block: &mut F::Block) {
        One(block).run(self, rounds, rounds);
    }

    /// Describes the active backend. `portable` is the timing of the portable rounds.
    pub(crate) fn implementation(self, portable: Timing) -> Implementation {
        let timing = if matches!(self, Self::Portable) { portable } else { Timing::Constant };
        Implementation { backend: self.name(), timing }
    }
}
