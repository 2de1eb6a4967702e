//! Keccak-p[1600] of one state in five AVX-512 registers, in assembly.
//!
//! On Emerald Rapids, two rounds take 48 cycles. With one lane per 128-bit register, they take 64 cycles, because
//! their 180 instructions share three execution ports. Here, two rounds have 69 instructions for two ports.
//!
//! θ adds equal lanes of the registers, so all lanes of a column must be in the same position of their registers. χ
//! combines the lanes of a row. Two layouts alternate, so that few instructions move lanes:
//! - Planes: register `y` holds lanes (0, y) to (4, y) in positions 0 to 4. After π, register x would hold column x. χ
//!   then combines equal positions of three registers. Three steps turn these columns into diagonals.
//! - Diagonals: register `k` holds the lane (x, x − k) in position x. π moves this lane to (x − k, 2k), so each diagonal
//!   becomes a row. χ combines three rotations of one register. The result has the layout of planes.
//!
//! Each step from columns to diagonals takes some lanes from another register. The first step also performs π, and the
//! last also rotates the registers by whole lanes. χ comes before the last two steps, because equal positions of three
//! registers belong to one row after every step.
//!
//! Positions 5 to 7 are not used. Their values never reach positions 0 to 4.
//!
//! The order of the instructions was found by measuring random changes. With all instructions of a step together, two
//! rounds would take 52 cycles: port 5 would be idle during θ, and too busy afterwards.
#![expect(unsafe_code, reason = "contains inline assembly; a token proves CPU support")]

use core::arch::asm;
use core::arch::x86_64::*;

use crate::platform::cpu::Avx512;

/// State as five planes or as five diagonals.
type Registers = [__m512i; 5];

/// Constants of ρ and π, one register per row.
#[repr(align(64))]
struct Table<const N: usize>([[u64; 8]; N]);

/// Offsets of ρ (FIPS 202 §3.2.2) for planes 0 to 4, then for diagonals 0 to 4.
static RHO: Table<10> = {
    let mut offsets = [[0; 8]; 5];
    let ([mut x, mut y], mut t) = ([1, 0], 0);
    while t < 24 {
        offsets[y][x] = (t + 1) * (t + 2) / 2 % 64;
        [x, y] = [y, (2 * x + 3 * y) % 5];
        t += 1;
    }
    let mut rows = [[0; 8]; 10];
    let mut i = 0;
    while i < 25 {
        let (k, x) = (i / 5, i % 5);
        rows[k][x] = offsets[k][x];
        rows[5 + k][x] = offsets[(x + 5 - k) % 5][x];
        i += 1;
    }
    Table(rows)
};

/// Source positions of the moves between registers: five registers for the first step, four for the last, and the
/// rotations by 1 to 4 lanes. Position `8 + i` is position `i` of the second source.
static MOVES: Table<13> = {
    let mut rows = [[0; 8]; 13];
    let mut i = 0;
    while i < 25 {
        let (k, position) = (i / 5, i % 5);
        // First step: the lane (x, y) after π comes from the plane x, position 3y + x. Lanes with odd y come from the
        // next register.
        let y = position;
        let x = (k + y % 2) % 5;
        rows[k][position] = ((3 * y + x) % 5 + 8 * (y % 2)) as u64;
        if k > 0 {
            // Last step: the lane (x, y) moves from position y to position x. Lanes with y = 4 come from another
            // register.
            let y = (position + 5 - k) % 5;
            rows[4 + k][position] = (y + y / 4 * 8) as u64;
            rows[8 + k][position] = ((position + k) % 5) as u64;
        }
        i += 1;
    }
    Table(rows)
};

