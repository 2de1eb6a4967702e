//! Run-time detection of instruction sets. The CPU is examined once, and [`limit`] restricts the result.
//!
//! A token is a zero-sized proof that the CPU has an instruction set. A backend takes a token by value, so it cannot
//! run without a successful detection. [`enter`](super::enter) calls code compiled for a token's instruction set.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"),
    expect(
        unsafe_code,
        reason = "expands the macro of `enter`, which contains `unsafe`, for each token"
    )
)]

#[cfg(feature = "__tests")]
extern crate std;

use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Instruction-set level. [`limit`] restricts the library to the instruction sets of one level and all lower levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Level {
    /// Portable code only, with the instructions of the compilation target.
    Portable,
    /// x86-64: SSSE3, for the block ciphers except AES and Rijndael.
    Ssse3,
    /// x86-64: AVX2, BMI, AES-NI and SHA-NI.
    Avx2,
    /// x86-64: [`Avx2`](Self::Avx2) with VAES and VPCLMULQDQ on 256-bit registers.
    Vaes,
    /// x86-64: [`Vaes`](Self::Vaes) with GFNI on 256-bit registers.
    Gfni,
    /// x86-64: [`Gfni`](Self::Gfni) with AVX-512.
    Avx512,
    /// AArch64: NEON with the AES and SHA-2 extensions.
    Neon,
    /// AArch64: [`Neon`](Self::Neon) with the SHA-3 extension.
    ArmSha3,
    /// WebAssembly: 128-bit vectors. The level exists only if the library was compiled with `simd128`.
    Simd128,
}

impl Level {
    /// All levels.
    pub const ALL: [Self; 9] = [
        Self::Portable,
        Self::Ssse3,
        Self::Avx2,
        Self::Vaes,
        Self::Gfni,
        Self::Avx512,
        Self::Neon,
        Self::ArmSha3,
        Self::Simd128,
    ];

    /// Returns the level's name: `portable`, `ssse3`, `avx2`, `vaes`, `gfni`, `avx512`, `neon`, `arm-sha3` or
    /// `simd128`. The command-line tool accepts these names in the environment variable `ASTRAGAL_CPU`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Ssse3 => "ssse3",
            Self::Avx2 => "avx2",
            Self::Vaes => "vaes",
            Self::Gfni => "gfni",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::ArmSha3 => "arm-sha3",
            Self::Simd128 => "simd128",
        }
    }

    /// Returns the level whose name is `name`, or `None` if no level has this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }

    const HIGHEST: Self = if cfg!(target_arch = "aarch64") {
        Self::ArmSha3
    } else if cfg!(target_feature = "simd128") {
        Self::Simd128
    } else {
        Self::Avx512
    };

    const fn rank(self) -> u8 {
        match self {
            Self::Portable => 0,
            Self::Ssse3 => 1,
            Self::Avx2 | Self::Neon | Self::Simd128 => 2,
            Self::Vaes | Self::ArmSha3 => 3,
            Self::Gfni => 4,
            Self::Avx512 => 5,
        }
    }
}

/// Limits the instruction sets that the whole process uses after this call. A later call may raise the limit again.
/// Results never depend on the level. In WebAssembly without an operating system, the call has no effect.
///
/// ```
/// use astragal::hazmat::cpu::{Level, limit};
/// limit(Level::Portable);
/// ```
pub fn limit(level: Level) {
    PERMITTED.store(KNOWN | detected(level), Ordering::Relaxed);
}

/// Lets CAST-256 and MARS use keys and data as table indices, in the whole process and from this call on.
/// **Hazardous:** other programs on the machine may learn keys and data from the cache. After this call, the registry
/// reports the timing of CAST-256 as `table-based`, and the timing of MARS as `data-dependent`.
///
/// With tables, single blocks take a fraction of the time, and so do modes whose blocks depend on each other, such as
/// CBC encryption. Use this function only for old data, on a machine that runs no other programs. Objects created
/// before the call stay constant-time. Other ciphers are not affected.
///
/// ```
/// use astragal::registry::{Timing, cipher};
/// astragal::hazmat::cpu::allow_table_lookups();
/// assert_eq!(cipher("cast256-128")?.implementation().timing, Timing::TableBased);
/// assert_eq!(cipher("aes-128")?.implementation().timing, Timing::Constant);
/// # Ok::<(), astragal::registry::UnknownName>(())
/// ```
pub fn allow_table_lookups() {
    TABLE_LOOKUPS.store(true, Ordering::Relaxed);
}

