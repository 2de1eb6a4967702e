//! Rounds that are written once over vectors, for ciphers with blocks of 128 bits: what loads, counts and
//! stores, and which code runs here.

use super::by_block::{ByBlock, OneByOne};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::engine::enter;
use super::engine::{Blocks, Kernel, Rounds};
use crate::kind::{ByteArray, Implementation, Timing};
use crate::machine::backends::backends;
use crate::machine::enter::Token;
use crate::machine::simd::Words;
#[cfg(target_arch = "aarch64")]
use crate::machine::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::machine::simd::x86_64::{U8x16, U8x32, U8x64};

type Block = [u8; 16];

/// A schedule with rounds over vectors, which are `#[inline(always)]`.
pub(crate) trait Lanes {
    /// `[V; N]`: the vectors that go through the rounds together, blocks in their order.
    type Vectors<V: Vector>: Vectors<V>;

    /// Encrypts the blocks.
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: Self::Vectors<V>) -> Self::Vectors<V>;
    /// Decrypts the blocks.
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: Self::Vectors<V>) -> Self::Vectors<V>;

    /// Encrypts or decrypts them.
    #[inline(always)]
    fn apply_lanes<V: Vector, const DECRYPT: bool>(
        &self,
        cpu: V::Proof,
        x: Self::Vectors<V>,
    ) -> Self::Vectors<V> {
        if DECRYPT { self.decrypt_lanes(cpu, x) } else { self.encrypt_lanes(cpu, x) }
    }
}

/// A vector, and arrays of as many blocks as there are lanes in several, or words of 64 bits in one.
pub(crate) trait Vector: Words + 'static {
    /// One for each lane.
    type Of1<T: ByteArray>: Blocks<T>;
    /// One for each lane of 4 vectors.
    type Of4<T: ByteArray>: Blocks<T>;
    /// One for each lane of 8 vectors.
    type Of8<T: ByteArray>: Blocks<T>;
    /// One for each lane of 16 vectors.
    type Of16<T: ByteArray>: Blocks<T>;
    /// One for each word of 64 bits.
    type OfWords<T: ByteArray>: Blocks<T>;
}

#[cfg(target_arch = "x86_64")]
impl Vector for U8x64 {
    type Of1<T: ByteArray> = [T; 4];
    type Of4<T: ByteArray> = [T; 16];
    type Of8<T: ByteArray> = [T; 32];
    type Of16<T: ByteArray> = [T; 64];
    type OfWords<T: ByteArray> = [T; 8];
}

#[cfg(target_arch = "x86_64")]
impl<P: 'static> Vector for U8x32<P>
where
    Self: Words,
{
    type Of1<T: ByteArray> = [T; 2];
    type Of4<T: ByteArray> = [T; 8];
    type Of8<T: ByteArray> = [T; 16];
    type Of16<T: ByteArray> = [T; 32];
    type OfWords<T: ByteArray> = [T; 4];
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<P: 'static> Vector for U8x16<P>
where
    Self: Words,
{
    type Of1<T: ByteArray> = [T; 1];
    type Of4<T: ByteArray> = [T; 4];
    type Of8<T: ByteArray> = [T; 8];
    type Of16<T: ByteArray> = [T; 16];
    type OfWords<T: ByteArray> = [T; 2];
}

/// Adds each byte of a key to the vector that holds this byte of the blocks.
#[inline(always)]
pub(crate) fn add_bytes<V: Vector, const N: usize>(
    cpu: V::Proof,
    mut x: [V; N],
    key: &[u8; N],
) -> [V; N] {
    for (x, &byte) in x.iter_mut().zip(key) {
        *x = x.xor(V::splat_8(cpu, byte));
    }
    x
}

/// Several vectors.
pub(crate) trait Vectors<V>: Copy + AsRef<[V]> + AsMut<[V]> + 'static {
    /// Their blocks.
    type Blocks: Blocks<Block>;
    /// All of them the same.
    fn splat(v: V) -> Self;
}

macro_rules! vectors {
    ($($n:literal $of:ident)+) => { $(
        impl<V: Vector> Vectors<V> for [V; $n] {
            type Blocks = V::$of<Block>;
            #[inline(always)]
            fn splat(v: V) -> Self {
                [v; $n]
            }
        }
    )+ };
}

vectors!(1 Of1 4 Of4 8 Of8 16 Of16);

/// Rounds of some cipher over vectors `V`, in one direction, on a state `X`.
///
/// An object, and so a function of its own: rounds over vectors are long, and not wanted once for each mode. What is
/// around them is the same for all ciphers whose blocks lie alike, and not wanted once for each cipher.
pub(crate) trait Apply<V: Vector, X> {
    /// Encrypts or decrypts.
    fn apply(&self, cpu: V::Proof, x: &mut X);
}

impl<V: Vector, F: Forms> Apply<V, F::State<V>> for F {
    fn apply(&self, cpu: V::Proof, x: &mut F::State<V>) {
        let forms = *self;
        cpu.enter(
            #[inline(always)]
            move || *x = forms.apply(cpu, *x),
        );
    }
}

