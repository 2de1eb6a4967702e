//! The Ascon family: one permutation of 320 bits, and authenticated ciphers, hashes and codes upon it.
//!
//! Two generations that never mix. **NIST SP 800-232** (`AsconAead128`, `AsconHash256`, `AsconXof128`,
//! `AsconCxof128`) is the standard: use it for everything new. **Ascon v1.2**, the CAESAR and lightweight
//! competition submission (`v12`), is here for compatibility: it reads words big-endian, pads and separates
//! domains in other places, and gives other outputs.
//!
//! `permutation` is Ascon-p in the words of SP 800-232 §3; `duplex` is the one place that buffers, pads,
//! absorbs, encrypts and squeezes, for either byte order; `backend` runs blocks, on x86-64 with BMI or
//! AVX-512VL; `aead`, `hash` and `v12/` say which constants and keys go where. Everything is constant-time:
//! the S-box is a circuit, no branch and no index depends on data.

pub(crate) mod aead;
pub(crate) mod backend;
mod byte_order;
pub(crate) mod duplex;
pub(crate) mod hash;
pub(crate) mod permutation;
pub(crate) mod v12;
