//! Measuring: how long an algorithm takes for a message, here and now.

pub(crate) mod chart;
pub(crate) mod contender;
pub(crate) mod measurement;

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Context as _;

/// A turn is no shorter, so that the clock's steps do not count.
const LEAST_TURN: Duration = Duration::from_micros(200);

/// The best seconds per call within about `budget`: what disturbs only ever adds.
pub(crate) fn best_seconds(budget: Duration, mut run: impl FnMut()) -> f64 {
    let mut calls: u32 = 1;
    let mut best = f64::INFINITY;
    let begin = Instant::now();
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            run();
        }
        let turn = start.elapsed();
        best = best.min(turn.as_secs_f64() / f64::from(calls));
        if begin.elapsed() >= budget {
            return best;
        }
        if turn < LEAST_TURN {
            calls = calls.saturating_mul(2);
        }
    }
}

/// So many bytes, if there is room for them.
pub(crate) fn zeros(bytes: usize) -> anyhow::Result<Vec<u8>> {
    let mut room = Vec::new();
    let lacks = || format!("{bytes} bytes of memory cannot be had");
    room.try_reserve_exact(bytes).with_context(lacks)?;
    room.resize(bytes, 0);
    Ok(room)
}

/// The core's frequency: a multiplication that waits for the one before takes three cycles on every x86-64
/// of the last ten years, and on most aarch64.
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
