//! Trait for the byte arrays that hold digests, keys, blocks, nonces and tags.

use core::fmt::Debug;

use crate::error::{Allowed, ParameterError};

/// Byte array of a fixed length, such as the result of [`Hash::finalize`](crate::hash::Hash::finalize).
pub trait ByteArray:
    AsRef<[u8]> + AsMut<[u8]> + Copy + Debug + PartialEq + Send + Sync + 'static
{
    /// Array of zeros.
    const ZERO: Self;
    /// Splits `bytes` into arrays of this type and the remaining bytes.
    fn chunks(bytes: &[u8]) -> (&[Self], &[u8]);
    /// Splits `bytes` into mutable arrays of this type and the remaining bytes.
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

/// Converts `bytes` to an array. If the length is wrong, returns an error that names the algorithm and the parameter
/// `what`.
#[inline]
pub(crate) fn array_of<'b, A: ByteArray>(
    algorithm: &'static str,
    what: &'static str,
    bytes: &'b [u8],
) -> Result<&'b A, ParameterError> {
    ParameterError::check_length(algorithm, what, bytes.len(), Allowed::Exactly(size_of::<A>()))?;
    Ok(&A::chunks(bytes).0[0])
}
