//! Progress reports on standard error. The first report appears after one second of work.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::cli::When;
use crate::file_name::display_name;
use crate::message::print_message;
use crate::status_line::{draw, erase_before_exit, with_terminal};

/// Time from the start of the work to the first report.
const DELAY: Duration = Duration::from_secs(1);

/// Time between two reports on a terminal.
const TERMINAL_PERIOD: Duration = Duration::from_millis(100);

/// Time between two reports if standard error is not a terminal.
const PERIOD: Duration = Duration::from_secs(5);

/// Progress of the current command, which is printed when a signal interrupts the process.
static CURRENT: Mutex<Weak<Progress>> = Mutex::new(Weak::new());

/// Numbers of processed files and bytes, and the expected totals.
pub(crate) struct Progress {
    start: Instant,
    is_reported: bool,
    is_terminal: bool,
    files: AtomicU64,
    bytes: AtomicU64,
    /// Expected number of files in total; 0 while it is unknown.
    all_files: AtomicU64,
    all_bytes: AtomicU64,
    drawn: Mutex<Instant>,
}

impl Progress {
    pub(crate) fn new(when: When) -> Arc<Self> {
        let is_terminal = io::stderr().is_terminal();
        let start = Instant::now();
        let progress = Arc::new(Self {
            start,
            is_reported: when == When::Always || (when == When::Auto && is_terminal),
            is_terminal,
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            all_files: AtomicU64::new(0),
            all_bytes: AtomicU64::new(0),
            drawn: Mutex::new(start),
        });
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&progress);
        progress
    }

    /// Returns whether progress is reported. If it is not, callers need not compute the totals.
    pub(crate) fn is_reported(&self) -> bool {
        self.is_reported
    }

    /// Adds numbers of files and bytes to the expected totals.
    pub(crate) fn add_expected(&self, files: u64, bytes: u64) {
        self.all_files.fetch_add(files, Ordering::Relaxed);
        self.all_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Counts bytes read from the file `name`.
    pub(crate) fn add_bytes(&self, name: &OsStr, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        if self.is_reported && self.start.elapsed() > DELAY {
            self.show(name);
        }
    }

    /// Adds to the number of processed files.
    pub(crate) fn add_files(&self, files: u64) {
        self.files.fetch_add(files, Ordering::Relaxed);
    }

    /// Prints a report, at most once per period.
    fn show(&self, name: &OsStr) {
        let Ok(mut drawn) = self.drawn.try_lock() else { return };
        let period = if self.is_terminal { TERMINAL_PERIOD } else { PERIOD };
        if drawn.elapsed() < period {
            return;
        }
        *drawn = Instant::now();
        let line = self.describe(name);
        if !self.is_terminal {
            return print_message(line);
        }
        let size = terminal_size::terminal_size_of(io::stderr());
        let columns = size.map_or(80, |(width, _)| usize::from(width.0));
        draw(&line, columns.saturating_sub(1));
    }

    /// Returns the report, such as `3/50 42% 1.21 GiB/s ETA 0:12 name`. The numbers come first, because a narrow
    /// terminal cuts off the end of the line.
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
        format!("{count} {share} {rate}/s{left} {}", display_name(name))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal {
            with_terminal(|| ());
        }
    }
}

/// Prints how much was done before a signal interrupted the process.
pub(crate) fn print_interruption() {
    erase_before_exit();
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
    let Some(progress) = current else { return print_message("interrupted") };
    let files = progress.files.load(Ordering::Relaxed);
    let all = progress.all_files.load(Ordering::Relaxed);
    let of = if all > 0 { format!(" of {all}") } else { String::new() };
    let bytes = human(progress.bytes.load(Ordering::Relaxed));
    let plural = if all == 1 || (all == 0 && files == 1) { "" } else { "s" };
    print_message(format_args!("interrupted after {files}{of} file{plural}, {bytes} read"));
}

/// Formats a number of bytes with a binary unit (KiB, MiB and so on).
pub(crate) fn human(bytes: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if bytes < 1 << 10 {
        return format!("{bytes} B");
    }
    let power = bytes.ilog2() / 10;
    // Computes two decimal places without floating point.
    let hundredths = (u128::from(bytes) * 100) >> (10 * power);
    let unit = UNITS[power as usize - 1];
    format!("{}.{:02} {unit}", hundredths / 100, hundredths % 100)
}

/// Formats a duration as `M:SS`, or as `H:MM:SS` for one hour or more.
fn clock(seconds: u64) -> String {
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_use_units_of_1024() {
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
    fn clock_shows_hours_from_one_hour() {
        assert_eq!(clock(3), "0:03");
        assert_eq!(clock(3599), "59:59");
        assert_eq!(clock(3661), "1:01:01");
    }
}
