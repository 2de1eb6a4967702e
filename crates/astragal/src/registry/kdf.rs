//! Table of the key derivation functions whose hash or MAC cannot be chosen: Argon2 and KBKDF with KMAC. `kdf/row.rs`
//! declares the row type and `KdfParams`. `kdf/hash_based.rs` creates the rows for every hash that supports HMAC
//! (PBKDF2, scrypt, HKDF, KBKDF), and `kdf/pbkdf2.rs` computes PBKDF2 for them. `kdf/kbkdf.rs` implements KBKDF, and
//! `kdf/password.rs` selects the storage format of passwords.

#[cfg(feature = "kdf")]
mod argon2;
#[cfg(feature = "kdf")]
mod hash_based;
mod kbkdf;
#[cfg(feature = "kdf")]
mod password;
#[cfg(feature = "kdf")]
mod pbkdf2;
mod row;

#[cfg(feature = "kdf")]
pub(super) use hash_based::over_hmac;
pub(super) use row::Derivation;
pub use row::{HkdfStep, KdfParams, KdfRow, KdfRule};

#[cfg(feature = "kdf")]
use super::info::Status;
use super::rows::rows;

/// Rows of the key derivation functions whose hash or MAC cannot be chosen. [`kdfs`](super::kdfs) also lists the
/// functions composed with a hash or MAC, such as `kbkdf-hmac-sha256`.
pub static KDFS: &[KdfRow] = rows! {
    "kdf":
        argon2::argon2::<2>(Status::Recommended),
        argon2::argon2::<1>(Status::Acceptable),
        argon2::argon2::<0>(Status::Acceptable);
    "keccak": kbkdf::kmac("kbkdf-kmac128"), kbkdf::kmac("kbkdf-kmac256");
};
