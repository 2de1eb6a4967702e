//! Vector rounds for block ciphers, generic over the vector type. Functions in this file load blocks into vectors,
//! store blocks, and compute counter blocks.

use super::rounds::{Blocks, counter_blocks};
use super::rounds_family::{Backend, RoundsFamily, UseRounds};
use super::scalar::{ScalarCipher, ScalarRounds};
use crate::platform::array::{Flat as _, copy};
use crate::platform::simd::Words;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U8x16, U8x32, U8x64};
use crate::traits::ByteArray;

type Block = [u8; 16];

/// Key schedule that also implements the cipher's vector rounds. All methods are `#[inline(always)]`.
pub(crate) trait Lanes {
    /// Vectors processed in parallel: `[V; N]`.
    type Vectors<V: Vector>: BlockVectors<V, Block = Block>;
    /// Whether the rounds are faster with GFNI instructions than without them.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_GFNI: bool = true;
    /// Whether the rounds are faster with VAES than without it.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_VAES: bool = false;

    /// Encrypts the blocks.
    fn encrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: Self::Vectors<V>) -> Self::Vectors<V>;
    /// Decrypts the blocks.
    fn decrypt_lanes<V: Vector>(&self, cpu: V::Proof, x: Self::Vectors<V>) -> Self::Vectors<V>;

    /// Decrypts the blocks if `DECRYPT` is true, and encrypts them otherwise.
    #[inline(always)]
    fn apply_lanes<V: Vector, const DECRYPT: bool>(
        &self,
        cpu: V::Proof,
        x: Self::Vectors<V>,
    ) -> Self::Vectors<V> {
        if DECRYPT { self.decrypt_lanes(cpu, x) } else { self.encrypt_lanes(cpu, x) }
    }
}

/// Vector type with 16-byte lanes. The associated types are arrays of blocks, which fill one or several vectors.
pub(crate) trait Vector: Words + 'static {
    /// Array with one block for each 16-byte lane of one vector.
    type BlockArray1<T: ByteArray>: Blocks<T>;
    /// Array with one block for each 16-byte lane of 4 vectors.
    type BlockArray4<T: ByteArray>: Blocks<T>;
    /// Array with one block for each 16-byte lane of 8 vectors.
    type BlockArray8<T: ByteArray>: Blocks<T>;
    /// Array with one block for each 16-byte lane of 16 vectors.
    type BlockArray16<T: ByteArray>: Blocks<T>;
    /// Array with one block for each 64-bit word of a vector.
    type BlockArrayWords<T: ByteArray>: Blocks<T>;
}

#[cfg(target_arch = "x86_64")]
impl Vector for U8x64 {
    type BlockArray1<T: ByteArray> = [T; 4];
    type BlockArray4<T: ByteArray> = [T; 16];
    type BlockArray8<T: ByteArray> = [T; 32];
    type BlockArray16<T: ByteArray> = [T; 64];
    type BlockArrayWords<T: ByteArray> = [T; 8];
}

