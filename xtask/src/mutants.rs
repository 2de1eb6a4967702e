//! Mutation testing. The tool in `evidence/mutants` changes the code of an algorithm family in many places, one at a
//! time. For each change, it checks whether a test of the library detects it.

use anyhow::{Context as _, Result};

use crate::evidence::Run;
use crate::run::{cargo, root, run_capture, target_path};

/// Runs the mutation tests of `families`, or of every family if the list is empty. `is_whole` skips the tests of a
/// family alone.
pub(crate) fn all(families: &[String], is_whole: bool) -> Result<Vec<Run>> {
    let mut tool = cargo(&["run", "--quiet", "--locked", "--manifest-path"]);
    tool.arg(root().join("evidence/mutants/Cargo.toml")).arg("--").args(families);
    if is_whole {
        tool.arg("--whole");
    }
    let text = run_capture(tool.env("CARGO_TARGET_DIR", target_path("mutants")))?;
    text.lines().filter(|line| line.contains(" mutants: ")).map(run_of).collect()
}

/// Parses the line that the tool prints for a family, such as `ascon: 697 mutants: 690 caught`.
fn run_of(line: &str) -> Result<Run> {
    let parts = line.split_once(": ").and_then(|(family, rest)| {
        let (count, of) = rest.split_once(' ')?;
        Some((family, count.parse().ok()?, of))
    });
    let (family, count, of) = parts.with_context(|| format!("not a line of a family: {line}"))?;
    Run::counted(&format!("mutants {family}"), count, of)
}
