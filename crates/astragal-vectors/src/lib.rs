//! Known answers: the vector format (`FORMAT.md` beside this crate's sources), a runner that finds each
//! algorithm in astragal's registry, and a built-in set.
//!
//! `parse` reads text into cases, `message` is a case's input without holding gigabytes, `run` compares.
//! The library's tests, `digest selftest` and the checks of the other faces are all this code.

mod message;
mod parse;
mod report;
mod run;

pub use parse::{Case, ParseError, parse};
pub use report::{Failure, Report};
pub use run::{Outcome, run_case, run_path, run_text};

/// The built-in vector files: name and text.
pub static BUILTIN: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// Runs the built-in known answers.
#[must_use]
pub fn run_builtin() -> Report {
    let mut report = Report::default();
    for (name, text) in BUILTIN {
        run_text(name, text, &mut report);
    }
    report
}
