//! Prints clap's help texts and parse errors in the style of all other output.

use std::io::{IsTerminal as _, Write as _};

use clap::builder::StyledStr;
use clap::error::ErrorKind;

use crate::console::Out;
use crate::exit::{Exit, usage};

/// Prints the help or version text if clap returned one. Otherwise returns clap's parse error.
pub(crate) fn print_help_or_error(error: &clap::Error, program: &str) -> anyhow::Result<Exit> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => print(&error.render()),
        _ => Err(usage(one_line(&error.render().to_string(), program))),
    }
}

/// Prints a help text. On a terminal, also prints its styles, such as bold.
pub(crate) fn print(text: &StyledStr) -> anyhow::Result<Exit> {
    let mut out = Out::stdout();
    if std::io::stdout().is_terminal() {
        write!(out, "{}", text.ansi())?;
    } else {
        write!(out, "{text}")?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Joins the lines of clap's message with semicolons. Replaces the usage lines with a hint.
fn one_line(text: &str, program: &str) -> String {
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
            start if start.ends_with(':') => " ",
            _ => "; ",
        };
        message += line;
    }
    format!("{message}; see `{program} --help`")
}
