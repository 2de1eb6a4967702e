//! Key derivation: by name with a structure of parameters, and the four that everybody knows.

use alloc::vec::Vec;
use core::ffi::{c_int, c_void};
use core::ops::ControlFlow;

use astragal::kdf::{Progress, Work};
use astragal::registry::{self, HashRow, HkdfStep, KdfParams as Given, KdfRow};
use zeroize::Zeroizing;

use crate::alg::{Alg, known};
use crate::bytes::{check, give, input};
use crate::code::Mistake;
use crate::guard::guard;

/// Step of HKDF: from a secret to the pseudorandom key, which is as long as a digest.
pub const HKDF_EXTRACT: u32 = 1;
/// Step of HKDF: from a pseudorandom key to a key; there is no salt then.
pub const HKDF_EXPAND: u32 = 2;

/// Parameters of key derivation. Set `size` and what the function takes; what is 0 or NULL is not given. In C:
/// `astragal_kdf_params params = {.size = sizeof params, .salt = s, .salt_len = n, .t = 3, .m = 65536, .p = 1};`
///
/// Argon2 needs salt, m, t and p, and takes secret, associated_data and version; scrypt needs salt, n, r and p;
/// PBKDF2 salt and iterations; HKDF takes salt and info; KBKDF label and info. A parameter that the function
/// lacks or does not take is an error.
#[repr(C)]
#[derive(Debug)]
pub struct KdfParams {
    /// sizeof(astragal_kdf_params): tells the library which members your header knew.
    pub size: usize,
    /// The salt. Non-NULL with length 0 is the empty salt, NULL is none.
    pub salt: *const u8,
    /// Its length in bytes.
    pub salt_len: usize,
    /// HKDF's info; KBKDF's context.
    pub info: *const u8,
    /// Its length in bytes.
    pub info_len: usize,
    /// KBKDF's label.
    pub label: *const u8,
    /// Its length in bytes.
    pub label_len: usize,
    /// Argon2's secret K ("pepper").
    pub secret: *const u8,
    /// Its length in bytes.
    pub secret_len: usize,
    /// Argon2's associated data X.
    pub associated_data: *const u8,
    /// Its length in bytes.
    pub associated_data_len: usize,
    /// Called some times a second with the work done so far, on the calling thread; if it returns anything but 0
    /// the derivation is cancelled. May be NULL.
    pub progress:
        Option<unsafe extern "C" fn(context: *mut c_void, done: u64, total: u64) -> c_int>,
    /// What `progress` is given.
    pub progress_context: *mut c_void,
    /// scrypt's cost N, a power of two.
    pub n: u64,
    /// The most memory in bytes that Argon2 or scrypt may take; 0 sets no limit.
    pub memory_limit: u64,
    /// PBKDF2's iterations.
    pub iterations: u32,
    /// scrypt's block size r.
    pub r: u32,
    /// scrypt's parallelization, Argon2's lanes.
    pub p: u32,
    /// Argon2's memory in KiB.
    pub m: u32,
    /// Argon2's passes.
    pub t: u32,
    /// Argon2's version, 16 or 19; by default 19.
    pub version: u32,
    /// Not 0: Argon2 takes a salt of less than 8 bytes, too.
    pub allow_short_salt: u16,
    /// Not 0: Argon2's and scrypt's lanes run on the calling thread alone, not on several cores.
    pub one_thread: u16,
    /// The steps of HKDF to take: 0 for both, ASTRAGAL_HKDF_EXTRACT or ASTRAGAL_HKDF_EXPAND.
    pub hkdf_step: u32,
}

/// A structure of this size ends with its last member.
const _: () = assert!(
    size_of::<KdfParams>() == core::mem::offset_of!(KdfParams, hkdf_step) + size_of::<u32>()
);

/// Derives a key by any function of the library: "argon2id", "scrypt", "pbkdf2-hmac-sha256", "hkdf-sha256",
/// "kbkdf-hmac-sha512", "kbkdf-cmac-aes-128".
///
/// @param alg of the kind ASTRAGAL_KDF.
/// @param secret the password, or the key to derive from.
/// @param key receives key_len bytes, also where an input lies.
/// @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for parameters out of range, before any work;
/// ASTRAGAL_ERR_MEMORY if the memory that they ask for cannot be had; ASTRAGAL_ERR_CANCELLED.
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
        let row = known(alg)?.kdf()?;
        // SAFETY: the caller's promise.
        unsafe {
            let given = KdfParams::given(params)?;
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

/// Argon2id (RFC 9106), version 1.3, the first choice for passwords: t passes over m KiB of memory in p lanes, as
/// 3, 65536 and 4 (RFC 9106 section 4).
///
/// @param salt of at least 8 bytes, better 16.
/// @param key receives key_len bytes, at least 4.
/// @return ASTRAGAL_ERR_MEMORY if the memory cannot be had.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let given = Given::default().salt(input("the salt", salt, salt_len)?).t(t).m(m).p(p);
        derive(
            named("argon2id", "")?,
            (password, password_len),
            &given,
            (key, key_len),
            &mut Work::default(),
        )
    })
}

/// scrypt (RFC 7914) with HMAC-SHA-256: 128 * n * r bytes of memory for each of p lanes.
///
/// @param n the cost N, a power of two.
/// @param r the block size r, usually 8.
/// @param p the parallelization p, usually 1.
/// @return ASTRAGAL_ERR_MEMORY if the memory cannot be had.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let given = Given::default().salt(input("the salt", salt, salt_len)?).n(n).r(r).p(p);
        derive(
            named("scrypt", "")?,
            (password, password_len),
            &given,
            (key, key_len),
            &mut Work::default(),
        )
    })
}

