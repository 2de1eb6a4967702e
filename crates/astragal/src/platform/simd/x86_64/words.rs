//! Word operations on x86-64 byte vectors.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::hidden::{hidden_128, hidden_256};
use super::lookups::{OWN_BYTES, indices, select_bytes};
use super::{Sse, U8x16, U8x32, U8x64, X86};
use crate::platform::cpu::Avx512Vbmi;
use crate::platform::sbox::{LinearPair, Prepared};
use crate::platform::simd::instructions::binary;
use crate::platform::simd::words::{by_two, shift_left_8_by_maps};
use crate::platform::simd::{Bytes, Lookup, Nibbles, WordTable, Words};

impl Words for U8x64 {
    const TERNARY: bool = true;
    const MULTIPLIES_BY_MATRICES: bool = true;
    #[inline(always)]
    fn splat_8(proof: Avx512Vbmi, byte: u8) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi8(byte.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn splat_32(proof: Avx512Vbmi, word: u32) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi32(word.cast_signed()) }, proof)
    }
    binary! {
        add_32 _mm512_add_epi32, sub_32 _mm512_sub_epi32, multiply_32 _mm512_mullo_epi32,
        add_64 _mm512_add_epi64, sub_64 _mm512_sub_epi64
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_sll_epi32(self.0, _mm_cvtsi32_si128(LEFT)) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_rolv_epi32(self.0, by.0) })
    }
    #[inline(always)]
    fn splat_64(proof: Avx512Vbmi, word: u64) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX-512.
        Self(unsafe { _mm512_set1_epi64(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let left = Self::splat_64(self.1, left.into());
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_rolv_epi64(self.0, left.0) })
    }
    #[inline(always)]
    fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_ternarylogic_epi64::<T>(self.0, b.0, c.0) })
    }
    #[inline(always)]
    fn map(self, map: &Prepared) -> Self {
        self.affine(map)
    }
    #[inline(always)]
    fn invert_and_map(self, maps: &LinearPair) -> Option<Self> {
        let matrices = Self::splat(self.1, &maps.matrices);
        // SAFETY: `self` proves that the CPU has GFNI and AVX-512.
        Some(self.with(unsafe { _mm512_gf2p8affineinv_epi64_epi8::<0>(self.0, matrices.0) }))
    }
    #[inline(always)]
    fn multiply_by_matrix(self, matrix: u64) -> Self {
        self.times_one(matrix)
    }
    #[inline(always)]
    fn multiply(self, b: Self) -> Option<Self> {
        // SAFETY: `self` proves that the CPU has GFNI.
        Some(self.with(unsafe { _mm512_gf2p8mul_epi8(self.0, b.0) }))
    }
    #[inline(always)]
    fn look_up_any(self, table: &Lookup) -> Self {
        self.look_up_256(&table.table)
    }
    #[inline(always)]
    fn look_up_each(self, tables: &[Lookup; 4]) -> Self {
        self.look_up_four([&tables[0].table, &tables[1].table, &tables[2].table, &tables[3].table])
    }
    #[inline(always)]
    fn look_up_word<const BYTE: u8>(self, table: &WordTable) -> Self {
        let [upper, lower] = const { indices(BYTE) };
        let halves = self.candidates([upper; 16], table);
        self.select_candidate(lower, halves)
    }
    #[inline(always)]
    fn look_up_words<const A: u8, const B: u8>(self, table: &WordTable) -> [Self; 2] {
        // Words with even indices look up byte `A`, and words with odd indices look up byte `B`.
        let [upper_a, lower_a] = const { indices(A) };
        let [upper_b, lower_b] = const { indices(B) };
        let mut turns = [upper_a; 16];
        for i in 0..8 {
            turns[2 * i + 1] = upper_b;
        }
        let halves = self.candidates(turns, table);
        let one = Self::splat_32(self.1, 1);
        let (a, b) = (self.rotated_left(lower_a).and_not(one), self.rotated_left(lower_b).or(one));
        [a.permute_words(halves), b.permute_words(halves)]
    }
    #[inline(always)]
    fn sum_of_lanes(self) -> Self {
        let (second, fourth) = (self.turn_64::<2>(), self.turn_64::<6>());
        self.xor3(second, self.turn_64::<4>()).xor(fourth)
    }
    #[inline(always)]
    fn permute_bytes(self, from: &[u8; 64]) -> Self {
        self.permute(from)
    }
}

