//! Stages of a run: each passes, fails, or is skipped for want of a tool. All of them run, and the last line counts.

use std::env;
use std::fmt;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use crate::run::exists;

/// A tool that a stage needs and this machine lacks.
#[derive(Debug)]
pub(crate) struct Missing {
    what: String,
    /// How to get it.
    remedy: String,
    /// Whether `.ci/install` can install it. What it cannot install is skipped even in a strict run.
    is_obtainable: bool,
}

impl Missing {
    /// A tool of a Debian package, of PyPI or of crates.io.
    pub(crate) fn new(what: &str, remedy: &str) -> Self {
        let is_obtainable = cfg!(target_os = "linux");
        Self { what: what.to_owned(), remedy: remedy.to_owned(), is_obtainable }
    }

    /// A tool that may be missing even in a strict run: a part of Rust that rustup was asked for in vain, since its
    /// server is not among the package registries; or a program that takes long to compile.
    pub(crate) fn exempt(what: &str, remedy: &str) -> Self {
        Self { is_obtainable: false, ..Self::new(what, remedy) }
    }

    /// Something that a check does not apply without: a release, another processor.
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

/// Fails where `program` cannot be started, naming the Debian packages that have it.
pub(crate) fn need(program: &str, packages: &str) -> Result<()> {
    if !exists(program) {
        bail!(Missing::new(program, &format!("apt-get install {packages}")));
    }
    Ok(())
}

/// Says what a part of a verb is left out for, which is a failure if `CI` is `true`.
pub(crate) fn skip(what: &str, remedy: &str) -> Result<()> {
    let missing = Missing::new(what, remedy);
    if is_ci() {
        bail!(missing);
    }
    println!("skipped: {missing}");
    Ok(())
}

fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}

/// Number of checks that a stage made.
pub(crate) trait Checks {
    fn checks(&self) -> u64;
}

impl Checks for () {
    fn checks(&self) -> u64 {
        1
    }
}

/// Tests of a test program.
impl Checks for u64 {
    fn checks(&self) -> u64 {
        *self
    }
}

/// Outcomes so far.
#[derive(Debug, Default)]
pub(crate) struct Stages {
    /// Whether a missing tool is a failure.
    is_strict: bool,
    passed: u64,
    failed: Vec<String>,
    skipped: Vec<String>,
    times: Vec<String>,
}

impl Stages {
    /// A missing tool is a failure if `is_strict`, or if `CI` is `true`.
    pub(crate) fn new(is_strict: bool) -> Self {
        Self { is_strict: is_strict || is_ci(), ..Self::default() }
    }

    /// Runs a stage and returns its result, or `None` if it failed or was skipped.
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

    /// Counts a stage that ended with `error`; returns the verdict.
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

    /// Prints what took how long, what was skipped, what failed, and the line that counts.
    pub(crate) fn finish(self) -> Result<()> {
        println!();
        for (title, lines) in
            [("time", &self.times), ("skipped", &self.skipped), ("failed", &self.failed)]
        {
            lines.iter().for_each(|line| println!("{title}: {line}"));
        }
        println!();
        println!("{}", self.summary());
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

/// Runs the stages of one verb.
pub(crate) fn only(stages: impl FnOnce(&mut Stages)) -> Result<()> {
    let mut all = Stages::new(false);
    stages(&mut all);
    all.finish()
}

/// Processor time of all commands that have ended, where the system shows it: `cutime` and `cstime` of proc(5).
fn processor_time() -> Option<Duration> {
    /// Ticks per second, the same on every Linux.
    const TICKS: u64 = 100;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may hold spaces.
    let (_, fields) = stat.rsplit_once(") ")?;
    let ticks = fields.split(' ').skip(13).take(2).map(str::parse::<u64>);
    let ticks = ticks.sum::<Result<u64, _>>().ok()?;
    Some(Duration::from_millis(ticks * 1000 / TICKS))
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    fn stages(is_strict: bool) -> Stages {
        Stages { is_strict, ..Stages::default() }
    }

    fn missing_tool() -> Result<()> {
        need("no-such-program", "no-such-package").context("testing by a tool")
    }

    #[test]
    fn counts_tests_and_stages() {
        let mut stages = stages(false);
        assert_eq!(stages.run("tests", || Ok(17_u64)), Some(17));
        assert_eq!(stages.run("lint", || Ok(())), Some(()));
        assert_eq!(stages.run("broken", || -> Result<()> { Err(anyhow!("no")) }), None);
        assert_eq!(stages.run("tool", missing_tool), None);
        assert_eq!(stages.summary(), "18 passed, 1 failed, 1 skipped");
        assert!(stages.finish().is_err());
    }

    #[test]
    fn stage_that_ran_no_test_fails() {
        let mut stages = stages(false);
        assert_eq!(stages.run("tests", || Ok(0_u64)), None);
        assert_eq!(stages.summary(), "0 passed, 1 failed, 0 skipped");
    }

    #[test]
    fn strict_run_fails_without_a_tool_and_names_its_package() {
        let mut stages = stages(true);
        stages.run("tool", missing_tool);
        assert_eq!(stages.summary(), "0 passed, 1 failed, 0 skipped");
        assert!(stages.failed[0].contains("apt-get install no-such-package"), "{:?}", stages);
    }

    #[test]
    fn strict_run_skips_what_cannot_be_installed() {
        let mut stages = stages(true);
        let target = Missing::exempt("Rust for s390x", "rustup target add s390x");
        stages.run("machine", || -> Result<()> { Err(target.into()) });
        assert_eq!(stages.summary(), "0 passed, 0 failed, 1 skipped");
        assert!(stages.finish().is_ok());
    }
}
