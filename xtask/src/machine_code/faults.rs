//! Faults to plant in the release code. The checks must report each of them.

use super::{ANSWERS, CONSTANT_TIME, EQUALITY};

/// A fault to plant in the interpreted code, and the test that must report the fault.
pub(super) struct Fault {
    /// Fault in the format `KIND:PLACE`, which is the argument of the interpreter's option `--plant`.
    pub(super) fault: &'static str,
    pub(super) level: &'static str,
    pub(super) rows: &'static str,
    /// Name of the test that must report this fault.
    pub(super) test: &'static str,
    /// Text that the output line that reports this fault must contain.
    pub(super) reported: &'static str,
}

pub(super) const FAULTS: &[Fault] = &[
    // Inserts a branch on the first vector register that contains secret bits. In the GFNI kernel of ARIA, these bits
    // are round keys.
    Fault {
        fault: "branch:platform/simd/x86_64/gfni.rs",
        level: "gfni",
        rows: "aria-128-ccm",
        test: CONSTANT_TIME,
        reported: "aead aria-128-ccm gfni constant-time: branch",
    },
    Fault {
        fault: "constant:wide_trail/backend/avx512.rs",
        level: "avx512",
        rows: "groestl-256",
        test: ANSWERS,
        reported: "(groestl-256)",
    },
    Fault {
        fault: "wipe:erase_below",
        level: "avx512",
        rows: "hmac-sha256",
        test: CONSTANT_TIME,
        reported: "secret bytes remain on the stack",
    },
    Fault {
        fault: "rotation:blake/",
        level: "avx512",
        rows: "blake2b-512",
        test: ANSWERS,
        reported: "(blake2b-512)",
    },
    Fault {
        fault: "constant:sha2/backend/sha_ni.rs",
        level: "avx512",
        rows: "hash/sha256",
        test: EQUALITY,
        reported: "hash sha256, 84 bytes, avx2 (sha-ni): DIFFERS",
    },
    Fault {
        fault: "rotation:simd/x86_64",
        level: "avx512",
        rows: "hash/sha512",
        test: EQUALITY,
        reported: "hash sha512, 148 bytes, avx512 (avx512): DIFFERS",
    },
    Fault {
        fault: "operands:simd/x86_64",
        level: "avx512",
        rows: "hash/sm3",
        test: EQUALITY,
        reported: "hash sm3, 84 bytes, avx2 (avx2): DIFFERS",
    },
    Fault {
        fault: "constant:rijndael/",
        level: "avx512",
        rows: "cipher/aes-128",
        test: EQUALITY,
        reported: "cipher aes-128, 1 blocks, encrypt, avx2 (avx2): DIFFERS",
    },
    Fault {
        fault: "constant:sm4/lanes.rs",
        level: "avx512",
        rows: "cipher/sm4",
        test: EQUALITY,
        reported: "cipher sm4, 1 blocks, encrypt, ssse3 (ssse3): DIFFERS",
    },
    Fault {
        fault: "rotation:sm4/lanes.rs",
        level: "avx512",
        rows: "cipher/sm4",
        test: EQUALITY,
        reported: "cipher sm4, 1 blocks, encrypt, avx512 (avx512): DIFFERS",
    },
    Fault {
        fault: "operands:sm4/lanes.rs",
        level: "avx512",
        rows: "cipher/sm4",
        test: EQUALITY,
        reported: "cipher sm4, 1 blocks, encrypt, avx2 (avx2): DIFFERS",
    },
];
