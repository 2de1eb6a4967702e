//! How the command ends: 0 all good, 1 something did not verify or could not be read, 2 wrong use, and
//! 128 + n for signal n, as a shell says it; 141 is a pipe whose reader has left.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::console::{self, program, tame};
use crate::progress::aside;

/// What a shell says of a process that wrote to a pipe which nobody reads (128 + SIGPIPE).
const CLOSED_PIPE: u8 = 141;

/// The outcome of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Good,
    /// A mismatch, an unreadable or missing file, or nothing verified; the messages are out already.
    Bad,
}

impl Exit {
    /// `Bad` if either is.
    pub(crate) fn and(self, other: Self) -> Self {
        if self == Self::Good { other } else { self }
    }
}

/// A mistake in the command line: exit code 2.
#[derive(Debug)]
pub(crate) struct Usage(pub(crate) String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// A [`Usage`] error from anything that displays.
pub(crate) fn usage(message: impl fmt::Display) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Prints an error, if any, and gives the exit code.
pub(crate) fn report(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        Ok(Exit::Good) => ExitCode::SUCCESS,
        Ok(Exit::Bad) => ExitCode::FAILURE,
        // The reader has closed the pipe, as `head` does.
        Err(error) if is_closed_pipe(&error) => CLOSED_PIPE.into(),
        Err(error) => {
            complain(reason(&error));
            ExitCode::from(if error.is::<Usage>() { console::usage_code() } else { 1 })
        }
    }
}

/// A verdict that could not be told whole: cut off by a reader that left, it is a failure, not a matter of
/// the pipe.
pub(crate) fn cut_off(result: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    match result {
        Err(error) if is_closed_pipe(&error) => {
            complain("nobody reads the results; verification was cut off");
            Ok(Exit::Bad)
        }
        result => result,
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints a message to standard error.
pub(crate) fn complain(message: impl fmt::Display) {
    // Where even that cannot be written, the exit code still tells; `eprintln!` would panic. One write,
    // so that lines of several processes do not mix.
    let message = message.to_string();
    let line = format!("{}: {}\n", program(), tame(&shortened(&message)));
    let _ = aside(|| io::stderr().write_all(line.as_bytes()));
}

/// Shortens an overlong text to its beginning and its end; a path that a system accepts stays whole.
fn shortened(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 8 << 10;
    const KEPT: usize = 256;
    if text.len() <= LONGEST {
        return text.into();
    }
    let head: String = text.chars().take(KEPT).collect();
    let tail = text.char_indices().rev().take(KEPT).last().map_or("", |(at, _)| &text[at..]);
    format!("{head}… {} bytes …{tail}", text.len() - head.len() - tail.len()).into()
}

/// An error with its causes, without the number that the standard library hangs on the system's words.
pub(crate) fn reason(error: &anyhow::Error) -> String {
    let mut text = format!("{error:#}");
    if let Some(at) = text.rfind(" (os error ") {
        text.truncate(at);
    }
    text
}
