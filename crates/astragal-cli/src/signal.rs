//! Signal handling. An interrupted process reports its progress and exits with status 128 + n after signal n.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// Returns the number of the received signal, if any.
pub(crate) fn received() -> Option<i32> {
    Some(RECEIVED.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
}

/// Starts a thread that handles SIGHUP, SIGINT and SIGTERM. After a signal, the main thread has a short time to write
/// finished results. Then the process exits.
#[cfg(unix)]
pub(crate) fn listen() {
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// Time between a signal and the exit of the process. The process waits this long, so that the main thread can
    /// write finished results.
    const GRACE_PERIOD: Duration = Duration::from_millis(300);

    let ignored = ignored();
    let is_handled = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let handled = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(is_handled);
    let Ok(mut signals) = Signals::new(handled) else { return };
    // If the thread cannot be started, signals keep their default action.
    let _ = thread::Builder::new().spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        RECEIVED.store(signal, Ordering::Relaxed);
        thread::sleep(GRACE_PERIOD);
        exit(signal);
    });
}

#[cfg(not(unix))]
pub(crate) fn listen() {}

/// If a signal was received, reports the progress and exits.
pub(crate) fn exit_if_received() {
    if let Some(signal) = received() {
        exit(signal);
    }
}

/// Reports the progress and exits with status 128 + `signal`.
pub(crate) fn exit(signal: i32) -> ! {
    static IS_EXITING: AtomicBool = AtomicBool::new(false);
    // The signal thread and the main thread may both call this function. The second caller waits, so only one reports.
    while IS_EXITING.swap(true, Ordering::Relaxed) {
        std::thread::park();
    }
    crate::atomic_file::remove_all();
    crate::progress::print_interruption();
    std::process::exit(128 + signal)
}

/// Returns a bit set of the signals that the process inherited as ignored, such as SIGHUP under `nohup`.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
