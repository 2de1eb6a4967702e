//! `digest selftest`: known answers on this machine.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use astragal_vectors::{Report, run_builtin, run_path};

use crate::console::Out;
use crate::exit::{Exit, cut_off};

pub(crate) fn run(paths: &[PathBuf]) -> anyhow::Result<Exit> {
    let mut report = Report::default();
    if paths.is_empty() {
        report = run_builtin();
    }
    for path in paths {
        report.merge(run_path(path).with_context(|| path.display().to_string())?);
    }
    let exit = if report.is_good() { Exit::Good } else { Exit::Bad };
    let told = tell(&report);
    // Failures count although nobody reads them.
    if exit == Exit::Bad { cut_off(told.map(|()| exit)) } else { told.map(|()| exit) }
}

fn tell(report: &Report) -> anyhow::Result<()> {
    let mut to = Out::new();
    for failure in &report.failures {
        writeln!(to, "FAILED {failure}")?;
    }
    for (reason, count) in &report.skipped {
        writeln!(to, "skipped {count}: {reason}")?;
    }
    writeln!(to, "{} passed, {} failed", report.passed, report.failures.len())?;
    Ok(to.flush()?)
}
