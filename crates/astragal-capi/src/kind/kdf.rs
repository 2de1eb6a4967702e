//! Key derivation. One function derives a key with any KDF that is looked up by name. It takes the parameters in a
//! structure. Four more functions derive a key with one common KDF each. They take the parameters as arguments.

use core::ffi::{c_int, c_void};
use core::ops::ControlFlow;

use astragal::kdf::{Progress, Work};
use astragal::registry::{self, HashRow, HkdfStep, KdfParams as RegistryParams, KdfRow};

use crate::alg::{Alg, from_handle};
use crate::buffers::{check, input, write_output, zeroed};
use crate::error::Error;
use crate::guard::guard;

/// HKDF-Extract only: computes a pseudorandom key, which is as long as the digest, from input keying material.
pub const HKDF_EXTRACT: u32 = 1;
/// HKDF-Expand only: computes output keying material from a pseudorandom key, without a salt.
pub const HKDF_EXPAND: u32 = 2;

/// Parameters of key derivation. Set `size` and the parameters that the function needs; a member that is 0 or NULL
/// counts as unset. In C:
/// `astragal_kdf_params params = {.size = sizeof params, .salt = s, .salt_len = n, .t = 3, .m = 65536, .p = 1};`
///
/// Argon2 needs salt, m, t and p, and accepts secret, associated_data and version. scrypt needs salt, n, r and p.
/// PBKDF2 needs salt and iterations. HKDF accepts salt and info. KBKDF accepts label and info. A missing parameter is
/// an error. A parameter that the function does not accept is also an error.
#[repr(C)]
#[derive(Debug)]
pub struct KdfParams {
    /// Size of this structure, sizeof(astragal_kdf_params). The size tells the library which version of the structure
    /// it received.
    pub size: usize,
    /// Salt. NULL means no salt; any other pointer with `salt_len` 0 means an empty salt.
    pub salt: *const u8,
    /// Length of `salt` in bytes.
    pub salt_len: usize,
    /// Context information: the info of HKDF, or the context of KBKDF.
    pub info: *const u8,
    /// Length of `info` in bytes.
    pub info_len: usize,
    /// Label of KBKDF.
    pub label: *const u8,
    /// Length of `label` in bytes.
    pub label_len: usize,
    /// Secret K of Argon2 ("pepper").
    pub secret: *const u8,
    /// Length of `secret` in bytes.
    pub secret_len: usize,
    /// Associated data X of Argon2.
    pub associated_data: *const u8,
    /// Length of `associated_data` in bytes.
    pub associated_data_len: usize,
    /// Progress callback, or NULL. The library calls it several times per second on the calling thread, with the work
    /// done so far and the total work. A return value other than 0 cancels the derivation.
    pub progress:
        Option<unsafe extern "C" fn(context: *mut c_void, done: u64, total: u64) -> c_int>,
    /// Pointer that the library passes to `progress`.
    pub progress_context: *mut c_void,
    /// Cost N of scrypt, a power of two.
    pub n: u64,
    /// Maximum memory in bytes that Argon2 or scrypt may allocate; 0 means no limit.
    pub memory_limit: u64,
    /// Iterations of PBKDF2.
    pub iterations: u32,
    /// Block size r of scrypt.
    pub r: u32,
    /// Parallelization p of scrypt; number of lanes of Argon2.
    pub p: u32,
    /// Memory of Argon2 in KiB.
    pub m: u32,
    /// Passes of Argon2.
    pub t: u32,
    /// Version of Argon2, 16 or 19; default 19.
    pub version: u32,
    /// If this is not 0, Argon2 accepts a salt shorter than 8 bytes.
    pub allow_short_salt: u16,
    /// If this is not 0, Argon2 computes all lanes on the calling thread. scrypt always uses the calling thread only.
    pub one_thread: u16,
    /// HKDF step to perform: ASTRAGAL_HKDF_EXTRACT, ASTRAGAL_HKDF_EXPAND, or 0 for both.
    pub hkdf_step: u32,
}

/// Checks that the structure has no padding after its last member.
const _: () = assert!(
    size_of::<KdfParams>() == core::mem::offset_of!(KdfParams, hkdf_step) + size_of::<u32>()
);

