//! Parts of the library ("families"). The mutants of each part are judged together.

/// Part of the library.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Files and folders in `crates/astragal/src`.
    pub(crate) paths: &'static [&'static str],
    /// Cargo features of the first build, which contains only this family. The tests of this build are the first to
    /// judge the family's mutants.
    pub(crate) features: &'static str,
}

const fn family(
    name: &'static str,
    paths: &'static [&'static str],
    features: &'static str,
) -> Family {
    Family { name, paths, features }
}

pub(crate) static FAMILIES: [Family; 7] = [
    family("ascon", &["algorithm/ascon"], "std,registry,state,ascon"),
    family("keccak", &["algorithm/keccak"], "std,registry,state,keccak"),
    family("aes", &["algorithm/rijndael"], "std,registry,state,aes"),
    family("camellia", &["algorithm/camellia"], "std,registry,state,camellia"),
    family("serpent", &["algorithm/serpent"], "std,registry,state,serpent"),
    family(
        "constructions",
        &["construction"],
        "std,registry,state,aes,camellia,kalyna,threefish,sha2,skein,kdf",
    ),
    family("registry", &["registry"], EVERYTHING),
];

/// Cargo features of the second build, whose tests judge the mutants that the tests of the first build do not detect.
pub(crate) const EVERYTHING: &str = "std,registry,state,suggestions,hashes,ciphers,kdf";

/// Folders and files that are excluded: the backends, and the rounds that only backends use. Tests compare the backends
/// with the portable code on machines that support the backends' instructions.
pub(crate) fn is_excluded(file: &str) -> bool {
    file.contains("/backend/")
        || file.ends_with("/lanes.rs") && file.starts_with("algorithm/")
        || file.ends_with("hardware.rs") && file.starts_with("algorithm/rijndael/")
}
