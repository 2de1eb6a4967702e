//! Password storage with PHC strings.

use core::ffi::{CStr, c_char, c_int};

use astragal::kdf::{self, PasswordError, PasswordPolicy as Policy};
use astragal::registry::KdfParams as RegistryParams;

use super::kdf::KdfParams;
use crate::alg::{Alg, from_handle};
use crate::buffers::{check, input, write_output};
use crate::error::Error;
use crate::guard::guard_with_stack_wipe;

/// Upper limit for the size in bytes of a string from astragal_password_hash(), including the terminating NUL.
pub const PASSWORD_STRING_MAX: usize = 256;

/// Limits on the cost of a stored password hash. In C:
/// `astragal_password_policy policy = {.size = sizeof policy, .memory_limit = 1 << 30, .steps = 1 << 24};`
#[repr(C)]
#[derive(Debug)]
pub struct PasswordPolicy {
    /// Size of this structure, sizeof(astragal_password_policy). The size tells the library which version of the
    /// structure it received.
    pub size: usize,
    /// Maximum memory in bytes that verification may use.
    pub memory_limit: u64,
    /// Maximum number of steps: m * t for Argon2, n * r * p for scrypt, iterations for PBKDF2. A step takes about one
    /// microsecond.
    pub steps: u64,
}

/// Hashes a password for storage as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` with a 32-byte hash.
/// Store the string; astragal_password_verify() reads all parameters from it.
///
/// @param alg handle of the kind ASTRAGAL_KDF: argon2id, argon2i, argon2d, scrypt, pbkdf2-hmac-sha1, pbkdf2-hmac-sha256
/// or pbkdf2-hmac-sha512.
/// @param params salt and costs; must not be NULL. The salt is 8 to 64 random bytes; 16 are recommended. If all costs
/// are 0, the function uses the costs that OWASP recommended in 2023. argon2id: m = 19456, t = 2, p = 1. scrypt: n =
/// 131072, r = 8, p = 1. PBKDF2: 600000 iterations with SHA-256, 210000 with SHA-512. The other functions have no
/// default costs.
/// @param stored receives the string and a NUL.
/// @param stored_len size of `stored` in bytes; ASTRAGAL_PASSWORD_STRING_MAX always suffices.
/// @retval ASTRAGAL_ERR_PARAMETER if a parameter is missing, not accepted or out of range.
/// @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter, or if `stored` is too short.
/// @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_hash(
    alg: *const Alg,
    password: *const u8,
    password_len: usize,
    params: *const KdfParams,
    stored: *mut c_char,
    stored_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let password = input("password", password, password_len)?;
        let params = KdfParams::parse(params)?;
        check("stored string", stored.cast_const().cast(), stored_len)?;
        let scheme = from_handle(alg)?.kdf()?.password_scheme(&params)?;
        let mut string = kdf::hash_password(password, params.salt.unwrap_or_default(), &scheme)?;
        string.push('\0');
        if stored_len < string.len() {
            let (what, needed) = ("stored string", string.len());
            return Err(Error::BufferLength { what, given: stored_len, needed });
        }
        write_output(stored.cast(), string.as_bytes())
    })
}

/// Verifies a password against a stored PHC string in constant time.
///
/// @param stored NUL-terminated PHC string from astragal_password_hash() or another library.
/// @param policy limits on the cost of `stored`; NULL means 2 GiB and 16777216 steps.
/// @retval ASTRAGAL_OK if the password matches.
/// @retval ASTRAGAL_INVALID if the password does not match.
/// @retval ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a supported scheme, or if its cost exceeds the
/// policy.
/// @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_verify(
    password: *const u8,
    password_len: usize,
    stored: *const c_char,
    policy: *const PasswordPolicy,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        let password = input("password", password, password_len)?;
        Ok(kdf::verify_password(password, text(stored)?, &policy_of(policy)?)?)
    })
}

/// Checks whether the scheme or the costs of a stored PHC string differ from those that astragal_password_hash() would
/// use now. If they differ, hash the password again at the next login.
///
/// @param params costs, as for astragal_password_hash(); the salt is ignored. NULL means the default costs.
/// @param needs_rehash receives 1 if the scheme or the costs differ, otherwise 0.
/// @retval ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a supported scheme, or if a cost is out of
/// range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_password_needs_rehash(
    stored: *const c_char,
    alg: *const Alg,
    params: *const KdfParams,
    needs_rehash: *mut c_int,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard_with_stack_wipe(|| unsafe {
        if needs_rehash.is_null() {
            return Err(Error::Null("pointer to the answer"));
        }
        let params =
            if params.is_null() { RegistryParams::default() } else { KdfParams::parse(params)? };
        let scheme = from_handle(alg)?.kdf()?.password_scheme(&params)?;
        needs_rehash.write(kdf::needs_rehash(text(stored)?, &scheme)?.into());
        Ok(())
    })
}

/// Converts the C structure to a policy. If the pointer is NULL, returns the default policy.
///
/// # Safety
/// `policy` must be NULL or valid for reads of the size in its first member.
unsafe fn policy_of(policy: *const PasswordPolicy) -> Result<Policy, Error> {
    if policy.is_null() {
        return Ok(Policy::default());
    }
    // SAFETY: in every version of the structure, the first member is `size`.
    let (given, known) = unsafe { (policy.cast::<usize>().read(), size_of::<PasswordPolicy>()) };
    if given != known {
        return Err(Error::StructSize { given, known });
    }
    // SAFETY: the structure has the size of `PasswordPolicy`, as checked above.
    let &PasswordPolicy { memory_limit, steps, .. } = unsafe { &*policy };
    Ok(Policy { memory_bytes: memory_limit, steps })
}

/// Returns a C string as UTF-8 text.
///
/// # Safety
/// `string` must be NULL or a C string.
unsafe fn text<'a>(string: *const c_char) -> Result<&'a str, Error> {
    if string.is_null() {
        return Err(Error::Null("stored string"));
    }
    // SAFETY: the caller upholds this function's contract.
    let string = unsafe { CStr::from_ptr(string) };
    string.to_str().map_err(|_| Error::Password(PasswordError::Format("it is not ASCII")))
}
