//! The objects of each kind, and its functions for a whole message.

pub mod aead;
pub mod hash;
pub mod mac;
pub mod xof;
