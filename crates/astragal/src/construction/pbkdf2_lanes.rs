//! PBKDF2's chains of HMACs over Merkle–Damgård hashes: two compressions a tag, from the two chaining values that
//! HMAC's padded keys leave; and many chains side by side in the lanes of vectors.

#[cfg(target_arch = "x86_64")]
mod lanes;

#[cfg(target_arch = "x86_64")]
pub(crate) use lanes::{LaneFunction, extend_in_groups};

/// A chain, its last tag and its sum.
#[expect(missing_debug_implementations, reason = "it holds what keys have become")]
pub struct Link<'c, C> {
    pub(crate) inner: &'c C,
    pub(crate) outer: &'c C,
    pub(crate) last: &'c mut [u8],
    pub(crate) sum: &'c mut [u8],
}
