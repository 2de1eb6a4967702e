//! Table of the key derivation functions that are not composed from a selectable hash or cipher: Argon2 and KBKDF with
//! KMAC. `kdf/row.rs` declares the row and `KdfParams`. `kdf/hash_based.rs` creates the rows that every hash with HMAC
//! adds (PBKDF2, scrypt, HKDF, KBKDF), and `kdf/pbkdf2.rs` computes PBKDF2 for them. `kdf/kbkdf.rs` implements KBKDF,
//! and `kdf/password.rs` selects the storage format of passwords.

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

/// Rows of the key derivation functions without a selectable hash or MAC. [`kdfs`](super::kdfs) lists all rows.
pub static KDFS: &[KdfRow] = rows! {
    "kdf":
        argon2::argon2::<2>(Status::Recommended),
        argon2::argon2::<1>(Status::Acceptable),
        argon2::argon2::<0>(Status::Acceptable);
    "keccak": kbkdf::kmac("kbkdf-kmac128"), kbkdf::kmac("kbkdf-kmac256");
};
