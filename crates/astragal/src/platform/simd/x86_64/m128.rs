//! Registers of 128 bits as the crypto extensions take them. SSE2, all that is used here, belongs to
//! every x86-64 processor.
#![expect(unsafe_code, reason = "turns arrays into registers and back")]

use super::intrinsics::__m128i;

/// The bytes in their order.
#[inline(always)]
pub(crate) fn from_bytes(bytes: [u8; 16]) -> __m128i {
    // SAFETY: both types have 16 bytes and accept any bit pattern.
    unsafe { core::mem::transmute::<[u8; 16], __m128i>(bytes) }
}

/// The words in their order, the first one lowest.
#[inline(always)]
pub(crate) fn from_words(words: [u32; 4]) -> __m128i {
    // SAFETY: both types have 16 bytes and accept any bit pattern.
    unsafe { core::mem::transmute::<[u32; 4], __m128i>(words) }
}

/// The words in their order, the lowest one first.
#[inline(always)]
pub(crate) fn to_words(register: __m128i) -> [u32; 4] {
    // SAFETY: both types have 16 bytes and accept any bit pattern.
    unsafe { core::mem::transmute::<__m128i, [u32; 4]>(register) }
}

/// The bytes in their order.
#[inline(always)]
pub(crate) fn to_bytes(register: __m128i) -> [u8; 16] {
    // SAFETY: both types have 16 bytes and accept any bit pattern.
    unsafe { core::mem::transmute::<__m128i, [u8; 16]>(register) }
}
