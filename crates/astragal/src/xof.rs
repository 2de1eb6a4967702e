//! Extendable-output functions: as many bytes of output as wanted.
//!
//! The contract of every type here: any number of `absorb` calls with pieces of any length, then
//! `finalize`, which consumes the function and gives a reader; the reader's `squeeze` fills buffers of
//! any length, any number of times, with consecutive output. What is being squeezed has no `absorb`.
//! `clone` keeps the state as it is; `reset` goes back to the start.

pub use crate::kind::xof::{Xof, XofReader};

pub use crate::algorithm::ascon::hash::{AsconCxof128, AsconReader, AsconXof128};
pub use crate::algorithm::ascon::v12::hash::{AsconV12Reader, AsconXof, AsconXofA, AsconXofV12};
pub use crate::algorithm::blake::blake3::{Blake3Reader, Blake3Xof};
pub use crate::algorithm::keccak::cshake::{CShake, CShake128, CShake256};
pub use crate::algorithm::keccak::kangarootwelve::{Kt, Kt128, Kt256};
pub use crate::algorithm::keccak::parallel_hash::{
    ParallelHash, ParallelHash128, ParallelHash256, ParallelHashXof, ParallelHashXof128,
    ParallelHashXof256,
};
pub use crate::algorithm::keccak::shake::{
    Shake, Shake128, Shake256, shake128_const, shake256_const,
};
pub use crate::algorithm::keccak::sponge::SpongeReader;
pub use crate::algorithm::keccak::tuple_hash::{
    TupleHash, TupleHash128, TupleHash256, TupleHashXof, TupleHashXof128, TupleHashXof256,
};
pub use crate::algorithm::keccak::turboshake::{TurboShake, TurboShake128, TurboShake256};
