//! Macro for rotations. NEON instructions require the rotation distance as an immediate operand.

/// Makes the distance of a rotation a compile-time constant. The macro expands to a match with one arm for each
/// distance from 1 to 63. Each arm evaluates the expression with constants for the left and the right shift. After
/// inlining, the compiler knows the distance and keeps only one arm.
macro_rules! by_distance {
    ($left:expr, |$l:ident, $r:ident| $value:expr) => {
        by_distance!($left, |$l, $r| $value;
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63)
    };
    ($left:expr, |$l:ident, $r:ident| $value:expr; $($n:literal)+) => {
        match $left {
            $($n => {
                const $l: i32 = $n;
                const $r: i32 = 64 - $n;
                $value
            })+
            _ => unreachable!("rotations are by 1 to 63 bits"),
        }
    };
}

pub(super) use by_distance;
