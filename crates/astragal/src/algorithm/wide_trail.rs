//! Backends for hashes of the wide-trail design: Grøstl, Kupyna, Whirlpool and Streebog. These hashes work on a matrix
//! of bytes, as AES does. Each hash processes two states together: the states of its two permutations, or the key and
//! the state of its block cipher.
//!
//! # Standard
//! The modules `groestl`, `kupyna`, `whirlpool` and `streebog` name their standards.
//!
//! # Files
//! - `state_pair`: the trait [`StatePair`]. Each compression function is written once, generic over this trait.
//! - `layer`: the constants that describe a hash. `rows`: states stored by rows. `backend`: the choice of backend.
//!
//! # Backends
//! - `backend/avx512.rs` (AVX-512): one or two registers per state. The S-box of AES is computed with GFNI, and other
//!   S-boxes are looked up in registers. A multiplication by a constant in GF(2^8) is one bit-matrix multiplication per
//!   register.
//! - `rows.rs` (NEON, and AVX2 for 16 columns): each register holds one row of both states. To rotate all columns by
//!   one row, the code renames registers, which takes no instruction. Depending on the hash and the CPU, the S-box is
//!   computed with AES instructions, composed of 4-bit tables, or looked up with shuffles.
//! - `backend/avx2.rs` (AVX2 for 8 columns): two rows per register.
//!
//! # Constant time
//! The backends of this module do not index memory by data. The portable code of each hash does.
//!
//! # Tests
//! Tests are in the modules of the hashes.

#![cfg_attr(
    not(all(
        feature = "groestl",
        feature = "kupyna",
        feature = "streebog",
        feature = "whirlpool"
    )),
    allow(dead_code, unused_imports, reason = "each hash uses only some items of the module")
)]

mod backend;
mod layer;
mod rows;
mod state_pair;

pub(crate) use backend::{Backend, Columns8, Columns16, PermutationKernel};
pub(crate) use layer::{FourSBoxes, Layer, Linear, OneSBox};
pub(crate) use state_pair::StatePair;
