//! Macro that unrolls loops, such as the loop over the rounds of a hash. Each round moves every working variable to the
//! next one (a to b, b to c, …). In unrolled code, the compiler renames registers instead of moving values. This makes
//! SHA-512 1.5 times as fast. The macro is needed because LLVM does not unroll loops with large bodies.

/// Whether all rounds are unrolled, so that the round constants and the order of the message words become literals in
/// the code. Only WebAssembly needs this, because its engines neither unroll loops nor replace table entries with
/// constants. Unrolling makes BLAKE2b 1.9 times as fast there.
pub(crate) const WHOLE: bool = cfg!(target_arch = "wasm32");

/// Expands `unroll!(for i in 0..16 { … })`: repeats the body for each number, with `i` as a constant. With
/// `for const I in`, the constant can also be a generic argument.
macro_rules! unroll {
    (for const $i:ident in 0..4 $body:block) => { $crate::platform::unroll::repeat!(const $i $body 0 1 2 3) };
    (for const $i:ident in 0..8 $body:block) => { $crate::platform::unroll::repeat!(const $i $body 0 1 2 3 4 5 6 7) };
    (for const $i:ident in 0..10 $body:block) => {
        $crate::platform::unroll::repeat!(const $i $body 0 1 2 3 4 5 6 7 8 9)
    };
    (for const $i:ident in 0..18 $body:block) => {
        $crate::platform::unroll::repeat!(const $i $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)
    };
    (for $i:ident in 0..4 $body:block) => { $crate::platform::unroll::repeat!($i $body 0 1 2 3) };
    (for $i:ident in 1..5 $body:block) => { $crate::platform::unroll::repeat!($i $body 1 2 3 4) };
    (for $i:ident in 0..5 $body:block) => { $crate::platform::unroll::repeat!($i $body 0 1 2 3 4) };
    (for $i:ident in 0..7 $body:block) => { $crate::platform::unroll::repeat!($i $body 0 1 2 3 4 5 6) };
    (for $i:ident in 0..8 $body:block) => { $crate::platform::unroll::repeat!($i $body 0 1 2 3 4 5 6 7) };
    (for $i:ident in 0..12 $body:block) => {
        $crate::platform::unroll::repeat!($i $body 0 1 2 3 4 5 6 7 8 9 10 11)
    };
    (for $i:ident in 0..16 $body:block) => {
        $crate::platform::unroll::repeat!($i $body 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
    };
}

macro_rules! repeat {
    (const $i:ident $body:block $($n:literal)+) => { $({ const $i: usize = $n; $body })+ };
    ($i:ident $body:block $($n:literal)+) => { $({ let $i: usize = $n; $body })+ };
}

/// Expands `each!(I < N { … })`: repeats the body for each number `I` below `N`, which is at most eight. At optimization
/// level `s`, a loop over the vectors of an array would store and load each vector in each iteration.
macro_rules! each {
    ($i:ident < $n:ident $body:block) => {
        const { assert!($n <= 8) };
        $crate::platform::unroll::unroll!(for const $i in 0..8 {
            if const { $i < $n } $body
        });
    };
}

pub(crate) use {each, repeat, unroll};