/// One round. Reads planes 0 to 4 from `zmm0` to `zmm4`, and leaves diagonals 0 to 4 in `zmm14`, `zmm8`, `zmm5`, `zmm9`
/// and `zmm7`.
macro_rules! round_of_planes {
    () => {
        concat!(
            "vmovdqa64 zmm5, zmm0; vpternlogq zmm5, zmm2, zmm4, 0x96; vpternlogq zmm5, zmm1, zmm3, 0x96\n",
            "vprolq zmm6, zmm5, 1; vpermq zmm7, zmm25, zmm6; vpermq zmm8, zmm28, zmm5\n",
            "vpternlogq zmm3, zmm8, zmm7, 0x96; vprolvq zmm9, zmm3, [{rho} + 64 * 3]\n",
            "vpternlogq zmm4, zmm8, zmm7, 0x96; vprolvq zmm10, zmm4, [{rho} + 64 * 4]\n",
            "vpternlogq zmm2, zmm8, zmm7, 0x96; vpternlogq zmm1, zmm8, zmm7, 0x96; vmovdqa64 zmm11, zmm9\n",
            "vpermt2q zmm11, zmm19, zmm10; vprolvq zmm12, zmm2, [{rho} + 64 * 2]; vmovdqa64 zmm13, zmm12\n",
            "vpermt2q zmm13, zmm18, zmm9; vprolvq zmm14, zmm1, [{rho} + 64 * 1]\n",
            "vpternlogq zmm0, zmm8, zmm7, 0x96; vprolvq zmm15, zmm0, [{rho} + 64 * 0]\n",
            "vmovdqa64 zmm29, zmm14; vpermt2q zmm29, zmm17, zmm12; vmovdqa64 zmm30, zmm15\n",
            "vpermt2q zmm30, zmm16, zmm14; vmovdqa64 zmm31, zmm29; vpternlogq zmm31, zmm13, zmm11, 0xd2\n",
            "vpermt2q zmm10, zmm20, zmm15; vmovdqa64 zmm6, zmm13; vpternlogq zmm6, zmm11, zmm10, 0xd2\n",
            "vpternlogq zmm11, zmm10, zmm30, 0xd2; vpternlogq zmm10, zmm30, zmm29, 0xd2\n",
            "vpxorq zmm30{{k1}}, zmm30, qword ptr [{constant}]{{1to8}}\n",
            "vpternlogq zmm30, zmm29, zmm13, 0xd2; vpblendmq zmm5{{k2}}, zmm6, zmm10\n",
            "vpblendmq zmm9{{k2}}, zmm11, zmm30; vpermt2q zmm5, zmm22, zmm31\n",
            "vpblendmq zmm8{{k2}}, zmm31, zmm11; vpblendmq zmm7{{k2}}, zmm10, zmm31\n",
            "vpermt2q zmm9, zmm23, zmm6; vpblendmq zmm12{{k2}}, zmm30, zmm6; vpermt2q zmm8, zmm21, zmm30\n",
            "vpermt2q zmm7, zmm24, zmm11; vpblendmq zmm14{{k3}}, zmm12, zmm10\n",
        )
    };
}

/// One round. Reads the diagonals where [`round_of_planes`] leaves them, and leaves planes 0 to 4 in `zmm0` to `zmm4`.
macro_rules! round_of_diagonals {
    () => {
        concat!(
            "vmovdqa64 zmm15, zmm14; vpternlogq zmm15, zmm8, zmm9, 0x96\n",
            "vpternlogq zmm15, zmm5, zmm7, 0x96; vprolq zmm29, zmm15, 1; vpermq zmm13, zmm25, zmm29\n",
            "vpermq zmm31, zmm28, zmm15; vpternlogq zmm5, zmm31, zmm13, 0x96\n",
            "vpternlogq zmm8, zmm31, zmm13, 0x96; vprolvq zmm6, zmm5, [{rho} + 64 * 7]\n",
            "vpermq zmm30, zmm28, zmm6; vprolvq zmm11, zmm8, [{rho} + 64 * 6]\n",
            "vpternlogq zmm14, zmm31, zmm13, 0x96; vprolvq zmm12, zmm14, [{rho} + 64 * 5]\n",
            "vpermq zmm10, zmm27, zmm11; vpermq zmm29, zmm26, zmm11; vpermq zmm15, zmm26, zmm6\n",
            "vpermq zmm5, zmm27, zmm6; vpermq zmm8, zmm26, zmm12; vpternlogq zmm9, zmm31, zmm13, 0x96\n",
            "vprolvq zmm14, zmm9, [{rho} + 64 * 8]; vpermq zmm6, zmm25, zmm11; vpermq zmm9, zmm25, zmm12\n",
            "vpxorq zmm12{{k1}}, zmm12, qword ptr [{constant} + 8]{{1to8}}; vpermq zmm11, zmm28, zmm14\n",
            "vpternlogq zmm7, zmm31, zmm13, 0x96; vpermq zmm31, zmm27, zmm14\n",
            "vpternlogq zmm6, zmm29, zmm10, 0xd2; vpternlogq zmm31, zmm11, zmm14, 0xd2\n",
            "vprolvq zmm13, zmm7, [{rho} + 64 * 9]; vpternlogq zmm15, zmm5, zmm30, 0xd2\n",
            "vpermq zmm29, zmm28, zmm13; vpermq zmm10, zmm25, zmm13; vpternlogq zmm12, zmm9, zmm8, 0xd2\n",
            "vpternlogq zmm29, zmm13, zmm10, 0xd2; vmovdqa64 zmm0, zmm12; vmovdqa64 zmm1, zmm31\n",
            "vmovdqa64 zmm2, zmm6; vmovdqa64 zmm3, zmm29; vmovdqa64 zmm4, zmm15\n",
        )
    };
}

