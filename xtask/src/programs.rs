//! Test programs of the workspace: built once, and run as often as there are levels of instruction sets.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::run::{build_all, on_all_cores, run_tests_captured, shown};

/// A test program.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Program {
    /// The package whose tests it has.
    pub(crate) package: String,
    /// `lib`, or the name of an integration test.
    pub(crate) name: String,
    executable: PathBuf,
    /// Where cargo starts it.
    folder: PathBuf,
}

/// Builds every test program of the workspace, and the libraries and programs that they use.
pub(crate) fn build() -> Result<Vec<Program>> {
    let mut build = build_all();
    build.arg("--message-format=json-render-diagnostics");
    println!("$ {}", shown(&build));
    let output = build.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the tests do not compile");
    let programs: Vec<Program> = String::from_utf8(output.stdout)?
        .lines()
        .filter_map(|line| Program::read(&serde_json::from_str(line).ok()?))
        .collect();
    ensure!(!programs.is_empty(), "cargo has built no test program");
    Ok(programs)
}

impl Program {
    /// From a message of cargo's, if it names a test program.
    fn read(message: &Value) -> Option<Self> {
        let is_test = message["profile"]["test"].as_bool()?;
        let executable = message["executable"].as_str()?;
        let kind = message["target"]["kind"][0].as_str()?;
        let name = if kind == "test" { message["target"]["name"].as_str()? } else { "lib" };
        let manifest = PathBuf::from(message["manifest_path"].as_str()?);
        let folder = manifest.parent()?.to_owned();
        let package = folder.file_name()?.to_str()?.to_owned();
        is_test.then(|| Self {
            package,
            name: name.to_owned(),
            executable: executable.into(),
            folder,
        })
    }

    /// The program's command, as cargo starts it.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.executable);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

/// A test program, and the level of instruction sets that caps it.
pub(crate) type Run<'a> = (&'a Program, Option<&'static str>);

/// Runs test programs, as many at a time as there are cores, each up to its level of instruction sets. Counts the
/// tests; names every program that failed.
pub(crate) fn run<'a>(runs: impl IntoIterator<Item = Run<'a>>) -> Result<u64> {
    let mut runs: Vec<Run<'_>> = runs.into_iter().collect();
    // What takes long goes first, so that no core waits for it at the end.
    runs.sort_by_key(|(program, _)| !LONG.contains(&program.name.as_str()));
    let results = on_all_cores(runs, |(program, level)| {
        let mut command = program.command();
        command.arg("--quiet");
        let up_to = level.map_or(String::new(), |level| {
            command.env("ASTRAGAL_TEST_CPU", level);
            format!(" up to {level}")
        });
        let name = format!("{} of {}{up_to}", program.name, program.package);
        (run_tests_captured(&mut command), name)
    });
    let (mut passed, mut failed) = (0, Vec::new());
    for (result, name) in results {
        match result {
            Ok(tests) => passed += tests,
            Err(_) => failed.push(name),
        }
    }
    if !failed.is_empty() {
        bail!("failed test programs: {}", failed.join(", "));
    }
    ensure!(passed > 0, "no test was run");
    Ok(passed)
}

/// Test programs that take longest.
const LONG: [&str; 5] = ["resume", "terminal", "all", "lib", "vectors"];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn test_programs_are_told_from_other_artifacts() {
        let message = |kind: &str, is_test: bool, executable: Value| {
            json!({
                "reason": "compiler-artifact",
                "manifest_path": "/r/crates/astragal/Cargo.toml",
                "target": {"kind": [kind], "name": "kat"},
                "profile": {"test": is_test},
                "executable": executable,
            })
        };
        let program = Program::read(&message("test", true, json!("/t/kat-1"))).unwrap();
        assert_eq!((program.package.as_str(), program.name.as_str()), ("astragal", "kat"));
        let unit_tests = Program::read(&message("lib", true, json!("/t/astragal-1"))).unwrap();
        assert_eq!(unit_tests.name, "lib");
        assert_eq!(Program::read(&message("bin", false, json!("/t/digest"))), None);
        assert_eq!(Program::read(&message("lib", false, Value::Null)), None);
        assert_eq!(Program::read(&json!({"reason": "build-finished"})), None);
    }
}
