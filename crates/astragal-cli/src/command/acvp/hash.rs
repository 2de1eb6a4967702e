//! Answers ACVP tests of hashes and extendable-output functions, including Monte Carlo tests.

use astragal::registry::{self, HashRow, XofParams};
use serde_json::Value;

use super::Answer;
use super::case::{
    Case, RESULTS, ROUNDS, Unanswered, decode, field, hex_answer, results, whole_bytes,
};
use crate::encoding::parse_hex;

/// Number of results of a Monte Carlo test of an SP 800-185 function, if the vector set is a sample.
const SAMPLE_RESULTS: usize = 3;

/// Answers a test of SHA-1 or SHA-2.
pub(super) fn sha2(case: &Case<'_>) -> Result<Answer, Unanswered> {
    // Each round hashes the concatenated digests of the three previous rounds.
    hash(case, &|row, last, length| {
        let mut message = last.concat();
        message.resize(length.unwrap_or(message.len()), 0);
        last.rotate_left(1);
        last[2] = row.hash(&message);
    })
}

/// Answers a test of SHA-3.
pub(super) fn sha3(case: &Case<'_>) -> Result<Answer, Unanswered> {
    // Each round hashes the digest of the previous round.
    hash(case, &|row, last, length| {
        let mut message = std::mem::take(&mut last[2]);
        message.resize(length.unwrap_or(message.len()), 0);
        last[2] = row.hash(&message);
    })
}

/// Answers a test of Ascon-Hash256.
pub(super) fn ascon_hash(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let message = case.message("msg", "len")?;
    Ok(hex_answer("md", &registry::hash("ascon-hash256")?.hash(&message)))
}

/// Converts ACVP's name for a hash, such as `SHA2-512/256`, to the registry's name.
pub(super) fn hash_name(name: &str) -> String {
    name.replace("SHA2-", "sha").replace("SHA-1", "sha1").replace('/', "-").to_ascii_lowercase()
}

/// Function that computes one round of a Monte Carlo test of a hash. Its array argument contains the digests of the
/// three previous rounds, and it stores the new digest at index 2. Its length argument is the message length in bytes,
/// or `None` if the test does not fix the length.
type HashRound<'a> = &'a dyn Fn(&HashRow, &mut [Vec<u8>; 3], Option<usize>);

/// Hashes one message, or runs a Monte Carlo test.
fn hash(case: &Case<'_>, round: HashRound<'_>) -> Result<Answer, Unanswered> {
    let row = registry::hash(&hash_name(case.algorithm))?;
    match case.text("testType") {
        "LDT" => return large(row, case.get("largeMsg")),
        "MCT" => {}
        _ => return Ok(hex_answer("md", &row.hash(&case.message("msg", "len")?))),
    }
    let mut seed = case.message("msg", "len")?;
    let length = (case.text("mctVersion") == "alternate").then_some(seed.len());
    let answers = (0..RESULTS).map(|_| {
        let mut last = [seed.clone(), seed.clone(), seed.clone()];
        for _ in 0..ROUNDS {
            round(row, &mut last, length);
        }
        seed = last[2].clone();
        hex_answer("md", &seed)
    });
    Ok(results(answers.collect()))
}

/// Hashes a message of many gigabytes. The JSON object `message` contains the bytes to repeat and the total length.
fn large(row: &HashRow, message: &Value) -> Result<Answer, Unanswered> {
    let content = field(message, "content").as_str().and_then(|text| parse_hex(text.as_bytes()));
    let content = content.filter(|content| !content.is_empty());
    let bits = field(message, "fullLength").as_u64().filter(|bits| bits.is_multiple_of(8));
    let (Some(content), Some(bits)) = (content, bits) else {
        return Err(Unanswered("large message without content or length in bytes".into()));
    };
    let piece = content.repeat((1 << 16) / content.len() + 1);
    let mut left = bits / 8;
    let mut hash = row.new_hash();
    while left > 0 {
        let bytes = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
        hash.update(&piece[..bytes]);
        left -= bytes as u64;
    }
    Ok(hex_answer("md", &hash.finalize_reset()))
}

