//! Static handles: every row of the registry, with what C needs of it ready.

mod table;

use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};

use astragal::error::Allowed;
use astragal::registry::{
    AeadRow, Algorithm, CipherMode, CipherRow, HashRow, KdfRow, MacRow, Sizes, Status, Timing,
    XofRow,
};

use crate::code::Mistake;
use crate::guard::{guard, guard_find, guard_or};
pub(crate) use table::known;
use table::{Subject, of_kind};

/// Kind of algorithm: hash function with a digest of fixed length.
pub const HASH: c_int = 1;
/// Kind of algorithm: extendable-output function, or hash whose output length is chosen.
pub const XOF: c_int = 2;
/// Kind of algorithm: message authentication code.
pub const MAC: c_int = 3;
/// Kind of algorithm: authenticated encryption.
pub const AEAD: c_int = 4;
/// Kind of algorithm: block cipher, for raw blocks.
pub const CIPHER: c_int = 5;
/// Kind of algorithm: block cipher in a mode that encrypts without authenticating, as "aes-256-ctr".
pub const MODE: c_int = 6;
/// Kind of algorithm: key derivation.
pub const KDF: c_int = 7;
/// Kind of algorithm: extendable-output function under a key, which its parameters bring: KMACXOF, Ascon-PRF, BLAKE3.
pub const KEYED_XOF: c_int = 8;

/// Property: length of the digest, of the tag, or of the output that gives full collision resistance.
pub const OUTPUT_LEN: c_int = 1;
/// Property: length of the block that HMAC pads its key to; rate of an extendable-output function; block of a cipher.
pub const BLOCK_LEN: c_int = 2;
/// Property: length of the shortest key.
pub const KEY_LEN_MIN: c_int = 3;
/// Property: length of the longest key; SIZE_MAX where there is none.
pub const KEY_LEN_MAX: c_int = 4;
/// Property: length of the nonce or IV; where several are taken, the usual one.
pub const NONCE_LEN: c_int = 5;
/// Property: what the timing of the code that runs here depends on, ASTRAGAL_CONSTANT_TIME or one of the others.
pub const TIMING: c_int = 6;
/// Property: how the algorithm stands today, ASTRAGAL_RECOMMENDED or one of the others.
pub const STATUS: c_int = 7;
/// Property: length of the tweak.
pub const TWEAK_LEN: c_int = 8;

/// Timing: no branch and no memory index depends on data.
pub const CONSTANT_TIME: usize = 0;
/// Timing: tables are indexed by data, so that the cache may betray it.
pub const TABLE_BASED: usize = 1;
/// Timing: the algorithm itself rotates, multiplies or branches by data.
pub const DATA_DEPENDENT: usize = 2;

/// Status: for new designs.
pub const RECOMMENDED: usize = 0;
/// Status: no known weakness; newer or better studied algorithms exist.
pub const ACCEPTABLE: usize = 1;
/// Status: for compatibility only.
pub const LEGACY: usize = 2;
/// Status: practical attacks exist.
pub const BROKEN: usize = 3;
/// Status: a checksum, not cryptographic; anyone can make a message of any value.
pub const NOT_CRYPTOGRAPHIC: usize = 4;

/// An algorithm. Handles are static: never freed, the same for all threads.
#[derive(Debug)]
pub struct Alg {
    subject: Subject,
    kind: c_int,
    name: CString,
    aliases: Vec<CString>,
    family: CString,
    standard: CString,
    status: Status,
    /// What `object::bytes` has found; 0 before.
    object_bytes: AtomicUsize,
}