/// Rounds over vectors that hold blocks in their order.
pub(crate) struct Sliced<'a, X, V: Vector>(&'a dyn Apply<V, X>, V::Proof);

impl<'a, X, V: Vector> Sliced<'a, X, V> {
    /// These rounds.
    #[inline(always)]
    pub(crate) fn new(rounds: &'a dyn Apply<V, X>, cpu: V::Proof) -> Self {
        Self(rounds, cpu)
    }
}

impl<X, V: Vector> Clone for Sliced<'_, X, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<X, V: Vector> Copy for Sliced<'_, X, V> {}

impl<X: Vectors<V>, V: Vector> Rounds for Sliced<'_, X, V> {
    type Block = Block;
    type Blocks = X::Blocks;
    type State = X;

    #[inline(always)]
    fn load(&self, blocks: &[Block]) -> X {
        let bytes = blocks.as_flattened();
        let mut x = X::splat(V::splat(self.1, &[0; 16]));
        for (i, v) in x.as_mut().iter_mut().enumerate() {
            *v = V::load(self.1, &bytes[16 * V::LANES * i..]);
        }
        x
    }

    #[inline(always)]
    fn apply(&self, mut x: X) -> X {
        self.0.apply(self.1, &mut x);
        x
    }

    #[inline(always)]
    fn xor(&self, mut a: Self::State, b: Self::State) -> Self::State {
        for (a, b) in a.as_mut().iter_mut().zip(b.as_ref()) {
            *a = a.xor(*b);
        }
        a
    }

    #[inline(always)]
    fn store(&self, x: Self::State, blocks: &mut [Block]) {
        let bytes = blocks.as_flattened_mut();
        for (i, v) in x.as_ref().iter().enumerate() {
            v.store(&mut bytes[16 * V::LANES * i..]);
        }
    }

    /// Counts in vectors: the number as a little-endian word, and its bytes reversed at the end.
    #[inline(always)]
    fn counters(&self, first: &Block, offset: u32) -> Self::State {
        let (words, _) = first.as_chunks::<4>();
        let count = u32::from_be_bytes(words[3]).wrapping_add(offset);
        let mut lane = *first;
        lane[12..].copy_from_slice(&count.to_le_bytes());
        let start = V::splat(self.1, &lane);
        let mut x = X::splat(start);
        for (i, v) in x.as_mut().iter_mut().enumerate() {
            let step = V::load(self.1, STEPS[V::LANES * i..].as_flattened());
            *v = start.add_32(step).shuffle_by(&REVERSE_LAST_WORD);
        }
        x
    }
}

/// 0, 1, 2, … in the last four bytes of a block.
static STEPS: [Block; 64] = {
    let mut steps = [[0; 16]; 64];
    let mut i = 0;
    while i < 64 {
        steps[i as usize][12] = i;
        i += 1;
    }
    steps
};

const REVERSE_LAST_WORD: Block = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 14, 13, 12];

backends! {
    /// Which vectors the rounds run over. No `unsafe`: a variant carries its proof.
    pub(crate) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Gfni(Gfni) = "gfni",
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" Ssse3(Ssse3) = "ssse3",
        "aarch64" Neon(ArmAes) = "neon",
    }
}

/// Rounds in one direction, in all their forms.
pub(crate) trait Forms: Copy {
    /// A block.
    type Block: ByteArray;
    /// The vectors that go through the rounds together.
    type State<V: Vector>: Copy + 'static;
    /// The rounds over vectors, and what loads and stores them.
    type Over<'a, V: Vector>: Rounds<Block = Self::Block>;
    /// The portable rounds.
    type Portable: Rounds<Block = Self::Block>;

    /// Encrypts or decrypts vectors. It is `#[inline(always)]`.
    fn apply<V: Vector>(self, cpu: V::Proof, x: Self::State<V>) -> Self::State<V>;
    /// What loads and stores the vectors of `rounds`, which are [`apply`](Self::apply).
    fn over<V: Vector>(rounds: &dyn Apply<V, Self::State<V>>, cpu: V::Proof) -> Self::Over<'_, V>;
    /// The portable rounds.
    fn portable(self) -> Self::Portable;
}

/// A schedule's rounds in one direction.
struct Direction<'a, S, const DECRYPT: bool>(&'a S);

impl<S, const DECRYPT: bool> Clone for Direction<'_, S, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool> Copy for Direction<'_, S, DECRYPT> {}

impl<'a, S: Lanes + ByBlock<Block = Block>, const DECRYPT: bool> Forms
    for Direction<'a, S, DECRYPT>
{
    type Block = Block;
    type State<V: Vector> = S::Vectors<V>;
    type Over<'o, V: Vector> = Sliced<'o, S::Vectors<V>, V>;
    type Portable = OneByOne<'a, S, DECRYPT>;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: S::Vectors<V>) -> S::Vectors<V> {
        self.0.apply_lanes::<V, DECRYPT>(cpu, x)
    }
    #[inline(always)]
    fn over<V: Vector>(rounds: &dyn Apply<V, S::Vectors<V>>, cpu: V::Proof) -> Self::Over<'_, V> {
        Sliced(rounds, cpu)
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        OneByOne(self.0)
    }
}

