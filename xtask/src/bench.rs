//! Measures speed against other libraries with the programs in `peers`.

mod lengths;
mod profiles;

use anyhow::{Context as _, Result};

use crate::run::{self, Purpose, command, peers_cargo};
use crate::{python, web};

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    match arguments.split_first() {
        Some((binding, rest)) if binding == "python" => return python::bench(rest),
        Some((binding, rest)) if binding == "web" => return web::bench(rest),
        Some((word, rest)) if word == "lengths" => return lengths::bench(rest),
        Some((word, rest)) if word == "profiles" => return profiles::bench(rest),
        Some((binding, rest)) if binding == "c" => {
            return run::run(command("peers/c/bench", &[]).args(rest));
        }
        Some((word, rest)) if word == "kdf" => {
            let mut kdf = peers_cargo("run", Purpose::Release);
            return run::run(kdf.args(["--bin", "kdf", "--"]).args(rest));
        }
        _ => {}
    }
    let mut bench = peers_cargo("run", Purpose::Release);
    let at = arguments.iter().position(|argument| argument == "--cpu");
    let level = at.and_then(|at| arguments.get(at + 1));
    if level.is_some_and(|level| level != "avx512") {
        bench.args(["--features", "without-avx512"]);
    }
    run::run(bench.args(["--bin", "bench", "--"]).args(arguments))
}

/// Splits the arguments at the option `--out`. Returns those before it, and the file that it names.
fn split_out(arguments: &[String]) -> Result<(&[String], Option<&String>)> {
    let Some(at) = arguments.iter().position(|argument| argument == "--out") else {
        return Ok((arguments, None));
    };
    Ok((&arguments[..at], Some(arguments.get(at + 1).context("--out needs a file")?)))
}
