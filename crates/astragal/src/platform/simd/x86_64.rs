//! Vector types of x86-64.
//!
//! - Vectors are named by element and count: `u32x4` has four 32-bit words. `aes` and `poly` are vectors of AES states
//!   and polynomials. `proof` says which instruction sets a token proves.
//! - Trait implementations for several vector types: `arx64`, `bits`, `lanes`, `lanes128` and `words`. `lookups` has table
//!   lookups for `words`.
//! - `transpose`; `blake3`, `blake3_lanes`, `keccak`, `keccak_bmi`, `keccak_planes`, `sha512` and `sm3` (assembly);
//!   `gfni`, and `m128` (conversions). `model` replaces the intrinsics in tests.

mod aes;
mod arx64;
mod bits;
#[cfg(all(feature = "blake3", not(any(miri, astragal_model))))]
pub(crate) mod blake3;
#[cfg(all(feature = "blake3", not(any(miri, astragal_model))))]
pub(crate) mod blake3_lanes;
mod gfni;
mod hidden;
mod intrinsics;
#[cfg(all(feature = "sha3", not(astragal_model)))]
mod keccak;
#[cfg(all(feature = "sha3", not(any(miri, astragal_model))))]
pub(crate) mod keccak_bmi;
#[cfg(all(feature = "sha3", not(any(miri, astragal_model))))]
pub(crate) mod keccak_planes;
mod lanes;
mod lanes128;
mod lookups;
pub(crate) mod m128;
#[cfg(any(test, astragal_model))]
mod model;
mod poly;
mod proof;
#[cfg(all(feature = "sha2", not(any(miri, astragal_model))))]
pub(crate) mod sha512;
#[cfg(all(feature = "sm3", not(any(miri, astragal_model))))]
pub(crate) mod sm3;
mod transpose;
mod u32x16;
mod u32x4;
mod u32x4_sha;
mod u32x8;
mod u64x2;
mod u64x4;
mod u64x8;
mod u64x8_ifma;
mod u8x16;
mod u8x32;
mod u8x64;
mod u8x64_permute;
mod words;

pub(crate) use aes::{AesX1, AesX2, AesX4};
pub(crate) use poly::{PolyX1, PolyX2, PolyX4};
pub(crate) use proof::{Sse, X86};
pub(crate) use u8x16::U8x16;
pub(crate) use u8x32::U8x32;
pub(crate) use u8x64::U8x64;
pub(crate) use u32x4::U32x4;
pub(crate) use u32x4_sha::U32x4Sha;
pub(crate) use u32x8::U32x8;
pub(crate) use u32x16::U32x16;
pub(crate) use u64x2::U64x2;
pub(crate) use u64x4::U64x4;
pub(crate) use u64x8::U64x8;
#[allow(unused_imports, reason = "only Poly1305 uses this type")]
pub(crate) use u64x8_ifma::U64x8Ifma;
