//! Counts the results for one checksum file and prints the summary.

use std::ffi::OsStr;

use super::Check;
use crate::exit::Exit;
use crate::file_name::display_name;
use crate::message::print_message;

/// Result of verifying one file.
pub(super) enum Verdict {
    Match,
    Mismatch,
    Missing(anyhow::Error),
    Unreadable(anyhow::Error),
}

/// Result counts for a checksum file.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) verified: u64,
    pub(super) mismatched: u64,
    pub(super) unreadable: u64,
    pub(super) malformed: u64,
    pub(super) well_formed: u64,
    /// Whether reading stopped before the end of the checksum file.
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

    /// Prints a warning for each kind of problem in the checksum file, with the number of its occurrences. Returns the
    /// outcome.
    pub(super) fn finish(&self, check: &Check, name: &OsStr) -> Exit {
        let name = display_name(name);
        if self.well_formed == 0 {
            let hint = match (&check.algorithm, &check.key) {
                (None, None) if !check.is_compat => {
                    "; if the lines name no algorithm, use `digest -c ALG SUMS`; for MACs, `digest mac -c`"
                }
                _ => "",
            };
            print_message(format_args!("{name}: no properly formatted line found{hint}"));
            return Exit::Failure;
        }
        let check_options = check.check_options;
        if !check_options.status {
            let warn = |count: u64, one: &str, many: &str| match count {
                0 => {}
                1 => print_message(format_args!("WARNING: 1 {one}")),
                _ => print_message(format_args!("WARNING: {count} {many}")),
            };
            warn(self.malformed, "line is malformed", "lines are malformed");
            let unreadable = "listed file could not be read";
            warn(self.unreadable, unreadable, "listed files could not be read");
            warn(self.mismatched, "digest did NOT match", "digests did NOT match");
        }
        let nothing = self.verified + self.mismatched + self.unreadable == 0;
        if nothing && !check_options.status {
            print_message(format_args!("{name}: no file was verified"));
        }
        let is_bad = nothing
            || self.is_incomplete
            || self.mismatched > 0
            || self.unreadable > 0
            || (check_options.strict && self.malformed > 0);
        (!is_bad).into()
    }
}
