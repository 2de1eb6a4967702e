//! Four 32-bit words in a 128-bit WebAssembly vector.
#![expect(unsafe_code, reason = "converts arrays to vectors with `transmute`")]

use core::arch::wasm32::*;

use crate::platform::cpu::Simd128;
use crate::platform::simd::{Arx, Turn, Vector32, WordRow};

/// Four 32-bit words.
#[derive(Clone, Copy)]
pub(crate) struct U32x4(v128);

impl WordRow<u32> for U32x4 {
    type Proof = Simd128;

    #[inline(always)]
    fn new(_: Simd128, words: [u32; 4]) -> Self {
        let [a, b, c, d] = words;
        Self(u32x4(a, b, c, d))
    }
    #[inline(always)]
    fn to_array(self) -> [u32; 4] {
        // SAFETY: both types are 16 bytes long, begin with lane 0, and accept any bit pattern.
        unsafe { core::mem::transmute::<v128, [u32; 4]>(self.0) }
    }
}

impl Turn for U32x4 {
    #[inline(always)]
    fn turn_1(self) -> Self {
        Self(i32x4_shuffle::<1, 2, 3, 0>(self.0, self.0))
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        Self(i32x4_shuffle::<2, 3, 0, 1>(self.0, self.0))
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        Self(i32x4_shuffle::<3, 0, 1, 2>(self.0, self.0))
    }
}

impl Arx for U32x4 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        Self(u32x4_add(self.0, b.0))
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(v128_xor(self.0, b.0))
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        let (right, left) = (RIGHT.cast_unsigned(), LEFT.cast_unsigned());
        let x = self.0;
        // Rotates with a byte shuffle if the distance is 8 or 16 bits, and with two shifts otherwise.
        Self(match RIGHT {
            16 => u8x16_shuffle::<2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13>(x, x),
            8 => u8x16_shuffle::<1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12>(x, x),
            _ => v128_or(u32x4_shr(x, right), u32x4_shl(x, left)),
        })
    }
}

/// Transposes a 4×4 square of words: vector `i` of the result holds word `i` of each argument.
#[inline(always)]
fn transpose([a, b, c, d]: [v128; 4]) -> [v128; 4] {
    let (ab_low, ab_high) = (i32x4_shuffle::<0, 4, 1, 5>(a, b), i32x4_shuffle::<2, 6, 3, 7>(a, b));
    let (cd_low, cd_high) = (i32x4_shuffle::<0, 4, 1, 5>(c, d), i32x4_shuffle::<2, 6, 3, 7>(c, d));
    [
        i64x2_shuffle::<0, 2>(ab_low, cd_low),
        i64x2_shuffle::<1, 3>(ab_low, cd_low),
        i64x2_shuffle::<0, 2>(ab_high, cd_high),
        i64x2_shuffle::<1, 3>(ab_high, cd_high),
    ]
}

impl Vector32<4> for U32x4 {
    type Proof = Simd128;

    #[inline(always)]
    fn new(proof: Simd128, words: [u32; 4]) -> Self {
        <Self as WordRow<u32>>::new(proof, words)
    }
    #[inline(always)]
    fn columns(_: Simd128, rows: [&[u8; 64]; 4]) -> [Self; 16] {
        // SAFETY: both types are 64 bytes long and accept any bit pattern.
        let [a, b, c, d] = rows.map(
            #[inline(always)]
            |row| unsafe { core::mem::transmute::<[u8; 64], [v128; 4]>(*row) },
        );
        let mut columns = [Self(a[0]); 16];
        for i in 0..4 {
            let square = transpose([a[i], b[i], c[i], d[i]]);
            for j in 0..4 {
                columns[4 * i + j].0 = square[j];
            }
        }
        columns
    }
    #[inline(always)]
    fn rows_of_8(columns: &[Self; 8]) -> [[u8; 32]; 4] {
        let [a, b, c, d, e, f, g, h] = *columns;
        let first = transpose([a.0, b.0, c.0, d.0]);
        let second = transpose([e.0, f.0, g.0, h.0]);
        let mut rows = [[0; 32]; 4];
        for i in 0..4 {
            // SAFETY: both types are 32 bytes long and accept any bit pattern.
            rows[i] = unsafe { core::mem::transmute::<[v128; 2], [u8; 32]>([first[i], second[i]]) };
        }
        rows
    }
    #[inline(always)]
    fn rows_of_16(columns: &[Self; 16]) -> [[u8; 64]; 4] {
        let mut quarters = [[columns[0].0; 4]; 4];
        for i in 0..4 {
            let [a, b, c, d] = [0, 1, 2, 3].map(
                #[inline(always)]
                |j| columns[4 * i + j].0,
            );
            quarters[i] = transpose([a, b, c, d]);
        }
        let mut rows = [[0; 64]; 4];
        for i in 0..4 {
            let row = [quarters[0][i], quarters[1][i], quarters[2][i], quarters[3][i]];
            // SAFETY: both types are 64 bytes long and accept any bit pattern.
            rows[i] = unsafe { core::mem::transmute::<[v128; 4], [u8; 64]>(row) };
        }
        rows
    }
}
