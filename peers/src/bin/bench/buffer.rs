//! Buffers whose alignment does not depend on the allocator.

use std::ops::{Deref, DerefMut, Range};

/// Size of a cache line in bytes.
const LINE_BYTES: usize = 64;

/// Bytes that begin at a cache line. Two buffers of an allocator differ in alignment, and a load or store across two
/// lines takes longer, so that libraries with the same code would differ at short messages.
pub(crate) struct Buffer {
    memory: Vec<u8>,
    bytes: Range<usize>,
}

impl Buffer {
    /// Returns a buffer of `size` bytes with the value `byte`.
    pub(crate) fn filled(byte: u8, size: usize) -> Self {
        let memory = vec![byte; size + LINE_BYTES];
        let start = memory.as_ptr().align_offset(LINE_BYTES);
        Self { memory, bytes: start..start + size }
    }
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[self.bytes.clone()]
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.bytes.clone()]
    }
}
