//! Platform layer: instruction sets, vectors and threads, and the arithmetic that several algorithm families share.
//!
//! - `cpu` detects instruction sets, `enter` calls code compiled for them, and `backends` declares the backends.
//! - `simd` contains the vector types, `cores` the thread pools, and `arena` the memory for Argon2 and scrypt.
//! - Arithmetic: `gf256`, `matrix`, `sbox` and `words`. `symbolic` computes formulas for tests.
//! - Speed: `array`, `unroll`, `optimization_barrier`, `asm_rounds`, and `thresholds`, which choose between two
//!   implementations. Erasure of secrets: `stack`, `wipe_on_drop`.

#![cfg_attr(
    not(all(feature = "hashes", feature = "ciphers", feature = "kdf", feature = "registry")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "each algorithm family uses only some items of this layer"
    )
)]

#[cfg(feature = "alloc")]
pub(crate) mod arena;
pub(crate) mod array;
#[cfg(all(target_arch = "x86_64", feature = "sha2"))]
pub(crate) mod asm_rounds;
pub(crate) mod backends;
pub(crate) mod cores;
pub(crate) mod cpu;
pub(crate) mod enter;
pub(crate) mod gf256;
#[cfg(feature = "kuznyechik")]
pub(crate) mod matrix;
pub(crate) mod optimization_barrier;
pub(crate) mod sbox;
pub(crate) mod simd;
pub(crate) mod stack;
#[cfg(all(test, feature = "blake3"))]
pub(crate) mod symbolic;
pub(crate) mod thresholds;
pub(crate) mod unroll;
pub(crate) mod wipe_on_drop;
pub(crate) mod words;