/// Returns whether the program called [`allow_table_lookups`].
#[inline]
#[allow(dead_code, reason = "a feature set may leave out all ciphers with tables")]
pub(crate) fn table_lookups_are_allowed() -> bool {
    TABLE_LOOKUPS.load(Ordering::Relaxed)
}

/// Whether the program called [`allow_table_lookups`].
static TABLE_LOOKUPS: AtomicBool = AtomicBool::new(false);

/// Set with one bit per token. It contains the tokens that detection found and [`limit`] allows. The value is 0 until
/// the first detection.
static PERMITTED: AtomicU32 = AtomicU32::new(0);

/// Bit of [`PERMITTED`] that is set once the other bits are valid.
const KNOWN: u32 = 1 << 31;

#[inline]
fn permits(token: u32) -> bool {
    // On WebAssembly without an operating system, the instruction sets are fixed when the module is compiled, and no
    // environment variable can limit them. This function is therefore constant, and LLVM can remove the portable
    // backends.
    if cfg!(all(target_family = "wasm", target_os = "unknown")) {
        return true;
    }
    let mut permitted = PERMITTED.load(Ordering::Relaxed);
    if permitted == 0 {
        permitted = first_detection();
    }
    permitted & token != 0
}

#[cold]
fn first_detection() -> u32 {
    let permitted = KNOWN | detected(highest());
    // If another thread sets a limit during detection, the compare-and-exchange keeps that limit.
    match PERMITTED.compare_exchange(0, permitted, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => permitted,
        Err(capped) => capped,
    }
}

/// Returns the highest level that detection may report. Tests lower it with the environment variable
/// `ASTRAGAL_TEST_CPU`.
fn highest() -> Level {
    #[cfg(feature = "__tests")]
    {
        if let Ok(name) = std::env::var("ASTRAGAL_TEST_CPU") {
            return Level::from_name(&name).expect("ASTRAGAL_TEST_CPU names a level");
        }
    }
    Level::HIGHEST
}

#[cfg(all(feature = "std", target_arch = "aarch64"))]
use std::arch::is_aarch64_feature_detected as has;
#[cfg(all(feature = "std", target_arch = "x86_64", not(astragal_model)))]
use std::arch::is_x86_feature_detected as has;

/// Reports every feature as present, because software models replace all instructions under `astragal_model`.
#[cfg(all(target_arch = "x86_64", astragal_model))]
macro_rules! has {
    ($feature:tt) => {
        true
    };
}

/// No detection is needed, because an engine loads a WebAssembly module only if it has all the module's instructions.
#[cfg(target_feature = "simd128")]
macro_rules! has {
    ("simd128") => {
        true
    };
}

/// Detects CPU features with the crate `cpufeatures`, for builds without `std`.
#[cfg(all(
    not(feature = "std"),
    not(all(target_arch = "x86_64", astragal_model)),
    any(target_arch = "aarch64", target_arch = "x86_64")
))]
macro_rules! has {
    // `cpufeatures` has no name for NEON, because every aarch64 processor has it.
    ("neon") => {
        true
    };
    // `cpufeatures` reports GFNI, VAES and VPCLMULQDQ only on CPUs with AVX-512. Some CPUs without AVX-512 have these
    // instructions for 256-bit registers, so the code reads the feature bits from CPUID. These bits do not show whether
    // the operating system saves the vector registers. Every token with GFNI or VAES also requires AVX2 or AVX-512, and
    // the detection of these checks the operating system.
    ("gfni") => {
        extended_features() & 1 << 8 != 0
    };
    ("vaes") => {
        extended_features() & 1 << 9 != 0
    };
    ("vpclmulqdq") => {
        extended_features() & 1 << 10 != 0
    };
    ($feature:tt) => {{
        cpufeatures::new!(feature, $feature);
        feature::get()
    }};
}

