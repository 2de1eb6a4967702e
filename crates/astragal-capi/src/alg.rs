//! Static algorithm handles. Each handle points to one entry of the registry (the library's list of algorithms) and
//! holds the algorithm's names as C strings.

mod table;

use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use astragal::error::Allowed;
use astragal::registry::{
    AeadRow, Algorithm, CipherMode, CipherRow, HashRow, KdfRow, KeyWrapRow, MacRow, Sizes, Status,
    Timing, XofRow,
};

use crate::error::Error;
use crate::guard::{guard, guard_find, guard_or};
pub(crate) use table::from_handle;
use table::{Entry, of_kind};

/// Kind of algorithm: hash function with a digest of fixed length.
pub const HASH: c_int = 1;
/// Kind of algorithm: extendable-output function, or hash function with selectable output length.
pub const XOF: c_int = 2;
/// Kind of algorithm: message authentication code (MAC).
pub const MAC: c_int = 3;
/// Kind of algorithm: authenticated encryption with associated data (AEAD).
pub const AEAD: c_int = 4;
/// Kind of algorithm: block cipher for single blocks.
pub const CIPHER: c_int = 5;
/// Kind of algorithm: block cipher mode or stream cipher without authentication, such as "aes-256-ctr" or "chacha20".
pub const MODE: c_int = 6;
/// Kind of algorithm: key derivation function (KDF).
pub const KDF: c_int = 7;
/// Kind of algorithm: keyed extendable-output function, such as KMACXOF, Ascon-PRF and BLAKE3. The key is one of its
/// parameters.
pub const KEYED_XOF: c_int = 8;
/// Kind of algorithm: key wrapping, such as "aes-256-kw".
pub const KEY_WRAP: c_int = 9;

/// Property: length in bytes of the digest or tag; for an XOF, the output length that gives full collision resistance.
pub const OUTPUT_LEN: c_int = 1;
/// Property: block length in bytes. For a hash function, the length to which HMAC pads its key; for an XOF, the rate.
pub const BLOCK_LEN: c_int = 2;
/// Property: minimum key length in bytes.
pub const KEY_LEN_MIN: c_int = 3;
/// Property: maximum key length in bytes; SIZE_MAX if there is no limit.
pub const KEY_LEN_MAX: c_int = 4;
/// Property: length of the nonce or IV in bytes. If several lengths are allowed, the most common length.
pub const NONCE_LEN: c_int = 5;
/// Property: timing behaviour of the active backend, one of ASTRAGAL_CONSTANT_TIME, ASTRAGAL_TABLE_BASED and
/// ASTRAGAL_DATA_DEPENDENT. This says whether the run time depends on secret data.
pub const TIMING: c_int = 6;
/// Property: security status, one of ASTRAGAL_RECOMMENDED, ASTRAGAL_ACCEPTABLE, ASTRAGAL_LEGACY, ASTRAGAL_BROKEN and
/// ASTRAGAL_NOT_CRYPTOGRAPHIC.
pub const STATUS: c_int = 7;
/// Property: length of the tweak in bytes.
pub const TWEAK_LEN: c_int = 8;
/// Property of an AEAD: maximum message length in bytes with a nonce of ASTRAGAL_NONCE_LEN bytes; SIZE_MAX if there is
/// no limit.
pub const MESSAGE_LEN_MAX: c_int = 9;
/// Property of an AEAD: base-2 logarithm of the maximum number of messages per key with random nonces. Up to this
/// number, the probability of a repeated nonce is below 2^-32.
pub const RANDOM_NONCES_LOG2: c_int = 10;
/// Property of an AEAD: base-2 logarithm of the maximum number of 16-byte messages per key if the nonce is a counter. A
/// longer message counts as several, one for every 16 bytes of plaintext. 64 means no limit.
pub const COUNTED_NONCES_LOG2: c_int = 11;
/// Property of an AEAD: 1 if no ciphertext is valid under two different keys, otherwise 0.
pub const COMMITS_TO_KEY: c_int = 12;
/// Property of an AEAD: 1 if a repeated nonce reveals plaintexts or allows forgeries; 0 if a repeated nonce only
/// reveals which messages are equal.
pub const NONCE_REUSE_IS_FATAL: c_int = 13;

