//! Cases with a mode of a block cipher: in both directions, in one call and in pieces.

use astragal::cipher::Padding;
use astragal::error::VerifyError;
use astragal::registry::{self, AeadRow, CipherMode, Direction};

use super::{Outcome, compare, unknown};
use crate::parse::Case;

/// Lengths of pieces in which a message is tried.
const PIECES: [usize; 4] = [1, 7, 33, 256];

pub(super) fn run(case: &Case) -> Outcome {
    let name = format!("{}-{}", case.alg(), case.get("mode").unwrap_or_default());
    if let Ok(row) = registry::aead(&name) {
        return verdict(case, seal_and_open(row, case));
    }
    match registry::mode(&name) {
        Ok(mode) => verdict(case, both_directions(mode, case)),
        Err(_) => unknown(case),
    }
}

/// An invalid case has to fail.
fn verdict(case: &Case, result: Result<(), String>) -> Outcome {
    match (result, case.is_invalid()) {
        (result, false) => result.into(),
        (Err(_), true) => Outcome::Passed,
        (Ok(()), true) => Outcome::Failed("accepted, though it is invalid".into()),
    }
}

fn seal_and_open(row: &'static AeadRow, case: &Case) -> Result<(), String> {
    let words = |error: &dyn std::error::Error| error.to_string();
    let cipher = row.new_aead(&case.needed_bytes("key")?).map_err(|error| words(&error))?;
    let nonce = case.needed_bytes("nonce")?;
    let associated_data = case.bytes("ad")?.unwrap_or_default();
    let plaintext = case.bytes("pt")?.unwrap_or_default();
    let ciphertext = case.bytes("ct")?.unwrap_or_default();
    let tag = case.needed_bytes("tag")?;

    let mut text = ciphertext.clone();
    match cipher.decrypt_in_place_detached(&nonce, &associated_data, &mut text, &tag) {
        Ok(()) => compare("decrypted", &text, &plaintext)?,
        Err(VerifyError::InvalidTag) if text.iter().any(|&byte| byte != 0) => {
            // Of an invalid case, too, this is a fault: it must not pass as a rejection.
            return if case.is_invalid() { Ok(()) } else { Err("rejected, text left".into()) };
        }
        Err(error) => return Err(words(&error)),
    }
    let (mut text, mut computed) = (plaintext, vec![0; tag.len()]);
    cipher
        .encrypt_in_place_detached(&nonce, &associated_data, &mut text, &mut computed)
        .map_err(|error| words(&error))?;
    compare("encrypted", &text, &ciphertext)?;
    compare("tag", &computed, &tag)
}

fn both_directions(mode: CipherMode, case: &Case) -> Result<(), String> {
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
) -> Result<(), String> {
    let how = if direction == Direction::Encrypt { "encrypted" } else { "decrypted" };
    let (key, iv) = (case.needed_bytes("key")?, case.needed_bytes("iv")?);
    let padding = match case.get("padding") {
        Some("pkcs7") => Padding::Pkcs7,
        Some("none") | None => Padding::None,
        Some(other) => return Err(format!("padding is {other:?}, neither pkcs7 nor none")),
    };
    let started = mode.start(direction, &key, &iv, padding).map_err(|error| error.to_string())?;
    let whole = started.clone().whole(input).map_err(|error| error.to_string())?;
    compare(&format!("{how} in one call"), &whole, expected)?;
    for length in PIECES {
        let (mut object, mut output) = (started.clone(), Vec::new());
        for piece in input.chunks(length) {
            let mut part = vec![0xa5; object.update_bytes(piece.len())];
            let given = object.update(piece, &mut part).map_err(|error| error.to_string())?;
            if given != part.len() {
                return Err(format!("{} bytes announced, {given} given", part.len()));
            }
            output.extend_from_slice(&part);
            object = object.clone();
        }
        let mut part = vec![0; object.finish_bytes()];
        let given = object.finish(&mut part).map_err(|error| error.to_string())?;
        output.extend_from_slice(&part[..given]);
        compare(&format!("{how} in pieces of {length} bytes"), &output, expected)?;
    }
    Ok(())
}
