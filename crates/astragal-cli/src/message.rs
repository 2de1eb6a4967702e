//! Errors and warnings on standard error. Each starts with the name of the program.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write as _};
use std::sync::OnceLock;

use crate::file_name::escape_controls;
use crate::status_line::with_terminal;

static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Sets the program name at the start of messages. The default is `digest`.
pub(crate) fn set_program(name: &'static str) {
    let _ = PROGRAM.set(name);
}

/// Prints a message to standard error.
pub(crate) fn print_message(message: impl fmt::Display) {
    print_text(&message.to_string());
}

fn print_text(message: &str) {
    // Writes each message with one system call, so that messages of several processes do not mix. `eprintln!` would
    // panic if standard error is closed. Here a failed write is ignored, and the exit status still reports the error.
    let program = PROGRAM.get().copied().unwrap_or("digest");
    let line = format!("{program}: {}\n", escape_controls(&shorten(message)));
    let _ = with_terminal(|| io::stderr().write_all(line.as_bytes()));
}

/// Shortens a text of more than 8 KiB to its start and end. Valid paths are shorter than 8 KiB, so they are never
/// shortened.
fn shorten(text: &str) -> Cow<'_, str> {
    const MAX_BYTES: usize = 8 << 10;
    const KEPT_CHARS: usize = 256;
    if text.len() <= MAX_BYTES {
        return text.into();
    }
    let head: String = text.chars().take(KEPT_CHARS).collect();
    let tail = text.char_indices().rev().take(KEPT_CHARS).last().map_or("", |(at, _)| &text[at..]);
    format!("{head}… {} bytes …{tail}", text.len() - head.len() - tail.len()).into()
}

/// Formats an error with its causes, without the error number that the standard library appends.
pub(crate) fn error_text(error: &anyhow::Error) -> String {
    let mut text = format!("{error:#}");
    if let Some(at) = text.rfind(" (os error ") {
        text.truncate(at);
    }
    text
}
