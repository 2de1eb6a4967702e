//! Algorithm names: normal form, lookup, and the error for unknown names.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::info::{Info, Kind};
use super::table::{self, Algorithm};

/// Maximum length of a name in bytes. Longer input is rejected without a lookup.
pub const LONGEST_NAME: usize = 48;

/// Normalizes a name: lower case, with `-` for `/` and `_`.
#[must_use]
pub fn normalize(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii() { char::from(normal(c as u8)) } else { c }).collect()
}

const fn normal(byte: u8) -> u8 {
    match byte {
        b'/' | b'_' => b'-',
        byte => byte.to_ascii_lowercase(),
    }
}

/// Normalized name with its hash for [`Index`].
pub(super) struct Normal {
    bytes: [u8; LONGEST_NAME],
    length: usize,
    hash: u32,
}

impl Normal {
    /// Normalizes `name`. Returns `None` if it is longer than [`LONGEST_NAME`].
    pub(super) const fn of(name: &[u8]) -> Option<Self> {
        if name.len() > LONGEST_NAME {
            return None;
        }
        // FNV-1a needs no tables. Its weak collision resistance is harmless: the stored names are few and fixed.
        let (mut bytes, mut hash) = ([0; LONGEST_NAME], 0x811c_9dc5_u32);
        let mut i = 0;
        while i < name.len() {
            bytes[i] = normal(name[i]);
            hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        Some(Self { bytes, length: name.len(), hash })
    }

    /// Returns the name without the prefix `lead`, if it has this prefix.
    pub(super) fn after(&self, lead: &[u8]) -> Option<Self> {
        Self::of(self.bytes[..self.length].strip_prefix(lead)?)
    }

    /// Returns the name without the suffix `end`, if it has this suffix.
    pub(super) fn before(&self, end: &[u8]) -> Option<Self> {
        Self::of(self.bytes[..self.length].strip_suffix(end)?)
    }

    const fn is(&self, name: &[u8]) -> bool {
        let mut i = 0;
        while i < name.len() && i < self.length && name[i] == self.bytes[i] {
            i += 1;
        }
        i == name.len() && i == self.length
    }
}

/// Hash table from names and aliases to row indices, built at compile time. It stores indices because references
/// between statics may duplicate the rows.
pub(super) struct Index<const SLOTS: usize> {
    slots: [Option<(&'static str, u16)>; SLOTS],
    filled: usize,
}

impl<const SLOTS: usize> Index<SLOTS> {
    pub(super) const fn new() -> Self {
        assert!(SLOTS.is_power_of_two(), "a slot is chosen by the low bits of a hash");
        Self { slots: [None; SLOTS], filled: 0 }
    }

    /// Adds the name and aliases of the row at index `place`.
    pub(super) const fn add(&mut self, info: &Info, place: usize) {
        self.add_name(info.name, place);
        let mut i = 0;
        while i < info.aliases.len() {
            self.add_name(info.aliases[i], place);
            i += 1;
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "an assertion looks at the number before")]
    const fn add_name(&mut self, name: &'static str, place: usize) {
        let Some(normal) = Normal::of(name.as_bytes()) else { panic!("a name is too long") };
        assert!(normal.is(name.as_bytes()), "a name is not in its normal form");
        assert!(place <= u16::MAX as usize, "the table is too long");
        self.filled += 1;
        assert!(2 * self.filled <= SLOTS, "the index needs twice the slots");
        let mut slot = normal.hash as usize % SLOTS;
        while let Some((taken, _)) = self.slots[slot] {
            assert!(!normal.is(taken.as_bytes()), "two rows of a table share a name");
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = Some((name, place as u16));
    }

    /// Returns the index of the row with this name.
    #[inline]
    pub(super) fn find(&self, name: &Normal) -> Option<usize> {
        let mut slot = name.hash as usize % SLOTS;
        // At least half of the slots are empty, so the search ends.
        while let Some((taken, place)) = self.slots[slot] {
            if taken.as_bytes() == &name.bytes[..name.length] {
                return Some(usize::from(place));
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }

    /// Returns the row with this name from `rows`. Returns [`UnknownName`] with `kinds` if there is none.
    #[inline]
    pub(super) fn row<R>(
        &self,
        rows: &'static [R],
        kinds: &'static [Kind],
        name: &str,
    ) -> Result<&'static R, UnknownName> {
        let place = Normal::of(name.as_bytes()).and_then(|name| self.find(&name));
        place.and_then(|place| rows.get(place)).ok_or_else(|| UnknownName::new(kinds, name))
    }
}

/// Builds the [`Index`] of a table.
macro_rules! index {
    ($rows:ident) => {{
        let (mut index, mut place) = ($crate::registry::name::Index::new(), 0);
        while place < $rows.len() {
            index.add(&$rows[place].info, place);
            place += 1;
        }
        index
    }};
}

pub(super) use index;

/// Error for a name that the searched tables do not contain. Suggestions are only computed when the error is displayed,
/// or by [`nearest`](Self::nearest).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UnknownName {
    kinds: &'static [Kind],
    /// Given name, truncated to [`LONGEST_NAME`] bytes at a character boundary.
    given: [u8; LONGEST_NAME],
    kept: usize,
    length: usize,
}

impl UnknownName {
    pub(super) fn new(kinds: &'static [Kind], name: &str) -> Self {
        let longest = LONGEST_NAME.min(name.len());
        let kept = (0..=longest).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        let mut given = [0; LONGEST_NAME];
        given[..kept].copy_from_slice(&name.as_bytes()[..kept]);
        Self { kinds, given, kept, length: name.len() }
    }

    /// Returns the kinds that were searched.
    #[must_use]
    pub fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    /// Returns the name as given. Names longer than [`LONGEST_NAME`] bytes are truncated.
    #[must_use]
    pub fn given(&self) -> &str {
        core::str::from_utf8(&self.given[..self.kept]).unwrap_or_default()
    }

    /// Returns the algorithm of another kind with this name.
    #[must_use]
    pub fn elsewhere(&self) -> Option<Algorithm> {
        let name = Normal::of(self.given.get(..self.length)?)?;
        Kind::ALL.iter().find_map(|&kind| table::find_in(kind, &name))
    }

    /// Returns up to three similar canonical names of the searched kinds, nearest first. Without the feature
    /// `suggestions`, the list is empty.
    #[must_use]
    pub fn nearest(&self) -> Vec<&'static str> {
        #[cfg(feature = "suggestions")]
        if self.length <= LONGEST_NAME {
            return super::suggest::nearest(self.given(), self.kinds);
        }
        Vec::new()
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(found) = self.elsewhere() {
            let (name, kind) = (found.name, found.kind);
            write!(f, "{name} is {} {kind}: there is no ", kind.article())?;
            list(f, self.kinds)?;
            return f.write_str(" of this name");
        }
        f.write_str("there is no ")?;
        match self.kinds {
            [_] | [_, _] => list(f, self.kinds)?,
            _ => f.write_str("algorithm")?,
        }
        write!(f, " named {:?}", self.given())?;
        if self.kept < self.length {
            write!(f, "… ({} bytes; names have at most {LONGEST_NAME})", self.length)?;
        }
        let nearest = self.nearest();
        if nearest.is_empty() {
            return Ok(());
        }
        f.write_str("; did you mean ")?;
        list(f, &nearest)?;
        f.write_str("?")
    }
}

/// Writes `a, b or c`.
fn list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let lead = match i {
            0 => "",
            _ if i + 1 == items.len() => " or ",
            _ => ", ",
        };
        write!(f, "{lead}{item}")?;
    }
    Ok(())
}

impl fmt::Debug for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("UnknownName");
        shown.field("kinds", &self.kinds).field("given", &self.given());
        shown.field("length", &self.length).finish()
    }
}

