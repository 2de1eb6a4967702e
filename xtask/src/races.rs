//! Races between threads, looked for by ThreadSanitizer: what uses all cores, on the library's threads and on a
//! program's.

use std::process::Command;

use anyhow::{Result, ensure};

use crate::evidence::Run;
use crate::miri::{install, nightly};
use crate::run::{root, run_tests, step};

/// Named, so that build scripts and macros are built without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Those whose work is shared out, and no more: each family takes the compiler its time.
const FAMILIES: &str = "parallel,registry,keccak,blake,aes,kdf";

/// Runs the tests that start threads.
pub(crate) fn look() -> Result<Run> {
    install(&["rust-src"])?;
    step("a race that there is", control)?;
    let where_used =
        step("races where all cores work", || run_tests(tests("--test").arg("threads")))?;
    let threads = step("races in the threads themselves", || {
        run_tests(tests("--lib").args(["--", "cores::"]))
    })?;
    Run::counted("races", where_used + threads, "tests, nothing found; the control was told")
}

/// A sanitizer that finds nothing anywhere would tell nothing.
fn control() -> Result<()> {
    let output = tests("--test").args(["threads", "--", "--ignored", "a_race"]).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let is_told = said.contains("WARNING: ThreadSanitizer: data race");
    ensure!(is_told && !output.status.success(), "ThreadSanitizer did not see it: {said}");
    Ok(())
}

/// The library's tests of this kind, with the standard library built for the sanitizer too: it sees the order that a
/// lock makes only in code that it was compiled into.
fn tests(kind: &str) -> Command {
    let mut tests = nightly(&["test", "-Zbuild-std", "--target", TARGET, "--package", "astragal"]);
    tests.args(["--no-default-features", "--features", FAMILIES, kind]);
    tests
        .env("RUSTFLAGS", "-Zsanitizer=thread")
        .env("CARGO_TARGET_DIR", root().join("target/races"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    tests
}
