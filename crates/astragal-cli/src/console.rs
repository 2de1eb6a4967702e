//! Standard input and output, and colors.
//!
//! If a standard descriptor is closed, the Rust runtime opens `/dev/null` in its place before `main`. Reading from it
//! would then give the digest of an empty message, and writing to it would lose results without an error.
//! `check_standard_descriptors` therefore checks the descriptors before the runtime starts.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::atomic_file::AtomicFile;
use crate::cli::When;
use crate::file_name::display_name;

static WAS_STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static WAS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);
static IS_COLORED: AtomicBool = AtomicBool::new(false);

/// Maximum time for which complete lines of output stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

#[cfg(unix)]
ctor::declarative::ctor! {
    /// Records which standard descriptors are closed. This function runs before `main` and before the runtime's setup,
    /// so it makes only system calls.
    #[ctor(unsafe)]
    fn check_standard_descriptors() {
        use rustix::{io::fcntl_getfd, stdio};
        WAS_STDIN_CLOSED.store(fcntl_getfd(stdio::stdin()).is_err(), Ordering::Relaxed);
        WAS_STDOUT_CLOSED.store(fcntl_getfd(stdio::stdout()).is_err(), Ordering::Relaxed);
    }
}

/// Returns standard input.
///
/// # Errors
/// Returns an error if standard input was closed when the process started.
pub(crate) fn stdin() -> io::Result<io::Stdin> {
    if WAS_STDIN_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("is closed"));
    }
    Ok(io::stdin())
}

/// Standard output. If it was closed when the process started, every write fails.
pub(crate) struct Stdout(io::StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if WAS_STDOUT_CLOSED.load(Ordering::Relaxed) {
            return Err(io::Error::other("standard output is closed"));
        }
        self.0.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Buffered output for results. The caller must flush or [`commit`](Self::commit) it.
pub(crate) struct Out {
    writer: BufWriter<Target>,
    flushed: Instant,
}

enum Target {
    Stdout(Stdout),
    File(AtomicFile),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(out) => out.write(bytes),
            Self::File(out) => out.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(out) => out.flush(),
            Self::File(out) => out.flush(),
        }
    }
}

impl Out {
    /// Creates an output that writes to standard output.
    pub(crate) fn stdout() -> Self {
        Self::over(Target::Stdout(Stdout(io::stdout().lock())))
    }

    /// Creates an output that writes to `file`, or to standard output if `file` is `None`. [`commit`](Self::commit)
    /// creates or replaces the file.
    pub(crate) fn to(file: Option<&Path>) -> anyhow::Result<Self> {
        let Some(name) = file else { return Ok(Self::stdout()) };
        let file = AtomicFile::create(name).with_context(|| display_name(name.as_os_str()))?;
        Ok(Self::over(Target::File(file)))
    }

    /// Creates an output that writes to a file that must not exist yet. [`commit`](Self::commit) creates the file.
    ///
    /// # Errors
    /// Returns an error if the file already exists, now or during `commit`. An existing device or pipe is not an error.
    pub(crate) fn to_new(name: &Path) -> anyhow::Result<Self> {
        let file = AtomicFile::create_new(name).with_context(|| display_name(name.as_os_str()))?;
        Ok(Self::over(Target::File(file)))
    }

    fn over(target: Target) -> Self {
        Self { writer: BufWriter::with_capacity(64 << 10, target), flushed: Instant::now() }
    }

    /// Returns whether the buffer is not empty and was last flushed at least [`FLUSH_INTERVAL`] ago.
    pub(crate) fn is_flush_due(&self) -> bool {
        !self.writer.buffer().is_empty() && self.flushed.elapsed() >= FLUSH_INTERVAL
    }

    /// Flushes the buffer, and creates or replaces the output file.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self.writer.into_inner().map_err(io::IntoInnerError::into_error)? {
            Target::Stdout(mut out) => out.flush(),
            Target::File(file) => file.commit(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.writer.flush()
    }
}

/// Returns whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns the width of the terminal on standard output in columns, or `usize::MAX` without a terminal.
pub(crate) fn columns() -> usize {
    let size = if is_terminal() { terminal_size::terminal_size() } else { None };
    size.map_or(usize::MAX, |(width, _)| usize::from(width.0).max(1))
}

/// Sets whether results are colored.
pub(crate) fn set_color(when: When) {
    let is_colored = match when {
        When::Always => true,
        When::Never => false,
        // An environment variable `NO_COLOR` disables colors (https://no-color.org).
        When::Auto => {
            is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    IS_COLORED.store(is_colored, Ordering::Relaxed);
}

/// Returns the word in green for success or in red for failure, if results are colored.
pub(crate) fn colored(word: &'static str, is_success: bool) -> Cow<'static, str> {
    if !IS_COLORED.load(Ordering::Relaxed) {
        return word.into();
    }
    format!("\x1b[{}m{word}\x1b[0m", if is_success { 32 } else { 31 }).into()
}
