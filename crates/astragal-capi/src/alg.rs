//! Static handles: every row of the registry, with what C needs of it ready.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::ffi::CString;
use std::sync::OnceLock;

use astragal::error::Allowed;
use astragal::registry::{
    self, AeadRow, Algorithm, HashRow, Kind, MacRow, Status, Timing, XofRow, algorithms,
};

use crate::code::Mistake;
use crate::guard::{guard, guard_or};

/// Kind of algorithm: hash function with a digest of fixed length.
pub const HASH: c_int = 1;
/// Kind of algorithm: extendable-output function, or hash whose output length is chosen.
pub const XOF: c_int = 2;
/// Kind of algorithm: message authentication code.
pub const MAC: c_int = 3;
/// Kind of algorithm: authenticated encryption.
pub const AEAD: c_int = 4;

/// Property: length of the digest, of the tag, or of the output that gives full collision resistance.
pub const OUTPUT_LEN: c_int = 1;
/// Property: length of the block that HMAC pads its key to; rate of an extendable-output function.
pub const BLOCK_LEN: c_int = 2;
/// Property: length of the shortest key.
pub const KEY_LEN_MIN: c_int = 3;
/// Property: length of the longest key; SIZE_MAX where there is none.
pub const KEY_LEN_MAX: c_int = 4;
/// Property: length of the nonce.
pub const NONCE_LEN: c_int = 5;
/// Property: what the timing of the code that runs here depends on, ASTRAGAL_CONSTANT_TIME or one of the others.
pub const TIMING: c_int = 6;
/// Property: how the algorithm stands today, ASTRAGAL_RECOMMENDED or one of the others.
pub const STATUS: c_int = 7;

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

/// An algorithm. Handles are static: never freed, the same for all threads.
#[derive(Debug)]
pub struct Alg {
    pub(crate) row: Algorithm,
    name: CString,
    aliases: Vec<CString>,
    family: CString,
    standard: CString,
    /// What `object::bytes` has found; 0 before.
    object_bytes: AtomicUsize,
}

/// Every algorithm that C has, and where to find it.
struct Table {
    algs: Box<[Alg]>,
    /// Where in `algs` a row is, by the address of what is known of it; sorted.
    places: Box<[(usize, usize)]>,
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// The table, made when it is first asked for. There may be no memory for it: then a later call tries again.
fn table() -> Result<&'static Table, Mistake> {
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let rows = || algorithms().filter(|row| kind_of(*row).is_some());
    let mut algs = reserved(rows().count())?;
    for row in rows() {
        algs.push(Alg::of(row)?);
    }
    let mut places = reserved(algs.len())?;
    places.extend(algs.iter().enumerate().map(|(place, alg)| (address(&alg.row), place)));
    places.sort_unstable();
    // Whoever comes first has made the same.
    let table = Table { algs: algs.into_boxed_slice(), places: places.into_boxed_slice() };
    Ok(TABLE.get_or_init(|| table))
}

fn reserved<T>(count: usize) -> Result<Vec<T>, Mistake> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Mistake::Memory)?;
    Ok(list)
}

/// A text for C. It is allocated here and nowhere below, because here it may fail.
fn owned(text: &str) -> Result<CString, Mistake> {
    let mut bytes = reserved(text.len() + 1)?;
    bytes.extend_from_slice(text.as_bytes());
    CString::new(bytes).map_err(|_| Mistake::Internal)
}

fn address(row: &Algorithm) -> usize {
    ptr::from_ref::<registry::Info>(row).addr()
}

/// The kind that C knows a row by.
fn kind_of(row: Algorithm) -> Option<c_int> {
    match row.kind {
        Kind::Hash => Some(HASH),
        Kind::Xof | Kind::SizedHash => Some(XOF),
        Kind::Mac => Some(MAC),
        Kind::Aead => Some(AEAD),
        _ => None,
    }
}

/// The handle of an algorithm, by its name or an alias; case is ignored, and '/' and '_' are read as '-'.
/// Takes no lock; keep the handle where a search for each message would count.
///
/// @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC or ASTRAGAL_AEAD.
/// @param name as "sha3-256" or "Skein512/256".
/// @return NULL if there is none; astragal_last_error() tells the nearest names.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_find(kind: c_int, name: *const c_char) -> *const Alg {
    guard_or(ptr::null(), || {
        if name.is_null() {
            return Err(Mistake::Null("the name"));
        }
        // SAFETY: the caller gives a C string.
        let name = unsafe { CStr::from_ptr(name) }.to_str().map_err(|_| Mistake::NotText)?;
        let kinds: &[Kind] = match kind {
            HASH => &[Kind::Hash],
            XOF => &[Kind::Xof, Kind::SizedHash],
            MAC => &[Kind::Mac],
            AEAD => &[Kind::Aead],
            _ => return Err(Mistake::NoKind(kind)),
        };
        let row = registry::find(kinds, name).map_err(Mistake::UnknownName)?;
        let Table { algs, places } = table()?;
        let found = places.binary_search_by_key(&address(&row), |&(address, _)| address);
        let (_, place) = places[found.map_err(|_| Mistake::Internal)?];
        Ok(ptr::from_ref(&algs[place]))
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

fn of_kind(kind: c_int) -> Result<impl Iterator<Item = &'static Alg>, Mistake> {
    Ok(table()?.algs.iter().filter(move |alg| kind_of(alg.row) == Some(kind)))
}

/// The kind of the algorithm: ASTRAGAL_HASH or one of the others; 0 if it is no algorithm.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_kind(alg: *const Alg) -> c_int {
    guard_or(0, || kind_of(known(alg)?.row).ok_or(Mistake::NotAlgorithm))
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
    guard_or(ptr::null(), || Ok(backend(known(alg)?.row.implementation().backend).as_ptr()))
}