#[cfg(target_arch = "x86_64")]
impl<P: 'static> Vector for U8x32<P>
where
    Self: Words,
{
    type BlockArray1<T: ByteArray> = [T; 2];
    type BlockArray4<T: ByteArray> = [T; 8];
    type BlockArray8<T: ByteArray> = [T; 16];
    type BlockArray16<T: ByteArray> = [T; 32];
    type BlockArrayWords<T: ByteArray> = [T; 4];
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<P: 'static> Vector for U8x16<P>
where
    Self: Words,
{
    type BlockArray1<T: ByteArray> = [T; 1];
    type BlockArray4<T: ByteArray> = [T; 4];
    type BlockArray8<T: ByteArray> = [T; 8];
    type BlockArray16<T: ByteArray> = [T; 16];
    type BlockArrayWords<T: ByteArray> = [T; 2];
}

/// XORs a key into byte-sliced blocks. Vector `i` holds byte `i` of every block, so key byte `i` is XORed into every
/// byte of vector `i`.
#[inline(always)]
pub(crate) fn add_bytes<V: Vector, const N: usize>(
    cpu: V::Proof,
    mut x: [V; N],
    key: &[u8; N],
) -> [V; N] {
    for i in 0..N {
        x[i] = x[i].xor(V::splat_8(cpu, key[i]));
    }
    x
}

/// Group of vectors that the rounds process in parallel. The vectors hold the blocks in the layout of the rounds.
pub(crate) trait BlockVectors<V: Vector>: Copy + 'static {
    /// Block, a byte array.
    type Block: ByteArray;
    /// Array of as many blocks as the vectors hold.
    type Blocks: Blocks<Self::Block>;
    /// Number of blocks that the vectors hold.
    const WIDTH: usize = size_of::<Self::Blocks>() / size_of::<Self::Block>();

    /// Loads `WIDTH` blocks.
    fn load(cpu: V::Proof, blocks: &[Self::Block]) -> Self;
    /// Stores `WIDTH` blocks.
    fn store(self, blocks: &mut [Self::Block]);
    /// Returns `self ^ other`.
    fn xor(self, other: Self) -> Self;

    /// Loads up to `WIDTH` blocks. The content of unused lanes is arbitrary.
    #[inline(always)]
    fn load_some(cpu: V::Proof, blocks: &[Self::Block]) -> Self {
        let mut padded = Self::Blocks::zero();
        copy(&mut padded.as_mut()[..blocks.len()], blocks);
        Self::load(cpu, padded.as_ref())
    }
    /// Fills `blocks`, which holds at most `WIDTH` blocks, with the first blocks of the vectors.
    #[inline(always)]
    fn store_some(self, blocks: &mut [Self::Block]) {
        let mut padded = Self::Blocks::zero();
        self.store(padded.as_mut());
        copy(blocks, &padded.as_ref()[..blocks.len()]);
    }
    /// Loads a complete or incomplete batch of at most `WIDTH` blocks. The caller then applies the rounds with one call
    /// for both cases, so the code contains only one copy of the rounds. If this method took the rounds as a closure,
    /// it would be compiled once per cipher instead of once per layout.
    #[inline(always)]
    fn load_batch(cpu: V::Proof, blocks: &[Self::Block]) -> Self {
        if blocks.len() == Self::WIDTH {
            Self::load(cpu, blocks)
        } else {
            Self::load_some(cpu, blocks)
        }
    }
    /// Fills `blocks`, a complete or incomplete batch of at most `WIDTH` blocks, with the first blocks of the vectors.
    #[inline(always)]
    fn store_batch(self, blocks: &mut [Self::Block]) {
        if blocks.len() == Self::WIDTH {
            self.store(blocks);
        } else {
            self.store_some(blocks);
        }
    }
    /// Loads one block.
    #[inline(always)]
    fn load_one(cpu: V::Proof, block: &Self::Block) -> Self {
        Self::load_some(cpu, core::slice::from_ref(block))
    }
    /// Stores the block that [`load_one`](Self::load_one) loaded, after the caller has applied the rounds to it.
    #[inline(always)]
    fn store_one(self, block: &mut Self::Block) {
        self.store_some(core::slice::from_mut(block));
    }
    /// Implements [`Rounds::counters`](super::Rounds::counters): returns the counter blocks `first + offset`,
    /// `first + offset + 1`, ….
    #[inline(always)]
    fn counters(cpu: V::Proof, first: &Self::Block, offset: u32) -> Self {
        Self::load(cpu, counter_blocks::<_, Self::Blocks>(first, offset, Self::WIDTH).as_ref())
    }
    /// Multiplies XTS tweaks by α^`WIDTH` in vectors. Returns `None` if the instruction set or the layout has no method
    /// for this.
    #[inline(always)]
    fn next_tweaks(self) -> Option<Self> {
        None
    }
}

