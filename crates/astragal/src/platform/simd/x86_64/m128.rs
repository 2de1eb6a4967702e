//! Conversions between arrays and 128-bit registers. They need only SSE2, which every x86-64 CPU has.
#![expect(unsafe_code, reason = "converts between arrays and registers with `transmute`")]

use super::intrinsics::__m128i;

use super::hidden::hidden_128;

/// Creates a register from bytes, lowest first.
#[inline(always)]
pub(crate) fn from_bytes(bytes: [u8; 16]) -> __m128i {
    // SAFETY: both types are 16 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<[u8; 16], __m128i>(bytes) }
}

/// Creates a register from words, lowest first.
#[inline(always)]
pub(crate) fn from_words(words: [u32; 4]) -> __m128i {
    // SAFETY: both types are 16 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<[u32; 4], __m128i>(words) }
}

/// Returns the words of a register, lowest first.
#[inline(always)]
pub(crate) fn to_words(register: __m128i) -> [u32; 4] {
    // SAFETY: both types are 16 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<__m128i, [u32; 4]>(register) }
}

/// Returns the bytes of a register, lowest first.
#[inline(always)]
pub(crate) fn to_bytes(register: __m128i) -> [u8; 16] {
    // SAFETY: both types are 16 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<__m128i, [u8; 16]>(register) }
}

/// Returns the shuffle indices that rotate each word of `WORD` bytes to the right by `RIGHT` bits, a multiple of 8.
///
/// An empty assembly statement hides the indices from the compiler. If LLVM knew them, it would replace the shuffle of
/// an XOR with the XOR of two shuffles. It would also replace a rotation by 16 bits with two shuffles. BLAKE3 would
/// then take 1.15 times as long.
#[inline(always)]
pub(super) fn rotation<const WORD: usize, const RIGHT: i32>() -> __m128i {
    let order = from_bytes(
        const {
            let (mut order, mut i) = ([0; 16], 0_u8);
            while i < 16 {
                let (word, bytes) = (i as usize / WORD * WORD, RIGHT.cast_unsigned() as usize / 8);
                order[word + (i as usize + WORD - bytes % WORD) % WORD] = i;
                i += 1;
            }
            order
        },
    );
    // SAFETY: every x86-64 CPU has SSE2.
    unsafe { hidden_128(order) }
}
