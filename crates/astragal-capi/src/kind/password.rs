//! Stored passwords: PHC strings.

use core::ffi::{CStr, c_char, c_int};

use astragal::kdf::{self, PasswordError, PasswordPolicy as Policy};
use astragal::registry::KdfParams as Costs;

use super::kdf::KdfParams;
use crate::alg::{Alg, known};
use crate::bytes::{check, give, input};
use crate::code::Mistake;
use crate::guard::guard_keyed;

/// Length in bytes of the longest string of astragal_password_hash(), the NUL at its end included.
pub const PASSWORD_STRING_MAX: usize = 256;

/// Limits on the costs that a stored string may ask for. In C:
/// `astragal_password_policy policy = {.size = sizeof policy, .memory_limit = 1 << 30, .steps = 1 << 24};`
#[repr(C)]
#[derive(Debug)]
pub struct PasswordPolicy {
    /// sizeof(astragal_password_policy): tells the library which members your header knew.
    pub size: usize,
    /// Largest amount of memory in bytes.
    pub memory_limit: u64,
    /// Largest number of steps: m * t of Argon2, n * r * p of scrypt, iterations of PBKDF2. A step takes about
    /// one microsecond.
    pub steps: u64,
}

/// Hashes a password for storage, as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` with a hash of 32
/// bytes. The string goes into the database; astragal_password_verify() reads everything from it.
///
/// @param alg of the kind ASTRAGAL_KDF: argon2id, argon2i, argon2d, scrypt, pbkdf2-hmac-sha1, pbkdf2-hmac-sha256 or
/// pbkdf2-hmac-sha512.
/// @param params the salt, 8 to 64 random bytes, better 16, and the costs. If all costs are 0, they are those that
/// OWASP recommends (2023): argon2id m = 19456, t = 2, p = 1; scrypt n = 131072, r = 8, p = 1; 210000 iterations with
/// SHA-512, 600000 with SHA-256. The other functions have no such default.
/// @param stored receives the string and a NUL.
/// @param stored_len length of `stored` in bytes; ASTRAGAL_PASSWORD_STRING_MAX is always enough.
/// @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for parameters out of range or `stored` too short;
/// ASTRAGAL_ERR_MEMORY if the memory cannot be had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_hash(
    alg: *const Alg,
    password: *const u8,
    password_len: usize,
    params: *const KdfParams,
    stored: *mut c_char,
    stored_len: usize,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        let password = input("the password", password, password_len)?;
        let params = KdfParams::given(params)?;
        check("the stored string", stored.cast_const().cast(), stored_len)?;
        let scheme = known(alg)?.kdf()?.password_scheme(&params)?;
        let mut string = kdf::hash_password(password, params.salt.unwrap_or_default(), &scheme)?;
        string.push('\0');
        if stored_len < string.len() {
            let (what, needed) = ("the stored string", string.len());
            return Err(Mistake::Buffer { what, given: stored_len, needed });
        }
        give(stored.cast(), string.as_bytes())
    })
}

/// Compares a password with a stored PHC string, in constant time.
///
/// @param stored a string of astragal_password_hash() or another library, with NUL at its end.
/// @param policy limits on what `stored` may ask for; NULL means 2 GiB and 16777216 steps.
/// @return ASTRAGAL_OK if it is the password that was hashed, ASTRAGAL_INVALID if not; ASTRAGAL_ERR_PARAMETER if
/// `stored` is not a password hash of a known scheme, or asks for more than the policy allows; ASTRAGAL_ERR_MEMORY if
/// the memory cannot be had.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_verify(
    password: *const u8,
    password_len: usize,
    stored: *const c_char,
    policy: *const PasswordPolicy,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        let password = input("the password", password, password_len)?;
        Ok(kdf::verify_password(password, text(stored)?, &policy_of(policy)?)?)
    })
}

/// Whether a stored PHC string has another scheme or other costs than astragal_password_hash() would use now: then
/// hash the password anew at the next login.
///
/// @param params the costs, as for astragal_password_hash(); the salt is not read.
/// @param needs_rehash receives 1 or 0.
/// @return ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a known scheme.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_needs_rehash(
    stored: *const c_char,
    alg: *const Alg,
    params: *const KdfParams,
    needs_rehash: *mut c_int,
) -> c_int {
    // SAFETY: the caller's promise.
    guard_keyed(|| unsafe {
        if needs_rehash.is_null() {
            return Err(Mistake::Null("the place for the answer"));
        }
        let params = if params.is_null() { Costs::default() } else { KdfParams::given(params)? };
        let scheme = known(alg)?.kdf()?.password_scheme(&params)?;
        needs_rehash.write(kdf::needs_rehash(text(stored)?, &scheme)?.into());
        Ok(())
    })
}

/// # Safety
/// Unless it is NULL, `policy` is valid for reads of the size that its first member says.
unsafe fn policy_of(policy: *const PasswordPolicy) -> Result<Policy, Mistake> {
    if policy.is_null() {
        return Ok(Policy::default());
    }
    // SAFETY: the first member is there in every version of the structure.
    let (given, known) = unsafe { (policy.cast::<usize>().read(), size_of::<PasswordPolicy>()) };
    if given != known {
        return Err(Mistake::Params { given, known });
    }
    // SAFETY: it has the size of this version.
    let &PasswordPolicy { memory_limit, steps, .. } = unsafe { &*policy };
    Ok(Policy { memory_bytes: memory_limit, steps })
}

/// # Safety
/// Unless it is NULL, `string` is a C string.
unsafe fn text<'a>(string: *const c_char) -> Result<&'a str, Mistake> {
    if string.is_null() {
        return Err(Mistake::Null("the stored string"));
    }
    // SAFETY: the caller's promise.
    let string = unsafe { CStr::from_ptr(string) };
    string.to_str().map_err(|_| Mistake::Password(PasswordError::Format("it is not ASCII")))
}
