#![doc = include_str!("../docs/xof.md")]

pub use crate::traits::xof::{Xof, XofReader};

#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::hash::{AsconCxof128, AsconReader, AsconXof128};
#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::v12::hash::{AsconV12Reader, AsconXof, AsconXofA, AsconXofV12};
#[cfg(feature = "blake3")]
pub use crate::algorithm::blake::blake3::{Blake3Reader, Blake3Xof};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::cshake::{CShake, CShake128, CShake256};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::kangarootwelve::{Kt, Kt128, Kt256};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::parallel_hash::{
    ParallelHashXof, ParallelHashXof128, ParallelHashXof256,
};
#[cfg(feature = "sha3")]
pub use crate::algorithm::keccak::shake::{
    Shake, Shake128, Shake256, shake128_const, shake256_const,
};
#[cfg(feature = "sha3")]
pub use crate::algorithm::keccak::sponge::SpongeReader;
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::tuple_hash::{TupleHashXof, TupleHashXof128, TupleHashXof256};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::turboshake::{TurboShake, TurboShake128, TurboShake256};
