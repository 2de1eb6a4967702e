//! Runs the cases that have the field `nonce` but no field `mode` or `md`. They test authenticated encryption in both
//! directions.

use astragal::registry::{self, AeadRow};

use super::{ACCEPTED, CheckResult, Outcome, compare, unknown};
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    let Ok(row) = registry::aead(case.alg()) else { return unknown(case) };
    let result = if case.is_invalid() { check_rejected(row, case) } else { check(row, case) };
    result.into()
}

fn check(row: &'static AeadRow, case: &Case) -> CheckResult {
    let cipher = row.new_aead(&case.needed_bytes("key")?)?;
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let plaintext = case.bytes("pt")?.unwrap_or_default();
    let (ciphertext, tag) = (case.bytes("ct")?.unwrap_or_default(), case.needed_bytes("tag")?);
    let (mut text, mut computed) = (plaintext.clone(), vec![0; tag.len()]);
    cipher.encrypt_in_place_detached(&nonce, &associated_data, &mut text, &mut computed)?;
    compare("encrypted", &text, &ciphertext)?;
    compare("tag", &computed, &tag)?;
    cipher.decrypt_in_place_detached(&nonce, &associated_data, &mut text, &tag)?;
    compare("decrypted", &text, &plaintext)?;
    if tag.len() != row.tag_bytes {
        return Ok(());
    }
    let mut parts = [ciphertext, tag];
    if row.is_tag_first {
        parts.reverse();
    }
    let sealed = parts.concat();
    let encrypted = cipher.encrypt(&nonce, &associated_data, &plaintext);
    compare("sealed", &encrypted?, &sealed)?;
    let decrypted = cipher.decrypt(&nonce, &associated_data, &sealed);
    compare("opened", &decrypted?, &plaintext)
}

fn check_rejected(row: &'static AeadRow, case: &Case) -> CheckResult {
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;
    let mut text = case.bytes("ct")?.unwrap_or_default();
    // The key must be accepted even in an invalid case. A rejected key would not prove that the wrong tag is detected.
    let cipher = row.new_aead(&case.needed_bytes("key")?)?;
    match cipher.decrypt_in_place_detached(&nonce, &associated_data, &mut text, &tag) {
        Ok(()) => Err(ACCEPTED.into()),
        Err(astragal::error::VerifyError::Parameter(_)) => Ok(()),
        Err(_) if text.iter().all(|&byte| byte == 0) => Ok(()),
        Err(_) => Err("rejected, but the buffer is not zeroed".into()),
    }
}