/// The handle of an algorithm, by its name or an alias; case is ignored, and '/' and '_' are read as '-'.
/// Takes no lock; keep the handle where a search for each message would count.
///
/// @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE,
/// ASTRAGAL_KDF or ASTRAGAL_KEYED_XOF.
/// @param name as "sha3-256" or "Skein512/256", "aes-128-gcm", "cmac-sm4", "camellia-256-ctr", "hkdf-sha256".
/// @return NULL if there is none; astragal_last_error() names the nearest ones, also after a call that was given this
/// NULL and failed with ASTRAGAL_ERR_NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_find(kind: c_int, name: *const c_char) -> *const Alg {
    guard_find(|| {
        if name.is_null() {
            return Err(Mistake::Null("the name"));
        }
        // SAFETY: the caller gives a C string.
        let name = unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| Mistake::NotText)?;
        Ok(ptr::from_ref(table::find(kind, name)?))
    })
}

/// The number of algorithms of a kind; 0 if there is no such kind.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_alg_count(kind: c_int) -> usize {
    guard_or(0, || Ok(of_kind(kind)?.count()))
}

/// The algorithm number `index` of a kind, from 0; NULL past the end.
#[unsafe(no_mangle)]
pub extern "C" fn astragal_alg_at(kind: c_int, index: usize) -> *const Alg {
    guard_or(ptr::null(), || Ok(of_kind(kind)?.nth(index).map_or(ptr::null(), ptr::from_ref)))
}

/// The kind of the algorithm.
///
/// @return ASTRAGAL_HASH or one of the other kinds; 0 if it is not an algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_kind(alg: *const Alg) -> c_int {
    guard_or(0, || Ok(known(alg)?.kind))
}

/// The canonical name, as "sha3-256"; NULL if it is no algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_name(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.name))
}

/// Alias number `index`, from 0; NULL past the end.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_alias(alg: *const Alg, index: usize) -> *const c_char {
    text(alg, |alg| alg.aliases.get(index))
}

/// The family's name, as "keccak"; NULL if it is no algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_family(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.family))
}

/// The standard and section that define it, in UTF-8, as "FIPS 202 §6.1"; NULL if it is no algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_standard(alg: *const Alg) -> *const c_char {
    text(alg, |alg| Some(&alg.standard))
}

/// The name of the code that runs it on this machine, under the cap of astragal_cpu_limit() if there is one:
/// "portable", "avx2", "avx512" and so on; NULL if it is no algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_backend(alg: *const Alg) -> *const c_char {
    guard_or(ptr::null(), || {
        Ok(backend(known(alg)?.subject.info().implementation().backend).as_ptr())
    })
}

/// A backend's name for C. They are few, and the same for all algorithms.
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
    debug_assert!(found.is_some(), "the backend {name} is not in the list");
    found.unwrap_or(c"unknown")
}

fn text(
    alg: *const Alg,
    find: impl FnOnce(&'static Alg) -> Option<&'static CString>,
) -> *const c_char {
    guard_or(ptr::null(), || Ok(find(known(alg)?).map_or(ptr::null(), |text| text.as_ptr())))
}

/// A property of the algorithm as a number.
///
/// @param what ASTRAGAL_OUTPUT_LEN, ASTRAGAL_BLOCK_LEN, ASTRAGAL_KEY_LEN_MIN, ASTRAGAL_KEY_LEN_MAX,
/// ASTRAGAL_NONCE_LEN, ASTRAGAL_TWEAK_LEN, ASTRAGAL_TIMING or ASTRAGAL_STATUS.
/// @return ASTRAGAL_ERR_PARAMETER if the algorithm has no such property.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_get(alg: *const Alg, what: c_int, out: *mut usize) -> c_int {
    guard(|| {
        let alg = known(alg)?;
        let missing = Mistake::NoProperty { algorithm: alg.name() };
        let property = alg.property(what).ok_or(missing)?;
        if out.is_null() {
            return Err(Mistake::Null("the output"));
        }
        // SAFETY: not NULL, and the caller gives a place for a number.
        unsafe { out.write(property) };
        Ok(())
    })
}

