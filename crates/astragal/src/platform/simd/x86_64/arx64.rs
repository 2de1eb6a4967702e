//! Addition, rotation and multiplication on x86-64 vectors of 64-bit words.
#![expect(unsafe_code, reason = "calls intrinsics; each vector value proves CPU support")]

use super::intrinsics::*;

use super::hidden::{after_256, hidden_256};
use super::{U64x4, U64x8, X86};
use crate::platform::simd::{
    Arx, Multiply, Pairs, Shift, Square, Turn, Vector64, WordRow, Words64,
};

impl<P: X86> Arx for U64x4<P> {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_add_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn add_in_order(self, first: Self, last: Self) -> Self {
        self.add(first).apart().add(last)
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Words64::xor(self, b)
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        // A rotation by 32 bits is a shuffle on every CPU. On Zen 4, a shuffle takes one cycle, and a rotate
        // instruction takes two. `hidden_256` keeps the compiler from shuffling both operands of the XOR before it. Without
        // AVX-512, rotations by 8 and 24 bits are shuffles too. A rotation by 63 bits shifts left by one bit with an
        // addition.
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe {
            match RIGHT {
                32 => _mm256_shuffle_epi32::<0b10_11_00_01>(hidden_256(self.0)),
                _ if P::AVX512 => return Words64::rotate_left(self, LEFT.cast_unsigned()),
                24 => {
                    let order = _mm_setr_epi8(3, 4, 5, 6, 7, 0, 1, 2, 11, 12, 13, 14, 15, 8, 9, 10);
                    _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
                }
                // Rotates by 16 bits with two shifts and an OR, because the compiler would split a byte shuffle into
                // two shuffles.
                16 => _mm256_or_si256(
                    _mm256_srli_epi64::<16>(self.0),
                    _mm256_slli_epi64::<48>(self.0),
                ),
                8 => {
                    let order = _mm_setr_epi8(1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11, 12, 13, 14, 15, 8);
                    _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
                }
                63 => _mm256_or_si256(
                    _mm256_srli_epi64::<63>(self.0),
                    _mm256_add_epi64(self.0, self.0),
                ),
                _ => return Words64::rotate_left(self, LEFT.cast_unsigned()),
            }
        })
    }
}

impl Arx for U64x8 {
    #[inline(always)]
    fn add(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_add_epi64(self.0, b.0) })
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Words64::xor(self, b)
    }
    #[inline(always)]
    fn rotate_right<const RIGHT: i32, const LEFT: i32>(self) -> Self {
        Words64::rotate_left(self, LEFT.cast_unsigned())
    }
}

impl Shift for U64x8 {
    #[inline(always)]
    fn shift_right<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX-512.
        self.with(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(RIGHT)) })
    }
}

impl<P: X86> U64x4<P> {
    /// Creates a vector of four words in memory. Each word is loaded into all lanes of a register, which takes only a
    /// load, and three blends join the registers. Any vector unit can blend. `hidden_256` keeps the compiler from inserting
    /// the words one by one instead, because only one unit of Intel's processors can do this.
    #[inline(always)]
    pub(crate) fn blended(proof: P, words: [u64; 4]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2.
        let row = unsafe {
            let [a, b, c, d] = [
                hidden_256(_mm256_set1_epi64x(words[0].cast_signed())),
                hidden_256(_mm256_set1_epi64x(words[1].cast_signed())),
                hidden_256(_mm256_set1_epi64x(words[2].cast_signed())),
                hidden_256(_mm256_set1_epi64x(words[3].cast_signed())),
            ];
            let low = _mm256_blend_epi32::<0b0000_1100>(a, b);
            let high = _mm256_blend_epi32::<0b1100_0000>(c, d);
            _mm256_blend_epi32::<0b1111_0000>(low, high)
        };
        Self::from_register(proof, row)
    }

    /// Returns `self`. The compiler cannot join its load or its store with those of other vectors.
    #[inline(always)]
    pub(crate) fn apart(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { hidden_256(self.0) })
    }

    /// Returns `reference` unchanged. The compiler computes `self` before it loads anything through the result. It
    /// cannot reuse what it loaded through another reference.
    #[inline(always)]
    pub(crate) fn then<T>(self, reference: &T) -> &T {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe { after_256(self.0, reference) }
    }
}

impl<P: X86> Shift for U64x4<P> {
    #[inline(always)]
    fn shift_right<const RIGHT: i32>(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_srli_epi64::<RIGHT>(self.0) })
    }
}

impl<P: X86> WordRow<u64> for U64x4<P> {
    type Proof = P;

