//! Type-erased states of hashes and block ciphers. The code for objects selected by name is compiled once for each
//! erased type, instead of once for each algorithm. A new hash needs a variant in an enum of `erased/hash.rs`, and a
//! new block cipher a line in one of the macro calls at the end of `erased/cipher.rs`.

pub(super) mod cipher;
pub(super) mod hash;
