//! The command `digest`: hashes and verifies files with any algorithm of astragal.
//!
//! The table lists the modules from the lowest layer to the highest. Each module imports only from modules listed
//! before it:
//!
//! | modules | contents |
//! | --- | --- |
//! | `cli` | Rust types for options, arguments and help texts |
//! | `catalog`, `encoding`, `file_name`, `json`, `atomic_file`, `hasher` | algorithms for `list` and `info`; digests and names as text; JSON; output files; streaming state of a hash |
//! | `status_line`, `message`, `console`, `exit`, `progress`, `signal`, `cpu`, `help_text` | terminal and process |
//! | `job` | many files on all threads, results in order |
//! | `algorithm` | an algorithm with its parameters, and its tag |
//! | `input`, `secret`, `sealed`, `walk`, `checksum_file`, `format`, `directory`, `bench` | reading files and secrets, headers of sealed files, finding files, reading checksum files, writing results, directory digests, measuring |
//! | `command` | each command of `digest`, and the tools that links to `digest` imitate, such as `sha256sum` |

mod algorithm;
mod atomic_file;
mod bench;
mod catalog;
mod checksum_file;
mod cli;
mod command;
mod console;
mod cpu;
mod directory;
mod encoding;
mod exit;
mod file_name;
mod format;
#[cfg(fuzzing)]
pub mod fuzz;
mod hasher;
mod help_text;
mod input;
mod job;
mod json;
mod message;
mod progress;
mod sealed;
mod secret;
mod signal;
mod status_line;
mod walk;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;

use crate::algorithm::names::is_known;
use crate::cli::{Cli, Command, TOOLS, Tool};
use crate::exit::Exit;
use crate::help_text::print_help_or_error;

/// Runs `digest`. If the program has the name of another tool, behaves like this tool.
#[must_use]
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let program = arguments.first().and_then(|program| Path::new(program).file_stem()?.to_str());
    let tool = TOOLS.iter().find(|(name, _)| program == Some(*name));
    exit::report(match tool {
        Some(&(name, tool)) => run_tool(name, tool, arguments),
        None => run(insert_algorithm(arguments)),
    })
}

/// Inserts the algorithm as the first argument if the program is named after an algorithm, such as `sha3-256sum`.
fn insert_algorithm(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let program = arguments.first().and_then(|program| Path::new(program).file_stem()?.to_str());
    let algorithm = program.and_then(|program| program.strip_suffix("sum"));
    if let Some(algorithm) = algorithm.filter(|name| is_known(name)) {
        let algorithm = algorithm.into();
        arguments.insert(1, algorithm);
    }
    arguments
}

fn run_tool(name: &'static str, tool: Tool, arguments: Vec<OsString>) -> anyhow::Result<Exit> {
    message::set_program(name);
    exit::set_usage_code(if tool == Tool::B3sum { 2 } else { 1 });
    match tool.command(name).try_get_matches_from(arguments) {
        Ok(matches) => {
            set_up()?;
            command::compat::run(tool, &matches)
        }
        Err(error) => print_help_or_error(&error, name),
    }
}

fn set_up() -> anyhow::Result<()> {
    cpu::limit_by_environment()?;
    cpu::timing_by_environment()?;
    signal::listen();
    Ok(())
}

fn run(arguments: Vec<OsString>) -> anyhow::Result<Exit> {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => return print_help_or_error(&error, "digest"),
    };
    set_up()?;
    match cli.command {
        None if cli.classic.check => command::check::run_classic(&cli.classic),
        None => command::hash::run_classic(&cli.classic),
        Some(Command::Hash(arguments)) => command::hash::run(&arguments),
        Some(Command::Check(arguments)) => command::check::run(&arguments),
        Some(Command::Mac(arguments)) => command::mac::run(&arguments),
        Some(Command::Part(arguments)) => command::part::run(&arguments),
        Some(Command::Merge(arguments)) => command::merge::run(&arguments),
        Some(Command::Outboard(arguments)) => command::outboard::run(&arguments),
        Some(Command::Audit(arguments)) => command::audit::run(&arguments),
        Some(Command::Tree(arguments)) => command::tree::run(&arguments),
        Some(Command::Seal(arguments)) => command::seal::run(&arguments),
        Some(Command::Open(arguments)) => command::open::run(&arguments),
        Some(Command::Keygen(arguments)) => command::keygen::run(&arguments),
        Some(Command::Bench(arguments)) => command::bench::run(&arguments),
        Some(Command::Kdf(arguments)) => command::kdf::run(&arguments),
        Some(Command::Password { command }) => command::password::run(&command),
        Some(Command::List(arguments)) => command::list::run(&arguments),
        Some(Command::Info { algorithm }) => command::info::run(&algorithm),
        Some(Command::Selftest { vectors }) => command::selftest::run(&vectors),
        Some(Command::Acvp { prompt, expected }) => {
            command::acvp::run(&prompt, expected.as_deref())
        }
        Some(Command::Test { count, file }) => command::test::run(count, &file),
        Some(Command::Bctest(options)) => command::bctest::run(&options),
        Some(Command::Completions { shell }) => command::completions::run(shell),
        Some(Command::Man { words, all }) => command::man::run(&words, all.as_deref()),
        Some(Command::Help { words }) => command::help::run(&words),
    }
}

#[cfg(test)]
mod tests {
    use super::insert_algorithm;

    #[test]
    fn program_named_after_an_algorithm_selects_it() {
        let arguments = |program: &str| insert_algorithm(vec![program.into(), "f".into()]);
        assert_eq!(arguments("/usr/bin/sha3-256sum"), ["/usr/bin/sha3-256sum", "sha3-256", "f"]);
        assert_eq!(arguments("digest"), ["digest", "f"]);
        assert_eq!(arguments("cksum"), ["cksum", "f"]);
    }
}
