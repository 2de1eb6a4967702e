//! Keccak-p[1600] in assembly, on lanes in AVX-512 registers.
//!
//! All 25 lanes stay in registers. The other seven registers hold the column parities, the terms that θ adds, and
//! copies of lanes for χ and π.
//!
//! On Zen 4, a round of one state takes 29.6 cycles. The same round in Rust takes 38.5 cycles, because the compiler
//! spills registers.
//!
//! The execution ports alone would allow 23.4 cycles per round. The round takes longer because θ waits for the column
//! parities, which are ready 7 cycles after the last row of the previous round. To give the CPU other work during this
//! wait, the code applies θ and ρ to a row before it applies χ to the previous row. The moves between registers, such
//! as those of π, use no execution port.
#![expect(unsafe_code, reason = "contains inline assembly; each value proves CPU support")]

use core::arch::asm;

use super::{U64x2, U64x4, U64x8};
use crate::platform::cpu::Avx512;

macro_rules! copy {
    ($w:literal $to:literal, $from:literal) => {
        concat!("vmovdqa64 {", $to, ":", $w, "}, {", $from, ":", $w, "}\n")
    };
}

macro_rules! xor {
    ($w:literal $to:literal, $a:literal, $b:literal) => {
        concat!("vpxorq {", $to, ":", $w, "}, {", $a, ":", $w, "}, {", $b, ":", $w, "}\n")
    };
}

macro_rules! rotate {
    ($w:literal $to:literal, $from:literal, $by:literal) => {
        concat!("vprolq {", $to, ":", $w, "}, {", $from, ":", $w, "}, ", $by, "\n")
    };
}

/// Computes `a ^= b ^ c`.
macro_rules! xor3 {
    ($w:literal $a:literal, $b:literal, $c:literal) => {
        concat!("vpternlogq {", $a, ":", $w, "}, {", $b, ":", $w, "}, {", $c, ":", $w, "}, 0x96\n")
    };
}

/// Computes `a ^= !b & c`.
macro_rules! xor_and_not {
    ($w:literal $a:literal, $b:literal, $c:literal) => {
        concat!("vpternlogq {", $a, ":", $w, "}, {", $b, ":", $w, "}, {", $c, ":", $w, "}, 0xd2\n")
    };
}

/// Computes the term that θ adds to a column: `to = (rotated <<< 1) ^ plain`. `rotated` and `plain` are the parities of
/// the two neighbouring columns.
macro_rules! term {
    ($w:literal $to:literal = $rotated:literal, $plain:literal) => {
        concat!(rotate!($w $to, $rotated, 1), xor!($w $to, $to, $plain))
    };
}

/// Adds the terms of θ to the lanes of a row.
macro_rules! theta {
    ($w:literal $($lane:literal $term:literal),+) => {
        concat!($(xor!($w $lane, $lane, $term)),+)
    };
}

/// Rotates lanes by the offsets of ρ.
macro_rules! rho {
    ($w:literal $($lane:literal $by:literal),+) => {
        concat!($(rotate!($w $lane, $lane, $by)),+)
    };
}

/// Applies χ to a row.
macro_rules! chi {
    ($w:literal $a:literal $b:literal $c:literal $d:literal $e:literal) => {
        concat!(
            copy!($w "c1", $a),
            copy!($w "c2", $b),
            xor_and_not!($w $a, $b, $c),
            xor_and_not!($w $b, $c, $d),
            xor_and_not!($w $c, $d, $e),
            xor_and_not!($w $d, $e, "c1"),
            xor_and_not!($w $e, "c1", "c2"),
        )
    };
}

/// Applies π to a cycle of lanes. Each lane in the list receives the value of the next lane, and the last receives the
/// value of the first.
macro_rules! pi {
    ($w:literal $first:literal $($lane:literal)+) => {
        concat!(copy!($w "c0", $first), pi!(@ $w $first $($lane)+))
    };
    (@ $w:literal $to:literal $from:literal $($rest:literal)*) => {
        concat!(copy!($w $to, $from), pi!(@ $w $from $($rest)*))
    };
    (@ $w:literal $last:literal) => {
        copy!($w $last, "c0")
    };
}

