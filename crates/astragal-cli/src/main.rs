//! `digest`: hashes and verifies files with any algorithm of astragal.
//!
//! `cli` is the command line, `algorithm` a row of the registry with its parameters, `stream` a file on
//! its way through it. `input` reads, `work` keeps all cores busy and the results in order, `output`
//! writes lines, `sumfile` reads them back. Each command is a file in `command`.

mod algorithm;
mod cli;
mod command;
mod exit;
mod input;
mod output;
mod progress;
mod stream;
mod sumfile;
mod work;

use std::process::ExitCode;

use clap::Parser as _;

use crate::cli::{Cli, Verb};
use crate::exit::Exit;

fn main() -> ExitCode {
    exit::report(run(Cli::parse()))
}

fn run(cli: Cli) -> anyhow::Result<Exit> {
    cli::limit_instruction_sets()?;
    match cli.verb {
        None if cli.sum.check => command::check::run(&cli.sum),
        None => command::sum::run(&cli.sum),
        Some(Verb::List { json }) => command::list::run(json),
        Some(Verb::Info { algorithm }) => command::info::run(&algorithm),
        Some(Verb::Selftest { vectors }) => command::selftest::run(&vectors),
        Some(Verb::Test { count, file }) => command::test::run(count, &file),
        Some(Verb::Mac(arguments)) => command::mac::run(&arguments),
        Some(Verb::Completions { shell }) => cli::print_completions(shell),
        Some(Verb::Man) => cli::print_manual(),
    }
}
