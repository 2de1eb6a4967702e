//! Two tables of algorithm handles, each built when it is first used. The first contains hashes and other standalone
//! algorithms. The second contains block ciphers, their many modes, stream ciphers, KDFs and key wrapping. A program
//! that only hashes never builds the second table.

use alloc::boxed::Box;
use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use astragal::registry::{
    self, Algorithm, CipherMode, Info, KEYED_XOFS, Kind, Mode, algorithms, composed_aeads,
    composed_kdfs, composed_macs, key_wraps, modes,
};

use super::{AEAD, Alg, CIPHER, HASH, KDF, KEY_WRAP, KEYED_XOF, MAC, MODE, XOF};
use crate::error::Error;

/// Registry entry to which a handle points.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

impl Entry {
    /// Returns the registry's description of the algorithm. For a mode, returns the description of its cipher.
    pub(super) fn info(&self) -> &Info {
        match self {
            Self::Algorithm(row) => row,
            Self::Mode(mode) => mode.cipher,
        }
    }

    /// Returns the algorithm's kind as a constant of the C interface, such as [`HASH`].
    fn kind(&self) -> Result<c_int, Error> {
        let Self::Algorithm(row) = self else { return Ok(MODE) };
        Ok(match row.kind {
            Kind::Hash => HASH,
            Kind::Xof | Kind::SizedHash => XOF,
            Kind::KeyedXof => KEYED_XOF,
            Kind::Mac => MAC,
            Kind::Aead => AEAD,
            Kind::Cipher => CIPHER,
            Kind::Kdf => KDF,
            Kind::KeyWrap => KEY_WRAP,
            _ => return Err(Error::Internal),
        })
    }

    /// Returns a pair of numbers that identifies the entry: the address of the algorithm in the registry, and a number
    /// for the mode (0 if the entry is not a mode).
    fn identity(&self) -> (usize, usize) {
        let address = ptr::from_ref(self.info()).addr();
        match self {
            Self::Algorithm(_) => (address, 0),
            Self::Mode(CipherMode { mode, .. }) => {
                let number = Mode::ALL.iter().position(|known| known == mode);
                (address, 1 + number.unwrap_or_default())
            }
        }
    }
}

/// Table of handles with a sorted index.
struct Table {
    algs: Box<[Alg]>,
    /// Sorted index: for each entry, the pair of numbers that identifies the entry, and its position in `algs`.
    index: Box<[((usize, usize), usize)]>,
}

static STANDALONE: TableCell = TableCell(AtomicPtr::new(ptr::null_mut()));
static COMPOSED: TableCell = TableCell(AtomicPtr::new(ptr::null_mut()));

/// Cell for a table that is built once and never freed. Does not use `std::sync::OnceLock`, because `OnceLock` needs
/// `std` and cannot report exhausted memory as an error.
struct TableCell(AtomicPtr<Table>);

impl TableCell {
    #[inline]
    fn get(&self) -> Option<&'static Table> {
        // SAFETY: the pointer is NULL or points to a table that is never freed.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    /// Publishes `table`. If another thread has already published an equal table, frees `table`. Returns the
    /// published table.
    fn publish(&self, table: Table) -> Result<&'static Table, Error> {
        let mut one = try_with_capacity(1)?;
        one.push(table);
        let new = Vec::leak(one).as_mut_ptr();
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        match self.0.compare_exchange(ptr::null_mut(), new, success, failure) {
            // SAFETY: `new` points to a table that is never freed.
            Ok(_) => Ok(unsafe { &*new }),
            Err(first) => {
                // SAFETY: `new` is unpublished, and was leaked from a vector with length and capacity 1. The table at
                // `first` is never freed.
                unsafe {
                    drop(Vec::from_raw_parts(new, 1, 1));
                    Ok(&*first)
                }
            }
        }
    }
}

/// Returns the table of hashes and other standalone algorithms. Builds the table on first use. If an allocation fails,
/// a later call tries again.
fn standalone() -> Result<&'static Table, Error> {
    let listed = || algorithms().filter(|row| !matches!(row.kind, Kind::Cipher | Kind::Kdf));
    let keyed = KEYED_XOFS.iter().map(Algorithm::Xof);
    get_or_build(&STANDALONE, || listed().chain(keyed.clone()).map(Entry::Algorithm))
}

fn composed() -> Result<&'static Table, Error> {
    get_or_build(&COMPOSED, || {
        let listed = algorithms().filter(|row| matches!(row.kind, Kind::Cipher | Kind::Kdf));
        let over_ciphers = composed_aeads().map(Algorithm::Aead);
        let derived = composed_kdfs().map(Algorithm::Kdf);
        let macs = composed_macs().map(Algorithm::Mac);
        let wraps = key_wraps().map(Algorithm::KeyWrap);
        let all = listed.chain(over_ciphers).chain(macs).chain(derived).chain(wraps);
        all.map(Entry::Algorithm).chain(modes().map(Entry::Mode))
    })
}

