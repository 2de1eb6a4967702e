//! Caps for the peers, where they have any: what is capped here is compared with what runs on the same instructions
//! there.

use std::sync::OnceLock;

use astragal::hazmat::cpu::Level;

static CAP: OnceLock<Level> = OnceLock::new();

/// Caps the peers that start after it. The crate `blake3` has a feature for it instead, `without-avx512`, and OpenSSL
/// the variable that [`openssl_capabilities`] says.
pub fn cap_peers(level: Level) {
    CAP.get_or_init(|| level);
}

/// Whether the peers may use AVX-512, GFNI on 256 bits, and VAES.
#[derive(Clone, Copy)]
struct Allowed {
    gfni: bool,
    vaes: bool,
}

/// `None` where nothing is forbidden to them: without a cap, and below AVX2, where few can be capped.
fn allowed(level: Option<Level>) -> Option<Allowed> {
    match level? {
        Level::Avx2 => Some(Allowed { gfni: false, vaes: false }),
        Level::Vaes => Some(Allowed { gfni: false, vaes: true }),
        Level::Gfni => Some(Allowed { gfni: true, vaes: true }),
        _ => None,
    }
}

/// What libgcrypt calls the features that it may not use.
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

/// The value of `OPENSSL_ia32cap` for a process that is to be capped: OpenSSL reads it when it is loaded.
pub fn openssl_capabilities(level: Level) -> Option<String> {
    let Allowed { gfni, vaes } = allowed(Some(level))?;
    // CPUID's leaf 7: EBX has AVX-512 F, DQ, IFMA, CD, BW and VL; above it ECX has VBMI, VBMI2, VNNI, BITALG and
    // VPOPCNTDQ, and GFNI, and VAES and VPCLMULQDQ.
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
    fn openssl_is_denied_what_the_level_lacks() {
        assert_eq!(openssl_capabilities(Level::Avx2).as_deref(), Some(":~0x5f42d0230000"));
        assert_eq!(openssl_capabilities(Level::Gfni).as_deref(), Some(":~0x5842d0230000"));
        assert_eq!(openssl_capabilities(Level::Avx512), None);
    }
}
