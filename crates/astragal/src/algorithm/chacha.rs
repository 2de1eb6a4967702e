//! ChaCha20, Poly1305 and the authenticated cipher that combines them, and the variants with a 24-byte nonce.
//!
//! # Standard
//! RFC 8439: ChaCha20, Poly1305, ChaCha20-Poly1305. draft-irtf-cfrg-xchacha-03: XChaCha20 and XChaCha20-Poly1305.
//!
//! # Files
//! - `round`: the quarter round and the double round, generic over words and vectors.
//! - `matrix`: the initial state, and HChaCha20.
//! - `cipher`: ChaCha20 and XChaCha20 as stream ciphers.
//! - `poly1305`: Poly1305. `aead`: ChaCha20-Poly1305 and XChaCha20-Poly1305.
//!
//! # Backends
//! - `portable`: one block at a time. Poly1305 computes with numbers in 64-bit words.
//! - `avx2`, `avx512`, `neon`, `simd128`: a vector holds a row of one or two blocks, or a word of 4 to 16 blocks.
//! - `avx512` for Poly1305: eight lanes of 44-bit limbs, multiplied by IFMA instructions.
//!
//! # Constant time
//! The code uses only additions, rotations, XORs and multiplications. No branch and no memory index depends on keys or
//! data.
//!
//! # Tests
//! `round.rs`, `matrix.rs` and `poly1305.rs` check examples of the standards and results around the modulus.
//! `tests/backends.rs` compares the backends with the portable code. Known answers are in `astragal-vectors`.

pub(crate) mod aead;
mod backend;
pub(crate) mod cipher;
mod matrix;
pub(crate) mod poly1305;
mod round;
