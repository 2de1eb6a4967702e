//! What goes to the registry of crates: each package with both licences and without tests, which need the whole
//! repository. `cargo xtask dist crates` builds from the packages alone.

use std::process::Stdio;

use anyhow::{Result, ensure};

use crate::run::{cargo, run};

/// The packages that are published.
pub(super) const PUBLISHED: [&str; 4] =
    ["astragal", "astragal-capi", "astragal-cli", "astragal-vectors"];

/// What every package has.
const NEEDED: [&str; 3] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"];

/// What the packages lack or have too much.
pub(super) fn faults() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for package in PUBLISHED {
        let mut list = cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package"]);
        let listed = list.arg(package).stderr(Stdio::inherit()).output()?;
        ensure!(listed.status.success(), "cargo does not list {package}");
        faults.extend(faults_of(package, &String::from_utf8(listed.stdout)?));
    }
    Ok(faults)
}

/// Builds the library from its package, some families of it: that nothing is missing, not that all compiles.
pub(crate) fn builds_alone() -> Result<()> {
    let mut package = cargo(&["package", "--allow-dirty", "--package", "astragal"]);
    run(package.args(["--no-default-features", "--features", "registry,keccak,aes,kdf"]))
}

fn faults_of(package: &str, list: &str) -> Vec<String> {
    let lacks = NEEDED.iter().filter(|name| !list.lines().any(|file| file == **name));
    let lacks = lacks.map(|name| format!("{package} is packed without {name}"));
    let tests = list.lines().filter(|file| file.starts_with("tests/"));
    let tests =
        tests.map(|file| format!("{package} is packed with {file}, which needs more to run"));
    lacks.chain(tests).collect()
}

#[cfg(test)]
mod tests {
    use super::faults_of;

    #[test]
    fn reports_missing_licences_and_packaged_tests() {
        let whole = "Cargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nsrc/lib.rs\n";
        assert_eq!(faults_of("p", whole), [""; 0]);
        let list = "Cargo.toml\nLICENSE-MIT\ntests/kat.rs\n";
        let expected = [
            "p is packed without LICENSE-APACHE",
            "p is packed with tests/kat.rs, which needs more to run",
        ];
        assert_eq!(faults_of("p", list), expected);
    }
}
