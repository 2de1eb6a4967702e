//! ChaCha20, Poly1305 and their authenticated cipher (RFC 8439), and the variants with a 24-byte nonce
//! (draft-irtf-cfrg-xchacha-03).
//!
//! | file | contents |
//! | --- | --- |
//! | `round` | quarter round and double round, generic over words and vectors |
//! | `matrix` | initial state and HChaCha20 |
//! | `backend` | keystream blocks: one vector per row of one or two matrices, or 4 to 16 blocks in the lanes of vectors |
//! | `cipher` | ChaCha20 and XChaCha20 as stream ciphers |
//! | `poly1305` | Poly1305: numbers in 64-bit words, or 44-bit limbs in eight lanes with AVX-512 IFMA |
//! | `aead` | ChaCha20-Poly1305 and XChaCha20-Poly1305 |
//!
//! The code is constant-time, because it uses only additions, rotations, XOR and multiplications.

pub(crate) mod aead;
mod backend;
pub(crate) mod cipher;
mod matrix;
pub(crate) mod poly1305;
mod round;
