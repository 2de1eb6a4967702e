//! Measures the duration of calls and the clock frequency of the core.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// Minimum duration of a turn. A turn consists of repeated calls of one library.
const TURN: Duration = Duration::from_micros(300);

/// Returns the shortest time per call of each library. The libraries are measured in alternating turns.
pub(crate) fn best_of_turns(libraries: &mut [Box<dyn FnMut() + '_>], turns: usize) -> Vec<f64> {
    let calls: Vec<u32> = libraries.iter_mut().map(|run| calls_per_turn(run)).collect();
    let mut best = vec![f64::INFINITY; libraries.len()];
    for _ in 0..turns {
        for (i, run) in libraries.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..calls[i] {
                run();
            }
            best[i] = best[i].min(start.elapsed().as_secs_f64() / f64::from(calls[i]));
        }
    }
    best
}

/// Returns how many calls take at least [`TURN`]. Every number of calls is tried twice, and the shorter time counts: the
/// first call of a library may wait for its code to be read from disk.
fn calls_per_turn(run: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    loop {
        let mut time = || {
            let start = Instant::now();
            for _ in 0..calls {
                run();
            }
            start.elapsed()
        };
        if time() >= TURN && time() >= TURN {
            return calls;
        }
        calls *= 2;
    }
}

/// Measures the clock frequency of the core with a chain of dependent multiplications. Each multiplication takes 3
/// cycles on every x86-64 processor of the last ten years, and on most aarch64 processors.
pub(crate) fn cycles_per_second() -> f64 {
    const CHAIN: u32 = 1_000_000;
    let mut chain: Vec<Box<dyn FnMut()>> = vec![Box::new(|| {
        let mut x = black_box(3u64);
        for _ in 0..CHAIN {
            x = x.wrapping_mul(black_box(0x9e37_79b9_7f4a_7c15));
        }
        black_box(x);
    })];
    // A core that was idle reaches its full clock frequency after some hundred milliseconds.
    3.0 * f64::from(CHAIN) / best_of_turns(&mut chain, 1000)[0]
}