/// Returns register ECX of CPUID leaf 7, which contains the feature bits of GFNI, VAES and VPCLMULQDQ. Every processor
/// with AVX2 has that leaf.
#[cfg(all(not(feature = "std"), target_arch = "x86_64", not(astragal_model)))]
fn extended_features() -> u32 {
    #[allow(unused_unsafe, reason = "newer compilers declare this intrinsic as safe")]
    // SAFETY: every x86-64 processor has CPUID.
    unsafe {
        core::arch::x86_64::__cpuid_count(7, 0).ecx
    }
}

/// Declares tokens. Each line gives the token's bit number, its name, the lowest level that includes it, and its CPU
/// features.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64", target_feature = "simd128"))]
macro_rules! tokens {
    ($($(#[$doc:meta])* $bit:literal $token:ident, $level:ident: $($feature:tt),+;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            #[allow(dead_code, reason = "some feature sets do not use every token")]
            pub(crate) struct $token(());

            #[allow(dead_code, reason = "some feature sets do not use every token")]
            impl $token {
                /// Returns the token if this machine has the instructions and [`limit`] allows them.
                #[inline]
                pub(crate) fn detect() -> Option<Self> {
                    permits(1 << $bit).then_some(Self(()))
                }
            }

            $crate::platform::enter::entry!($token: $($feature),+);
        )+

        /// Returns a set with one bit per token. It contains the tokens up to `level` whose instructions this machine
        /// has.
        fn detected(level: Level) -> u32 {
            let mut bits = 0;
            $(
                if level.rank() >= Level::$level.rank() $(&& has!($feature))+ {
                    bits |= 1 << $bit;
                }
            )+
            bits
        }

        /// Number, name and CPU features of every token.
        #[cfg(feature = "__tests")]
        const TOKENS: &[(u32, &str, &[&str])] =
            &[$(($bit, stringify!($token), &[$($feature),+])),+];
    };
}

#[cfg(target_arch = "x86_64")]
tokens! {
    /// BMI1 and BMI2. Portable source code is compiled a second time with these instructions. Rotations (`rorx`) and
    /// `andn` then need no register copies.
    0 Bmi, Avx2: "bmi1", "bmi2";
    /// AVX2 with BMI1 and BMI2.
    1 Avx2, Avx2: "avx2", "bmi1", "bmi2";
    /// AES-NI with SSSE3 and SSE4.1.
    2 AesNi, Avx2: "aes", "sse4.1", "ssse3";
    /// AES-NI and PCLMULQDQ with SSSE3 and SSE4.1.
    3 Pclmul, Avx2: "pclmulqdq", "aes", "sse4.1", "ssse3";
    /// AVX2 with AES-NI, PCLMULQDQ, BMI1 and BMI2.
    4 Avx2Aes, Avx2: "avx2", "aes", "pclmulqdq", "bmi1", "bmi2";
    /// The SHA extensions for SHA-1 and SHA-256, with SSSE3 and SSE4.1.
    5 ShaNi, Avx2: "sha", "sse4.1", "ssse3";
    /// VAES and VPCLMULQDQ on 256-bit registers, with AVX2, BMI1 and BMI2 (Zen 3).
    6 Vaes, Vaes: "avx2", "vaes", "vpclmulqdq", "aes", "pclmulqdq", "bmi1", "bmi2";
    /// The instruction sets of `Vaes`, and GFNI (Alder Lake and later).
    7 Gfni, Gfni: "avx2", "gfni", "vaes", "vpclmulqdq", "aes", "pclmulqdq", "bmi1", "bmi2";
    /// AVX-512 F, BW, DQ and VL, with AVX2, BMI1 and BMI2.
    8 Avx512, Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx2", "bmi1", "bmi2";
    /// The instruction sets of `Avx512`, and VBMI, GFNI, VAES and VPCLMULQDQ on 512-bit registers (Ice Lake, Zen 4 and
    /// later).
    9 Avx512Vbmi, Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi", "avx2", "gfni",
        "vaes", "vpclmulqdq", "aes", "pclmulqdq", "bmi1", "bmi2";
    /// SSSE3, whose shuffle instruction looks up 16 bytes in a 16-byte table, in constant time.
    10 Ssse3, Ssse3: "ssse3";
    /// AVX-512 with the multiplication of 52-bit numbers (Ice Lake, Zen 4 and later).
    11 Avx512Ifma, Avx512: "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512ifma", "avx2", "bmi1", "bmi2";
}

#[cfg(target_arch = "aarch64")]
tokens! {
    /// NEON, which every aarch64 machine has.
    0 Neon, Neon: "neon";
    /// NEON with the AES extension, which includes the 64-bit polynomial multiplication.
    1 ArmAes, Neon: "neon", "aes";
    /// NEON with the SHA-2 extension, which covers SHA-1 and SHA-256.
    2 ArmSha2, Neon: "neon", "sha2";
    /// NEON with the SHA-3 extension.
    3 ArmSha3, ArmSha3: "neon", "sha3";
}

#[cfg(target_feature = "simd128")]
tokens! {
    /// 128-bit vectors of WebAssembly.
    0 Simd128, Simd128: "simd128";
}

/// Declares conversions from a token to the tokens that it includes.
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
macro_rules! includes {
    ($($token:ident: $($weaker:ident),+;)+) => { $($(
        impl From<$token> for $weaker {
            #[inline(always)]
            fn from(_: $token) -> Self {
                Self(())
            }
        }
    )+)+ };
}

#[cfg(target_arch = "x86_64")]
includes! {
    Avx2: Bmi;
    Pclmul: AesNi;
    Avx2Aes: Pclmul, AesNi, Avx2, Bmi;
    Vaes: Avx2Aes, Pclmul, AesNi, Avx2, Bmi;
    Gfni: Vaes, Avx2Aes, Pclmul, AesNi, Avx2, Bmi;
    Avx512: Avx2, Bmi;
    Avx512Ifma: Avx512, Avx2, Bmi;
    Avx512Vbmi: Avx512, Gfni, Vaes, Avx2Aes, Pclmul, AesNi, Avx2, Bmi;
}

#[cfg(target_arch = "aarch64")]
includes! {
    ArmAes: Neon;
    ArmSha2: Neon;
    ArmSha3: Neon;
}

/// Returns an empty set of tokens, on architectures for which the library has only portable code.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128")))]
fn detected(_: Level) -> u32 {
    0
}

#[cfg(all(
    feature = "__tests",
    not(any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"))
))]
const TOKENS: &[(u32, &str, &[&str])] = &[];

