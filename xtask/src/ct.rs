//! Constant time, shown: `crates/astragal/tests/constant_time.rs` under valgrind, once per level of instruction
//! sets that valgrind decodes, and for the others built over models of the instructions; and the table of what came of
//! it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};

use crate::prove::over_models;
use crate::run::{self, WHOLE, cargo, exists, root};

/// The table's place.
const PAGE: &str = "docs/evidence-ct.md";

/// What valgrind decodes; it shows the program a processor without AVX-512, GFNI, VAES and SHA instructions.
const LEVELS: [&str; 3] = ["portable", "ssse3", "avx2"];

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

/// Checks the build of `profile`, and gives its rows; none where valgrind is not.
pub(crate) fn check(profile: &str) -> Result<Rows> {
    let mut rows = Rows::new();
    if !exists("valgrind") || !cfg!(target_arch = "x86_64") {
        println!("skipped: valgrind is not here, or not for this processor");
        return Ok(rows);
    }
    for level in LEVELS {
        rows.extend(run(profile, level, Vectors::Instructions)?);
    }
    let operations: usize = rows.values().map(|(operations, _)| operations).sum();
    println!("{} rows, {operations} operations: no promise is broken", rows.len());
    Ok(rows)
}

/// Checks the build of `profile`, and keeps the table.
pub(crate) fn show(profile: &str) -> Result<()> {
    let mut rows = check(profile)?;
    if rows.is_empty() {
        return Ok(());
    }
    rows.extend(check_models()?);
    fs::create_dir_all(root().join("docs"))?;
    fs::write(root().join(PAGE), page(profile, &rows))
        .with_context(|| format!("cannot write {PAGE}"))
}

/// Measures whether times of the build of `profile` tell inputs apart, `seconds` for each operation; best where nothing
/// else runs.
pub(crate) fn measure(profile: &str, seconds: u64) -> Result<()> {
    let mut test = cargo(&["test", "--quiet", "--test", "timing", "--profile", profile]);
    run::run(test.args(WHOLE).args(["--", "--seconds", &seconds.to_string()]))
}

/// Checks the backends that valgrind does not decode, over models.
fn check_models() -> Result<Rows> {
    let mut rows = Rows::new();
    for level in MODELLED {
        rows.extend(run("test", level, Vectors::Models)?);
    }
    Ok(rows)
}

fn run(profile: &str, level: &str, vectors: Vectors) -> Result<Rows> {
    println!(
        "$ the test constant_time under valgrind, {profile}, {}, up to {level}",
        vectors.name()
    );
    let mut test = cargo(&["test", "--quiet", "--test", "constant_time", "--profile", profile]);
    match vectors {
        Vectors::Instructions => _ = test.args(WHOLE),
        Vectors::Models => {
            // What a debug build checks are branches: subtle's assertion for each byte, overflow that cannot be.
            test.env("CARGO_PROFILE_DEV_DEBUG_ASSERTIONS", "false");
            test.env("CARGO_PROFILE_DEV_OVERFLOW_CHECKS", "false");
            _ = over_models(test.args(["--package", "astragal", "--all-features"]));
        }
    }
    let output = test
        .env("ASTRAGAL_TEST_CPU", level)
        .env(
            "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER",
            "valgrind --quiet --error-limit=no --log-file=/dev/null",
        )
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8(output.stdout)?;
    let rows: Rows = text.lines().filter_map(|line| row(line, vectors)).collect();
    if !output.status.success() || rows.is_empty() {
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
