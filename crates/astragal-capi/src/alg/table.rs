//! The tables of handles: one of the algorithms that stand by themselves, one of those over block ciphers and of
//! key derivation, which are composed by rule and many, so that whoever hashes does not pay for them. Either is
//! made when it is first asked for.

use alloc::boxed::Box;
use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::c_int;
use core::ptr;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use astragal::registry::{
    self, Algorithm, CipherMode, Info, KEYED_XOFS, Kind, Mode, algorithms, composed_aeads,
    composed_kdfs, composed_macs, modes,
};

use super::{AEAD, Alg, CIPHER, HASH, KDF, KEYED_XOF, MAC, MODE, XOF};
use crate::code::Mistake;

/// What a handle stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject {
    Algorithm(Algorithm),
    Mode(CipherMode),
}

impl Subject {
    /// What is known of the algorithm, or of the cipher that is in a mode.
    pub(super) fn info(&self) -> &Info {
        match self {
            Self::Algorithm(row) => row,
            Self::Mode(mode) => mode.cipher,
        }
    }

    /// The kind that C knows a row by.
    fn kind(&self) -> Result<c_int, Mistake> {
        let Self::Algorithm(row) = self else { return Ok(MODE) };
        Ok(match row.kind {
            Kind::Hash => HASH,
            Kind::Xof | Kind::SizedHash => XOF,
            Kind::KeyedXof => KEYED_XOF,
            Kind::Mac => MAC,
            Kind::Aead => AEAD,
            Kind::Cipher => CIPHER,
            Kind::Kdf => KDF,
            _ => return Err(Mistake::Internal),
        })
    }

    /// What tells a row from others: where the registry has it, and the mode.
    fn place(&self) -> (usize, usize) {
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

/// Handles, and where to find them.
struct Table {
    algs: Box<[Alg]>,
    /// Where in `algs` a row is; sorted.
    places: Box<[((usize, usize), usize)]>,
}

static ALONE: Once = Once(AtomicPtr::new(ptr::null_mut()));
static COMPOSED: Once = Once(AtomicPtr::new(ptr::null_mut()));

/// A table that is made once and stays. The standard library's aborts where there is no memory, and needs an
/// operating system.
struct Once(AtomicPtr<Table>);

impl Once {
    #[inline]
    fn get(&self) -> Option<&'static Table> {
        // SAFETY: NULL, or a table that stays.
        unsafe { self.0.load(Ordering::Acquire).as_ref() }
    }

    /// The table that is there, or this one; whoever comes first has made the same.
    fn settle(&self, table: Table) -> Result<&'static Table, Mistake> {
        let mut one = reserved(1)?;
        one.push(table);
        let new = Vec::leak(one).as_mut_ptr();
        let (success, failure) = (Ordering::AcqRel, Ordering::Acquire);
        match self.0.compare_exchange(ptr::null_mut(), new, success, failure) {
            // SAFETY: a table that stays.
            Ok(_) => Ok(unsafe { &*new }),
            Err(first) => {
                // SAFETY: nobody else knows the new one, and it was leaked as a list of one; the first stays.
                unsafe {
                    drop(Vec::from_raw_parts(new, 1, 1));
                    Ok(&*first)
                }
            }
        }
    }
}

/// Either table. There may be no memory for it: then a later call tries again.
fn alone() -> Result<&'static Table, Mistake> {
    let listed = || algorithms().filter(|row| !matches!(row.kind, Kind::Cipher | Kind::Kdf));
    let keyed = KEYED_XOFS.iter().map(Algorithm::Xof);
    made(&ALONE, || listed().chain(keyed.clone()).map(Subject::Algorithm))
}

fn composed() -> Result<&'static Table, Mistake> {
    made(&COMPOSED, || {
        let listed = algorithms().filter(|row| matches!(row.kind, Kind::Cipher | Kind::Kdf));
        let over_ciphers = composed_aeads().map(Algorithm::Aead);
        let derived = composed_kdfs().map(Algorithm::Kdf);
        let all =
            listed.chain(over_ciphers).chain(composed_macs().map(Algorithm::Mac)).chain(derived);
        all.map(Subject::Algorithm).chain(modes().map(Subject::Mode))
    })
}

