//! Stored hashes of passwords: the PHC string, made and checked.
#![expect(unsafe_code, reason = "bytes go by their addresses")]

use astragal::error::KdfError;
use astragal::kdf::{
    self, Argon2Params, PasswordError, PasswordPolicy, PasswordScheme, ScryptParams,
};
use zeroize::Zeroize as _;

use crate::FAILED;
use crate::memory::{put, slice_mut, tell};
use crate::params::Params;
use crate::row::no_memory;

/// The length of the PHC string of the password and the salt among the parameters, which the output room holds; or
/// `FAILED`.
///
/// # Safety
/// There are `bytes` bytes at `params`, here and below.
#[unsafe(no_mangle)]
unsafe extern "C" fn hash_password(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let written = unsafe { slice_mut(params, bytes) };
    let params = Params::read(written);
    let done = scheme(params).and_then(|scheme| {
        let salt = params.bytes(b's').unwrap_or_default();
        kdf::hash_password(params.key(), salt, &scheme).map_err(|error| text(&error.into()))
    });
    written.zeroize();
    told(done.map(|phc| put(phc.as_bytes()).cast_signed()))
}

/// 1 where the password among the parameters is the stored one, 0 where it is not; or `FAILED`.
///
/// # Safety
/// See [`hash_password`].
#[unsafe(no_mangle)]
unsafe extern "C" fn verify_password(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let written = unsafe { slice_mut(params, bytes) };
    let params = Params::read(written);
    let usual = PasswordPolicy::default();
    let policy = PasswordPolicy {
        memory_bytes: params.number(b'L').unwrap_or(usual.memory_bytes),
        steps: params.number(b'W').unwrap_or(usual.steps),
    };
    let done = match kdf::verify_password(params.key(), &params.text(b'h'), &policy) {
        Ok(()) => Ok(1),
        Err(PasswordError::Mismatch) => Ok(0),
        Err(error) => Err(text(&error)),
    };
    written.zeroize();
    told(done)
}

/// 1 where the stored string was made by another function or at other costs, 0 where it was not; or `FAILED`.
///
/// # Safety
/// See [`hash_password`].
#[unsafe(no_mangle)]
unsafe extern "C" fn needs_rehash(params: *mut u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let params = Params::read(unsafe { slice_mut(params, bytes) });
    told(scheme(params).and_then(|scheme| {
        kdf::needs_rehash(&params.text(b'h'), &scheme)
            .map(isize::from)
            .map_err(|error| text(&error))
    }))
}

/// The function and the costs among the parameters.
fn scheme(params: Params<'_>) -> Result<PasswordScheme, String> {
    let cost = |letter| params.number_32(letter).unwrap_or_default();
    let argon2 = || Argon2Params::new(cost(b'M'), cost(b'T'), cost(b'P'));
    Ok(match params.text(b'g').as_str() {
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
        other => return Err(format!("no function for passwords is named {other:?}")),
    })
}

fn text(error: &PasswordError) -> String {
    match error {
        PasswordError::Kdf(KdfError::Memory { algorithm, bytes }) => no_memory(algorithm, *bytes),
        error => error.to_string(),
    }
}

fn told(done: Result<isize, String>) -> i32 {
    match done {
        Ok(number) => i32::try_from(number).unwrap_or(FAILED),
        Err(error) => {
            tell(error);
            FAILED
        }
    }
}