macro_rules! block_vectors {
    ($($n:literal $of:ident)+) => { $(
        /// Blocks in their natural byte order, one in each lane.
        impl<V: Vector> BlockVectors<V> for [V; $n] {
            type Block = Block;
            type Blocks = V::$of<Block>;

            #[inline(always)]
            fn load(cpu: V::Proof, blocks: &[Block]) -> Self {
                load_blocks(cpu, blocks)
            }
            #[inline(always)]
            fn store(self, blocks: &mut [Block]) {
                store_blocks(&self, blocks);
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                xor_blocks(self, &other)
            }
            #[inline(always)]
            fn load_some(cpu: V::Proof, blocks: &[Block]) -> Self {
                let mut x = [V::splat(cpu, &[0; 16]); $n];
                load_some(cpu, blocks, &mut x);
                x
            }
            #[inline(always)]
            fn store_some(self, blocks: &mut [Block]) {
                store_some(&self, blocks);
            }
            #[inline(always)]
            fn load_one(cpu: V::Proof, block: &Block) -> Self {
                let mut x = [V::splat(cpu, &[0; 16]); $n];
                x[0] = V::splat(cpu, block);
                x
            }
            #[inline(always)]
            fn store_one(self, block: &mut Block) {
                let mut lanes = [[0; 16]; 4];
                self[0].store(lanes.flat_mut());
                *block = lanes[0];
            }
            #[inline(always)]
            fn counters(cpu: V::Proof, first: &Block, offset: u32) -> Self {
                counters(cpu, first, offset)
            }
            #[inline(always)]
            fn next_tweaks(mut self) -> Option<Self> {
                for i in 0..$n {
                    self[i] = self[i].times_alpha($n * V::LANES)?;
                }
                Some(self)
            }
        }
    )+ };
}

block_vectors!(1 BlockArray1 4 BlockArray4 8 BlockArray8 16 BlockArray16);

#[inline(always)]
fn load_blocks<V: Vector, const N: usize>(cpu: V::Proof, blocks: &[Block]) -> [V; N] {
    let mut x = [V::splat(cpu, &[0; 16]); N];
    for i in 0..N {
        x[i] = V::load(cpu, blocks[V::LANES * i..].flat());
    }
    x
}

#[inline(always)]
fn store_blocks<V: Vector, const N: usize>(x: &[V; N], blocks: &mut [Block]) {
    for i in 0..N {
        x[i].store(blocks[V::LANES * i..].flat_mut());
    }
}

#[inline(always)]
fn xor_blocks<V: Vector, const N: usize>(mut x: [V; N], other: &[V; N]) -> [V; N] {
    for i in 0..N {
        x[i] = x[i].xor(other[i]);
    }
    x
}

/// Computes counter blocks in vectors. Adds the offsets while the counter in each block is little-endian, then reverses
/// the bytes of the counters.
#[inline(always)]
fn counters<V: Vector, const N: usize>(cpu: V::Proof, first: &Block, offset: u32) -> [V; N] {
    let start = counter_start::<V>(cpu, first, offset);
    let mut x = [start; N];
    for i in 0..N {
        let step = V::load(cpu, STEPS[V::LANES * i..].flat());
        x[i] = start.add_32(step).shuffle_by(&REVERSE_LAST_WORD);
    }
    x
}

/// Loads blocks into the first vectors of `x`.
#[inline(always)]
fn load_some<V: Vector>(cpu: V::Proof, mut blocks: &[Block], x: &mut [V]) {
    for x in x {
        if blocks.len() >= V::LANES {
            *x = V::load(cpu, blocks.flat());
            blocks = &blocks[V::LANES..];
        } else if let [block] = blocks {
            // Broadcasts the block to every lane. Loading a whole vector would stall if the block had just been stored.
            *x = V::splat(cpu, block);
            return;
        } else {
            let mut padded = [[0; 16]; 4];
            copy(&mut padded[..blocks.len()], blocks);
            *x = V::load(cpu, padded.flat());
            return;
        }
    }
}

/// Stores blocks from the first vectors of `x`.
#[inline(always)]
fn store_some<V: Vector>(x: &[V], mut blocks: &mut [Block]) {
    for x in x {
        if blocks.len() >= V::LANES {
            x.store(blocks.flat_mut());
            blocks = &mut blocks[V::LANES..];
        } else {
            let mut padded = [[0; 16]; 4];
            x.store(padded.flat_mut());
            copy(blocks, &padded[..blocks.len()]);
            return;
        }
    }
}

