//! Runs cases through the registry. The fields of a case tell which kind of algorithm is meant.

mod aead;
mod cipher;
mod hash;
mod kdf;
mod mac;
mod mode;
mod tree;
mod xof;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use astragal::registry::Kind;

use crate::parse::{Case, parse};
use crate::report::{Failure, Report};

/// What came of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It gave the known answer, or was rejected as it had to be.
    Passed,
    /// It did not: in words.
    Failed(String),
    /// astragal has not this algorithm, or not with these parameters: in words.
    Skipped(String),
}

impl From<Result<(), String>> for Outcome {
    fn from(result: Result<(), String>) -> Self {
        result.map_or_else(Self::Failed, |()| Self::Passed)
    }
}

/// The kind of algorithm that a case means: its fields tell, and the name where a key is all there is. `None`
/// for modes of block ciphers, which are composed and have no table, and for parts and outboard trees of messages.
#[must_use]
pub fn kind(case: &Case) -> Option<Kind> {
    if ["mode", "outboard", "record"].iter().any(|field| case.has(field)) {
        None
    } else if case.has("nonce") && !case.has("md") {
        Some(Kind::Aead)
    } else if case.has("pt") {
        Some(Kind::Cipher)
    } else if case.has("password")
        || ["hkdf-", "kbkdf-"].iter().any(|rule| case.alg().starts_with(rule))
    {
        Some(Kind::Kdf)
    } else if case.has("key")
        && !["public-key", "key-id", "nonce"].iter().any(|field| case.has(field))
    {
        Some(Kind::Mac)
    } else if case.has("md") {
        Some(Kind::Hash)
    } else {
        Some(Kind::Xof)
    }
}

/// Runs one case.
#[must_use]
pub fn run_case(case: &Case) -> Outcome {
    match kind(case) {
        Some(Kind::Hash) => hash::run(case),
        Some(Kind::Xof) => xof::run(case),
        Some(Kind::Mac) => mac::run(case),
        Some(Kind::Aead) => aead::run(case),
        Some(Kind::Cipher) => cipher::run(case),
        Some(Kind::Kdf) => kdf::run(case),
        None if case.has("mode") => mode::run(case),
        None => tree::run(case),
        Some(_) => unknown(case),
    }
}

/// The most times that a case may feed an output back: minutes of work.
const MOST_ITERATIONS: u64 = 100_000_000;

/// The most output that a case may drop where the function cannot seek, and hold where it comes at once.
const MOST_DROPPED_BYTES: u64 = 1 << 32;

fn unknown(case: &Case) -> Outcome {
    Outcome::Skipped(format!("no algorithm {}", case.alg()))
}

/// Runs the cases of a text; `source` is its name in the report.
pub fn run_text(source: &str, text: &str, report: &mut Report) {
    run_text_by(source, text, report, run_case);
}

/// [`run_text`] with `run` in place of [`run_case`]: the same cases through another face of astragal.
pub fn run_text_by(source: &str, text: &str, report: &mut Report, run: impl Fn(&Case) -> Outcome) {
    let failure = |id: String, alg: &str, message: String| Failure {
        source: source.to_owned(),
        id,
        alg: alg.to_owned(),
        message,
    };
    let cases = match parse(text) {
        Ok(cases) => cases,
        Err(error) => {
            report.failures.push(failure("format".into(), "none", error.to_string()));
            return;
        }
    };
    for case in &cases {
        match run(case) {
            Outcome::Passed => report.passed += 1,
            Outcome::Failed(message) => {
                report.failures.push(failure(case.id(), case.alg(), message));
            }
            Outcome::Skipped(reason) => *report.skipped.entry(reason).or_default() += 1,
        }
    }
}

/// Runs a vector file, or every `.txt` file in a folder and the folders below it, in the order of their
/// names.
///
/// # Errors
/// When a file or folder cannot be read.
pub fn run_path(path: &Path) -> io::Result<Report> {
    run_path_by(path, run_case)
}

/// [`run_path`] with `run` in place of [`run_case`].
///
/// # Errors
/// As for [`run_path`].
pub fn run_path_by(path: &Path, run: impl Fn(&Case) -> Outcome) -> io::Result<Report> {
    let mut report = Report::default();
    for file in files(path)? {
        let text = fs::read_to_string(&file)?;
        run_text_by(&file.display().to_string(), &text, &mut report, &run);
    }
    Ok(report)
}

fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "txt") {
            found.push(entry);
        }
    }
    Ok(found)
}

/// An error for a case that must be rejected, of a kind that rejects nothing.
fn never_invalid(case: &Case) -> Result<(), String> {
    if case.is_invalid() { Err(format!("{} rejects no input", case.alg())) } else { Ok(()) }
}

/// `Ok` when both are the same; else both, shortened, in words.
fn compare(how: &str, got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    Err(format!("{how}: got {}, expected {}", shown(got), shown(expected)))
}

fn shown(bytes: &[u8]) -> String {
    let hex = faster_hex::hex_string(&bytes[..bytes.len().min(32)]);
    if bytes.len() > 32 { format!("{hex}… ({} bytes)", bytes.len()) } else { hex }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(text: &str) -> Outcome {
        run_case(&parse(text).unwrap()[0])
    }

    /// The example of RFC 4231, §4.2, rejected for its tag and for nothing else.
    #[test]
    fn invalid_case_passes_by_its_wrong_tag() {
        let key = "0b".repeat(20);
        let (good, bad) = ("b0344c61d8db3853", "b0344c61d8db3854");
        let case = |fields: &str| format!("alg = hmac-sha256\nmsg = 4869205468657265\n{fields}");
        for (fields, passes) in [
            (format!("key = {key}\ntag = {good}"), true),
            (format!("key = {key}\ntag = {bad}"), false),
            (format!("key = {key}\ntag = {bad}\nresult = invalid"), true),
            (format!("key = {key}\ntag = {good}\nresult = invalid"), false),
            (format!("key = {key}\nresult = invalid"), false),
            (format!("key = {key}0\ntag = {bad}\nresult = invalid"), false),
            (format!("key = {key}\ntag = zz\nresult = invalid"), false),
        ] {
            let got = outcome(&case(&fields));
            assert_eq!(got == Outcome::Passed, passes, "{fields}: {got:?}");
        }
    }

    #[test]
    fn invalid_case_fails_on_a_wrong_key() {
        let aead =
            "alg = ascon-aead128\nnonce = 00\nad =\nct =\ntag = 00\nresult = invalid\nkey = 00";
        assert!(matches!(outcome(aead), Outcome::Failed(_)));
        let keyed = "alg = blake2b-512\nmsg =\ntag = 00\nresult = invalid\nkey =";
        assert!(matches!(outcome(keyed), Outcome::Failed(_)));
        assert!(matches!(
            outcome("alg = sha256\nmsg =\nmd = 00\nresult = invalid"),
            Outcome::Failed(_)
        ));
        let custom = "alg = shake128\nmsg =\nout = 00\ncustom = 00\nresult = invalid";
        assert!(matches!(outcome(custom), Outcome::Failed(_)));
    }

    /// None of these panics, wraps, or takes longer than a blink.
    #[test]
    fn rejects_huge_numbers() {
        let huge = u64::MAX;
        for case in [
            format!("alg = sha256\nmsg-repeat = {huge} 0102\nmd = 00"),
            format!("alg = sha256\nmsg-repeat = {} 0000\nmd = 00", 1_u64 << 63),
            format!("alg = sha256\nmsg-pattern = {huge}\nmd = 00"),
            format!("alg = sha256\nmsg =\nmd = 00\niterations = {huge}"),
            format!("alg = shake128\nmsg =\nout = 00\nout-skip = {huge}"),
            format!("alg = blake3\nmsg =\nout = 00\nout-skip = {huge}"),
            format!("alg = kmac128\nkey = 00\nmsg =\nout = 00\nout-skip = {huge}"),
            format!("alg = kmac128\nkey = 00\nmsg =\nout = 00\nout-skip = {}", 1_u64 << 45),
            format!("alg = parallelhash128\nblock = {huge}0\nmsg =\nout = 00"),
            format!(
                "alg = sm4\nkey = {0}\npt = {0}\nct = {0}\niterations = {huge}",
                "00".repeat(16)
            ),
        ] {
            assert!(matches!(outcome(&case), Outcome::Failed(_)), "{case}");
        }
    }

    #[test]
    fn report_names_skipped_cases() {
        let mut report = Report::default();
        run_text("text", "alg = nonsense\nmd = 00\n\nalg = nonsense\nmd = 01", &mut report);
        assert_eq!(
            report.to_string(),
            "0 passed, 0 failed, 2 skipped: 2 for no algorithm nonsense"
        );
    }
}
