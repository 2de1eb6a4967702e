//! AES states in registers of 128, 256 and 512 bits.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

#[cfg(not(astragal_model))]
use super::hidden::{Order as _, ordered_512};
#[cfg(not(astragal_model))]
use super::lanes128::ordered;
use super::lanes128::{instructions, lanes_128};
use crate::platform::cpu::{AesNi, Avx512Vbmi, Vaes};
use crate::platform::simd::{AesVector, Lanes128};

/// Vector of one AES state. A value of this type proves that the CPU has AES-NI.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct AesX1(__m128i);

/// Vector of two AES states. A value of this type proves that the CPU has VAES on 256-bit registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct AesX2(__m256i);

/// Vector of four AES states. A value of this type proves that the CPU has VAES on 512-bit registers.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct AesX4(__m512i);

lanes_128! {
    AesX1, AesNi, 1, __m128i, _mm_xor_si128;
    AesX2, Vaes, 2, __m256i, _mm256_xor_si256;
    AesX4, Avx512Vbmi, 4, __m512i, _mm512_xor_si512, ordered;
}

/// Shuffle indices that reverse the bytes of the upper 64 bits of a lane.
const SWAPPED: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8];

/// Loads a counter block as two 64-bit numbers, the first little-endian and the second big-endian. If the caller has
/// just stored the block as two halves, each load can use the data of one store. A single 128-bit load would stall,
/// because the CPU cannot combine two stores for a load.
#[inline(always)]
const fn halves(block: &[u8; 16]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h, low @ ..] = *block;
    [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_be_bytes(low)]
}

/// Returns the index of each lane, multiplied by the numbers in `halves`, in both halves of the lane.
const fn indices<const LANES: usize>(halves: [u64; 2]) -> [[u64; 2]; LANES] {
    let mut indices = [[0; 2]; LANES];
    let mut i = 0;
    while i < LANES {
        indices[i] = [i as u64 * halves[0], i as u64 * halves[1]];
        i += 1;
    }
    indices
}

/// Expands to a vector whose lanes all hold the pair of numbers.
macro_rules! repeated {
    ($broadcast:expr, $pair:expr) => {
        $broadcast(core::mem::transmute::<[u64; 2], __m128i>($pair))
    };
}

/// Defines the method that multiplies an XTS tweak by a different power of α in each lane.
macro_rules! tweaks {
    ($register:ty, $broadcast:ident, $add:ident, $subtract:ident, $left:ident, $right:ident,
        $multiply:ident, $and:ident, $xor:ident) => {
        #[expect(clippy::cast_possible_truncation, reason = "the casts split the tweak")]
        #[inline(always)]
        fn tweaks(_: Self::Proof, first: u128, step: usize) -> Self {
            type Numbers = [[u64; 2]; size_of::<$register>() / 16];
            const INDICES: Numbers = indices([1, 1]);
            let (low, high) = (first as u64, (first >> 64) as u64);
            // SAFETY: both types have the same size and accept any bit pattern; `Proof` proves that the CPU has the
            // instructions.
            Self(unsafe {
                let indices = core::mem::transmute::<Numbers, $register>(INDICES);
                let up = $add(repeated!($broadcast, [step as u64; 2]), indices);
                let down = $subtract(repeated!($broadcast, [64; 2]), up);
                // Bits shifted out of the lower half move into the upper half. Bits shifted out of the upper half are
                // reduced modulo the polynomial.
                let out = $right(repeated!($broadcast, [high, low]), down);
                let reduced = $multiply::<0x00>(out, repeated!($broadcast, [0x87, 0]));
                $xor(
                    $xor($left(repeated!($broadcast, [low, high]), up), reduced),
                    $and(out, repeated!($broadcast, [0, !0])),
                )
            })
        }
    };
}

/// Defines the method that multiplies the lanes by powers of β, and the method that fixes the order of instructions.
/// `$carry` returns the shuffle indices and the vector of the values to add in step `i`, and `$shifted` multiplies by β
/// without the reduction.
macro_rules! doublings {
    ($register:ty, $indices:ty, $shuffle:ident, $xor:ident; |$i:ident, $carries:ident| $carry:expr;
        |$tweak:ident| $shifted:expr) => {
        #[inline(always)]
        #[cfg(not(astragal_model))]
        fn in_order_with(self, b: Self, c: Self) -> [Self; 3] {
            // SAFETY: `self` proves that the CPU has the instructions.
            let [a, b, c] = unsafe { self.0.ordered(b.0, c.0) };
            [Self(a), Self(b), Self(c)]
        }
        #[inline(always)]
        fn doublings<const N: usize>(
            self,
            $carries: [Self; 2],
            mut step: impl FnMut(usize, Self) -> Self,
        ) -> ([Self; N], Self) {
            const { assert!(N <= 8, "the carries are those of eight steps") };
            let (mut tweaks, mut next) = ([self; N], self);
            for $i in 0..N {
                tweaks[$i] = next;
                next = step($i, next);
                let ((place, carries), $tweak) = ($carry, next.0);
                // SAFETY: both types have the same size and accept any bit pattern; `self` proves that the CPU has the
                // instructions.
                next = Self(unsafe {
                    let place = core::mem::transmute::<$indices, $register>(place);
                    $xor($shifted, $shuffle(carries, place))
                });
            }
            (tweaks, next)
        }
    };
}

