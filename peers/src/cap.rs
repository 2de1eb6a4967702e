//! Limits the instruction sets of other libraries, so that a comparison with astragal uses the same instruction sets
//! for all of them.

use std::process::{self, Command};
use std::sync::OnceLock;
use std::{env, io};

use anyhow::{Context as _, Result};
use astragal::hazmat::cpu::{Level, limit};

static CAP: OnceLock<Level> = OnceLock::new();

/// Returns the level that the option `--cpu` names.
///
/// # Errors
/// An error that lists the levels, if there is no such level.
pub fn level(name: &str) -> Result<Level> {
    let level = Level::from_name(name);
    level.with_context(|| format!("--cpu is {name:?}; expected one of {:?}", Level::ALL))
}

/// Limits the instruction sets of astragal, and of the other libraries that can be limited, to the level `level`. The
/// function must be called before the first call of any library. OpenSSL and Botan read their limit from environment
/// variables when they are loaded, so the program sets these variables and restarts itself. The crate `blake3` is
/// limited by its feature `without-avx512`.
///
/// # Errors
/// An error if the program cannot be restarted.
pub fn cap(level: Level) -> io::Result<()> {
    limit(level);
    CAP.get_or_init(|| level);
    let Some(variables) = capabilities(level) else { return Ok(()) };
    if variables.iter().all(|(name, _)| env::var_os(name).is_some()) {
        return Ok(());
    }
    let mut command = Command::new(env::current_exe()?);
    command.args(env::args_os().skip(1)).envs(variables);
    process::exit(command.status()?.code().unwrap_or(1));
}

/// Newer instruction sets that peers may use while astragal is limited to a level below AVX-512.
#[derive(Clone, Copy)]
struct Allowed {
    gfni: bool,
    vaes: bool,
}

/// Returns the instruction sets that the compared libraries may use. `None` means all of them. Below AVX2, the result
/// is `None` too, because few libraries can be limited to such a level.
fn allowed(level: Option<Level>) -> Option<Allowed> {
    match level? {
        Level::Avx2 => Some(Allowed { gfni: false, vaes: false }),
        Level::Vaes => Some(Allowed { gfni: false, vaes: true }),
        Level::Gfni => Some(Allowed { gfni: true, vaes: true }),
        _ => None,
    }
}

/// Returns the names of the CPU features that libgcrypt must not use.
#[cfg_attr(
    not(feature = "libgcrypt"),
    expect(dead_code, reason = "only the libgcrypt peers use this function")
)]
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

/// Returns whether to include libraries whose instruction sets cannot be limited. They are excluded if the other
/// libraries are limited; see [`allowed`].
pub(crate) fn includes_unlimited() -> bool {
    allowed(CAP.get().copied()).is_none()
}

/// Returns the environment variables that limit OpenSSL and Botan to the instruction-set level `level`. Returns `None`
/// if no library is limited at this level; see [`allowed`].
fn capabilities(level: Level) -> Option<[(&'static str, String); 2]> {
    let Allowed { gfni, vaes } = allowed(Some(level))?;
    // Bits to clear in CPUID leaf 7. Bits 0 to 31 stand for register EBX, and bits 32 to 63 for register ECX. The first
    // list contains the bits of AVX-512: F, DQ, IFMA, CD, BW and VL in EBX, and VBMI, VBMI2, VNNI, BITALG and VPOPCNTDQ
    // in ECX. Depending on the level, the bits of GFNI (40), VAES (41) and VPCLMULQDQ (42) are added.
    let bits = |numbers: &[u64]| numbers.iter().fold(0, |sum, number| sum | 1_u64 << number);
    let mut denied = bits(&[16, 17, 21, 28, 30, 31, 33, 38, 43, 44, 46]);
    let mut botan = String::from("avx512,avx512_aes,avx512_clmul");
    if !gfni {
        denied |= bits(&[40]);
        botan += ",gfni";
    }
    if !vaes {
        denied |= bits(&[41, 42]);
        botan += ",avx2_aes,avx2_clmul";
    }
    Some([("OPENSSL_ia32cap", format!(":~{denied:#x}")), ("BOTAN_CLEAR_CPUID", botan)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_exclude_features_above_the_level() {
        let values = |level| capabilities(level).map(|variables| variables.map(|(_, value)| value));
        let botan = "avx512,avx512_aes,avx512_clmul";
        let avx2 = [":~0x5f42d0230000".into(), format!("{botan},gfni,avx2_aes,avx2_clmul")];
        assert_eq!(values(Level::Avx2), Some(avx2));
        assert_eq!(values(Level::Gfni), Some([":~0x5842d0230000".into(), botan.into()]));
        assert_eq!(values(Level::Avx512), None);
    }
}