/// Instruction sets of a processor on which tests run the library.
#[cfg(feature = "__tests")]
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Processor {
    /// Name of a level, or of a token.
    pub name: &'static str,
    tokens: u32,
}

#[cfg(feature = "__tests")]
impl Processor {
    /// Returns the processors that this machine can imitate. The first processor has none of the optional instruction
    /// sets. For each level, there is a processor with all instruction sets up to that level. For each token, there is
    /// a processor with only the token's features.
    #[must_use]
    pub fn all() -> std::vec::Vec<Self> {
        let here = detected(highest());
        let mut all = std::vec![Self { name: Level::Portable.name(), tokens: 0 }];
        let levels = Level::ALL.into_iter().map(|level| (level.name(), detected(level)));
        let present = TOKENS.iter().filter(|(bit, ..)| here & 1 << bit != 0);
        let tokens = present.map(|(_, name, features)| {
            let is_included = |others: &[&str]| others.iter().all(|other| features.contains(other));
            let included = TOKENS.iter().filter(|(.., others)| is_included(others));
            (*name, included.fold(0, |tokens, (bit, ..)| tokens | 1 << bit))
        });
        for (name, tokens) in levels.chain(tokens) {
            let tokens = tokens & here;
            if all.iter().all(|other| other.tokens != tokens) {
                all.push(Self { name, tokens });
            }
        }
        all
    }

    /// Limits the whole process to the instruction sets of the imitated processor, from this call on.
    pub fn imitate(self) {
        PERMITTED.store(KNOWN | self.tokens, Ordering::Relaxed);
    }
}
