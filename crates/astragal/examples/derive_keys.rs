//! Derives a master key from a password with Argon2id, which makes guessing passwords expensive. Then derives one key
//! for each purpose from the master key with HKDF.

use astragal::error::KdfError;
use astragal::hash::Sha256;
use astragal::kdf::{Argon2Params, Argon2id, Hkdf};

fn main() -> Result<(), KdfError> {
    let salt = b"16 random bytes!"; // use a random generator, and store the salt with the result

    // These parameters use 19 MiB of memory and two passes. Increase both if the user can wait longer.
    let argon2 = Argon2id::new(Argon2Params::OWASP_2023_19_MIB)?;
    let master: [u8; 32] = argon2.derive(b"correct horse battery staple", salt)?;

    // Derives one key for each purpose. If one of these keys leaks, it reveals nothing about the others.
    let hkdf = Hkdf::<Sha256>::from_key(&master)?;
    let encryption: [u8; 32] = hkdf.expand(b"encryption")?;
    let authentication: [u8; 32] = hkdf.expand(b"authentication")?;
    assert_ne!(encryption, authentication);

    println!("two keys of {} bytes from one password", encryption.len());
    Ok(())
}
