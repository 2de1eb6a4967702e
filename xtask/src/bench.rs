//! Speed beside that of other libraries, measured by the programs in `peers`.

use anyhow::Result;

use crate::run;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let manifest = run::root().join("peers/Cargo.toml");
    let mut bench = run::cargo(&["run", "--release", "--bin", "bench", "--manifest-path"]);
    run::run(bench.arg(manifest).arg("--").args(arguments))
}
