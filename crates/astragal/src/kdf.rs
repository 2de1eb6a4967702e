//! Key derivation: keys from passwords, and keys from keys.
//!
//! **From a password** of low entropy: use [`Argon2id`] with [`Argon2Params::RFC_9106_SECOND`], or with more memory if
//! available. Use [`Scrypt`] if Argon2 is unavailable, and [`Pbkdf2`] if a regulation requires it. To store password
//! hashes, use [`hash_password`] and [`verify_password`]. Other programs can read their strings.
//!
//! **From a key** or a shared secret that has entropy enough: [`Hkdf`], or [`Kbkdf`] where SP 800-108 is asked
//! for. BLAKE3's [`derive_key`](crate::xof::Blake3Xof::derive_key) and [`AsconPrf`](crate::mac::AsconPrf) are
//! the modern, short way: one call of a primitive that was made for it.
//!
//! Timing: Argon2d, Argon2id from the second half of the first pass on, and scrypt choose the memory that they
//! read by the password. Everything else is constant-time.
//!
//! Parameters are checked when the object is made; memory that cannot be had is an error before work starts.
//! [`Work`] says in which memory, under whose eyes and on how many cores a derivation runs. All memory is
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
