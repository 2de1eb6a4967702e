//! Cases with a nonce: authenticated ciphers, in both directions.

use astragal::registry;

use super::{Outcome, compare, unknown};
use crate::parse::Case;

pub(super) fn run(case: &Case) -> Outcome {
    if registry::aead(case.alg()).is_err() {
        return unknown(case);
    }
    let result = if case.is_invalid() { check_rejected(case) } else { check(case) };
    result.into()
}

fn check(case: &Case) -> Result<(), String> {
    let row = registry::aead(case.alg()).map_err(|error| error.to_string())?;
    let cipher = row.new_aead(&case.needed_bytes("key")?).map_err(|error| error.to_string())?;
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let plaintext = case.bytes("pt")?.unwrap_or_default();
    let sealed = [case.needed_bytes("ct")?, case.needed_bytes("tag")?].concat();
    let encrypted = cipher.encrypt(&nonce, &associated_data, &plaintext);
    compare("encrypted", &encrypted.map_err(|error| error.to_string())?, &sealed)?;
    let decrypted = cipher.decrypt(&nonce, &associated_data, &sealed);
    compare("decrypted", &decrypted.map_err(|error| error.to_string())?, &plaintext)
}

fn check_rejected(case: &Case) -> Result<(), String> {
    let row = registry::aead(case.alg()).map_err(|error| error.to_string())?;
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;
    let mut text = case.bytes("ct")?.unwrap_or_default();
    // A key of another length would be refused whatever the rest is; that shows nothing.
    let cipher = row.new_aead(&case.needed_bytes("key")?).map_err(|error| error.to_string())?;
    match cipher.decrypt_in_place_detached(&nonce, &associated_data, &mut text, &tag) {
        Ok(()) => Err("accepted, though it is invalid".into()),
        Err(astragal::error::VerifyError::Parameter(_)) => Ok(()),
        Err(_) if text.iter().all(|&byte| byte == 0) => Ok(()),
        Err(_) => Err("rejected, but the buffer is not zeroed".into()),
    }
}
