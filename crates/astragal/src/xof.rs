//! Extendable-output functions: as many bytes of output as wanted.
//!
//! The contract of every type here: any number of `absorb` calls with pieces of any length, then
//! `finalize`, which consumes the function and gives a reader; the reader's `squeeze` fills buffers of
//! any length, any number of times, with consecutive output. What is being squeezed has no `absorb`.
//! `clone` keeps the state as it is; `reset` goes back to the start.

use core::fmt::Debug;

pub use crate::ascon::hash::{AsconCxof128, AsconReader, AsconXof128};
pub use crate::ascon::v12::hash::{AsconV12Reader, AsconXof, AsconXofA, AsconXofV12};
pub use crate::blake::blake3::{Blake3Reader, Blake3Xof};
pub use crate::keccak::cshake::{CShake, CShake128, CShake256};
pub use crate::keccak::kangarootwelve::{Kt, Kt128, Kt256};
pub use crate::keccak::parallel_hash::{
    ParallelHash, ParallelHash128, ParallelHash256, ParallelHashXof, ParallelHashXof128,
    ParallelHashXof256,
};
pub use crate::keccak::shake::{Shake, Shake128, Shake256, shake128_const, shake256_const};
pub use crate::keccak::sponge::SpongeReader;
pub use crate::keccak::tuple_hash::{
    TupleHash, TupleHash128, TupleHash256, TupleHashXof, TupleHashXof128, TupleHashXof256,
};
pub use crate::keccak::turboshake::{TurboShake, TurboShake128, TurboShake256};

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
}

/// The output of an extendable-output function, read from its start.
pub trait XofReader: Clone + Debug + Send + Sync + 'static {
    /// Fills `out` with the next bytes of output.
    fn squeeze(&mut self, out: &mut [u8]);
    /// Passes over the next `bytes` bytes of output: at no cost where the function can seek, by
    /// squeezing elsewhere.
    fn skip(&mut self, mut bytes: u64) {
        let mut dropped = [0; 1024];
        while bytes > 0 {
            let length = usize::try_from(bytes).unwrap_or(usize::MAX).min(dropped.len());
            self.squeeze(&mut dropped[..length]);
            bytes -= length as u64;
        }
    }
}