/// Timing: no branch and no memory index depends on secret data.
pub const CONSTANT_TIME: usize = 0;
/// Timing: lookup tables are indexed by secret data, which can leak through the CPU cache.
pub const TABLE_BASED: usize = 1;
/// Timing: the algorithm itself uses rotations, multiplications or branches whose run time depends on the data.
pub const DATA_DEPENDENT: usize = 2;

/// Status: recommended for new designs.
pub const RECOMMENDED: usize = 0;
/// Status: no known weakness, but newer or better studied algorithms exist.
pub const ACCEPTABLE: usize = 1;
/// Status: for compatibility only.
pub const LEGACY: usize = 2;
/// Status: practical attacks exist.
pub const BROKEN: usize = 3;
/// Status: a checksum, which is not cryptographic. Anyone can construct a message with a given checksum.
pub const NOT_CRYPTOGRAPHIC: usize = 4;

/// Algorithm handle. Handles are static: they are never freed, and all threads get the same handle.
#[derive(Debug)]
pub struct Alg {
    entry: Entry,
    kind: c_int,
    name: CString,
    aliases: Vec<CString>,
    family: CString,
    standard: CString,
    status: Status,
    /// Cached size of an object in bytes; 0 if the size has not been computed yet.
    object_bytes: AtomicUsize,
}

/// Looks up an algorithm by name or alias. Case is ignored, and '/' and '_' are equivalent to '-'. Takes no lock. Store
/// the handle instead of looking it up for each message.
///
/// @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
/// ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP.
/// @param name such as "sha3-256", "Skein512/256", "aes-128-gcm", "cmac-sm4", "camellia-256-ctr" or "hkdf-sha256".
/// @return the handle, or NULL if the name is unknown. astragal_last_error() then suggests similar names. If the
/// program passes this NULL to another function as its handle, that function returns ASTRAGAL_ERR_NULL and keeps the
/// message.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_find(kind: c_int, name: *const c_char) -> *const Alg {
    guard_find(|| {
        if name.is_null() {
            return Err(Error::Null("name"));
        }
        // SAFETY: the contract in astragal.h requires a C string.
        let name = unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| Error::NotUtf8)?;
        Ok(ptr::from_ref(table::find(kind, name)?))
    })
}

/// Returns the number of algorithms of a kind; 0 for an unknown kind.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_alg_count(kind: c_int) -> usize {
    guard_or(0, || Ok(of_kind(kind)?.count()))
}

/// Returns an algorithm by its index in the list of all algorithms of a kind.
///
/// @param index from 0 to astragal_alg_count() - 1.
/// @return the handle, or NULL if the index is out of range.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_alg_at(kind: c_int, index: usize) -> *const Alg {
    guard_or(ptr::null(), || Ok(of_kind(kind)?.nth(index).map_or(ptr::null(), ptr::from_ref)))
}

/// Returns the kind of an algorithm.
///
/// @return ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
/// ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP; 0 if `alg` is not a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_kind(alg: *const Alg) -> c_int {
    guard_or(0, || Ok(from_handle(alg)?.kind))
}

/// Returns the canonical name, such as "sha3-256"; NULL if `alg` is not a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_name(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.name))
}

/// Returns an alias of the algorithm by its index.
///
/// @param index index of the alias, from 0.
/// @return the alias, or NULL if the index is out of range.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_alias(alg: *const Alg, index: usize) -> *const c_char {
    text(alg, |alg| alg.aliases.get(index))
}

/// Returns the name of the algorithm's family, such as "keccak"; NULL if `alg` is not a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_family(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.family))
}

/// Returns the defining standard and section in UTF-8, such as "FIPS 202 §6.1"; NULL if `alg` is not a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_standard(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.standard))
}

/// Returns the backend that the algorithm uses on this machine: "portable", "avx2", "avx512" and so on. The backend
/// respects the limit set by astragal_cpu_limit(). Returns NULL if `alg` is not a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_backend(alg: *const Alg) -> *const c_char {
    guard_or(ptr::null(), || {
        Ok(backend(from_handle(alg)?.entry.info().implementation().backend).as_ptr())
    })
}

