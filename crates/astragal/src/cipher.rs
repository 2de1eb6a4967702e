#![doc = include_str!("../docs/cipher.md")]

#[cfg(feature = "anubis")]
pub use crate::algorithm::anubis::{
    Anubis128, Anubis160, Anubis192, Anubis224, Anubis256, Anubis288, Anubis320,
};
#[cfg(feature = "aria")]
pub use crate::algorithm::aria::{Aria128, Aria192, Aria256};
#[cfg(feature = "camellia")]
pub use crate::algorithm::camellia::{Camellia128, Camellia192, Camellia256};
#[cfg(feature = "cast256")]
pub use crate::algorithm::cast256::{
    Cast256_128, Cast256_160, Cast256_192, Cast256_224, Cast256_256,
};
#[cfg(feature = "chacha")]
pub use crate::algorithm::chacha::cipher::{ChaCha, ChaCha20, XChaCha20};
#[cfg(feature = "kalyna")]
pub use crate::algorithm::kalyna::{
    Kalyna128_128, Kalyna128_256, Kalyna256_256, Kalyna256_512, Kalyna512_512,
};
#[cfg(feature = "kuznyechik")]
pub use crate::algorithm::kuznyechik::Kuznyechik;
#[cfg(feature = "mars")]
pub use crate::algorithm::mars::{
    Mars128, Mars160, Mars192, Mars224, Mars256, Mars288, Mars320, Mars352, Mars384, Mars416,
    Mars448,
};
#[cfg(feature = "aes")]
pub use crate::algorithm::rijndael::{
    Aes128, Aes192, Aes256, Rijndael128_128, Rijndael128_160, Rijndael128_192, Rijndael128_224,
    Rijndael128_256, Rijndael160_128, Rijndael160_160, Rijndael160_192, Rijndael160_224,
    Rijndael160_256, Rijndael192_128, Rijndael192_160, Rijndael192_192, Rijndael192_224,
    Rijndael192_256, Rijndael224_128, Rijndael224_160, Rijndael224_192, Rijndael224_224,
    Rijndael224_256, Rijndael256_128, Rijndael256_160, Rijndael256_192, Rijndael256_224,
    Rijndael256_256,
};
#[cfg(feature = "serpent")]
pub use crate::algorithm::serpent::{Serpent128, Serpent192, Serpent256};
#[cfg(feature = "sm4")]
pub use crate::algorithm::sm4::Sm4;
#[cfg(feature = "threefish")]
pub use crate::algorithm::threefish::cipher::{Threefish256, Threefish512, Threefish1024};
#[cfg(feature = "twofish")]
pub use crate::algorithm::twofish::{Twofish128, Twofish192, Twofish256};
pub use crate::construction::mode::Padding;
pub use crate::construction::mode::cbc::{Cbc, CbcDecryptor, CbcEncryptor};
pub use crate::construction::mode::ctr::Ctr;
pub use crate::construction::mode::feedback::{CfbDecryptor, CfbEncryptor, FeedbackMode, Ofb};
pub use crate::construction::mode::key_wrap::{KeyWrap, KeyWrapPadded};
pub use crate::construction::mode::xts::Xts;
pub use crate::traits::cipher::{BlockCipher, BlockOperations, Cipher, TweakableBlockCipher};
