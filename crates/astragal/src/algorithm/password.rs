//! Password hashes as PHC strings, such as `$argon2id$v=19$m=65536,t=3,p=4$salt$hash`. The functions create and verify
//! hashes, and report whether a stored hash should be renewed.
//!
//! # Standard
//! The PHC string format; RFC 9106 (Argon2), RFC 7914 (scrypt), RFC 8018 (PBKDF2).
//!
//! # Files
//! `password.rs`: schemes, policy and functions. `phc`: reads and writes PHC strings.
//!
//! # Backends
//! Each scheme uses the backends of its own function.
//!
//! # Constant time
//! Hashes are compared in constant time. Argon2d, Argon2id and scrypt access memory at addresses that depend on the
//! password; see their modules. An attacker may have written a stored string, so a [`PasswordPolicy`] limits the costs
//! that it may demand.
//!
//! # Tests
//! Tests are in `tests/all/password.rs`.

mod phc;

use alloc::string::String;
use alloc::vec;
use core::fmt;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::algorithm::argon2::params::Argon2Params;
use crate::algorithm::argon2::{Argon2d, Argon2i, Argon2id};
use crate::algorithm::sha1::Sha1;
use crate::algorithm::sha2::sha256::Sha256;
use crate::algorithm::sha2::sha512::Sha512;
use crate::construction::pbkdf2::Pbkdf2;
use crate::construction::scrypt::{ScryptOver, ScryptParams};
use crate::error::{Allowed, KdfError, ParameterError};
use phc::Phc;

/// A password hashing function with its costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordScheme {
    /// Argon2id, stored as `$argon2id$`.
    Argon2id(Argon2Params),
    /// Argon2i, stored as `$argon2i$`.
    Argon2i(Argon2Params),
    /// Argon2d, stored as `$argon2d$`.
    Argon2d(Argon2Params),
    /// scrypt, stored as `$scrypt$`.
    Scrypt(ScryptParams),
    /// PBKDF2 with HMAC-SHA-1, stored as `$pbkdf2$`, with this number of iterations.
    Pbkdf2Sha1(u32),
    /// PBKDF2 with HMAC-SHA-256, stored as `$pbkdf2-sha256$`, with this number of iterations.
    Pbkdf2Sha256(u32),
    /// PBKDF2 with HMAC-SHA-512, stored as `$pbkdf2-sha512$`, with this number of iterations.
    Pbkdf2Sha512(u32),
}

impl PasswordScheme {
    /// RFC 9106 §4, second recommended option: Argon2id with 64 MiB, 3 passes, 4 lanes.
    pub const RFC_9106_SECOND: Self = Self::Argon2id(Argon2Params::RFC_9106_SECOND);
    /// RFC 9106 §4, first recommended option: Argon2id with 2 GiB, 1 pass, 4 lanes.
    pub const RFC_9106_FIRST: Self = Self::Argon2id(Argon2Params::RFC_9106_FIRST);
    /// OWASP's Password Storage Cheat Sheet (2023): Argon2id with 19 MiB, 2 passes.
    pub const OWASP_2023_ARGON2ID: Self = Self::Argon2id(Argon2Params::OWASP_2023_19_MIB);
    /// OWASP's Password Storage Cheat Sheet (2023): scrypt with 128 MiB.
    pub const OWASP_2023_SCRYPT: Self = Self::Scrypt(ScryptParams::OWASP_2023_128_MIB);
    /// OWASP's Password Storage Cheat Sheet (2023): PBKDF2 with HMAC-SHA-256.
    pub const OWASP_2023_PBKDF2_SHA256: Self = Self::Pbkdf2Sha256(600_000);
    /// OWASP's Password Storage Cheat Sheet (2023): PBKDF2 with HMAC-SHA-512.
    pub const OWASP_2023_PBKDF2_SHA512: Self = Self::Pbkdf2Sha512(210_000);

    fn derive(&self, password: &[u8], salt: &[u8], hash: &mut [u8]) -> Result<(), KdfError> {
        match *self {
            Self::Argon2id(params) => {
                Argon2id::new(params)?.allow_short_salt().derive_into(password, salt, hash)
            }
            Self::Argon2i(params) => {
                Argon2i::new(params)?.allow_short_salt().derive_into(password, salt, hash)
            }
            Self::Argon2d(params) => {
                Argon2d::new(params)?.allow_short_salt().derive_into(password, salt, hash)
            }
            Self::Scrypt(params) => {
                ScryptOver::<Sha256>::new(params)?.derive_into(password, salt, hash)
            }
            Self::Pbkdf2Sha1(n) => Pbkdf2::<Sha1>::new(n)?.derive_into(password, salt, hash),
            Self::Pbkdf2Sha256(n) => Pbkdf2::<Sha256>::new(n)?.derive_into(password, salt, hash),
            Self::Pbkdf2Sha512(n) => Pbkdf2::<Sha512>::new(n)?.derive_into(password, salt, hash),
        }
    }

