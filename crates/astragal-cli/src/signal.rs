//! Signals: a run that is cancelled says how far it came and ends with 128 + n.

use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

static RECEIVED: AtomicI32 = AtomicI32::new(0);

/// The signal that asks to end, once one has come.
pub(crate) fn received() -> Option<i32> {
    Some(RECEIVED.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
}

/// Begins to listen. Whoever writes results has a moment to write those that are ready; then the process
/// ends, whatever it waits for.
#[cfg(unix)]
pub(crate) fn listen() {
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    /// How long results that are ready may take to be written.
    const GRACE: Duration = Duration::from_millis(300);

    let ignored = ignored();
    let is_heard = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(is_heard);
    let Ok(mut signals) = Signals::new(wanted) else { return };
    // Where no thread starts, signals end the process as they always do.
    let _ = thread::Builder::new().spawn(move || {
        let Some(signal) = signals.forever().next() else { return };
        RECEIVED.store(signal, Ordering::Relaxed);
        thread::sleep(GRACE);
        leave(signal);
    });
}

#[cfg(not(unix))]
pub(crate) fn listen() {}

/// Ends the process if a signal has come.
pub(crate) fn heed() {
    if let Some(signal) = received() {
        leave(signal);
    }
}

/// Says how far the work came and ends the process.
pub(crate) fn leave(signal: i32) -> ! {
    static IS_LEAVING: AtomicBool = AtomicBool::new(false);
    // Who listens and who works may both come here; one of them says it.
    while IS_LEAVING.swap(true, Ordering::Relaxed) {
        std::thread::park();
    }
    crate::partial::remove_all();
    crate::progress::say_how_far();
    std::process::exit(128 + signal)
}

/// The signals that whoever started this process has it ignore, a bit each: `nohup`, or a shell's background.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
