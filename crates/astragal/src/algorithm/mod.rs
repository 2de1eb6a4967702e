//! The algorithm families, one module each.

#[cfg(feature = "aegis")]
pub(crate) mod aegis;
#[cfg(feature = "anubis")]
pub(crate) mod anubis;
#[cfg(feature = "kdf")]
pub(crate) mod argon2;
#[cfg(feature = "aria")]
pub(crate) mod aria;
#[cfg(feature = "ascon")]
pub(crate) mod ascon;
#[cfg(feature = "blake3")]
#[cfg_attr(
    not(feature = "blake"),
    allow(dead_code, reason = "without `blake`, only BLAKE3 uses this module")
)]
pub(crate) mod blake;
#[cfg(feature = "camellia")]
pub(crate) mod camellia;
#[cfg(feature = "cast256")]
pub(crate) mod cast256;
#[cfg(feature = "chacha")]
pub(crate) mod chacha;
#[cfg(all(feature = "aes", feature = "sha2"))]
pub(crate) mod cobblestone;
#[cfg(feature = "crc")]
pub(crate) mod crc;
#[cfg(feature = "groestl")]
pub(crate) mod groestl;
#[cfg(feature = "jh")]
pub(crate) mod jh;
#[cfg(any(feature = "kalyna", feature = "kupyna"))]
#[cfg_attr(
    not(feature = "kalyna"),
    allow(
        dead_code,
        unreachable_pub,
        unfulfilled_lint_expectations,
        reason = "without `kalyna`, only Kupyna uses this module, and it needs only the tables"
    )
)]
pub(crate) mod kalyna;
#[cfg(feature = "sha3")]
#[cfg_attr(
    not(feature = "keccak"),
    allow(dead_code, reason = "without `keccak`, only SHA-3 and SHAKE use this module")
)]
pub(crate) mod keccak;
#[cfg(feature = "kupyna")]
pub(crate) mod kupyna;
#[cfg(feature = "kuznyechik")]
pub(crate) mod kuznyechik;
#[cfg(feature = "mars")]
pub(crate) mod mars;
#[cfg(feature = "md5")]
pub(crate) mod md5;
#[cfg(feature = "kdf")]
pub(crate) mod password;
#[cfg(feature = "aes")]
pub(crate) mod rijndael;
#[cfg(feature = "ripemd160")]
pub(crate) mod ripemd160;
#[cfg(feature = "serpent")]
pub(crate) mod serpent;
#[cfg(feature = "sha1")]
pub(crate) mod sha1;
#[cfg(any(feature = "sha2", feature = "blake3"))]
pub(crate) mod sha2;
#[cfg(feature = "siphash")]
pub(crate) mod siphash;
#[cfg(feature = "skein")]
pub(crate) mod skein;
#[cfg(feature = "sm3")]
pub(crate) mod sm3;
#[cfg(feature = "sm4")]
pub(crate) mod sm4;
#[cfg(any(feature = "streebog", feature = "kuznyechik"))]
#[cfg_attr(
    not(feature = "streebog"),
    allow(
        dead_code,
        unreachable_pub,
        unfulfilled_lint_expectations,
        reason = "without `streebog`, only Kuznyechik uses this module, and it needs only the S-box"
    )
)]
pub(crate) mod streebog;
#[cfg(any(feature = "threefish", feature = "skein"))]
#[cfg_attr(
    not(feature = "threefish"),
    allow(
        dead_code,
        reason = "without `threefish`, only Skein uses this module, and it never decrypts"
    )
)]
pub(crate) mod threefish;
#[cfg(feature = "twofish")]
pub(crate) mod twofish;
#[cfg(feature = "whirlpool")]
pub(crate) mod whirlpool;
#[cfg(any(
    feature = "groestl",
    feature = "kupyna",
    feature = "kuznyechik",
    feature = "streebog",
    feature = "whirlpool"
))]
pub(crate) mod wide_trail;
#[cfg(feature = "aes")]
pub(crate) mod xaes;