macro_rules! aes_vector {
    ($name:ident, $register:ty, $broadcast:expr, $shuffle:ident, $add_32:ident, $left:ident, $and:ident,
        $encrypt:ident, $encrypt_last:ident, $decrypt:ident, $decrypt_last:ident; $($method:item)*) => {
        impl AesVector for $name {
            #[inline(always)]
            fn splat(_: Self::Proof, lane: &[u8; 16]) -> Self {
                // Code for an array of equal lanes would be a loop at optimization level `s`.
                // SAFETY: both types have the same size and accept any bit pattern; `Proof` proves that the CPU has the
                // instructions.
                Self(unsafe { $broadcast(core::mem::transmute::<[u8; 16], __m128i>(*lane)) })
            }
            #[inline(always)]
            fn counters_of_numbers(proof: Self::Proof, numbers: Self) -> Self {
                numbers.shuffle(Self::splat(proof, &SWAPPED))
            }
            #[inline(always)]
            fn counter_numbers(_: Self::Proof, first: &[u8; 16], offset: u32, step: u32) -> Self {
                const INDICES: [[u64; 2]; $name::LANES] = indices([0, 1]);
                // SAFETY: both types have the same size and accept any bit pattern; `Proof` proves that the CPU has the
                // instructions.
                Self(unsafe {
                    let steps = core::mem::transmute::<[[u64; 2]; $name::LANES], $register>(INDICES);
                    let steps = $add_32(repeated!($broadcast, [0, step.into()]), steps);
                    let offset = repeated!($broadcast, [0, offset.into()]);
                    $add_32($add_32(repeated!($broadcast, halves(first)), offset), steps)
                })
            }
            $($method)*
            instructions! {
                encrypt_round(b) $encrypt(b.0), encrypt_last(b) $encrypt_last(b.0),
                decrypt_round(b) $decrypt(b.0), decrypt_last(b) $decrypt_last(b.0),
                shuffle(b) $shuffle(b.0), add_32(b) $add_32(b.0), and(b) $and(b.0),
                left_1() $left::<1>(), left_2() $left::<2>(), left_7() $left::<7>()
            }
        }
    };
}

