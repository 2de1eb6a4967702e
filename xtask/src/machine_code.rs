//! Checks of the compiled release code. The interpreter in `evidence/machine-code` runs statically linked test programs
//! and tracks secrets through all x86-64 instructions that they use. The interpreter's models of the instructions are
//! compared with the processor.

mod equality;
mod faults;
mod secrets;

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

use self::equality::{Comparison, EQUAL, comparisons};
use self::faults::{FAULTS, Fault};
use self::secrets::{Report, parse};
use crate::evidence::{Run, grouped};
use crate::programs::{self, LEVELS, Program};
use crate::run::{
    add_targets, cargo, parallel_map, root, run, run_capture, shown, target_path, text_of,
};
use crate::stages::Missing;

const TARGET: &str = "x86_64-unknown-linux-musl";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Check {
    /// Branches, addresses and divisions that depend on secrets, and secrets that calls leave on the stack
    Secrets,
    /// Known answers
    Answers,
    /// Models of the instructions, compared with this processor on random operands
    Processor,
    /// Proof that the code of each level computes the same results as the portable code, for all keys and messages of
    /// the checked sizes
    Equality,
    /// Planted faults, each of which must be reported
    Faults,
}

#[derive(clap::Args)]
pub(crate) struct Options {
    /// What to check
    #[arg(long, value_enum, default_value = "secrets")]
    check: Check,
    /// Levels to check, such as avx2; all by default. A level limits the library to a set of instruction sets, which the
    /// processor need not have
    #[arg(long = "level", value_name = "LEVEL", value_parser = PossibleValuesParser::new(LEVELS))]
    levels: Vec<String>,
    /// Number of parallel processes, each of which checks a part of the algorithms; one per core by default
    #[arg(long, value_name = "N")]
    parts: Option<NonZeroUsize>,
    /// Algorithms to check: kinds, or prefixes of names; all by default
    rows: Vec<String>,
}

/// Paths of the interpreter and of the test programs that it runs.
struct Programs {
    interpreter: PathBuf,
    tests: Vec<Program>,
}

/// Names of the interpreted test programs.
const CONSTANT_TIME: &str = "constant_time";
const ANSWERS: &str = "kat";
const EQUALITY: &str = "equality";

pub(crate) fn all(options: &Options) -> Result<Vec<Run>> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        bail!(Missing::inapplicable("the interpreter runs programs of Linux on x86-64"));
    }
    let programs = Programs::build(match options.check {
        Check::Secrets | Check::Processor => &[CONSTANT_TIME],
        Check::Answers => &[ANSWERS],
        Check::Equality => &[EQUALITY],
        Check::Faults => &[CONSTANT_TIME, ANSWERS, EQUALITY],
    })?;
    let mut levels: Vec<&str> = options.levels.iter().map(String::as_str).collect();
    if levels.is_empty() {
        levels.extend(LEVELS);
    }
    match options.check {
        Check::Secrets => levels.iter().map(|level| programs.secrets(level, options)).collect(),
        Check::Answers => levels.iter().map(|level| programs.answers(level, options)).collect(),
        Check::Processor => {
            let mut command = Command::new(&programs.interpreter);
            let text = run_capture(command.arg("--processor").arg(programs.test(CONSTANT_TIME)?))?;
            let counts = text.lines().last().and_then(|line| line.split_once(' '));
            let (count, of) = counts.context("the interpreter compared nothing")?;
            Ok(vec![Run::counted("machine-code processor", count.parse()?, of)?])
        }
        Check::Equality => programs.equality(options),
        Check::Faults => programs.faults(),
    }
}

impl Programs {
    fn build(names: &[&str]) -> Result<Self> {
        add_targets([TARGET])?;
        let folder = target_path("machine-code");
        let manifest = root().join("evidence/machine-code/Cargo.toml");
        let mut interpreter = cargo(&["build", "--release", "--locked", "--manifest-path"]);
        run(interpreter.arg(manifest).env("CARGO_TARGET_DIR", &folder))?;
        let mut tests = cargo(&["test", "--release", "--no-run", "--target", TARGET]);
        tests.args(["--package", "astragal", "--all-features"]);
        tests.args(names.iter().flat_map(|name| ["--test", *name]));
        tests.env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only");
        let tests = programs::build_by(&mut tests)?;
        Ok(Self { interpreter: folder.join("release/machine-code"), tests })
    }

    fn test(&self, name: &str) -> Result<&Path> {
        let test = self.tests.iter().find(|test| test.name == name);
        Ok(&test.with_context(|| format!("no test {name}"))?.executable)
    }

    /// Returns the command that runs the test program `test` in the interpreter at instruction-set level `level`. If
    /// `fault` is given, the interpreter plants this fault in the code.
    fn interpret(&self, test: &str, level: &str, fault: Option<&str>) -> Result<Command> {
        let mut command = Command::new(&self.interpreter);
        command.args((test == EQUALITY).then_some("--equality"));
        command.args(fault.map(|fault| format!("--plant={fault}"))).arg(self.test(test)?);
        command.env("ASTRAGAL_TEST_CPU", level).stdin(Stdio::null());
        Ok(command)
    }

