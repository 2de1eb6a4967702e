#![doc = include_str!("../docs/aead.md")]

#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::aead::AsconAead128;
#[cfg(feature = "ascon")]
pub use crate::algorithm::ascon::v12::aead::{Ascon80pq, Ascon128, Ascon128a};
pub use crate::construction::mode::ccm::Ccm;
pub use crate::construction::mode::gcm::Gcm;
pub use crate::construction::mode::gcm_siv::GcmSiv;
pub use crate::traits::aead::{Aead, AuthenticatedCipher};
#[cfg(feature = "alloc")]
pub use crate::traits::stream::{Decryptor, Encryptor, ModeDecryptor, ModeEncryptor};
