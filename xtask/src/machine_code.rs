//! Checks of the compiled release code. The interpreter in `evidence/machine-code` runs static test programs and tracks
//! secrets through all x86-64 instructions that they use. Its models of the instructions are compared with the
//! processor.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;

use crate::evidence::{Run, grouped};
use crate::programs::{self, Program};
use crate::run::{
    add_targets, cargo, parallel_map, root, run, run_capture, shown, target_path, text_of,
};
use crate::stages::Missing;

const TARGET: &str = "x86_64-unknown-linux-musl";

/// Instruction-set levels. The interpreter implements all of them, and therefore runs them on every x86-64 processor.
const LEVELS: [&str; 6] = ["portable", "ssse3", "avx2", "vaes", "gfni", "avx512"];

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Check {
    /// Dependences on secrets, and secrets that calls leave on the stack
    Secrets,
    /// Known answers
    Answers,
    /// Models of the instructions, compared with this processor on random operands
    Processor,
    /// Proof that the code of each level equals the portable code, for all keys and messages of the checked sizes
    Equality,
    /// Planted faults, each of which must be reported
    Faults,
}

#[derive(clap::Args)]
pub(crate) struct Options {
    /// What to check
    #[arg(long, value_enum, default_value = "secrets")]
    check: Check,
    /// Levels of instruction sets; all by default
    #[arg(long = "level", value_name = "LEVEL", value_parser = PossibleValuesParser::new(LEVELS))]
    levels: Vec<String>,
    /// Number of parallel processes, each of which checks a part of the algorithms; one per core by default
    #[arg(long, value_name = "N")]
    parts: Option<NonZeroUsize>,
    /// Kinds of algorithms, or prefixes of names; all by default
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
    /// output of all processes. Ignores their exit status, because the output also shows the failed rows.
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
            // The interpreter reports the number of instructions at the end of a complete run.
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

    /// Compares the code of each level with the portable code by symbolic execution. By default, compares the
    /// algorithms listed in [`EQUAL`], which must all be proved equal. If the options name other algorithms, an
    /// unproved comparison is accepted, but a difference is an error.
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

    /// Plants each fault and returns an error unless the expected test reports the fault.
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

/// A fault to plant in the interpreted code, and the test that must report the fault.
struct Fault {
    /// Fault in the format `KIND:PLACE`, which is the argument of the interpreter's option `--plant`.
    fault: &'static str,
    level: &'static str,
    rows: &'static str,
    /// Test that must report the fault.
    test: &'static str,
    /// Text that the line with the report must contain.
    reported: &'static str,
}

const FAULTS: &[Fault] = &[
    // The round keys are the first secrets that this kernel loads.
    Fault {
        fault: "branch:platform/simd/x86_64/gfni.rs",
        level: "gfni",
        rows: "aria-128-ccm",
        test: CONSTANT_TIME,
        reported: "aead aria-128-ccm gfni constant-time: branch",
    },
    Fault {
        fault: "constant:wide_trail/backend/avx512.rs",
        level: "avx512",
        rows: "groestl-256",
        test: ANSWERS,
        reported: "(groestl-256)",
    },
    Fault {
        fault: "wipe:erase_below",
        level: "avx512",
        rows: "hmac-sha256",
        test: CONSTANT_TIME,
        reported: "secret bytes remain on the stack",
    },
    Fault {
        fault: "rotation:blake/",
        level: "avx512",
        rows: "blake2b-512",
        test: ANSWERS,
        reported: "(blake2b-512)",
    },
    Fault {
        fault: "constant:sha2/backend/sha_ni.rs",
        level: "avx512",
        rows: "hash/sha256",
        test: EQUALITY,
        reported: "hash sha256, 84 bytes, avx2 (sha-ni): DIFFERS",
    },
    Fault {
        fault: "rotation:simd/x86_64",
        level: "avx512",
        rows: "hash/sha512",
        test: EQUALITY,
        reported: "hash sha512, 148 bytes, avx512 (avx512): DIFFERS",
    },
    Fault {
        fault: "operands:simd/x86_64",
        level: "avx512",
        rows: "hash/sm3",
        test: EQUALITY,
        reported: "hash sm3, 84 bytes, avx2 (avx2): DIFFERS",
    },
];

/// Prefixes of the names of algorithms for which the code of every level must be proved equal to the portable code.
const EQUAL: &[&str] = &[
    "hash/sha1",
    "hash/sha224",
    "hash/sha256",
    "hash/sha384",
    "hash/sha512",
    "hash/sm3",
    "hash/blake2b-512",
    "hash/blake2s-256",
    "hash/blake3",
    "xof/blake3",
    "hash/ascon-hash",
    "xof/ascon-xof128",
    "cipher/threefish-512",
];

/// Result of comparing one operation at one instruction-set level with the portable code.
struct Comparison {
    /// Kind and name of the algorithm.
    name: String,
    what: String,
    level: String,
    /// Verdict: `reference` for the portable code itself, `equal`, or a description of the failure.
    verdict: String,
    /// Number of bits of the operation's output that depend on its inputs.
    bits: u64,
}

impl Comparison {
    fn is_broken(&self) -> bool {
        self.verdict != "reference" && self.verdict != "equal"
    }
}

/// Parses the output of the interpreter with `--equality`.
fn comparisons(text: &str) -> Vec<Comparison> {
    let comparison = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, name, what, level, backend, verdict, bits] = fields[..] else { return None };
        Some(Comparison {
            name: format!("{kind} {name}"),
            what: what.to_owned(),
            level: format!("{level} ({backend})"),
            verdict: verdict.to_owned(),
            bits: bits.parse().ok()?,
        })
    };
    text.lines().filter_map(comparison).collect()
}

