//! What digests, keys, blocks, nonces and tags are.

use core::fmt::Debug;

/// A byte array of any length: what [`Hash::finalize`](crate::hash::Hash::finalize) returns.
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Debug + PartialEq + Send + Sync + 'static
{
    /// The array of zeros.
    const ZERO: Self;
    /// As many whole arrays as `bytes` hold, and the bytes that are left.
    fn chunks(bytes: &[u8]) -> (&[Self], &[u8]);
    /// As many whole arrays as `bytes` hold, and the bytes that are left.
    fn chunks_mut(bytes: &mut [u8]) -> (&mut [Self], &mut [u8]);
}

impl<const N: usize> ByteArray for [u8; N] {
    const ZERO: Self = [0; N];
    #[inline(always)]
    fn chunks(bytes: &[u8]) -> (&[Self], &[u8]) {
        bytes.as_chunks()
    }
    #[inline(always)]
    fn chunks_mut(bytes: &mut [u8]) -> (&mut [Self], &mut [u8]) {
        bytes.as_chunks_mut()
    }
}