fn made<R: Iterator<Item = Subject>>(
    table: &'static Once,
    rows: impl Fn() -> R,
) -> Result<&'static Table, Mistake> {
    if let Some(table) = table.get() {
        return Ok(table);
    }
    let mut algs = reserved(rows().count())?;
    for row in rows() {
        algs.push(alg(row)?);
    }
    let mut places = reserved(algs.len())?;
    places.extend(
        algs.iter().enumerate().map(|(place, alg): (_, &Alg)| (alg.subject.place(), place)),
    );
    places.sort_unstable();
    table.settle(Table { algs: algs.into_boxed_slice(), places: places.into_boxed_slice() })
}

fn alg(subject: Subject) -> Result<Alg, Mistake> {
    let info = subject.info();
    let suffix = match subject {
        Subject::Algorithm(_) => "",
        Subject::Mode(mode) => mode.mode.suffix(),
    };
    let mut aliases = reserved(info.aliases.len())?;
    for alias in info.aliases {
        aliases.push(owned(alias, suffix)?);
    }
    let (standard, status) = match subject {
        Subject::Algorithm(_) => (info.standard, info.status),
        Subject::Mode(mode) => (mode.mode.standard(), mode.status()),
    };
    Ok(Alg {
        subject,
        kind: subject.kind()?,
        name: owned(info.name, suffix)?,
        aliases,
        family: owned(info.family, "")?,
        standard: owned(standard, "")?,
        status,
        object_bytes: AtomicUsize::new(0),
    })
}

fn reserved<T>(count: usize) -> Result<Vec<T>, Mistake> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Mistake::Memory)?;
    Ok(list)
}

/// A text for C. It is allocated here and nowhere below, because here it may fail.
fn owned(text: &str, suffix: &str) -> Result<CString, Mistake> {
    let mut bytes = reserved(text.len() + suffix.len() + 1)?;
    bytes.extend_from_slice(text.as_bytes());
    bytes.extend_from_slice(suffix.as_bytes());
    CString::new(bytes).map_err(|_| Mistake::Internal)
}

/// The handle of the algorithm of this name.
pub(super) fn find(kind: c_int, name: &str) -> Result<&'static Alg, Mistake> {
    let kinds: &[Kind] = match kind {
        HASH => &[Kind::Hash],
        XOF => &[Kind::Xof, Kind::SizedHash],
        MAC => &[Kind::Mac],
        AEAD => &[Kind::Aead],
        CIPHER => &[Kind::Cipher],
        KDF => &[Kind::Kdf],
        KEYED_XOF => &[Kind::KeyedXof],
        MODE => {
            let subject = Subject::Mode(registry::mode(name).map_err(Mistake::unknown_name)?);
            return in_table(composed()?, &subject).ok_or(Mistake::Internal);
        }
        _ => return Err(Mistake::NoKind(kind)),
    };
    let subject = Subject::Algorithm(registry::find(kinds, name).map_err(Mistake::unknown_name)?);
    let found = match kind {
        CIPHER | KDF => None,
        _ => in_table(alone()?, &subject),
    };
    match found {
        Some(alg) => Ok(alg),
        None => in_table(composed()?, &subject).ok_or(Mistake::Internal),
    }
}

fn in_table(table: &'static Table, subject: &Subject) -> Option<&'static Alg> {
    let found = table.places.binary_search_by_key(&subject.place(), |&(place, _)| place).ok()?;
    table.algs.get(table.places[found].1)
}

/// The handles of a kind, in the registry's order.
pub(super) fn of_kind(kind: c_int) -> Result<impl Iterator<Item = &'static Alg>, Mistake> {
    let composed: &[Alg] =
        if matches!(kind, HASH | XOF | KEYED_XOF) { &[] } else { &composed()?.algs };
    Ok(alone()?.algs.iter().chain(composed).filter(move |alg| alg.kind == kind))
}

/// The algorithm behind a handle, which is compared with the tables before it is read.
#[inline]
pub(crate) fn known(alg: *const Alg) -> Result<&'static Alg, Mistake> {
    for table in [&ALONE, &COMPOSED] {
        // Before a table is made, there is no handle in it.
        let algs: &'static [Alg] = table.get().map_or(&[], |table| &table.algs);
        let offset = alg.addr().wrapping_sub(algs.as_ptr().addr());
        if offset.is_multiple_of(size_of::<Alg>())
            && let Some(alg) = algs.get(offset / size_of::<Alg>())
        {
            return Ok(alg);
        }
    }
    Err(if alg.is_null() { Mistake::NullAlgorithm } else { Mistake::NotAlgorithm })
}
