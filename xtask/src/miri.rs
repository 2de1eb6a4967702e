//! Unit tests of the library, and tests of the C interface, under miri, which finds undefined behaviour.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::evidence::Run;
use crate::run::{command, exists, run, run_tests, target_path};
use crate::stages::Missing;

/// All of the unit tests, which takes an hour, and tests of the C interface.
pub(crate) fn all() -> Result<Run> {
    install(&["miri", "rust-src"])?;
    let library = miri(&["--package", "astragal", "--lib"])?;
    let c = miri(&["--package", "astragal-capi", "--test", "arguments", "--test", "objects"])?;
    Run::counted("miri", library + c, "tests, nothing found")
}

/// What every change is tested by, in two minutes: where memory is wiped, handed out and filled by parts, a family, and
/// the memory that C gives objects.
pub(crate) fn briefly() -> Result<u64> {
    let version = || nightly(&["miri", "--version"]).stderr(Stdio::null()).output();
    let is_here = || version().is_ok_and(|output| output.status.success());
    let add = ["toolchain", "install", "nightly", "--component", "miri,rust-src"];
    let get = || exists("rustup") && run(&mut command("rustup", &add)).is_ok() && is_here();
    if !(is_here() || get()) {
        let remedy = "rustup toolchain install nightly --component miri,rust-src";
        bail!(Missing::exempt("miri", remedy));
    }
    let few = ["--no-default-features", "--features", "std,registry,ascon,sha2", "--"];
    let places = ["ascon::", "platform::arena", "block_buffer", "padded"];
    let library = miri(&[&["--package", "astragal", "--lib"][..], &few, &places].concat())?;
    let objects = ["--package", "astragal-capi", "--test", "objects", "--"];
    let names = ["rejects_too_little_caller_memory", "rejects_freed_and_foreign"];
    let c = miri(&[&objects[..], &names].concat())?;
    Ok(library + c)
}

fn miri(tests: &[&str]) -> Result<u64> {
    let mut miri = nightly(&["miri", "test"]);
    run_tests(miri.args(tests).env("CARGO_TARGET_DIR", target_path("miri")))
}

pub(crate) fn nightly(arguments: &[&str]) -> Command {
    let mut cargo = command("rustup", &["run", "nightly", "cargo"]);
    cargo.args(arguments);
    cargo
}

pub(crate) fn install(components: &[&str]) -> Result<()> {
    run(command("rustup", &["component", "add", "--toolchain", "nightly"]).args(components))
}
