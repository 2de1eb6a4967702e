//! Authenticated encryption with associated data.
//!
//! The contract of every type here: a key at construction; each message takes a nonce that was never used
//! with this key before, for a repeated one betrays what two messages have in common. Associated data is
//! authenticated, never encrypted: both sides must have it. A decryption whose tag does not verify gives
//! [`InvalidTag`](crate::error::InvalidTag) and no plaintext: the buffer is zeroed. Tags are compared in constant time.
//!
//! For new work take [`AsconAead128`], the standard. `Ascon128`, `Ascon128a` and `Ascon80pq` are Ascon v1.2,
//! for data that is sealed with them already; they do not understand each other.
//!
//! A message that does not fit the memory twice can be encrypted piece by piece with an [`Encryptor`]. A
//! [`Decryptor`] takes pieces too, but keeps the whole plaintext until the tag has verified, for text that
//! is used before that is text that an attacker may have chosen. To decrypt in constant memory, seal the
//! message in chunks, each with its own nonce.

pub use crate::algorithm::ascon::aead::AsconAead128;
pub use crate::algorithm::ascon::v12::aead::{Ascon80pq, Ascon128, Ascon128a};
pub use crate::kind::aead::Aead;
#[cfg(feature = "alloc")]
pub use crate::kind::stream::{Decryptor, Encryptor};
