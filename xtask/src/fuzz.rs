//! Builds and runs the fuzz targets. They are built for libFuzzer with coverage and AddressSanitizer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence::Run;
use crate::files::{empty_folder, entries, names_in};
use crate::run::{cargo, root, run, step, target_path, text_of};
use crate::stages::Missing;

/// Compiler flags: AddressSanitizer, and coverage as cargo-fuzz sets it.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address";

/// Target triple. cargo is given it explicitly, so that build scripts and macros are compiled without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The target that compares with other libraries. A cargo feature enables it.
const PEERS: &str = "differential";

/// Folder of inputs that reached new code on this machine.
const CORPUS: &str = "fuzz/corpus";

/// Folder of committed inputs.
const SEEDS: &str = "fuzz/seeds";

/// Fuzzes targets for `seconds` each. New inputs are kept in `fuzz/corpus`.
pub(crate) fn all(seconds: u64, only: &[String]) -> Result<Vec<Run>> {
    let targets = chosen(only)?;
    let executions = fuzz(&build(&targets, 2)?, &targets, seconds, &root().join(CORPUS))?;
    let runs = targets.iter().zip(executions).map(|(target, executions)| {
        let of = format!("executions in {seconds} s");
        Run::counted(&format!("fuzz {target}"), executions, &of)
    });
    runs.collect()
}

/// Fuzzes every target except the one that needs other libraries, starting from the seeds alone. Returns the number of
/// targets.
pub(crate) fn sample(seconds: u64) -> Result<u64> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        bail!(Missing::inapplicable("the sanitizer's flags are those of Linux on x86-64"));
    }
    let mut targets = chosen(&[])?;
    targets.retain(|name| name != PEERS);
    let corpus = target_path("fuzz-corpus");
    empty_folder(&corpus)?;
    // Builds without optimisation: an optimised build takes five minutes.
    let executions = fuzz(&build(&targets, 0)?, &targets, seconds, &corpus)?;
    Ok(executions.len() as u64)
}

/// Returns the targets whose names start with a word of `only`, or all targets.
fn chosen(only: &[String]) -> Result<Vec<String>> {
    let mut targets = names_in("fuzz/fuzz_targets")?;
    targets.retain(|name| only.is_empty() || only.iter().any(|word| name.starts_with(word)));
    ensure!(!targets.is_empty(), "no target starts with {}", only.join(" or "));
    Ok(targets)
}

/// Builds the targets with the stable compiler, although sanitizers are unstable flags. Returns the folder of the
/// programs.
fn build(targets: &[String], optimisation: u8) -> Result<PathBuf> {
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

/// Fuzzes each target. Returns the number of executions of each.
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
        // libFuzzer writes new inputs into the first folder.
        .args([corpus, &seeds])
        .arg(format!("-max_total_time={seconds}"))
        // Allows long inputs from the start: a short input contains no sequence of calls.
        .args(["-print_final_stats=1", "-len_control=0"])
        .arg(format!("-artifact_prefix={}/", findings.display()))
        .output()
        .with_context(|| format!("cannot start {}", program.display()))?;
    let text = text_of(&output);
    ensure!(output.status.success(), "{target} found an input that fails:\n{text}");
    let number = |label: &str| -> Option<u64> {
        text.rsplit_once(label)?.1.split_whitespace().next()?.parse().ok()
    };
    let executions = number("stat::number_of_executed_units:").context("no count of executions")?;
    println!("{executions} executions, {} edges", number("cov: ").unwrap_or(0));
    Ok(executions)
}

/// Maximum number of committed seeds per target. Each has at most 4 KiB.
const MAX_SEEDS: usize = 24;

/// Replaces the committed seeds. The new seeds have all lengths and come from the smallest set of inputs that reaches
/// the same code as corpus and seeds.
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
        println!("{target}: every {step}. of {} inputs", inputs.len());
    }
    Ok(())
}