fn get_or_build<R: Iterator<Item = Entry>>(
    table: &'static TableCell,
    rows: impl Fn() -> R,
) -> Result<&'static Table, Error> {
    if let Some(table) = table.get() {
        return Ok(table);
    }
    let mut algs = try_with_capacity(rows().count())?;
    for row in rows() {
        algs.push(alg(row)?);
    }
    let mut index = try_with_capacity(algs.len())?;
    index.extend(algs.iter().enumerate().map(|(i, alg): (_, &Alg)| (alg.entry.identity(), i)));
    index.sort_unstable();
    table.publish(Table { algs: algs.into_boxed_slice(), index: index.into_boxed_slice() })
}

fn alg(entry: Entry) -> Result<Alg, Error> {
    let info = entry.info();
    let suffix = match entry {
        Entry::Algorithm(_) => "",
        Entry::Mode(mode) => mode.mode.suffix(),
    };
    let mut aliases = try_with_capacity(info.aliases.len())?;
    for alias in info.aliases {
        aliases.push(c_string(alias, suffix)?);
    }
    let (standard, status) = match entry {
        Entry::Algorithm(_) => (info.standard, info.status),
        Entry::Mode(mode) => (mode.standard(), mode.status()),
    };
    Ok(Alg {
        entry,
        kind: entry.kind()?,
        name: c_string(info.name, suffix)?,
        aliases,
        family: c_string(info.family, "")?,
        standard: c_string(standard, "")?,
        status,
        object_bytes: AtomicUsize::new(0),
    })
}

fn try_with_capacity<T>(count: usize) -> Result<Vec<T>, Error> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Error::OutOfMemory)?;
    Ok(list)
}

/// Concatenates `text` and `suffix` into a C string. Returns an error if memory cannot be allocated.
fn c_string(text: &str, suffix: &str) -> Result<CString, Error> {
    let mut bytes = try_with_capacity(text.len() + suffix.len() + 1)?;
    bytes.extend_from_slice(text.as_bytes());
    bytes.extend_from_slice(suffix.as_bytes());
    CString::new(bytes).map_err(|_| Error::Internal)
}

/// Looks up the handle of an algorithm by name.
pub(super) fn find(kind: c_int, name: &str) -> Result<&'static Alg, Error> {
    let kinds: &[Kind] = match kind {
        HASH => &[Kind::Hash],
        XOF => &[Kind::Xof, Kind::SizedHash],
        MAC => &[Kind::Mac],
        AEAD => &[Kind::Aead],
        CIPHER => &[Kind::Cipher],
        KDF => &[Kind::Kdf],
        KEYED_XOF => &[Kind::KeyedXof],
        KEY_WRAP => &[Kind::KeyWrap],
        MODE => {
            let entry = Entry::Mode(registry::mode(name).map_err(Error::unknown_name)?);
            return in_table(composed()?, &entry).ok_or(Error::Internal);
        }
        _ => return Err(Error::UnknownKind(kind)),
    };
    let entry = Entry::Algorithm(registry::find(kinds, name).map_err(Error::unknown_name)?);
    let found = match kind {
        CIPHER | KDF | KEY_WRAP => None,
        _ => in_table(standalone()?, &entry),
    };
    match found {
        Some(alg) => Ok(alg),
        None => in_table(composed()?, &entry).ok_or(Error::Internal),
    }
}

fn in_table(table: &'static Table, entry: &Entry) -> Option<&'static Alg> {
    let found =
        table.index.binary_search_by_key(&entry.identity(), |&(identity, _)| identity).ok()?;
    table.algs.get(table.index[found].1)
}

/// Returns the handles of all algorithms of a kind, in the registry's order.
pub(super) fn of_kind(kind: c_int) -> Result<impl Iterator<Item = &'static Alg>, Error> {
    let composed: &[Alg] =
        if matches!(kind, HASH | XOF | KEYED_XOF) { &[] } else { &composed()?.algs };
    Ok(standalone()?.algs.iter().chain(composed).filter(move |alg| alg.kind == kind))
}

/// Checks that a handle points to an entry in one of the tables, and returns the entry.
#[inline]
pub(crate) fn from_handle(alg: *const Alg) -> Result<&'static Alg, Error> {
    for table in [&STANDALONE, &COMPOSED] {
        // A table that has not been built contains no handles.
        let algs: &'static [Alg] = table.get().map_or(&[], |table| &table.algs);
        let offset = alg.addr().wrapping_sub(algs.as_ptr().addr());
        if offset.is_multiple_of(size_of::<Alg>())
            && let Some(alg) = algs.get(offset / size_of::<Alg>())
        {
            return Ok(alg);
        }
    }
    Err(if alg.is_null() { Error::NullAlgorithm } else { Error::InvalidHandle })
}
