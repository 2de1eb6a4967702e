//! Authenticated encryption with associated data.
//!
//! The contract of every type here: a key at construction; each message takes a nonce that was never
//! used with this key before. Associated data is authenticated, never encrypted. A decryption whose tag
//! does not verify gives [`InvalidTag`](crate::error::InvalidTag) and no plaintext: the buffer is zeroed.
