//! Key derivation functions, which derive keys from passwords or from other keys.
//!
//! **From a password** of low entropy: use [`Argon2id`] with [`Argon2Params::RFC_9106_SECOND`], or with more memory if
//! available. Use [`Scrypt`] if Argon2 is unavailable, and [`Pbkdf2`] if a regulation requires it. To store password
//! hashes, use [`hash_password`] and [`verify_password`]. Other programs can read the resulting strings.
//!
//! **From a key** or a shared secret with enough entropy: use [`Hkdf`], or [`Kbkdf`] if SP 800-108 is required.
//! BLAKE3's [`derive_key`](crate::xof::Blake3Xof::derive_key) and [`AsconPrf`](crate::mac::AsconPrf) are modern
//! alternatives. Each derives a key with one call to a primitive that supports key derivation directly.
//!
//! Timing: Argon2d and scrypt read memory at password-dependent addresses. Argon2id does so after the first half of its
//! first pass. All other key derivation functions run in constant time.
//!
//! Parameters are checked when the object is created. A derivation that cannot allocate its memory fails before it
//! starts any work. [`Work`] selects the memory, progress callback and cores of a derivation. All working memory is
//! wiped.

pub use crate::construction::hkdf::Hkdf;
pub use crate::construction::kbkdf::Kbkdf;
pub use crate::construction::pbkdf2::Pbkdf2;
pub use crate::traits::kdf::{Progress, Watch, Work};

#[cfg(feature = "kdf")]
pub use crate::algorithm::argon2::params::{Argon2Params, Version as Argon2Version};
#[cfg(feature = "kdf")]
pub use crate::algorithm::argon2::{Argon2, Argon2d, Argon2i, Argon2id};
#[cfg(feature = "kdf")]
pub use crate::algorithm::password::{
    PasswordError, PasswordPolicy, PasswordScheme, hash_password, needs_rehash, verify_password,
};
#[cfg(feature = "kdf")]
pub use crate::construction::scrypt::{ScryptOver, ScryptParams};
#[cfg(feature = "alloc")]
pub use crate::platform::arena::Arena;

/// scrypt (RFC 7914) over PBKDF2 with HMAC-SHA-256.
#[cfg(feature = "kdf")]
pub type Scrypt = ScryptOver<crate::hash::Sha256>;