impl Alg {
    /// The canonical name.
    pub(crate) fn name(&'static self) -> &'static str {
        match self.subject {
            Subject::Algorithm(row) => row.name,
            Subject::Mode(_) => self.name.to_str().unwrap_or_default(),
        }
    }

    pub(crate) fn hash(&'static self) -> Result<&'static HashRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Hash(row)) => Ok(row),
            _ => Err(self.is_no("hash function")),
        }
    }

    pub(crate) fn xof(&'static self) -> Result<&'static XofRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Xof(row)) => Ok(row),
            _ => Err(self.is_no("extendable-output function")),
        }
    }

    pub(crate) fn mac(&'static self) -> Result<&'static MacRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Mac(row)) => Ok(row),
            _ => Err(self.is_no("message authentication code")),
        }
    }

    pub(crate) fn aead(&'static self) -> Result<&'static AeadRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Aead(row)) => Ok(row),
            _ => Err(self.is_no("authenticated cipher")),
        }
    }

    pub(crate) fn kdf(&'static self) -> Result<&'static KdfRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Kdf(row)) => Ok(row),
            _ => Err(self.is_no("key derivation function")),
        }
    }

    pub(crate) fn cipher(&'static self) -> Result<&'static CipherRow, Mistake> {
        match self.subject {
            Subject::Algorithm(Algorithm::Cipher(row)) => Ok(row),
            _ => Err(self.is_no("block cipher")),
        }
    }

    pub(crate) fn mode(&'static self) -> Result<CipherMode, Mistake> {
        match self.subject {
            Subject::Mode(mode) => Ok(mode),
            Subject::Algorithm(_) => Err(self.is_no("mode of a block cipher")),
        }
    }

    fn is_no(&'static self, wanted: &'static str) -> Mistake {
        Mistake::OtherKind { algorithm: self.name(), wanted }
    }

    /// The size that `measure` finds, found once.
    pub(crate) fn object_bytes(
        &self,
        measure: impl FnOnce() -> Result<usize, Mistake>,
    ) -> Result<usize, Mistake> {
        // Whoever measures finds the same, so that no order matters.
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
        let info = self.subject.info();
        let sizes = self.sizes();
        match what {
            OUTPUT_LEN => sizes.output_bytes,
            BLOCK_LEN => sizes.block_bytes,
            KEY_LEN_MIN => sizes.key_bytes.map(shortest),
            KEY_LEN_MAX => sizes.key_bytes.map(longest),
            NONCE_LEN => self.nonce_bytes(),
            TWEAK_LEN => match self.subject {
                Subject::Algorithm(Algorithm::Cipher(row)) => row.tweak_bytes,
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
            _ => None,
        }
    }

    fn sizes(&self) -> Sizes {
        let sizes = self.subject.info().sizes;
        match self.subject {
            Subject::Algorithm(_) => sizes,
            Subject::Mode(mode) => {
                Sizes { key_bytes: Some(Allowed::Exactly(mode.key_bytes())), ..sizes }
            }
        }
    }

    fn nonce_bytes(&self) -> Option<usize> {
        match self.subject {
            Subject::Algorithm(Algorithm::Aead(row)) => Some(row.nonce_bytes),
            Subject::Algorithm(row) => row.sizes.nonce_bytes.map(shortest),
            Subject::Mode(mode) => Some(longest(mode.iv_bytes())),
        }
    }
}

/// The shortest of the allowed lengths.
pub(crate) fn shortest(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) | Allowed::AtLeast(bytes) | Allowed::Between(bytes, _) => bytes,
        Allowed::AtMost(_) | Allowed::MultipleOf(_) => 0,
        Allowed::OneOf(lengths) => lengths.iter().copied().min().unwrap_or(0),
        _ => 0,
    }
}

fn longest(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) | Allowed::AtMost(bytes) | Allowed::Between(_, bytes) => bytes,
        Allowed::AtLeast(_) | Allowed::MultipleOf(_) => usize::MAX,
        Allowed::OneOf(lengths) => lengths.iter().copied().max().unwrap_or(0),
        _ => usize::MAX,
    }
}
