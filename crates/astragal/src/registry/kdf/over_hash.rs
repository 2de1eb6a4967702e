//! What every hash brings by name: PBKDF2, scrypt, HKDF and KBKDF over its HMAC.

use super::{HkdfStep, KdfParams, KdfRow, KdfRule, kbkdf};
use crate::construction::hmac::Hmac;
use crate::error::{Allowed, ParameterError};
use crate::hash::Hash;
use crate::kdf::{Hkdf, Kbkdf, Pbkdf2, ScryptOver, ScryptParams};
use crate::machine::words::erase;
use crate::registry::info::Status;

/// PBKDF2, scrypt, HKDF and KBKDF over HMAC over the hash `H`.
pub(in crate::registry) const fn over_hmac<H: Hash>(status: Status) -> [KdfRow; 4] {
    // A password is no key: PBKDF2 and scrypt stay for compatibility.
    let at_best_acceptable = match status {
        Status::Recommended => Status::Acceptable,
        other => other,
    };
    [
        pbkdf2::<H>(at_best_acceptable),
        scrypt::<H>(at_best_acceptable),
        hkdf::<H>(status),
        kbkdf(Kbkdf::<Hmac<H>>::NAME, H::FAMILY, status, H::implementation),
    ]
}

const fn scrypt<H: Hash>(status: Status) -> KdfRow {
    KdfRow::new(
        (ScryptOver::<H>::NAME, "scrypt", "RFC 7914"),
        KdfRule::Scrypt,
        Allowed::AtLeast(0),
        status,
        ScryptOver::<H>::implementation,
        |_, password, params, key, work| {
            let scrypt = ScryptOver::<H>::limited(scrypt_costs(params), params.memory_limit)?;
            scrypt.derive_with(password, params.salt.unwrap_or_default(), key, work)
        },
    )
}

fn scrypt_costs(params: &KdfParams<'_>) -> ScryptParams {
    ScryptParams {
        n: params.n.unwrap_or_default(),
        r: params.r.unwrap_or_default(),
        p: params.p.unwrap_or_default(),
    }
}

const fn pbkdf2<H: Hash>(status: Status) -> KdfRow {
    KdfRow::new(
        (Pbkdf2::<H>::NAME, "pbkdf2", "RFC 8018 §5.2"),
        KdfRule::Pbkdf2,
        Allowed::AtLeast(0),
        status,
        H::implementation,
        |_, password, params, key, work| {
            let pbkdf2 = Pbkdf2::<H>::new(params.iterations.unwrap_or_default())?;
            pbkdf2.derive_with(password, params.salt.unwrap_or_default(), key, work)
        },
    )
}

const fn hkdf<H: Hash>(status: Status) -> KdfRow {
    KdfRow::new(
        (Hkdf::<H>::NAME, "hkdf", "RFC 5869"),
        KdfRule::Hkdf,
        Allowed::AtMost(Hkdf::<H>::LONGEST_KEY_BYTES),
        status,
        H::implementation,
        |row, secret, params, key, _| {
            let step = hkdf_step(row, params, key.len(), H::DIGEST_BYTES)?;
            let (salt, info) = (params.salt.unwrap_or_default(), params.info.unwrap_or_default());
            let hkdf = match step {
                HkdfStep::ExtractAndExpand => Hkdf::<H>::new(salt, secret),
                HkdfStep::Expand => Hkdf::<H>::from_key(secret)?,
                HkdfStep::Extract => {
                    let mut extracted = Hkdf::<H>::extract(salt, secret);
                    key.copy_from_slice(extracted.as_ref());
                    erase(extracted.as_mut());
                    return Ok(());
                }
            };
            Ok(hkdf.expand_into(info, key)?)
        },
    )
}

/// The step that is asked for, if it takes these parameters and gives so many bytes.
fn hkdf_step(
    row: &KdfRow,
    params: &KdfParams<'_>,
    key_bytes: usize,
    digest_bytes: usize,
) -> Result<HkdfStep, ParameterError> {
    let not_taken = |what| ParameterError::NotTaken { algorithm: row.name, what };
    match params.step {
        HkdfStep::Extract if params.info.is_some() => Err(not_taken("info to extract")),
        HkdfStep::Expand if params.salt.is_some() => Err(not_taken("salt to expand")),
        HkdfStep::Extract => {
            let allowed = Allowed::Exactly(digest_bytes);
            ParameterError::check_length(row.name, "pseudorandom key", key_bytes, allowed)?;
            Ok(HkdfStep::Extract)
        }
        step => Ok(step),
    }
}
