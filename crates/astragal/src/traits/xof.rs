//! Traits for extendable-output functions.

use core::fmt::Debug;

use super::{ByteArray, Implementation};

/// Extendable-output function.
pub trait Xof: Clone + Debug + Send + Sync + 'static {
    /// Canonical name, such as `shake128`.
    const NAME: &'static str;
    /// Family name, such as `keccak`.
    const FAMILY: &'static str;
    /// Standard and section that define the algorithm.
    const STANDARD: &'static str;
    /// Rate: number of input or output bytes per call of the permutation.
    const RATE_BYTES: usize;
    /// Shortest output length, in bytes, that gives the full collision resistance of the function.
    const DEFAULT_OUTPUT_BYTES: usize;
    /// Reader for the function's output.
    type Reader: XofReader;

    /// Appends `data` to the message.
    fn absorb(&mut self, data: &[u8]);
    /// Appends `data` to the message. Hashes on all cores if the function is a tree hash, `data` is long enough and the
    /// feature `parallel` is enabled.
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Ends the message and returns a reader for the output.
    #[must_use]
    fn finalize(self) -> Self::Reader;
    /// Returns the backend selected for this CPU, and its timing behaviour.
    #[must_use]
    fn implementation() -> Implementation;
}

/// Reader for the output of an extendable-output function.
pub trait XofReader: Clone + Debug + Send + Sync + 'static {
    /// Array with as many output bytes as one permutation call produces.
    type Block: ByteArray;

    /// Fills `out` with the next bytes of output.
    ///
    /// # Panics
    /// If less than one block [remains](Self::remaining).
    fn squeeze(&mut self, out: &mut [u8]);
    /// Returns the next `N` bytes of output.
    ///
    /// # Panics
    /// If less than one block [remains](Self::remaining).
    #[must_use]
    fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
    /// Returns the next block of output. If the caller squeezes only whole blocks, each call runs the permutation once.
    ///
    /// # Panics
    /// If less than one block [remains](Self::remaining).
    #[must_use]
    fn squeeze_block(&mut self) -> Self::Block {
        let mut block = Self::Block::ZERO;
        self.squeeze(block.as_mut());
        block
    }
    /// Returns the number of remaining output bytes, or `None` if the output is unlimited.
    fn remaining(&self) -> Option<u64> {
        None
    }
    /// Skips the next `bytes` bytes of output. Functions with a seekable output do not compute these bytes, while other
    /// functions squeeze and discard them.
    ///
    /// # Panics
    /// If less than one block [remains](Self::remaining).
    fn skip(&mut self, mut bytes: u64) {
        let mut dropped = [0; 1024];
        while bytes > 0 {
            let length = usize::try_from(bytes).unwrap_or(usize::MAX).min(dropped.len());
            self.squeeze(&mut dropped[..length]);
            bytes -= length as u64;
        }
    }
}
