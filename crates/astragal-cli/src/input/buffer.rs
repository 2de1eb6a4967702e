//! Page-aligned buffer. Allocators return large blocks 16 bytes after a page boundary. The kernel takes three times as
//! long to copy data to such an address as to a page boundary.

/// Alignment of the buffer in bytes. It is a multiple of the page size of common machines.
const PAGE_BYTES: usize = 16 << 10;

pub(crate) struct Buffer {
    memory: Vec<u8>,
    start: usize,
    bytes: usize,
}

impl Buffer {
    pub(crate) fn new(bytes: usize) -> Self {
        let memory = vec![0; bytes + PAGE_BYTES - 1];
        let start = memory.as_ptr().align_offset(PAGE_BYTES).min(PAGE_BYTES - 1);
        Self { memory, start, bytes }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.memory[self.start..][..self.bytes]
    }

    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.memory[self.start..][..self.bytes]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffer_is_page_aligned() {
        for bytes in [1, 4096, 256 << 10, (2 << 20) + 1] {
            let mut buffer = Buffer::new(bytes);
            assert_eq!((buffer.bytes_mut().len(), buffer.bytes().len()), (bytes, bytes));
            assert_eq!(buffer.bytes().as_ptr().align_offset(PAGE_BYTES), 0);
        }
    }
}
