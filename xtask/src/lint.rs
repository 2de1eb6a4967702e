//! What a reader could trip over: formatting, lints, documentation, and `unsafe` outside its wall.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::{cargo, root, run, step};

pub(crate) fn all() -> Result<()> {
    step("formatting", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("clippy", || {
        let deny = ["--", "-D", "warnings"];
        let all = ["clippy", "--workspace", "--all-targets", "--all-features"];
        run(cargo(&all).args(deny))?;
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))
    })?;
    step("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps", "--all-features"];
        run(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("the wall around unsafe", wall)
}

/// Fails when a file outside the wall expects or allows `unsafe_code`.
fn wall() -> Result<()> {
    let mut breaches = Vec::new();
    for file in
        rust_files(&root().join("crates"))?.into_iter().chain(rust_files(&root().join("xtask"))?)
    {
        let text = fs::read_to_string(&file)?;
        let lifts =
            ["expect(unsafe_code", "allow(unsafe_code"].iter().any(|lift| text.contains(lift));
        if lifts && !may_hold_unsafe(&file) && !file.ends_with("xtask/src/lint.rs") {
            breaches.push(file.display().to_string());
        }
    }
    if breaches.is_empty() {
        return Ok(());
    }
    bail!(
        "`unsafe` is for simd, backend, the C ABI and the Python buffer, not for {}",
        breaches.join(", ")
    )
}

fn may_hold_unsafe(file: &Path) -> bool {
    let path = file.to_string_lossy().replace('\\', "/");
    if path.contains("crates/astragal/src/") {
        return ["/simd/", "/simd.rs", "/backend/", "/backend.rs"]
            .iter()
            .any(|part| path.contains(part));
    }
    path.ends_with("crates/astragal/tests/zeroize.rs")
        || path.contains("crates/astragal-capi/")
        || path.ends_with("crates/astragal-python/src/buffer.rs")
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}
