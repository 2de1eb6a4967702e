//! What came of a list, and the words that sum it up.

use std::ffi::OsStr;

use super::Check;
use crate::console::shown;
use crate::exit::{Exit, complain};

/// What came of a line.
pub(super) enum Verdict {
    Match,
    Mismatch,
    Missing(anyhow::Error),
    Unreadable(anyhow::Error),
}

/// What came of the lines of a check file.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) verified: u64,
    pub(super) mismatched: u64,
    pub(super) unreadable: u64,
    pub(super) malformed: u64,
    pub(super) well_formed: u64,
    /// The list itself could not be read to its end.
    pub(super) is_incomplete: bool,
}

impl Tally {
    pub(super) fn count(&mut self, verdict: &Verdict, ignore_missing: bool) {
        self.well_formed += 1;
        match verdict {
            Verdict::Match => self.verified += 1,
            Verdict::Mismatch => self.mismatched += 1,
            Verdict::Missing(_) if ignore_missing => {}
            Verdict::Missing(_) | Verdict::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Prints the warnings that sum a check file up.
    pub(super) fn conclude(&self, check: &Check, name: &OsStr) -> Exit {
        let name = shown(name);
        if self.well_formed == 0 {
            let hint = match (&check.algorithm, &check.key) {
                (None, None) if !check.is_linked => {
                    "; for lines that name no algorithm use `digest -c ALG SUMS`, for authentication codes `digest mac -c`"
                }
                _ => "",
            };
            complain(format_args!("{name}: no properly formatted line found{hint}"));
            return Exit::Bad;
        }
        let checking = check.checking;
        if !checking.status {
            let warn = |count: u64, one: &str, many: &str| match count {
                0 => {}
                1 => complain(format_args!("WARNING: 1 {one}")),
                _ => complain(format_args!("WARNING: {count} {many}")),
            };
            warn(self.malformed, "line is malformed", "lines are malformed");
            let unreadable = "listed file could not be read";
            warn(self.unreadable, unreadable, "listed files could not be read");
            warn(self.mismatched, "digest did NOT match", "digests did NOT match");
        }
        let nothing = self.verified + self.mismatched + self.unreadable == 0;
        if nothing && !checking.status {
            complain(format_args!("{name}: no file was verified"));
        }
        let is_bad = nothing
            || self.is_incomplete
            || self.mismatched > 0
            || self.unreadable > 0
            || (checking.strict && self.malformed > 0);
        if is_bad { Exit::Bad } else { Exit::Good }
    }
}