/// PBKDF2 (RFC 8018 section 5.2) with HMAC over a hash.
///
/// @param hash of the kind ASTRAGAL_HASH, as astragal_find(ASTRAGAL_HASH, "sha256").
/// @param iterations at least 1; a password wants hundreds of thousands.
/// @return ASTRAGAL_ERR_PARAMETER for a hash that has no HMAC.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let row = over("pbkdf2-hmac-", known(hash)?.hash()?)?;
        let salt = input("the salt", salt, salt_len)?;
        let given = Given::default().salt(salt).iterations(iterations);
        derive(row, (password, password_len), &given, (key, key_len), &mut Work::default())
    })
}

/// HKDF (RFC 5869), extract and expand, with HMAC over a hash. For keys, not for passwords.
///
/// @param hash of the kind ASTRAGAL_HASH, as astragal_find(ASTRAGAL_HASH, "sha256").
/// @param secret the input keying material.
/// @param salt NULL with length 0 for none.
/// @param info NULL with length 0 for none.
/// @param key receives key_len bytes, at most 255 digests.
/// @return ASTRAGAL_ERR_PARAMETER for a hash that has no HMAC.
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
    // SAFETY: the caller's promise.
    guard(|| unsafe {
        let row = over("hkdf-", known(hash)?.hash()?)?;
        let salt = input("the salt", salt, salt_len)?;
        let given = Given::default().salt(salt).info(input("the info", info, info_len)?);
        derive(row, (secret, secret_len), &given, (key, key_len), &mut Work::default())
    })
}

impl KdfParams {
    /// # Safety
    /// Unless it is NULL, `params` points to a structure of the size that its first member says, and each string in
    /// it is valid for reads of its length.
    pub(super) unsafe fn given<'a>(params: *const Self) -> Result<Given<'a>, Mistake> {
        if params.is_null() {
            return Err(Mistake::Null("the parameters"));
        }
        // SAFETY: the first member is there in every version of the structure.
        let (given, known) = (unsafe { params.cast::<usize>().read() }, size_of::<Self>());
        if given != known {
            return Err(Mistake::Params { given, known });
        }
        // SAFETY: it has the size of this version; the rest is the caller's promise.
        unsafe { (*params).read() }
    }

    /// # Safety
    /// Each string in it is valid for reads of its length.
    unsafe fn read<'a>(&self) -> Result<Given<'a>, Mistake> {
        let string = |what, start: *const u8, length| {
            // SAFETY: the caller's promise.
            let string = unsafe { input(what, start, length)? };
            Ok::<_, Mistake>((!start.is_null()).then_some(string))
        };
        let number = |value: u32| (value != 0).then_some(value);
        let mut params = Given::default();
        params.salt = string("the salt", self.salt, self.salt_len)?;
        params.info = string("the info", self.info, self.info_len)?;
        params.label = string("the label", self.label, self.label_len)?;
        params.secret = string("the secret", self.secret, self.secret_len)?;
        params.associated_data =
            string("the associated data", self.associated_data, self.associated_data_len)?;
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
                return Err(Mistake::NoChoice { what: "step of HKDF", given });
            }
        };
        Ok(params)
    }

    fn watch(&self, Progress { done, total }: Progress) -> ControlFlow<()> {
        let Some(progress) = self.progress else { return ControlFlow::Continue(()) };
        // SAFETY: the caller gives a function that takes the caller's context.
        match unsafe { progress(self.progress_context, done, total) } {
            0 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// # Safety
/// `secret` is valid for reads of its length, `key` for writes of its own.
unsafe fn derive(
    row: &'static KdfRow,
    (secret, secret_len): (*const u8, usize),
    params: &Given<'_>,
    (key, key_len): (*mut u8, usize),
    work: &mut Work<'_>,
) -> Result<(), Mistake> {
    check("the key", key, key_len)?;
    // SAFETY: the caller's promise.
    let secret = unsafe { input("the secret", secret, secret_len)? };
    // The key may go where the secret or the salt lies, which are read to the end.
    let mut derived = Zeroizing::new(Vec::new());
    derived.try_reserve_exact(key_len).map_err(|_| Mistake::Memory)?;
    derived.resize(key_len, 0);
    row.derive(secret, params, &mut derived, work)?;
    // SAFETY: the caller's promise.
    unsafe { give(key, &derived) }
}

/// The function that a rule makes of a hash.
fn over(rule: &'static str, hash: &HashRow) -> Result<&'static KdfRow, Mistake> {
    named(rule, hash.name).map_err(|_| {
        let what = "HMAC, nor what stands on it";
        Mistake::Parameter(astragal::error::ParameterError::NotTaken { algorithm: hash.name, what })
    })
}

/// The row of a name in two parts, put together without an allocation.
fn named(start: &str, end: &str) -> Result<&'static KdfRow, Mistake> {
    let mut name = [0; registry::LONGEST_NAME];
    let length = start.len() + end.len();
    let room = name.get_mut(..length).ok_or(Mistake::Internal)?;
    room[..start.len()].copy_from_slice(start.as_bytes());
    room[start.len()..].copy_from_slice(end.as_bytes());
    let name = core::str::from_utf8(room).map_err(|_| Mistake::Internal)?;
    registry::kdf(name).map_err(Mistake::unknown_name)
}
