//! Progress: a line on standard error, shown after a second of work.
//!
//! The line ends with a carriage return, so that an echoed `^C` overwrites its start and does not wrap. Everything else
//! that is written to the terminal goes through [`aside`], which erases the line first.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use crate::console::{When, shown};
use crate::exit::complain;

/// Nothing is shown before this.
const SILENCE: Duration = Duration::from_secs(1);

/// The time between two lines where standard error is no terminal.
const PERIOD: Duration = Duration::from_secs(5);

/// How long a signal waits for a writer that is blocked.
const PATIENCE: Duration = Duration::from_millis(100);

/// The work that a signal would interrupt.
static CURRENT: Mutex<Weak<Progress>> = Mutex::new(Weak::new());

/// Whether the line is on the terminal; locked while the terminal is written to.
static IS_SHOWN: Mutex<bool> = Mutex::new(false);

thread_local! {
    /// Whether this thread holds the lock of [`IS_SHOWN`].
    static HOLDS: Cell<bool> = const { Cell::new(false) };
}

/// Work done and work to do, shown or not.
pub(crate) struct Progress {
    start: Instant,
    is_watched: bool,
    is_line: bool,
    files: AtomicU64,
    bytes: AtomicU64,
    /// 0 while unknown.
    all_files: AtomicU64,
    all_bytes: AtomicU64,
    drawn: Mutex<Instant>,
}

impl Progress {
    pub(crate) fn new(when: When) -> Arc<Self> {
        let is_line = io::stderr().is_terminal();
        let start = Instant::now();
        let progress = Arc::new(Self {
            start,
            is_watched: when == When::Always || (when == When::Auto && is_line),
            is_line,
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            all_files: AtomicU64::new(0),
            all_bytes: AtomicU64::new(0),
            drawn: Mutex::new(start),
        });
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&progress);
        progress
    }

    /// Whether to find out how much there is to do.
    pub(crate) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Adds to the work to do.
    pub(crate) fn expect(&self, files: u64, bytes: u64) {
        self.all_files.fetch_add(files, Ordering::Relaxed);
        self.all_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts `bytes` more of this file as read.
    pub(crate) fn add(&self, name: &OsStr, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if self.is_watched && self.start.elapsed() > SILENCE {
            self.show(name);
        }
    }

    /// Counts files as done.
    pub(crate) fn done(&self, files: u64) {
        self.files.fetch_add(files, Ordering::Relaxed);
    }

    /// Draws at most ten times a second.
    fn show(&self, name: &OsStr) {
        let Ok(mut drawn) = self.drawn.try_lock() else { return };
        let period = if self.is_line { SILENCE / 10 } else { PERIOD };
        if drawn.elapsed() < period {
            return;
        }
        *drawn = Instant::now();
        let line = self.describe(name);
        if !self.is_line {
            return complain(line);
        }
        let size = terminal_size::terminal_size_of(io::stderr());
        let columns = size.map_or(80, |(width, _)| usize::from(width.0));
        let text = format!("\r{}\x1b[K\r", cut(&line, columns.saturating_sub(1)));
        let mut is_shown = lock();
        *is_shown = true;
        let _ = io::stderr().write_all(text.as_bytes());
    }

    /// `3/50 42% 1.21 GiB/s ETA 0:12 name`, the numbers first: a narrow terminal cuts the name.
    fn describe(&self, name: &OsStr) -> String {
        let bytes = self.bytes.load(Ordering::Relaxed);
        let (files, all_files) =
            (self.files.load(Ordering::Relaxed), self.all_files.load(Ordering::Relaxed));
        let all_bytes = self.all_bytes.load(Ordering::Relaxed);
        let millis = self.start.elapsed().as_millis().max(1);
        let rate = u128::from(bytes) * 1000 / millis;
        let count = match all_files {
            0 => format!("{}", files + 1),
            _ => format!("{}/{all_files}", (files + 1).min(all_files)),
        };
        let share = match all_bytes {
            0 => human(bytes),
            _ => format!("{}%", 100 * u128::from(bytes.min(all_bytes)) / u128::from(all_bytes)),
        };
        let left = match all_bytes.checked_sub(bytes) {
            Some(left) if all_bytes > 0 && rate > 0 => {
                let seconds = u64::try_from(u128::from(left) / rate).unwrap_or(u64::MAX);
                format!(" ETA {}", clock(seconds))
            }
            _ => String::new(),
        };
        let rate = human(u64::try_from(rate).unwrap_or(u64::MAX));
        format!("{count} {share} {rate}/s{left} {}", shown(name))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_line {
            aside(|| ());
        }
    }
}

