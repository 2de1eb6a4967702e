//! `digest help [WORD]...`: the help of a command, or the description of an algorithm.

use clap::{Command, CommandFactory as _};

use super::info;
use crate::cli::Cli;
use crate::exit::{Exit, usage};
use crate::help_text::print;

pub(crate) fn run(words: &[String]) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    match (find(&root, words), words) {
        (Ok(command), _) => print(&command.clone().render_help()),
        (Err(_), [word]) => info::run(word),
        (Err(error), _) => Err(error),
    }
}

/// Returns the command, or nested subcommand, named by `words`.
pub(super) fn find<'c>(root: &'c Command, words: &[String]) -> anyhow::Result<&'c Command> {
    let command = words.iter().try_fold(root, |command, word| command.find_subcommand(word));
    command.ok_or_else(|| {
        let names: Vec<_> = root.get_subcommands().map(Command::get_name).collect();
        let (given, names) = (words.join(" "), names.join(", "));
        usage(format_args!("there is no command named {given:?}; the commands are {names}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::list;

    #[test]
    fn no_algorithm_shares_a_command_name() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            assert!(!list::names(&[]).iter().any(|algorithm| algorithm == name), "{name}");
        }
    }
}
