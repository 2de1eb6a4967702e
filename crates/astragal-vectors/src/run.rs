//! Runs cases through the registry. The fields of a case tell which kind of algorithm is meant.

mod aead;
mod cipher;
mod hash;
mod kdf;
mod mac;
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
/// for modes of block ciphers, which have no table yet.
#[must_use]
pub fn kind(case: &Case) -> Option<Kind> {
    if case.has("nonce") {
        Some(Kind::Aead)
    } else if case.has("pt") && !case.has("mode") {
        Some(Kind::Cipher)
    } else if case.has("password")
        || ["hkdf-", "kbkdf-"].iter().any(|rule| case.alg().starts_with(rule))
    {
        Some(Kind::Kdf)
    } else if case.has("mode") {
        None
    } else if case.has("key") {
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
        None => unknown(case),
    }
}

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

/// `Ok` when both are the same; else both, shortened, in words.
fn compare(how: &str, got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    Err(format!("{how}: got {}, expected {}", shown(got), shown(expected)))
}

fn shown(bytes: &[u8]) -> String {
    let hex: String = bytes.iter().take(32).map(|byte| format!("{byte:02x}")).collect();
    if bytes.len() > 32 { format!("{hex}… ({} bytes)", bytes.len()) } else { hex }
}
