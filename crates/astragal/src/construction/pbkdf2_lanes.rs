//! PBKDF2 iterations for HMAC over Merkle–Damgård hashes. An iteration takes two compressions. The first starts from
//! the chaining value after HMAC's inner padded key, and the second from the chaining value after the outer padded key.
//! Vector lanes compute many output blocks in parallel.

#[cfg(target_arch = "x86_64")]
mod lanes;

#[cfg(target_arch = "x86_64")]
pub(crate) use lanes::{LaneFunction, extend_in_groups};

/// Chain of HMAC tags for one output block of PBKDF2: the most recent tag, and the XOR of all tags so far.
#[expect(missing_debug_implementations, reason = "the fields are derived from the key")]
pub struct Link<'c, C> {
    pub(crate) inner: &'c C,
    pub(crate) outer: &'c C,
    pub(crate) last: &'c mut [u8],
    pub(crate) sum: &'c mut [u8],
}
