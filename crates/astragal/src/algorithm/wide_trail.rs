//! Backends of hashes of the wide-trail design. Grøstl, Kupyna, Whirlpool and Streebog work on a square of bytes as AES
//! does, on two states at once: both permutations, or key and cipher.
//!
//! # Standard
//! The standards are named in `groestl`, `kupyna`, `whirlpool` and `streebog`.
//!
//! # Files
//! - `state_pair`: the trait [`StatePair`], over which each hash writes its compression function once.
//! - `layer`: the constants that describe a hash. `rows`: states by rows. `backend`: the choice of backend.
//!
//! # Backends
//! - `backend/avx512.rs` (AVX-512): one or two registers per state. The S-box is a lookup in registers; multiplication in
//!   GF(2^8) is a matrix of bits.
//! - `rows.rs` (NEON, and AVX2 for 16 columns): one register per row of both states, so that rotating columns is free.
//!   The S-box is a sum of shuffles, or a circuit of 4-bit tables.
//! - `backend/avx2.rs` (AVX2 for 8 columns): two rows per register.
//!
//! # Constant time
//! No backend here indexes memory by data. The portable code of each hash does.
//!
//! # Tests
//! In the files of the hashes.

#![cfg_attr(
    not(all(
        feature = "groestl",
        feature = "kupyna",
        feature = "streebog",
        feature = "whirlpool",
        any(target_arch = "x86_64", target_arch = "aarch64")
    )),
    allow(dead_code, unused_imports, reason = "each hash and each target uses a part of it")
)]

mod backend;
mod layer;
mod rows;
mod state_pair;

pub(crate) use backend::{Backend, Columns8, Columns16, PermutationKernel};
pub(crate) use layer::{FourSBoxes, Layer, Linear, OneSBox};
pub(crate) use state_pair::StatePair;
