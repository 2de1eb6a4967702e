#![doc = include_str!("../docs/mac.md")]

pub use crate::algorithm::ascon::v12::prf::{AsconMac, AsconPrf, AsconPrfReader, AsconPrfShort};
pub use crate::algorithm::blake::blake1::{HmacBlake224, HmacBlake256, HmacBlake384, HmacBlake512};
pub use crate::algorithm::blake::blake2::{
    HmacBlake2b128, HmacBlake2b160, HmacBlake2b224, HmacBlake2b256, HmacBlake2b384, HmacBlake2b512,
};
pub use crate::algorithm::blake::blake2::{
    HmacBlake2s128, HmacBlake2s160, HmacBlake2s224, HmacBlake2s256,
};
pub use crate::algorithm::blake::blake2_mac::{Blake2Mac, Blake2bMac, Blake2sMac};
pub use crate::algorithm::blake::blake3::{Blake3Keyed, HmacBlake3};
pub use crate::algorithm::keccak::hmac::{
    HmacKeccak224, HmacKeccak256, HmacKeccak384, HmacKeccak512, HmacSha3_224, HmacSha3_256,
    HmacSha3_384, HmacSha3_512,
};
pub use crate::algorithm::keccak::kmac::{Kmac, Kmac128, Kmac256, KmacXof, KmacXof128, KmacXof256};
pub use crate::algorithm::md5::HmacMd5;
pub use crate::algorithm::ripemd160::HmacRipemd160;
pub use crate::algorithm::sha1::HmacSha1;
pub use crate::algorithm::sha2::sha256::{HmacSha224, HmacSha256};
pub use crate::algorithm::sha2::sha512::{HmacSha384, HmacSha512, HmacSha512_224, HmacSha512_256};
pub use crate::algorithm::sm3::HmacSm3;
pub use crate::construction::hmac::Hmac;
pub use crate::construction::mode::cmac::Cmac;
pub use crate::kind::mac::Mac;