aes_vector! {
    AesX1,
    __m128i,
    core::convert::identity,
    _mm_shuffle_epi8,
    _mm_add_epi32,
    _mm_slli_epi32,
    _mm_and_si128,
    _mm_aesenc_si128,
    _mm_aesenclast_si128,
    _mm_aesdec_si128,
    _mm_aesdeclast_si128;

    #[inline(always)]
    fn with_column<const FROM: i32>(self, columns: Self) -> Self {
        // The instruction is for floating-point elements, but only moves bits. An integer shuffle would need a blend in
        // addition, and counter mode would take 3 % more time.
        // SAFETY: `self` proves that the CPU has SSE4.1.
        Self(unsafe {
            let (state, columns) = (_mm_castsi128_ps(self.0), _mm_castsi128_ps(columns.0));
            _mm_castps_si128(match FROM {
                0 => _mm_insert_ps::<0>(state, columns),
                1 => _mm_insert_ps::<0x40>(state, columns),
                2 => _mm_insert_ps::<0x80>(state, columns),
                _ => _mm_insert_ps::<0xc0>(state, columns),
            })
        })
    }
    // Doubling each half shifts its highest bit out. The bit from the lower half is added to the upper half, as 1. The
    // bit from the upper half is added to the lower half, as 0x87, which reduces it. Byte `i` of each half of the carries
    // holds the value to add in doubling `i`. Because all carries are extracted in advance, each doubling takes only
    // three instructions.
    #[inline(always)]
    fn carries(self) -> [Self; 2] {
        const BITS: [u8; 8] = [0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1];
        const OPERANDS: [[[u8; 8]; 2]; 3] = [[[15; 8], [7; 8]], [BITS, BITS], [[0x87; 8], [1; 8]]];
        // SAFETY: both types have the same size and accept any bit pattern; `self` proves that the CPU has the
        // instructions.
        unsafe {
            let [highest, bits, back] =
                core::mem::transmute::<[[[u8; 8]; 2]; 3], [__m128i; 3]>(OPERANDS);
            let bytes = _mm_and_si128(_mm_shuffle_epi8(self.0, highest), bits);
            [Self(_mm_and_si128(_mm_cmpeq_epi8(bytes, bits), back)); 2]
        }
    }
    doublings! {
        __m128i, [u64; 2], _mm_shuffle_epi8, _mm_xor_si128;
        |i, carries| ([i as u64 | 0x8080_8080_8080_8000, (8 + i) as u64 | 0x8080_8080_8080_8000], carries[0].0);
        |tweak| _mm_add_epi64(tweak, tweak)
    }
}
aes_vector! {
    AesX2,
    __m256i,
    _mm256_broadcastsi128_si256,
    _mm256_shuffle_epi8,
    _mm256_add_epi32,
    _mm256_slli_epi32,
    _mm256_and_si256,
    _mm256_aesenc_epi128,
    _mm256_aesenclast_epi128,
    _mm256_aesdec_epi128,
    _mm256_aesdeclast_epi128;

    #[inline(always)]
    fn load_first(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self {
        match *lanes {
            // SAFETY: both types have the same size and accept any bit pattern. The token proves that the CPU has AVX2.
            [lane] => Self(unsafe {
                _mm256_zextsi128_si256(core::mem::transmute::<[u8; 16], __m128i>(lane))
            }),
            _ => Self::load(proof, lanes),
        }
    }
    #[inline(always)]
    fn store_first(self, lanes: &mut [[u8; 16]]) {
        match lanes {
            // SAFETY: both types have the same size and accept any bit pattern. `self` proves that the CPU has AVX2.
            [lane] => unsafe {
                *lane = core::mem::transmute::<__m128i, [u8; 16]>(_mm256_castsi256_si128(self.0));
            },
            _ => self.store(lanes),
        }
    }
    #[inline(always)]
    fn fold(self) -> [u8; 16] {
        // SAFETY: both types have the same size and accept any bit pattern. `self` proves that the CPU has AVX2.
        unsafe {
            let (low, high) = (_mm256_castsi256_si128(self.0), _mm256_extracti128_si256::<1>(self.0));
            core::mem::transmute::<__m128i, [u8; 16]>(_mm_xor_si128(low, high))
        }
    }
    tweaks!(__m256i, _mm256_broadcastsi128_si256, _mm256_add_epi64, _mm256_sub_epi64,
        _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_clmulepi64_epi128, _mm256_and_si256,
        _mm256_xor_si256);
    // Each step multiplies the lanes by α^2, which shifts the two highest bits out of each half. Word `i` of each half of
    // `carries` holds the value to add in step `i` of four steps, as in the type with one lane.
    #[inline(always)]
    fn carries(self) -> [Self; 2] {
        const HIGHER: [[u8; 2]; 4] = [[0x80; 2], [0x20; 2], [8; 2], [2; 2]];
        const LOWER: [[u8; 2]; 4] = [[0x40; 2], [0x10; 2], [4; 2], [1; 2]];
        const OPERANDS: [[[[[u8; 2]; 4]; 2]; 2]; 6] = [
            [[[[15; 2]; 4], [[7; 2]; 4]]; 2],
            [[[[14; 2]; 4], [[6; 2]; 4]]; 2],
            [[HIGHER, HIGHER]; 2],
            [[LOWER, LOWER]; 2],
            [[[[0x0e, 1]; 4], [[2, 0]; 4]]; 2],
            [[[[0x87, 0]; 4], [[1, 0]; 4]]; 2],
        ];
        let mut carries = [self; 2];
        // SAFETY: both types have the same size and accept any bit pattern; `self` proves that the CPU has the
        // instructions.
        unsafe {
            let [first, second, higher, lower, higher_back, lower_back] =
                core::mem::transmute::<[[[[[u8; 2]; 4]; 2]; 2]; 6], [__m256i; 6]>(OPERANDS);
            for (i, highest) in [first, second].into_iter().enumerate() {
                let bytes = _mm256_shuffle_epi8(self.0, highest);
                let higher = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, higher), higher);
                let lower = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, lower), lower);
                let higher = _mm256_and_si256(higher, higher_back);
                carries[i] = Self(_mm256_xor_si256(higher, _mm256_and_si256(lower, lower_back)));
            }
        }
        carries
    }
    doublings! {
        __m256i, [[u64; 2]; 2], _mm256_shuffle_epi8, _mm256_xor_si256;
        |i, carries| {
            let low = (i % 4 * 0x202) as u64 | 0x8080_8080_8080_0100;
            ([[low, low + 0x808]; 2], carries[i / 4].0)
        };
        |tweak| _mm256_slli_epi64::<2>(tweak)
    }
}
aes_vector! {
    AesX4,
    __m512i,
    _mm512_broadcast_i32x4,
    _mm512_shuffle_epi8,
    _mm512_add_epi32,
    _mm512_slli_epi32,
    _mm512_and_si512,
    _mm512_aesenc_epi128,
    _mm512_aesenclast_epi128,
    _mm512_aesdec_epi128,
    _mm512_aesdeclast_epi128;

    tweaks!(__m512i, _mm512_broadcast_i32x4, _mm512_add_epi64, _mm512_sub_epi64, _mm512_sllv_epi64,
        _mm512_srlv_epi64, _mm512_clmulepi64_epi128, _mm512_and_si512, _mm512_xor_si512);
    /// Loads one to three lanes with instructions of their size. A copy in memory would delay the load of the register
    /// by the stores of the lanes: 32 bytes took 35 ns instead of 15.
    #[inline(always)]
    fn load_first(proof: Self::Proof, lanes: &[[u8; 16]]) -> Self {
        // SAFETY: both types of each `transmute` have the same size and accept any bit pattern. The token proves that
        // the CPU has AVX-512.
        unsafe {
            let pair = |pair| core::mem::transmute::<[[u8; 16]; 2], __m256i>(pair);
            let lane = |lane| core::mem::transmute::<[u8; 16], __m128i>(lane);
            Self(match *lanes {
                [a] => _mm512_zextsi128_si512(lane(a)),
                [a, b] => _mm512_zextsi256_si512(pair([a, b])),
                [a, b, c] => {
                    let (first, third) = (_mm512_zextsi256_si512(pair([a, b])), lane(c));
                    _mm512_inserti64x4::<1>(first, _mm256_zextsi128_si256(third))
                }
                _ => return Self::load(proof, lanes),
            })
        }
    }
    #[inline(always)]
    fn store_first(self, lanes: &mut [[u8; 16]]) {
        // SAFETY: both types of each `transmute` have the same size and accept any bit pattern. `self` proves that the
        // CPU has AVX-512.
        unsafe {
            let pair = |pair| core::mem::transmute::<__m256i, [[u8; 16]; 2]>(pair);
            let lane = |lane| core::mem::transmute::<__m128i, [u8; 16]>(lane);
            match lanes {
                [a] => *a = lane(_mm512_castsi512_si128(self.0)),
                [a, b] => [*a, *b] = pair(_mm512_castsi512_si256(self.0)),
                [a, b, c] => {
                    [*a, *b] = pair(_mm512_castsi512_si256(self.0));
                    *c = lane(_mm256_castsi256_si128(_mm512_extracti64x4_epi64::<1>(self.0)));
                }
                _ => self.store(lanes),
            }
        }
    }
    #[inline(always)]
    fn fold(self) -> [u8; 16] {
        // SAFETY: `self` proves that the CPU has AVX-512, which includes VAES on 256-bit registers.
        unsafe {
            let low = _mm512_castsi512_si256(self.0);
            AesX2(_mm256_xor_si256(low, _mm512_extracti64x4_epi64::<1>(self.0))).fold()
        }
    }
    /// On Golden Cove, the shifts of the default method would use the port of the AES instructions.
    #[inline(always)]
    fn times_reduction(self) -> Self {
        // SAFETY: `self` proves that the CPU has VPCLMULQDQ and AVX-512.
        Self(unsafe {
            let polynomial = _mm512_set1_epi64(0x87);
            _mm512_clmulepi64_epi128::<0x00>(self.0, polynomial)
        })
    }
    #[inline(always)]
    fn parted(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX-512.
        unsafe {
            let even = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13);
            let odd = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
            [
                Self(_mm512_permutex2var_epi64(self.0, even, b.0)),
                Self(_mm512_permutex2var_epi64(self.0, odd, b.0)),
            ]
        }
    }
    #[inline(always)]
    fn woven(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX-512.
        unsafe {
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            [
                Self(_mm512_permutex2var_epi64(self.0, first, b.0)),
                Self(_mm512_permutex2var_epi64(self.0, second, b.0)),
            ]
        }
    }
    #[inline(always)]
    fn select(self, b: Self, mask: Self) -> Option<Self> {
        // SAFETY: `self` proves that the CPU has AVX-512.
        Some(Self(unsafe { _mm512_ternarylogic_epi64::<0xca>(mask.0, b.0, self.0) }))
    }
}
