//! Runs test cases on the algorithms of the registry. The fields of a case determine the kind of algorithm.

mod aead;
mod cipher;
mod hash;
mod kdf;
mod key_wrap;
mod mac;
mod mode;
mod tree;
mod xof;

use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use astragal::registry::Kind;

use crate::parse::{Case, parse};
use crate::report::{Failure, Report};

/// Result of running a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The result of a valid case equals the known answer, or an invalid case was rejected.
    Passed,
    /// The case failed. Contains a description of the failure.
    Failed(String),
    /// The case was not run, because astragal does not support the algorithm or its parameters. Contains the reason.
    Skipped(String),
}

/// Result of comparing an output with the known answer. `Ok` means that the two are equal.
type CheckResult = Result<(), Box<dyn Error>>;

impl<E: Display> From<Result<(), E>> for Outcome {
    fn from(result: Result<(), E>) -> Self {
        result.map_or_else(|error| Self::Failed(error.to_string()), |()| Self::Passed)
    }
}

/// Returns the kind of algorithm that a case tests. In most cases, the fields determine the kind. Key derivation from a
/// key and key wrapping are recognized by the algorithm's name. Returns `None` for modes of block ciphers, for stream
/// ciphers, and for cases with the field `record` or `outboard`.
#[must_use]
pub fn kind(case: &Case) -> Option<Kind> {
    if ["mode", "iv", "outboard", "record"].iter().any(|field| case.has(field)) {
        None
    } else if case.has("nonce") && !case.has("md") {
        Some(Kind::Aead)
    } else if case.alg().ends_with("-kw") || case.alg().ends_with("-kwp") {
        Some(Kind::KeyWrap)
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

/// Runs one case and compares its result with the known answer.
#[must_use]
pub fn run_case(case: &Case) -> Outcome {
    match kind(case) {
        Some(Kind::Hash) => hash::run(case),
        Some(Kind::Xof) => xof::run(case),
        Some(Kind::Mac) => mac::run(case),
        Some(Kind::Aead) => aead::run(case),
        Some(Kind::Cipher) => cipher::run(case),
        Some(Kind::Kdf) => kdf::run(case),
        Some(Kind::KeyWrap) => key_wrap::run(case),
        None if case.has("mode") || case.has("iv") => mode::run(case),
        None => tree::run(case),
        Some(_) => unknown(case),
    }
}

/// Maximum number of iterations of a case. This many iterations take minutes.
const MAX_ITERATIONS: u64 = 100_000_000;

/// Maximum number of output bytes that a case may skip if the function cannot seek. Such bytes must be computed, and a
/// MAC also stores them in memory.
const MAX_SKIPPED_BYTES: u64 = 1 << 32;

fn unknown(case: &Case) -> Outcome {
    Outcome::Skipped(format!("no algorithm {}", case.alg()))
}

/// Runs the cases in the text of a vector file, and adds their results to `report`. `source` names the vector file in
/// the report.
pub fn run_text(source: &str, text: &str, report: &mut Report) {
    run_text_by(source, text, report, run_case);
}

/// Like [`run_text`], but calls `run` instead of [`run_case`] for each case, for example to test a binding of astragal.
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

/// Runs a vector file. For a directory, runs all `.txt` files below it in the order of their names.
///
/// # Errors
/// Returns an error if a file or directory cannot be read.
pub fn run_path(path: &Path) -> io::Result<Report> {
    let mut report = Report::default();
    for file in files(path)? {
        let text = fs::read_to_string(&file)?;
        run_text_by(&file.display().to_string(), &text, &mut report, run_case);
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

/// Returns an error if the case is marked as invalid. Called for algorithms that accept every input.
fn require_valid(case: &Case) -> CheckResult {
    if case.is_invalid() {
        return Err(format!("{} accepts every input", case.alg()).into());
    }
    Ok(())
}

/// Converts the result of a case to its outcome. A case that is marked as invalid passes if the result is an error.
fn outcome(case: &Case, result: CheckResult) -> Outcome {
    match (result, case.is_invalid()) {
        (result, false) => result.into(),
        (Err(_), true) => Outcome::Passed,
        (Ok(()), true) => Outcome::Failed(ACCEPTED.into()),
    }
}

/// Error text for an invalid case that is not rejected.
const ACCEPTED: &str = "invalid case is accepted";

/// Compares a result with the known answer. The error text contains both, shortened to 32 bytes.
fn compare(how: &str, got: &[u8], expected: &[u8]) -> CheckResult {
    if got == expected {
        return Ok(());
    }
    Err(format!("{how}: got {}, expected {}", shortened_hex(got), shortened_hex(expected)).into())
}

fn shortened_hex(bytes: &[u8]) -> String {
    let hex = base16ct::lower::encode_string(&bytes[..bytes.len().min(32)]);
    if bytes.len() > 32 { format!("{hex}… ({} bytes)", bytes.len()) } else { hex }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Outcome {
        run_case(&parse(text).unwrap()[0])
    }

    /// Uses the example in RFC 4231 §4.2. An invalid case passes only if its tag is rejected, and fails if another
    /// field is rejected.
    #[test]
    fn invalid_case_passes_only_by_its_wrong_tag() {
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
            let got = run(&case(&fields));
            assert_eq!(got == Outcome::Passed, passes, "{fields}: {got:?}");
        }
    }

    #[test]
    fn invalid_case_fails_if_rejected_for_another_reason() {
        let aead =
            "alg = ascon-aead128\nnonce = 00\nad =\nct =\ntag = 00\nresult = invalid\nkey = 00";
        assert!(matches!(run(aead), Outcome::Failed(_)));
        let keyed = "alg = blake2b-512\nmsg =\ntag = 00\nresult = invalid\nkey =";
        assert!(matches!(run(keyed), Outcome::Failed(_)));
        assert!(matches!(
            run("alg = sha256\nmsg =\nmd = 00\nresult = invalid"),
            Outcome::Failed(_)
        ));
        let custom = "alg = shake128\nmsg =\nout = 00\ncustom = 00\nresult = invalid";
        assert!(matches!(run(custom), Outcome::Failed(_)));
    }

    /// Huge numbers must not cause a panic, an overflow or a long run time.
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
            assert!(matches!(run(&case), Outcome::Failed(_)), "{case}");
        }
    }

    #[test]
    fn report_counts_skipped_cases() {
        let mut report = Report::default();
        run_text("text", "alg = nonsense\nmd = 00\n\nalg = nonsense\nmd = 01", &mut report);
        assert_eq!(
            report.to_string(),
            "0 passed, 0 failed, 2 skipped: 2 for no algorithm nonsense"
        );
    }
}
