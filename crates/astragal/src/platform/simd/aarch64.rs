//! Vector types of AArch64.
//!
//! Vectors are named by element and count: `u32x4` has four 32-bit words, and `u32x4_sha` adds the SHA instructions.
//! `aes` is an AES state, and `poly` a polynomial. `bits` and `words` implement the traits `Bits` and `Words` for
//! `u8x16`. `immediate` contains a macro for rotations.

mod aes;
mod bits;
mod immediate;
mod poly;
mod u32x4;
mod u32x4_sha;
mod u64x2;
mod u64x2_sha3;
mod u64x4;
mod u8x16;
mod words;

pub(crate) use aes::AesX1;
pub(crate) use poly::PolyX1;
pub(crate) use u8x16::{Arm, U8x16};
pub(crate) use u32x4::U32x4;
pub(crate) use u32x4_sha::U32x4Sha;
pub(crate) use u64x2::U64x2;
pub(crate) use u64x2_sha3::U64x2Sha3;
pub(crate) use u64x4::U64x4;
