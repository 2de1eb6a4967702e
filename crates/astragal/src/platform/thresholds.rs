//! Thresholds that choose between two implementations of an operation, by the size of the input and the processor. Both
//! compute the same result, and the sizes are public. Each constant names the measurement that it follows. Times are
//! nanoseconds of one core: Zen 3 (3.2 GHz) and, where named, Zen 4 (3.7 GHz). `cargo xtask bench lengths` finds
//! lengths at which another implementation would be faster.

/// Largest number of blocks for which low-latency rounds of a cipher, called once per vector, take less time than one
/// call of the wide rounds. Counts of blocks, for each kind of vector.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "each architecture reads only its own fields")]
pub(crate) struct FewBlocks {
    /// Vectors of 16 bytes with `pshufb`.
    pub(crate) ssse3: usize,
    /// Vectors of 32 bytes, with and without VAES.
    pub(crate) avx2: usize,
    /// Vectors of 32 bytes with GFNI.
    pub(crate) gfni: usize,
    /// Vectors of 64 bytes.
    pub(crate) avx512: usize,
    /// NEON.
    pub(crate) neon: usize,
}

/// Anubis. AVX2: 2 blocks 95, 32 blocks 860. SSSE3: 1 block 96, 16 blocks 1,040.
pub(crate) const ANUBIS: FewBlocks =
    FewBlocks { ssse3: 10, avx2: 18, gfni: 6, avx512: 12, neon: 3 };
/// ARIA. Emerald Rapids at 2.9 GHz: AVX2, 2 blocks 105 and 32 blocks 362. SSSE3: 1 block 230, 16 blocks 1,210.
pub(crate) const ARIA: FewBlocks = FewBlocks { ssse3: 5, avx2: 6, gfni: 4, avx512: 8, neon: 2 };
/// Camellia. AVX2: 2 blocks 223, 32 blocks 420. VAES: 220 and 370. SSSE3: 1 block 267, 16 blocks 1,450.
pub(crate) const CAMELLIA: FewBlocks = FewBlocks { ssse3: 5, avx2: 2, gfni: 2, avx512: 4, neon: 1 };
/// CAST-256 and MARS, one block a vector. AVX2: CAST-256 1 block 2,430, 32 blocks 6,450; MARS 1,220 and 4,600. SSSE3:
/// CAST-256 6,360 and 6,700; MARS 2,540 and 3,800.
pub(crate) const ONE_BLOCK: FewBlocks =
    FewBlocks { ssse3: 1, avx2: 2, gfni: 2, avx512: 2, neon: 1 };
/// Kalyna with blocks of 16 bytes. AVX2: 1 block 249, 32 blocks 2,000. SSSE3: 233 and, for 16 blocks, 1,480.
pub(crate) const KALYNA_128: FewBlocks =
    FewBlocks { ssse3: 6, avx2: 8, gfni: 4, avx512: 4, neon: 4 };
/// Kalyna with blocks of 32 bytes. AVX2: 1 block 376, 32 blocks 4,600. SSSE3: 590 and, for 16 blocks, 3,950.
pub(crate) const KALYNA_256: FewBlocks =
    FewBlocks { ssse3: 6, avx2: 12, gfni: 6, avx512: 12, neon: 6 };
/// Kalyna with blocks of 64 bytes. AVX2: 1 block 1,640, 18 blocks 12,000. SSSE3: 1,580 and, for 16 blocks, 10,900.
pub(crate) const KALYNA_512: FewBlocks =
    FewBlocks { ssse3: 6, avx2: 7, gfni: 6, avx512: 24, neon: 6 };
/// Kuznyechik. AVX2: 2 blocks 250, 32 blocks 1,340. SSSE3: 1 block 255, 16 blocks 1,800.
pub(crate) const KUZNYECHIK: FewBlocks =
    FewBlocks { ssse3: 6, avx2: 10, gfni: 8, avx512: 16, neon: 4 };
/// Serpent. Emerald Rapids at 2.7 GHz: AVX2, 1 block 166 in general-purpose registers, 2 to 8 blocks 290 in one vector per
/// word, 16 blocks 430. AVX-512, 4 blocks 190, 16 blocks 195, 32 blocks 310.
pub(crate) const SERPENT: FewBlocks = FewBlocks { ssse3: 1, avx2: 1, gfni: 1, avx512: 4, neon: 1 };
/// Twofish. AVX2: 2 blocks 368, 32 blocks 1,140. SSSE3: 1 block 506, 16 blocks 1,290.
pub(crate) const TWOFISH: FewBlocks = FewBlocks { ssse3: 2, avx2: 6, gfni: 6, avx512: 12, neon: 3 };

/// CAST-256 and MARS by lookup tables instead of vectors, if the caller allows them. Vectors of 16 bytes are always
/// slower than the tables. Zen 4.
pub(crate) const BLOCKS_BY_TABLES: FewBlocks =
    FewBlocks { ssse3: usize::MAX, avx2: 32, gfni: 32, avx512: 14, neon: usize::MAX };

/// SM4, for the blocks that remain after whole batches of the wide rounds. AVX2: 8 blocks 312, 32 blocks 685. SSSE3: 4
/// blocks 312, 16 blocks 873. Emerald Rapids at 2.7 GHz: GFNI, 8 blocks 171 and 32 blocks 396; AVX-512, 16 blocks 150
/// and 64 blocks 335. NEON is not measured.
pub(crate) const SM4_REST: FewBlocks =
    FewBlocks { ssse3: 8, avx2: 16, gfni: 16, avx512: 32, neon: usize::MAX };

/// SM4 on four vectors. For more blocks, up to [`SM4_REST`], eight vectors take less time on AVX2.
/// Emerald Rapids at 2.9 GHz: AVX2, 16 blocks 553 and 317.
pub(crate) const SM4_FOUR_VECTORS: FewBlocks = FewBlocks {
    ssse3: usize::MAX,
    avx2: 8,
    gfni: usize::MAX,
    avx512: usize::MAX,
    neon: usize::MAX,
};

/// SM4 in vectors of 16 bytes, which need no moves between lanes for AES instructions. Emerald Rapids at 2.9 GHz: AVX2, 4
/// blocks 214 instead of 270.
pub(crate) const SM4_FOUR_BLOCKS: FewBlocks =
    FewBlocks { ssse3: 0, avx2: 4, gfni: 0, avx512: 0, neon: 0 };

/// Smallest number of blocks of AES-GCM for which wide batches take less time than narrow ones. Zen 4: 2,048 bytes take
/// 276 in wide batches and 297 in narrow batches.
pub(crate) const GCM_WIDE_BLOCKS: usize = 128;

/// Smallest number of blocks that Poly1305 absorbs in eight lanes with IFMA. For fewer blocks, computing the powers of
/// `r` takes longer than the lanes save.
#[cfg(target_arch = "x86_64")]
pub(crate) const POLY1305_LANES_BLOCKS: usize = 24;

/// Smallest length in bytes of an input that is divided between cores. Waking a core takes about 6 µs, one eighth of
/// the time to hash 256 KiB.
#[cfg(feature = "parallel")]
pub(crate) const PARALLEL_BYTES: usize = 256 << 10;