/// Returns the name of a backend as a C string.
fn backend(name: &str) -> &'static CStr {
    const NAMES: [&CStr; 14] = [
        c"portable",
        c"avx512",
        c"avx2",
        c"gfni",
        c"vaes",
        c"ssse3",
        c"aes-ni",
        c"bmi",
        c"sha-ni",
        c"neon",
        c"arm-aes",
        c"arm-sha2",
        c"arm-sha3",
        c"simd128",
    ];
    let found = NAMES.into_iter().find(|known| known.to_bytes() == name.as_bytes());
    debug_assert!(found.is_some(), "backend {name} is missing in the list");
    found.unwrap_or(c"unknown")
}

fn text(
    alg: *const Alg,
    find: impl FnOnce(&'static Alg) -> Option<&'static CString>,
) -> *const c_char {
    guard_or(ptr::null(), || Ok(find(from_handle(alg)?).map_or(ptr::null(), |text| text.as_ptr())))
}

/// Returns a numeric property of an algorithm.
///
/// @param what ASTRAGAL_OUTPUT_LEN, ASTRAGAL_BLOCK_LEN, ASTRAGAL_KEY_LEN_MIN, ASTRAGAL_KEY_LEN_MAX, ASTRAGAL_NONCE_LEN,
/// ASTRAGAL_TWEAK_LEN, ASTRAGAL_TIMING or ASTRAGAL_STATUS; for an AEAD, also ASTRAGAL_MESSAGE_LEN_MAX,
/// ASTRAGAL_RANDOM_NONCES_LOG2, ASTRAGAL_COUNTED_NONCES_LOG2, ASTRAGAL_COMMITS_TO_KEY or ASTRAGAL_NONCE_REUSE_IS_FATAL.
/// @param out receives the property.
/// @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not have this property.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_get(alg: *const Alg, what: c_int, out: *mut usize) -> c_int {
    guard(|| {
        let alg = from_handle(alg)?;
        let missing = Error::NoProperty { algorithm: alg.name() };
        let property = alg.property(what).ok_or(missing)?;
        if out.is_null() {
            return Err(Error::Null("output"));
        }
        // SAFETY: `out` is not NULL, and the contract in astragal.h requires that it is valid for a write.
        unsafe { out.write(property) };
        Ok(())
    })
}