    #[inline(always)]
    fn new(proof: P, words: [u64; 4]) -> Self {
        Vector64::new(proof, words)
    }
    #[inline(always)]
    fn to_array(self) -> [u64; 4] {
        // `apart` keeps the compiler from joining two rows in a register of 512 bits, which delays the next call.
        Vector64::to_array(self.apart())
    }
}

impl<P: X86> Turn for U64x4<P> {
    #[inline(always)]
    fn turn_1(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute4x64_epi64::<0b00_11_10_01>(self.0) })
    }
    #[inline(always)]
    fn turn_2(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute4x64_epi64::<0b01_00_11_10>(self.0) })
    }
    #[inline(always)]
    fn turn_3(self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute4x64_epi64::<0b10_01_00_11>(self.0) })
    }
}

impl<P: X86> Pairs for U64x4<P> {
    const STITCHED: bool = !P::AVX512 && !cfg!(any(miri, astragal_model));

    #[inline(always)]
    fn load_be(proof: P, first: &[u8; 16], second: &[u8; 16]) -> Self {
        // SAFETY: the token proves that the CPU has AVX2; both types are 16 bytes long and accept any bit pattern.
        let words = unsafe {
            let order = _mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
            let first = core::mem::transmute::<[u8; 16], __m128i>(*first);
            let second = core::mem::transmute::<[u8; 16], __m128i>(*second);
            let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(first), second);
            _mm256_shuffle_epi8(both, _mm256_broadcastsi128_si256(order))
        };
        Self::from_register(proof, words)
    }
    #[inline(always)]
    fn middle(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_alignr_epi8::<8>(next.0, self.0) })
    }
    #[inline(always)]
    fn straddle(self, next: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute2x128_si256::<0x21>(self.0, next.0) })
    }
    #[inline(always)]
    fn join(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_permute2x128_si256::<0x30>(self.0, b.0) })
    }
    #[inline(always)]
    fn sha512_rounds<const WORD: usize>(
        letters: [u64; 8],
        difference: u64,
        sums: &[[u64; 4]; 8],
        words: [Self; 5],
        constants: Self,
    ) -> ([u64; 8], u64, [Self; 2]) {
        #[cfg(all(feature = "sha2", not(any(miri, astragal_model))))]
        {
            let [proof, b, c, d, e] = words;
            let words = [proof.0, b.0, c.0, d.0, e.0];
            // SAFETY: `words` prove that the CPU has AVX2, and every token for AVX2 includes BMI.
            let (letters, difference, [row, sum]) = unsafe {
                super::sha512::two_rounds_with_words::<WORD, 8>(
                    letters,
                    difference,
                    sums,
                    words,
                    constants.0,
                )
            };
            (letters, difference, [proof.with(row), proof.with(sum)])
        }
        #[cfg(not(all(feature = "sha2", not(any(miri, astragal_model)))))]
        {
            let _ = (sums, constants);
            (letters, difference, [words[0]; 2])
        }
    }
}

impl<P: X86> Multiply for U64x4<P> {
    #[inline(always)]
    fn multiply_low(self, b: Self) -> Self {
        // SAFETY: `self` proves that the CPU has AVX2.
        self.with(unsafe { _mm256_mul_epu32(self.0, b.0) })
    }
}

impl<P: X86> Square for U64x4<P> {
    #[inline(always)]
    fn transpose([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        // SAFETY: `a` proves that the CPU has AVX2.
        unsafe {
            // The even vectors hold words 0 and 2 of two rows, and the odd vectors hold words 1 and 3.
            let (even_ab, odd_ab) =
                (_mm256_unpacklo_epi64(a.0, b.0), _mm256_unpackhi_epi64(a.0, b.0));
            let (even_cd, odd_cd) =
                (_mm256_unpacklo_epi64(c.0, d.0), _mm256_unpackhi_epi64(c.0, d.0));
            [
                a.with(_mm256_permute2x128_si256::<0x20>(even_ab, even_cd)),
                a.with(_mm256_permute2x128_si256::<0x20>(odd_ab, odd_cd)),
                a.with(_mm256_permute2x128_si256::<0x31>(even_ab, even_cd)),
                a.with(_mm256_permute2x128_si256::<0x31>(odd_ab, odd_cd)),
            ]
        }
    }
    #[inline(always)]
    fn interleave(self, b: Self) -> [Self; 2] {
        // SAFETY: `self` proves that the CPU has AVX2.
        unsafe {
            let low = _mm256_unpacklo_epi64(self.0, b.0);
            let high = _mm256_unpackhi_epi64(self.0, b.0);
            [
                self.with(_mm256_permute2x128_si256::<0x20>(low, high)),
                self.with(_mm256_permute2x128_si256::<0x31>(low, high)),
            ]
        }
    }
}
