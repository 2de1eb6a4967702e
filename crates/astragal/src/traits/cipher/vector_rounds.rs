//! Calls of vector rounds through a trait object, so that a mode is compiled once for all ciphers with the same block
//! layout.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use super::engine::{BlockKernel, enter};
use super::lanes::{BlockVectors, Vector};
#[cfg(target_arch = "x86_64")]
use super::rounds::Blocks;
use super::rounds::{Rounds, next_tweaks};
use super::rounds_family::RoundsFamily;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2Aes, Vaes};
use crate::platform::enter::Token as _;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::U8x32;

/// Encryption or decryption rounds of a cipher, over vectors `V` with state `X`.
///
/// Callers use this trait as a trait object. The long vector rounds of a cipher are therefore compiled once for all
/// modes. The code of a mode is compiled once for all ciphers with the same block layout.
pub(super) trait ApplyVectors<V: Vector, X> {
    /// Applies the rounds to `x`.
    fn apply(&self, cpu: V::Proof, x: &mut X);
}

impl<V: Vector, F: RoundsFamily> ApplyVectors<V, F::State<V>> for F {
    #[inline(always)]
    fn apply(&self, cpu: V::Proof, x: &mut F::State<V>) {
        let forms = *self;
        cpu.enter(
            #[inline(always)]
            move || *x = forms.apply(cpu, *x),
        );
    }
}

/// Adapter that applies rounds with VAES. To callers, the rounds have the vector type of AVX2, so VAES needs no separate
/// copy of the modes.
#[cfg(target_arch = "x86_64")]
struct ByVaes<F>(F, Vaes);

#[cfg(target_arch = "x86_64")]
impl<F: RoundsFamily> ApplyVectors<U8x32<Avx2Aes>, F::State<U8x32<Avx2Aes>>> for ByVaes<F> {
    #[inline(always)]
    fn apply(&self, cpu: Avx2Aes, x: &mut F::State<U8x32<Avx2Aes>>) {
        let (forms, vaes) = (self.0, self.1);
        vaes.enter(
            #[inline(always)]
            move || {
                // The compiler removes these stores and loads, because both types have the same layout.
                let mut blocks =
                    <F::State<U8x32<Avx2Aes>> as BlockVectors<U8x32<Avx2Aes>>>::Blocks::zero();
                x.store(blocks.as_mut());
                let y = F::State::<U8x32<Vaes>>::load(vaes, blocks.as_ref());
                forms.apply::<U8x32<Vaes>>(vaes, y).store(blocks.as_mut());
                *x = F::State::<U8x32<Avx2Aes>>::load(cpu, blocks.as_ref());
            },
        );
    }
}

/// Adapter from [`ApplyVectors`] to the [`Rounds`] that kernels use.
struct VectorRounds<'a, X, V: Vector>(&'a dyn ApplyVectors<V, X>, V::Proof);

impl<X, V: Vector> Clone for VectorRounds<'_, X, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<X, V: Vector> Copy for VectorRounds<'_, X, V> {}

impl<X: BlockVectors<V>, V: Vector> Rounds for VectorRounds<'_, X, V> {
    type Block = X::Block;
    type Blocks = X::Blocks;
    type State = X;

    #[inline(always)]
    fn load(&self, blocks: &[X::Block]) -> X {
        X::load(self.1, blocks)
    }
    #[inline(always)]
    fn apply(&self, mut x: X) -> X {
        self.0.apply(self.1, &mut x);
        x
    }
    #[inline(always)]
    fn xor(&self, a: X, b: X) -> X {
        a.xor(b)
    }
    #[inline(always)]
    fn store(&self, x: X, blocks: &mut [X::Block]) {
        x.store(blocks);
    }
    #[inline(always)]
    fn counters(&self, first: &X::Block, offset: u32) -> X {
        X::counters(self.1, first, offset)
    }
    #[inline(always)]
    fn next_tweaks(&self, tweaks: X) -> X {
        match BlockVectors::next_tweaks(tweaks) {
            Some(next) => next,
            None => next_tweaks(self, tweaks),
        }
    }
}

/// Runs the kernel with vector rounds, in code compiled for the instruction set of `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(super) fn enter_vectors<V: Vector, W, N, K>(
    cpu: V::Proof,
    kernel: K,
    wide: &W,
    narrow: &N,
) -> K::Output
where
    W: RoundsFamily,
    N: RoundsFamily<Block = W::Block>,
    K: BlockKernel<W::Block>,
{
    let wide = VectorRounds::<W::State<V>, V>(wide, cpu);
    enter(cpu, kernel, wide, VectorRounds::<N::State<V>, V>(narrow, cpu))
}

/// Runs the kernel with AVX2 vectors, and applies the rounds with VAES.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn enter_vaes<W, N, K>(cpu: Vaes, kernel: K, wide: W, narrow: N) -> K::Output
where
    W: RoundsFamily,
    N: RoundsFamily<Block = W::Block>,
    K: BlockKernel<W::Block>,
{
    let (wide, narrow, cpu) = (ByVaes(wide, cpu), ByVaes(narrow, cpu), Avx2Aes::from(cpu));
    let wide = VectorRounds::<W::State<U8x32<Avx2Aes>>, _>(&wide, cpu);
    enter(cpu, kernel, wide, VectorRounds::<N::State<_>, _>(&narrow, cpu))
}
