//! Selects the active mutant. This file is added to the copied library. `on(n)` is true if the environment variable
//! `MUTANT` is `n`. If `MUTANT` is `reach`, no mutant is active. Instead, the program records the number of each
//! mutant whose code it reaches, in the file named by the environment variable `MUTANT_REACHED`.

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::fs::File;
use std::io::Write as _;
use std::sync::OnceLock;

const UNREAD: u32 = u32::MAX;
const REACH: u32 = u32::MAX - 1;
static ACTIVE: AtomicU32 = AtomicU32::new(UNREAD);
static REACHED: [AtomicBool; MUTANTS] = [const { AtomicBool::new(false) }; MUTANTS];
static FILE: OnceLock<File> = OnceLock::new();

/// Returns whether mutant `n` is active. Returns `false` at compile time, so constants are evaluated without mutants.
#[inline(always)]
pub(crate) const fn on(n: u32) -> bool {
    core::intrinsics::const_eval_select((n,), at_compile_time, at_run_time)
}

const fn at_compile_time(_: u32) -> bool {
    false
}

#[inline(always)]
fn at_run_time(n: u32) -> bool {
    let active = ACTIVE.load(Relaxed);
    if active >= REACH { special(n) } else { active == n }
}

#[cold]
#[inline(never)]
fn special(n: u32) -> bool {
    if ACTIVE.load(Relaxed) == UNREAD {
        let value = std::env::var("MUTANT").unwrap_or_default();
        let number = if value == "reach" { REACH } else { value.parse().unwrap_or(0) };
        ACTIVE.store(number, Relaxed);
    }
    let active = ACTIVE.load(Relaxed);
    // A load takes less time than a swap, and most calls find a number that is already recorded.
    let is_recorded = || {
        let reached = &REACHED[n as usize];
        reached.load(Relaxed) || reached.swap(true, Relaxed)
    };
    if active == REACH && !is_recorded() {
        let path = || std::env::var_os("MUTANT_REACHED").expect("the judge sets a path");
        let mut file = FILE.get_or_init(|| File::create(path()).expect("the folder is writable"));
        file.write_all(std::format!("{n}\n").as_bytes()).expect("the file is writable");
    }
    active == n
}
