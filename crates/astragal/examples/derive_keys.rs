//! Keys from a password, and keys from that key: Argon2id makes guessing expensive, HKDF then gives each purpose a
//! key of its own.

use astragal::error::KdfError;
use astragal::hash::Sha256;
use astragal::kdf::{Argon2Params, Argon2id, Hkdf};

fn main() -> Result<(), KdfError> {
    let salt = b"16 random bytes!"; // from a random generator in earnest, and kept beside the result

    // 19 MiB and two passes; take more of both where the user can wait.
    let argon2 = Argon2id::new(Argon2Params::OWASP_2023_19_MIB)?;
    let master: [u8; 32] = argon2.derive(b"correct horse battery staple", salt)?;

    // One key a purpose: who has one of them learns nothing of the others.
    let hkdf = Hkdf::<Sha256>::from_key(&master)?;
    let encryption: [u8; 32] = hkdf.expand(b"encryption")?;
    let authentication: [u8; 32] = hkdf.expand(b"authentication")?;
    assert_ne!(encryption, authentication);

    println!("two keys of {} bytes from one password", encryption.len());
    Ok(())
}
