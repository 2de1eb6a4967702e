//! Everything that must hold before a change lands.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::generate::{self, Mode};
use crate::run::{WHOLE, built, cargo, command, exists, peers_cargo_unmeasured, root, run, step};
use crate::{capi, cross, ct, firmware, fuzz, lint, miri, prove, python, site, web};

/// The oldest compiler that is promised to build the library; `rust-version` says the same.
const MINIMUM_RUST: &str = "1.89.0";

/// Instruction-set levels, as `ASTRAGAL_TEST_CPU` takes them; one above the machine's own changes nothing, and a run
/// that must cover one says so by `ASTRAGAL_REQUIRE`.
const LEVELS: &[&str] = if cfg!(target_arch = "aarch64") {
    &["portable", "neon"]
} else if cfg!(target_arch = "x86_64") {
    &["portable", "ssse3", "avx2", "vaes", "gfni"]
} else {
    &[]
};

pub(crate) fn all() -> Result<()> {
    lint::all()?;
    step("tests", || run(cargo(&["test"]).args(WHOLE)))?;
    let programs = names_in("crates/astragal/tests")?;
    for level in LEVELS {
        step(&format!("the library's tests, up to {level}"), || {
            let mut tests = cargo(&["test", "--lib"]);
            tests.args(WHOLE).args(programs.iter().flat_map(|name| ["--test", name]));
            run(tests.env("ASTRAGAL_TEST_CPU", level))
        })?;
    }
    step("kernels over models", prove::kernels)?;
    step("fuzzing, a minute", fuzz::briefly)?;
    step("no undefined behaviour, in part", miri::briefly)?;
    step("constant time", || ct::check("test").map(drop))?;
    step("examples", examples)?;
    site::check()?;
    web::check()?;
    step("known answers on other machines", cross::briefly)?;
    step("firmware", || firmware::check(false))?;
    step("the oldest supported compiler", oldest_compiler)?;
    step("the oldest dependencies", lint::supply::oldest_dependencies)?;
    step("the package builds alone", lint::packages::builds_alone)?;
    generate::all(Mode::Check, &[])?;
    step("shared vectors", shared_vectors)?;
    step("answers of other libraries", crosscheck)?;
    capi::test()?;
    python::test()
}

/// Runs every example of the library: each checks what it shows.
fn examples() -> Result<()> {
    for name in names_in("crates/astragal/examples")? {
        run(&mut command(&built(&format!("examples/{name}"))?.to_string_lossy(), &[]))?;
    }
    Ok(())
}

/// The names of the programs in a folder, in order.
fn names_in(folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join(folder))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let (true, Some(stem)) = (path.is_file(), stem) {
            names.push(stem.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

fn oldest_compiler() -> Result<()> {
    if !exists("rustup") {
        println!("skipped: rustup is not here to install Rust {MINIMUM_RUST}");
        return Ok(());
    }
    run(&mut command("rustup", &["toolchain", "install", MINIMUM_RUST, "--profile", "minimal"]))?;
    let packages = ["--package", "astragal", "--package", "astragal-capi", "--all-features"];
    let mut check = command("rustup", &["run", MINIMUM_RUST, "cargo", "check"]);
    run(check.args(packages).env("CARGO_TARGET_DIR", root().join("target/oldest")))
}

/// The larger set of known answers, where it lies beside the repository.
fn shared_vectors() -> Result<()> {
    let vectors = root().join("../shared/vectors");
    if !vectors.is_dir() {
        println!("skipped: there are no shared vectors beside the repository");
        return Ok(());
    }
    run(Command::new(built("digest")?).args(["selftest", "--vectors"]).arg(vectors))
}

/// The peers' tests.
fn crosscheck() -> Result<()> {
    run(peers_cargo_unmeasured("test").args(["--", "--nocapture"]))
}
