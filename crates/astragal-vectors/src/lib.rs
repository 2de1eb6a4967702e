//! Known answers: the vector format (`FORMAT.md` beside this crate's sources), a runner that finds each
//! algorithm in astragal's registry, and a built-in set.
//!
//! `parse` reads text into cases, `message` is a case's input without holding gigabytes, `run` compares.
//! The library's tests, `digest selftest` and the checks of the other faces are all this code.

mod message;
mod parse;
mod report;
mod run;

use std::collections::BTreeMap;

use astragal::registry::Kind;

pub use message::Message;
pub use parse::{Case, ParseError, parse};
pub use report::{Failure, Report};
pub use run::{Outcome, kind, run_case, run_path, run_path_by, run_text, run_text_by};

/// The built-in vector files: name and text.
pub static BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// The canonical names that have known answers in the built-in set, each with the number of cases, by the
/// kind of algorithm.
///
/// # Errors
/// [`ParseError`] when a built-in file is not in the format.
pub fn covered(kind: Kind) -> Result<BTreeMap<String, usize>, ParseError> {
    let mut names = BTreeMap::new();
    for (_, text) in BUILTIN {
        for case in parse(text)?.iter().filter(|case| run::kind(case) == Some(kind)) {
            *names.entry(case.alg().to_owned()).or_default() += 1;
        }
    }
    Ok(names)
}

/// Runs the built-in known answers.
#[must_use]
pub fn run_builtin() -> Report {
    let mut report = Report::default();
    for (name, text) in BUILTIN {
        run_text(name, text, &mut report);
    }
    report
}
