#![doc = include_str!("../docs/aead.md")]

#[cfg(all(feature = "aes", feature = "sha2"))]
pub mod chunked {
    #![doc = include_str!("../docs/chunked.md")]

    pub use crate::algorithm::cobblestone::{
        AnyCobblestone, Cobblestone, Cobblestone128, Cobblestone256, HEADER_BYTES, SALT_BYTES,
        plaintext_bytes, sealed_bytes,
    };
    pub use crate::construction::chunked::CHUNK_BYTES;
    #[cfg(feature = "alloc")]
    pub use crate::construction::chunked::{OpenStream, SealStream};
    #[cfg(feature = "std")]
    pub use crate::construction::chunked::{Opener, Sealer};
}

#[cfg(feature = "aegis")]
pub use crate::algorithm::aegis::{Aegis128L, Aegis256};
#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::aead::AsconAead128;
#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::v12::aead::{Ascon80pq, Ascon128, Ascon128a};
#[cfg(feature = "chacha")]
pub use crate::algorithm::chacha::aead::{ChaCha20Poly1305, XChaCha20Poly1305};
#[cfg(feature = "aes")]
pub use crate::algorithm::xaes::Xaes256Gcm;
pub use crate::construction::mode::ccm::Ccm;
pub use crate::construction::mode::gcm::Gcm;
pub use crate::construction::mode::gcm_siv::GcmSiv;
pub use crate::construction::mode::ocb::Ocb;
pub use crate::construction::mode::siv::Siv;
pub use crate::traits::aead::{Aead, AuthenticatedCipher};
pub use crate::traits::limited_aead::LimitedCipher;
#[cfg(feature = "alloc")]
pub use crate::traits::stream::{Decryptor, Encryptor, ModeDecryptor, ModeEncryptor};
