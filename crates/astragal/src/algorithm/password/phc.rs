//! PHC strings: `$name$v=version$parameter=value,…$salt$hash`, with the salt and the hash in base64 without padding.
//! The reader also accepts the PBKDF2 strings of passlib: `$pbkdf2-sha256$iterations$salt$hash`, whose base64 uses `.`
//! instead of `+`.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use base64ct::{Base64Unpadded, Encoding};

use super::{PasswordError, PasswordScheme};
use crate::algorithm::argon2::params::{Argon2Params, Version};
use crate::construction::scrypt::ScryptParams;

/// Maximum length of a salt or a hash, in bytes.
pub(super) const LONGEST_BYTES: usize = 64;

/// Contents of a PHC string.
pub(super) struct Phc {
    pub(super) scheme: PasswordScheme,
    pub(super) salt: Vec<u8>,
    pub(super) hash: Vec<u8>,
}

pub(super) fn write(scheme: &PasswordScheme, salt: &[u8], hash: &[u8]) -> String {
    let argon2 = |name: &str, params: &Argon2Params| {
        let Argon2Params { memory_kib: m, passes: t, lanes: p, version } = params;
        format!("{name}$v={}$m={m},t={t},p={p}", version.number())
    };
    let head = match scheme {
        PasswordScheme::Argon2id(params) => argon2("argon2id", params),
        PasswordScheme::Argon2i(params) => argon2("argon2i", params),
        PasswordScheme::Argon2d(params) => argon2("argon2d", params),
        PasswordScheme::Scrypt(ScryptParams { n, r, p }) => {
            format!("scrypt$ln={},r={r},p={p}", n.trailing_zeros())
        }
        PasswordScheme::Pbkdf2Sha1(i) => format!("pbkdf2$i={i},l={}", hash.len()),
        PasswordScheme::Pbkdf2Sha256(i) => format!("pbkdf2-sha256$i={i},l={}", hash.len()),
        PasswordScheme::Pbkdf2Sha512(i) => format!("pbkdf2-sha512$i={i},l={}", hash.len()),
    };
    let [salt, hash] = [salt, hash].map(Base64Unpadded::encode_string);
    format!("${head}${salt}${hash}")
}

pub(super) fn read(text: &str) -> Result<Phc, PasswordError> {
    let fields: Vec<&str> = text.split('$').collect();
    let ["", name, middle @ .., salt, hash] = &fields[..] else {
        return Err(PasswordError::Format("expected $name$parameters$salt$hash"));
    };
    // passlib writes the iteration count of PBKDF2 without a parameter name, and writes `.` instead of `+` in base64.
    let is_passlib = name.starts_with("pbkdf2")
        && matches!(middle, [iterations] if iterations.bytes().all(|byte| byte.is_ascii_digit()));
    let (salt, hash) = (decoded(salt, is_passlib)?, decoded(hash, is_passlib)?);
    if hash.len() < 4 {
        return Err(PasswordError::Format("the hash is shorter than 4 bytes"));
    }
    let scheme = match (*name, middle) {
        ("argon2id", _) => PasswordScheme::Argon2id(argon2(middle)?),
        ("argon2i", _) => PasswordScheme::Argon2i(argon2(middle)?),
        ("argon2d", _) => PasswordScheme::Argon2d(argon2(middle)?),
        ("scrypt", [parameters]) => {
            let [log_n, r, p] = numbers(parameters, ["ln", "r", "p"])?;
            let n = 1_u64.checked_shl(log_n).ok_or(PasswordError::Format("ln is 64 or more"))?;
            PasswordScheme::Scrypt(ScryptParams { n, r, p })
        }
        ("pbkdf2", [parameters]) => PasswordScheme::Pbkdf2Sha1(pbkdf2(parameters, &hash)?),
        ("pbkdf2-sha256", [parameters]) => PasswordScheme::Pbkdf2Sha256(pbkdf2(parameters, &hash)?),
        ("pbkdf2-sha512", [parameters]) => PasswordScheme::Pbkdf2Sha512(pbkdf2(parameters, &hash)?),
        _ => {
            return Err(PasswordError::Format(
                "unknown function; expected argon2id, argon2i, argon2d, scrypt or pbkdf2",
            ));
        }
    };
    Ok(Phc { scheme, salt, hash })
}

/// Reads the parameters of Argon2. A string without a version means Argon2 version 1.0.
fn argon2(middle: &[&str]) -> Result<Argon2Params, PasswordError> {
    let (version, parameters) = match middle {
        [parameters] => (Version::V10, parameters),
        [version, parameters] => {
            let [number] = numbers(version, ["v"])?;
            let unknown = PasswordError::Format("unknown version of Argon2; expected 16 or 19");
            (Version::from_number(number).map_err(|_| unknown)?, parameters)
        }
        _ => return Err(PasswordError::Format("Argon2 needs the parameters v and m,t,p")),
    };
    let [memory_kib, passes, lanes] = numbers(parameters, ["m", "t", "p"])?;
    Ok(Argon2Params { memory_kib, passes, lanes, version })
}

fn pbkdf2(parameters: &str, hash: &[u8]) -> Result<u32, PasswordError> {
    // Searches byte by byte, because a call to `str::contains` would add 2,500 lines of LLVM IR to the program.
    let has = |sign| parameters.bytes().any(|byte| byte == sign);
    if !has(b'=') {
        return number(parameters);
    }
    if !has(b',') {
        let [iterations] = numbers(parameters, ["i"])?;
        return Ok(iterations);
    }
    let [iterations, bytes] = numbers(parameters, ["i", "l"])?;
    if bytes as usize != hash.len() {
        return Err(PasswordError::Format("the hash does not have the length l"));
    }
    Ok(iterations)
}

/// Reads the values of `name=value,…`. The names must be exactly `names`, in this order.
fn numbers<const N: usize>(text: &str, names: [&str; N]) -> Result<[u32; N], PasswordError> {
    let wrong = PasswordError::Format("a parameter is missing, unknown or out of order");
    let mut values = [0; N];
    let mut fields = text.split(',');
    for (value, name) in values.iter_mut().zip(names) {
        let field = fields.next().and_then(|field| field.strip_prefix(name)?.strip_prefix('='));
        *value = number(field.ok_or(wrong)?)?;
    }
    if fields.next().is_none() { Ok(values) } else { Err(wrong) }
}

/// Reads a decimal number without leading zeros or sign.
fn number(text: &str) -> Result<u32, PasswordError> {
    let is_decimal = text.bytes().all(|c| c.is_ascii_digit());
    let is_shortest = text == "0" || !text.starts_with('0');
    let value = if is_decimal && is_shortest { text.parse().ok() } else { None };
    value.ok_or(PasswordError::Format("a parameter is not a decimal number of 32 bits"))
}

fn decoded(text: &str, is_passlib: bool) -> Result<Vec<u8>, PasswordError> {
    if text.len() > LONGEST_BYTES.div_ceil(3) * 4 {
        return Err(PasswordError::Format("salt or hash is longer than 64 bytes"));
    }
    let text = if is_passlib { text.replace('.', "+") } else { text.to_owned() };
    Base64Unpadded::decode_vec(&text)
        .map_err(|_| PasswordError::Format("salt or hash is not base64 without padding"))
}
