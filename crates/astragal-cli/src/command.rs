//! One file per command, and the command that a link's name stands for.

pub(crate) mod audit;
pub(crate) mod bctest;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod info;
pub(crate) mod kdf;
pub(crate) mod linked;
pub(crate) mod list;
pub(crate) mod mac;
pub(crate) mod merge;
pub(crate) mod outboard;
pub(crate) mod part;
pub(crate) mod password;
mod resume;
pub(crate) mod selftest;
pub(crate) mod sum;
pub(crate) mod test;
pub(crate) mod tree;
mod verify;

use std::ffi::OsString;
use std::path::Path;

use crate::digester::Digester;

/// The words of the command line, the algorithm put in where the program goes by a name like `sha3-256sum`.
pub(crate) fn linked_algorithm(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    let name = words.first().and_then(|program| Path::new(program).file_stem()?.to_str());
    let algorithm = name.and_then(|name| name.strip_suffix("sum"));
    if let Some(algorithm) = algorithm.filter(|name| Digester::is_known(name)) {
        let algorithm = algorithm.into();
        words.insert(1, algorithm);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn link_named_like_gnu_tools_selects_the_algorithm() {
        let words = |program: &str| linked_algorithm([program.into(), "f".into()].into_iter());
        assert_eq!(words("/usr/bin/sha3-256sum"), ["/usr/bin/sha3-256sum", "sha3-256", "f"]);
        assert_eq!(words("digest"), ["digest", "f"]);
        assert_eq!(words("cksum"), ["cksum", "f"]);
    }
}
