//! Conversions between arrays and 128-bit registers. They need only SSE2, which every x86-64 CPU has.
#![expect(unsafe_code, reason = "converts between arrays and registers with `transmute`")]

use super::intrinsics::__m128i;

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