/// Functions that may branch on a secret, because they return the same value to the caller anyway. Each entry has the
/// source file and the function. The first five return whether a verification succeeded. The CBC function returns
/// whether the padding is correct, and the XTS function whether the two halves of a key are equal.
const PUBLISHED: [(&str, &str); 7] = [
    ("src/construction/mode.rs", "verified"),
    ("src/registry/aead.rs", "{closure"),
    ("src/registry/mac/row.rs", "verified"),
    ("src/traits/aead.rs", "open"),
    ("src/traits/limited_aead.rs", "decrypt_in_place_any_length"),
    ("src/construction/mode/cbc.rs", "finish_unpadded"),
    ("src/registry/cipher/mode/object.rs", "{closure"),
];

/// Returns the number of secret bytes that an operation of this kind may leave on the stack. MAC verification leaves
/// its result, which is one byte. Other kinds have no limit here, because their operations do not wipe the stack.
fn allowed_remains(kind: &str) -> u64 {
    match kind {
        "aead" => 0,
        "mac" => 1,
        _ => u64::MAX,
    }
}

/// Findings of the interpreter for one algorithm of the constant-time test.
#[derive(Debug, PartialEq, Eq)]
struct Row {
    kind: String,
    /// Kind, name, backend and declared timing of the algorithm, separated by spaces.
    name: String,
    is_constant: bool,
    operations: u64,
    /// Number of branches and addresses that depend on secrets and that the test does not allow.
    dependences: u64,
    /// Branches on secrets. Each entry has the number of executions, and the source line with its function.
    branches: Vec<(u64, String)>,
    others: Vec<String>,
    /// Number of secret bytes that remain on the stack.
    remains: u64,
}

/// Parses the output that the interpreter prints for the constant-time test.
fn parse(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let [kind, _, _, timing, operations, dependences] = fields[..] {
            rows.push(Row {
                kind: kind.to_owned(),
                name: fields[..4].join(" "),
                is_constant: timing == "constant-time",
                operations: number(operations),
                dependences: number(dependences),
                branches: Vec::new(),
                others: Vec::new(),
                remains: 0,
            });
        } else if let (Some(found), Some(row)) = (line.strip_prefix("  "), rows.last_mut()) {
            let words = found.splitn(4, ' ').collect::<Vec<_>>();
            match words[..] {
                ["branch", times, "times,", place] => {
                    row.branches.push((number(times), place.to_owned()));
                }
                ["remains", bytes, ..] => row.remains += number(bytes),
                _ => row.others.push(found.to_owned()),
            }
        }
    }
    rows
}

