//! Constant-time checks. They run `crates/astragal/tests/constant_time.rs` under valgrind, with secrets marked as
//! undefined, and write a table of the results. Backends with instructions that valgrind cannot decode are compiled
//! with models of these instructions, written in plain Rust.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence;
use crate::prove::over_models;
use crate::run::{PACKAGES, cargo, parallel_map, root, run_capture, run_tests, shown};
use crate::stages::{Missing, Stages, need};

/// Path of the page with the results of the constant-time checks.
const PAGE: &str = "docs/evidence-ct.md";

/// Instruction-set levels that valgrind can decode. Valgrind cannot decode AVX-512, GFNI, VAES and SHA instructions.
const LEVELS: [&str; 3] = ["portable", "ssse3", "avx2"];

/// Instruction-set levels that are checked with models in place of the vector instructions. A model is plain Rust
/// without branches or indices that depend on data. `cargo xtask prove` compares the models with the processor's
/// instructions.
const MODELLED: [&str; 4] = ["avx2", "vaes", "gfni", "avx512"];

/// Instruction-set levels at which the tests search the stack for secrets.
const STACK_LEVELS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["portable", "ssse3", "avx2", "vaes", "gfni", "avx512"]
} else {
    &["portable", "neon", "arm-sha3"]
};

/// Whether the processor or models in plain Rust execute the vector instructions while valgrind checks the code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vectors {
    Instructions,
    Models,
}

/// Key of a row in the results table: kind, name, backend and declared timing of an algorithm. The last element states
/// whether the processor or models executed the vector instructions.
type Key = (String, String, String, String, &'static str);

/// Rows of the results table. The first number counts the operations that ran. The second number counts the branches
/// and addresses that depended on secrets according to memcheck.
type Rows = BTreeMap<Key, (usize, usize)>;

/// Runs the stages of `cargo xtask verify ct`. If `is_whole` is false, valgrind checks only one instruction-set level,
/// and the stack is searched for secrets at only two levels.
pub(crate) fn stages(stages: &mut Stages, is_whole: bool) {
    let levels = if is_whole { &LEVELS[..] } else { &["avx2"] };
    for level in levels {
        stages.run(&format!("constant time, up to {level}"), || {
            need_valgrind()?;
            Ok(operations(&run("test", level, Vectors::Instructions, &[])?))
        });
    }
    let levels = if is_whole {
        STACK_LEVELS
    } else {
        &[STACK_LEVELS[0], STACK_LEVELS[STACK_LEVELS.len() - 1]]
    };
    for level in levels {
        stages.run(&format!("secrets on the stack, up to {level}"), || {
            // The tests for secrets on the stack expect the stack layout of optimized code, so they use the same build
            // as the valgrind stages.
            let mut tests = without_checks(cargo(&["test", "--quiet", "--test", "remains"]));
            run_tests(tests.args(PACKAGES).env("ASTRAGAL_TEST_CPU", level))
        });
    }
}

fn need_valgrind() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        bail!(Missing::inapplicable("only x86-64 has these instruction-set levels"));
    }
    need("valgrind", "valgrind")
}

fn operations(rows: &Rows) -> u64 {
    rows.values().map(|(operations, _)| *operations as u64).sum()
}

/// Runs the constant-time test in the cargo profile `profile` and writes the page of results.
///
/// If `models` is an instruction-set level, tests only this level, with models in place of vector instructions. If
/// `only` is not empty, tests only the algorithms that it names. After such a restricted test, the other rows of the
/// page keep their old results.
pub(crate) fn write_page(
    profile: &str,
    models: Option<&str>,
    only: &[String],
) -> Result<evidence::Run> {
    need_valgrind()?;
    let mut seen = Rows::new();
    for level in LEVELS.iter().filter(|_| models.is_none()) {
        seen.extend(run(profile, level, Vectors::Instructions, only)?);
    }
    for level in MODELLED.into_iter().filter(|level| models.is_none_or(|chosen| chosen == *level)) {
        seen.extend(run("test", level, Vectors::Models, only)?);
    }
    ensure!(
        !seen.is_empty(),
        "nothing was checked; levels with models are {}",
        MODELLED.join(", ")
    );
    println!("{} rows, {} operations", seen.len(), operations(&seen));
    let is_whole = models.is_none() && only.is_empty();
    let part = format!(", {} of them that day", evidence::grouped(seen.len() as u64));
    let path = root().join(PAGE);
    let mut rows = Rows::new();
    if !is_whole {
        rows.extend(fs::read_to_string(&path)?.lines().filter_map(row_of_page));
    }
    rows.extend(seen);
    fs::write(&path, page(profile, &rows)).with_context(|| format!("cannot write {PAGE}"))?;
    let part = if is_whole { "" } else { part.as_str() };
    let of = format!("operations of {} rows{part}; no promise broken", rows.len());
    evidence::Run::counted("ct", operations(&rows), &of)
}