/// Moves the diagonals from the registers of [`round_of_planes`] to `zmm0` to `zmm4`.
#[cfg(test)]
macro_rules! from_diagonals {
    () => {
        concat!(
            "vmovdqa64 zmm0, zmm14; vmovdqa64 zmm1, zmm8; vmovdqa64 zmm2, zmm5; vmovdqa64 zmm3, zmm9\n",
            "vmovdqa64 zmm4, zmm7\n",
        )
    };
}

/// Moves the diagonals from `zmm0` to `zmm4` to the registers of [`round_of_planes`].
#[cfg(test)]
macro_rules! to_diagonals {
    () => {
        concat!(
            "vmovdqa64 zmm14, zmm0; vmovdqa64 zmm8, zmm1; vmovdqa64 zmm5, zmm2; vmovdqa64 zmm9, zmm3\n",
            "vmovdqa64 zmm7, zmm4\n",
        )
    };
}

/// Applies rounds, which `code` performs, to the state in `zmm0` to `zmm4`. `constants` is the address of the round
/// constants, and `end` is the address after the last. `k1` selects position 0, `k2` selects positions 2 and 3, and `k3`
/// selects position 4.
macro_rules! statement {
    ($registers:ident, $constants:expr, $($code:expr),+) => {{
        let [mut a, mut b, mut c, mut d, mut e] = $registers;
        let constants: &[[u64; 2]] = $constants;
        let [f, g, h, i, j, k, l, m, n, o, p, q, r] = MOVES.0;
        asm!(
            $($code),+,
            rho = in(reg) &raw const RHO,
            constant = inout(reg) constants.as_ptr() => _,
            end = in(reg) constants.as_ptr_range().end,
            inout("zmm0") a,
            inout("zmm1") b,
            inout("zmm2") c,
            inout("zmm3") d,
            inout("zmm4") e,
            out("zmm5") _,
            out("zmm6") _,
            out("zmm7") _,
            out("zmm8") _,
            out("zmm9") _,
            out("zmm10") _,
            out("zmm11") _,
            out("zmm12") _,
            out("zmm13") _,
            out("zmm14") _,
            out("zmm15") _,
            in("zmm16") register(f),
            in("zmm17") register(g),
            in("zmm18") register(h),
            in("zmm19") register(i),
            in("zmm20") register(j),
            in("zmm21") register(k),
            in("zmm22") register(l),
            in("zmm23") register(m),
            in("zmm24") register(n),
            in("zmm25") register(o),
            in("zmm26") register(p),
            in("zmm27") register(q),
            in("zmm28") register(r),
            out("zmm29") _,
            out("zmm30") _,
            out("zmm31") _,
            in("k1") 1_u8,
            in("k2") 0b1100_u8,
            in("k3") 0b1_0000_u8,
            options(pure, readonly, nostack),
        );
        [a, b, c, d, e]
    }};
}

#[inline(always)]
const fn register(words: [u64; 8]) -> __m512i {
    // SAFETY: both types are 64 bytes long and accept any bit pattern.
    unsafe { core::mem::transmute::<[u64; 8], __m512i>(words) }
}

/// Applies two rounds for each element of `constants`, which must not be empty.
///
/// # Safety
///
/// The CPU must have AVX-512F and AVX-512VL.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
unsafe fn rounds(planes: Registers, constants: &[[u64; 2]]) -> Registers {
    // SAFETY: the instructions change only registers. They read only the table and, because `constants` is not empty, the
    // constants up to `end`.
    unsafe {
        statement!(
            planes,
            constants,
            "2:",
            round_of_planes!(),
            round_of_diagonals!(),
            "add {constant}, 16",
            "cmp {constant}, {end}",
            "jne 2b"
        )
    }
}

/// Returns plane `y` of `words`, which are the first lanes of a state. Missing lanes are zero.
///
/// # Safety
///
/// The CPU must have AVX-512F. `T` must accept any bit pattern.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load<T>(words: &[T], y: usize) -> __m512i {
    const { assert!(size_of::<T>() == 8) };
    // A load without any element would be correct at any address, but takes 14 ns if the address is not mapped.
    match words.get(5 * y..) {
        // SAFETY: the mask selects only elements of `plane`.
        Some(plane) => unsafe { _mm512_maskz_loadu_epi64(mask(plane), plane.as_ptr().cast()) },
        None => _mm512_setzero_si512(),
    }
}

