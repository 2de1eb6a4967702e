//! Answers ACVP tests of AES modes without authentication, including Monte Carlo tests.

use astragal::cipher::Padding;
use astragal::registry::{self, Direction, DynCipher, DynMode};
use serde_json::Value;

use super::Answer;
use super::case::{Case, RESULTS, ROUNDS, Unanswered, hex_answer, hex_value, results};

const BLOCK_BYTES: usize = 16;

/// Returns the names of the fields that contain the input and the output.
fn input_and_output(case: &Case<'_>) -> (&'static str, &'static str) {
    if case.encrypts() { ("pt", "ct") } else { ("ct", "pt") }
}

fn direction(case: &Case<'_>) -> Direction {
    if case.encrypts() { Direction::Encrypt } else { Direction::Decrypt }
}

fn start(
    case: &Case<'_>,
    mode: &str,
    key: &[u8],
    iv: &[u8],
) -> Result<Box<dyn DynMode>, Unanswered> {
    Ok(registry::mode(&case.aes(mode))?.start(direction(case), key, iv, Padding::None)?)
}

/// Answers a test of ECB.
pub(super) fn ecb(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let row = registry::cipher(&case.aes(""))?;
    let (input, output) = input_and_output(case);
    let (mut key, mut text) = (case.bytes("key")?, case.bytes(input)?);
    let apply = |cipher: &dyn DynCipher, text: &mut [u8]| {
        if case.encrypts() { cipher.encrypt_blocks(text) } else { cipher.decrypt_blocks(text) }
    };
    if !case.is_monte_carlo() {
        apply(&*row.new_cipher(&key)?, &mut text)?;
        return Ok(hex_answer(output, &text));
    }
    let mut answers = Vec::new();
    for _ in 0..RESULTS {
        let mut result = hex_answer("key", &key);
        result.insert(input.into(), hex_value(&text));
        let cipher = row.new_cipher(&key)?;
        let mut before = text.clone();
        for _ in 0..ROUNDS {
            before.clone_from(&text);
            apply(&*cipher, &mut text)?;
        }
        result.insert(output.into(), hex_value(&text));
        answers.push(result);
        change_key(&mut key, &before, &text);
    }
    Ok(results(answers))
}

/// Computes the key for the next result of a Monte Carlo test. `last` is the final output block, and `before` the
/// output block before it. Concatenates `before` and `last`, and XORs the final `key.len()` bytes into the key.
fn change_key(key: &mut [u8], before: &[u8], last: &[u8]) {
    let outputs = [before, last].concat();
    let added = outputs[outputs.len().saturating_sub(key.len())..].iter();
    key.iter_mut().zip(added).for_each(|(key, added)| *key ^= added);
}

/// Answers a test of CBC, OFB, or CFB with 128-bit segments.
pub(super) fn chained(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let mode = match case.algorithm {
        "ACVP-AES-CBC" => "-cbc",
        "ACVP-AES-CFB128" => "-cfb",
        _ => "-ofb",
    };
    let (input, output) = input_and_output(case);
    let (mut key, mut iv, mut text) = (case.bytes("key")?, case.bytes("iv")?, case.bytes(input)?);
    if !case.is_monte_carlo() {
        return Ok(hex_answer(output, &start(case, mode, &key, &iv)?.whole(&text)?));
    }
    let mut answers = Vec::new();
    for _ in 0..RESULTS {
        let mut result = hex_answer("key", &key);
        result.insert("iv".into(), hex_value(&iv));
        result.insert(input.into(), hex_value(&text));
        let mut message = start(case, mode, &key, &iv)?;
        // Input of the rounds of a Monte Carlo test: round 1 processes the block from the prompt, round 2 the IV, and
        // each later round `n` the output of round `n - 2`.
        let mut last = iv;
        for _ in 0..ROUNDS {
            let mut block = vec![0; BLOCK_BYTES];
            message.update(&text, &mut block)?;
            text = std::mem::replace(&mut last, block);
        }
        result.insert(output.into(), hex_value(&last));
        answers.push(result);
        change_key(&mut key, &text, &last);
        iv = last;
    }
    Ok(results(answers))
}

/// Answers a test of counter mode. The message may end inside a byte. The tested implementation may choose the IV.
pub(super) fn counter(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let (input, output) = input_and_output(case);
    // A default IV of zeros is safe: every test has a different key, so no counter is used twice with the same key.
    let iv = case.chosen_bytes("iv", || vec![0; BLOCK_BYTES])?;
    let mut text = start(case, "-ctr", &case.bytes("key")?, &iv)?.whole(&case.bytes(input)?)?;
    let bits = case.number("payloadLen").unwrap_or_default() % 8;
    if bits > 0
        && let Some(last) = text.last_mut()
    {
        *last &= 0xff << (8 - bits);
    }
    let mut answer = hex_answer(output, &text);
    if case.encrypts() {
        answer.insert("iv".into(), hex_value(&iv));
    }
    Ok(answer)
}

/// Answers a test of XTS. A message may have several data units.
pub(super) fn xts(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let (input, output) = input_and_output(case);
    let payload = case.message(input, "payloadLen")?;
    let unit_bytes = match case.get("dataUnitLen") {
        Value::Null => payload.len(),
        _ => case.byte_length("dataUnitLen")?,
    };
    let first = match case.text("tweakMode") {
        "number" => u128::from(case.number("sequenceNumber")?),
        _ => {
            let tweak = <[u8; BLOCK_BYTES]>::try_from(case.bytes("tweakValue")?);
            u128::from_le_bytes(tweak.map_err(|_| Unanswered("tweakValue is not 16 bytes".into()))?)
        }
    };
    let key = case.bytes("key")?;
    let mut text = Vec::new();
    for (number, unit) in (0_u128..).zip(payload.chunks(unit_bytes.max(1))) {
        let tweak = first.wrapping_add(number).to_le_bytes();
        text.extend(start(case, "-xts", &key, &tweak)?.whole(unit)?);
    }
    Ok(hex_answer(output, &text))
}
