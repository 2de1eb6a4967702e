//! Suggestions for misspelled algorithm names.

use alloc::vec;
use alloc::vec::Vec;

use super::info::Kind;
use super::lookup::algorithms;
use super::name::normalize;

/// Maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;

/// Returns up to [`MAX_SUGGESTIONS`] canonical names that are similar to `given`, among the algorithms of `kinds`. The
/// names are distinct and sorted by edit distance.
pub(super) fn nearest(given: &str, kinds: &[Kind]) -> Vec<&'static str> {
    let wanted = normalize(given);
    let characters: Vec<char> = wanted.chars().collect();
    let length = characters.len();
    // Maximum edit distance: a third of the length of the given name, at least 1 and at most 4.
    let limit = (length / 3).clamp(1, 4);
    let mut near: Vec<(usize, &'static str)> = Vec::new();
    for algorithm in algorithms().filter(|algorithm| kinds.contains(&algorithm.kind)) {
        let names = core::iter::once(&algorithm.name).chain(algorithm.aliases);
        // Compares the lengths first, which is cheap. The edit distance is at least the difference of the lengths.
        let similar = names.filter(|name| {
            name.len().abs_diff(length) <= limit || name.starts_with(wanted.as_str())
        });
        let least = similar.map(|name| distance(&wanted, &characters, name)).min();
        let Some(least) = least.filter(|&least| least <= limit) else { continue };
        // The same name can occur twice, because algorithms of different kinds may share it: BLAKE3 is both a hash and
        // an XOF.
        match near.iter_mut().find(|(_, name)| *name == algorithm.name) {
            Some((known, _)) => *known = least.min(*known),
            None => near.push((least, algorithm.name)),
        }
    }
    let mut names = Vec::new();
    while names.len() < MAX_SUGGESTIONS {
        let nearest = (0..near.len()).min_by_key(|&i| near[i].0);
        let Some(nearest) = nearest else { break };
        names.push(near.remove(nearest).1);
    }
    names
}

/// Returns the edit distance of two names. If `wanted` is a prefix of `name` and at least 3 bytes long, returns 1.
/// `characters` are the characters of `wanted`.
fn distance(wanted: &str, characters: &[char], name: &str) -> usize {
    if wanted.len() >= 3 && name.starts_with(wanted) {
        return 1;
    }
    alignment_distance(characters, name)
}

/// Returns the optimal string alignment distance: the number of insertions, deletions, replacements and swaps of
/// neighbours that turn `wanted` into `name`, if no part is edited twice. `name` must be ASCII.
fn alignment_distance(wanted: &[char], name: &str) -> usize {
    let name: Vec<char> = name.bytes().map(char::from).collect();
    // Row i contains the distances between the first i characters of `wanted` and each prefix of `name`.
    let mut above: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, &character) in wanted.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, &other) in name.iter().enumerate() {
            let replaced = row[j] + usize::from(character != other);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            let swaps = i > 0 && j > 0 && character == name[j - 1] && wanted[i - 1] == other;
            if swaps {
                least = least.min(above[j - 1] + 1);
            }
            next.push(least);
        }
        above = core::mem::replace(&mut row, next);
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_nearest_names_once() {
        assert_eq!(nearest("sha3-265", &[Kind::Hash])[0], "sha3-256");
        let both = nearest("blake33", &[Kind::Hash, Kind::Xof]);
        assert_eq!(both[0], "blake3");
        assert!(!both[1..].contains(&"blake3"), "{both:?}");
        assert_eq!(nearest("SHA_3/256", &[Kind::Hash])[0], "sha3-256");
        assert_eq!(nearest("keccak", &[Kind::Hash]), ["keccak-224", "keccak-256", "keccak-384"]);
        assert_eq!(nearest("ascon-aead-128", &[Kind::Aead])[0], "ascon-aead128");
    }

    #[test]
    fn alignment_distance_counts_edits_and_swaps() {
        for (wanted, name, distance) in [
            ("", "", 0),
            ("", "abc", 3),
            ("abc", "", 3),
            ("abc", "abc", 0),
            ("ab", "ba", 1),
            ("ca", "abc", 3),
            ("kitten", "sitting", 3),
            ("sha3-265", "sha3-256", 1),
            ("\u{e4}b", "ab", 1),
        ] {
            let wanted: Vec<char> = wanted.chars().collect();
            assert_eq!(alignment_distance(&wanted, name), distance, "{wanted:?} {name}");
        }
    }

    #[test]
    fn suggests_nothing_for_dissimilar_names() {
        for given in ["", "x", "aes", "no such algorithm at all", "ハッシュ"] {
            assert_eq!(nearest(given, &[Kind::Hash]), [""; 0], "{given}");
        }
    }
}
