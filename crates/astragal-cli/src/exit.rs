//! How the command ends: 0 all good, 1 something did not verify or could not be read, 2 wrong use.

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

/// The outcome of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Good,
    /// A mismatch, an unreadable or missing file, or nothing verified; the messages are out already.
    Bad,
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
    let error = match result {
        Ok(Exit::Good) => return ExitCode::SUCCESS,
        Ok(Exit::Bad) => return ExitCode::FAILURE,
        Err(error) => error,
    };
    let is_closed_pipe = error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    });
    if is_closed_pipe {
        // Whoever reads has seen enough.
        return ExitCode::SUCCESS;
    }
    complain(reason(&error));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// Prints a message to standard error.
pub(crate) fn complain(message: impl fmt::Display) {
    // Where even that cannot be written, the exit code still tells; `eprintln!` would panic.
    let _ = writeln!(io::stderr(), "digest: {message}");
}

/// An error with its causes, without the number that the standard library hangs on the system's words.
pub(crate) fn reason(error: &anyhow::Error) -> String {
    let mut text = format!("{error:#}");
    if let Some(at) = text.rfind(" (os error ") {
        text.truncate(at);
    }
    text
}
