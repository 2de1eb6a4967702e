//! 128-bit words for bit-sliced code, in SSE registers.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::{Sse, U8x16};
use crate::platform::simd::{Bits, Bytes, Nibbles};

impl<P: Sse> U8x16<P> {
    /// Applies the bitwise function with the truth table `TABLE`. For bits a of `self`, b of `b` and c of `c`, the
    /// result is bit 4a + 2b + c of `TABLE`. `P` must prove that the CPU has AVX-512.
    #[inline(always)]
    fn ternary<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        if !P::AVX512 {
            return self;
        }
        let (a, b, c) = (self.register(), b.register(), c.register());
        // SAFETY: `P` proves that the CPU has AVX-512VL.
        self.with(unsafe { _mm_ternarylogic_epi64::<TABLE>(a, b, c) })
    }

    /// Returns the bits of `self` where the bit of `mask` is 1, and the bits of `b` elsewhere. `mask` is one byte,
    /// repeated for every byte of the vector.
    #[inline(always)]
    fn or_else(self, mask: u8, b: Self) -> Self {
        self.fill(mask).ternary::<0xca>(self, b)
    }

    #[inline(always)]
    fn shift_left_16<const BITS: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_slli_epi16::<BITS>(self.register()) })
    }

    #[inline(always)]
    fn shift_right_16<const BITS: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_srli_epi16::<BITS>(self.register()) })
    }
}

impl<P: Sse> Bits for U8x16<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, bytes: [u8; 16]) -> Self {
        Self::splat(proof, &bytes)
    }
    #[inline(always)]
    fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        self.store(&mut bytes);
        bytes
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Nibbles::xor(self, b)
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        if P::AVX512 { self.ternary::<0x96>(b, c) } else { Nibbles::xor(Nibbles::xor(self, b), c) }
    }
    #[inline(always)]
    fn xor_and(self, b: Self, c: Self) -> Self {
        if P::AVX512 { self.ternary::<0x78>(b, c) } else { Nibbles::xor(self, b.and(c)) }
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        if P::AVX512 { self.ternary::<0xd2>(b, c) } else { Nibbles::xor(self, c.and_not(b)) }
    }
    #[inline(always)]
    fn xor_or(self, b: Self, c: Self) -> Self {
        if P::AVX512 { self.ternary::<0x1e>(b, c) } else { Nibbles::xor(self, b.or(c)) }
    }
    #[inline(always)]
    fn not_xor_and_not(self, b: Self, c: Self) -> Self {
        if P::AVX512 {
            self.ternary::<0x2d>(b, c)
        } else {
            Nibbles::xor(self, self.fill(0xff)).xor_and_not(b, c)
        }
    }
    #[inline(always)]
    fn swap<const BITS: i32>(self) -> Self {
        if P::AVX512 {
            match BITS {
                1 => return self.shift_left_16::<1>().or_else(0xaa, self.shift_right_16::<1>()),
                2 => return self.shift_left_16::<2>().or_else(0xcc, self.shift_right_16::<2>()),
                4 => return self.shift_left_16::<4>().or_else(0xf0, self.shift_right_16::<4>()),
                _ => {}
            }
        }
        match BITS {
            1 => {
                let low = self.fill(0x55);
                let kept = self.and(low);
                self.shift_right_16::<1>().and(low).or(kept.add(kept))
            }
            2 => {
                let low = self.fill(0x33);
                self.shift_right_16::<2>().and(low).or(self.and(low).shift_left_16::<2>())
            }
            4 => {
                let low = self.fill(0x0f);
                self.shift_right_16::<4>().and(low).or(self.and(low).shift_left_16::<4>())
            }
            8 => self.shuffle_by(&[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]),
            16 => self.shuffle_by(&[2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]),
            // SAFETY: `self` proves that the CPU has SSSE3.
            32 => self.with(unsafe { _mm_shuffle_epi32::<0b10_11_00_01>(self.register()) }),
            // SAFETY: `self` proves that the CPU has SSSE3.
            _ => self.with(unsafe { _mm_shuffle_epi32::<0b01_00_11_10>(self.register()) }),
        }
    }
}
