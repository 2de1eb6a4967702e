//! `digest`: hashes and verifies files with any algorithm of astragal.
//!
//! `cli` is the command line, and each command is a file in `command`. `digester` is a row of the registry
//! with its parameters, `stream` a file on its way through it. `walk` finds the files, `input` reads them,
//! `work` keeps all cores busy and the results in order, `format` writes them and `sumfile` reads them back.
//! `console`, `progress`, `signal` and `exit` are about the terminal and the process.

mod bench;
mod catalog;
mod cli;
mod command;
mod console;
mod digester;
mod directory;
mod encoding;
mod escape;
mod exit;
mod format;
#[cfg(fuzzing)]
pub mod fuzz;
mod input;
mod json;
mod partial;
mod progress;
mod secret;
mod signal;
mod stream;
mod suggest;
mod sumfile;
mod walk;
mod work;

use std::process::ExitCode;

use crate::cli::{Cli, Verb};
use crate::exit::Exit;

/// Runs the program `digest`, or the command that a link to it stands for.
#[must_use]
pub fn main() -> ExitCode {
    exit::report(match cli::linked() {
        Some(Ok((tool, matches))) => prepare().and_then(|()| command::linked::run(tool, &matches)),
        Some(Err(end)) => end,
        None => match cli::parse() {
            Ok(cli) => run(cli),
            Err(end) => end,
        },
    })
}

/// What every command begins with.
fn prepare() -> anyhow::Result<()> {
    cli::limit_instruction_sets()?;
    signal::listen();
    Ok(())
}

fn run(cli: Cli) -> anyhow::Result<Exit> {
    prepare()?;
    match cli.verb {
        None if cli.classic.check => command::check::classic(&cli.classic),
        None => command::sum::classic(&cli.classic),
        Some(Verb::Hash(arguments)) => command::sum::run(&arguments),
        Some(Verb::Check(arguments)) => command::check::run(&arguments),
        Some(Verb::Mac(arguments)) => command::mac::run(&arguments),
        Some(Verb::Part(arguments)) => command::part::run(&arguments),
        Some(Verb::Merge(arguments)) => command::merge::run(&arguments),
        Some(Verb::Outboard(arguments)) => command::outboard::run(&arguments),
        Some(Verb::Audit(arguments)) => command::audit::run(&arguments),
        Some(Verb::Tree(arguments)) => command::tree::run(&arguments),
        Some(Verb::Bench(arguments)) => command::bench::run(&arguments),
        Some(Verb::Kdf(arguments)) => command::kdf::run(&arguments),
        Some(Verb::Password { verb }) => command::password::run(&verb),
        Some(Verb::List(arguments)) => command::list::run(&arguments),
        Some(Verb::Info { algorithm }) => command::info::run(&algorithm),
        Some(Verb::Selftest { vectors }) => command::selftest::run(&vectors),
        Some(Verb::Test { count, file }) => command::test::run(count, &file),
        Some(Verb::Bctest { count, file }) => command::bctest::run(count, &file),
        Some(Verb::Completions { shell }) => cli::print_completions(shell),
        Some(Verb::Man { words, all }) => cli::print_manual(&words, all.as_deref()),
        Some(Verb::Help { words }) => cli::print_help(&words),
    }
}
