//! States that C puts on the stack, of one algorithm each: no handle, no object, no allocation, nothing to free.

pub mod hash;
pub mod mac;
pub mod xof;