impl Alg {
    /// Returns the canonical name.
    pub(crate) fn name(&'static self) -> &'static str {
        match self.entry {
            Entry::Algorithm(row) => row.name,
            Entry::Mode(_) => self.name.to_str().unwrap_or_default(),
        }
    }

    pub(crate) fn hash(&'static self) -> Result<&'static HashRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Hash(row)) => Ok(row),
            _ => Err(self.wrong_kind("a hash function")),
        }
    }

    pub(crate) fn xof(&'static self) -> Result<&'static XofRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Xof(row)) => Ok(row),
            _ => Err(self.wrong_kind("an extendable-output function")),
        }
    }

    pub(crate) fn mac(&'static self) -> Result<&'static MacRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Mac(row)) => Ok(row),
            _ => Err(self.wrong_kind("a MAC")),
        }
    }

    pub(crate) fn aead(&'static self) -> Result<&'static AeadRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Aead(row)) => Ok(row),
            _ => Err(self.wrong_kind("an AEAD")),
        }
    }

    pub(crate) fn kdf(&'static self) -> Result<&'static KdfRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Kdf(row)) => Ok(row),
            _ => Err(self.wrong_kind("a key derivation function")),
        }
    }

    pub(crate) fn key_wrap(&'static self) -> Result<&'static KeyWrapRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::KeyWrap(row)) => Ok(row),
            _ => Err(self.wrong_kind("a key-wrapping algorithm")),
        }
    }

    pub(crate) fn cipher(&'static self) -> Result<&'static CipherRow, Error> {
        match self.entry {
            Entry::Algorithm(Algorithm::Cipher(row)) => Ok(row),
            _ => Err(self.wrong_kind("a block cipher")),
        }
    }

    pub(crate) fn mode(&'static self) -> Result<CipherMode, Error> {
        match self.entry {
            Entry::Mode(mode) => Ok(mode),
            Entry::Algorithm(_) => Err(self.wrong_kind("a block cipher mode")),
        }
    }

    fn wrong_kind(&'static self, wanted: &'static str) -> Error {
        Error::WrongKind { algorithm: self.name(), wanted }
    }

    /// Returns how many bytes of memory an object of this algorithm needs. The first call computes the size with
    /// `measure`; later calls return the cached size.
    pub(crate) fn object_bytes(
        &self,
        measure: impl FnOnce() -> Result<usize, Error>,
    ) -> Result<usize, Error> {
        // Relaxed ordering suffices, because all threads compute the same value.
        match self.object_bytes.load(Ordering::Relaxed) {
            0 => {
                let bytes = measure()?;
                self.object_bytes.store(bytes, Ordering::Relaxed);
                Ok(bytes)
            }
            bytes => Ok(bytes),
        }
    }

    fn property(&self, what: c_int) -> Option<usize> {
        let info = self.entry.info();
        let sizes = self.sizes();
        match what {
            OUTPUT_LEN => sizes.output_bytes,
            BLOCK_LEN => sizes.block_bytes,
            KEY_LEN_MIN => sizes.key_bytes.map(min_bytes),
            KEY_LEN_MAX => sizes.key_bytes.map(max_bytes),
            NONCE_LEN => self.nonce_bytes(),
            TWEAK_LEN => match self.entry {
                Entry::Algorithm(Algorithm::Cipher(row)) => row.tweak_bytes,
                _ => None,
            },
            TIMING => match info.implementation().timing {
                Timing::Constant => Some(CONSTANT_TIME),
                Timing::TableBased => Some(TABLE_BASED),
                Timing::DataDependent => Some(DATA_DEPENDENT),
                _ => None,
            },
            STATUS => match self.status {
                Status::Recommended => Some(RECOMMENDED),
                Status::Acceptable => Some(ACCEPTABLE),
                Status::Legacy => Some(LEGACY),
                Status::Broken => Some(BROKEN),
                Status::NotCryptographic => Some(NOT_CRYPTOGRAPHIC),
                _ => None,
            },
            _ => self.limit(what),
        }
    }

    /// Returns an AEAD limit, such as the maximum message length. Returns `None` for other algorithms and properties.
    fn limit(&self, what: c_int) -> Option<usize> {
        let Entry::Algorithm(Algorithm::Aead(row)) = self.entry else { return None };
        let limits = row.limits;
        match what {
            MESSAGE_LEN_MAX => {
                let bytes = limits.message_bytes.and_then(|bytes| usize::try_from(bytes).ok());
                Some(bytes.unwrap_or(usize::MAX))
            }
            RANDOM_NONCES_LOG2 => usize::try_from(limits.random_nonces_log2).ok(),
            COUNTED_NONCES_LOG2 => usize::try_from(limits.counted_nonces_log2).ok(),
            COMMITS_TO_KEY => Some(limits.commits_to_key.into()),
            NONCE_REUSE_IS_FATAL => Some(limits.is_nonce_reuse_fatal.into()),
            _ => None,
        }
    }

    fn sizes(&self) -> Sizes {
        let sizes = self.entry.info().sizes;
        match self.entry {
            Entry::Algorithm(_) => sizes,
            Entry::Mode(mode) => {
                Sizes { key_bytes: Some(Allowed::Exactly(mode.key_bytes())), ..sizes }
            }
        }
    }

    fn nonce_bytes(&self) -> Option<usize> {
        match self.entry {
            Entry::Algorithm(Algorithm::Aead(row)) => Some(row.nonce_bytes),
            Entry::Algorithm(row) => row.sizes.nonce_bytes.map(min_bytes),
            Entry::Mode(mode) => Some(max_bytes(mode.iv_bytes())),
        }
    }
}

/// Returns the smallest length in bytes that `allowed` contains.
pub(crate) fn min_bytes(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) | Allowed::AtLeast(bytes) | Allowed::Between(bytes, _) => bytes,
        Allowed::AtMost(_) | Allowed::MultipleOf(_) => 0,
        Allowed::OneOf(lengths) => lengths.iter().copied().min().unwrap_or(0),
        _ => 0,
    }
}

fn max_bytes(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) | Allowed::AtMost(bytes) | Allowed::Between(_, bytes) => bytes,
        Allowed::AtLeast(_) | Allowed::MultipleOf(_) => usize::MAX,
        Allowed::OneOf(lengths) => lengths.iter().copied().max().unwrap_or(0),
        _ => usize::MAX,
    }
}
