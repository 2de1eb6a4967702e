//! Checks the published packages: their files, versions and dependencies.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, ensure};

use crate::files::{copy, empty_folder};
use crate::run::{cargo, command, output, root, run, target_path};

const PUBLISHED: [&str; 4] = ["astragal", "astragal-capi", "astragal-cli", "astragal-vectors"];

/// Files that every package must contain.
const NEEDED: [&str; 3] = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT"];

/// Returns an error message for each package that lacks its manifest or a license. Also reports packages that contain
/// tests, because the tests need the whole repository.
pub(super) fn faults() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for package in PUBLISHED {
        let mut list = cargo(&["package", "--list", "--allow-dirty", "--quiet", "--package"]);
        let list = output(list.arg(package).stderr(Stdio::inherit()))?;
        faults.extend(faults_of(package, &list));
    }
    Ok(faults)
}

fn faults_of(package: &str, list: &str) -> Vec<String> {
    let missing = NEEDED.iter().filter(|name| !list.lines().any(|file| file == **name));
    let missing = missing.map(|name| format!("package {package} lacks {name}"));
    let tests = list.lines().filter(|file| file.starts_with("tests/"));
    missing.chain(tests.map(|file| format!("package {package} contains the test {file}"))).collect()
}

/// Packaging recipes, each with the line that states the version number.
const VERSIONS: [(&str, &str); 5] = [
    ("conan/conanfile.py", "    version = \"{}\"\n"),
    ("debian/changelog", "astragal ({}-"),
    ("meson/astragal.wrap", "directory = astragal-{}\n"),
    ("meson/packagefiles/astragal/meson.build", "version: '{}'"),
    ("vcpkg/vcpkg.json", "\"version-semver\": \"{}\""),
];

/// Checks that every packaging recipe states the current version.
pub(super) fn recipe_versions() -> Result<()> {
    for (file, line) in VERSIONS {
        let text = fs::read_to_string(root().join("packaging").join(file))?;
        let line = line.replace("{}", env!("CARGO_PKG_VERSION"));
        ensure!(
            text.contains(&line),
            "packaging/{file} has a different version; expected {line:?}"
        );
    }
    Ok(())
}

/// Checks the licenses and sources of all dependencies against `deny.toml`. Security advisories are not checked,
/// because they change without any commit.
pub(crate) fn deny(program: impl AsRef<Path>) -> Result<()> {
    run(&mut command(program, &["check", "bans", "licenses", "sources"]))
}

/// Creates the package of the library for publication, and builds the library from it with some algorithm families. The
/// build fails if the package lacks a needed file.
pub(crate) fn builds_alone() -> Result<()> {
    let mut package = cargo(&["package", "--allow-dirty", "--package", "astragal"]);
    run(package.args(["--no-default-features", "--features", "registry,keccak,aes,kdf"]))
}

/// Compiles the published packages with the oldest versions of their dependencies that the manifests allow. Uses a copy
/// of the repository, because the oldest versions need a different lock file.
pub(crate) fn oldest_dependencies() -> Result<()> {
    let folder = target_path("minimal");
    empty_folder(&folder)?;
    let files = output(&mut command("git", &["ls-files", "-z"]))?;
    for file in files.split_terminator('\0').filter(|file| root().join(file).is_file()) {
        copy(&root().join(file), &folder.join(file))?;
    }
    // Removes the workspace members that are not published, because they may require newer versions of the
    // dependencies.
    let manifest = fs::read_to_string(folder.join("Cargo.toml"))?;
    let members = PUBLISHED.map(|package| format!("\"crates/{package}\"")).join(", ");
    let all_members = "members = [\"crates/*\", \"xtask\"]";
    ensure!(manifest.contains(all_members), "members of Cargo.toml differ from {all_members}");
    let manifest = manifest.replace(all_members, &format!("members = [{members}]"));
    fs::write(folder.join("Cargo.toml"), manifest)?;
    let there = |command: &mut Command| run(command.current_dir(&folder));
    // The flag that selects the oldest versions is unstable, so RUSTC_BOOTSTRAP enables it.
    let resolve = ["generate-lockfile", "-Zdirect-minimal-versions"];
    there(cargo(&resolve).env("RUSTC_BOOTSTRAP", "1"))?;
    let check = ["check", "--locked", "--workspace", "--all-features"];
    there(cargo(&check).env("CARGO_TARGET_DIR", target_path("minimal-build")))
}

#[cfg(test)]
mod tests {
    use super::faults_of;

    #[test]
    fn reports_missing_licences_and_packaged_tests() {
        assert!(faults_of("p", "Cargo.toml\nLICENSE-APACHE\nLICENSE-MIT\nsrc/lib.rs\n").is_empty());
        let faults = faults_of("p", "Cargo.toml\nLICENSE-MIT\ntests/kat.rs\n");
        let expected =
            ["package p lacks LICENSE-APACHE", "package p contains the test tests/kat.rs"];
        assert_eq!(faults, expected);
    }
}
