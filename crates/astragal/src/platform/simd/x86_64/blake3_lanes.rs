//! The function G of BLAKE3 on sixteen inputs, one per vector lane, in assembly for AVX-512.
//!
//! Each of the four G functions is one instruction behind the one before, so that rotations, which only one execution
//! port takes, alternate with additions. The compiler does not reorder assembly, and spills no register between its
//! parts.
#![expect(unsafe_code, reason = "contains inline assembly; each vector value proves CPU support")]

use core::arch::asm;

use super::U32x16;
use super::intrinsics::*;

/// Applies G to the four columns of the matrix `v`. `x` and `y` are the message words of each column.
#[inline(always)]
pub(crate) fn g_16(v: [[U32x16; 4]; 4], [x, y]: [[U32x16; 4]; 2]) -> [[U32x16; 4]; 4] {
    /// # Safety
    ///
    /// The CPU must have AVX-512.
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn compiled(
        [a, b, c, d]: [[__m512i; 4]; 4],
        [[x0, x1, x2, x3], [y0, y1, y2, y3]]: [[__m512i; 4]; 2],
    ) -> [[__m512i; 4]; 4] {
        let ([mut a0, mut a1, mut a2, mut a3], [mut b0, mut b1, mut b2, mut b3]) = (a, b);
        let ([mut c0, mut c1, mut c2, mut c3], [mut d0, mut d1, mut d2, mut d3]) = (c, d);
        // SAFETY: the instructions change only registers.
        unsafe {
            asm!(
                "vpaddd {a0}, {a0}, {x0}; vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {x1}; vpxord {d0}, {d0}, {a0}",
                "vpaddd {a1}, {a1}, {b1}; vpaddd {a2}, {a2}, {x2}; vprord {d0}, {d0}, 16; vpxord {d1}, {d1}, {a1}",
                "vpaddd {a2}, {a2}, {b2}; vpaddd {a3}, {a3}, {x3}; vpaddd {c0}, {c0}, {d0}; vprord {d1}, {d1}, 16",
                "vpxord {d2}, {d2}, {a2}; vpaddd {a3}, {a3}, {b3}; vpxord {b0}, {b0}, {c0}; vpaddd {c1}, {c1}, {d1}",
                "vprord {d2}, {d2}, 16; vpxord {d3}, {d3}, {a3}; vprord {b0}, {b0}, 12; vpxord {b1}, {b1}, {c1}",
                "vpaddd {c2}, {c2}, {d2}; vprord {d3}, {d3}, 16; vpaddd {a0}, {a0}, {y0}; vprord {b1}, {b1}, 12",
                "vpxord {b2}, {b2}, {c2}; vpaddd {c3}, {c3}, {d3}; vpaddd {a0}, {a0}, {b0}; vpaddd {a1}, {a1}, {y1}",
                "vprord {b2}, {b2}, 12; vpxord {b3}, {b3}, {c3}; vpxord {d0}, {d0}, {a0}; vpaddd {a1}, {a1}, {b1}",
                "vpaddd {a2}, {a2}, {y2}; vprord {b3}, {b3}, 12; vprord {d0}, {d0}, 8; vpxord {d1}, {d1}, {a1}",
                "vpaddd {a2}, {a2}, {b2}; vpaddd {a3}, {a3}, {y3}; vpaddd {c0}, {c0}, {d0}; vprord {d1}, {d1}, 8",
                "vpxord {d2}, {d2}, {a2}; vpaddd {a3}, {a3}, {b3}; vpxord {b0}, {b0}, {c0}; vpaddd {c1}, {c1}, {d1}",
                "vprord {d2}, {d2}, 8; vpxord {d3}, {d3}, {a3}; vprord {b0}, {b0}, 7; vpxord {b1}, {b1}, {c1}",
                "vpaddd {c2}, {c2}, {d2}; vprord {d3}, {d3}, 8; vprord {b1}, {b1}, 7; vpxord {b2}, {b2}, {c2}",
                "vpaddd {c3}, {c3}, {d3}; vprord {b2}, {b2}, 7; vpxord {b3}, {b3}, {c3}; vprord {b3}, {b3}, 7",
                x0 = in(zmm_reg) x0,
                x1 = in(zmm_reg) x1,
                x2 = in(zmm_reg) x2,
                x3 = in(zmm_reg) x3,
                y0 = in(zmm_reg) y0,
                y1 = in(zmm_reg) y1,
                y2 = in(zmm_reg) y2,
                y3 = in(zmm_reg) y3,
                a0 = inout(zmm_reg) a0,
                a1 = inout(zmm_reg) a1,
                a2 = inout(zmm_reg) a2,
                a3 = inout(zmm_reg) a3,
                b0 = inout(zmm_reg) b0,
                b1 = inout(zmm_reg) b1,
                b2 = inout(zmm_reg) b2,
                b3 = inout(zmm_reg) b3,
                c0 = inout(zmm_reg) c0,
                c1 = inout(zmm_reg) c1,
                c2 = inout(zmm_reg) c2,
                c3 = inout(zmm_reg) c3,
                d0 = inout(zmm_reg) d0,
                d1 = inout(zmm_reg) d1,
                d2 = inout(zmm_reg) d2,
                d3 = inout(zmm_reg) d3,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        [[a0, a1, a2, a3], [b0, b1, b2, b3], [c0, c1, c2, c3], [d0, d1, d2, d3]]
    }

    let registers = |[a, b, c, d]: [U32x16; 4]| [a.0, b.0, c.0, d.0];
    let vectors =
        |[a, b, c, d]: [__m512i; 4]| [x[0].with(a), x[0].with(b), x[0].with(c), x[0].with(d)];
    let [a, b, c, d] = v;
    let rows = [registers(a), registers(b), registers(c), registers(d)];
    // SAFETY: the vectors prove that the CPU has AVX-512.
    let [a, b, c, d] = unsafe { compiled(rows, [registers(x), registers(y)]) };
    [vectors(a), vectors(b), vectors(c), vectors(d)]
}
