//! Key schedules that substitute bytes with S-boxes. Each key schedule is generic over the backend for substitutions
//! and is compiled once for each backend. The compiler can then inline the substitutions, which take less time than a
//! function call.

use core::marker::PhantomData;

use super::lanes::Vector;
use super::rounds_family::{Backend, by_vector};
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::{Avx2Aes, Avx512Vbmi};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::Token;
use crate::platform::sbox::{SBox, Tables};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::simd::Words;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::U8x16;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{U8x16, U8x32, U8x64};

/// Computation of a key schedule, or of a part of one. `run` and all its callees are `#[inline(always)]`.
pub(crate) trait Expand {
    /// Result of the computation.
    type Output;
    /// Computes the key schedule.
    fn run<S: Substitute>(self, bytes: S) -> Self::Output;
}

/// Backend for byte substitution. Backends run in constant time, with one exception: the portable backend uses table
/// lookups for S-boxes that are not an inversion between two affine maps.
pub(crate) trait Substitute: Copy {
    /// Applies the S-box `S` to sixteen bytes.
    fn substitute<S: SBox>(self, bytes: [u8; 16]) -> [u8; 16];
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[derive(Clone, Copy)]
struct InVectors<V: Words>(V::Proof);

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: Words> Substitute for InVectors<V> {
    #[inline(always)]
    fn substitute<S: SBox>(self, mut bytes: [u8; 16]) -> [u8; 16] {
        V::load(self.0, &bytes).substitute::<S>().store(&mut bytes);
        bytes
    }
}

#[derive(Clone, Copy)]
struct Portable;

impl Substitute for Portable {
    #[inline]
    fn substitute<S: SBox>(self, bytes: [u8; 16]) -> [u8; 16] {
        if const { S::INVERSION.is_some() } {
            Tables::<S>::SLICED.substitute_16(bytes)
        } else {
            look_up_16(const { &S::TABLE }, bytes)
        }
    }
}

/// Replaces each byte with its entry in `table`. All S-boxes share this function, so that it is compiled only once.
fn look_up_16(table: &[u8; 256], mut bytes: [u8; 16]) -> [u8; 16] {
    for byte in &mut bytes {
        *byte = table[usize::from(*byte)];
    }
    bytes
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline]
fn in_vectors<V: Words, E: Expand>(cpu: V::Proof, work: E) -> E::Output {
    struct Compiled<V: Words, E>(E, V::Proof);

    impl<V: Words, E: Expand> crate::platform::enter::WithFeatures for Compiled<V, E> {
        type Output = E::Output;
        #[inline(always)]
        fn run(self) -> E::Output {
            self.0.run(InVectors::<V>(self.1))
        }
    }

    cpu.enter(Compiled::<V, E>(work, cpu))
}

/// Key expansion that stays in vectors, generic over the vector type. A vector holds one block in each lane, or one word
/// in each 32-bit element. `run` and all its callees are `#[inline(always)]`.
pub(crate) trait ExpandWords {
    /// Result of the computation.
    type Output;
    /// Length in bytes of the longest vectors that the computation uses: 16, 32 or 64.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const VECTOR_BYTES: usize = 64;
    /// Whether GFNI makes the computation faster than AVX2 does.
    #[allow(dead_code, reason = "only the x86-64 backends read this constant")]
    const USES_GFNI: bool = true;
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

    /// Runs the key schedule `work` with this backend.
    #[inline]
    pub(crate) fn expand<E: Expand>(self, work: E) -> E::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512(cpu) => in_vectors::<U8x16<_>, E>(cpu, work),
            #[cfg(target_arch = "x86_64")]
            Self::Gfni(cpu) => in_vectors::<U8x16<_>, E>(cpu, work),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => in_vectors::<U8x16<_>, E>(cpu, work),
            #[cfg(target_arch = "x86_64")]
            Self::Ssse3(cpu) => in_vectors::<U8x16<_>, E>(cpu, work),
            #[cfg(target_arch = "aarch64")]
            Self::Neon(cpu) => in_vectors::<U8x16<_>, E>(cpu, work),
            Self::Portable => work.run(Portable),
        }
    }

    /// Applies the S-box `S` to sixteen bytes, for key schedules with few substitutions.
    #[inline]
    pub(crate) fn substitute<S: SBox>(self, bytes: [u8; 16]) -> [u8; 16] {
        struct Once<S>([u8; 16], PhantomData<S>);

        impl<S: SBox> Expand for Once<S> {
            type Output = [u8; 16];
            #[inline(always)]
            fn run<B: Substitute>(self, bytes: B) -> [u8; 16] {
                bytes.substitute::<S>(self.0)
            }
        }

        self.expand(Once::<S>(bytes, PhantomData))
    }
}
