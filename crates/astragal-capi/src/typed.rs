//! One-shot functions for the names that everybody knows: no handle, no object, no allocation.

pub mod aes;
pub mod ascon;
pub mod sponge;
pub mod state;
pub mod tree;
