#![doc = include_str!("../docs/hash.md")]

pub use crate::traits::hash::{Hash, Hasher};
pub use crate::traits::{ByteArray, Implementation, Timing};

#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::hash::AsconHash256;
#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::v12::hash::{AsconHash, AsconHashA};
#[cfg(feature = "blake3")]
pub use crate::algorithm::blake::blake3::Blake3;
#[cfg(feature = "blake")]
pub use crate::algorithm::blake::{
    blake1::{Blake224, Blake256, Blake384, Blake512},
    blake1_salted::{SaltedBlake, SaltedBlake224, SaltedBlake256, SaltedBlake384, SaltedBlake512},
    blake2::{Blake2b128, Blake2b160, Blake2b224, Blake2b256, Blake2b384, Blake2b512},
    blake2::{Blake2s128, Blake2s160, Blake2s224, Blake2s256},
    blake2_hasher::{Blake2Hasher, Blake2b, Blake2s},
    blake2_params::{Blake2Node, Blake2Params},
};
#[cfg(feature = "crc")]
pub use crate::algorithm::crc::{Crc32, Crc32Posix, Crc32c};
#[cfg(feature = "groestl")]
pub use crate::algorithm::groestl::{Groestl224, Groestl256, Groestl384, Groestl512};
#[cfg(feature = "jh")]
pub use crate::algorithm::jh::{Jh224, Jh256, Jh384, Jh512};
#[cfg(feature = "sha3")]
pub use crate::algorithm::keccak::sha3::{
    Sha3_224, Sha3_256, Sha3_384, Sha3_512, sha3_224_const, sha3_256_const, sha3_384_const,
    sha3_512_const,
};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::{
    keccak_pad::{Keccak224, Keccak256, Keccak384, Keccak512},
    parallel_hash::{ParallelHash, ParallelHash128, ParallelHash256},
    tuple_hash::{TupleHash, TupleHash128, TupleHash256},
};
#[cfg(feature = "kupyna")]
pub use crate::algorithm::kupyna::{Kupyna256, Kupyna384, Kupyna512};
#[cfg(feature = "md5")]
pub use crate::algorithm::md5::Md5;
#[cfg(feature = "ripemd160")]
pub use crate::algorithm::ripemd160::Ripemd160;
#[cfg(feature = "sha1")]
pub use crate::algorithm::sha1::Sha1;
#[cfg(feature = "sha2")]
pub use crate::algorithm::sha2::sha256::{Sha224, Sha256};
#[cfg(feature = "sha2")]
pub use crate::algorithm::sha2::sha512::{Sha384, Sha512, Sha512_224, Sha512_256};
#[cfg(feature = "skein")]
pub use crate::algorithm::skein::{
    Skein256_128, Skein256_160, Skein256_224, Skein256_256, Skein512_128, Skein512_160,
    Skein512_224, Skein512_256, Skein512_384, Skein512_512, Skein1024_256, Skein1024_384,
    Skein1024_512, Skein1024_1024,
    params::{Skein256, Skein512, Skein1024, SkeinHasher, SkeinParams},
};
#[cfg(feature = "sm3")]
pub use crate::algorithm::sm3::Sm3;
#[cfg(feature = "streebog")]
pub use crate::algorithm::streebog::{Streebog256, Streebog512};
#[cfg(feature = "whirlpool")]
pub use crate::algorithm::whirlpool::Whirlpool;
