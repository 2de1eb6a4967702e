//! The families, a room each.

pub(crate) mod anubis;
pub(crate) mod aria;
pub(crate) mod ascon;
pub(crate) mod blake;
pub(crate) mod camellia;
pub(crate) mod cast256;
pub(crate) mod groestl;
pub(crate) mod jh;
pub(crate) mod kalyna;
pub(crate) mod keccak;
pub(crate) mod kupyna;
pub(crate) mod kuznyechik;
pub(crate) mod mars;
pub(crate) mod md5;
pub(crate) mod serpent;
pub(crate) mod sha1;
pub(crate) mod sha2;
pub(crate) mod skein;
pub(crate) mod sm3;
pub(crate) mod sm4;
pub(crate) mod streebog;
pub(crate) mod threefish;
pub(crate) mod twofish;
pub(crate) mod whirlpool;
pub(crate) mod wide_trail;