/// Measures each operation for `seconds` seconds and tests whether its run time depends on the input. The machine must
/// be idle.
pub(crate) fn measure(profile: &str, seconds: u64) -> Result<evidence::Run> {
    let mut test = cargo(&["test", "--quiet", "--test", "timing", "--profile", profile]);
    let text = run_capture(test.args(PACKAGES).args(["--", "--seconds", &seconds.to_string()]))?;
    // Returns a statistic for each row whose declared timing is `claim`: the larger of the absolute values of the row's
    // two statistics.
    let statistics = |claim: &str| -> Vec<f64> {
        let cells = text.lines().map(|line| line.split(" | ").collect::<Vec<_>>());
        let rows = cells.filter(|cells| cells.len() == 6 && cells[2] == claim);
        let number = |cell: &str| cell.trim_end_matches(" |").parse().map_or(0.0, f64::abs);
        rows.map(|cells| number(cells[4]).max(number(cells[5]))).collect()
    };
    let greatest = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let constant = statistics("constant-time");
    let of = format!(
        "rows that say `constant-time`, {seconds} s each, at most {:.2}; the control at {:.0}",
        greatest(&constant),
        greatest(&statistics("a leak"))
    );
    evidence::Run::counted("ct --statistics", constant.len() as u64, &of)
}

/// Runs the constant-time test in several processes, one per core. Each process checks a part of the operations.
fn run(profile: &str, level: &str, vectors: Vectors, only: &[String]) -> Result<Rows> {
    crate::run::run(test(profile, vectors).arg("--no-run"))?;
    let parts = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    println!("under valgrind, {}, up to {level}, {parts} parts", vectors.name());
    let rows = parallel_map((0..parts).collect(), |part| {
        run_part(test(profile, vectors).arg("--"), &format!("{part}/{parts}"), level, vectors, only)
    });
    let rows = rows.into_iter().collect::<Result<Vec<_>>>()?;
    let rows: Rows = rows.into_iter().flatten().collect();
    ensure!(!(rows.is_empty() && only.is_empty()), "the test constant_time ran nothing");
    Ok(rows)
}

/// Disables debug assertions and overflow checks, because they branch on secrets. For example, assertions of the
/// crate `subtle` compare every `Choice` with 0 and 1.
fn without_checks(mut cargo: Command) -> Command {
    cargo.env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false");
    cargo.env("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false");
    cargo
}

fn test(profile: &str, vectors: Vectors) -> Command {
    let test = ["test", "--quiet", "--test", "constant_time", "--profile", profile];
    let mut test = without_checks(cargo(&test));
    match vectors {
        Vectors::Instructions => _ = test.args(PACKAGES),
        Vectors::Models => {
            _ = over_models(test.args(["--package", "astragal", "--all-features"]));
        }
    }
    test
}

fn run_part(
    test: &mut Command,
    part: &str,
    level: &str,
    vectors: Vectors,
    only: &[String],
) -> Result<Rows> {
    let valgrind = "valgrind --quiet --error-limit=no --log-file=/dev/null";
    let output = test
        .arg(format!("--part={part}"))
        .args(only)
        .env("ASTRAGAL_TEST_CPU", level)
        .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", valgrind)
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    ensure!(output.status.success(), "`{}` failed under valgrind, up to {level}", shown(test));
    Ok(text.lines().filter_map(|line| row(line, vectors)).collect())
}

impl Vectors {
    fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Models => "models",
        }
    }
}

/// Parses a line that the constant-time test prints. Returns the key and the values of a row of the results table.
fn row(line: &str, vectors: Vectors) -> Option<(Key, (usize, usize))> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [kind, name, backend, timing, operations, dependences] = fields[..] else { return None };
    let [kind, name, backend, timing] = [kind, name, backend, timing].map(str::to_owned);
    let key = (kind, name, backend, timing, vectors.name());
    Some((key, (operations.parse().ok()?, dependences.parse().ok()?)))
}

/// Parses a row of the results table in the page. Returns its key and its values.
fn row_of_page(line: &str) -> Option<(Key, (usize, usize))> {
    let mut fields: Vec<&str> = line.strip_prefix("| ")?.strip_suffix(" |")?.split(" | ").collect();
    if fields.len() != 7 {
        return None;
    }
    let vectors = fields.remove(4);
    let known = [Vectors::Instructions, Vectors::Models];
    row(&fields.join("\t"), known.into_iter().find(|known| known.name() == vectors)?)
}

fn page(profile: &str, rows: &Rows) -> String {
    let mut page = format!(
        "# Results of the constant-time test\n\n\
        Generated by `cargo xtask ct`; do not edit. Every row of the registry runs under valgrind, compiled with the\n\
        profile `{profile}`. Keys, messages, plaintexts, associated data and passwords are marked undefined, and memcheck\n\
        reports each branch and each address that depends on them. Only the verdict of a verification may depend on them.\n\
        Rows that say `table-based` or `data-dependent` are the control: memcheck must flag some of them.\n\n\
        Valgrind decodes neither AVX-512, GFNI, VAES nor the SHA instructions. For backends that use these, the library\n\
        is built without optimisation over models of the instructions: plain Rust without branches and indices that\n\
        depend on data. Rows with `models` show that the source of a kernel has no dependence, not the compiled code.\n\
        CAST-256 on avx2 has only `models`: memcheck takes the shift counts of AVX2 lanes for addresses.\n\n\
        | kind | algorithm | backend | timing | vectors | operations | dependences |\n\
        | --- | --- | --- | --- | --- | ---: | ---: |\n",
    );
    for ((kind, name, backend, timing, vectors), (operations, dependences)) in rows {
        let row = [kind, name, backend, timing, *vectors].join(" | ");
        writeln!(page, "| {row} | {operations} | {dependences} |")
            .expect("writing to a string succeeds");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_run_keeps_other_rows() {
        let written = fs::read_to_string(root().join(PAGE)).unwrap();
        let rows: Rows = written.lines().filter_map(row_of_page).collect();
        assert!(
            page("test", &rows) == written,
            "the page must equal the page generated from its rows"
        );
    }
}
