//! Answers ACVP tests of authenticated encryption and key wrapping.

use astragal::error::VerifyError;
use astragal::registry::{self, DynAead};

use super::Answer;
use super::case::{Case, Unanswered, hex_answer, hex_value, verdict};

/// Answers a test of GCM, GMAC, or GCM with an extended packet number.
pub(super) fn gcm(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let is_gmac = case.algorithm == "ACVP-AES-GMAC";
    let iv_bytes = case.byte_length("ivLen")?;
    // A default nonce of zeros is safe: every test has a different key, so no nonce is used twice with the same key.
    let iv = case.chosen_bytes("iv", || vec![0; iv_bytes])?;
    let mut nonce = iv.clone();
    if case.algorithm == "ACVP-AES-XPN" {
        if case.text("saltGen") == "internal" {
            return Err(Unanswered("saltGen is internal; expected external".into()));
        }
        let salt = case.bytes("salt")?;
        nonce.iter_mut().zip(salt).for_each(|(nonce, salt)| *nonce ^= salt);
    }
    let cipher = registry::aead(&case.aes("-gcm"))?.new_aead(&case.bytes("key")?)?;
    let associated_data = case.bytes("aad")?;
    if case.encrypts() {
        let text = if is_gmac { Vec::new() } else { case.bytes("pt")? };
        let (text, tag) =
            seal(&*cipher, &nonce, &associated_data, text, case.byte_length("tagLen")?)?;
        let mut answer = hex_answer("tag", &tag);
        if !is_gmac {
            answer.insert("ct".into(), hex_value(&text));
        }
        if case.text("ivGen") == "internal" {
            answer.insert("iv".into(), hex_value(&iv));
        }
        return Ok(answer);
    }
    let text = if is_gmac { Vec::new() } else { case.bytes("ct")? };
    let opened = open(&*cipher, &nonce, &associated_data, text, &case.bytes("tag")?)?;
    Ok(match opened {
        Some(_) if is_gmac => verdict(true),
        Some(text) => hex_answer("pt", &text),
        None => verdict(false),
    })
}

/// Answers a test of CCM or GCM-SIV, in which the tag follows the ciphertext in the same field.
pub(super) fn tag_appended(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let suffix = case.algorithm.trim_start_matches("ACVP-AES").to_ascii_lowercase();
    let row = registry::aead(&case.aes(&suffix))?;
    let cipher = row.new_aead(&case.bytes("key")?)?;
    let tag_bytes = case.byte_length("tagLen").unwrap_or(row.tag_bytes);
    let (nonce, associated_data) = (case.bytes("iv")?, case.bytes("aad")?);
    if case.encrypts() {
        let (text, tag) = seal(&*cipher, &nonce, &associated_data, case.bytes("pt")?, tag_bytes)?;
        return Ok(hex_answer("ct", &[text, tag].concat()));
    }
    let mut text = case.bytes("ct")?;
    let length = text.len().checked_sub(tag_bytes);
    let length = length.ok_or_else(|| Unanswered("ct is shorter than the tag".into()))?;
    let tag = text.split_off(length);
    let opened = open(&*cipher, &nonce, &associated_data, text, &tag)?;
    Ok(opened.map_or_else(|| verdict(false), |text| hex_answer("pt", &text)))
}

/// Answers a test of Ascon-AEAD128. If the test has a second key, the nonce is XORed with this key (nonce masking, SP
/// 800-232 §4.2).
pub(super) fn ascon(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let cipher = registry::aead("ascon-aead128")?.new_aead(&case.bytes("key")?)?;
    let mut nonce = case.bytes("nonce")?;
    if case.is_set("supportsNonceMasking") {
        let mask = case.bytes("secondKey")?;
        nonce.iter_mut().zip(mask).for_each(|(nonce, mask)| *nonce ^= mask);
    }
    let associated_data = case.message("ad", "adLen")?;
    let tag_bytes = case.byte_length("tagLen")?;
    if case.encrypts() {
        let text = case.message("pt", "payloadLen")?;
        let full = cipher.row().tag_bytes;
        let (text, mut tag) = seal(&*cipher, &nonce, &associated_data, text, full)?;
        tag.truncate(tag_bytes);
        let mut answer = hex_answer("tag", &tag);
        answer.insert("ct".into(), hex_value(&text));
        return Ok(answer);
    }
    let text = case.message("ct", "payloadLen")?;
    let opened = open(&*cipher, &nonce, &associated_data, text, &case.bytes("tag")?)?;
    let mut answer = verdict(opened.is_some());
    if let Some(text) = opened {
        answer.insert("pt".into(), hex_value(&text));
    }
    Ok(answer)
}

/// Answers a test of key wrapping, without padding (KW) or with padding (KWP).
pub(super) fn key_wrap(case: &Case<'_>) -> Result<Answer, Unanswered> {
    if case.text("kwCipher") == "inverse" {
        return Err(Unanswered("kwCipher is inverse; expected cipher".into()));
    }
    let suffix = case.algorithm.trim_start_matches("ACVP-AES").to_ascii_lowercase();
    let row = registry::key_wrap(&case.aes(&suffix))?;
    let kek = case.bytes("key")?;
    if case.encrypts() {
        return Ok(hex_answer("ct", &row.wrap(&kek, &case.message("pt", "payloadLen")?)?));
    }
    match row.unwrap(&kek, &case.bytes("ct")?) {
        Ok(key) => Ok(hex_answer("pt", &key)),
        Err(VerifyError::InvalidTag) => Ok(verdict(false)),
        Err(error) => Err(error.into()),
    }
}

/// Encrypts a message. Returns the ciphertext and the tag.
fn seal(
    cipher: &dyn DynAead,
    nonce: &[u8],
    associated_data: &[u8],
    mut text: Vec<u8>,
    tag_bytes: usize,
) -> Result<(Vec<u8>, Vec<u8>), Unanswered> {
    let mut tag = vec![0; tag_bytes];
    cipher.encrypt_in_place_detached(nonce, associated_data, &mut text, &mut tag)?;
    Ok((text, tag))
}

/// Decrypts a ciphertext. Returns `None` if the tag does not verify.
fn open(
    cipher: &dyn DynAead,
    nonce: &[u8],
    associated_data: &[u8],
    mut text: Vec<u8>,
    tag: &[u8],
) -> Result<Option<Vec<u8>>, Unanswered> {
    match cipher.decrypt_in_place_detached(nonce, associated_data, &mut text, tag) {
        Ok(()) => Ok(Some(text)),
        Err(VerifyError::InvalidTag) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