/// Shuffle indices for [`Words::times_alpha`]. Entry k shifts a lane left by k bytes, and moves the k bytes that are
/// shifted out to the start of the lane.
#[expect(clippy::cast_possible_truncation, reason = "each index is below 16")]
const SHIFTS: [[[u8; 16]; 2]; 5] = {
    let mut shifts = [[[128; 16]; 2]; 5];
    let mut i = 0;
    while i < 80 {
        let (k, byte) = (i / 16, i % 16);
        if byte >= k {
            shifts[k][0][byte] = (byte - k) as u8;
        } else {
            shifts[k][1][byte] = (byte + 16 - k) as u8;
        }
        i += 1;
    }
    shifts
};

/// Implements the methods that differ only in the intrinsics for the vector length. The operations in the field of AES
/// need GFNI.
macro_rules! by_instruction_set {
    ($invert_and_map:ident, $multiply:ident, $ternary:ident, $hidden:ident) => {
        const TERNARY: bool = P::AVX512;
        const INVERTS_BY_AES: bool = P::AES && !P::GFNI;

        #[inline(always)]
        fn ternary<const T: i32>(self, b: Self, c: Self) -> Self {
            if !P::AVX512 {
                return by_two(T, self, b, c);
            }
            // SAFETY: `P` proves that the CPU has AVX-512VL.
            self.with(unsafe { $ternary::<T>(self.0, b.0, c.0) })
        }
        #[inline(always)]
        fn map(self, map: &Prepared) -> Self {
            self.affine(map)
        }
        #[inline(always)]
        fn black_box(self) -> Self {
            // SAFETY: `self` proves that the CPU has the register.
            self.with(unsafe { if Self::INVERTS_BY_AES { $hidden(self.0) } else { self.0 } })
        }
        #[inline(always)]
        fn invert_and_map(self, maps: &LinearPair) -> Option<Self> {
            if !P::GFNI {
                return None;
            }
            let matrices = Self::splat(self.1, &maps.matrices);
            // SAFETY: `P` proves that the CPU has GFNI.
            Some(self.with(unsafe { $invert_and_map::<0>(self.0, matrices.0) }))
        }
        #[inline(always)]
        fn multiply(self, b: Self) -> Option<Self> {
            if !P::GFNI {
                return None;
            }
            // SAFETY: `P` proves that the CPU has GFNI.
            Some(self.with(unsafe { $multiply(self.0, b.0) }))
        }
        #[inline(always)]
        fn look_up_any(self, table: &Lookup) -> Self {
            match self.look_up_by_vbmi(&table.table) {
                Some(image) => image,
                None => Self::look_up_256([self], [&table.steps])[0],
            }
        }
        #[inline(always)]
        fn look_up_each(self, tables: &[Lookup; 4]) -> Self {
            if let Some(images) = self.look_up_each_by_vbmi(tables) {
                return images;
            }
            let steps = [&tables[0].steps, &tables[1].steps, &tables[2].steps, &tables[3].steps];
            select_bytes(Self::splat_32(self.1, 0xff), Self::look_up_256([self; 4], steps))
        }
    };
}

