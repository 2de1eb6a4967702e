//! Answers ACVP tests of message authentication codes and key derivation functions.

use astragal::kdf::Work;
use astragal::registry::{self, KdfParams, MacParams};
use serde_json::Value;
use subtle::ConstantTimeEq as _;

use super::Answer;
use super::case::{Case, Unanswered, hex_answer, verdict};
use super::hash::{customization, hash_name};

/// Answers a test of HMAC.
pub(super) fn hmac(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = format!("hmac-{}", hash_name(case.algorithm.trim_start_matches("HMAC-")));
    let message = case.message("msg", "msgLen")?;
    tag(case, &name, &case.message("key", "keyLen")?, &message, None)
}

/// Answers a test of CMAC with AES.
pub(super) fn cmac(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let message = case.message("message", "msgLen")?;
    tag(case, &case.aes("").replace("aes", "cmac-aes"), &case.bytes("key")?, &message, None)
}

/// Answers a test of KMAC.
pub(super) fn kmac(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = case.algorithm.to_ascii_lowercase();
    let name = name.replace('-', if case.is_set("xof") { "xof" } else { "" });
    let (key, message) = (case.message("key", "keyLen")?, case.message("msg", "msgLen")?);
    tag(case, &name, &key, &message, Some(&customization(case)?))
}

/// Computes a tag, or verifies the tag in the field `mac`. If the algorithm does not support the tag length, truncates
/// a tag of default length.
fn tag(
    case: &Case<'_>,
    name: &str,
    key: &[u8],
    message: &[u8],
    custom: Option<&[u8]>,
) -> Result<Answer, Unanswered> {
    let row = registry::mac(name)?;
    let bytes = case.byte_length("macLen")?;
    let is_allowed = row.tag_bytes_allowed.contains(bytes);
    let mut tag = vec![0; if is_allowed { bytes } else { row.tag_bytes.max(bytes) }];
    row.mac_into(key, &MacParams { custom, tag_bytes: None }, message, &mut tag)?;
    tag.truncate(bytes);
    Ok(match case.get("mac") {
        Value::Null => hex_answer("mac", &tag),
        _ => verdict(tag.ct_eq(&case.bytes("mac")?).into()),
    })
}

/// Answers a test of PBKDF2 (SP 800-132).
pub(super) fn pbkdf(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = format!("pbkdf2-hmac-{}", hash_name(case.text("hmacAlg")));
    let salt = case.bytes("salt")?;
    let iterations = u32::try_from(case.number("iterationCount")?)?;
    let params = KdfParams::default().salt(&salt).iterations(iterations);
    derive(&name, case.text("password").as_bytes(), &params, case.byte_length("keyLen")?)
        .map(|key| hex_answer("derivedKey", &key))
}

/// Answers a test of key derivation with KMAC (SP 800-108r1 §4.4).
pub(super) fn kdf_kmac(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = format!("kbkdf-{}", case.text("macMode").to_ascii_lowercase().replace('-', ""));
    let (label, context) = (case.bytes("label")?, case.bytes("context")?);
    let params = KdfParams::default().label(&label).info(&context);
    derive(&name, &case.bytes("keyDerivationKey")?, &params, case.byte_length("derivedKeyLength")?)
        .map(|key| hex_answer("derivedKey", &key))
}

fn derive(
    name: &str,
    secret: &[u8],
    params: &KdfParams<'_>,
    bytes: usize,
) -> Result<Vec<u8>, Unanswered> {
    let mut key = vec![0; bytes];
    registry::kdf(name)?.derive(secret, params, &mut key, &mut Work::default())?;
    Ok(key)
}