/// Computes the output of an extendable-output function for a message, or for a tuple if the function hashes tuples.
fn output(
    name: &str,
    params: &XofParams<'_>,
    items: &[&[u8]],
    bytes: usize,
) -> Result<Vec<u8>, Unanswered> {
    let row = registry::xof(name).or_else(|_| registry::sized_hash(name))?;
    let mut params = *params;
    params.output_bytes = row.takes.output_bytes.then_some(bytes);
    let mut function = row.new_xof(&params)?;
    for item in items {
        if row.takes.items {
            function.begin_item(item.len() as u64)?;
        }
        function.absorb(item)?;
    }
    let mut output = vec![0; bytes];
    function.squeeze(&mut output)?;
    Ok(output)
}

/// Converts ACVP's name for an SP 800-185 function, such as `cSHAKE-128`, to the registry's name.
fn function_name(case: &Case<'_>) -> String {
    let name = case.algorithm.replace('-', "").to_ascii_lowercase();
    if case.is_set("xof") { name.replace("hash", "hashxof") } else { name }
}

/// Returns the customization string, which the test gives as text or as hex digits.
pub(super) fn customization(case: &Case<'_>) -> Result<Vec<u8>, Unanswered> {
    if case.is_set("hexCustomization") {
        case.bytes("customizationHex")
    } else {
        Ok(case.text("customization").into())
    }
}

fn output_answer(output: &[u8]) -> Answer {
    let mut answer = hex_answer("md", output);
    answer.insert("outLen".into(), (8 * output.len()).into());
    answer
}

/// Function that returns the output of one round of a Monte Carlo test of an extendable-output function. Its arguments
/// are the previous round's output, and the length in bytes of the output to compute.
type XofRound<'a> = &'a mut dyn FnMut(&[u8], usize) -> Result<Vec<u8>, Unanswered>;

/// Runs a Monte Carlo test of an extendable-output function.
fn monte_carlo(
    case: &Case<'_>,
    start: Vec<u8>,
    compute: XofRound<'_>,
) -> Result<Answer, Unanswered> {
    let (least, most) = (case.byte_length("minOutLen")?, case.byte_length("maxOutLen")?);
    let range = most.checked_sub(least);
    let range = range.ok_or_else(|| Unanswered("minOutLen exceeds maxOutLen".into()))?;
    // Only tests of SP 800-185 functions have the field `outLenIncrement`. In these tests, the next output length is
    // chosen in bits, as the minimum plus a multiple of the increment, and sample vector sets have fewer results. In
    // tests of SHAKE, the next output length is chosen in bytes.
    let increment = match case.get("outLenIncrement") {
        Value::Null => None,
        _ => Some(case.byte_length("outLenIncrement")?.max(1)),
    };
    let count = if increment.is_some() && case.is_sample { SAMPLE_RESULTS } else { RESULTS };
    let (mut last, mut bytes) = (start, most);
    let mut answers = Vec::new();
    for _ in 0..count {
        for _ in 0..ROUNDS {
            last = compute(&last, bytes)?;
            let random = usize::from(u16::from_be_bytes(last_two(&last)));
            bytes = least
                + match increment {
                    None => random % (range + 1),
                    Some(increment) => random % (8 * range + 1) / (8 * increment) * increment,
                };
        }
        answers.push(output_answer(&last));
    }
    Ok(results(answers))
}

/// Returns the last two bytes of an output.
fn last_two(output: &[u8]) -> [u8; 2] {
    output.last_chunk().copied().unwrap_or_default()
}

/// Returns the first `bytes` bytes of `data`, padded with zeros.
fn cut(data: &[u8], bytes: usize) -> Vec<u8> {
    let mut data = data[..data.len().min(bytes)].to_vec();
    data.resize(bytes, 0);
    data
}

/// Returns the customization string for the next round. The string has one capital letter for each byte of `parts`.
fn letters(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat().iter().map(|byte| byte % 26 + b'A').collect()
}

/// Answers a test of SHAKE128 or SHAKE256.
pub(super) fn shake(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = function_name(case);
    let message = case.message("msg", "len")?;
    if case.is_monte_carlo() {
        return monte_carlo(case, message, &mut |last, bytes| {
            output(&name, &XofParams::default(), &[&cut(last, 16)], bytes)
        });
    }
    let bytes = case.byte_length("outLen")?;
    Ok(output_answer(&output(&name, &XofParams::default(), &[&message], bytes)?))
}

