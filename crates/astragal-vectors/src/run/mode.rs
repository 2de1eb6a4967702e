//! Runs the cases that have the field `mode` or `iv`. They test encryption and decryption with block cipher modes and
//! stream ciphers. Modes without authentication and stream ciphers process the message in one call and in pieces.

use astragal::cipher::Padding;
use astragal::error::VerifyError;
use astragal::registry::{self, AeadRow, CipherMode, Direction};

use super::{CheckResult, Outcome, compare, outcome, unknown};
use crate::parse::Case;

/// Piece lengths in bytes for the streaming tests.
const PIECE_BYTES: [usize; 4] = [1, 7, 33, 256];

pub(super) fn run(case: &Case) -> Outcome {
    let name = match case.get("mode") {
        Some(mode) => format!("{}-{mode}", case.alg()),
        None => case.alg().to_owned(),
    };
    if let Ok(row) = registry::aead(&name) {
        return outcome(case, seal_and_open(row, case));
    }
    match registry::mode(&name) {
        Ok(mode) => outcome(case, both_directions(mode, case)),
        Err(_) => unknown(case),
    }
}

fn seal_and_open(row: &'static AeadRow, case: &Case) -> CheckResult {
    let cipher = row.new_aead(&case.needed_bytes("key")?)?;
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let plaintext = case.bytes("pt")?.unwrap_or_default();
    let ciphertext = case.bytes("ct")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;

    let mut text = ciphertext.clone();
    match cipher.decrypt_in_place_detached(&nonce, &associated_data, &mut text, &tag) {
        Ok(()) => compare("decrypted", &text, &plaintext)?,
        Err(VerifyError::InvalidTag) if text.iter().any(|&byte| byte != 0) => {
            // The case must fail, because the rejected ciphertext was not zeroed and may contain plaintext. `Ok` makes
            // an invalid case fail, and an error makes a valid case fail.
            return if case.is_invalid() {
                Ok(())
            } else {
                Err("rejected, but the buffer is not zeroed".into())
            };
        }
        Err(error) => return Err(error.into()),
    }
    let (mut text, mut computed) = (plaintext, vec![0; tag.len()]);
    cipher.encrypt_in_place_detached(&nonce, &associated_data, &mut text, &mut computed)?;
    compare("encrypted", &text, &ciphertext)?;
    compare("tag", &computed, &tag)
}

fn both_directions(mode: CipherMode, case: &Case) -> CheckResult {
    let (plain, encrypted) = (case.needed_bytes("pt")?, case.needed_bytes("ct")?);
    one_direction(mode, case, Direction::Decrypt, &encrypted, &plain)?;
    one_direction(mode, case, Direction::Encrypt, &plain, &encrypted)
}

fn one_direction(
    mode: CipherMode,
    case: &Case,
    direction: Direction,
    input: &[u8],
    expected: &[u8],
) -> CheckResult {
    let how = if direction == Direction::Encrypt { "encrypted" } else { "decrypted" };
    let (key, iv) = (case.needed_bytes("key")?, case.needed_bytes("iv")?);
    let padding = match case.get("padding") {
        Some("pkcs7") => Padding::Pkcs7,
        Some("none") | None => Padding::None,
        Some(other) => return Err(format!("padding is {other:?}; expected pkcs7 or none").into()),
    };
    let started = mode.start(direction, &key, &iv, padding)?;
    let whole = started.clone().whole(input)?;
    compare(&format!("{how} in one call"), &whole, expected)?;
    for length in PIECE_BYTES {
        let (mut object, mut output) = (started.clone(), Vec::new());
        for piece in input.chunks(length) {
            let mut part = vec![0xa5; object.update_bytes(piece.len())];
            let given = object.update(piece, &mut part)?;
            if given != part.len() {
                return Err(format!("wrote {given} bytes; update_bytes is {}", part.len()).into());
            }
            output.extend_from_slice(&part);
            object = object.clone();
        }
        let mut part = vec![0; object.finish_bytes()];
        let given = object.finish(&mut part)?;
        output.extend_from_slice(&part[..given]);
        compare(&format!("{how} in pieces of {length} bytes"), &output, expected)?;
    }
    Ok(())
}
