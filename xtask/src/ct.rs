//! Constant time, shown: `crates/astragal/tests/constant_time.rs` under valgrind, once per level of instruction
//! sets that valgrind decodes, and for the others built over models of the instructions; and the table of what came of
//! it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence;
use crate::prove::over_models;
use crate::run::{PACKAGES, cargo, root, run_tests, run_told};
use crate::stages::{Missing, need};

/// The table's place.
const PAGE: &str = "docs/evidence-ct.md";

/// What valgrind decodes; it shows the program a processor without AVX-512, GFNI, VAES and SHA instructions.
pub(crate) const LEVELS: [&str; 3] = ["portable", "ssse3", "avx2"];

/// What valgrind sees models of: plain Rust without a branch or an index that depends on data, in the place of each
/// instruction (`cargo xtask prove` compares them). What it says of a kernel over them is about the kernel.
const MODELLED: [&str; 4] = ["avx2", "vaes", "gfni", "avx512"];

/// What the vectors are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Vectors {
    Instructions,
    Models,
}

/// A row's implementation: kind, name, backend, what its timing depends on, what its vectors were.
type Key = (String, String, String, String, &'static str);

/// The operations that were run of each implementation, and the dependences that were seen.
pub(crate) type Rows = BTreeMap<Key, (usize, usize)>;

/// Which rows are run, and how.
pub(crate) struct Part<'a> {
    /// The level that models stand for, if nothing else is looked at.
    pub(crate) models: Option<&'a str>,
    /// Kinds, or beginnings of names; all without.
    pub(crate) rows: &'a [String],
}

impl Part<'_> {
    fn is_whole(&self) -> bool {
        self.models.is_none() && self.rows.is_empty()
    }
}

/// Checks the tests' build at this level; counts the operations.
pub(crate) fn check(level: &str) -> Result<u64> {
    need_valgrind()?;
    let rows = run("test", level, Vectors::Instructions, &[])?;
    Ok(operations(&rows) as u64)
}

/// Runs the tests that look for secrets on the stack, up to this level; they hold for optimised builds.
pub(crate) fn remains(level: &str) -> Result<u64> {
    let mut tests = cargo(&["test", "--quiet", "--test", "remains"]);
    run_tests(tests.args(PACKAGES).env("ASTRAGAL_TEST_CPU", level))
}

fn need_valgrind() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        bail!(Missing::inapplicable("the levels are those of x86-64"));
    }
    need("valgrind", "valgrind")
}

fn checked(profile: &str, part: &Part<'_>) -> Result<Rows> {
    let mut rows = Rows::new();
    need_valgrind()?;
    let levels: &[&str] = if part.models.is_none() { &LEVELS } else { &[] };
    for level in levels {
        rows.extend(run(profile, level, Vectors::Instructions, part.rows)?);
    }
    println!("{} rows, {} operations: no promise is broken", rows.len(), operations(&rows));
    Ok(rows)
}

fn operations(rows: &Rows) -> usize {
    rows.values().map(|(operations, _)| operations).sum()
}

/// Checks the build of `profile`, and keeps the table; of a part alone its rows, beside what the table has.
pub(crate) fn show(profile: &str, part: &Part<'_>) -> Result<evidence::Run> {
    let mut seen = checked(profile, part)?;
    for level in MODELLED.into_iter().filter(|level| part.models.is_none_or(|only| only == *level))
    {
        seen.extend(run("test", level, Vectors::Models, part.rows)?);
    }
    ensure!(!seen.is_empty(), "nothing was looked at; there are models of {}", MODELLED.join(", "));
    let path = root().join(PAGE);
    let mut rows = Rows::new();
    if !part.is_whole() {
        rows.extend(fs::read_to_string(&path)?.lines().filter_map(kept));
    }
    let newly = evidence::grouped(seen.len() as u64);
    rows.extend(seen);
    fs::write(&path, page(profile, &rows)).with_context(|| format!("cannot write {PAGE}"))?;
    let how = if part.is_whole() { String::new() } else { format!(", {newly} of them that day") };
    let rows_of = format!("operations of {} rows{how}; no promise broken", rows.len());
    evidence::Run::counted("ct", operations(&rows) as u64, &rows_of)
}

