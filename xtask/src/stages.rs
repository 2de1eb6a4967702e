//! Stages of an `xtask` verb such as `verify`. Each stage passes, fails, or is skipped because a tool is missing. After
//! a failure, the later stages still run.

use std::env;
use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use crate::run::exists;

/// Error for a stage whose required tool is missing.
#[derive(Debug)]
pub(crate) struct Missing {
    what: String,
    /// Command that installs the tool.
    remedy: String,
    /// Whether `.ci/install` can install the tool. If it cannot, even a strict run skips the stage.
    is_obtainable: bool,
}

impl Missing {
    /// Creates the error for a missing tool that can be installed from Debian, PyPI or crates.io.
    pub(crate) fn new(what: &str, remedy: &str) -> Self {
        let is_obtainable = cfg!(target_os = "linux");
        Self { what: what.to_owned(), remedy: remedy.to_owned(), is_obtainable }
    }

    /// Creates the error for a missing tool that even a strict run does not require. Such a tool is available only from
    /// rustup's server, or takes minutes to compile.
    pub(crate) fn exempt(what: &str, remedy: &str) -> Self {
        Self { is_obtainable: false, ..Self::new(what, remedy) }
    }

    /// Creates the error for a check that does not apply to this machine.
    pub(crate) fn inapplicable(what: &str) -> Self {
        Self { is_obtainable: false, ..Self::new(what, "") }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remedy.as_str() {
            "" => f.write_str(&self.what),
            remedy => write!(f, "{} is missing; {remedy}", self.what),
        }
    }
}

impl std::error::Error for Missing {}

/// Returns an error if a program is missing. The error names the Debian packages to install.
pub(crate) fn need(program: &str, packages: &str) -> Result<()> {
    if !exists(program) {
        bail!(Missing::new(program, &format!("apt-get install {packages}")));
    }
    Ok(())
}

fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}

/// Result of a stage. `checks` returns the number of checks that the stage made.
pub(crate) trait Checks {
    fn checks(&self) -> u64 {
        1
    }
}

impl Checks for () {}

impl Checks for std::path::PathBuf {}

impl Checks for u64 {
    fn checks(&self) -> u64 {
        *self
    }
}

/// Results of the stages so far.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    /// Whether the run is strict: a missing tool is then a failure.
    is_strict: bool,
    passed: u64,
    failed: Vec<String>,
    skipped: Vec<String>,
    times: Vec<String>,
}

impl Stages {
    pub(crate) fn new(is_strict: bool) -> Self {
        Self { is_strict: is_strict || is_ci(), ..Self::default() }
    }

    /// Runs a stage and returns its result, or `None` if the stage failed or was skipped.
    pub(crate) fn run<T: Checks>(
        &mut self,
        name: &str,
        stage: impl FnOnce() -> Result<T>,
    ) -> Option<T> {
        println!("\n== {name}");
        let (start, processor) = (Instant::now(), processor_time());
        let outcome = stage();
        let used = processor_time().zip(processor).map(|(after, before)| after - before);
        let used = used.map(|used| format!(", {:.0} s of processor time", used.as_secs_f64()));
        let took = format!("{:.0} s{}", start.elapsed().as_secs_f64(), used.unwrap_or_default());
        let (verdict, result) = match outcome {
            Ok(result) if result.checks() > 0 => {
                self.passed += result.checks();
                ("passed".to_owned(), Some(result))
            }
            Ok(_) => (self.judge(name, &anyhow!("nothing was checked")), None),
            Err(error) => (self.judge(name, &error), None),
        };
        println!("== {name}: {verdict}, {took}");
        self.times.push(format!("{name}: {took}"));
        result
    }

    /// Records lines that describe the skipped parts of a stage.
    pub(crate) fn skip(&mut self, lines: impl IntoIterator<Item = String>) {
        self.skipped.extend(lines);
    }

    /// Records the stage as skipped if `error` is a missing tool that this run does not require, otherwise as failed.
    /// Returns the text to print.
    fn judge(&mut self, name: &str, error: &anyhow::Error) -> String {
        let missing = error.chain().find_map(|cause| cause.downcast_ref::<Missing>());
        let line = format!("{name}: {error:#}");
        match missing {
            Some(missing) if !(self.is_strict && missing.is_obtainable) => {
                self.skipped.push(line);
                format!("skipped: {missing}")
            }
            _ => {
                self.failed.push(line);
                format!("failed: {error:#}")
            }
        }
    }

    /// Prints the times of the stages, the skipped parts and the failed stages. Then prints the numbers of passed
    /// checks, failed stages and skipped parts.
    pub(crate) fn finish(self) -> Result<()> {
        println!();
        for (title, lines) in
            [("time", &self.times), ("skipped", &self.skipped), ("failed", &self.failed)]
        {
            lines.iter().for_each(|line| println!("{title}: {line}"));
        }
        println!("\n{}", self.summary());
        match self.failed.len() {
            0 => Ok(()),
            1 => bail!("1 stage failed"),
            count => bail!("{count} stages failed"),
        }
    }

    fn summary(&self) -> String {
        let (failed, skipped) = (self.failed.len(), self.skipped.len());
        format!("{} passed, {failed} failed, {skipped} skipped", self.passed)
    }
}

/// Runs the stages that `stages` adds, and prints the summary.
pub(crate) fn only(stages: impl FnOnce(&mut Stages)) -> Result<()> {
    let mut all = Stages::new(false);
    stages(&mut all);
    all.finish()
}

/// Returns the processor time of all finished child processes. On Linux, this is the sum of the fields `cutime` and
/// `cstime` of `/proc/self/stat`.
fn processor_time() -> Option<Duration> {
    const TICKS_PER_SECOND: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // In `/proc/self/stat`, the program's name is in parentheses and may contain spaces. The numeric fields follow it.
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(13).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    fn missing_tool() -> Result<()> {
        need("no-such-program", "no-such-package").context("testing by a tool")
    }

    #[test]
    fn counts_tests_and_stages() {
        let mut stages = Stages::default();
        assert_eq!(stages.run("tests", || Ok(17_u64)), Some(17));
        assert_eq!(stages.run("lint", || Ok(())), Some(()));
        assert_eq!(stages.run("broken", || -> Result<()> { Err(anyhow!("no")) }), None);
        assert_eq!(stages.run("tool", missing_tool), None);
        assert_eq!(stages.summary(), "18 passed, 1 failed, 1 skipped");
        assert_eq!(stages.run("nothing", || Ok(0_u64)), None);
        assert_eq!(stages.summary(), "18 passed, 2 failed, 1 skipped");
        assert!(stages.finish().is_err());
    }

    #[test]
    fn strict_run_fails_without_an_obtainable_tool() {
        let mut stages = Stages { is_strict: true, ..Stages::default() };
        let target = Missing::exempt("Rust for s390x", "rustup target add s390x");
        stages.run("machine", || -> Result<()> { Err(target.into()) });
        assert_eq!(stages.summary(), "0 passed, 0 failed, 1 skipped");
        stages.run("tool", missing_tool);
        assert!(stages.failed[0].contains("apt-get install no-such-package"), "{:?}", stages);
    }
}
