//! One-shot functions and stack states of common algorithms: no handle, no object, no allocation.

pub mod aes;
pub mod ascon;
pub mod sponge;
pub mod state;
pub mod tree;