/// Derives a key with any KDF of the library, such as "argon2id", "scrypt", "pbkdf2-hmac-sha256", "hkdf-sha256",
/// "kbkdf-hmac-sha512" or "kbkdf-cmac-aes-128". Checks all parameters before it starts to derive.
///
/// @param alg handle of the kind ASTRAGAL_KDF.
/// @param secret password, or key to derive from.
/// @param params parameters of the function; must not be NULL.
/// @param key receives key_len bytes; may overlap an input.
/// @retval ASTRAGAL_ERR_PARAMETER if a parameter is missing, not accepted or out of range.
/// @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter or of the key.
/// @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
/// @retval ASTRAGAL_ERR_CANCELLED if the callback cancelled the derivation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_kdf(
    alg: *const Alg,
    secret: *const u8,
    secret_len: usize,
    params: *const KdfParams,
    key: *mut u8,
    key_len: usize,
) -> c_int {
    guard(|| {
        let row = from_handle(alg)?.kdf()?;
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe {
            let given = KdfParams::parse(params)?;
            let params = &*params;
            let mut watch = |progress| params.watch(progress);
            let mut work = Work::default();
            if params.progress.is_some() {
                work = work.watched_by(&mut watch);
            }
            if params.one_thread != 0 {
                work = work.on_one_core();
            }
            derive(row, (secret, secret_len), &given, (key, key_len), &mut work)
        }
    })
}

/// Derives a key with Argon2id version 1.3 (RFC 9106), the recommended function for passwords. RFC 9106 section 4
/// recommends t = 3, m = 65536, p = 4.
///
/// @param salt at least 8 bytes; 16 are recommended.
/// @param t number of passes.
/// @param m memory in KiB.
/// @param p number of lanes.
/// @param key receives key_len bytes, at least 4.
/// @retval ASTRAGAL_ERR_PARAMETER if `t`, `m` or `p` is out of range.
/// @retval ASTRAGAL_ERR_LENGTH if the length of the password, salt or key is out of range.
/// @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_argon2id(
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    t: u32,
    m: u32,
    p: u32,
    key: *mut u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let given = RegistryParams::default().salt(input("salt", salt, salt_len)?).t(t).m(m).p(p);
        derive(
            kdf_by_name("argon2id", "")?,
            (password, password_len),
            &given,
            (key, key_len),
            &mut Work::default(),
        )
    })
}

/// Derives a key with scrypt (RFC 7914) and HMAC-SHA-256. Needs 128 * n * r bytes of memory for each of p lanes.
///
/// @param n cost N, a power of two.
/// @param r block size r, usually 8.
/// @param p parallelization p, usually 1.
/// @param key receives key_len bytes.
/// @retval ASTRAGAL_ERR_PARAMETER if `n`, `r` or `p` is out of range.
/// @retval ASTRAGAL_ERR_LENGTH if the length of the password, salt or key is out of range.
/// @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_scrypt(
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    n: u64,
    r: u32,
    p: u32,
    key: *mut u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let given = RegistryParams::default().salt(input("salt", salt, salt_len)?).n(n).r(r).p(p);
        derive(
            kdf_by_name("scrypt", "")?,
            (password, password_len),
            &given,
            (key, key_len),
            &mut Work::default(),
        )
    })
}

/// Derives a key with PBKDF2 (RFC 8018 section 5.2) and HMAC.
///
/// @param hash handle of the kind ASTRAGAL_HASH, such as astragal_find(ASTRAGAL_HASH, "sha256").
/// @param iterations at least 1; hundreds of thousands for a password.
/// @param key receives key_len bytes.
/// @retval ASTRAGAL_ERR_PARAMETER if the hash function has no HMAC, or if `iterations` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_pbkdf2(
    hash: *const Alg,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    iterations: u32,
    key: *mut u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let row = kdf_over("pbkdf2-hmac-", from_handle(hash)?.hash()?)?;
        let salt = input("salt", salt, salt_len)?;
        let given = RegistryParams::default().salt(salt).iterations(iterations);
        derive(row, (password, password_len), &given, (key, key_len), &mut Work::default())
    })
}

/// Derives a key from another key with HKDF (RFC 5869), which extracts and then expands with HMAC. Do not use it for
/// passwords.
///
/// @param hash handle of the kind ASTRAGAL_HASH, such as astragal_find(ASTRAGAL_HASH, "sha256").
/// @param secret input keying material.
/// @param salt salt; NULL with length 0 for none.
/// @param info context information; NULL with length 0 for none.
/// @param key receives key_len bytes, at most 255 times the length of the digest.
/// @retval ASTRAGAL_ERR_PARAMETER if the hash function has no HMAC.
/// @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds 255 times the length of the digest.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hkdf(
    hash: *const Alg,
    secret: *const u8,
    secret_len: usize,
    salt: *const u8,
    salt_len: usize,
    info: *const u8,
    info_len: usize,
    key: *mut u8,
    key_len: usize,
) -> c_int {
    // SAFETY: the C caller upholds the contract stated in astragal.h.
    guard(|| unsafe {
        let row = kdf_over("hkdf-", from_handle(hash)?.hash()?)?;
        let salt = input("salt", salt, salt_len)?;
        let given = RegistryParams::default().salt(salt).info(input("info", info, info_len)?);
        derive(row, (secret, secret_len), &given, (key, key_len), &mut Work::default())
    })
}