/// A backend's name for C. They are few, and the same for all algorithms.
fn backend(name: &str) -> &'static CStr {
    const NAMES: [&CStr; 11] = [
        c"portable",
        c"avx512",
        c"avx2",
        c"gfni",
        c"vaes",
        c"bmi",
        c"sha-ni",
        c"neon",
        c"arm-aes",
        c"arm-sha2",
        c"arm-sha3",
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
/// ASTRAGAL_NONCE_LEN, ASTRAGAL_TIMING or ASTRAGAL_STATUS.
/// @return ASTRAGAL_ERR_PARAMETER if the algorithm has no such property.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_alg_get(alg: *const Alg, what: c_int, out: *mut usize) -> c_int {
    guard(|| {
        let row = known(alg)?.row;
        let missing = Mistake::NoProperty { algorithm: row.name };
        let property = property(row, what).ok_or(missing)?;
        if out.is_null() {
            return Err(Mistake::Null("the output"));
        }
        // SAFETY: not NULL, and the caller gives a place for a number.
        unsafe { out.write(property) };
        Ok(())
    })
}

/// The algorithm behind a handle, which is compared with the table before it is read.
#[inline]
pub(crate) fn known(alg: *const Alg) -> Result<&'static Alg, Mistake> {
    // Before the table is made, there is no handle.
    let algs: &'static [Alg] = TABLE.get().map_or(&[], |table| &table.algs);
    let offset = alg.addr().wrapping_sub(algs.as_ptr().addr());
    if offset.is_multiple_of(size_of::<Alg>())
        && let Some(alg) = algs.get(offset / size_of::<Alg>())
    {
        return Ok(alg);
    }
    Err(if alg.is_null() { Mistake::Null("the algorithm") } else { Mistake::NotAlgorithm })
}

impl Alg {
    fn of(row: Algorithm) -> Result<Self, Mistake> {
        let mut aliases = reserved(row.aliases.len())?;
        for alias in row.aliases {
            aliases.push(owned(alias)?);
        }
        Ok(Self {
            row,
            name: owned(row.name)?,
            aliases,
            family: owned(row.family)?,
            standard: owned(row.standard)?,
            object_bytes: AtomicUsize::new(0),
        })
    }

    pub(crate) fn hash(&self) -> Result<&'static HashRow, Mistake> {
        if let Algorithm::Hash(row) = self.row { Ok(row) } else { Err(self.is_no("hash function")) }
    }

    pub(crate) fn xof(&self) -> Result<&'static XofRow, Mistake> {
        if let Algorithm::Xof(row) = self.row {
            Ok(row)
        } else {
            Err(self.is_no("extendable-output function"))
        }
    }

    pub(crate) fn mac(&self) -> Result<&'static MacRow, Mistake> {
        if let Algorithm::Mac(row) = self.row {
            Ok(row)
        } else {
            Err(self.is_no("message authentication code"))
        }
    }

    pub(crate) fn aead(&self) -> Result<&'static AeadRow, Mistake> {
        if let Algorithm::Aead(row) = self.row {
            Ok(row)
        } else {
            Err(self.is_no("authenticated cipher"))
        }
    }

    fn is_no(&self, wanted: &'static str) -> Mistake {
        Mistake::OtherKind { algorithm: self.row.name, wanted }
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
}

fn property(row: Algorithm, what: c_int) -> Option<usize> {
    let sizes = row.sizes;
    match what {
        OUTPUT_LEN => sizes.output_bytes,
        BLOCK_LEN => sizes.block_bytes,
        KEY_LEN_MIN => sizes.key_bytes.map(shortest),
        KEY_LEN_MAX => sizes.key_bytes.map(longest),
        NONCE_LEN => sizes.nonce_bytes.map(shortest),
        TIMING => match row.implementation().timing {
            Timing::Constant => Some(CONSTANT_TIME),
            Timing::TableBased => Some(TABLE_BASED),
            Timing::DataDependent => Some(DATA_DEPENDENT),
            _ => None,
        },
        STATUS => match row.status {
            Status::Recommended => Some(RECOMMENDED),
            Status::Acceptable => Some(ACCEPTABLE),
            Status::Legacy => Some(LEGACY),
            Status::Broken => Some(BROKEN),
            _ => None,
        },
        _ => None,
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
