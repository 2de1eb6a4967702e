//! The fuzz targets, by libFuzzer: built with coverage and AddressSanitizer, and run.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence::Run;
use crate::run::{cargo, root, run, step};

/// What libFuzzer learns from, as cargo-fuzz has it; and AddressSanitizer.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address";

/// Named, so that build scripts and macros are built without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The target that compares with other libraries, and the feature that brings them.
const PEERS: &str = "differential";

/// What one target did.
struct Outcome {
    executions: u64,
    seconds: u64,
    edges: u64,
}

/// Runs every target whose name begins with a word of `only`, or every one, for `seconds`; the inputs that found
/// something new stay in `fuzz/corpus`.
pub(crate) fn all(seconds: u64, only: &[String]) -> Result<Vec<Run>> {
    let mut targets = targets(&root())?;
    targets.retain(|name| only.is_empty() || only.iter().any(|word| name.starts_with(word)));
    ensure!(!targets.is_empty(), "no target is named {}", only.join(" or "));
    let has_peers = targets.iter().any(|name| name == PEERS);
    let programs = build(has_peers, 1)?;
    let outcomes = fuzz(&programs, &targets, seconds, &root().join("fuzz/corpus"))?;
    let run = |(target, Outcome { executions, seconds, .. }): (&String, Outcome)| {
        Run::counted(&format!("fuzz {target}"), executions, &format!("executions in {seconds} s"))
    };
    targets.iter().zip(outcomes).map(run).collect()
}

/// What the tests run: every target but the one that needs the peers, in the time of a minute for all.
pub(crate) fn briefly() -> Result<()> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        println!("skipped: the sanitizer's flags here are those of Linux on x86-64");
        return Ok(());
    }
    let mut targets = targets(&root())?;
    targets.retain(|name| name != PEERS);
    // Optimised, a minute's programs would take the compiler five.
    let programs = build(false, 0)?;
    let seconds = 60 / targets.len() as u64;
    // From nothing, so that it does not matter what ran before.
    let corpus = root().join("target/fuzz-corpus");
    let _ = fs::remove_dir_all(&corpus);
    fuzz(&programs, &targets, seconds, &corpus).map(drop)
}

fn fuzz(programs: &Path, targets: &[String], seconds: u64, corpus: &Path) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for target in targets {
        let outcome = step(&format!("fuzzing {target}"), || {
            one(&programs.join(target), &corpus.join(target), seconds)
        })?;
        outcomes.push(outcome);
    }
    println!("| target | executions | seconds | edges |\n| --- | ---: | ---: | ---: |");
    for (target, Outcome { executions, seconds, edges }) in targets.iter().zip(&outcomes) {
        println!("| {target} | {executions} | {seconds} | {edges} |");
    }
    Ok(outcomes)
}

/// Builds the targets, by the compiler that is here: it has the sanitizer, behind a flag that is not stable. The
/// folder of the programs.
fn build(has_peers: bool, optimisation: u8) -> Result<PathBuf> {
    let mut build = cargo(&["build", "--release", "--bins", "--target", TARGET, "--manifest-path"]);
    build.arg(root().join("fuzz/Cargo.toml"));
    if has_peers {
        build.args(["--features", "peers"]);
    }
    let folder = root().join("target/fuzz");
    run(build
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimisation.to_string())
        .env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(TARGET).join("release"))
}

/// Runs one program, and fails with what it printed.
fn one(program: &Path, corpus: &Path, seconds: u64) -> Result<Outcome> {
    fs::create_dir_all(corpus)?;
    let findings = root().join("target/fuzz-findings/");
    fs::create_dir_all(&findings)?;
    let output = Command::new(program)
        .arg(corpus)
        .arg(format!("-max_total_time={seconds}"))
        .args(["-print_final_stats=1", "-max_len=4096", "-timeout=20", "-rss_limit_mb=3000"])
        // Long inputs from the start: short ones are no sequence of calls.
        .arg("-len_control=0")
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        std::io::stderr().write_all(&output.stderr)?;
        bail!("{} has found something: {}", program.display(), output.status);
    }
    let number = |text: Option<&str>| text?.split_whitespace().next()?.parse().ok();
    let behind = |word: &str| number(said.rsplit_once(word).map(|(_, rest)| rest));
    let executions = behind("stat::number_of_executed_units:");
    let outcome = Outcome {
        executions: executions.context("libFuzzer says no count")?,
        seconds,
        edges: behind("cov: ").unwrap_or(0),
    };
    println!("{} executions, {} edges", outcome.executions, outcome.edges);
    Ok(outcome)
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
