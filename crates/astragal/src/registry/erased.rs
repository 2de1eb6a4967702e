//! Type-erased states of hashes and block ciphers. Objects selected by name share the code compiled for each erased
//! type, instead of compiling it for each algorithm.

pub(super) mod cipher;
pub(super) mod hash;
