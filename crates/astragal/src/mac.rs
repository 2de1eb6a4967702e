#![doc = include_str!("../docs/mac.md")]

#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::v12::prf::{AsconMac, AsconPrf, AsconPrfReader, AsconPrfShort};
#[cfg(feature = "blake")]
pub use crate::algorithm::blake::blake1::{HmacBlake224, HmacBlake256, HmacBlake384, HmacBlake512};
#[cfg(feature = "blake")]
pub use crate::algorithm::blake::blake2::{
    HmacBlake2b128, HmacBlake2b160, HmacBlake2b224, HmacBlake2b256, HmacBlake2b384, HmacBlake2b512,
};
#[cfg(feature = "blake")]
pub use crate::algorithm::blake::blake2::{
    HmacBlake2s128, HmacBlake2s160, HmacBlake2s224, HmacBlake2s256,
};
#[cfg(feature = "blake")]
pub use crate::algorithm::blake::blake2_mac::{Blake2Mac, Blake2bMac, Blake2sMac};
#[cfg(feature = "blake3")]
pub use crate::algorithm::blake::blake3::{Blake3Keyed, HmacBlake3};
#[cfg(feature = "chacha")]
pub use crate::algorithm::chacha::poly1305::Poly1305;
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::hmac::{
    HmacKeccak224, HmacKeccak256, HmacKeccak384, HmacKeccak512,
};
#[cfg(feature = "sha3")]
pub use crate::algorithm::keccak::hmac::{HmacSha3_224, HmacSha3_256, HmacSha3_384, HmacSha3_512};
#[cfg(feature = "keccak")]
pub use crate::algorithm::keccak::kmac::{Kmac, Kmac128, Kmac256, KmacXof, KmacXof128, KmacXof256};
#[cfg(feature = "md5")]
pub use crate::algorithm::md5::HmacMd5;
#[cfg(feature = "ripemd160")]
pub use crate::algorithm::ripemd160::HmacRipemd160;
#[cfg(feature = "sha1")]
pub use crate::algorithm::sha1::HmacSha1;
#[cfg(feature = "sha2")]
pub use crate::algorithm::sha2::sha256::{HmacSha224, HmacSha256};
#[cfg(feature = "sha2")]
pub use crate::algorithm::sha2::sha512::{HmacSha384, HmacSha512, HmacSha512_224, HmacSha512_256};
#[cfg(feature = "siphash")]
pub use crate::algorithm::siphash::{SipHash, SipHash13, SipHash13Long, SipHash24, SipHash24Long};
#[cfg(feature = "skein")]
pub use crate::algorithm::skein::mac::{Skein256Mac, Skein512Mac, Skein1024Mac, SkeinMac};
#[cfg(feature = "sm3")]
pub use crate::algorithm::sm3::HmacSm3;
pub use crate::construction::hmac::Hmac;
pub use crate::construction::mode::cmac::Cmac;
pub use crate::construction::mode::gmac::Gmac;
pub use crate::traits::mac::{Mac, Resettable};
