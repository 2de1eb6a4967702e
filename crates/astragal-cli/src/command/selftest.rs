//! `digest selftest`: runs the known-answer tests.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use astragal_vectors::{Report, run_builtin, run_path};

use crate::console::Out;
use crate::exit::{Exit, fail_on_closed_pipe};

pub(crate) fn run(paths: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut report = Report::default();
    if paths.is_empty() {
        report = run_builtin();
    }
    for path in paths {
        report.merge(run_path(path).with_context(|| path.display().to_string())?);
    }
    let exit = Exit::from(report.is_good());
    let result = print(&report);
    // After a failed test, the exit status is 1 even if the output pipe is closed.
    if exit == Exit::Failure {
        fail_on_closed_pipe(result.map(|()| exit))
    } else {
        result.map(|()| exit)
    }
}

fn print(report: &Report) -> anyhow::Result<()> {
    let mut out = Out::stdout();
    for failure in &report.failures {
        writeln!(out, "FAILED {failure}")?;
    }
    for (error_text, count) in &report.skipped {
        writeln!(out, "skipped {count}: {error_text}")?;
    }
    writeln!(out, "{} passed, {} failed", report.passed, report.failures.len())?;
    Ok(out.flush()?)
}
