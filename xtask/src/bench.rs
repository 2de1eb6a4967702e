//! Speed beside that of other libraries, measured by the programs in `peers`.

mod build;
mod c;

use anyhow::Result;

use crate::{python, run, web};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((face, rest)) if face == "python" => return python::bench(rest),
        Some((what, rest)) if what == "build" => return build::run(rest),
        Some((face, rest)) if face == "c" => return c::measure(rest),
        Some((face, rest)) if face == "web" => return web::bench(rest),
        _ => {}
    }
    run::run(run::peers_cargo("run").args(["--bin", "bench", "--"]).args(arguments))
}
