//! Limits the instruction sets of peers, so that astragal and its peers use the same.

use std::sync::OnceLock;

use astragal::hazmat::cpu::Level;

static CAP: OnceLock<Level> = OnceLock::new();

/// Limits libraries that are loaded later. The crate `blake3` has the feature `without-avx512` instead, and OpenSSL has
/// the variable of [`openssl_capabilities`].
pub fn cap_peers(level: Level) {
    CAP.get_or_init(|| level);
}

/// Instruction sets that peers may use under a limit. AVX-512 is always excluded.
#[derive(Clone, Copy)]
struct Allowed {
    gfni: bool,
    vaes: bool,
}

/// Returns the instruction sets that peers may use. Returns `None` if all are allowed: without a limit, and below AVX2,
/// where few libraries can be limited.
fn allowed(level: Option<Level>) -> Option<Allowed> {
    match level? {
        Level::Avx2 => Some(Allowed { gfni: false, vaes: false }),
        Level::Vaes => Some(Allowed { gfni: false, vaes: true }),
        Level::Gfni => Some(Allowed { gfni: true, vaes: true }),
        _ => None,
    }
}

/// Returns libgcrypt's names of the features that it must not use.
#[cfg_attr(not(feature = "libgcrypt"), expect(dead_code, reason = "for libgcrypt"))]
pub(crate) fn gcrypt_features() -> Vec<&'static std::ffi::CStr> {
    let Some(Allowed { gfni, vaes }) = allowed(CAP.get().copied()) else { return Vec::new() };
    let mut features = vec![c"intel-avx512"];
    if !gfni {
        features.push(c"intel-gfni");
    }
    if !vaes {
        features.push(c"intel-vaes-vpclmul");
    }
    features
}

/// Returns the value of `OPENSSL_ia32cap` for a limited process. OpenSSL reads it when it is loaded.
pub fn openssl_capabilities(level: Level) -> Option<String> {
    let Allowed { gfni, vaes } = allowed(Some(level))?;
    // Bits of CPUID leaf 7 to clear. EBX: AVX-512 F, DQ, IFMA, CD, BW and VL. ECX, from bit 32: VBMI, VBMI2, VNNI,
    // BITALG and VPOPCNTDQ; GFNI (40), VAES and VPCLMULQDQ (41, 42).
    let bits = |numbers: &[u64]| numbers.iter().fold(0, |sum, number| sum | 1_u64 << number);
    let mut denied = bits(&[16, 17, 21, 28, 30, 31, 33, 38, 43, 44, 46]);
    if !gfni {
        denied |= bits(&[40]);
    }
    if !vaes {
        denied |= bits(&[41, 42]);
    }
    Some(format!(":~{denied:#x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openssl_mask_excludes_features_above_the_level() {
        assert_eq!(openssl_capabilities(Level::Avx2).as_deref(), Some(":~0x5f42d0230000"));
        assert_eq!(openssl_capabilities(Level::Gfni).as_deref(), Some(":~0x5842d0230000"));
        assert_eq!(openssl_capabilities(Level::Avx512), None);
    }
}