/// Answers a test of cSHAKE128 or cSHAKE256.
pub(super) fn cshake(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = function_name(case);
    let message = case.message("msg", "len")?;
    let mut custom = customization(case)?;
    if case.is_monte_carlo() {
        return monte_carlo(case, message, &mut |last, bytes| {
            let inner = cut(last, 16);
            let params = XofParams { custom: Some(&custom), ..XofParams::default() };
            let output = output(&name, &params, &[&inner], bytes)?;
            custom = letters(&[&inner, &last_two(&output)]);
            Ok(output)
        });
    }
    let function = case.text("functionName").as_bytes();
    let params =
        XofParams { custom: Some(&custom), function_name: Some(function), ..XofParams::default() };
    let bytes = case.byte_length("outLen")?;
    Ok(output_answer(&output(&name, &params, &[&message], bytes)?))
}

/// Answers a test of TupleHash.
pub(super) fn tuple_hash(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = function_name(case);
    let mut custom = customization(case)?;
    let items = case.get("tuple").as_array().map(Vec::as_slice).unwrap_or_default();
    let lengths = case.get("len").as_array().map(Vec::as_slice).unwrap_or_default();
    let mut tuple = Vec::new();
    for (item, length) in items.iter().zip(lengths) {
        let mut item = decode(item, "tuple")?;
        item.truncate(whole_bytes(length, "len")?);
        tuple.push(item);
    }
    if case.is_monte_carlo() {
        let start = tuple.first().cloned().unwrap_or_default();
        return monte_carlo(case, start, &mut |last, bytes| {
            // In a Monte Carlo test of TupleHash, the tuple consists of 288 bits, divided into 1 to 4 elements.
            let working = cut(last, 36);
            let parts = usize::from(working[0] >> 5) % 4 + 1;
            let tuple: Vec<&[u8]> = working.chunks(36 / parts).collect();
            let params = XofParams { custom: Some(&custom), ..XofParams::default() };
            let output = output(&name, &params, &tuple, bytes)?;
            custom = letters(&[tuple[0], &last_two(&output)]);
            Ok(output)
        });
    }
    let tuple: Vec<&[u8]> = tuple.iter().map(Vec::as_slice).collect();
    let params = XofParams { custom: Some(&custom), ..XofParams::default() };
    let bytes = case.byte_length("outLen")?;
    Ok(output_answer(&output(&name, &params, &tuple, bytes)?))
}

/// Answers a test of ParallelHash.
pub(super) fn parallel_hash(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let name = function_name(case);
    let message = case.message("msg", "len")?;
    let mut custom = customization(case)?;
    if case.is_monte_carlo() {
        let least = usize::try_from(case.number("minBlockSize")?)?;
        let most = usize::try_from(case.number("maxBlockSize")?)?;
        let mut block_bytes = least;
        return monte_carlo(case, message, &mut |last, bytes| {
            let inner = cut(last, 16);
            let params = XofParams {
                custom: Some(&custom),
                block_bytes: Some(block_bytes),
                ..XofParams::default()
            };
            let output = output(&name, &params, &[&inner], bytes)?;
            let random = last_two(&output);
            block_bytes = least + usize::from(random[1]) % (most.saturating_sub(least) + 1);
            custom = letters(&[&inner, &random]);
            Ok(output)
        });
    }
    let params = XofParams {
        custom: Some(&custom),
        block_bytes: Some(usize::try_from(case.number("blockSize")?)?),
        ..XofParams::default()
    };
    let bytes = case.byte_length("outLen")?;
    Ok(output_answer(&output(&name, &params, &[&message], bytes)?))
}

/// Answers a test of Ascon-XOF128 or Ascon-CXOF128.
pub(super) fn ascon_xof(case: &Case<'_>) -> Result<Answer, Unanswered> {
    let message = case.message("msg", "len")?;
    let custom = match case.get("cs") {
        Value::Null => None,
        _ => Some(case.message("cs", "csLen")?),
    };
    let params = XofParams { custom: custom.as_deref(), ..XofParams::default() };
    let bytes = case.byte_length("outLen")?;
    let output = output(&case.algorithm.to_ascii_lowercase(), &params, &[&message], bytes)?;
    Ok(hex_answer("md", &output))
}
