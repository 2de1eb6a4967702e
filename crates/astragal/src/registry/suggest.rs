//! Suggestions for misspelled algorithm names.

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
    let length = wanted.chars().count();
    // Maximum edit distance: a third of the length of the given name, at least 1 and at most 4.
    let limit = (length / 3).clamp(1, 4);
    let mut near: Vec<(usize, &'static str)> = Vec::new();
    for algorithm in algorithms().filter(|algorithm| kinds.contains(&algorithm.kind)) {
        let names = core::iter::once(&algorithm.name).chain(algorithm.aliases);
        // Compares the lengths first, which is cheap. The edit distance is at least the difference of the lengths.
        let similar = names.filter(|name| {
            name.len().abs_diff(length) <= limit || name.starts_with(wanted.as_str())
        });
        let least = similar.map(|name| distance(&wanted, name)).min();
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

/// Returns the edit distance: the number of insertions, deletions, replacements and swaps between the two names. If
/// `wanted` is a prefix of `name` and at least 3 bytes long, returns 1.
fn distance(wanted: &str, name: &str) -> usize {
    if wanted.len() >= 3 && name.starts_with(wanted) {
        return 1;
    }
    strsim::osa_distance(wanted, name)
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
    fn suggests_nothing_for_dissimilar_names() {
        for given in ["", "x", "aes", "no such algorithm at all", "ハッシュ"] {
            assert_eq!(nearest(given, &[Kind::Hash]), [""; 0], "{given}");
        }
    }
}
