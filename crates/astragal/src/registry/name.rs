//! Algorithm names: their normal form, the hash table that finds a row by its name, and the error for an unknown name.
//! The text of the error is in `unknown_name.rs`, and `lookup.rs` searches the tables of all kinds of algorithms.

use alloc::string::String;
use core::fmt;

use super::info::{Info, Kind};

/// Maximum length of a name in bytes. Longer input is rejected without a lookup.
pub const LONGEST_NAME: usize = 48;

/// Normalizes a name: converts it to lower case, and replaces `/` and `_` with `-`.
#[must_use]
pub fn normalize(name: &str) -> String {
    name.chars()
        .map(|c| if c.is_ascii() { char::from(normalize_byte(c as u8)) } else { c })
        .collect()
}

const fn normalize_byte(byte: u8) -> u8 {
    match byte {
        b'/' | b'_' => b'-',
        byte => byte.to_ascii_lowercase(),
    }
}

/// Normalized name with its FNV-1a hash, for lookups in [`Index`].
pub(super) struct NormalizedName {
    bytes: [u8; LONGEST_NAME],
    length: usize,
    hash: u32,
}

impl NormalizedName {
    /// Normalizes `name`. Returns `None` if it is longer than [`LONGEST_NAME`].
    pub(super) const fn of(name: &[u8]) -> Option<Self> {
        if name.len() > LONGEST_NAME {
            return None;
        }
        // Uses FNV-1a, which needs no tables. Its weak collision resistance is harmless, because the stored names are
        // few and fixed.
        let (mut bytes, mut hash) = ([0; LONGEST_NAME], 0x811c_9dc5_u32);
        let mut i = 0;
        while i < name.len() {
            bytes[i] = normalize_byte(name[i]);
            hash = (hash ^ bytes[i] as u32).wrapping_mul(0x0100_0193);
            i += 1;
        }
        Some(Self { bytes, length: name.len(), hash })
    }

    /// Returns the name without the prefix `lead`, if it has this prefix.
    pub(super) fn strip_prefix(&self, lead: &[u8]) -> Option<Self> {
        Self::of(self.bytes[..self.length].strip_prefix(lead)?)
    }

    /// Returns the name without the suffix `end`, if it has this suffix.
    pub(super) fn strip_suffix(&self, end: &[u8]) -> Option<Self> {
        Self::of(self.bytes[..self.length].strip_suffix(end)?)
    }

    const fn equals(&self, name: &[u8]) -> bool {
        let mut i = 0;
        while i < name.len() && i < self.length && name[i] == self.bytes[i] {
            i += 1;
        }
        i == name.len() && i == self.length
    }
}

/// Hash table that maps names and aliases to row indices, built at compile time. It does not store references to the
/// rows, because the compiler may then put a second copy of the rows into the program.
pub(super) struct Index<const SLOTS: usize> {
    slots: [Option<(&'static str, u16)>; SLOTS],
    filled: usize,
}

impl<const SLOTS: usize> Index<SLOTS> {
    pub(super) const fn new() -> Self {
        assert!(SLOTS.is_power_of_two(), "the number of slots must be a power of two");
        Self { slots: [None; SLOTS], filled: 0 }
    }

    /// Adds the name and aliases of the row at index `position` to the hash table.
    pub(super) const fn add(&mut self, info: &Info, position: usize) {
        self.add_name(info.name, position);
        let mut i = 0;
        while i < info.aliases.len() {
            self.add_name(info.aliases[i], position);
            i += 1;
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "an assertion checks the range before the cast"
    )]
    const fn add_name(&mut self, name: &'static str, position: usize) {
        let Some(normalized) = NormalizedName::of(name.as_bytes()) else {
            panic!("a name is too long")
        };
        assert!(normalized.equals(name.as_bytes()), "a name in the table is not in normal form");
        assert!(position <= u16::MAX as usize, "the table is too long");
        self.filled += 1;
        assert!(2 * self.filled <= SLOTS, "the index must have at least two slots per name");
        let mut slot = normalized.hash as usize % SLOTS;
        while let Some((taken, _)) = self.slots[slot] {
            assert!(!normalized.equals(taken.as_bytes()), "two rows of a table share a name");
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = Some((name, position as u16));
    }

    /// Returns the row index that the hash table stores for this name.
    #[inline]
    pub(super) fn find(&self, name: &NormalizedName) -> Option<usize> {
        let mut slot = name.hash as usize % SLOTS;
        // At least half of the slots are empty, so the search for an unknown name always reaches an empty slot.
        while let Some((taken, position)) = self.slots[slot] {
            if taken.as_bytes() == &name.bytes[..name.length] {
                return Some(usize::from(position));
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }

    /// Finds the row with this name in `rows`. If no row has the name, returns [`UnknownName`] with `kinds`, the kinds
    /// of algorithm that were searched.
    #[inline]
    pub(super) fn row<R>(
        &self,
        rows: &'static [R],
        kinds: &'static [Kind],
        name: &str,
    ) -> Result<&'static R, UnknownName> {
        let position = NormalizedName::of(name.as_bytes()).and_then(|name| self.find(&name));
        position
            .and_then(|position| rows.get(position))
            .ok_or_else(|| UnknownName::new(kinds, name))
    }
}

/// Builds the [`Index`] of a table.
macro_rules! index {
    ($rows:ident) => {{
        let (mut index, mut position) = ($crate::registry::name::Index::new(), 0);
        while position < $rows.len() {
            index.add(&$rows[position].info, position);
            position += 1;
        }
        index
    }};
}

pub(super) use index;

/// Error for an algorithm name that none of the searched tables contains. Suggestions are computed only when the error
/// is displayed or [`nearest`](Self::nearest) is called.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct UnknownName {
    kinds: &'static [Kind],
    /// Given name, truncated to [`LONGEST_NAME`] bytes at a character boundary.
    given: [u8; LONGEST_NAME],
    given_bytes: usize,
    length: usize,
}

impl UnknownName {
    pub(super) fn new(kinds: &'static [Kind], name: &str) -> Self {
        let longest = LONGEST_NAME.min(name.len());
        let given_bytes = (0..=longest).rev().find(|&at| name.is_char_boundary(at)).unwrap_or(0);
        let mut given = [0; LONGEST_NAME];
        given[..given_bytes].copy_from_slice(&name.as_bytes()[..given_bytes]);
        Self { kinds, given, given_bytes, length: name.len() }
    }

    /// Returns the kinds of algorithm that were searched.
    #[must_use]
    pub fn kinds(&self) -> &'static [Kind] {
        self.kinds
    }

    /// Returns the name as given. Names longer than [`LONGEST_NAME`] bytes are truncated.
    #[must_use]
    pub fn given(&self) -> &str {
        core::str::from_utf8(&self.given[..self.given_bytes]).unwrap_or_default()
    }

    /// Returns the length of the given name before truncation, in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.length
    }
}

impl fmt::Debug for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("UnknownName");
        shown.field("kinds", &self.kinds).field("given", &self.given());
        shown.field("length", &self.length).finish()
    }
}
