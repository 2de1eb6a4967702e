//! What comes from others: its licences and sources, and the oldest versions of it that do.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};

use super::packages::PUBLISHED;
use crate::run::{cargo, command, exists, root, run, target_path};
use crate::stages::Missing;

/// Licences, sources and duplicates by `deny.toml`.
pub(crate) fn deny() -> Result<()> {
    if !exists("cargo-deny") {
        // It takes the compiler five minutes: a job of its own has it, and a release.
        bail!(Missing::exempt("cargo-deny", "cargo install --locked cargo-deny"));
    }
    deny_with(Path::new("cargo-deny"))
}

/// The same with the program that lies there. Advisories are of the day, and so no check of a commit.
pub(crate) fn deny_with(program: &Path) -> Result<()> {
    let checks = ["check", "bans", "licenses", "sources"];
    run(Command::new(program).args(checks).current_dir(root()))
}

/// The packages that are published, compiled with the oldest dependencies that the manifests allow, from a copy that
/// leaves the lock file here as it is.
pub(crate) fn oldest_dependencies() -> Result<()> {
    let copy = target_path("minimal");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    let files = command("git", &["ls-files", "-z"]).output()?.stdout;
    for file in String::from_utf8(files)?.split_terminator('\0') {
        let (from, to) = (root().join(file), copy.join(file));
        if from.is_file() {
            fs::create_dir_all(to.parent().expect("it lies below the copy"))?;
            fs::copy(from, to)?;
        }
    }
    // The others would have a say in what is chosen.
    let manifest = fs::read_to_string(copy.join("Cargo.toml"))?;
    let members = PUBLISHED.map(|package| format!("\"crates/{package}\"")).join(", ");
    let of_all = "members = [\"crates/*\", \"xtask\"]";
    ensure!(manifest.contains(of_all), "Cargo.toml names its members in another way");
    let manifest = manifest.replace(of_all, &format!("members = [{members}]"));
    fs::write(copy.join("Cargo.toml"), manifest)?;
    // The flag is one of nightly cargo's.
    let old = ["generate-lockfile", "-Zdirect-minimal-versions"];
    run(cargo(&old).current_dir(&copy).env("RUSTC_BOOTSTRAP", "1"))?;
    let mut check = cargo(&["check", "--locked", "--workspace", "--all-features"]);
    check.current_dir(&copy);
    run(check.env("CARGO_TARGET_DIR", target_path("minimal-build")))
}
