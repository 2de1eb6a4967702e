//! Registry rows of key derivation functions based on HMAC: PBKDF2, scrypt, HKDF and KBKDF. Each function has one row
//! per hash.

use super::kbkdf::kbkdf;
use super::pbkdf2::ErasedPbkdf2;
use super::row::{Derivation, DeriveOverHash, HkdfStep, KdfParams, KdfRow, KdfRule};
use crate::construction::hmac::Hmac;
use crate::construction::scrypt;
use crate::error::{Allowed, KdfError, ParameterError};
use crate::kdf::{Hkdf, Kbkdf, Pbkdf2, ScryptOver, ScryptParams, Work};
use crate::platform::stack::{VECTOR_STACK_BYTES, with_stack_wipe};
use crate::platform::words::erase;
use crate::registry::erased::hash::{ErasedHash, HashOps, HashState};
use crate::registry::info::Status;
use crate::registry::mac::Authenticate;
use crate::registry::mac::hmac::{self, ErasedHmac, LONGEST_DIGEST};

/// Creates the registry rows of PBKDF2, scrypt, HKDF and KBKDF, based on HMAC with the hash `H`.
pub(in crate::registry) const fn over_hmac<H: ErasedHash>(status: Status) -> [KdfRow; 4] {
    // PBKDF2 and scrypt exist for compatibility and are never `Recommended`: Argon2 resists password guessing better.
    let at_best_acceptable = match status {
        Status::Recommended => Status::Acceptable,
        other => other,
    };
    [
        KdfRow::new(
            (Pbkdf2::<H>::NAME, "pbkdf2", "RFC 8018 §5.2"),
            KdfRule::Pbkdf2,
            Allowed::AtLeast(0),
            at_best_acceptable,
            H::implementation,
            Derivation::OverHash(H::OPS),
        ),
        KdfRow::new(
            (ScryptOver::<H>::NAME, "scrypt", "RFC 7914"),
            KdfRule::Scrypt,
            Allowed::AtLeast(0),
            at_best_acceptable,
            scrypt::implementation,
            Derivation::OverHash(H::OPS),
        ),
        KdfRow::new(
            (Hkdf::<H>::NAME, "hkdf", "RFC 5869"),
            KdfRule::Hkdf,
            Allowed::AtMost(Hkdf::<H>::LONGEST_KEY_BYTES),
            status,
            H::implementation,
            Derivation::OverHash(H::OPS),
        ),
        kbkdf(Kbkdf::<Hmac<H>>::NAME, H::FAMILY, status, H::implementation),
    ]
}

impl<X: HashState> DeriveOverHash for HashOps<X> {
    fn derive(
        &'static self,
        row: &KdfRow,
        secret: &[u8],
        params: &KdfParams<'_>,
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        match row.rule {
            KdfRule::Pbkdf2 => pbkdf2(self, row, secret, params, key, work),
            KdfRule::Scrypt => scrypt_over(self, row, secret, params, key, work),
            _ => hkdf(self, row, secret, params, key),
        }
    }
}

fn pbkdf2<X: HashState>(
    hash: &'static HashOps<X>,
    row: &KdfRow,
    password: &[u8],
    params: &KdfParams<'_>,
    key: &mut [u8],
    work: &mut Work<'_>,
) -> Result<(), KdfError> {
    let iterations = params.iterations.unwrap_or_default();
    let pbkdf2 = ErasedPbkdf2 { name: row.name, hash, iterations };
    pbkdf2.derive(password, params.salt.unwrap_or_default(), key, work)
}

fn scrypt_over<X: HashState>(
    hash: &'static HashOps<X>,
    row: &KdfRow,
    password: &[u8],
    params: &KdfParams<'_>,
    key: &mut [u8],
    work: &mut Work<'_>,
) -> Result<(), KdfError> {
    let costs = ScryptParams {
        n: params.n.unwrap_or_default(),
        r: params.r.unwrap_or_default(),
        p: params.p.unwrap_or_default(),
    };
    let pbkdf2 = ErasedPbkdf2 { name: row.name, hash, iterations: 1 };
    let key_of =
        |salt: &[u8], key: &mut [u8]| pbkdf2.derive(password, salt, key, &mut Work::default());
    let salt = params.salt.unwrap_or_default();
    // `VECTOR_STACK_BYTES` is enough for scrypt: its memory mixing needs little stack, and PBKDF2 wipes its own stack.
    with_stack_wipe(VECTOR_STACK_BYTES, || {
        scrypt::derive_over(row.name, &costs, params.memory_limit, &key_of, salt, key, work)
    })
}

fn hkdf<X: HashState>(
    hash: &'static HashOps<X>,
    row: &KdfRow,
    secret: &[u8],
    params: &KdfParams<'_>,
    key: &mut [u8],
) -> Result<(), KdfError> {
    let digest_bytes = hash.digest_bytes;
    let (salt, info) = (params.salt.unwrap_or_default(), params.info.unwrap_or_default());
    match hkdf_step(row, params, key.len(), digest_bytes)? {
        HkdfStep::Extract => hmac::tag_into(hash, salt, secret, key),
        HkdfStep::Expand => {
            let (what, allowed) = ("pseudorandom key", Allowed::AtLeast(digest_bytes));
            ParameterError::check_length(row.name, what, secret.len(), allowed)?;
            expand(hash, secret, info, key);
        }
        HkdfStep::ExtractAndExpand => {
            let mut extracted = [0; LONGEST_DIGEST];
            let extracted = &mut extracted[..digest_bytes];
            hmac::tag_into(hash, salt, secret, extracted);
            expand(hash, extracted, info, key);
            erase(extracted);
        }
    }
    Ok(())
}

/// Upper bound, in bytes, on the stack that HKDF-Expand uses besides its hash and HMAC objects.
const EXPAND_STACK: usize = 2048;

/// Derives `key` with HKDF-Expand (RFC 5869 §2.3). `key` is at most 255 times as long as the digest.
fn expand<X: HashState>(
    hash: &'static HashOps<X>,
    pseudorandom_key: &[u8],
    info: &[u8],
    key: &mut [u8],
) {
    let stack = hash.stack + EXPAND_STACK + 5 * size_of::<ErasedHmac<X>>();
    with_stack_wipe(stack, || {
        let keyed = ErasedHmac::keyed(hash, pseudorandom_key);
        let mut tag = [0; LONGEST_DIGEST];
        let tag = &mut tag[..hash.digest_bytes];
        for (block, number) in key.chunks_mut(hash.digest_bytes).zip(1_u8..=255) {
            let mut hmac = keyed.clone();
            if number > 1 {
                hmac.update(tag);
            }
            hmac.update(info);
            hmac.update(&[number]);
            hmac.end(tag);
            block.copy_from_slice(&tag[..block.len()]);
        }
    });
}

/// Checks the parameters and the output length of HKDF. Returns the selected step: extract, expand, or both.
fn hkdf_step(
    row: &KdfRow,
    params: &KdfParams<'_>,
    key_bytes: usize,
    digest_bytes: usize,
) -> Result<HkdfStep, ParameterError> {
    let not_taken = |what| ParameterError::NotTaken { algorithm: row.name, what };
    match params.step {
        HkdfStep::Extract if params.info.is_some() => Err(not_taken("info in the extract step")),
        HkdfStep::Expand if params.salt.is_some() => Err(not_taken("salt in the expand step")),
        HkdfStep::Extract => {
            let allowed = Allowed::Exactly(digest_bytes);
            ParameterError::check_length(row.name, "pseudorandom key", key_bytes, allowed)?;
            Ok(HkdfStep::Extract)
        }
        step => Ok(step),
    }
}
