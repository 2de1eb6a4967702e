//! `digest acvp PROMPT`: computes the answers to a prompt of NIST's Automated Cryptographic Validation Protocol (ACVP),
//! or compares them with NIST's expected results.
//!
//! The module `case` reads the fields of a test. Each of the other modules answers the tests of one kind of algorithm.

mod block_mode;
mod case;
mod hash;
mod keyed;
mod sealed;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Map, Value};

use self::case::{Case, Unanswered, field};
use crate::console::Out;
use crate::exit::Exit;
use crate::message::print_message;

/// Fields of an answer, without the test identifier `tcId`.
type Answer = Map<String, Value>;

/// Function that answers one test of an algorithm.
type Solve = fn(&Case<'_>) -> Result<Answer, Unanswered>;

/// Numbers of answered and unanswered tests, and the answers that differ from the expected results.
#[derive(Default)]
struct Tally {
    answered: usize,
    differing: Vec<String>,
    unanswered: BTreeMap<String, usize>,
}

pub(crate) fn run(prompt: &Path, expected: Option<&Path>) -> anyhow::Result<Exit> {
    let questions = read(prompt)?;
    let name = algorithm(&questions).with_context(|| prompt.display().to_string())?;
    let solve = solver(&name).ok_or_else(|| {
        anyhow!("{}: no answers for algorithm {name}; see `digest help acvp`", prompt.display())
    })?;
    let results = expected.map(read).transpose()?;
    let results = results.as_ref().map(index);
    let mut tally = Tally::default();
    let groups = answer_groups(&questions, &name, solve, results.as_ref(), &mut tally)
        .with_context(|| prompt.display().to_string())?;
    let left_out: usize = tally.unanswered.values().sum();
    let mut out = Out::stdout();
    match expected {
        Some(path) => {
            for test in &tally.differing {
                writeln!(out, "{}: answer to {test} differs", path.display())?;
            }
            let (same, differing) = (tally.answered - tally.differing.len(), tally.differing.len());
            writeln!(out, "{name}: {same} answers agree, {differing} differ, {left_out} left out")?;
        }
        None => {
            let mut answers = heading(&questions);
            answers.insert("testGroups".into(), groups.into());
            serde_json::to_writer_pretty(&mut out, &Value::Object(answers))?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    for (reason, count) in &tally.unanswered {
        let tests = if *count == 1 { "test" } else { "tests" };
        print_message(format_args!("{}: left out {count} {tests}: {reason}", prompt.display()));
    }
    // With expected results, `digest` may leave out tests, but must answer at least one. Without expected results, it
    // must answer every test, because a validation server rejects an incomplete set of answers.
    let is_complete = if expected.is_some() { tally.answered > 0 } else { left_out == 0 };
    Ok(Exit::from(is_complete && tally.differing.is_empty()))
}

/// Reads a vector set. NIST's server sends an array that contains the protocol version and the set.
fn read(path: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read(path).with_context(|| path.display().to_string())?;
    let value: Value = serde_json::from_slice(&text)
        .with_context(|| format!("{}: not valid JSON", path.display()))?;
    let set = match value {
        Value::Array(parts) => parts.into_iter().find(|part| part.get("testGroups").is_some()),
        set => Some(set),
    };
    let set = set.filter(|set| set.get("testGroups").is_some_and(Value::is_array));
    set.ok_or_else(|| {
        anyhow!("{}: no field testGroups; expected an ACVP vector set", path.display())
    })
}

/// Returns the name of the algorithm, with its mode if the field `mode` is not empty.
fn algorithm(set: &Value) -> anyhow::Result<String> {
    let name = set.get("algorithm").and_then(Value::as_str).context("no field algorithm")?;
    let mode = set.get("mode").and_then(Value::as_str).unwrap_or_default();
    Ok(if mode.is_empty() { name.into() } else { format!("{name}-{mode}") })
}

/// Returns the fields that identify the vector set. The answers repeat these fields.
fn heading(set: &Value) -> Map<String, Value> {
    let kept = ["vsId", "algorithm", "mode", "revision", "isSample"];
    let mut fields = Map::new();
    for name in kept {
        if let Some(value) = set.get(name) {
            fields.insert(name.into(), value.clone());
        }
    }
    fields
}

/// Maps the identifiers of a group and a test to the expected result of the test.
fn index(results: &Value) -> BTreeMap<(u64, u64), &Value> {
    let mut tests = BTreeMap::new();
    for group in field(results, "testGroups").as_array().into_iter().flatten() {
        let group_id = field(group, "tgId").as_u64().unwrap_or_default();
        for test in field(group, "tests").as_array().into_iter().flatten() {
            let test_id = field(test, "tcId").as_u64().unwrap_or_default();
            tests.insert((group_id, test_id), test);
        }
    }
    tests
}

/// Answers the tests of all groups of a vector set. If expected results are given, also compares each answer with its
/// expected result.
fn answer_groups(
    set: &Value,
    algorithm: &str,
    solve: Solve,
    expected: Option<&BTreeMap<(u64, u64), &Value>>,
    tally: &mut Tally,
) -> anyhow::Result<Vec<Value>> {
    let mut groups = Vec::new();
    for group in field(set, "testGroups").as_array().into_iter().flatten() {
        let group_id = field(group, "tgId").as_u64().context("a test group has no tgId")?;
        let mut tests = Vec::new();
        for test in field(group, "tests").as_array().into_iter().flatten() {
            let test_id = field(test, "tcId").as_u64().context("a test has no tcId")?;
            let result = match expected {
                Some(index) => match index.get(&(group_id, test_id)) {
                    Some(result) => Some(*result),
                    None => bail!("no expected result for tgId {group_id}, tcId {test_id}"),
                },
                None => None,
            };
            match solve(&Case::new(algorithm, set, group, test, result)) {
                Ok(answer) => {
                    tally.answered += 1;
                    if result.is_some_and(|result| !agrees(&answer, result)) {
                        tally.differing.push(format!("tgId {group_id}, tcId {test_id}"));
                    }
                    let mut fields = answer;
                    fields.insert("tcId".into(), test_id.into());
                    tests.push(Value::Object(fields));
                }
                Err(reason) => *tally.unanswered.entry(reason.0).or_default() += 1,
            }
        }
        let mut fields = Map::new();
        fields.insert("tgId".into(), group_id.into());
        fields.insert("tests".into(), tests.into());
        groups.push(Value::Object(fields));
    }
    Ok(groups)
}

/// Returns whether the answer agrees with the expected result: they have at least one field in common, and all common
/// fields are equal.
fn agrees(answer: &Answer, expected: &Value) -> bool {
    let expected = |name: &str| expected.get(name);
    let mut common = answer.iter().filter_map(|(name, value)| Some((value, expected(name)?)));
    let mut compared = 0;
    let is_same = common.all(|(value, expected)| {
        compared += 1;
        is_equal(value, expected)
    });
    is_same && compared > 0
}

/// Compares two values. Ignores the case of hex digits. In objects, compares only the fields that occur in both.
fn is_equal(value: &Value, expected: &Value) -> bool {
    match (value, expected) {
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(answer), expected) => agrees(answer, expected),
        _ => value == expected,
    }
}

/// Returns the function that answers the tests of an algorithm. `name` is the algorithm's name in ACVP.
fn solver(name: &str) -> Option<Solve> {
    Some(match name {
        "SHA-1" => hash::sha2,
        _ if name.starts_with("SHA2-") => hash::sha2,
        _ if name.starts_with("SHA3-") => hash::sha3,
        "SHAKE-128" | "SHAKE-256" => hash::shake,
        "cSHAKE-128" | "cSHAKE-256" => hash::cshake,
        "TupleHash-128" | "TupleHash-256" => hash::tuple_hash,
        "ParallelHash-128" | "ParallelHash-256" => hash::parallel_hash,
        "Ascon-Hash256" => hash::ascon_hash,
        "Ascon-XOF128" | "Ascon-CXOF128" => hash::ascon_xof,
        _ if name.starts_with("HMAC-") => keyed::hmac,
        "CMAC-AES" => keyed::cmac,
        "KMAC-128" | "KMAC-256" => keyed::kmac,
        "PBKDF" => keyed::pbkdf,
        "KDF-KMAC" => keyed::kdf_kmac,
        "ACVP-AES-ECB" => block_mode::ecb,
        "ACVP-AES-CBC" | "ACVP-AES-CFB128" | "ACVP-AES-OFB" => block_mode::chained,
        "ACVP-AES-CTR" => block_mode::counter,
        "ACVP-AES-XTS" => block_mode::xts,
        "ACVP-AES-GCM" | "ACVP-AES-GMAC" | "ACVP-AES-XPN" => sealed::gcm,
        "ACVP-AES-CCM" | "ACVP-AES-GCM-SIV" => sealed::tag_appended,
        "ACVP-AES-KW" | "ACVP-AES-KWP" => sealed::key_wrap,
        "Ascon-AEAD128" => sealed::ascon,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(value: Value) -> Answer {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn answer_without_a_common_field_does_not_agree() {
        assert!(!agrees(&answer(json!({"md": "00"})), &json!({"mac": "00"})));
    }

    #[test]
    fn differing_element_of_an_array_does_not_agree() {
        let given = answer(json!({"resultsArray": [{"md": "0a"}, {"md": "0b"}]}));
        assert!(agrees(&given, &json!({"resultsArray": [{"md": "0A"}, {"md": "0B"}]})));
        assert!(!agrees(&given, &json!({"resultsArray": [{"md": "0A"}, {"md": "0C"}]})));
        assert!(!agrees(&given, &json!({"resultsArray": [{"md": "0A"}]})));
    }
}
