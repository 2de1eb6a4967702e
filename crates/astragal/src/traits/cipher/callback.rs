//! Implementations of [`Rounds`] that store the blocks in memory and call a callback to encrypt or decrypt them. The
//! callback hides the type of the cipher, so that each mode is compiled once for all ciphers.

use super::engine::BlockKernel;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::engine::enter;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::lanes::{BlockVectors, Vector};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::rounds::next_tweaks;
use super::rounds::{Blocks, Rounds, counter_blocks, tweaks};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::rounds_family::Aligned;
use super::rounds_family::Backend;
use crate::platform::array::copy;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::Avx2Aes;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U8x32, U8x64};
use crate::traits::ByteArray;

/// Callback that encrypts or decrypts each block in place.
pub(crate) type EachInPlace<'a, B> = &'a dyn Fn(&mut [B]);

/// [`Rounds`] over `W` blocks in memory, which a callback encrypts or decrypts. All code outside the callback is
/// portable.
pub(crate) struct Calls<'a, B, const W: usize>(pub(crate) EachInPlace<'a, B>);

impl<B, const W: usize> Clone for Calls<'_, B, W> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<B, const W: usize> Copy for Calls<'_, B, W> {}

impl<B: ByteArray, const W: usize> Rounds for Calls<'_, B, W> {
    type Block = B;
    type Blocks = [B; W];
    type State = [B; W];

    #[inline(always)]
    fn load(&self, blocks: &[B]) -> [B; W] {
        let mut state = [B::ZERO; W];
        copy(&mut state, &blocks[..W]);
        state
    }
    #[inline(always)]
    fn apply(&self, state: [B; W]) -> [B; W] {
        self.apply_first(state, W)
    }
    #[inline(always)]
    fn apply_first(&self, mut state: [B; W], used: usize) -> [B; W] {
        (self.0)(&mut state[..used]);
        state
    }
    #[inline(always)]
    fn xor(&self, mut a: [B; W], b: [B; W]) -> [B; W] {
        for i in 0..W {
            let (a, b) = (a[i].as_mut(), b[i].as_ref());
            for i in 0..a.len().min(b.len()) {
                a[i] ^= b[i];
            }
        }
        a
    }
    #[inline(always)]
    fn store(&self, state: [B; W], blocks: &mut [B]) {
        copy(&mut blocks[..W], &state);
    }
    #[inline(always)]
    fn counters_first(&self, first: &B, offset: u32, used: usize) -> [B; W] {
        counter_blocks(first, offset, used)
    }
    #[inline(always)]
    fn tweaks_first(&self, first: u128, used: usize) -> [B; W] {
        tweaks(self, first, used)
    }
}

/// Number of 16-byte blocks per call of the callback in portable code.
pub(crate) const BATCH: usize = 16;

/// Runs `kernel` with one call of the callback per batch of blocks.
pub(crate) fn run_calls<B: ByteArray, K: BlockKernel<B>>(
    kernel: K,
    each: EachInPlace<'_, B>,
) -> K::Output {
    kernel.run(Calls::<B, BATCH>(each), Calls::<B, BATCH>(each))
}

/// Runs `kernel` with one call of the callback per block. Suitable for kernels whose blocks depend on each other, such
/// as chaining modes.
pub(crate) fn run_chain_calls<B: ByteArray, K: BlockKernel<B>>(
    kernel: K,
    each: EachInPlace<'_, B>,
) -> K::Output {
    kernel.run(Calls::<B, 1>(each), Calls::<B, 1>(each))
}

/// [`Rounds`] over as many blocks as fit in 16 vectors. To encrypt or decrypt the blocks, `apply` stores them in memory
/// and calls the callback. All other methods, such as `xor` and `counters`, work on the vectors.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
struct VectorCalls<'a, V: Vector>(EachInPlace<'a, [u8; 16]>, V::Proof);

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: Vector> Clone for VectorCalls<'_, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: Vector> Copy for VectorCalls<'_, V> {}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: Vector> Rounds for VectorCalls<'_, V> {
    type Block = [u8; 16];
    type Blocks = V::BlockArray16<[u8; 16]>;
    type State = [V; 16];

    #[inline(always)]
    fn load(&self, blocks: &[[u8; 16]]) -> [V; 16] {
        BlockVectors::load(self.1, blocks)
    }
    #[inline(always)]
    fn apply(&self, x: [V; 16]) -> [V; 16] {
        self.apply_first(x, Self::WIDTH)
    }
    #[inline(always)]
    fn apply_first(&self, x: [V; 16], used: usize) -> [V; 16] {
        let mut blocks = Aligned(Self::Blocks::zero());
        x.store(blocks.0.as_mut());
        (self.0)(&mut blocks.0.as_mut()[..used]);
        BlockVectors::load(self.1, blocks.0.as_ref())
    }
    #[inline(always)]
    fn xor(&self, a: [V; 16], b: [V; 16]) -> [V; 16] {
        BlockVectors::xor(a, b)
    }
    #[inline(always)]
    fn store(&self, x: [V; 16], blocks: &mut [[u8; 16]]) {
        x.store(blocks);
    }
    #[inline(always)]
    fn counters(&self, first: &[u8; 16], offset: u32) -> [V; 16] {
        BlockVectors::counters(self.1, first, offset)
    }
    #[inline(always)]
    fn next_tweaks(&self, tweaks: [V; 16]) -> [V; 16] {
        match BlockVectors::next_tweaks(tweaks) {
            Some(next) => next,
            None => next_tweaks(self, tweaks),
        }
    }
}

/// Runs `kernel` in code compiled for the instruction set of `V`. Each call of the callback receives at most 16 vectors
/// of blocks.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
fn run_vectors<V: Vector, K: BlockKernel<[u8; 16]>>(
    cpu: V::Proof,
    kernel: K,
    each: EachInPlace<'_, [u8; 16]>,
) -> K::Output {
    let rounds = VectorCalls::<V>(each, cpu);
    enter(cpu, kernel, rounds, rounds)
}

impl Backend {
    /// Runs `kernel` with the callback `each`. For a long message, each call of the callback receives at least
    /// as many blocks as the widest rounds of any cipher process at once.
    pub(crate) fn run_calls<K: BlockKernel<[u8; 16]>>(
        self,
        kernel: K,
        each: EachInPlace<'_, [u8; 16]>,
    ) -> K::Output {
        // Batches of up to `BATCH` blocks use the small portable buffers. Filling the larger vector buffers would cost
        // 20 ns.
        if kernel.blocks() <= BATCH {
            let rounds = Calls::<_, BATCH>(each);
            return kernel.run(rounds, rounds);
        }
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => run_vectors::<U8x64, K>(cpu, kernel, each),
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(cpu) => run_vectors::<U8x32<Avx2Aes>, K>(cpu.into(), kernel, each),
            #[cfg(target_arch = "x86_64")]
            Self::Vaes(cpu) => run_vectors::<U8x32<Avx2Aes>, K>(cpu.into(), kernel, each),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => run_vectors::<U8x32<_>, K>(cpu, kernel, each),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => run_vectors::<U8x16<_>, K>(cpu, kernel, each),
            _ => {
                let rounds = Calls::<_, BATCH>(each);
                kernel.run(rounds, rounds)
            }
        }
    }
}
