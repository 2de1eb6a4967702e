//! Progress line on the terminal, and a lock that prevents other output from mixing with it.
//!
//! The progress line ends with a carriage return. The `^C` that the terminal echoes then overwrites the start of the
//! line, instead of wrapping at its end. All other output to the terminal goes through [`with_terminal`], which erases
//! the line first.

use std::cell::Cell;
use std::io::{self, Write as _};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

/// Maximum time for which [`erase_before_exit`] waits for a blocked writer.
const LOCK_TIMEOUT: Duration = Duration::from_millis(100);

/// Whether the terminal shows the progress line. A thread locks this mutex while it writes to the terminal.
static IS_SHOWN: Mutex<bool> = Mutex::new(false);

thread_local! {
    /// Whether this thread holds the lock on [`IS_SHOWN`].
    static HOLDS_LOCK: Cell<bool> = const { Cell::new(false) };
}

/// Draws the progress line, at most `columns` wide.
pub(crate) fn draw(line: &str, columns: usize) {
    let text = format!("\r{}\x1b[K\r", truncate(line, columns));
    let mut is_shown = lock();
    *is_shown = true;
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Erases the progress line, then calls `write`, which may write to the terminal. The next [`draw`] shows the line
/// again.
pub(crate) fn with_terminal<R>(write: impl FnOnce() -> R) -> R {
    let _lock = TerminalLock::acquire();
    write()
}

/// The lock on [`IS_SHOWN`], or `None` if this thread already held it.
struct TerminalLock(Option<MutexGuard<'static, bool>>);

impl TerminalLock {
    /// Acquires the lock and erases the progress line.
    fn acquire() -> Self {
        if HOLDS_LOCK.replace(true) {
            return Self(None);
        }
        let mut is_shown = lock();
        erase(&mut is_shown);
        Self(Some(is_shown))
    }
}

impl Drop for TerminalLock {
    fn drop(&mut self) {
        if self.0.is_some() {
            HOLDS_LOCK.set(false);
        }
    }
}

/// Erases the progress line before the process prints its last message. If a blocked writer holds the lock, gives up
/// after [`LOCK_TIMEOUT`].
pub(crate) fn erase_before_exit() {
    let start = Instant::now();
    loop {
        match IS_SHOWN.try_lock() {
            Ok(mut is_shown) => break erase(&mut is_shown),
            Err(TryLockError::Poisoned(_)) => break,
            Err(TryLockError::WouldBlock) if start.elapsed() > LOCK_TIMEOUT => break,
            Err(TryLockError::WouldBlock) => thread::sleep(LOCK_TIMEOUT / 20),
        }
    }
    HOLDS_LOCK.set(true);
}

fn lock() -> MutexGuard<'static, bool> {
    IS_SHOWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn erase(is_shown: &mut bool) {
    if std::mem::take(is_shown) {
        let _ = io::stderr().write_all(b"\r\x1b[K");
    }
}

/// Returns the longest prefix of `line` that fits into `columns` columns. Non-ASCII characters count as two columns.
fn truncate(line: &str, columns: usize) -> &str {
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
    use super::truncate;

    #[test]
    fn truncation_keeps_whole_characters() {
        assert_eq!(truncate("abc", 5), "abc");
        assert_eq!(truncate("abcdef", 5), "abcde");
        assert_eq!(truncate("ab\u{4e16}\u{754c}", 5), "ab\u{4e16}");
    }
}