    /// Returns the costs of one hash: the memory in bytes, and the computing time in steps of about a microsecond.
    fn costs(&self) -> (u64, u64) {
        match *self {
            Self::Argon2id(params) | Self::Argon2i(params) | Self::Argon2d(params) => {
                let blocks = u64::from(params.memory_kib);
                (blocks << 10, blocks.saturating_mul(params.passes.into()))
            }
            Self::Scrypt(params) => {
                let blocks = params.n.saturating_mul(u64::from(params.r) * u64::from(params.p));
                (params.memory_bytes(), blocks)
            }
            Self::Pbkdf2Sha1(n) | Self::Pbkdf2Sha256(n) | Self::Pbkdf2Sha512(n) => (0, n.into()),
        }
    }
}

/// Limits on the costs that a stored hash string may demand. Without limits, a hostile string could demand a terabyte
/// of memory or a year of computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordPolicy {
    /// Maximum memory in bytes.
    pub memory_bytes: u64,
    /// Maximum computing time, in steps of about a microsecond. A hash takes m · t steps with Argon2, N · r · p steps
    /// with scrypt, and one step per iteration with PBKDF2.
    pub steps: u64,
}

impl Default for PasswordPolicy {
    /// Allows 2 GiB of memory and 2^24 steps, which is enough for all recommendations of RFC 9106 and OWASP.
    fn default() -> Self {
        Self { memory_bytes: 2 << 30, steps: 1 << 24 }
    }
}

/// Error that occurs when a password is verified or a stored hash is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PasswordError {
    /// The password is wrong.
    Mismatch,
    /// The string is not a supported password hash. The field holds the reason.
    Format(&'static str),
    /// The costs that the string demands exceed the policy.
    Policy {
        /// Name of the exceeded cost: `bytes of memory` or `steps`.
        what: &'static str,
        /// Cost that the string demands.
        given: u64,
        /// Maximum cost that the policy allows.
        allowed: u64,
    },
    /// The parameters are out of range, or the memory cannot be allocated.
    Kdf(KdfError),
}

impl From<KdfError> for PasswordError {
    fn from(error: KdfError) -> Self {
        Self::Kdf(error)
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mismatch => f.write_str("the password does not match"),
            Self::Format(what) => write!(f, "not a password hash: {what}"),
            Self::Policy { what, given, allowed } => {
                write!(f, "the password hash requires {given} {what}; the policy allows {allowed}")
            }
            Self::Kdf(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PasswordError {}

/// Length of new hashes in bytes.
const HASH_BYTES: usize = 32;

/// Hashes a password and returns the PHC string. `salt` should be 16 random bytes from the operating system.
///
/// ```
/// use astragal::kdf::{PasswordPolicy, PasswordScheme, hash_password, verify_password};
/// # let random_bytes = || [7; 16];
/// let scheme = PasswordScheme::OWASP_2023_ARGON2ID;
/// let stored = hash_password(b"correct horse", &random_bytes(), &scheme)?;
/// assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"));
/// let policy = PasswordPolicy::default();
/// assert!(verify_password(b"correct horse", &stored, &policy).is_ok());
/// assert!(verify_password(b"battery staple", &stored, &policy).is_err());
/// # Ok::<(), astragal::error::KdfError>(())
/// ```
///
/// # Errors
/// - [`KdfError::Parameter`] if the salt is shorter than 8 or longer than 64 bytes, or if a cost is out of range.
/// - [`KdfError::Memory`] if the memory cannot be allocated.
pub fn hash_password(
    password: &[u8],
    salt: &[u8],
    scheme: &PasswordScheme,
) -> Result<String, KdfError> {
    let allowed = Allowed::Between(8, phc::LONGEST_BYTES);
    ParameterError::check_length("hash_password", "salt", salt.len(), allowed)?;
    let mut hash = Zeroizing::new([0; HASH_BYTES]);
    scheme.derive(password, salt, &mut *hash)?;
    Ok(phc::write(scheme, salt, &*hash))
}

/// Verifies `password` against the PHC string `stored`, in constant time.
///
/// # Errors
/// - [`PasswordError::Mismatch`] if the password is wrong.
/// - [`PasswordError::Format`] if `stored` is invalid.
/// - [`PasswordError::Policy`] if the costs in `stored` exceed the policy.
/// - [`PasswordError::Kdf`] if the hash needs memory that cannot be allocated.
pub fn verify_password(
    password: &[u8],
    stored: &str,
    policy: &PasswordPolicy,
) -> Result<(), PasswordError> {
    let Phc { scheme, salt, hash } = phc::read(stored)?;
    let (memory, steps) = scheme.costs();
    for (what, given, allowed) in
        [("bytes of memory", memory, policy.memory_bytes), ("steps", steps, policy.steps)]
    {
        if given > allowed {
            return Err(PasswordError::Policy { what, given, allowed });
        }
    }
    let mut derived = Zeroizing::new(vec![0; hash.len()]);
    scheme.derive(password, &salt, &mut derived)?;
    if derived.ct_eq(&hash).into() { Ok(()) } else { Err(PasswordError::Mismatch) }
}

/// Returns whether the password should be hashed again at the next login. This is the case if the scheme or the costs
/// differ from `scheme`, if the hash is shorter than 32 bytes, or if the salt is shorter than 8 bytes.
///
/// # Errors
/// [`PasswordError::Format`] if `stored` is not a supported password hash.
pub fn needs_rehash(stored: &str, scheme: &PasswordScheme) -> Result<bool, PasswordError> {
    let phc = phc::read(stored)?;
    Ok(phc.scheme != *scheme || phc.hash.len() < HASH_BYTES || phc.salt.len() < 8)
}
