//! `digest man [COMMAND]...`: manual pages.

use std::io::Write as _;
use std::path::Path;

use anyhow::Context as _;
use clap::{Command, CommandFactory as _};

use super::help::find;
use crate::cli::Cli;
use crate::console::Out;
use crate::exit::Exit;
use crate::file_name::display_name;

/// Prints the page of the command named by `words`, or writes all pages into `directory`.
pub(crate) fn run(words: &[String], directory: Option<&Path>) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    if let Some(directory) = directory {
        std::fs::create_dir_all(directory).with_context(|| display_name(directory.as_os_str()))?;
        write_pages(&root, directory)?;
        return Ok(Exit::Success);
    }
    let page = page(find(&root, words)?)?;
    let mut out = Out::stdout();
    out.write_all(&page)?;
    out.flush()?;
    Ok(Exit::Success)
}

/// Writes the pages of a command and of all its subcommands.
fn write_pages(command: &Command, directory: &Path) -> anyhow::Result<()> {
    let path = directory.join(format!("{}.1", page_name(command)));
    std::fs::write(&path, page(command)?).with_context(|| display_name(path.as_os_str()))?;
    command.get_subcommands().try_for_each(|command| write_pages(command, directory))
}

fn page_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or("digest").replace(' ', "-")
}

fn page(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    // Takes the usage line from clap's help, because clap_mangen's own usage line omits `...` and the values of
    // options.
    let usage = command.clone().render_usage().to_string();
    let usage = usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned();
    let named = command.clone().name(page_name(command)).override_usage(usage);
    clap_mangen::Man::new(named).render(&mut page)?;
    Ok(page)
}
