//! Speed beside that of other libraries, measured by the programs in `peers`.

use anyhow::Result;

use crate::run;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    run::run(run::peers_cargo("run").args(["--bin", "bench", "--"]).args(arguments))
}
