//! What digests, keys, nonces and tags are.

use core::fmt::Debug;

/// A byte array of any length: what [`Hash::finalize`](crate::hash::Hash::finalize) returns.
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Debug + PartialEq + Send + Sync + 'static
{
    /// The array of zeros.
    const ZERO: Self;
}

impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
}