    /// Runs a test program in parallel processes, each of which checks a part of the algorithms. Returns the standard
    /// output of all processes. Ignores their exit status, because the output shows which algorithms failed.
    fn run_parts(
        &self,
        test: &str,
        level: &str,
        rows: &[&str],
        options: &Options,
    ) -> Result<String> {
        let cores = std::thread::available_parallelism().ok();
        let parts = options.parts.or(cores).map_or(1, NonZeroUsize::get);
        let outputs = parallel_map((0..parts).collect(), |part| {
            let mut command = self.interpret(test, level, None)?;
            command.arg(format!("--part={part}/{parts}")).args(rows);
            let output = command.output();
            let output = output.with_context(|| format!("cannot start `{}`", shown(&command)))?;
            // The interpreter prints the number of instructions only at the end of a complete run.
            ensure!(
                text_of(&output).contains(" instructions\n"),
                "`{}` stopped: {}",
                shown(&command),
                text_of(&output)
            );
            Ok(String::from_utf8(output.stdout)?)
        });
        outputs.into_iter().collect()
    }

    fn secrets(&self, level: &str, options: &Options) -> Result<Run> {
        let start = Instant::now();
        let rows: Vec<&str> = options.rows.iter().map(String::as_str).collect();
        let rows = parse(&self.run_parts(CONSTANT_TIME, level, &rows, options)?);
        let report = Report::new(&rows);
        report.broken.iter().for_each(|line| println!("{line}"));
        let operations = grouped(report.operations);
        let seconds = start.elapsed().as_secs_f64();
        println!("{level}: {operations} {}, {seconds:.0} s", report.counts());
        ensure!(report.broken.is_empty(), "{} findings are not allowed", report.broken.len());
        ensure!(!rows.is_empty(), "no row was run");
        Run::counted(&format!("machine-code {level}"), report.operations, &report.counts())
    }

    fn answers(&self, level: &str, options: &Options) -> Result<Run> {
        let start = Instant::now();
        let mut command = self.interpret(ANSWERS, level, None)?;
        command.arg("--test-threads=1").arg("--nocapture");
        command.env("ASTRAGAL_TEST_ROWS", options.rows.join(" "));
        let text = run_capture(&mut command)?;
        let passed = text.lines().find_map(|line| {
            let (before, _) = line.split_once(" passed, 0 failed")?;
            before.rsplit(' ').next()?.parse().ok()
        });
        let passed = passed.context("the known answers printed no count")?;
        println!("{level}: {passed} answers, {:.0} s", start.elapsed().as_secs_f64());
        Run::counted(&format!("machine-code answers {level}"), passed, "answers")
    }

    /// Compares the code of each level with the portable code by symbolic execution. If the options name no algorithms,
    /// compares those listed in [`EQUAL`]; all of them must be proved equal. If the options name algorithms, only a
    /// difference is an error. A comparison without a proof is then accepted.
    fn equality(&self, options: &Options) -> Result<Vec<Run>> {
        let start = Instant::now();
        let rows: Vec<&str> = match &options.rows[..] {
            [] => EQUAL.to_vec(),
            rows => rows.iter().map(String::as_str).collect(),
        };
        let comparisons = comparisons(&self.run_parts(EQUALITY, LEVELS[0], &rows, options)?);
        let others = || comparisons.iter().filter(|comparison| comparison.verdict != "reference");
        let equal = others().filter(|comparison| comparison.verdict == "equal");
        let bits: u64 = equal.clone().map(|comparison| comparison.bits).sum();
        let names: BTreeSet<&str> = others().map(|comparison| comparison.name.as_str()).collect();
        let broken: Vec<&Comparison> =
            comparisons.iter().filter(|comparison| comparison.is_broken()).collect();
        for Comparison { name, what, level, verdict, .. } in &broken {
            println!("{name}, {what}, {level}: {verdict}");
        }
        let (count, seconds) = (equal.count() as u64, start.elapsed().as_secs_f64());
        let counts = format!(
            "results of {} rows equal the portable code's for all inputs, in {} bits",
            grouped(names.len() as u64),
            grouped(bits)
        );
        println!("{} {counts}; {} not shown; {seconds:.0} s", grouped(count), broken.len());
        let is_named = !options.rows.is_empty();
        let is_wrong =
            |comparison: &&&Comparison| !is_named || comparison.verdict.starts_with("DIFFERS");
        let wrong = broken.iter().filter(is_wrong).count();
        ensure!(wrong == 0, "{wrong} results are not shown to be equal");
        Ok(vec![Run::counted("machine-code --check equality", count, &counts)?])
    }

    /// Plants each fault, and returns an error if the expected test does not report it.
    fn faults(&self) -> Result<Vec<Run>> {
        for Fault { fault, level, rows, test, reported } in FAULTS {
            let mut command = self.interpret(test, level, Some(fault))?;
            if *test == ANSWERS {
                command.arg("--test-threads=1").env("ASTRAGAL_TEST_ROWS", rows);
            } else {
                command.arg(rows);
            }
            let output = command.output()?;
            let text = text_of(&output);
            let mut broken = Report::new(&parse(&text)).broken;
            broken.extend(text.lines().filter(|line| line.contains(".txt: ")).map(str::to_owned));
            let comparisons = comparisons(&text);
            let differing = comparisons.iter().filter(|comparison| comparison.is_broken());
            broken.extend(
                differing.map(|c| format!("{}, {}, {}: {}", c.name, c.what, c.level, c.verdict)),
            );
            let found = broken.iter().find(|line| line.contains(reported));
            println!("{fault}, up to {level}: {}", found.map_or("NOT REPORTED", String::as_str));
            ensure!(
                found.is_some() && text.contains("planted: "),
                "the fault is not reported\n{text}"
            );
        }
        Ok(vec![Run::counted(
            "machine-code faults",
            FAULTS.len() as u64,
            "planted faults reported",
        )?])
    }
}