impl KdfParams {
    /// Converts the C structure to the parameters of the registry.
    ///
    /// # Safety
    /// `params` must be NULL or point to a structure whose first member is the structure's size in bytes. Each string
    /// in the structure must be valid for reads of its length.
    pub(super) unsafe fn parse<'a>(params: *const Self) -> Result<RegistryParams<'a>, Error> {
        if params.is_null() {
            return Err(Error::Null("pointer to the parameters"));
        }
        // SAFETY: every version of the structure has `size` as its first member.
        let (given, known) = (unsafe { params.cast::<usize>().read() }, size_of::<Self>());
        if given != known {
            return Err(Error::StructSize { given, known });
        }
        // SAFETY: the structure has the size that this version of the library expects, as checked above; the caller
        // upholds the rest of this function's contract.
        unsafe { (*params).read() }
    }

    /// Converts the members to the registry's parameters. Members that an older caller's structure lacks must already
    /// have their default values.
    ///
    /// # Safety
    /// Each string in the structure must be valid for reads of its length.
    unsafe fn read<'a>(&self) -> Result<RegistryParams<'a>, Error> {
        let string = |what, start: *const u8, length| {
            // SAFETY: the caller upholds this function's contract.
            let string = unsafe { input(what, start, length)? };
            Ok::<_, Error>((!start.is_null()).then_some(string))
        };
        let number = |value: u32| (value != 0).then_some(value);
        let mut params = RegistryParams::default();
        params.salt = string("salt", self.salt, self.salt_len)?;
        params.info = string("info", self.info, self.info_len)?;
        params.label = string("label", self.label, self.label_len)?;
        params.secret = string("secret", self.secret, self.secret_len)?;
        params.associated_data =
            string("associated data", self.associated_data, self.associated_data_len)?;
        params.iterations = number(self.iterations);
        params.n = (self.n != 0).then_some(self.n);
        params.r = number(self.r);
        params.p = number(self.p);
        params.m = number(self.m);
        params.t = number(self.t);
        params.version = number(self.version);
        params.allow_short_salt = self.allow_short_salt != 0;
        params.memory_limit = (self.memory_limit != 0).then_some(self.memory_limit);
        params.step = match self.hkdf_step {
            0 => HkdfStep::ExtractAndExpand,
            HKDF_EXTRACT => HkdfStep::Extract,
            HKDF_EXPAND => HkdfStep::Expand,
            given => {
                let given = c_int::try_from(given).unwrap_or(c_int::MAX);
                return Err(Error::InvalidChoice {
                    what: "hkdf_step",
                    given,
                    allowed: "0, ASTRAGAL_HKDF_EXTRACT or ASTRAGAL_HKDF_EXPAND",
                });
            }
        };
        Ok(params)
    }

    fn watch(&self, Progress { done, total }: Progress) -> ControlFlow<()> {
        let Some(progress) = self.progress else { return ControlFlow::Continue(()) };
        // SAFETY: the contract in astragal.h requires a function that accepts the context.
        match unsafe { progress(self.progress_context, done, total) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// Derives a key and writes it to `key`.
///
/// # Safety
/// `secret` must be valid for reads of its length, and `key` for writes of its length.
unsafe fn derive(
    row: &'static KdfRow,
    (secret, secret_len): (*const u8, usize),
    params: &RegistryParams<'_>,
    (key, key_len): (*mut u8, usize),
    work: &mut Work<'_>,
) -> Result<(), Error> {
    check("key", key, key_len)?;
    // SAFETY: the caller upholds this function's contract.
    let secret = unsafe { input("secret", secret, secret_len)? };
    // The key may overlap the secret or the salt, so it is derived in a separate buffer.
    let mut derived = zeroed(key_len)?;
    row.derive(secret, params, &mut derived, work)?;
    // SAFETY: the caller upholds this function's contract.
    unsafe { write_output(key, &derived) }
}

/// Looks up a KDF that is built on a hash function. `rule` is the prefix of the KDF's name: "hkdf-" and SHA-256 give
/// "hkdf-sha256".
fn kdf_over(rule: &'static str, hash: &HashRow) -> Result<&'static KdfRow, Error> {
    kdf_by_name(rule, hash.name).map_err(|_| {
        let what = "HMAC";
        Error::Parameter(astragal::error::ParameterError::NotTaken { algorithm: hash.name, what })
    })
}

/// Looks up a KDF whose name is `start` followed by `end`, such as "hkdf-" and "sha256". Does not allocate.
fn kdf_by_name(start: &str, end: &str) -> Result<&'static KdfRow, Error> {
    let mut name = [0; registry::LONGEST_NAME];
    let length = start.len() + end.len();
    let name_bytes = name.get_mut(..length).ok_or(Error::Internal)?;
    name_bytes[..start.len()].copy_from_slice(start.as_bytes());
    name_bytes[start.len()..].copy_from_slice(end.as_bytes());
    let name = core::str::from_utf8(name_bytes).map_err(|_| Error::Internal)?;
    registry::kdf(name).map_err(Error::unknown_name)
}
