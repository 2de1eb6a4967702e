//! Exit status: 0 for success, 1 for failure, 2 for a usage error, 128 + n after signal n, and 141 for a closed output
//! pipe.

use std::fmt;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::message::{error_text, print_message};

/// 128 + SIGPIPE: the status that a shell reports for a process that wrote to a closed pipe.
const CLOSED_PIPE: u8 = 141;

static USAGE_CODE: AtomicU8 = AtomicU8::new(2);

/// Outcome of a command that has returned no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Success,
    /// A digest did not match, a file was unreadable or missing, or nothing was verified. The command has already
    /// printed the messages.
    Failure,
}

impl Exit {
    /// Combines two outcomes: returns `Failure` if either is a failure.
    pub(crate) fn and(self, other: Self) -> Self {
        if self == Self::Success { other } else { self }
    }
}

impl From<bool> for Exit {
    fn from(is_success: bool) -> Self {
        if is_success { Self::Success } else { Self::Failure }
    }
}

/// Usage error, caused by a wrong command line.
#[derive(Debug)]
struct Usage(String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Creates a usage error, which has a separate exit status.
pub(crate) fn usage(message: impl fmt::Display) -> anyhow::Error {
    Usage(message.to_string()).into()
}

/// Sets the exit status of usage errors. The default is 2.
pub(crate) fn set_usage_code(code: u8) {
    USAGE_CODE.store(code, Ordering::Relaxed);
}

/// Prints the error, if any, and returns the exit status.
pub(crate) fn report(result: anyhow::Result<Exit>) -> ExitCode {
    match result {
        Ok(Exit::Success) => ExitCode::SUCCESS,
        Ok(Exit::Failure) => ExitCode::FAILURE,
        Err(error) if is_closed_pipe(&error) => CLOSED_PIPE.into(),
        Err(error) => {
            print_message(error_text(&error));
            let is_usage = error.is::<Usage>();
            ExitCode::from(if is_usage { USAGE_CODE.load(Ordering::Relaxed) } else { 1 })
        }
    }
}

/// If the output pipe was closed, prints a message and returns a failure. A verification whose output was cut off must
/// not look successful.
pub(crate) fn fail_on_closed_pipe(result: anyhow::Result<Exit>) -> anyhow::Result<Exit> {
    match result {
        Err(error) if is_closed_pipe(&error) => {
            print_message("verification is incomplete: the output pipe is closed");
            Ok(Exit::Failure)
        }
        result => result,
    }
}

/// Returns whether the error comes from a write to a closed pipe.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
    })
}
