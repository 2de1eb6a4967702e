//! What the command says of itself: help, manual pages, completions, and what is wrong with a line.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{ArgAction, Command, CommandFactory as _, Parser as _};

use super::Cli;
use crate::command::{self, list};
use crate::console::Out;
use crate::exit::{Exit, usage};

/// The kinds that hash without a key.
const HASHES: &[&str] = &["hash", "xof"];

/// The command line, or how it ends without one: help was asked for, or the line is wrong.
pub(crate) fn parse() -> Result<Cli, anyhow::Result<Exit>> {
    Cli::try_parse_from(command::linked_algorithm(std::env::args_os())).map_err(|error| {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            return print(&error.render());
        }
        Err(usage(in_our_words(&error.render().to_string(), "digest")))
    })
}

/// clap's message in the form of all others: one paragraph, and where to find help.
pub(super) fn in_our_words(text: &str, program: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let mut message = String::new();
    for line in lines {
        let line = line.strip_prefix("tip: ").unwrap_or(line);
        message += match message.as_str() {
            "" => "",
            so_far if so_far.ends_with(':') => " ",
            _ => "; ",
        };
        message += line;
    }
    format!("{message}; `{program} --help` shows how it is used")
}

pub(super) fn print(text: &clap::builder::StyledStr) -> anyhow::Result<Exit> {
    let mut to = Out::new();
    if std::io::stdout().is_terminal() {
        write!(to, "{}", text.ansi())?;
    } else {
        write!(to, "{text}")?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// `digest help [WORD]...`: a command, one of its own commands, or an algorithm.
pub(crate) fn print_help(words: &[String]) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    match (find(&root, words), words) {
        (Some(command), _) => print(&command.clone().render_help()),
        (None, [word]) => command::info::run(word),
        (None, _) => Err(no_command(&root, words)),
    }
}

/// Whether this is the name of a command.
pub(crate) fn is_command(name: &str) -> bool {
    Cli::command().find_subcommand(name).is_some()
}

/// The command of these words.
fn find<'c>(root: &'c Command, words: &[String]) -> Option<&'c Command> {
    words.iter().try_fold(root, |command, word| command.find_subcommand(word))
}

fn no_command(root: &Command, words: &[String]) -> anyhow::Error {
    let all: Vec<_> = root.get_subcommands().map(Command::get_name).collect();
    let given = words.join(" ");
    usage(format_args!("there is no command named {given:?}; there are {}", all.join(", ")))
}

pub(crate) fn print_completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let named = |kinds: &[&str]| {
        let names = PossibleValuesParser::new(list::names(kinds));
        |argument: clap::Arg| argument.value_parser(names).hide_possible_values(true)
    };
    let files = || {
        clap::Arg::new("files")
            .value_name("FILE")
            .num_args(0..)
            .value_hint(clap::ValueHint::FilePath)
    };
    // An algorithm stands first and files behind it: two arguments to the shell, one to us.
    let split = |command: Command, kinds: &[&str]| {
        let algorithm = named(kinds);
        command
            .mut_arg("words", |word| algorithm(word).num_args(1).action(ArgAction::Set))
            .arg(files())
    };
    let mut command = split(Cli::command(), HASHES)
        .mut_subcommand("hash", |c| c.mut_arg("algorithms", named(HASHES)))
        .mut_subcommand("check", |c| c.mut_arg("algorithm", named(HASHES)))
        .mut_subcommand("audit", |c| c.mut_arg("algorithm", named(HASHES)))
        .mut_subcommand("tree", |c| c.mut_arg("algorithm", named(HASHES)))
        .mut_subcommand("bench", |c| c.mut_arg("words", named(&["hash", "xof", "mac", "cipher"])))
        .mut_subcommand("info", |c| c.mut_arg("algorithm", named(&[])))
        .mut_subcommand("kdf", |c| c.mut_arg("algorithm", named(&["kdf"])))
        .mut_subcommand("mac", |c| split(c, &["mac"]));
    // Into memory first: clap panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "digest", &mut script);
    let mut to = Out::new();
    to.write_all(&script)?;
    to.flush()?;
    Ok(Exit::Good)
}

/// `digest man [COMMAND]...`, or all pages into a folder.
pub(crate) fn print_manual(words: &[String], folder: Option<&Path>) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        write_pages(&root, folder)?;
        return Ok(Exit::Good);
    }
    let command = find(&root, words).ok_or_else(|| no_command(&root, words))?;
    let mut to = Out::new();
    to.write_all(&manual(command)?)?;
    to.flush()?;
    Ok(Exit::Good)
}

/// The pages of a command and of the commands below it.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(format!("{}.1", page_name(command)));
    std::fs::write(&path, manual(command)?).with_context(|| path.display().to_string())?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder))
}

fn page_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or("digest").replace(' ', "-")
}

fn manual(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    // The help's usage: the renderer's own leaves out `...` and the values of options.
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let named = command.clone().name(page_name(command)).override_usage(usage);
    clap_mangen::Man::new(named).render(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_algorithm_shares_a_command_name() {
        for verb in Cli::command().get_subcommands() {
            assert!(
                !list::names(&[]).iter().any(|name| name == verb.get_name()),
                "{}",
                verb.get_name()
            );
        }
    }
}
