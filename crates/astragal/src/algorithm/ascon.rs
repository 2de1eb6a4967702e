//! The Ascon family: authenticated ciphers, hashes and MACs built on one 320-bit permutation.
//!
//! # Standard
//! - NIST SP 800-232 (`AsconAead128`, `AsconHash256`, `AsconXof128`, `AsconCxof128`): use these for new designs.
//! - Ascon v1.2 (`v12`), the submission to CAESAR and NIST's lightweight competition, for compatibility. It reads words
//!   big-endian, differs in padding and domain separation, and has different outputs.
//!
//! # Files
//! - `permutation`: Ascon-p (SP 800-232 §3). `permutation/halves`: Ascon-p on 32-bit words.
//! - `duplex`: buffering, padding, encryption and squeezing for both byte orders. `byte_order`: the two byte orders.
//! - `backend`: the loops over whole blocks. `aead`, `hash`, `v12/`: the constants and the use of the key in each
//!   function.
//!
//! # Backends
//! - `portable`: computes the S-box by Boolean functions, with one word per register.
//! - `bmi`: the portable source, compiled with BMI instructions. `andn` and `rorx` each replace two instructions, which
//!   makes the permutation a tenth faster.
//! - `avx512`: one word per 128-bit register, with ternary logic and vector rotations, for runs of whole blocks. Single
//!   permutations, such as the initialization, use `bmi`.
//!
//! # Constant time
//! In every backend, the S-box is computed by Boolean functions, and no branch or memory index depends on data.
//!
//! # Tests
//! `backend.rs` compares each backend with `portable`. `permutation.rs` checks the S-box against SP 800-232 Table 6.
//! `tests/all/ascon_reference.rs` compares the functions with an independent implementation. Known answers are in
//! `astragal-vectors`.

pub(crate) mod aead;
pub(crate) mod backend;
mod byte_order;
pub(crate) mod duplex;
pub(crate) mod hash;
pub(crate) mod permutation;
pub(crate) mod v12;
