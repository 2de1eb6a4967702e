//! Builds and runs the fuzz targets. The targets are compiled for libFuzzer, with coverage and AddressSanitizer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence::Run;
use crate::files::{empty_folder, entries, names_in};
use crate::run::{cargo, root, run, step, target_path, text_of};
use crate::stages::{Missing, need};

/// Compiler flags for AddressSanitizer and for coverage. cargo-fuzz sets the same coverage flags.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address";

/// Target triple. If a target is given explicitly, cargo compiles build scripts and macros without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// Name of the fuzz target that compares astragal with other libraries. The cargo feature `peers` enables this
/// target.
const PEERS: &str = "differential";

/// Folder of inputs that made the fuzz targets reach new code on this machine. It is not committed.
const CORPUS: &str = "fuzz/corpus";

/// Folder of committed inputs.
const SEEDS: &str = "fuzz/seeds";

/// Runs each chosen fuzz target for `seconds` seconds. New inputs are stored in `fuzz/corpus`.
pub(crate) fn all(seconds: u64, only: &[String]) -> Result<Vec<Run>> {
    let targets = chosen(only)?;
    let executions = fuzz(&build(&targets, 2)?, &targets, seconds, &root().join(CORPUS))?;
    let runs = targets.iter().zip(executions).map(|(target, executions)| {
        let of = format!("executions in {seconds} s");
        Run::counted(&format!("fuzz {target}"), executions, &of)
    });
    runs.collect()
}

/// Runs every fuzz target that needs no other library, starting from the committed seeds. Returns the number of fuzz
/// targets.
pub(crate) fn sample(seconds: u64) -> Result<u64> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        bail!(Missing::inapplicable("the sanitizer flags are for Linux on x86-64"));
    }
    let mut targets = chosen(&[])?;
    targets.retain(|name| name != PEERS);
    let corpus = target_path("fuzz-corpus");
    empty_folder(&corpus)?;
    // Builds without optimization, because an optimized build takes five minutes.
    let executions = fuzz(&build(&targets, 0)?, &targets, seconds, &corpus)?;
    Ok(executions.len() as u64)
}

/// Returns the fuzz targets whose names start with one of the words in `only`. An empty `only` selects all fuzz
/// targets.
fn chosen(only: &[String]) -> Result<Vec<String>> {
    let mut targets = names_in("fuzz/fuzz_targets")?;
    targets.retain(|name| only.is_empty() || only.iter().any(|word| name.starts_with(word)));
    ensure!(!targets.is_empty(), "no target starts with {}", only.join(" or "));
    Ok(targets)
}

/// Builds the fuzz targets with the stable compiler. `RUSTC_BOOTSTRAP` makes it accept the unstable sanitizer flags.
/// Returns the folder of the programs.
fn build(targets: &[String], optimisation: u8) -> Result<PathBuf> {
    // The crate libfuzzer-sys compiles LibFuzzer, which is written in C++.
    need("c++", "g++")?;
    let mut build = cargo(&["build", "--release", "--bins", "--target", TARGET, "--manifest-path"]);
    build.arg(root().join("fuzz/Cargo.toml"));
    if targets.iter().any(|name| name == PEERS) {
        build.args(["--features", "peers"]);
    }
    let folder = target_path("fuzz");
    run(build
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimisation.to_string())
        .env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(TARGET).join("release"))
}

/// Runs each fuzz target for `seconds` seconds. Returns the number of executions of each target.
fn fuzz(programs: &Path, targets: &[String], seconds: u64, corpus: &Path) -> Result<Vec<u64>> {
    let fuzz = |target: &String| {
        let program = programs.join(target);
        step(&format!("fuzzing {target}"), || one(target, &program, &corpus.join(target), seconds))
    };
    targets.iter().map(fuzz).collect()
}

fn lib_fuzzer(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["-max_len=4096", "-timeout=20", "-rss_limit_mb=3000"]).stdin(Stdio::null());
    command
}

fn one(target: &str, program: &Path, corpus: &Path, seconds: u64) -> Result<u64> {
    let seeds = root().join(SEEDS).join(target);
    let findings = target_path("fuzz-findings/");
    for folder in [corpus, &seeds, &findings] {
        fs::create_dir_all(folder)?;
    }
    let output = lib_fuzzer(program)
        // libFuzzer writes new inputs into its first folder argument, the corpus.
        .args([corpus, &seeds])
        .arg(format!("-max_total_time={seconds}"))
        // By default, libFuzzer starts with short inputs and increases the length gradually. This is turned off,
        // because short inputs are too short for a sequence of calls.
        .args(["-print_final_stats=1", "-len_control=0"])
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let text = text_of(&output);
    ensure!(output.status.success(), "{target} found an input that fails:\n{text}");
    let number = |label: &str| -> Option<u64> {
        text.rsplit_once(label)?.1.split_whitespace().next()?.parse().ok()
    };
    let executions = number("stat::number_of_executed_units:")
        .context("the fuzzer printed no count of executions")?;
    println!("{executions} executions, {} edges", number("cov: ").unwrap_or(0));
    Ok(executions)
}

/// Maximum number of committed seeds per fuzz target. Each seed has at most 4 KiB.
const MAX_SEEDS: usize = 24;

/// Replaces the committed seeds. libFuzzer first reduces the corpus and the seeds to a small set of inputs that reach
/// the same code. These inputs are sorted by length, and evenly spaced inputs from the sorted list become the seeds.
pub(crate) fn minimise(only: &[String]) -> Result<()> {
    let targets = chosen(only)?;
    let programs = build(&targets, 2)?;
    for target in &targets {
        let (merged, seeds) = (target_path("fuzz-merged"), root().join(SEEDS).join(target));
        empty_folder(&merged)?;
        fs::create_dir_all(&seeds)?;
        let mut merge = lib_fuzzer(&programs.join(target));
        merge.arg("-set_cover_merge=1").arg(&merged);
        run(merge.arg(root().join(CORPUS).join(target)).arg(&seeds))?;
        let files = entries(&merged)?;
        let mut inputs = files.iter().map(fs::read).collect::<Result<Vec<_>, _>>()?;
        inputs.sort_by_key(Vec::len);
        empty_folder(&seeds)?;
        let step = inputs.len().div_ceil(MAX_SEEDS).max(1);
        for (i, input) in inputs.iter().step_by(step).enumerate() {
            fs::write(seeds.join(format!("{i:02}")), input)?;
        }
        println!("{target}: kept one of every {step} of {} inputs", inputs.len());
    }
    Ok(())
}