impl Backend {
    /// Runs the kernel with the rounds of `schedule`.
    #[inline]
    pub(crate) fn run<const DECRYPT: bool, S, K>(self, schedule: &S, kernel: K) -> K::Output
    where
        S: Lanes + ByBlock<Block = Block>,
        K: Kernel<Block>,
    {
        self.run_forms(Direction::<S, DECRYPT>(schedule), kernel)
    }

    /// Runs the kernel with these rounds.
    #[inline]
    pub(crate) fn run_forms<F: Forms, K: Kernel<F::Block>>(self, forms: F, kernel: K) -> K::Output {
        self.run_wide_and_narrow(forms, forms, kernel)
    }

    /// Runs the kernel with `wide` rounds, and `narrow` ones for a few blocks.
    #[inline]
    pub(crate) fn run_wide_and_narrow<W, N, K>(self, wide: W, narrow: N, kernel: K) -> K::Output
    where
        W: Forms,
        N: Forms<Block = W::Block>,
        K: Kernel<W::Block>,
    {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => {
                enter(cpu, kernel, W::over::<U8x64>(&wide, cpu), N::over::<U8x64>(&narrow, cpu))
            }
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(cpu) => enter(
                cpu,
                kernel,
                W::over::<U8x32<_>>(&wide, cpu),
                N::over::<U8x32<_>>(&narrow, cpu),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => enter(
                cpu,
                kernel,
                W::over::<U8x32<_>>(&wide, cpu),
                N::over::<U8x32<_>>(&narrow, cpu),
            ),
            #[cfg(target_arch = "x86_64")]
            Self::Ssse3(cpu) => enter(
                cpu,
                kernel,
                W::over::<U8x16<_>>(&wide, cpu),
                N::over::<U8x16<_>>(&narrow, cpu),
            ),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => enter(
                cpu,
                kernel,
                W::over::<U8x16<_>>(&wide, cpu),
                N::over::<U8x16<_>>(&narrow, cpu),
            ),
            Self::Portable => kernel.run(wide.portable(), narrow.portable()),
        }
    }

    /// What the faces say of it, where the portable rounds have this timing.
    pub(crate) fn implementation(self, portable: Timing) -> Implementation {
        let timing = if matches!(self, Self::Portable) { portable } else { Timing::Constant };
        Implementation { backend: self.name(), timing }
    }
}

/// What the rooms' tests compare their rounds by.
#[cfg(test)]
pub(crate) mod tests {
    extern crate std;
    use std::vec;

    pub(crate) use super::super::raw::EachBlock;
    use super::*;

    /// Every backend gives what the portable rounds give, for any number of blocks.
    pub(crate) fn match_portable<F: Forms>(forms: F) {
        let mut blocks = vec![F::Block::ZERO; 150];
        let mut seed = 1_u32;
        for block in &mut blocks {
            for byte in block.as_mut() {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                *byte = seed.to_be_bytes()[0];
            }
        }
        let mut expected = blocks.clone();
        Backend::Portable.run_forms(forms, EachBlock(&mut expected));
        for backend in Backend::available() {
            for count in [1, 3, 64, 65, 150] {
                let mut found = blocks[..count].to_vec();
                backend.run_forms(forms, EachBlock(&mut found));
                assert_eq!(found, expected[..count], "{backend:?}, {count} blocks");
            }
            backend.run_forms(forms, Count);
        }
    }

    /// The same for both directions of a schedule.
    pub(crate) fn lanes_match_portable<S: Lanes + ByBlock<Block = Block>>(schedule: &S) {
        match_portable(Direction::<S, false>(schedule));
        match_portable(Direction::<S, true>(schedule));
    }

    /// Checks the counter blocks, also where the last four bytes overflow.
    struct Count;

    impl<B: ByteArray> Kernel<B> for Count {
        type Output = ();
        #[inline(always)]
        fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, rounds: W, _: N) {
            let mut first = B::ZERO;
            first.as_mut().iter_mut().zip((0..=255).cycle()).for_each(|(byte, i)| *byte = i);
            let last = first.as_ref().len() - 4;
            for start in [0x0c0d_0e0f_u32, 0xffff_fffe, u32::MAX - 0x1_2345] {
                first.as_mut()[last..].copy_from_slice(&start.to_be_bytes());
                let (mut found, mut expected) = (W::Blocks::zero(), W::Blocks::zero());
                rounds.store(rounds.counters(&first, 0x1_2345), found.as_mut());
                for (i, block) in (0..).zip(expected.as_mut()) {
                    *block = first;
                    let count = start.wrapping_add(0x1_2345).wrapping_add(i);
                    block.as_mut()[last..].copy_from_slice(&count.to_be_bytes());
                }
                assert_eq!(found.as_ref(), expected.as_ref(), "from {start:08x}");
            }
        }
    }
}
