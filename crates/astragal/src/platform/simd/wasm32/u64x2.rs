//! Two 64-bit words in a 128-bit WebAssembly vector.
#![expect(unsafe_code, reason = "converts vectors to arrays with `transmute`")]

use core::arch::wasm32::*;

use crate::platform::cpu::Simd128;
use crate::platform::simd::{Vector64, Words64};

/// Two 64-bit words.
#[derive(Clone, Copy)]
pub(crate) struct U64x2(v128);

impl Vector64<2> for U64x2 {
    type Proof = Simd128;

    #[inline(always)]
    fn new(_: Simd128, [a, b]: [u64; 2]) -> Self {
        Self(u64x2(a, b))
    }
    #[inline(always)]
    fn to_array(self) -> [u64; 2] {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<v128, [u64; 2]>(self.0) }
    }
}

impl Words64 for U64x2 {
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(v128_xor(self.0, b.0))
    }
    #[inline(always)]
    fn xor_word(self, word: u64) -> Self {
        Self(v128_xor(self.0, u64x2_splat(word)))
    }
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    #[inline(always)]
    fn rotate_left(self, left: u32) -> Self {
        Self(v128_or(u64x2_shl(self.0, left), u64x2_shr(self.0, 64 - left)))
    }
    #[inline(always)]
    fn xor_and_not(self, b: Self, c: Self) -> Self {
        Self(v128_xor(self.0, v128_andnot(c.0, b.0)))
    }
}
