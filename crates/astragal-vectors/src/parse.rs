//! Parser for the vector format. The parser checks the field names and the value of `result`. The code that uses the
//! other fields checks their values.

use std::fmt;
use std::str::FromStr;

/// Names of all fields in the format.
const FIELDS: &[&str] = &[
    "id",
    "alg",
    "msg",
    "msg-repeat",
    "msg-pattern",
    "md",
    "out",
    "out-skip",
    "tag",
    "custom",
    "name",
    "salt",
    "public-key",
    "key-id",
    "domain",
    "item",
    "block",
    "key",
    "nonce",
    "iv",
    "ad",
    "pt",
    "ct",
    "tweak",
    "mode",
    "padding",
    "iterations",
    "password",
    "n",
    "r",
    "p",
    "t",
    "m",
    "version",
    "secret",
    "outboard",
    "range",
    "record",
    "result",
];

/// Test case: the fields in one block of lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// Line number of the first field, counted from 1.
    pub line: usize,
    fields: Vec<(&'static str, String)>,
}

/// Error in the text of a vector file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Line number, counted from 1.
    pub line: usize,
    /// Description of the error.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// Parses all cases in a text.
///
/// # Errors
/// [`ParseError`] in any of these cases: a line is neither a comment nor `field = value`, a field is unknown or given
/// twice, `result` is neither `valid` nor `invalid`, or a case has no `alg`.
pub fn parse(text: &str) -> Result<Vec<Case>, ParseError> {
    let mut cases = Vec::new();
    let mut case = Case::default();
    // Appends a blank line to the text, because a blank line ends a case.
    for (number, line) in text.lines().chain([""]).enumerate() {
        let number = number + 1;
        let line = line.trim_end();
        if line.starts_with('#') {
            continue;
        }
        if line.is_empty() {
            if !case.fields.is_empty() {
                cases.push(complete(core::mem::take(&mut case))?);
            }
            continue;
        }
        if case.fields.is_empty() {
            case.line = number;
        }
        let field = case.parse_field(line);
        case.fields.push(field.map_err(|message| ParseError { line: number, message })?);
    }
    Ok(cases)
}

fn complete(case: Case) -> Result<Case, ParseError> {
    if case.get("alg").is_none() {
        return Err(ParseError { line: case.line, message: "case has no alg".into() });
    }
    Ok(case)
}

impl Case {
    fn parse_field(&self, line: &str) -> Result<(&'static str, String), String> {
        let (name, value) = line
            .split_once('=')
            .ok_or_else(|| format!("text is {line:?}; expected `field = value`"))?;
        let given = name.trim();
        let name = *FIELDS
            .iter()
            .find(|&&known| known == given)
            .ok_or_else(|| format!("unknown field {given:?}"))?;
        if name != "item" && self.get(name).is_some() {
            return Err(format!("field {name} is given twice"));
        }
        if name == "result" && !["valid", "invalid"].contains(&value.trim()) {
            return Err(format!("result is {:?}; expected valid or invalid", value.trim()));
        }
        Ok((name, value.trim().to_owned()))
    }

    /// Returns the name of the algorithm.
    #[must_use]
    pub fn alg(&self) -> &str {
        self.get("alg").unwrap_or_default()
    }

    /// Returns the name that the case has in its source, or the case's line number if it has no name.
    #[must_use]
    pub fn id(&self) -> String {
        self.get("id").map_or_else(|| format!("line {}", self.line), str::to_owned)
    }

    /// Returns whether the algorithm must reject the case.
    #[must_use]
    pub fn is_invalid(&self) -> bool {
        self.get("result") == Some("invalid")
    }

    /// Returns the text of a field, or `None` if the field is not given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| *field == name).map(|(_, value)| value.as_str())
    }

    /// Returns whether a field is given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Returns the bytes of a hex field, or `None` if the field is not given.
    ///
    /// # Errors
    /// Returns a description if the field is not hex.
    pub fn bytes(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        self.get(name).map(|hex| bytes_of(name, hex)).transpose()
    }

    /// Returns the bytes of a required hex field.
    ///
    /// # Errors
    /// Returns a description if the field is missing or not hex.
    pub fn needed_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.bytes(name)?.ok_or_else(|| format!("field {name} is missing"))
    }

    /// Returns the number in a field, or `None` if the field is not given.
    ///
    /// # Errors
    /// Returns a description if the field is not a number in range.
    pub fn number<N: FromStr>(&self, name: &str) -> Result<Option<N>, String> {
        self.get(name)
            .map(|text| {
                text.parse().map_err(|_| format!("{name} is {text:?}; expected a number in range"))
            })
            .transpose()
    }

    /// Returns the number in a field, or `None` if the field is not given. Numbers above `max` are rejected, because
    /// they would take too much time or memory.
    ///
    /// # Errors
    /// Returns a description if the field is not a number or exceeds `max`.
    pub fn number_up_to(&self, name: &str, max: u64) -> Result<Option<u64>, String> {
        match self.number(name)? {
            Some(number) if number > max => {
                Err(format!("{name} is {number}; expected at most {max}"))
            }
            number => Ok(number),
        }
    }

    /// Returns the elements of a tuple, from the fields `item`.
    ///
    /// # Errors
    /// Returns a description if an element is not hex.
    pub fn items(&self) -> Result<Vec<Vec<u8>>, String> {
        let items = self.fields.iter().filter(|(field, _)| *field == "item");
        items.map(|(_, hex)| bytes_of("item", hex)).collect()
    }
}

/// Decodes the hex string of a field.
pub(crate) fn bytes_of(field: &str, hex: &str) -> Result<Vec<u8>, String> {
    base16ct::mixed::decode_vec(hex).map_err(|error| match error {
        base16ct::Error::InvalidEncoding => {
            format!("{field} contains a character that is not a hex digit")
        }
        base16ct::Error::InvalidLength => format!("{field} has an odd number of hex digits"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_blocks_into_cases() {
        let cases =
            parse("# source: none\n\nalg = a\nitem = 00\nitem =\n\n\nalg = b\nmsg = 0aFF\n");
        let cases = cases.unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].alg(), cases[0].line), ("a", 3));
        assert_eq!(cases[0].items().unwrap(), [vec![0], vec![]]);
        assert_eq!(cases[1].bytes("msg").unwrap().unwrap(), [0x0a, 0xff]);
    }

    #[test]
    fn rejects_malformed_text_with_its_line() {
        for (text, expected) in [
            ("alg = a\nnonsense", "line 2: text is \"nonsense\"; expected `field = value`"),
            ("alg = a\nmesg = 00", "line 2: unknown field \"mesg\""),
            ("alg = a\nmd = 00\nmd = 01", "line 3: field md is given twice"),
            ("msg = 00", "line 1: case has no alg"),
            ("alg = a\nresult = maybe", "line 2: result is \"maybe\"; expected valid or invalid"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn rejects_malformed_hex() {
        assert_eq!(bytes_of("md", "0").unwrap_err(), "md has an odd number of hex digits");
        let not_hex = "md contains a character that is not a hex digit";
        assert_eq!(bytes_of("md", "0g").unwrap_err(), not_hex);
    }
}
