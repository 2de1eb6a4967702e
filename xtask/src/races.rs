//! Races between threads, looked for by ThreadSanitizer: what uses all cores, on the library's threads and on a
//! program's, and `digest` with many files.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::evidence::Run;
use crate::miri::{install, nightly};
use crate::run::{run_tests, step, target_path};

/// Named, so that build scripts and macros are built without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Those whose work is shared out, and no more: each family takes the compiler its time.
const FAMILIES: &str = "parallel,registry,keccak,blake,aes,kdf";

/// The tests of `digest` that have it work on many files and interrupt it. What a race is told in ends it with a code
/// that they do not expect.
const DIGEST: [&str; 2] = ["folders", "signals"];

/// Runs the tests that start threads.
pub(crate) fn look() -> Result<Run> {
    install(&["rust-src"])?;
    step("a race that there is", control)?;
    let where_used =
        step("races where all cores work", || run_tests(tests("--test").arg("threads")))?;
    let threads = step("races in the threads themselves", || {
        run_tests(tests("--lib").args(["--", "cores::"]))
    })?;
    let digest = step("races in digest", || {
        let mut tests = under_the_sanitizer("astragal-cli");
        run_tests(tests.args(DIGEST.iter().flat_map(|name| ["--test", name])))
    })?;
    Run::counted(
        "races",
        where_used + threads + digest,
        "tests, nothing found; the control was told",
    )
}

/// A sanitizer that finds nothing anywhere would tell nothing.
fn control() -> Result<()> {
    let output =
        tests("--test").args(["threads", "--", "--ignored", "control_data_race"]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let is_told = said.contains("WARNING: ThreadSanitizer: data race");
    ensure!(is_told && !output.status.success(), "ThreadSanitizer did not see it: {said}");
    Ok(())
}

/// The library's tests of this kind.
fn tests(kind: &str) -> Command {
    let mut tests = under_the_sanitizer("astragal");
    tests.args(["--no-default-features", "--features", FAMILIES, kind]);
    tests
}

/// The package's tests, with the standard library built for the sanitizer too: it sees the order that a lock makes only
/// in code that it was compiled into.
fn under_the_sanitizer(package: &str) -> Command {
    let mut tests = nightly(&["test", "-Zbuild-std", "--target", TARGET, "--package", package]);
    tests
        .env("RUSTFLAGS", "-Zsanitizer=thread")
        .env("CARGO_TARGET_DIR", target_path("races"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    tests
}
