//! A bar on standard error, once the work has taken a second, and only for a person who watches.

use std::ffi::OsStr;
use std::io::IsTerminal as _;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::input::is_stdin;

/// How long the work goes on in silence.
const SILENCE: Duration = Duration::from_secs(1);

/// The bytes read so far, shown or not.
pub(crate) struct Progress {
    start: Instant,
    /// `None` when nobody watches.
    total: Option<u64>,
    done: AtomicU64,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// For the work on these files.
    pub(crate) fn over<'a>(names: impl Iterator<Item = &'a OsStr>) -> Self {
        let total = std::io::stderr().is_terminal().then(|| {
            names
                .filter(|name| !is_stdin(name))
                .filter_map(|name| std::fs::metadata(name).ok())
                .map(|metadata| metadata.len())
                .sum()
        });
        Self { start: Instant::now(), total, done: AtomicU64::new(0), bar: OnceLock::new() }
    }

    pub(crate) fn add(&self, bytes: u64) {
        let Some(total) = self.total else {
            return;
        };
        let done = self.done.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.bar.get().is_some() || self.start.elapsed() > SILENCE {
            self.bar.get_or_init(|| bar(total)).set_position(done);
        }
    }

    /// Writes to the terminal while the bar stands aside.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

/// A bar with an end when the total is known, a counter otherwise.
fn bar(total: u64) -> ProgressBar {
    let (bar, template) = if total > 0 {
        (ProgressBar::new(total), "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta}")
    } else {
        (ProgressBar::no_length(), "{spinner} {bytes} {bytes_per_sec}")
    };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
