//! Type-erased states: objects selected by name are compiled once for each erased type, instead of once for each
//! algorithm.

pub(super) mod cipher;
pub(super) mod hash;