impl<P: X86> Words for U8x32<P> {
    #[inline(always)]
    fn splat_8(proof: P, byte: u8) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi8(byte.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn splat_32(proof: P, word: u32) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi32(word.cast_signed()) }, proof)
    }
    binary! {
        add_32 _mm256_add_epi32, sub_32 _mm256_sub_epi32, multiply_32 _mm256_mullo_epi32,
        add_64 _mm256_add_epi64, sub_64 _mm256_sub_epi64
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_slli_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512VL branch runs only if `P` proves AVX-512VL.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm256_rolv_epi32(self.0, by.0));
            }
            let left = _mm256_and_si256(by.0, _mm256_set1_epi32(31));
            let right = _mm256_sub_epi32(_mm256_set1_epi32(32), left);
            _mm256_or_si256(_mm256_sllv_epi32(self.0, left), _mm256_srlv_epi32(self.0, right))
        })
    }
    #[inline(always)]
    fn splat_64(proof: P, word: u64) -> Self {
        // SAFETY: `proof` proves that the CPU has AVX2.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let right = Self::splat_64(self.1, (64 - left % 64).into());
        let left = Self::splat_64(self.1, left.into());
        // SAFETY: `self` proves that the CPU has AVX2. The AVX-512VL branch runs only if `P` proves AVX-512VL.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm256_rolv_epi64(self.0, left.0));
            }
            _mm256_or_si256(_mm256_sllv_epi64(self.0, left.0), _mm256_srlv_epi64(self.0, right.0))
        })
    }
    #[inline(always)]
    fn times_alpha(self, times: usize) -> Option<Self> {
        if P::GFNI || !times.is_multiple_of(8) || times > 32 {
            return None;
        }
        let [up, out] = &SHIFTS[times / 8];
        let out = self.shuffle_by(out).0;
        // SAFETY: `self` proves that the CPU has AVX2.
        Some(self.with(unsafe {
            let [one, two] = [_mm256_slli_epi64::<1>(out), _mm256_slli_epi64::<2>(out)];
            let upper = _mm256_xor_si256(two, _mm256_slli_epi64::<7>(out));
            let reduced = _mm256_xor_si256(_mm256_xor_si256(out, one), upper);
            _mm256_xor_si256(self.shuffle_by(up).0, reduced)
        }))
    }
    #[inline(always)]
    fn map_in_parallel(self, map: &Prepared) -> Self {
        if P::GFNI {
            return self.map(map);
        }
        // SAFETY: `self` proves that the CPU has AVX2.
        let [low, high] = unsafe {
            let mask = _mm256_set1_epi8(15);
            // Without `hidden_256`, the compiler would mask after the shift.
            let high = hidden_256(_mm256_andnot_si256(mask, self.0));
            [_mm256_and_si256(self.0, mask), _mm256_srli_epi16::<4>(high)]
        };
        let low = self.with(low).look_up_16(&map.nibbles[0]);
        low.xor(self.with(high).look_up_16(&map.nibbles[1]))
    }
    #[inline(always)]
    fn aes_last_round<const INVERSE: bool>(self) -> Self {
        let image = if INVERSE { self.inverse_aes() } else { self.aes() };
        // `hidden_256` keeps the compiler from moving the AES instruction to the first use of its result, where the CPU
        // would wait for it.
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { hidden_256(image.0) })
    }
    #[inline(always)]
    fn shift_left_8(self, next: Self) -> Self {
        if P::GFNI {
            return shift_left_8_by_maps(self, next);
        }
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe {
            // A comparison with zero gives -1 if bit 7 is 1. Subtracting it sets bit 0.
            let carry = _mm256_cmpgt_epi8(_mm256_setzero_si256(), next.0);
            _mm256_sub_epi8(_mm256_add_epi8(self.0, self.0), carry)
        })
    }
    by_instruction_set! {
        _mm256_gf2p8affineinv_epi64_epi8, _mm256_gf2p8mul_epi8, _mm256_ternarylogic_epi64, hidden_256
    }
    #[inline(always)]
    fn look_up_word<const BYTE: u8>(self, table: &WordTable) -> Self {
        let index = self.shuffle_by(&[BYTE; 16]);
        // `lower` holds byte 0 of the table entry in its lower lane, and byte 1 in its upper lane. `upper` holds byte 2
        // in its lower lane, and byte 3 in its upper lane.
        let [lower, upper] = Self::look_up_pairs(index, &table.step_pairs);
        let half = Self::splat_32(self.1, 0xffff);
        let own = lower.and(half).or(upper.and_not(half));
        // SAFETY: `self` proves that the CPU has AVX2.
        let other = self.with(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(own.0) });
        let is_own = Self::load(self.1, &OWN_BYTES);
        own.and(is_own).or(other.and_not(is_own))
    }
    #[inline(always)]
    fn sum_of_lanes(self) -> Self {
        self.xor(self.swap_lanes())
    }
    #[inline(always)]
    fn permute_bytes(self, from: &[u8; 64]) -> Self {
        if let Some(wide) = self.in_512_bits() {
            return self.with_lower_part(wide.permute(from));
        }
        // The first shuffle moves the bytes that stay in their lane. The second shuffle, applied to the vector with
        // swapped lanes, moves the bytes that change lanes.
        let (mut own, mut other) = ([128; 32], [128; 32]);
        for i in 0..32 {
            let indices = if usize::from(from[i] / 16) == i / 16 { &mut own } else { &mut other };
            indices[i] = if from[i] < 128 { from[i] % 16 } else { 128 };
        }
        // SAFETY: `self` proves that the CPU has AVX2.
        let swapped = self.with(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) });
        self.shuffle(Self::load(self.1, &own)).xor(swapped.shuffle(Self::load(self.1, &other)))
    }
}

