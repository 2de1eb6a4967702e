//! Type-erased states of hashes and block ciphers. Objects whose algorithm is selected by name use these types. Their
//! code is therefore compiled once for each erased type instead of once for each algorithm.
//!
//! A new hash engine needs a variant in an enum at the end of `erased/hash.rs`. A new block cipher needs a line in a
//! macro call at the end of `erased/cipher.rs`.

pub(super) mod cipher;
pub(super) mod hash;
