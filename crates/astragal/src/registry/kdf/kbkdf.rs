//! Registry rows of KBKDF.

use super::row::{Derivation, KdfParams, KdfRow, KdfRule};
use crate::cipher::BlockCipher;
use crate::construction::kbkdf::{LONGEST_KEY_BYTES, length_in_bits};
use crate::error::{Allowed, ParameterError};
use crate::kdf::Kbkdf;
use crate::mac::Cmac;
use crate::registry::info::Status;
use crate::registry::mac::MacRow;
use crate::registry::params::MacParams;
use crate::traits::Implementation;
#[cfg(feature = "keccak")]
use crate::traits::Timing;

impl KdfRow {
    /// Creates the registry row for KBKDF based on CMAC with the cipher `C`.
    pub(in crate::registry) const fn over_cmac<C: BlockCipher<Block = [u8; 16]>>(
        status: Status,
    ) -> Self {
        kbkdf(Kbkdf::<Cmac<C>>::NAME, C::FAMILY, status, C::implementation)
    }
}

/// Creates the registry row for KBKDF in counter mode. `name` is `kbkdf-` followed by the MAC's name.
pub(super) const fn kbkdf(
    name: &'static str,
    family: &'static str,
    status: Status,
    implementation: fn() -> Implementation,
) -> KdfRow {
    KdfRow::new(
        (name, family, "SP 800-108r1 §4.1"),
        KdfRule::Kbkdf,
        Allowed::AtMost(LONGEST_KEY_BYTES),
        status,
        implementation,
        Derivation::OverMac(counter_mode),
    )
}

/// Derives `key` with KBKDF in counter mode (SP 800-108r1 §4.1).
fn counter_mode(
    row: &'static KdfRow,
    mac: &'static MacRow,
    key_in: &[u8],
    params: &KdfParams<'_>,
    key: &mut [u8],
) -> Result<(), ParameterError> {
    let bits = length_in_bits(row.name, key)?;
    let mut mac = mac.new_mac(key_in, &MacParams::default())?;
    let (label, context) = (params.label.unwrap_or_default(), params.info.unwrap_or_default());
    for (block, counter) in key.chunks_mut(mac.tag_bytes()).zip(1_u32..) {
        for input in [&counter.to_be_bytes()[..], label, &[0], context, &bits] {
            mac.update(input);
        }
        let Ok(tag) = mac.finalize_reset() else {
            unreachable!("the MAC accepts messages of any length")
        };
        block.copy_from_slice(&zeroize::Zeroizing::new(tag)[..block.len()]);
    }
    Ok(())
}

/// Creates the registry row for KBKDF with KMAC (SP 800-108r1 §4.4), which derives keys of any length.
#[cfg(feature = "keccak")]
pub(super) const fn kmac(name: &'static str) -> KdfRow {
    KdfRow::new(
        (name, "keccak", "SP 800-108r1 §4.4"),
        KdfRule::Kbkdf,
        Allowed::AtMost(LONGEST_KEY_BYTES),
        Status::Recommended,
        || Implementation {
            timing: Timing::Constant,
            ..crate::algorithm::keccak::backend::Backend::implementation()
        },
        Derivation::OverMac(|_, mac, input, params, key| {
            let mac_params = MacParams { custom: params.label, tag_bytes: Some(key.len()) };
            let mut mac = mac.new_mac(input, &mac_params)?;
            mac.update(params.info.unwrap_or_default());
            let Ok(()) = mac.finalize_into_reset(key) else {
                unreachable!("the tag length is the length of the key")
            };
            Ok(())
        }),
    )
}
