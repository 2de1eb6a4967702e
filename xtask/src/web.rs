//! The npm package: the library as a WebAssembly module, with its JavaScript and types; its tests in Node; and the page
//! that hashes files in the browser.

mod bundle;
mod page;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

pub(crate) use page::write as write_page;

use crate::run::{For, add_targets, cargo, command, root, run, step, target_path};
use crate::stages::{Stages, need};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// What the module is compiled for: vectors, which every engine has had since 2023, or none of them, to compare.
#[derive(Clone, Copy)]
enum Vectors {
    Simd128,
    None,
}

/// Builds the package into `target/web/astragal` and the page into `target/web/hash.html`, and tests them; with
/// `whole` the portable module, too, and the page with a file of 1 GiB.
pub(crate) fn all(whole: bool) -> Result<()> {
    let package = step("the npm package", || package(For::Use, &[]))?;
    test(&package, Vectors::Simd128)?;
    if whole {
        let portable = step("the portable module", || assemble(For::Checks, Vectors::None, &[]))?;
        test(&portable, Vectors::None)?;
    }
    step("the page", || page::write(&package, &target_path("web/hash.html")))?;
    page::test(&target_path("web/hash.html"), if whole { 1 << 30 } else { 8 << 20 })
}

/// The same from a module that is compiled in half the time.
pub(crate) fn stages(stages: &mut Stages) {
    if stages.run("npm package", || package(For::Checks, &[]).map(drop)).is_none() {
        return;
    }
    let package = target_path("web/astragal");
    stages.run("npm package in Node", || test(&package, Vectors::Simd128));
    stages.run("page in Chromium", || {
        let page = target_path("web/hash.html");
        page::write(&package, &page)?;
        page::test(&page, 8 << 20)
    });
}

/// Measures beside hash-wasm and @noble/hashes, in the versions of `peers/web`, and writes `target/web/bench.md` when
/// everything is measured; `peers/results/web.md` is such a table with what is to be said of it.
pub(crate) fn bench(names: &[String]) -> Result<()> {
    let package = package(For::Use, &[])?;
    let folder = root().join("peers/web");
    run(Command::new("npm")
        .args(["ci", "--silent", "--no-fund", "--no-audit"])
        .current_dir(&folder))?;
    let mut bench = Command::new("node");
    bench.args(["--no-liftoff", "bench.mjs"]).arg(package).args(names).current_dir(&folder);
    if !names.is_empty() {
        return run(&mut bench);
    }
    let output = bench.stderr(std::process::Stdio::inherit()).output()?;
    ensure!(output.status.success(), "bench.mjs failed: {}", output.status);
    print!("{}", String::from_utf8_lossy(&output.stdout));
    Ok(fs::write(target_path("web/bench.md"), output.stdout)?)
}

/// The package's folder; `flags` are more of the compiler's.
pub(crate) fn package(purpose: For, flags: &[String]) -> Result<PathBuf> {
    assemble(purpose, Vectors::Simd128, flags)
}

fn assemble(purpose: For, vectors: Vectors, flags: &[String]) -> Result<PathBuf> {
    let wasm = module(purpose, vectors, flags, "all")?;
    let name = match vectors {
        Vectors::Simd128 => "astragal",
        Vectors::None => "astragal-portable",
    };
    let folder = target_path("web").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let source = root().join("crates/astragal-wasm");
    for file in fs::read_dir(source.join("js"))? {
        let file = file?;
        fs::copy(file.path(), folder.join(file.file_name()))?;
    }
    for file in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::copy(root().join(file), folder.join(file))?;
    }
    fs::copy(source.join("README.md"), folder.join("README.md"))?;
    fs::copy(wasm, folder.join("astragal.wasm"))?;
    bundle::write(&folder, "index", &folder.join("astragal.wasm"))?;
    for family in bundle::FAMILIES {
        bundle::write(&folder, family, &module(purpose, vectors, flags, family)?)?;
    }
    let manifest = fs::read_to_string(folder.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(manifest.contains(&version), "js/package.json is of another version: {version}");
    Ok(folder)
}

/// Compiles the module with these features.
fn module(purpose: For, vectors: Vectors, flags: &[String], features: &str) -> Result<PathBuf> {
    add_targets([TARGET])?;
    let target = target_path("web-build");
    let mut build = cargo(&["build", "--package", "astragal-wasm", "--locked"]);
    build.args(["--target", TARGET, "--profile", "web"]).arg("--target-dir").arg(&target);
    build.args(["--no-default-features", "--features", features]);
    let mut flags = flags.to_vec();
    if let Vectors::Simd128 = vectors {
        flags.push("-Ctarget-feature=+simd128".into());
    }
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    if purpose == For::Checks {
        build.env("CARGO_PROFILE_WEB_LTO", "off").env("CARGO_PROFILE_WEB_CODEGEN_UNITS", "16");
        build.env("CARGO_PROFILE_WEB_OPT_LEVEL", "1");
    }
    run(&mut build)?;
    Ok(target.join(TARGET).join("web/astragal_wasm.wasm"))
}

/// The package's tests, with the known answers, in Node.
fn test(package: &Path, vectors: Vectors) -> Result<()> {
    need("node", "nodejs")?;
    let backend = match vectors {
        Vectors::Simd128 => "simd128",
        Vectors::None => "portable",
    };
    let tests = root().join("crates/astragal-wasm/test");
    step("the tools of the npm package's tests", || {
        let install = ["ci", "--silent", "--no-fund", "--no-audit"];
        run(Command::new("npm").args(install).current_dir(&tests))
    })?;
    step(&format!("the npm package in Node, {backend}"), || {
        let mut node = command("node", &["--test", "crates/astragal-wasm/test/package.test.mjs"]);
        let node = node.env("ASTRAGAL_PACKAGE", package).env("ASTRAGAL_BACKEND", backend);
        run(node).context("ASTRAGAL_PACKAGE names the folder of the package")
    })
}