impl core::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::registry;
    use alloc::string::ToString;

    #[test]
    fn error_names_the_kind_that_has_the_name() {
        let error = registry::hash("SHAKE128").unwrap_err();
        assert_eq!(
            error.to_string(),
            "shake128 is an extendable-output function: there is no hash of this name"
        );
        let error = registry::xof("tuplehash128").unwrap_err().to_string();
        assert!(error.starts_with("tuplehash128 is a hash of chosen length: "), "{error}");
        let error = registry::find(&[Kind::Mac, Kind::Aead], "sha256").unwrap_err().to_string();
        assert!(
            error.ends_with("no message authentication code or authenticated cipher of this name")
        );
    }

    #[test]
    fn overlong_name_fails_fast_and_is_shortened() {
        let name = "ä".repeat(1 << 17);
        let start = std::time::Instant::now();
        let error = registry::hash(&name).unwrap_err();
        let message = error.to_string();
        assert!(start.elapsed() < core::time::Duration::from_millis(1), "{:?}", start.elapsed());
        assert_eq!(error.given(), "ä".repeat(24));
        assert!(message.ends_with("… (262144 bytes; names have at most 48)"), "{message}");
        assert!(registry::hash(&"a".repeat(49)).unwrap_err().to_string().contains("(49 bytes"));
    }
}
