//! Time and cycles.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long a turn lasts at least.
const TURN: Duration = Duration::from_micros(300);

/// The best time per call of each contender; they take turns.
pub(crate) fn best_of_turns(contenders: &mut [Box<dyn FnMut() + '_>], turns: usize) -> Vec<f64> {
    let calls: Vec<u32> = contenders.iter_mut().map(|run| calls_per_turn(run)).collect();
    let mut best = vec![f64::INFINITY; contenders.len()];
    for _ in 0..turns {
        for (i, run) in contenders.iter_mut().enumerate() {
            let start = Instant::now();
            for _ in 0..calls[i] {
                run();
            }
            best[i] = best[i].min(start.elapsed().as_secs_f64() / f64::from(calls[i]));
        }
    }
    best
}

fn calls_per_turn(run: &mut dyn FnMut()) -> u32 {
    let mut calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            run();
        }
        if start.elapsed() >= TURN {
            return calls;
        }
        calls *= 2;
    }
}

/// The core's frequency: a multiplication that waits for the one before takes three cycles on every x86-64
/// of the last ten years, and on most aarch64.
pub(crate) fn cycles_per_second() -> f64 {
    const CHAIN: u32 = 1_000_000;
    let mut chain: Vec<Box<dyn FnMut()>> = vec![Box::new(|| {
        let mut x = black_box(3u64);
        for _ in 0..CHAIN {
            x = x.wrapping_mul(black_box(0x9e37_79b9_7f4a_7c15));
        }
        black_box(x);
    })];
    3.0 * f64::from(CHAIN) / best_of_turns(&mut chain, 20)[0]
}