/// Returns a vector with the counter block `first + offset` in every lane. The counter in the last four bytes of the
/// block is little-endian in this vector, so that vector additions can increment it.
#[inline(always)]
fn counter_start<V: Vector>(cpu: V::Proof, first: &Block, offset: u32) -> V {
    let [a, b, c, d @ ..] = first.as_chunks::<4>().0 else { return V::splat(cpu, first) };
    let count = u32::from_be_bytes(d[0]).wrapping_add(offset);
    let lane = [*a, *b, *c, count.to_le_bytes()];
    V::splat(cpu, &lane.flat().as_chunks().0[0])
}

/// Offsets to add to a counter block: entry `i` holds the little-endian number `i` in its last four bytes.
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

/// Vector rounds for encryption or decryption. They borrow the round keys from a key schedule.
pub(super) struct Direction<'a, S, const DECRYPT: bool>(pub(super) &'a S);

impl<S, const DECRYPT: bool> Clone for Direction<'_, S, DECRYPT> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, const DECRYPT: bool> Copy for Direction<'_, S, DECRYPT> {}

impl<'a, S: Lanes + ScalarCipher<Block = Block>, const DECRYPT: bool> RoundsFamily
    for Direction<'a, S, DECRYPT>
{
    type Block = Block;
    type State<V: Vector> = S::Vectors<V>;
    type Portable = ScalarRounds<'a, S, DECRYPT>;
    const USES_GFNI: bool = S::USES_GFNI;
    const USES_VAES: bool = S::USES_VAES;

    #[inline(always)]
    fn apply<V: Vector>(self, cpu: V::Proof, x: S::Vectors<V>) -> S::Vectors<V> {
        self.0.apply_lanes::<V, DECRYPT>(cpu, x)
    }
    #[inline(always)]
    fn portable(self) -> Self::Portable {
        ScalarRounds(self.0)
    }
}

impl Backend {
    /// Runs the operation `user` with the vector rounds of `schedule`.
    #[inline]
    pub(crate) fn over_lanes<const DECRYPT: bool, S, U>(self, schedule: &S, user: U) -> U::Output
    where
        S: Lanes + ScalarCipher<Block = Block>,
        U: UseRounds<Block>,
    {
        self.over_lanes_and::<DECRYPT, _, _, _>(schedule, Direction::<S, DECRYPT>(schedule), user)
    }

    /// Like [`over_lanes`](Self::over_lanes), but uses the rounds `narrow` for the blocks that remain after whole batches.
    #[inline]
    pub(crate) fn over_lanes_and<const DECRYPT: bool, S, N, U>(
        self,
        schedule: &S,
        narrow: N,
        user: U,
    ) -> U::Output
    where
        S: Lanes + ScalarCipher<Block = Block>,
        N: RoundsFamily<Block = Block>,
        U: UseRounds<Block>,
    {
        user.run(self, Direction::<S, DECRYPT>(schedule), narrow)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::times_alpha;
    use super::*;
    use crate::platform::cpu::{Avx2Aes, Vaes};
    use crate::platform::enter::Token as _;

    fn check<V: Vector, const N: usize>(cpu: Option<V::Proof>)
    where
        [V; N]: BlockVectors<V, Block = Block>,
    {
        let Some(cpu) = cpu else { return };
        let mut blocks = [[0; 16]; 32];
        for (i, byte) in (0..=255).cycle().zip(blocks.as_flattened_mut()) {
            *byte = u8::wrapping_mul(i, 167) ^ 0x35;
        }
        let (width, mut next) = (<[V; N]>::WIDTH, blocks);
        cpu.enter(
            #[inline(always)]
            || <[V; N]>::load(cpu, &next).next_tweaks().expect("has vectors").store(&mut next),
        );
        for (tweak, next) in blocks.iter().zip(&next[..width]) {
            assert_eq!(u128::from_le_bytes(*next), times_alpha(u128::from_le_bytes(*tweak), width));
        }
    }

    #[test]
    fn next_tweaks_match_integer_arithmetic() {
        check::<U8x32<Avx2Aes>, 4>(Avx2Aes::detect());
        check::<U8x32<Avx2Aes>, 8>(Avx2Aes::detect());
        check::<U8x32<Avx2Aes>, 16>(Avx2Aes::detect());
        check::<U8x32<Vaes>, 16>(Vaes::detect());
    }
}
