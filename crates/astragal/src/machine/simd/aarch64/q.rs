//! Registers of 128 bits as the crypto extensions take them. NEON belongs to every aarch64 processor.
#![expect(unsafe_code, reason = "turns arrays into registers and back")]

use core::arch::aarch64::uint32x4_t;

use crate::machine::words::load_be;

/// The words in their order, the first one lowest.
#[inline(always)]
pub(crate) fn from_words(words: [u32; 4]) -> uint32x4_t {
    // SAFETY: both are 16 bytes of any value, lane 0 first.
    unsafe { core::mem::transmute::<[u32; 4], uint32x4_t>(words) }
}

/// Four big-endian words, the first one lowest.
#[inline(always)]
pub(crate) fn from_be_bytes(bytes: [u8; 16]) -> uint32x4_t {
    from_words(load_be(&bytes))
}

/// The words in their order, the lowest one first.
#[inline(always)]
pub(crate) fn to_words(register: uint32x4_t) -> [u32; 4] {
    // SAFETY: both are 16 bytes of any value, lane 0 first.
    unsafe { core::mem::transmute::<uint32x4_t, [u32; 4]>(register) }
}