/// Measures whether times of the build of `profile` tell inputs apart, `seconds` for each operation; best where nothing
/// else runs.
pub(crate) fn measure(profile: &str, seconds: u64) -> Result<evidence::Run> {
    let mut test = cargo(&["test", "--quiet", "--test", "timing", "--profile", profile]);
    let told = run_told(test.args(PACKAGES).args(["--", "--seconds", &seconds.to_string()]))?;
    // Of each row the greater of its two statistics.
    let of = |says: &str| -> Vec<f64> {
        let cells = told.lines().map(|line| line.split(" | ").collect::<Vec<_>>());
        let rows = cells.filter(|cells| cells.len() == 6 && cells[2] == says);
        let number = |cell: &str| cell.trim_end_matches(" |").parse().map_or(0.0, f64::abs);
        rows.map(|cells| number(cells[4]).max(number(cells[5]))).collect()
    };
    let (constant, control) = (of("constant-time"), of("a leak"));
    let greatest = |of: &[f64]| of.iter().copied().fold(0.0, f64::max);
    let what = format!(
        "rows that say `constant-time`, {seconds} s each, at most {:.2}; the control at {:.0}",
        greatest(&constant),
        greatest(&control)
    );
    evidence::Run::counted("ct --statistics", constant.len() as u64, &what)
}

fn run(profile: &str, level: &str, vectors: Vectors, rows: &[String]) -> Result<Rows> {
    println!(
        "$ the test constant_time under valgrind, {profile}, {}, up to {level}",
        vectors.name()
    );
    let mut test = cargo(&["test", "--quiet", "--test", "constant_time", "--profile", profile]);
    match vectors {
        Vectors::Instructions => _ = test.args(PACKAGES),
        Vectors::Models => {
            // What a debug build checks are branches: subtle's assertion for each byte, overflow that cannot be.
            test.env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false");
            test.env("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false");
            _ = over_models(test.args(["--package", "astragal", "--all-features"]));
        }
    }
    let output = test
        .arg("--")
        .args(rows)
        .env("ASTRAGAL_TEST_CPU", level)
        .env(
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
            "valgrind --quiet --error-limit=no --log-file=/dev/null",
        )
        .stderr(Stdio::inherit())
        .output()?;
    let (text, is_part) = (String::from_utf8(output.stdout)?, !rows.is_empty());
    let rows: Rows = text.lines().filter_map(|line| row(line, vectors)).collect();
    if !output.status.success() || (rows.is_empty() && !is_part) {
        bail!("the test constant_time failed under valgrind, {profile}, up to {level}");
    }
    Ok(rows)
}

impl Vectors {
    fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Models => "models",
        }
    }
}

fn row(line: &str, vectors: Vectors) -> Option<(Key, (usize, usize))> {
    let fields: Vec<&str> = line.split('\t').collect();
    let [kind, name, backend, timing, operations, dependences] = fields[..] else { return None };
    let [kind, name, backend, timing] = [kind, name, backend, timing].map(str::to_owned);
    let key = (kind, name, backend, timing, vectors.name());
    Some((key, (operations.parse().ok()?, dependences.parse().ok()?)))
}

/// A row of the page, as it was written.
fn kept(line: &str) -> Option<(Key, (usize, usize))> {
    let fields = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let fields: Vec<&str> = fields.split(" | ").collect();
    let [kind, name, backend, timing, vectors, operations, dependences] = fields[..] else {
        return None;
    };
    let vectors = [Vectors::Instructions, Vectors::Models]
        .into_iter()
        .find(|known| known.name() == vectors)?;
    let line = [kind, name, backend, timing, operations, dependences].join("\t");
    row(&line, vectors)
}

fn page(profile: &str, rows: &Rows) -> String {
    let mut page = format!(
        "# Constant time, shown\n\n\
        Generated by `cargo xtask ct`; do not edit. Every row of the registry runs under valgrind with keys, messages,\n\
        plaintexts, associated data and passwords marked undefined, compiled by the profile `{profile}`. Memcheck then reports each branch and\n\
        each address that depends on one of them. The verdict of a verification is the one dependence that is\n\
        allowed. Rows that say `table-based` or `data-dependent` are the control: memcheck must flag some of them.\n\n\
        Valgrind decodes neither AVX-512 nor GFNI, VAES or the SHA instructions. For the backends that use these the\n\
        library was built over models of all instructions, in plain Rust that neither branches on data nor indexes by it,\n\
        without optimisation: rows of `models` show that the source of a kernel has no dependence, not what a compiler made\n\
        of it. CAST-256 on avx2 is judged so alone: memcheck takes the numbers that AVX2 shifts lanes by for addresses.\n\n\
        | kind | algorithm | backend | the row says | vectors | operations | dependences |\n\
        | --- | --- | --- | --- | --- | ---: | ---: |\n",
    );
    for ((kind, name, backend, timing, vectors), (operations, dependences)) in rows {
        let row = [kind, name, backend, timing, *vectors].join(" | ");
        writeln!(page, "| {row} | {operations} | {dependences} |").expect("writing to a string");
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_run_keeps_other_rows() {
        let written = fs::read_to_string(root().join(PAGE)).unwrap();
        let rows: Rows = written.lines().filter_map(kept).collect();
        assert!(page("test", &rows) == written, "the page is not what its own rows give");
    }
}
