//! Access to the fields of one ACVP test.

use serde_json::Value;

use super::Answer;
use crate::encoding::{hex, parse_hex};

/// Number of results in the answer to a Monte Carlo test.
pub(super) const RESULTS: usize = 100;
/// Number of computations for each result of a Monte Carlo test.
pub(super) const ROUNDS: usize = 1000;

/// Reason why a test has no answer.
#[derive(Debug)]
pub(super) struct Unanswered(pub(super) String);

impl<E: std::error::Error> From<E> for Unanswered {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Returns a field of a JSON object, or `null` if the object has no such field.
pub(super) fn field<'a>(value: &'a Value, name: &str) -> &'a Value {
    value.get(name).unwrap_or(&Value::Null)
}

/// An ACVP test, together with the fields of its group.
pub(super) struct Case<'a> {
    /// Name of the algorithm, as in the vector set.
    pub(super) algorithm: &'a str,
    /// Whether the vector set is a sample, for which some Monte Carlo tests have fewer results.
    pub(super) is_sample: bool,
    group: &'a Value,
    test: &'a Value,
    expected: Option<&'a Value>,
}

impl<'a> Case<'a> {
    /// Combines the fields of a test, its group, its vector set and its expected result.
    pub(super) fn new(
        algorithm: &'a str,
        set: &Value,
        group: &'a Value,
        test: &'a Value,
        expected: Option<&'a Value>,
    ) -> Self {
        let is_sample = field(set, "isSample").as_bool().unwrap_or_default();
        Self { algorithm, is_sample, group, test, expected }
    }

    /// Returns a field of the test or of its group.
    pub(super) fn get(&self, name: &str) -> &'a Value {
        self.test.get(name).unwrap_or_else(|| field(self.group, name))
    }

    /// Returns the text in the field `name`, or an empty string if the field has no text.
    pub(super) fn text(&self, name: &str) -> &'a str {
        self.get(name).as_str().unwrap_or_default()
    }

    /// Returns whether the field `name` has the JSON value `true`.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.get(name).as_bool().unwrap_or_default()
    }

    /// Decodes the hex digits in the field `name`.
    pub(super) fn bytes(&self, name: &str) -> Result<Vec<u8>, Unanswered> {
        decode(self.get(name), name)
    }

    /// Returns the bytes of a field that the prompt may leave to the implementation under test, such as an IV. Returns
    /// the value in the prompt, if there is one, and otherwise the value in the expected results. Without expected
    /// results, calls `default`.
    pub(super) fn chosen_bytes(
        &self,
        name: &str,
        default: impl FnOnce() -> Vec<u8>,
    ) -> Result<Vec<u8>, Unanswered> {
        match (self.get(name), self.expected) {
            (Value::Null, None) => Ok(default()),
            (Value::Null, Some(expected)) => decode(field(expected, name), name),
            (given, _) => decode(given, name),
        }
    }

    /// Decodes the message in the field `name`. The field `length` contains the message length in bits.
    pub(super) fn message(&self, name: &str, length: &str) -> Result<Vec<u8>, Unanswered> {
        let bytes = self.byte_length(length)?;
        let mut message = self.bytes(name)?;
        message.truncate(bytes);
        if message.len() == bytes {
            Ok(message)
        } else {
            Err(Unanswered(format!("field {name} is shorter than field {length} says")))
        }
    }

    /// Returns the number in the field `name`.
    pub(super) fn number(&self, name: &str) -> Result<u64, Unanswered> {
        number(self.get(name), name)
    }

    /// Returns the length in the field `name`, converted from bits to bytes.
    pub(super) fn byte_length(&self, name: &str) -> Result<usize, Unanswered> {
        whole_bytes(self.get(name), name)
    }

    /// Returns whether the test encrypts. Other tests decrypt.
    pub(super) fn encrypts(&self) -> bool {
        self.text("direction") == "encrypt"
    }

    /// Returns whether the test is a Monte Carlo test.
    pub(super) fn is_monte_carlo(&self) -> bool {
        self.text("testType") == "MCT"
    }

    /// Returns the registry's name of AES with the group's key length and this suffix, such as `aes-128-cbc`.
    pub(super) fn aes(&self, suffix: &str) -> String {
        format!("aes-{}{suffix}", self.get("keyLen"))
    }
}

/// Converts a length from bits to bytes. `name` is the field that contains `value`, for error messages.
pub(super) fn whole_bytes(value: &Value, name: &str) -> Result<usize, Unanswered> {
    let bits = number(value, name)?;
    if !bits.is_multiple_of(8) {
        return Err(Unanswered(format!("{name} is not a multiple of 8 bits")));
    }
    Ok(usize::try_from(bits / 8)?)
}

fn number(value: &Value, name: &str) -> Result<u64, Unanswered> {
    value.as_u64().ok_or_else(|| Unanswered(format!("no number in field {name}")))
}

/// Decodes hex digits. `name` is the field that contains them, for error messages.
pub(super) fn decode(value: &Value, name: &str) -> Result<Vec<u8>, Unanswered> {
    let bytes = value.as_str().and_then(|digits| parse_hex(digits.as_bytes()));
    bytes.ok_or_else(|| Unanswered(format!("no hex digits in field {name}")))
}

/// Returns an answer with one field, encoded in upper-case hex digits.
pub(super) fn hex_answer(name: &str, bytes: &[u8]) -> Answer {
    answer(name, hex_value(bytes))
}

/// Returns an answer with one field.
fn answer(name: &str, value: Value) -> Answer {
    let mut answer = Answer::new();
    answer.insert(name.into(), value);
    answer
}

/// Combines the results of a Monte Carlo test into the answer to this test.
pub(super) fn results(answers: Vec<Answer>) -> Answer {
    answer("resultsArray", answers.into())
}

/// Encodes bytes as a JSON string of upper-case hex digits.
pub(super) fn hex_value(bytes: &[u8]) -> Value {
    hex(bytes).to_ascii_uppercase().into()
}

/// Returns the answer to a test that verifies a tag.
pub(super) fn verdict(is_valid: bool) -> Answer {
    answer("testPassed", is_valid.into())
}
