//! Buffer for a short message, which the library hashes in one call when the digest is requested.

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use zeroize::optimization_barrier;

/// Maximum length in bytes of a buffered message. For longer messages, a streaming state is faster, because each call
/// of `digest` hashes the buffered message again.
const MAX_BYTES: usize = 1024;

/// A message of at most 1024 bytes. Without this buffer, the Python object would have to allocate a streaming state and
/// copy it in `digest`.
pub(crate) enum ShortMessage {
    /// The caller's `bytes` object, which is immutable and therefore need not be copied.
    Borrowed(PyBackedBytes),
    /// A copy of the data, for a message that consists of several pieces or comes from a mutable buffer.
    Owned(Vec<u8>),
}

impl ShortMessage {
    pub(crate) const EMPTY: Self = Self::Owned(Vec::new());

    /// Borrows `data` if it is a `bytes` object of at most 1024 bytes.
    #[inline]
    pub(crate) fn borrow(data: &Bound<'_, PyAny>) -> Option<Self> {
        let bytes = PyBackedBytes::from(data.cast::<PyBytes>().ok()?.clone());
        (bytes.len() <= MAX_BYTES).then_some(Self::Borrowed(bytes))
    }

    /// Appends `data`, or returns false if the message would exceed [`MAX_BYTES`].
    pub(crate) fn append(&mut self, data: &[u8]) -> bool {
        if self.as_slice().len() + data.len() > MAX_BYTES {
            return false;
        }
        match self {
            Self::Owned(bytes) if bytes.capacity() > 0 => bytes.extend_from_slice(data),
            _ => {
                let mut bytes = copy(self.as_slice());
                bytes.extend_from_slice(data);
                *self = Self::Owned(bytes);
            }
        }
        true
    }

    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Self::Borrowed(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

/// Copies the bytes into a vector with the maximum capacity. If the vector had to grow, it would leave copies on the
/// heap that are not wiped.
fn copy(bytes: &[u8]) -> Vec<u8> {
    let mut vector = Vec::with_capacity(MAX_BYTES);
    vector.extend_from_slice(bytes);
    vector
}

impl Clone for ShortMessage {
    fn clone(&self) -> Self {
        match self.as_slice() {
            [] => Self::EMPTY,
            bytes => Self::Owned(copy(bytes)),
        }
    }
}

impl Drop for ShortMessage {
    fn drop(&mut self) {
        // Skips an empty vector, whose address is not in mapped memory. With AVX-512, glibc's `memset` executes a
        // masked store even for 0 bytes. At an unmapped address, this store costs 50 ns per object.
        if let Self::Owned(bytes) = self
            && !bytes.is_empty()
        {
            // Does not call `zeroize`, which writes one byte at a time and would take as long as hashing the message.
            bytes.fill(0);
            optimization_barrier(&bytes[..]);
        }
    }
}
