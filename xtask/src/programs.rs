//! Test programs of the workspace. They are built once and then run at several instruction-set levels.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::run::{build_all, parallel_map, passed, run_buffered, shown};
use crate::stages::Checks;

/// Levels of instruction sets on x86-64, from the lowest to the highest.
pub(crate) const LEVELS: [&str; 6] = ["portable", "ssse3", "avx2", "vaes", "gfni", "avx512"];

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Program {
    pub(crate) package: String,
    /// Name of an integration test, or `lib` for unit tests.
    pub(crate) name: String,
    pub(crate) executable: PathBuf,
    /// Working folder of the program, as cargo sets it.
    folder: PathBuf,
}

/// A build counts as one check, however many programs it builds.
impl Checks for Vec<Program> {}

/// Builds every test program of the workspace, with the libraries and programs that the tests use.
pub(crate) fn build() -> Result<Vec<Program>> {
    build_by(&mut build_all())
}

/// Runs the cargo command `build`. Returns the test programs that it built.
pub(crate) fn build_by(build: &mut Command) -> Result<Vec<Program>> {
    build.arg("--message-format=json-render-diagnostics");
    println!("$ {}", shown(build));
    let output = build.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the tests do not compile");
    let programs: Vec<Program> = String::from_utf8(output.stdout)?
        .lines()
        .filter_map(|line| Program::from_message(&serde_json::from_str(line).ok()?))
        .collect();
    ensure!(!programs.is_empty(), "cargo built no test program");
    Ok(programs)
}

impl Program {
    /// Parses a message that cargo prints in JSON. Returns `None` if the message does not describe a test program.
    fn from_message(message: &Value) -> Option<Self> {
        let is_test = message["profile"]["test"].as_bool()?;
        let executable = message["executable"].as_str()?.into();
        let kind = message["target"]["kind"][0].as_str()?;
        let name = if kind == "test" { message["target"]["name"].as_str()? } else { "lib" };
        let folder = PathBuf::from(message["manifest_path"].as_str()?).parent()?.to_owned();
        let package = folder.file_name()?.to_str()?.to_owned();
        is_test.then(|| Self { package, name: name.to_owned(), executable, folder })
    }

    /// Returns a command that starts the program the way cargo does.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

/// Test program, together with the highest instruction-set level that it may use. `None` means no limit.
pub(crate) type Run<'a> = (&'a Program, Option<&'static str>);

/// Names of the slowest test programs. They are started first, so that no core is idle at the end.
const LONG: [&str; 2] = ["all", "backends"];

/// Unit tests that compare vector instructions with their models in plain Rust. They take 24 s of the 30 s that all
/// unit tests of the library take. Only a change of the models can make them fail, so only `cargo xtask verify levels`
/// runs them.
const LEFT_TO_VERIFY: &str = "simd::x86_64::model";

/// Test modules that run only at the highest level. They test the registry, rejected lengths, chunked messages, wrapped
/// keys, and chains of 100,000 iterations. Other tests run the hashes and ciphers themselves at every level. Chunked
/// messages with portable AES-GCM took a third of the time of all tests.
const SAME_AT_EVERY_LEVEL: [&str; 5] =
    ["registry::", "limits::", "chunked::", "key_wrap::", "monte_carlo::"];

/// Result of running test programs: how many tests passed, and the printed lines about skipped tests.
pub(crate) struct Ran {
    passed: u64,
    pub(crate) skipped: BTreeSet<String>,
}

impl Checks for Ran {
    fn checks(&self) -> u64 {
        self.passed
    }
}

/// Runs test programs in parallel, one per core. The error names every program that failed.
pub(crate) fn run<'a>(runs: impl IntoIterator<Item = Run<'a>>, is_verbose: bool) -> Result<Ran> {
    let mut runs: Vec<Run<'_>> = runs.into_iter().collect();
    runs.sort_by_key(|(program, _)| !LONG.contains(&program.name.as_str()));
    let results = parallel_map(runs, |(program, level)| {
        let mut command = program.command();
        command.args(["--skip", LEFT_TO_VERIFY]);
        let mut name = format!("{} of {}", program.name, program.package);
        if let Some(level) = level {
            command.env("ASTRAGAL_TEST_CPU", level);
            command.args(SAME_AT_EVERY_LEVEL.iter().flat_map(|module| ["--skip", module]));
            name += &format!(" up to {level}");
        }
        if is_verbose {
            // Only an unstable option of libtest prints the times of tests.
            command.args(["-Zunstable-options", "--report-time"]).env("RUSTC_BOOTSTRAP", "1");
        } else {
            command.arg("--quiet");
        }
        let start = Instant::now();
        let result = run_buffered(&mut command);
        (name, start.elapsed().as_secs_f64(), result)
    });
    if is_verbose {
        let mut slowest: Vec<_> = results.iter().collect();
        slowest.sort_by(|a, b| b.1.total_cmp(&a.1));
        slowest.iter().take(10).for_each(|(name, seconds, _)| println!("{seconds:7.1} s  {name}"));
    }
    let failed: Vec<&str> =
        results.iter().filter(|(.., r)| r.is_err()).map(|(name, ..)| name.as_str()).collect();
    if !failed.is_empty() {
        bail!("failed test programs: {}", failed.join(", "));
    }
    let texts = || results.iter().filter_map(|(.., text)| text.as_deref().ok());
    let lines = texts().flat_map(str::lines);
    let skipped = lines.filter_map(|line| line.strip_prefix("skipped: ")).map(str::to_owned);
    Ok(Ran { passed: texts().map(passed).sum(), skipped: skipped.collect() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_test_programs_from_cargo_messages() {
        let message = |kind: &str, is_test: bool, executable: Value| {
            Program::from_message(&json!({
                "reason": "compiler-artifact",
                "manifest_path": "/r/crates/astragal/Cargo.toml",
                "target": {"kind": [kind], "name": "kat"},
                "profile": {"test": is_test},
                "executable": executable,
            }))
        };
        let program = message("test", true, json!("/t/kat-1")).unwrap();
        assert_eq!((program.package.as_str(), program.name.as_str()), ("astragal", "kat"));
        assert_eq!(message("lib", true, json!("/t/astragal-1")).unwrap().name, "lib");
        assert_eq!(message("bin", false, json!("/t/digest")), None);
        assert_eq!(message("lib", false, Value::Null), None);
    }
}