/// Defines the rounds for a vector type. `w` is the suffix of its registers: x for 128 bits, y for 256 bits, z for 512
/// bits.
macro_rules! keccak_p {
    ($vector:ty, $w:literal, $broadcast:literal, $inline:meta) => {
        impl $vector {
            /// Applies rounds of Keccak-p[1600] (FIPS 202 §3.3) to each state, one round for each constant.
            #[inline(always)]
            pub(crate) fn keccak_p(a: &mut [Self; 25], constants: &[u64]) {
                /// # Safety
                ///
                /// The CPU must have AVX-512F and AVX-512VL. `constants` must not be empty.
                #[target_feature(enable = "avx512f,avx512vl")]
                #[$inline]
                #[allow(unused_assignments, reason = "only some versions of Rust warn of values that assembly uses")]
                unsafe fn compiled(a: &mut [$vector; 25], constants: &[u64]) {
                    #[rustfmt::skip]
                    let [
                        a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, a20, a21,
                        a22, a23, a24,
                    ] = a;
                    // `terms` gives the assembly's scratch registers a vector type. If the scratch operands were `_`,
                    // LLVM would print wrong names for registers of 256 and 512 bits.
                    let mut terms = [*a0; 7];
                    // SAFETY: the instructions write only registers, and read no memory except `constants`.
                    unsafe {
                asm!(
                    "2:",
                    // θ: computes the column parities, then the terms that θ adds. The terms for columns 0, 1, 2, 3 and
                    // 4 are in the registers e0, e1, c3, c4 and c0.
                    copy!($w "c0", "a0"),
                    xor3!($w "c0", "a5", "a10"),
                    copy!($w "c1", "a1"),
                    xor3!($w "c1", "a6", "a11"),
                    copy!($w "c2", "a2"),
                    xor3!($w "c2", "a7", "a12"),
                    copy!($w "c3", "a3"),
                    xor3!($w "c3", "a8", "a13"),
                    copy!($w "c4", "a4"),
                    xor3!($w "c4", "a9", "a14"),
                    xor3!($w "c0", "a15", "a20"),
                    xor3!($w "c1", "a16", "a21"),
                    xor3!($w "c2", "a17", "a22"),
                    xor3!($w "c3", "a18", "a23"),
                    xor3!($w "c4", "a19", "a24"),
                    term!($w "e0" = "c1", "c4"),
                    term!($w "e1" = "c2", "c0"),
                    term!($w "c0" = "c0", "c3"),
                    term!($w "c4" = "c4", "c2"),
                    term!($w "c3" = "c3", "c1"),
                    // Computes the rows of the result. Each list below names the five registers whose lanes form a row
                    // after π. The lanes move to their new registers at the end of the round.
                    theta!($w "a0" "e0", "a6" "e1", "a12" "c3", "a18" "c4", "a24" "c0"),
                    rho!($w "a6" 44, "a12" 43, "a18" 21, "a24" 14),
                    theta!($w "a3" "c4", "a9" "c0", "a10" "e0", "a16" "e1", "a22" "c3"),
                    rho!($w "a3" 28, "a9" 20, "a10" 3, "a16" 45, "a22" 61),
                    chi!($w "a0" "a6" "a12" "a18" "a24"),
                    // ι: XORs the round constant into lane 0.
                    concat!("vpxorq {a0:", $w, "}, {a0:", $w, "}, qword ptr [{next}]{{", $broadcast, "}}"),
                    theta!($w "a1" "e1", "a7" "c3", "a13" "c4", "a19" "c0", "a20" "e0"),
                    rho!($w "a1" 1, "a7" 6, "a13" 25, "a19" 8, "a20" 18),
                    chi!($w "a3" "a9" "a10" "a16" "a22"),
                    theta!($w "a4" "c0", "a5" "e0", "a11" "e1", "a17" "c3", "a23" "c4"),
                    rho!($w "a4" 27, "a5" 36, "a11" 10, "a17" 15, "a23" 56),
                    chi!($w "a1" "a7" "a13" "a19" "a20"),
                    theta!($w "a2" "c3", "a8" "c4", "a14" "c0", "a15" "e0", "a21" "e1"),
                    rho!($w "a2" 62, "a8" 55, "a14" 39, "a15" 41, "a21" 2),
                    chi!($w "a4" "a5" "a11" "a17" "a23"),
                    chi!($w "a2" "a8" "a14" "a15" "a21"),
                    // π: moves lane 6 to lane 1, lane 9 to lane 6, and so on. Lane 0 stays in place.
                    pi!($w "a1" "a6" "a9" "a22" "a14" "a20" "a2" "a12" "a13" "a19" "a23" "a15" "a4" "a24" "a21" "a8" "a16" "a5" "a3" "a18" "a17" "a11" "a7" "a10"),
                    "add {next}, 8",
                    "cmp {next}, {end}",
                    "jne 2b",
                    next = inout(reg) constants.as_ptr() => _,
                    end = in(reg) constants.as_ptr_range().end,
                    a0 = inout(zmm_reg) a0.0,
                    a1 = inout(zmm_reg) a1.0,
                    a2 = inout(zmm_reg) a2.0,
                    a3 = inout(zmm_reg) a3.0,
                    a4 = inout(zmm_reg) a4.0,
                    a5 = inout(zmm_reg) a5.0,
                    a6 = inout(zmm_reg) a6.0,
                    a7 = inout(zmm_reg) a7.0,
                    a8 = inout(zmm_reg) a8.0,
                    a9 = inout(zmm_reg) a9.0,
                    a10 = inout(zmm_reg) a10.0,
                    a11 = inout(zmm_reg) a11.0,
                    a12 = inout(zmm_reg) a12.0,
                    a13 = inout(zmm_reg) a13.0,
                    a14 = inout(zmm_reg) a14.0,
                    a15 = inout(zmm_reg) a15.0,
                    a16 = inout(zmm_reg) a16.0,
                    a17 = inout(zmm_reg) a17.0,
                    a18 = inout(zmm_reg) a18.0,
                    a19 = inout(zmm_reg) a19.0,
                    a20 = inout(zmm_reg) a20.0,
                    a21 = inout(zmm_reg) a21.0,
                    a22 = inout(zmm_reg) a22.0,
                    a23 = inout(zmm_reg) a23.0,
                    a24 = inout(zmm_reg) a24.0,
                    c0 = out(zmm_reg) terms[0].0,
                    c1 = out(zmm_reg) terms[1].0,
                    c2 = out(zmm_reg) terms[2].0,
                    c3 = out(zmm_reg) terms[3].0,
                    c4 = out(zmm_reg) terms[4].0,
                    e0 = out(zmm_reg) terms[5].0,
                    e1 = out(zmm_reg) terms[6].0,
                    options(pure, readonly, nostack),
                );
                    }
                }

                if !constants.is_empty() {
                    // SAFETY: the values prove that the CPU has AVX-512.
                    unsafe { compiled(a, constants) }
                }
            }
        }
    };
}

keccak_p!(U64x2, "x", "1to2", inline);
// The next two functions must not be inlined. Inlined into a larger function, they would spill lanes to addresses that
// are not multiples of the register size. Without inlining, eight messages of 16 KiB take 50 µs instead of 70 µs.
keccak_p!(U64x4<Avx512>, "y", "1to4", inline(never));
keccak_p!(U64x8, "z", "1to8", inline(never));
