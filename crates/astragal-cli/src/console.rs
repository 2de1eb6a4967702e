//! The standard streams as they were when the process began, and what may be shown on a terminal.
//!
//! The runtime opens `/dev/null` in the place of a closed descriptor before `main`. A digest of nothing,
//! and a result that nobody gets, would then pass for good ones; so the descriptors are looked at before.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::input::is_stdin;
use crate::partial::Partial;

static WAS_STDIN_CLOSED: AtomicBool = AtomicBool::new(false);
static WAS_STDOUT_CLOSED: AtomicBool = AtomicBool::new(false);
static IS_COLOURED: AtomicBool = AtomicBool::new(false);
static PROGRAM: OnceLock<String> = OnceLock::new();
static USAGE_CODE: AtomicU8 = AtomicU8::new(2);

/// Finished lines are held back at most this long, to be written together.
const PATIENCE: Duration = Duration::from_millis(100);

/// Runs before `main`. Only system calls are made here: the runtime does not stand yet.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look_at_descriptors() {
    use rustix::{io::fcntl_getfd, stdio};
    WAS_STDIN_CLOSED.store(fcntl_getfd(stdio::stdin()).is_err(), Ordering::Relaxed);
    WAS_STDOUT_CLOSED.store(fcntl_getfd(stdio::stdout()).is_err(), Ordering::Relaxed);
}

/// Standard input.
///
/// # Errors
/// When it was closed from the start.
pub(crate) fn stdin() -> io::Result<io::Stdin> {
    if WAS_STDIN_CLOSED.load(Ordering::Relaxed) {
        return Err(io::Error::other("it is closed"));
    }
    Ok(io::stdin())
}

/// Standard output, which fails at the first byte where it was closed from the start.
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

/// Results behind a buffer; whoever writes to it flushes it in the end.
pub(crate) struct Out {
    to: BufWriter<Target>,
    flushed: Instant,
}

/// Where results go.
enum Target {
    Stdout(Stdout),
    File(Partial),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(to) => to.write(bytes),
            Self::File(to) => to.write(bytes),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(to) => to.flush(),
            Self::File(to) => to.flush(),
        }
    }
}

impl Out {
    /// Standard output.
    pub(crate) fn new() -> Self {
        Self::over(Target::Stdout(Stdout(io::stdout().lock())))
    }

    /// The file of this name, which appears with [`commit`](Self::commit); standard output without a name.
    pub(crate) fn to(file: Option<&Path>) -> anyhow::Result<Self> {
        let Some(name) = file else { return Ok(Self::new()) };
        let file = Partial::create(name).with_context(|| shown(name.as_os_str()))?;
        Ok(Self::over(Target::File(file)))
    }

    fn over(to: Target) -> Self {
        Self { to: BufWriter::with_capacity(64 << 10, to), flushed: Instant::now() }
    }

    /// Whether lines have waited long enough.
    pub(crate) fn is_due(&self) -> bool {
        !self.to.buffer().is_empty() && self.flushed.elapsed() >= PATIENCE
    }

    /// Writes the rest; a file gets its name.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self.to.into_inner().map_err(io::IntoInnerError::into_error)? {
            Target::Stdout(mut to) => to.flush(),
            Target::File(file) => file.commit(),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.flushed = Instant::now();
        self.to.flush()
    }
}

/// Sets the name that messages begin with, and the exit code of wrong use: those of the command that a link stands for.
pub(crate) fn set_program(name: &str, usage_code: u8) {
    let _ = PROGRAM.set(name.to_owned());
    USAGE_CODE.store(usage_code, Ordering::Relaxed);
}

/// The name that messages begin with.
pub(crate) fn program() -> &'static str {
    PROGRAM.get().map_or("digest", String::as_str)
}

/// The exit code of wrong use.
pub(crate) fn usage_code() -> u8 {
    USAGE_CODE.load(Ordering::Relaxed)
}

/// Whether standard output is a terminal.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// The columns of the terminal that standard output is; as many as anything needs where it is none.
pub(crate) fn columns() -> usize {
    let size = if is_terminal() { terminal_size::terminal_size() } else { None };
    size.map_or(usize::MAX, |(width, _)| usize::from(width.0).max(1))
}

/// When colour is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    /// On a terminal.
    Auto,
    Always,
    Never,
}

/// Sets whether verdicts are coloured.
pub(crate) fn set_colour(when: When) {
    let is_coloured = match when {
        When::Always => true,
        When::Never => false,
        // https://no-color.org
        When::Auto => {
            is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    IS_COLOURED.store(is_coloured, Ordering::Relaxed);
}

/// The word, green where it is good news and red where it is bad.
pub(crate) fn coloured(word: &'static str, is_good: bool) -> Cow<'static, str> {
    if !IS_COLOURED.load(Ordering::Relaxed) {
        return word.into();
    }
    format!("\x1b[{}m{word}\x1b[0m", if is_good { 32 } else { 31 }).into()
}

/// A name in a message: quoted, with escapes, where it holds what a terminal would act upon.
pub(crate) fn shown(name: &OsStr) -> String {
    match name.to_str() {
        _ if is_stdin(name) => "standard input".into(),
        Some("") => "''".into(),
        Some(text) if !text.contains(is_odd) => text.into(),
        _ => format!("{name:?}"),
    }
}

/// The text with escapes for what would move a terminal's cursor, line ends excepted.
pub(crate) fn tame(text: &str) -> Cow<'_, str> {
    let is_wild = |c: char| is_odd(c) && c != '\n';
    if !text.contains(is_wild) {
        return text.into();
    }
    let mut tamed = String::with_capacity(text.len());
    for c in text.chars() {
        if is_wild(c) { tamed.extend(c.escape_default()) } else { tamed.push(c) }
    }
    tamed.into()
}

/// Control characters, and those that turn the direction of writing.
fn is_odd(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_escape_control_characters() {
        assert_eq!(shown(OsStr::new("plain name")), "plain name");
        assert_eq!(shown(OsStr::new("-")), "standard input");
        assert_eq!(shown(OsStr::new("a\x1b[2Jb\n")), "\"a\\u{1b}[2Jb\\n\"");
        assert_eq!(tame("a\x1b[2J\nb\u{202e}"), "a\\u{1b}[2J\nb\\u{202e}");
        assert_eq!(tame("plain\nännchen"), "plain\nännchen");
    }
}
