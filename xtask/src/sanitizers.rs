//! Checks for undefined behaviour with miri and for data races with ThreadSanitizer. Both need the nightly toolchain.

mod bindings;

use std::process::{Command, Output};

use anyhow::{Result, bail, ensure};

use crate::evidence::Run;
use crate::run::{command, output, run, run_tests, step, target_path, text_of};
use crate::stages::Missing;

/// Runs all unit tests of the library and the tests of the C interface under miri. This takes an hour.
pub(crate) fn miri() -> Result<Run> {
    need_nightly("miri,rust-src")?;
    let library = ["--package", "astragal", "--lib", "--"];
    let c = ["--package", "astragal-capi", "--test", "all", "--", "arguments::", "objects::"];
    // Chunked encryption and the C interface call whole algorithms, which take hours over models of vector
    // instructions. The other tests of the library cover the vector code.
    let passed = run_miri(&[&library[..], &["--skip", "chunked::"]].concat(), None)?
        + run_miri(&[&library[..], &["chunked::"]].concat(), Some("portable"))?
        + run_miri(&c, Some("portable"))?;
    Run::counted("miri", passed, "tests, nothing found")
}

/// Runs a sample of the tests under miri, which takes two minutes. The sample covers wiping, the arena, block buffers,
/// Ascon, and C objects in memory that the caller provides.
pub(crate) fn miri_sample() -> Result<u64> {
    need_nightly("miri,rust-src")?;
    let library = ["--package", "astragal", "--lib", "--no-default-features", "--features"];
    let sample = ["std,registry,ascon,sha2", "--", "ascon::", "arena", "block_buffer", "padded"];
    let objects = ["--package", "astragal-capi", "--test", "all", "--"];
    let memory = ["rejects_too_little_caller_memory", "rejects_freed_and_foreign"];
    Ok(run_miri(&[&library[..], &sample].concat(), None)?
        + run_miri(&[&objects[..], &memory].concat(), None)?)
}

/// Runs `cargo miri test` with the arguments `tests`. If `level` is given, the library uses no instructions above this
/// level.
fn run_miri(tests: &[&str], level: Option<&str>) -> Result<u64> {
    let mut miri = nightly(&["miri", "test"]);
    miri.args(tests).env("CARGO_TARGET_DIR", target_path("miri"));
    if let Some(level) = level {
        // Miri passes only the environment variables that its flags name.
        miri.env("ASTRAGAL_TEST_CPU", level);
        miri.env("MIRIFLAGS", "-Zmiri-env-forward=ASTRAGAL_TEST_CPU");
    }
    run_tests(&mut miri)
}

fn nightly(arguments: &[&str]) -> Command {
    command("rustup", &[&["run", "nightly", "cargo"], arguments].concat())
}

/// Installs the nightly toolchain with these components if any of them is missing.
fn need_nightly(components: &str) -> Result<()> {
    let installed = ["component", "list", "--toolchain", "nightly", "--installed"];
    let installed = output(&mut command("rustup", &installed)).unwrap_or_default();
    if components.split(',').all(|name| installed.lines().any(|line| line.starts_with(name))) {
        return Ok(());
    }
    let install = ["toolchain", "install", "nightly", "--component", components];
    if run(&mut command("rustup", &install)).is_err() {
        bail!(Missing::exempt(components, &format!("rustup {}", install.join(" "))));
    }
    Ok(())
}

/// Target that is passed to cargo. If a target is given explicitly, cargo compiles build scripts and procedural macros
/// without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Features to test: the algorithm families that use several threads. Other families are omitted to save compile time.
const FAMILIES: &str = "parallel,registry,keccak,blake,aes,kdf";

/// Runs the multithreaded tests of the library, of `digest`, of the C interface and of the Python module under
/// ThreadSanitizer. Controls contain a deliberate race, which ThreadSanitizer must report.
pub(crate) fn races() -> Result<Run> {
    need_nightly("rust-src")?;
    step("control: a known race is found", || {
        let control = ["threads", "--", "--ignored", "control_data_race"];
        let output = library("--test").args(control).output()?;
        expect_race(&output)
    })?;
    let mut tests = step("races in algorithms", || run_tests(library("--test").arg("threads")))?;
    tests +=
        step("races in the thread pool", || run_tests(library("--lib").args(["--", "cores::"])))?;
    tests += step("races in digest", || {
        let mut digest = under_thread_sanitizer("astragal-cli");
        run_tests(digest.args(["--test", "all", "--", "directories::", "signals::"]))
    })?;
    tests += bindings::races()?;
    Run::counted("races", tests, "tests, nothing found; the controls were found")
}

/// Returns an error unless ThreadSanitizer reported a race in the output of a program, and the program failed.
fn expect_race(output: &Output) -> Result<()> {
    let text = text_of(output);
    let is_found = text.contains("WARNING: ThreadSanitizer: data race");
    ensure!(
        is_found && !output.status.success(),
        "ThreadSanitizer did not report the planted race: {text}"
    );
    Ok(())
}

fn library(kind: &str) -> Command {
    let mut tests = under_thread_sanitizer("astragal");
    tests.args(["--no-default-features", "--features", FAMILIES, kind]);
    tests
}

/// Returns a command that tests a package under ThreadSanitizer.
fn under_thread_sanitizer(package: &str) -> Command {
    let mut tests = instrumented("test");
    tests.args(["--package", package]);
    tests
}

/// Returns a cargo command that compiles with ThreadSanitizer. The standard library is instrumented as well, so that
/// ThreadSanitizer sees its locks.
fn instrumented(verb: &str) -> Command {
    let mut cargo = nightly(&[verb, "-Zbuild-std", "--target", TARGET]);
    cargo
        .env("RUSTFLAGS", "-Zsanitizer=thread")
        .env("CARGO_TARGET_DIR", target_path("races"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    cargo
}
