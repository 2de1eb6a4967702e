//! The objects of each kind, and its functions for a whole message.

pub mod aead;
pub mod cipher;
pub mod hash;
pub mod kdf;
pub mod mac;
pub mod mode;
pub mod xof;
