//! Implementations of `Lanes` for AVX2 and AVX-512 vectors.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::{U32x8, U32x16, U64x4, U64x8, X86};
use crate::platform::array::copy;
use crate::platform::cpu::Avx512;
use crate::platform::simd::{Lanes, Shift, Vector32, Vector64};
use crate::platform::unroll::unroll;

impl<P: X86> Shift for U32x8<P> {
    #[inline(always)]
    fn shift_right<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_srli_epi32::<RIGHT>(self.0) })
    }
}

impl Shift for U32x16 {
    #[inline(always)]
    fn shift_right<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_srl_epi32(self.0, _mm_cvtsi32_si128(RIGHT)) })
    }
}

/// Loads and transposes rows of sixteen 32-bit words.
#[inline(always)]
fn columns_32<V: Vector32<N>, const N: usize, const B: usize>(
    proof: V::Proof,
    rows: &[&[u8; B]; N],
) -> [V; 16] {
    let mut blocks = [&[0; 64]; N];
    for j in 0..N {
        blocks[j] = rows[j].first_chunk().expect("a row contains a block of sixteen 32-bit words");
    }
    V::columns(proof, blocks)
}

/// Loads and transposes rows of sixteen 64-bit words, four words at a time.
#[inline(always)]
fn columns_64<V: Vector64<N>, const N: usize, const B: usize>(
    proof: V::Proof,
    rows: &[&[u8; B]; N],
) -> [V; 16] {
    let mut columns = [V::new(proof, [0; N]); 16];
    unroll!(for quarter in 0..4 {
        let mut words = [&[[0; 8]; 4]; N];
        for j in 0..N {
            words[j] = &rows[j].as_chunks().0.as_chunks().0[quarter];
        }
        copy(&mut columns[4 * quarter..][..4], &V::columns(proof, words));
    });
    columns
}

/// Shuffle indices that reverse the bytes of each word: one set for 32-bit words, then one for 64-bit words.
const OTHER_ORDER: [[i8; 16]; 2] = [
    [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12],
    [7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8],
];

/// Returns the byte-reversing shuffle indices for words of type `W`.
#[inline(always)]
fn other_order<W>() -> __m128i {
    // SAFETY: both types are 16 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<[i8; 16], __m128i>(OTHER_ORDER[size_of::<W>() / 8]) }
}

macro_rules! avx2 {
    ($($vector:ident of $count:literal $word:ty, $base:ident, $splat:ident, $columns:ident;)+) => { $(
        impl<P: X86> Lanes<$word, $count> for $vector<P> {
            type Proof = P;

            #[inline(always)]
            fn new(proof: P, words: [$word; $count]) -> Self {
                $base::new(proof, words)
            }
            #[inline(always)]
            fn splat(proof: P, word: $word) -> Self {
                // SAFETY: the token proves that the CPU has AVX2.
                Self::from_register(proof, unsafe { $splat(word.cast_signed()) })
            }
            #[inline(always)]
            fn to_array(self) -> [$word; $count] {
                // SAFETY: both types are 32 bytes long and accept any bit pattern.
                unsafe { core::mem::transmute::<__m256i, [$word; $count]>(self.0) }
            }
            #[inline(always)]
            fn columns<const B: usize>(proof: P, rows: &[&[u8; B]; $count]) -> [Self; 16] {
                $columns(proof, rows)
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                // SAFETY: `self` proves that the CPU has AVX2.
                self.with(unsafe {
                    _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(other_order::<$word>()))
                })
            }
            #[inline(always)]
            fn and(self, b: Self) -> Self {
                // SAFETY: `self` proves that the CPU has AVX2.
                self.with(unsafe { _mm256_and_si256(self.0, b.0) })
            }
        }
    )+ };
}

avx2! {
    U32x8 of 8 u32, Vector32, _mm256_set1_epi32, columns_32;
    U64x4 of 4 u64, Vector64, _mm256_set1_epi64x, columns_64;
}

/// Defines methods that compile to one `vpternlog` instruction each, from their truth tables.
macro_rules! truth_tables {
    ($intrinsic:ident: $($method:ident $table:literal),+) => { $(
        #[inline(always)]
        fn $method(self, b: Self, c: Self) -> Self {
            // SAFETY: `self` proves that the CPU has AVX-512.
            self.with(unsafe { $intrinsic::<$table>(self.0, b.0, c.0) })
        }
    )+ };
}

macro_rules! avx512 {
    ($($vector:ident of $count:literal $word:ty, $base:ident, $splat:ident, $ternary:ident, $columns:ident;)+) => { $(
        impl Lanes<$word, $count> for $vector {
            type Proof = Avx512;
            #[inline(always)]
            fn new(proof: Avx512, words: [$word; $count]) -> Self {
                $base::new(proof, words)
            }
            #[inline(always)]
            fn splat(cpu: Avx512, word: $word) -> Self {
                // SAFETY: the token proves that the CPU has AVX-512.
                Self(unsafe { $splat(word.cast_signed()) }, cpu)
            }
            #[inline(always)]
            fn to_array(self) -> [$word; $count] {
                // SAFETY: both types are 64 bytes long and accept any bit pattern.
                unsafe { core::mem::transmute::<__m512i, [$word; $count]>(self.0) }
            }
            #[inline(always)]
            fn columns<const B: usize>(cpu: Avx512, rows: &[&[u8; B]; $count]) -> [Self; 16] {
                $columns(cpu, rows)
            }
            #[inline(always)]
            fn swap_bytes(self) -> Self {
                // SAFETY: `self` proves that the CPU has AVX-512.
                self.with(unsafe {
                    _mm512_shuffle_epi8(self.0, _mm512_broadcast_i32x4(other_order::<$word>()))
                })
            }
            #[inline(always)]
            fn and(self, b: Self) -> Self {
                // SAFETY: `self` proves that the CPU has AVX-512.
                self.with(unsafe { _mm512_and_si512(self.0, b.0) })
            }
            truth_tables!($ternary: xor3 0x96, choose 0xca, majority 0xe8);
        }
    )+ };
}

avx512! {
    U32x16 of 16 u32, Vector32, _mm512_set1_epi32, _mm512_ternarylogic_epi32, columns_32;
    U64x8 of 8 u64, Vector64, _mm512_set1_epi64, _mm512_ternarylogic_epi64, columns_64;
}
