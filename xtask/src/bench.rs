//! Speed beside that of other libraries, measured by the programs in `peers`.

mod build;

use anyhow::Result;

use crate::{python, run};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((face, rest)) if face == "python" => return python::bench(rest),
        Some((what, rest)) if what == "build" => return build::run(rest),
        Some((face, rest)) if face == "c" => {
            return run::run(run::peers_cargo("run").args(["--bin", "abi", "--"]).args(rest));
        }
        _ => {}
    }
    run::run(run::peers_cargo("run").args(["--bin", "bench", "--"]).args(arguments))
}
