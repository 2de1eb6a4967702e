//! Registry rows of Argon2.

use super::row::{Derivation, KdfRow, KdfRule};
use crate::error::{Allowed, KdfError, ParameterError};
use crate::kdf::{Argon2, Argon2Params, Argon2Version};
use crate::registry::info::Status;

pub(super) const fn argon2<const TYPE: u32>(status: Status) -> KdfRow {
    KdfRow::new(
        (Argon2::<TYPE>::NAME, "argon2", "RFC 9106"),
        KdfRule::Argon2,
        Allowed::AtLeast(4),
        status,
        Argon2::<TYPE>::implementation,
        Derivation::Function(|row, password, params, key, work| {
            let version = match params.version {
                Some(number) => Argon2Version::from_number(number)?,
                None => Argon2Version::V13,
            };
            let costs = Argon2Params {
                memory_kib: params.m.unwrap_or_default(),
                passes: params.t.unwrap_or_default(),
                lanes: params.p.unwrap_or_default(),
                version,
            };
            let mut argon2 = Argon2::<TYPE>::new(costs)?
                .secret(params.secret.unwrap_or_default())
                .associated_data(params.associated_data.unwrap_or_default());
            if params.allow_short_salt {
                argon2 = argon2.allow_short_salt();
            }
            if params.memory_limit.is_some_and(|limit| u64::from(costs.memory_kib) << 10 > limit) {
                return Err(over_limit(row.name, costs.memory_kib));
            }
            argon2.derive_with(password, params.salt.unwrap_or_default(), key, work)
        }),
    )
}

fn over_limit(algorithm: &'static str, memory_kib: u32) -> KdfError {
    let (what, allowed) = ("memory m in KiB", "no more than the caller's limit");
    ParameterError::Value { algorithm, what, given: memory_kib as usize, allowed }.into()
}
