//! Unit tests of the library, and tests of the C interface, under miri, which finds undefined behaviour.

use std::process::{Command, Stdio};

use anyhow::Result;

use crate::evidence::Run;
use crate::run::{command, root, run, run_tests};

/// All of the unit tests, which takes an hour, and tests of the C interface.
pub(crate) fn all() -> Result<Run> {
    install(&["miri", "rust-src"])?;
    let library = miri(&["--package", "astragal", "--lib"])?;
    let c = miri(&["--package", "astragal-capi", "--test", "arguments", "--test", "objects"])?;
    Run::counted("miri", library + c, "tests, nothing found")
}

/// What every change is tested by, in two minutes: where memory is wiped, handed out and filled by parts, a family, and
/// the memory that C gives objects.
pub(crate) fn briefly() -> Result<()> {
    let miri_itself = nightly(&["miri", "--version"]).stderr(Stdio::null()).output();
    if !miri_itself.is_ok_and(|output| output.status.success()) {
        println!(
            "skipped: miri is not here: rustup component add --toolchain nightly miri rust-src"
        );
        return Ok(());
    }
    let few = ["--no-default-features", "--features", "std,registry,ascon,sha2", "--"];
    let places = ["ascon::", "machine::arena", "block_buffer", "padded"];
    miri(&[&["--package", "astragal", "--lib"][..], &few, &places].concat())?;
    let objects = ["--package", "astragal-capi", "--test", "objects", "--"];
    miri(&[&objects[..], &["too_little_memory", "what_is_no_live_object"]].concat()).map(drop)
}

fn miri(tests: &[&str]) -> Result<u64> {
    let mut miri = nightly(&["miri", "test"]);
    run_tests(miri.args(tests).env("CARGO_TARGET_DIR", root().join("target/miri")))
}

pub(crate) fn nightly(arguments: &[&str]) -> Command {
    let mut cargo = command("rustup", &["run", "nightly", "cargo"]);
    cargo.args(arguments);
    cargo
}

pub(crate) fn install(components: &[&str]) -> Result<()> {
    run(command("rustup", &["component", "add", "--toolchain", "nightly"]).args(components))
}
