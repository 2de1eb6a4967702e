//! The fuzz targets, by libFuzzer: built with coverage and AddressSanitizer, and run.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence::Run;
use crate::run::{cargo, root, run, step, target_path};
use crate::stages::Missing;

/// What libFuzzer learns from, as cargo-fuzz has it; and AddressSanitizer.
const FLAGS: &str = "--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Zsanitizer=address";

/// Named, so that build scripts and macros are built without the sanitizer.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The target that compares with other libraries, and the feature that brings them.
const PEERS: &str = "differential";

/// Inputs that found something new, of this machine.
const CORPUS: &str = "fuzz/corpus";

/// Inputs that are committed, to begin from.
const SEEDS: &str = "fuzz/seeds";

/// What one target did.
struct Outcome {
    executions: u64,
    seconds: u64,
    edges: u64,
}

/// Runs every target whose name begins with a word of `only`, or every one, for `seconds`; the inputs that found
/// something new stay in `fuzz/corpus`.
pub(crate) fn all(seconds: u64, only: &[String]) -> Result<Vec<Run>> {
    let targets = chosen(only)?;
    let has_peers = targets.iter().any(|name| name == PEERS);
    let programs = build(has_peers, 2)?;
    let outcomes = fuzz(&programs, &targets, seconds, &root().join(CORPUS))?;
    let run = |(target, Outcome { executions, seconds, .. }): (&String, Outcome)| {
        Run::counted(&format!("fuzz {target}"), executions, &format!("executions in {seconds} s"))
    };
    targets.iter().zip(outcomes).map(run).collect()
}

/// Makes the committed seeds of these targets anew, from what was found and the seeds that there are: inputs that reach
/// together what all of them reach, or as many of these as may be kept.
pub(crate) fn keep_seeds(only: &[String]) -> Result<()> {
    let targets = chosen(only)?;
    let programs = build(targets.iter().any(|name| name == PEERS), 2)?;
    for target in &targets {
        step(&format!("seeds of {target}"), || seeds(&programs.join(target), target))?;
    }
    Ok(())
}

/// How many seeds a target has at most, and their bytes together.
const MOST_SEEDS: usize = 64;
const MOST_SEED_BYTES: usize = 50_000;

fn seeds(program: &Path, target: &str) -> Result<()> {
    let least = target_path("fuzz-least").join(target);
    let _ = fs::remove_dir_all(&least);
    fs::create_dir_all(&least)?;
    let seeds = root().join(SEEDS).join(target);
    fs::create_dir_all(&seeds)?;
    let mut merge = Command::new(program);
    merge.args(["-set_cover_merge=1", "-max_len=4096", "-timeout=20", "-rss_limit_mb=3000"]);
    merge.arg(&least).arg(root().join(CORPUS).join(target)).arg(&seeds);
    let output = merge.stdin(Stdio::null()).output()?;
    if !output.status.success() {
        std::io::stderr().write_all(&output.stderr)?;
        bail!("{target} cannot be merged: {}", output.status);
    }
    let mut inputs = Vec::new();
    for entry in fs::read_dir(&least)? {
        inputs.push(fs::read(entry?.path())?);
    }
    inputs.sort_by_key(Vec::len);
    let kept = spread(&inputs);
    fs::remove_dir_all(&seeds)?;
    fs::create_dir_all(&seeds)?;
    for (i, input) in kept.iter().enumerate() {
        fs::write(seeds.join(format!("{i:02}")), input)?;
    }
    let bytes: usize = kept.iter().map(|input| input.len()).sum();
    println!("{} of {} inputs, {bytes} bytes", kept.len(), inputs.len());
    Ok(())
}

/// As many of the inputs as may be kept, short and long ones alike.
fn spread(inputs: &[Vec<u8>]) -> Vec<&Vec<u8>> {
    let mut count = inputs.len().min(MOST_SEEDS);
    loop {
        let kept: Vec<_> = (0..count).map(|i| &inputs[i * inputs.len() / count]).collect();
        if kept.iter().map(|input| input.len()).sum::<usize>() <= MOST_SEED_BYTES {
            return kept;
        }
        count -= 1;
    }
}

/// The targets whose names begin with a word of `only`, or all.
fn chosen(only: &[String]) -> Result<Vec<String>> {
    let mut targets = targets(&root())?;
    targets.retain(|name| only.is_empty() || only.iter().any(|word| name.starts_with(word)));
    ensure!(!targets.is_empty(), "no target is named {}", only.join(" or "));
    Ok(targets)
}

/// What the tests run: every target but the one that needs the peers, in the time of a minute for all.
pub(crate) fn briefly() -> Result<u64> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        bail!(Missing::inapplicable("the sanitizer's flags are those of Linux on x86-64"));
    }
    let mut targets = targets(&root())?;
    targets.retain(|name| name != PEERS);
    // Optimised, a minute's programs would take the compiler five.
    let programs = build(false, 0)?;
    let seconds = 60 / targets.len() as u64;
    // From the seeds alone, so that it does not matter what ran before.
    let corpus = target_path("fuzz-corpus");
    let _ = fs::remove_dir_all(&corpus);
    fuzz(&programs, &targets, seconds, &corpus).map(|outcomes| outcomes.len() as u64)
}

fn fuzz(programs: &Path, targets: &[String], seconds: u64, corpus: &Path) -> Result<Vec<Outcome>> {
    let mut outcomes = Vec::new();
    for target in targets {
        let outcome = step(&format!("fuzzing {target}"), || {
            one(target, &programs.join(target), &corpus.join(target), seconds)
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
    let folder = target_path("fuzz");
    run(build
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", FLAGS)
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", optimisation.to_string())
        .env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(TARGET).join("release"))
}

/// Runs one program, and fails with what it printed.
fn one(target: &str, program: &Path, corpus: &Path, seconds: u64) -> Result<Outcome> {
    fs::create_dir_all(corpus)?;
    let seeds = root().join(SEEDS).join(target);
    fs::create_dir_all(&seeds)?;
    let findings = target_path("fuzz-findings/");
    fs::create_dir_all(&findings)?;
    let output = Command::new(program)
        // What is new is written into the first folder.
        .args([corpus, &seeds])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spread_keeps_few_seeds_of_all_lengths() {
        let inputs: Vec<Vec<u8>> = (0..1000).map(|length| vec![0; 4 * length]).collect();
        let kept = spread(&inputs);
        assert!(kept.len() > 20 && kept.len() <= MOST_SEEDS);
        assert!(kept.iter().map(|input| input.len()).sum::<usize>() <= MOST_SEED_BYTES);
        assert!(kept[0].is_empty() && kept[kept.len() - 1].len() > 3700);
        assert_eq!(spread(&inputs[..3]).len(), 3);
        assert!(spread(&[]).is_empty());
    }
}
