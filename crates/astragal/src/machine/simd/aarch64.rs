//! The vector types of aarch64.

mod aes;
mod poly;
pub(crate) mod q;
mod u64x2;
mod u64x2_sha3;
mod u8x16;
mod words;

pub(crate) use aes::AesX1;
pub(crate) use poly::PolyX1;
pub(crate) use u8x16::{Arm, U8x16};
pub(crate) use u64x2::U64x2;
pub(crate) use u64x2_sha3::U64x2Sha3;
