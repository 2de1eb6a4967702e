//! The contract of extendable-output functions.

use core::fmt::Debug;

use super::{ByteArray, Implementation};

/// An extendable-output function.
pub trait Xof: Clone + Debug + Send + Sync + 'static {
    /// The canonical name, as `shake128`.
    const NAME: &'static str;
    /// The family's name, as `keccak`.
    const FAMILY: &'static str;
    /// The standard and section that define it.
    const STANDARD: &'static str;
    /// Bytes of input or output per call of the permutation.
    const RATE_BYTES: usize;
    /// Bytes of output that give the full collision resistance.
    const DEFAULT_OUTPUT_BYTES: usize;
    /// What gives the output.
    type Reader: XofReader;

    /// Appends `data` to the message.
    fn absorb(&mut self, data: &[u8]);
    /// Appends `data` to the message, on all cores where the function is a tree, `data` is long enough
    /// and the feature `parallel` is on.
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Ends the message; the output can be squeezed.
    #[must_use]
    fn finalize(self) -> Self::Reader;
    /// The code that runs here now.
    #[must_use]
    fn implementation() -> Implementation;
}

/// The output of an extendable-output function, read from its start.
pub trait XofReader: Clone + Debug + Send + Sync + 'static {
    /// An array of the bytes that one call of the permutation gives.
    type Block: ByteArray;

    /// Fills `out` with the next bytes of output.
    ///
    /// # Panics
    /// When [`remaining`](Self::remaining) is less.
    fn squeeze(&mut self, out: &mut [u8]);
    /// The next `N` bytes of output.
    ///
    /// # Panics
    /// When [`remaining`](Self::remaining) is less.
    #[must_use]
    fn squeeze_array<const N: usize>(&mut self) -> [u8; N] {
        let mut out = [0; N];
        self.squeeze(&mut out);
        out
    }
    /// The next block of output: one permutation when only blocks are squeezed.
    ///
    /// # Panics
    /// When [`remaining`](Self::remaining) is less.
    #[must_use]
    fn squeeze_block(&mut self) -> Self::Block {
        let mut block = Self::Block::ZERO;
        self.squeeze(block.as_mut());
        block
    }
    /// The bytes of output that are left, of a function whose output ends; `None` where it does not.
    fn remaining(&self) -> Option<u64> {
        None
    }
    /// Passes over the next `bytes` bytes of output: at no cost where the function can seek, by
    /// squeezing elsewhere.
    ///
    /// # Panics
    /// When [`remaining`](Self::remaining) is less.
    fn skip(&mut self, mut bytes: u64) {
        let mut dropped = [0; 1024];
        while bytes > 0 {
            let length = usize::try_from(bytes).unwrap_or(usize::MAX).min(dropped.len());
            self.squeeze(&mut dropped[..length]);
            bytes -= length as u64;
        }
    }
}