impl<P: Sse> Words for U8x16<P> {
    const COMPUTES_INVERSION: bool = P::AES || P::GFNI;

    #[inline(always)]
    fn splat_8(proof: P, byte: u8) -> Self {
        // SAFETY: `proof` proves that the CPU has SSSE3.
        Self(unsafe { _mm_set1_epi8(byte.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn splat_32(proof: P, word: u32) -> Self {
        // SAFETY: `proof` proves that the CPU has SSSE3.
        Self(unsafe { _mm_set1_epi32(word.cast_signed()) }, proof)
    }
    binary! {
        add_32 _mm_add_epi32, sub_32 _mm_sub_epi32, add_64 _mm_add_epi64, sub_64 _mm_sub_epi64
    }
    #[inline(always)]
    fn multiply_32(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3. The AVX2 branch runs only if `P` proves that the CPU has AVX2.
        self.with(unsafe {
            if P::AVX2 {
                return self.with(_mm_mullo_epi32(self.0, b.0));
            }
            let [even, odd] = products(self.0, b.0);
            // Keeps the lower 32 bits of each product.
            let (even, odd) = (_mm_shuffle_epi32::<8>(even), _mm_shuffle_epi32::<8>(odd));
            _mm_unpacklo_epi32(even, odd)
        })
    }
    #[inline(always)]
    fn shift_left_32<const LEFT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3.
        self.with(unsafe { _mm_slli_epi32::<LEFT>(self.0) })
    }
    #[inline(always)]
    fn rotate_left_32_by(self, by: Self) -> Self {
        // SAFETY: `self` proves that the CPU has SSSE3. The AVX2 and AVX-512VL branches run only if `P` proves that
        // the CPU has AVX2 or AVX-512VL.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm_rolv_epi32(self.0, by.0));
            }
            if !P::AVX2 {
                let [even, odd] = products(self.0, self.power_of_two(by).0);
                // Computes the rotation by e bits from the 64-bit product of the word and 2^e. The lower half of the
                // product is the word shifted left by e bits. The upper half holds the bits shifted out, which the
                // rotation moves to the lower end of the word.
                let even = _mm_or_si128(even, _mm_srli_epi64::<32>(even));
                let odd = _mm_or_si128(odd, _mm_slli_epi64::<32>(odd));
                let lower = _mm_set1_epi64x(0xffff_ffff);
                let (even, odd) = (_mm_and_si128(lower, even), _mm_andnot_si128(lower, odd));
                return self.with(_mm_or_si128(even, odd));
            }
            let left = _mm_and_si128(by.0, _mm_set1_epi32(31));
            let right = _mm_sub_epi32(_mm_set1_epi32(32), left);
            _mm_or_si128(_mm_sllv_epi32(self.0, left), _mm_srlv_epi32(self.0, right))
        })
    }
    #[inline(always)]
    fn splat_64(proof: P, word: u64) -> Self {
        // SAFETY: `proof` proves that the CPU has SSSE3.
        Self(unsafe { _mm_set1_epi64x(word.cast_signed()) }, proof)
    }
    #[inline(always)]
    fn rotate_left_64(self, left: u32) -> Self {
        let right = Self::splat_64(self.1, (64 - left % 64).into());
        let left = Self::splat_64(self.1, (left % 64).into());
        // SAFETY: `self` proves that the CPU has SSSE3. The AVX2 and AVX-512VL branches run only if `P` proves these
        // instruction sets.
        self.with(unsafe {
            if P::AVX512 {
                return self.with(_mm_rolv_epi64(self.0, left.0));
            }
            // These instructions shift all words by the same distance, which they read from the lower half of a
            // register.
            _mm_or_si128(_mm_sll_epi64(self.0, left.0), _mm_srl_epi64(self.0, right.0))
        })
    }
    #[inline(always)]
    fn aes_last_round<const INVERSE: bool>(self) -> Self {
        if INVERSE { self.inverse_aes() } else { self.aes() }
    }
    by_instruction_set! {
        _mm_gf2p8affineinv_epi64_epi8, _mm_gf2p8mul_epi8, _mm_ternarylogic_epi64, hidden_128
    }
}

