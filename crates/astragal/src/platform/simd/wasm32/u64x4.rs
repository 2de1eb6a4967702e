//! Four 64-bit words in two 128-bit WebAssembly vectors.
#![expect(unsafe_code, reason = "converts vectors to arrays with `transmute`")]

use core::arch::wasm32::*;

use crate::platform::cpu::Simd128;
use crate::platform::simd::{Arx, Turn, WordRow};

/// Four 64-bit words.
#[derive(Clone, Copy)]
pub(crate) struct U64x4([v128; 2]);

impl WordRow<u64> for U64x4 {
    type Proof = Simd128;

    #[inline(always)]
    fn new(_: Simd128, [a, b, c, d]: [u64; 4]) -> Self {
        Self([u64x2(a, b), u64x2(c, d)])
    }
    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // SAFETY: both types are 32 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<[v128; 2], [u64; 4]>(self.0) }
    }
}

impl Turn for U64x4 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        let [low, high] = self.0;
        Self([i64x2_shuffle::<1, 2>(low, high), i64x2_shuffle::<1, 2>(high, low)])
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        let [low, high] = self.0;
        Self([high, low])
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        let [low, high] = self.0;
        Self([i64x2_shuffle::<1, 2>(high, low), i64x2_shuffle::<1, 2>(low, high)])
    }
}

impl Arx for U64x4 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self([u64x2_add(self.0[0], b.0[0]), u64x2_add(self.0[1], b.0[1])])
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self([v128_xor(self.0[0], b.0[0]), v128_xor(self.0[1], b.0[1])])
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        let [low, high] = self.0;
        Self([rotate_right::<RIGHT, LEFT>(low), rotate_right::<RIGHT, LEFT>(high)])
    }
}

/// Rotates each word right. Uses byte shuffles if the distance is a whole number of bytes.
#[inline(always)]
fn rotate_right<const RIGHT: i32, const LEFT: i32>(x: v128) -> v128 {
    let (right, left) = (RIGHT.cast_unsigned(), LEFT.cast_unsigned());
    match RIGHT {
        32 => i32x4_shuffle::<1, 0, 3, 2>(x, x),
        24 => u8x16_shuffle::<3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10>(x, x),
        16 => u8x16_shuffle::<2, 3, 4, 5, 6, 7, 0, 1, 10, 11, 12, 13, 14, 15, 8, 9>(x, x),
        // Adds `x` to itself instead of shifting it left by 1, because every CPU can do the addition in one
        // instruction.
        63 => v128_or(u64x2_shr(x, 63), u64x2_add(x, x)),
        _ => v128_or(u64x2_shr(x, right), u64x2_shl(x, left)),
    }
}
