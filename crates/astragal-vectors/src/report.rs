//! What came of a run.

use std::collections::BTreeMap;
use std::fmt;

/// A case that did not give the known answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The file.
    pub source: String,
    /// The case's name.
    pub id: String,
    /// The algorithm.
    pub alg: String,
    /// What went wrong.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}): {}", self.source, self.id, self.alg, self.message)
    }
}

/// The counts of a run, with each failure. Displays as `N passed, N failed`, and what was skipped if any.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Cases that gave the known answer.
    pub passed: usize,
    /// Cases that did not, and files that could not be read.
    pub failures: Vec<Failure>,
    /// Cases of algorithms or parameters that astragal does not have, counted by reason.
    pub skipped: BTreeMap<String, usize>,
}

impl Report {
    /// Whether something was run and all of it passed.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.passed > 0 && self.failures.is_empty()
    }

    /// Adds the counts of another run.
    pub fn merge(&mut self, other: Self) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
        for (reason, count) in other.skipped {
            *self.skipped.entry(reason).or_default() += count;
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failures.len())?;
        if self.skipped.is_empty() {
            return Ok(());
        }
        write!(f, ", {} skipped", self.skipped.values().sum::<usize>())?;
        for (i, (reason, count)) in self.skipped.iter().enumerate() {
            write!(f, "{} {count} for {reason}", if i == 0 { ":" } else { "," })?;
        }
        Ok(())
    }
}
