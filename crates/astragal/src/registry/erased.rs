//! Type-erased states of hashes and block ciphers. The code for objects selected by name is compiled once for each
//! erased type, instead of once for each algorithm.

pub(super) mod cipher;
pub(super) mod hash;