fn lock() -> MutexGuard<'static, bool> {
    IS_SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Erases the line, then writes to the terminal; the line is drawn again later.
pub(crate) fn aside<R>(write: impl FnOnce() -> R) -> R {
    if HOLDS.get() {
        return write();
    }
    let mut is_shown = lock();
    erase(&mut is_shown);
    HOLDS.set(true);
    let result = write();
    HOLDS.set(false);
    result
}

fn erase(is_shown: &mut bool) {
    if std::mem::take(is_shown) {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

/// Says what was done before a signal came, as far as it is counted.
pub(crate) fn say_how_far() {
    // A writer that is blocked keeps the lock; the process ends nevertheless.
    let begin = Instant::now();
    loop {
        match IS_SHOWN.try_lock() {
            Ok(mut is_shown) => break erase(&mut is_shown),
            Err(TryLockError::Poisoned(_)) => break,
            Err(TryLockError::WouldBlock) if begin.elapsed() > PATIENCE => break,
            Err(TryLockError::WouldBlock) => thread::sleep(PATIENCE / 20),
        }
    }
    HOLDS.set(true);
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
    let Some(progress) = current else { return complain("interrupted") };
    let files = progress.files.load(Ordering::Relaxed);
    let all = progress.all_files.load(Ordering::Relaxed);
    let of = if all > 0 { format!(" of {all}") } else { String::new() };
    let bytes = human(progress.bytes.load(Ordering::Relaxed));
    let plural = if all == 1 || (all == 0 && files == 1) { "" } else { "s" };
    complain(format_args!("interrupted after {files}{of} file{plural}, {bytes} read"));
}

/// A number of bytes with a unit of 1024.
pub(crate) fn human(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1 << 10 {
        return format!("{bytes} B");
    }
    let power = bytes.ilog2() / 10;
    // Two digits behind the point, without floating point.
    let hundredths = (u128::from(bytes) * 100) >> (10 * power);
    let unit = UNITS[power as usize - 1];
    format!("{}.{:02} {unit}", hundredths / 100, hundredths % 100)
}

/// Minutes and seconds, and hours if there are any.
fn clock(seconds: u64) -> String {
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

/// The beginning of the line that fits these columns; characters beyond ASCII may be two columns wide.
fn cut(line: &str, columns: usize) -> &str {
    let mut used = 0;
    for (at, c) in line.char_indices() {
        used += if c.is_ascii() { 1 } else { 2 };
        if used > columns {
            return &line[..at];
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_of_1024() {
        for (bytes, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1024, "1.00 KiB"),
            (1_300_000_000, "1.21 GiB"),
            (u64::MAX, "15.99 EiB"),
        ] {
            assert_eq!(human(bytes), text);
        }
    }

    #[test]
    fn clock_has_hours_when_needed() {
        assert_eq!(clock(3), "0:03");
        assert_eq!(clock(3599), "59:59");
        assert_eq!(clock(3661), "1:01:01");
    }

    #[test]
    fn cut_leaves_whole_characters() {
        assert_eq!(cut("abc", 5), "abc");
        assert_eq!(cut("abcdef", 5), "abcde");
        assert_eq!(cut("ab\u{4e16}\u{754c}", 5), "ab\u{4e16}");
    }
}