/// Summary of the findings at one instruction-set level.
#[derive(Debug, Default)]
struct Report {
    rows: u64,
    operations: u64,
    /// Number of executed branches that [`PUBLISHED`] allows.
    published: u64,
    /// Number of control algorithms: algorithms that are not declared constant-time, and in which the interpreter found
    /// dependences on secrets, as expected.
    controls: u64,
    /// Findings that fail the check, one line each.
    broken: Vec<String>,
}

impl Report {
    fn new(rows: &[Row]) -> Self {
        let mut report = Self::default();
        for row in rows {
            report.rows += 1;
            report.operations += row.operations;
            let mut broken = |found: &str| report.broken.push(format!("{}: {found}", row.name));
            if row.remains > allowed_remains(&row.kind).saturating_mul(row.operations) {
                broken(&format!("{} secret bytes remain on the stack", row.remains));
            }
            if !row.is_constant {
                report.controls += u64::from(row.dependences > 0);
                continue;
            }
            for (times, place) in &row.branches {
                let is_published = |(file, function): &(&str, &str)| {
                    let found = place.split_once(" in ");
                    found.is_some_and(|(at, name)| at.contains(file) && name.starts_with(function))
                };
                if PUBLISHED.iter().any(is_published) {
                    report.published += times;
                } else {
                    broken(&format!("branch, {place}"));
                }
            }
            row.others.iter().for_each(|found| broken(found));
            if row.dependences > 0 {
                broken(&format!("{} dependences beyond the verdicts", row.dependences));
            }
        }
        report
    }

    fn counts(&self) -> String {
        let Self { rows, published, controls, broken, .. } = self;
        format!(
            "operations of {} rows; {} branches on published verdicts, {} findings; {} rows that are not \
             constant-time are flagged",
            grouped(*rows),
            grouped(*published),
            broken.len(),
            grouped(*controls),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &str) -> Report {
        Report::new(&parse(lines))
    }

    #[test]
    fn allows_only_branches_on_published_values() {
        let row = "aead\ta\tavx512\tconstant-time\t12\t0\n";
        let verdict =
            "  branch 7 times, astragal/src/traits/aead.rs:327 in open<T>, inlined into f\n";
        assert!(report(&format!("{row}{verdict}")).broken.is_empty());
        let key = "  branch 1 times, astragal/src/algorithm/aria.rs:5 in open, inlined into f\n";
        assert_eq!(report(&format!("{row}{key}")).broken.len(), 1);
        let index = "  address 1 times, astragal/src/traits/aead.rs:327 in open\n";
        assert_eq!(report(&format!("{row}{index}")).broken.len(), 1);
    }

    #[test]
    fn only_equal_results_are_shown() {
        let line = |verdict: &str| format!("hash\ta\t84 bytes\tavx2\tsha\t{verdict}\t256\n");
        let verdicts =
            ["reference", "equal", "DIFFERS in byte 0 of 32", "undecided: 1 bits", "unknown:"];
        let broken = verdicts.map(|verdict| comparisons(&line(verdict))[0].is_broken());
        assert_eq!(broken, [false, false, true, true, true]);
        assert!(comparisons("aead\ta\tavx512\tconstant-time\t12\t0\n").is_empty());
    }

    #[test]
    fn erasure_is_required_of_keyed_kinds() {
        let left = "  remains 13 bytes, up to 80 bytes below the caller\n";
        let row = |kind: &str| format!("{kind}\ta\tavx512\tconstant-time\t12\t0\n{left}");
        assert_eq!(report(&row("mac")).broken.len(), 1);
        assert!(report(&row("hash")).broken.is_empty());
    }

    #[test]
    fn counts_rows_that_are_not_constant_time() {
        let row = "cipher\ta\tportable\ttable-based\t3\t40\n  address 40 times, x.rs:1 in f\n";
        let report = report(row);
        assert_eq!((report.controls, report.broken.len()), (1, 0));
    }
}