impl<P: Sse> U8x16<P> {
    /// Returns 2^e in each 32-bit word, where e is the lower five bits of the word of `exponent`.
    #[inline(always)]
    fn power_of_two(self, exponent: Self) -> Self {
        let exponent = exponent.shuffle_by(&[0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12]);
        let byte = exponent.and(self.fill(0x18));
        let is_there = byte
            .equal(Self::splat(self.1, &[0, 8, 16, 24, 0, 8, 16, 24, 0, 8, 16, 24, 0, 8, 16, 24]));
        let bit = exponent.and(self.fill(7));
        bit.look_up_16(&[1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0]).and(is_there)
    }
}

/// Multiplies 32-bit words. Returns two vectors of 64-bit products: one for the words at even indices, and one for the
/// words at odd indices.
#[inline(always)]
fn products(a: __m128i, b: __m128i) -> [__m128i; 2] {
    // SAFETY: every x86-64 processor has SSE2.
    unsafe {
        let odd = _mm_mul_epu32(_mm_srli_epi64::<32>(a), _mm_srli_epi64::<32>(b));
        [_mm_mul_epu32(a, b), odd]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::cpu::Ssse3;
    use crate::platform::enter::Token;

    /// Checks the word operations that take several instructions on SSSE3.
    #[test]
    fn words_rotate_and_multiply_without_avx2() {
        let Some(cpu) = Ssse3::detect() else { return };
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 32) as u32
        };
        let bytes = |words: [u32; 4]| {
            let mut bytes = [0; 16];
            for (bytes, word) in bytes.chunks_exact_mut(4).zip(words) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            bytes
        };
        for _ in 0..100 {
            let a: [u32; 4] = core::array::from_fn(|_| random());
            let b: [u32; 4] = core::array::from_fn(|_| random());
            let left = random();
            let (x, y) = (bytes(a), bytes(b));
            let mut found = [[0; 16]; 3];
            let results = cpu.enter(
                #[inline(always)]
                move || {
                    let (x, y) = (U8x16::load(cpu, &x), U8x16::load(cpu, &y));
                    x.multiply_32(y).store(&mut found[0]);
                    x.rotate_left_32_by(y).store(&mut found[1]);
                    x.rotate_left_64(left).store(&mut found[2]);
                    found
                },
            );
            let each = |f: fn(u32, u32) -> u32| bytes(core::array::from_fn(|i| f(a[i], b[i])));
            assert_eq!(results[0], each(u32::wrapping_mul));
            assert_eq!(results[1], each(u32::rotate_left));
            for (half, words) in results[2].chunks_exact(8).zip(x.chunks_exact(8)) {
                let word = u64::from_le_bytes(words.try_into().unwrap());
                assert_eq!(half, word.rotate_left(left).to_le_bytes());
            }
        }
    }
}
