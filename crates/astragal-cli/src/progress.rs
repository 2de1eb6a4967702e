//! How far the work is: a line on standard error, once it has taken a second, for a person who watches.

use std::ffi::OsStr;
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::console::{When, shown};
use crate::exit::complain;

/// Nothing is shown before this.
const SILENCE: Duration = Duration::from_secs(1);

/// The time between two lines where standard error is no terminal.
const PERIOD: Duration = Duration::from_secs(5);

/// The narrowest terminal with room for a bar beside the numbers.
const ROOM_FOR_BAR: u16 = 72;

/// The work that a signal would interrupt.
static CURRENT: Mutex<Weak<Progress>> = Mutex::new(Weak::new());

/// What is done and what there is to do, shown or not.
pub(crate) struct Progress {
    start: Instant,
    /// `None` when nobody watches.
    bar: Option<ProgressBar>,
    is_line: bool,
    is_shown: AtomicBool,
    files: AtomicU64,
    bytes: AtomicU64,
    /// 0 while unknown.
    all_files: AtomicU64,
    all_bytes: AtomicU64,
    line: Mutex<(Instant, String)>,
}

impl Progress {
    pub(crate) fn new(when: When) -> Arc<Self> {
        let is_terminal = std::io::stderr().is_terminal();
        let is_watched = when == When::Always || (when == When::Auto && is_terminal);
        let start = Instant::now();
        let progress = Arc::new(Self {
            start,
            // It counts from the beginning, unseen, so that its rate is the work's.
            bar: is_watched
                .then(|| ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden())),
            is_line: is_terminal,
            is_shown: AtomicBool::new(false),
            files: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            all_files: AtomicU64::new(0),
            all_bytes: AtomicU64::new(0),
            line: Mutex::new((start, String::new())),
        });
        *CURRENT.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&progress);
        progress
    }

    /// Whether to find out how much there is to do.
    pub(crate) fn is_watched(&self) -> bool {
        self.bar.is_some()
    }

    /// Adds to what there is to do.
    pub(crate) fn expect(&self, files: u64, bytes: u64) {
        self.all_files.fetch_add(files, Ordering::Relaxed);
        self.all_bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    /// `bytes` more of this file have been read.
    pub(crate) fn add(&self, name: &OsStr, bytes: u64) {
        let done = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let Some(bar) = &self.bar else { return };
        bar.set_position(done);
        if self.start.elapsed() > SILENCE {
            self.show(bar, name);
        }
    }

    /// Files that are done with.
    pub(crate) fn done(&self, files: u64) {
        self.files.fetch_add(files, Ordering::Relaxed);
    }

    /// Writes to the terminal while the bar stands aside.
    pub(crate) fn aside<R>(&self, write: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) if self.is_line && self.is_shown.load(Ordering::Relaxed) => {
                bar.suspend(write)
            }
            _ => write(),
        }
    }

    /// Draws at most ten times a second.
    fn show(&self, bar: &ProgressBar, name: &OsStr) {
        let Ok(mut line) = self.line.try_lock() else { return };
        let period = if self.is_line { SILENCE / 10 } else { PERIOD };
        if line.0.elapsed() < period {
            return;
        }
        line.0 = Instant::now();
        let all_bytes = self.all_bytes.load(Ordering::Relaxed);
        if all_bytes > 0 {
            bar.set_length(all_bytes);
        }
        line.1 = self.describe(bar, name);
        if !self.is_line {
            complain(&line.1);
            return;
        }
        if !self.is_shown.swap(true, Ordering::Relaxed) {
            let size = terminal_size::terminal_size_of(std::io::stderr());
            let is_wide = size.is_some_and(|(width, _)| width.0 >= ROOM_FOR_BAR);
            let has_bar = all_bytes > 0 && is_wide;
            let template = if has_bar { "{bar:16} {wide_msg}" } else { "{wide_msg}" };
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_message(line.1.clone());
    }

    /// `3/50 42% 1.21 GiB/s 12s name`, the numbers first: a narrow terminal cuts the name.
    fn describe(&self, bar: &ProgressBar, name: &OsStr) -> String {
        let bytes = self.bytes.load(Ordering::Relaxed);
        let (files, all_files) =
            (self.files.load(Ordering::Relaxed), self.all_files.load(Ordering::Relaxed));
        let all_bytes = self.all_bytes.load(Ordering::Relaxed);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a rate for people"
        )]
        let rate = HumanBytes(bar.per_sec() as u64);
        let count = match all_files {
            0 => format!("{}", files + 1),
            _ => format!("{}/{all_files}", (files + 1).min(all_files)),
        };
        let share = match all_bytes {
            0 => format!("{}", HumanBytes(bytes)),
            _ => format!("{}%", 100 * bytes.min(all_bytes) / all_bytes),
        };
        let left = match all_bytes.checked_sub(bytes) {
            Some(_) if all_bytes > 0 => format!(" {}", clock(bar.eta())),
            _ => String::new(),
        };
        format!("{count} {share} {rate}/s{left} {}", shown(name))
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Says what was done before a signal came, as far as it is counted.
pub(crate) fn say_how_far() {
    let current = CURRENT.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
    let Some(progress) = current else { return complain("interrupted") };
    if let Some(bar) = &progress.bar {
        bar.finish_and_clear();
    }
    let files = progress.files.load(Ordering::Relaxed);
    let all = progress.all_files.load(Ordering::Relaxed);
    let of = if all > 0 { format!(" of {all}") } else { String::new() };
    let bytes = HumanBytes(progress.bytes.load(Ordering::Relaxed));
    let plural = if all == 1 || (all == 0 && files == 1) { "" } else { "s" };
    complain(format_args!("interrupted after {files}{of} file{plural}, {bytes} read"));
}

/// Minutes and seconds, and hours if there are any.
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
