//! Speed beside that of other libraries, measured by the programs in `peers`.

pub(crate) mod build;
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
    let mut command = run::peers_cargo("run");
    let cap = arguments.iter().position(|argument| argument == "--cpu");
    let level = cap.and_then(|at| arguments.get(at + 1));
    if level.is_some_and(|level| level != "avx512") {
        command.args(["--features", "without-avx512"]);
    }
    run::run(command.args(["--bin", "bench", "--"]).args(arguments))
}
