//! The fuzz targets: compiled with the tests, and run for as long as one has.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::run::{cargo, command, exists, root, run, step};

/// Compiles every target, by the compiler that is here.
pub(crate) fn compile() -> Result<()> {
    run(cargo(&["check", "--bins", "--manifest-path"]).arg(root().join("fuzz/Cargo.toml")))
}

/// Runs every target for `seconds`.
pub(crate) fn all(seconds: u64) -> Result<()> {
    if !exists("cargo-fuzz") {
        bail!("cargo-fuzz is not here: cargo install cargo-fuzz");
    }
    for target in targets(&root())? {
        step(&format!("fuzzing {target}"), || {
            let time = format!("-max_total_time={seconds}");
            let arguments = ["run", "nightly", "cargo", "fuzz", "run", &target, "--", &time];
            run(&mut command("rustup", &arguments))
        })?;
    }
    Ok(())
}

/// The names of the targets, each of which is a file.
fn targets(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    Ok(names)
}
