//! Names: their normal form, look-up in a table, and the nearest ones for an error message.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The kinds of algorithm, each with a table of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Hash functions.
    Hash,
    /// Extendable-output functions.
    Xof,
    /// Message authentication codes.
    Mac,
    /// Authenticated encryption.
    Aead,
    /// Block ciphers.
    Cipher,
    /// Key derivation functions.
    Kdf,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hash => "hash",
            Self::Xof => "extendable-output function",
            Self::Mac => "message authentication code",
            Self::Aead => "authenticated cipher",
            Self::Cipher => "block cipher",
            Self::Kdf => "key derivation function",
        })
    }
}

/// A name that no row of the table has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind that was looked for.
    pub kind: Kind,
    /// The name as given.
    pub given: String,
    /// The most similar canonical names, the nearest first.
    pub nearest: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no {} named {:?}", self.kind, self.given)?;
        for (i, name) in self.nearest.iter().enumerate() {
            let lead = match i {
                0 => "; did you mean ",
                _ if i + 1 == self.nearest.len() => " or ",
                _ => ", ",
            };
            write!(f, "{lead}{name}")?;
        }
        if self.nearest.is_empty() { Ok(()) } else { f.write_str("?") }
    }
}

impl core::error::Error for UnknownName {}

/// What all rows have.
pub trait Entry: 'static {
    /// The kind of the table.
    const KIND: Kind;
    /// The canonical name.
    fn name(&self) -> &'static str;
    /// Other names, in any spelling that normalises.
    fn aliases(&self) -> &'static [&'static str];
}

/// The normal form of a name: lower case, with `-` for `/` and `_`.
#[must_use]
pub fn normalize(name: &str) -> String {
    name.chars().map(normal).collect()
}

fn normal(c: char) -> char {
    match c {
        '/' | '_' => '-',
        c => c.to_ascii_lowercase(),
    }
}

fn is_same(given: &str, name: &str) -> bool {
    given.chars().map(normal).eq(name.chars().map(normal))
}

/// The row of this name or alias.
pub(super) fn find<E: Entry>(
    rows: impl Iterator<Item = &'static E> + Clone,
    given: &str,
) -> Result<&'static E, UnknownName> {
    let has_name =
        |row: &&E| is_same(given, row.name()) || row.aliases().iter().any(|a| is_same(given, a));
    if let Some(row) = rows.clone().find(has_name) {
        return Ok(row);
    }
    let wanted = normalize(given);
    let limit = 2.max(wanted.len() / 3);
    let mut near: Vec<(usize, &'static str)> = rows
        .flat_map(|row| {
            let names =
                core::iter::once(row.name()).chain(row.aliases().iter().copied()).map(normalize);
            let least = names.map(|name| distance(&wanted, &name)).min();
            least.map(|distance| (distance, row.name()))
        })
        .filter(|&(distance, _)| distance <= limit)
        .collect();
    near.sort_by_key(|&(distance, _)| distance);
    near.truncate(3);
    let nearest = near.into_iter().map(|(_, name)| name).collect();
    Err(UnknownName { kind: E::KIND, given: given.to_string(), nearest })
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two names (optimal
/// string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut before = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = alloc::vec![i + 1];
        for j in 0..b.len() {
            let replaced = last[j] + usize::from(a[i] != b[j]);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && (a[i], a[i - 1]) == (b[j - 1], b[j]) {
                let two_before: &Vec<usize> = &before;
                least = least.min(two_before[j - 1] + 1);
            }
            row.push(least);
        }
        before = core::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("sha3-256", "sha3-256"), 0);
        assert_eq!(distance("sha3-265", "sha3-256"), 1);
        assert_eq!(distance("sha3-512", "sha3-256"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn an_unknown_name_suggests_the_nearest() {
        let error = crate::registry::hash("sha3-265").err().unwrap();
        assert_eq!(error.nearest[0], "sha3-256");
        assert!(
            error
                .to_string()
                .starts_with("there is no hash named \"sha3-265\"; did you mean sha3-256")
        );
        assert!(
            crate::registry::hash("no such algorithm at all").err().unwrap().nearest.is_empty()
        );
    }
}
