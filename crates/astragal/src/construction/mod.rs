//! What is generic over the trait of a kind, or over a compression function.

pub(crate) mod block_buffer;
pub(crate) mod hmac;
pub(crate) mod merkle_damgard;
