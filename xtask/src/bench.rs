//! Speed beside that of other libraries, measured by the programs in `peers`.

use anyhow::Result;

use crate::{python, run};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if let Some((face, rest)) = arguments.split_first()
        && face == "python"
    {
        return python::bench(rest);
    }
    run::run(run::peers_cargo("run").args(["--bin", "bench", "--"]).args(arguments))
}
