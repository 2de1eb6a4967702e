//! Stored password hashes in the PHC string format.
#![expect(unsafe_code, reason = "JavaScript passes buffers as addresses")]

use alloc::format;
use alloc::string::{String, ToString as _};

use astragal::error::KdfError;
use astragal::kdf::{
    self, Argon2Params, PasswordError, PasswordPolicy, PasswordScheme, ScryptParams,
};
use zeroize::Zeroize as _;

use crate::ERROR;
use crate::kdf::{memory_bytes, no_memory};
use crate::memory::{slice_mut, write_error, write_output};
use crate::params::Params;

/// Writes the PHC string of a password into the output buffer. `params` contains the password, the salt and the costs.
/// Returns the length of the string, or `ERROR`.
///
/// # Safety
/// `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn hash_password(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let written = unsafe { slice_mut(params, bytes) };
    let params = Params::read(written);
    let done = scheme(params).and_then(|scheme| {
        let salt = params.bytes(b's').unwrap_or_default();
        kdf::hash_password(params.key(), salt, &scheme).map_err(|error| match error {
            KdfError::Memory { algorithm, .. } => {
                no_memory(algorithm, memory_bytes(&params.of_kdf()))
            }
            error => error.to_string(),
        })
    });
    written.zeroize();
    number_or_error(done.map(|phc| write_output(phc.as_bytes()).cast_signed()))
}

/// Returns 1 if the password matches the stored string, and 0 if it does not. `params` contains the password and the
/// stored string. Returns `ERROR` if a parameter is invalid.
///
/// # Safety
/// `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn verify_password(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let written = unsafe { slice_mut(params, bytes) };
    let params = Params::read(written);
    let default = PasswordPolicy::default();
    let policy = PasswordPolicy {
        memory_bytes: params.number(b'L').unwrap_or(default.memory_bytes),
        steps: params.number(b'W').unwrap_or(default.steps),
    };
    let done = match kdf::verify_password(params.key(), params.text(b'h'), &policy) {
        Ok(()) => Ok(1),
        Err(PasswordError::Mismatch) => Ok(0),
        Err(error) => Err(message(&error)),
    };
    written.zeroize();
    number_or_error(done)
}

/// Returns 1 if the function or the costs of the stored string differ from those of the scheme, and 0 otherwise.
/// `params` contains the stored string and the scheme. Returns `ERROR` if a parameter is invalid.
///
/// # Safety
/// `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn needs_rehash(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let params = Params::read(unsafe { slice_mut(params, bytes) });
    number_or_error(scheme(params).and_then(|scheme| {
        kdf::needs_rehash(params.text(b'h'), &scheme)
            .map(isize::from)
            .map_err(|error| message(&error))
    }))
}

/// Names of the functions that can hash a password for storage.
const FUNCTIONS: [&str; 7] =
    ["argon2id", "argon2i", "argon2d", "scrypt", "pbkdf2-sha1", "pbkdf2-sha256", "pbkdf2-sha512"];

/// Returns the password hashing scheme that `params` contains: the function and its costs.
fn scheme(params: Params<'_>) -> Result<PasswordScheme, String> {
    let cost = |letter| params.number_32(letter).unwrap_or_default();
    let argon2 = || Argon2Params::new(cost(b'M'), cost(b'T'), cost(b'P'));
    Ok(match params.text(b'g') {
        "argon2id" => PasswordScheme::Argon2id(argon2()),
        "argon2i" => PasswordScheme::Argon2i(argon2()),
        "argon2d" => PasswordScheme::Argon2d(argon2()),
        "scrypt" => PasswordScheme::Scrypt(ScryptParams::new(
            params.number(b'N').unwrap_or_default(),
            cost(b'R'),
            cost(b'P'),
        )),
        "pbkdf2-sha1" => PasswordScheme::Pbkdf2Sha1(cost(b'I')),
        "pbkdf2-sha256" => PasswordScheme::Pbkdf2Sha256(cost(b'I')),
        "pbkdf2-sha512" => PasswordScheme::Pbkdf2Sha512(cost(b'I')),
        other => return Err(format!("function is '{other}'; it must be {}", FUNCTIONS.join(", "))),
    })
}

fn message(error: &PasswordError) -> String {
    match error {
        PasswordError::Kdf(KdfError::Memory { algorithm, bytes }) => no_memory(algorithm, *bytes),
        error => error.to_string(),
    }
}

fn number_or_error(result: Result<isize, String>) -> i32 {
    match result {
        Ok(number) => i32::try_from(number).unwrap_or(ERROR),
        Err(error) => {
            write_error(error);
            ERROR
        }
    }
}
