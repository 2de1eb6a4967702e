//! Key schedules on vectors. Each key schedule is generic over the vector type and is compiled once for each backend.
//! The compiler can then inline the substitutions, which take less time than a function call.

use core::marker::PhantomData;

use super::lanes::Vector;
use super::rounds_family::{Backend, by_vector};
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2Aes, Avx512Vbmi};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::Token;
use crate::platform::sbox::{SBox, Tables};
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U8x16, U8x32, U8x64};

/// Key expansion that keeps its data in vectors, generic over the vector type. A vector holds one block in each lane,
/// or one word in each 32-bit element. `run` and all its callees are `#[inline(always)]`.
pub(crate) trait ExpandWords {
    /// Result of the key expansion.
    type Output;
    /// Length in bytes of the longest vectors that the key expansion uses: 16, 32 or 64.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const VECTOR_BYTES: usize = 64;
    /// Whether the key expansion is faster with GFNI than with AVX2 alone.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_GFNI: bool = true;
    /// See [`RoundsFamily::IS_FOR_AVX2`](super::RoundsFamily::IS_FOR_AVX2).
    #[allow(dead_code, reason = "only backends with vectors read this constant")]
    const IS_FOR_AVX2: bool = false;
    /// Computes the key schedule.
    fn run<V: Vector>(self, cpu: V::Proof) -> Self::Output;
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline]
fn in_word_vectors<V: Vector, E: ExpandWords>(cpu: V::Proof, work: E) -> E::Output {
    struct Compiled<V: Vector, E>(E, V::Proof);

    impl<V: Vector, E: ExpandWords> crate::platform::enter::WithFeatures for Compiled<V, E> {
        type Output = E::Output;
        #[inline(always)]
        fn run(self) -> E::Output {
            self.0.run::<V>(self.1)
        }
    }

    cpu.enter(Compiled::<V, E>(work, cpu))
}

impl Backend {
    /// Runs the key schedule `work` with vectors of this backend. If the backend has no vectors, calls
    /// `portable` with `work` instead.
    #[inline]
    pub(crate) fn expand_words<E: ExpandWords>(
        self,
        work: E,
        portable: impl FnOnce(E) -> E::Output,
    ) -> E::Output {
        by_vector!(self, E, in_word_vectors::<_, E>(_, work), portable(work))
    }

    /// Applies the S-box `S` to sixteen bytes, for key schedules with few substitutions. On a backend with vectors,
    /// runs in constant time. Without vectors, runs in constant time if the S-box is an inversion between two affine
    /// maps, and otherwise uses table lookups.
    #[inline]
    pub(crate) fn substitute<S: SBox>(self, bytes: [u8; 16]) -> [u8; 16] {
        self.expand_words(Substitution::<S>(bytes, PhantomData), Substitution::portable)
    }
}

/// Application of an S-box to sixteen bytes.
struct Substitution<S>([u8; 16], PhantomData<S>);

impl<S: SBox> Substitution<S> {
    #[inline]
    fn portable(self) -> [u8; 16] {
        if const { S::INVERSION.is_some() } {
            Tables::<S>::SLICED.substitute_16(self.0)
        } else {
            look_up_16(const { &S::TABLE }, self.0)
        }
    }
}

impl<S: SBox> ExpandWords for Substitution<S> {
    type Output = [u8; 16];
    const VECTOR_BYTES: usize = 16;

    #[inline(always)]
    fn run<V: Vector>(self, cpu: V::Proof) -> [u8; 16] {
        let mut bytes = self.0;
        V::splat(cpu, &bytes).substitute::<S>().store(&mut bytes);
        bytes
    }
}

/// Replaces each byte with its entry in `table`. All S-boxes share this function, so that it is compiled only once.
fn look_up_16(table: &[u8; 256], mut bytes: [u8; 16]) -> [u8; 16] {
    for byte in &mut bytes {
        *byte = table[usize::from(*byte)];
    }
    bytes
}
