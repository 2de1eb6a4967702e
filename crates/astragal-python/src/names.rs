//! Spellings of algorithm names: as Python identifiers, and in the style of `hashlib`.

/// Hashes with an irregular name in `hashlib`. The regular name is the canonical name with underscores in place of
/// hyphens. Each entry contains the canonical name and the name in `hashlib`.
pub(crate) const HASHLIB_NAMES: [(&str, &str); 4] = [
    ("blake2b-512", "blake2b"),
    ("blake2s-256", "blake2s"),
    ("shake128", "shake_128"),
    ("shake256", "shake_256"),
];

/// Returns the name of a hash in the style of `hashlib`, even if `hashlib` does not have the hash.
pub(crate) fn hashlib_name(canonical: &str) -> String {
    let own = HASHLIB_NAMES.iter().find(|(name, _)| *name == canonical);
    own.map_or_else(|| identifier(canonical), |(_, name)| (*name).into())
}

/// Converts a canonical name to a Python identifier: "sha3-256" becomes "sha3_256".
pub(crate) fn identifier(name: &str) -> String {
    name.replace('-', "_")
}
