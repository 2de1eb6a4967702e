//! `digest completions SHELL`: shell completion scripts.

use std::io::Write as _;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, CommandFactory as _, ValueHint};

use super::list;
use crate::cli::Cli;
use crate::console::Out;
use crate::exit::Exit;

/// Kinds of algorithms without a key.
const HASHES: &[&str] = &["hash", "xof"];

pub(crate) fn run(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut command = with_algorithm_then_files(Cli::command(), HASHES)
        .mut_subcommand("hash", |c| c.mut_arg("algorithms", algorithm(HASHES)))
        .mut_subcommand("check", |c| c.mut_arg("algorithm", algorithm(HASHES)))
        .mut_subcommand("audit", |c| c.mut_arg("algorithm", algorithm(HASHES)))
        .mut_subcommand("tree", |c| c.mut_arg("algorithm", algorithm(HASHES)))
        .mut_subcommand("bench", |c| {
            c.mut_arg("words", algorithm(&["hash", "xof", "mac", "cipher"]))
        })
        .mut_subcommand("info", |c| c.mut_arg("algorithm", algorithm(&[])))
        .mut_subcommand("kdf", |c| c.mut_arg("algorithm", algorithm(&["kdf"])))
        .mut_subcommand("mac", |c| with_algorithm_then_files(c, &["mac"]));
    // Generates the script in memory, because clap panics if it cannot write to its output.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "digest", &mut script);
    let mut out = Out::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Returns a function that adds completions to an argument: the names of all algorithms of these kinds.
fn algorithm(kinds: &[&str]) -> impl FnOnce(Arg) -> Arg + use<> {
    let names = PossibleValuesParser::new(list::names(kinds));
    |argument| argument.value_parser(names).hide_possible_values(true)
}

/// Splits the argument `words` into an algorithm and files, because their completions differ.
fn with_algorithm_then_files(command: Command, kinds: &[&str]) -> Command {
    let algorithm = algorithm(kinds);
    let files = Arg::new("files").value_name("FILE").num_args(0..).value_hint(ValueHint::FilePath);
    command.mut_arg("words", |words| algorithm(words).num_args(1).action(ArgAction::Set)).arg(files)
}
