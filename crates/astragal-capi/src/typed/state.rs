//! States that C puts on the stack, of one algorithm each: no handle, no object, no allocation, nothing to free.

pub mod hash;
pub mod hmac_sha2;
pub mod hmac_sha3;
pub mod kmac;
pub mod sha3;
pub mod xof;
