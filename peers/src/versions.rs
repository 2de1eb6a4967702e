//! Versions of other libraries, which tables show after the libraries' names.

use std::sync::LazyLock;

/// Returns the name and version of a library, as tables show them. The name `RustCrypto` is replaced with the name of
/// the crate that implements `algorithm`. If the version is unknown, returns only the name.
pub fn with_version(library: &str, algorithm: &str) -> String {
    let library = if library == "RustCrypto" { cipher_crate(algorithm) } else { library };
    // `library` may name several crates, as in `hmac + sha2`. Looks up the version of the last one, here `sha2`. If
    // `library` already ends with a version, the look-up fails and no second version is added.
    let name = library.rsplit(' ').next().unwrap_or(library);
    match version(name) {
        Some(version) => format!("{library} {version}"),
        None => library.to_owned(),
    }
}

/// Removes the version that [`with_version`] has added to a library's name.
pub fn without_version(library: &str) -> &str {
    match library.rsplit_once(' ') {
        Some((name, version)) if version.starts_with(|first: char| first.is_ascii_digit()) => name,
        _ => library,
    }
}

/// Returns the version of a crate or of a C library. `cargo xtask` passes the versions of C libraries in the variable
/// `PEERS_VERSIONS`, as a list of the form `NAME VERSION NAME VERSION …`.
fn version(name: &str) -> Option<String> {
    let feature = match name {
        "Crypto++" => "cryptopp".to_owned(),
        name => name.to_lowercase(),
    };
    let list = std::env::var("PEERS_VERSIONS").unwrap_or_default();
    let mut words = list.split(' ');
    while let (Some(library), Some(version)) = (words.next(), words.next()) {
        if library == feature {
            return Some(version.to_owned());
        }
    }
    LOCKED.iter().find(|(package, _)| *package == name).map(|(_, version)| (*version).to_owned())
}

/// Names and versions of the crates in the lock file, in reverse order. The newest of several versions of a crate
/// therefore comes first.
static LOCKED: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let value = |line: &'static str, key: &str| line.strip_prefix(key)?.strip_suffix('"');
    let packages = include_str!("../Cargo.lock").split("[[package]]\n").skip(1);
    let read = |package: &'static str| {
        let mut lines = package.lines();
        Some((value(lines.next()?, "name = \"")?, value(lines.next()?, "version = \"")?))
    };
    let mut locked: Vec<_> = packages.filter_map(read).collect();
    locked.reverse();
    locked
});

/// Returns the name of the RustCrypto crate that implements a cipher. `algorithm` begins with the name of this cipher.
fn cipher_crate(algorithm: &str) -> &str {
    match algorithm.split('-').next().unwrap_or(algorithm) {
        "cast256" => "cast6",
        "xchacha20" => "chacha20",
        cipher => cipher,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_added_once_and_removed() {
        for (library, algorithm) in
            [("sha3", "sha3-256"), ("hmac + sha2", "hmac-sha256"), ("RustCrypto", "aes-128-ctr")]
        {
            let named = with_version(library, algorithm);
            assert_eq!(
                named.split(' ').count(),
                without_version(&named).split(' ').count() + 1,
                "{named}"
            );
            assert_eq!(with_version(&named, algorithm), named);
        }
        assert_eq!(without_version("astragal by name"), "astragal by name");
    }
}
