//! Measures the time of function calls and the clock frequency.

pub(crate) mod benchmark;
pub(crate) mod chart;
pub(crate) mod measurement;

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// Minimum duration of a measurement. It is long compared with the clock's resolution.
const MIN_INTERVAL: Duration = Duration::from_micros(200);

/// Measures calls for about `budget` and returns the shortest time per call, in seconds. Interrupts and other programs
/// only make calls slower, so the shortest time is the best estimate.
pub(crate) fn best_seconds(budget: Duration, mut run: impl FnMut()) -> f64 {
    let mut calls: u32 = 1;
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            run();
        }
        let interval = start.elapsed();
        best = best.min(interval.as_secs_f64() / f64::from(calls));
        if begin.elapsed() >= budget {
            return best;
        }
        if interval < MIN_INTERVAL {
            calls = calls.saturating_mul(2);
        }
    }
}

/// Allocates `bytes` zeros. Returns an error if the memory is exhausted.
pub(crate) fn zeros(bytes: usize) -> anyhow::Result<Vec<u8>> {
    let mut zeros = Vec::new();
    zeros
        .try_reserve_exact(bytes)
        .with_context(|| format!("cannot allocate {bytes} bytes of memory"))?;
    zeros.resize(bytes, 0);
    Ok(zeros)
}

/// Measures the clock frequency in Hz with a chain of dependent multiplications. A 64-bit multiplication has a latency
/// of three cycles on all x86-64 processors of the last ten years and on most aarch64 processors.
pub(crate) fn cycles_per_second() -> f64 {
    const CHAIN: u32 = 100_000;
    let seconds = best_seconds(Duration::from_millis(20), || {
        let mut x = black_box(3u64);
        for _ in 0..CHAIN {
            x = x.wrapping_mul(black_box(0x9e37_79b9_7f4a_7c15));
        }
        black_box(x);
    });
    3.0 * f64::from(CHAIN) / seconds
}
