//! Vector traits, and the vector types that implement them for each instruction set.
//!
//! A vector can be created only with a token from the module `cpu`. The existence of a vector therefore proves that the
//! CPU has the instructions, so its methods are safe to call. `unsafe` is limited to one line per intrinsic. Many trait
//! methods are fused operations: one instruction on AVX-512, several on other instruction sets.
//!
//! - Traits, which are the only interface that algorithms use: `aes` (AES states), `arx` (addition, rotation and XOR),
//!   `bits` (bit-sliced code), `bytes` and `words` (block ciphers), `lanes`, `words32` and `words64` (hash states),
//!   `lanes128` and `poly` (polynomials).
//! - Vector types, one per file: `x86_64`, `aarch64` and `wasm32`. A type `U32x4` has four 32-bit words.

#[cfg(target_arch = "aarch64")]
pub(crate) mod aarch64;
mod aes;
mod arx;
mod bits;
mod bytes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod instructions;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod lanes128;
mod poly;
#[cfg(target_feature = "simd128")]
pub(crate) mod wasm32;
mod words;
mod words32;
mod words64;
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86_64;

pub(crate) use aes::AesVector;
pub(crate) use arx::{Arx, Multiply, Turn, WordRow};
#[cfg(target_arch = "x86_64")]
pub(crate) use arx::{Shift, Square};
pub(crate) use bits::Bits;
pub(crate) use bytes::{BEFORE_SHIFT_ROWS, Bytes, Nibbles, SHIFT_ROWS, rotated_32};
#[cfg(target_arch = "x86_64")]
pub(crate) use lanes::Lanes;
pub(crate) use lanes128::Lanes128;
pub(crate) use poly::PolyVector;
pub(crate) use words::{Lookup, WordTable, Words};
pub(crate) use words32::Vector32;
#[cfg(target_arch = "x86_64")]
pub(crate) use words64::Pairs;
pub(crate) use words64::{Vector64, Words64};