/// Writes plane `y` to `words`, which are the first lanes of a state.
///
/// # Safety
///
/// The CPU must have AVX-512F. `T` must accept any bit pattern.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store<T>(plane: __m512i, words: &mut [T], y: usize) {
    const { assert!(size_of::<T>() == 8) };
    if let Some(to) = words.get_mut(5 * y..) {
        // SAFETY: the mask selects only elements of `to`.
        unsafe { _mm512_mask_storeu_epi64(to.as_mut_ptr().cast(), mask(to), plane) }
    }
}

/// Returns the mask of the first five elements of `words`, or of all if there are fewer.
#[inline(always)]
const fn mask<T>(words: &[T]) -> u8 {
    let lanes = if words.len() < 5 { words.len() } else { 5 };
    (1 << lanes) - 1
}

/// Permutes `state` `permutations` times, with two rounds for each element of `constants`. Before each permutation, absorbs
/// a block of `lanes` words of `input`, which is empty if nothing is absorbed. After each permutation, writes such a
/// block to `output`, unless it is empty.
pub(crate) fn run(
    cpu: Avx512,
    state: &mut [u64; 25],
    input: &[[u8; 8]],
    output: &mut [[u8; 8]],
    permutations: usize,
    lanes: usize,
    constants: &[[u64; 2]],
) {
    /// # Safety
    ///
    /// The CPU must have AVX-512F and AVX-512VL.
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn compiled(
        state: &mut [u64; 25],
        input: &[[u8; 8]],
        output: &mut [[u8; 8]],
        permutations: usize,
        lanes: usize,
        constants: &[[u64; 2]],
    ) {
        // SAFETY: the caller guarantees the instruction sets. Words accept any bit pattern.
        unsafe {
            let mut planes = [_mm512_setzero_si512(); 5];
            for y in 0..4 {
                if let Some(words) = state[5 * y..].first_chunk() {
                    planes[y] = register(*words);
                }
            }
            planes[4] = load(state, 4);
            for start in (0..permutations).map(|i| i * lanes) {
                if let Some(block) = input.get(start..start + lanes) {
                    for y in 0..5 {
                        planes[y] = _mm512_xor_si512(planes[y], load(block, y));
                    }
                }
                if !constants.is_empty() {
                    planes = rounds(planes, constants);
                }
                if let Some(block) = output.get_mut(start..start + lanes) {
                    for y in 0..5 {
                        store(planes[y], block, y);
                    }
                }
            }
            // Whole registers are stored, each over the unused positions of the one before. A masked store would delay
            // loads of its lanes.
            for y in 0..4 {
                if let Some(to) = state[5 * y..].first_chunk_mut::<8>() {
                    *to = core::mem::transmute::<__m512i, [u64; 8]>(planes[y]);
                }
            }
            store(planes[4], state, 4);
        }
    }

    let _: Avx512 = cpu;
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { compiled(state, input, output, permutations, lanes, constants) }
}

/// Applies one round to a state, first in the layout of planes, then in the layout of diagonals.
#[cfg(test)]
pub(crate) fn single_rounds(cpu: Avx512, state: &[u64; 25], constant: u64) -> [[u64; 25]; 2] {
    /// # Safety
    ///
    /// The CPU must have AVX-512F and AVX-512VL.
    #[target_feature(enable = "avx512f,avx512vl")]
    unsafe fn compiled(state: &[u64; 25], constant: u64) -> [[u64; 25]; 2] {
        let diagonal = |i: usize| {
            let (k, x) = (i / 5, i % 5);
            5 * ((x + 5 - k) % 5) + x
        };
        let constants = &[[constant; 2]];
        // SAFETY: the caller guarantees the instruction sets. Words accept any bit pattern.
        unsafe {
            let (planes, diagonals): ([u64; 25], [u64; 25]) =
                (*state, core::array::from_fn(|i| state[diagonal(i)]));
            let [planes, diagonals] = [planes, diagonals]
                .map(|words| core::array::from_fn::<_, 5, _>(|y| load(&words, y)));
            let to =
                statement!(planes, constants, "/* {end} */", round_of_planes!(), from_diagonals!());
            let mut moved = [0; 25];
            (0..5).for_each(|y| store(to[y], &mut moved, y));
            let mut first = [0; 25];
            (0..25).for_each(|i| first[diagonal(i)] = moved[i]);
            let to = statement!(
                diagonals,
                constants,
                "/* {end} */",
                to_diagonals!(),
                round_of_diagonals!()
            );
            let mut second = [0; 25];
            (0..5).for_each(|y| store(to[y], &mut second, y));
            [first, second]
        }
    }

    let _: Avx512 = cpu;
    // SAFETY: the token proves that the CPU has AVX-512.
    unsafe { compiled(state, constant) }
}
