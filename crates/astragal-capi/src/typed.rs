//! One-shot functions and stack states of common algorithms. They need no handle, no heap object and no allocation.

pub mod aes;
pub mod ascon;
pub mod sponge;
pub mod state;
pub mod tree;
