//! Results of running vector files.

use std::collections::BTreeMap;
use std::fmt;

/// Test case that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Name of the vector file.
    pub source: String,
    /// Name of the case.
    pub id: String,
    /// Name of the algorithm.
    pub alg: String,
    /// Description of the failure.
    pub message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}): {}", self.source, self.id, self.alg, self.message)
    }
}

/// Numbers of passed and skipped cases, and descriptions of the failed ones. Displayed as `N passed, N failed`,
/// followed by the skipped cases if there are any.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of cases that passed.
    pub passed: usize,
    /// Failed cases and malformed files.
    pub failures: Vec<Failure>,
    /// Number of skipped cases for each reason.
    pub skipped: BTreeMap<String, usize>,
}

impl Report {
    /// Returns whether at least one case passed and none failed.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.passed > 0 && self.failures.is_empty()
    }

    /// Adds the counts and failures of another run.
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
