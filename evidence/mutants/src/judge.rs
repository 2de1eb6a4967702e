//! Runs the tests with each mutant. A first run of the unchanged code records the mutants whose code each test reaches.
//! A mutant is then judged only by the tests that reach its code, fastest first.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::build::{Copy, Program};
use crate::mutant::Mutant;

/// Test program for known answers. The cases of each algorithm count as a separate test.
const ANSWERS: &str = "kat";

/// Maximum total time, in seconds, of several short tests that share one process.
const GROUP: f64 = 0.3;

/// A test function, or the known answers of one algorithm, which count as one test.
#[derive(Clone, Debug)]
struct Test {
    program: Program,
    name: String,
    seconds: f64,
    /// Numbers of the mutants that the test executes.
    reached: BTreeSet<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Caught,
    /// The tests did not end in time.
    TimedOut,
    /// All tests that execute the mutant passed.
    Survived,
    /// No test executes the mutant.
    Unreached,
}

pub(crate) struct Judge {
    tests: Vec<Test>,
    folder: PathBuf,
}

/// Result of a process: whether the tests passed, or `None` if they did not end in time.
type Passed = Option<bool>;

impl Judge {
    /// Runs every test without mutants. If `is_whole` is false, the programs lack some families. Tests that fail are
    /// then left out, because they need a missing family.
    pub(crate) fn new(copy: &Copy, programs: &[Program], is_whole: bool) -> Result<Self> {
        let folder = copy.folder.join("crates/astragal");
        let mut tests = Vec::new();
        for program in programs {
            if program.name == ANSWERS {
                tests.extend(algorithms(copy)?.into_iter().map(|name| test(program, name)));
            } else {
                let output = Command::new(&program.path)
                    .args(["--list", "--format", "terse", "--skip", "simd::x86_64::model"])
                    .current_dir(&folder)
                    .output()?;
                let names = String::from_utf8(output.stdout)?;
                let names = names.lines().filter_map(|line| line.strip_suffix(": test"));
                tests.extend(names.map(|name| test(program, name.to_owned())));
            }
        }
        let mut judge = Self { tests: Vec::new(), folder };
        let measured = parallel(tests, |number, mut test| {
            let file =
                std::env::temp_dir().join(format!("reached-{}-{number}", std::process::id()));
            let start = Instant::now();
            let mut command = judge.command(&[&test], 300);
            command.env("MUTANT", "reach").env("MUTANT_REACHED", &file);
            let passed = run(&mut command, Duration::from_secs(600));
            test.seconds = start.elapsed().as_secs_f64();
            let numbers = fs::read_to_string(&file).unwrap_or_default();
            test.reached = numbers.lines().filter_map(|number| number.parse().ok()).collect();
            let _ = fs::remove_file(&file);
            (passed, test)
        });
        let failed = measured.iter().filter(|(passed, _)| *passed != Some(true));
        let failed: Vec<&str> = failed.map(|(_, test)| test.name.as_str()).collect();
        ensure!(
            failed.is_empty() || !is_whole,
            "tests fail without mutants: {}",
            failed.join(", ")
        );
        let passed = measured.into_iter().filter(|(passed, _)| *passed == Some(true));
        judge.tests = passed.map(|(_, test)| test).collect();
        judge.tests.retain(|test| !test.reached.is_empty());
        judge.tests.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let seconds: f64 = judge.tests.iter().map(|test| test.seconds).sum();
        eprintln!("{} tests execute mutants, {seconds:.1} s", judge.tests.len());
        Ok(judge)
    }

    /// Judges every mutant.
    pub(crate) fn judge(&self, mutants: &[Mutant]) -> BTreeMap<u32, Verdict> {
        let done = AtomicUsize::new(0);
        let numbers: Vec<u32> = mutants.iter().map(|mutant| mutant.number).collect();
        let verdicts = parallel(numbers, |_, number| {
            let verdict = self.verdict(number);
            let count = done.fetch_add(1, Relaxed) + 1;
            if count.is_multiple_of(100) {
                eprintln!("{count} of {}", mutants.len());
            }
            (number, verdict)
        });
        verdicts.into_iter().collect()
    }

    fn verdict(&self, number: u32) -> Verdict {
        let tests: Vec<&Test> =
            self.tests.iter().filter(|test| test.reached.contains(&number)).collect();
        if tests.is_empty() {
            return Verdict::Unreached;
        }
        for group in groups(tests) {
            let seconds: f64 = group.iter().map(|test| test.seconds).sum();
            // Limits CPU time, because elapsed time includes waiting for other programs. The limit for elapsed time is
            // ten times as long.
            let limit = 2 + (10.0 * seconds) as u64;
            let mut command = self.command(&group, limit);
            command.env("MUTANT", number.to_string());
            match run(&mut command, Duration::from_secs(10 * limit)) {
                Some(true) => {}
                Some(false) => return Verdict::Caught,
                None => return Verdict::TimedOut,
            }
        }
        Verdict::Survived
    }

    /// Returns the command that runs `tests`, which belong to one program, for at most `limit` seconds of CPU time.
    fn command(&self, tests: &[&Test], limit: u64) -> Command {
        let program = &tests[0].program;
        // Limits the memory, because a mutant may allocate without end.
        let mut command = Command::new("sh");
        let limits = format!("ulimit -v 8000000; ulimit -t {limit}; exec \"$@\"");
        command.args(["-c", &limits, "sh"]).arg(&program.path);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        if program.name == ANSWERS {
            command.arg("matches_every_built_in_known_answer");
            command.env("ASTRAGAL_TEST_ROWS", names.join(" "));
        } else {
            command.arg("--exact").args(&names);
        }
        command.args(["--test-threads=1", "--quiet"]);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

fn test(program: &Program, name: String) -> Test {
    Test { program: program.clone(), name, seconds: 0.0, reached: BTreeSet::new() }
}

/// Returns the names of the algorithms that have known answers.
fn algorithms(copy: &Copy) -> Result<Vec<String>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(copy.folder.join("crates/astragal-vectors/vectors"))? {
        let text = fs::read_to_string(entry?.path())?;
        names.extend(
            text.lines().filter_map(|line| Some(line.strip_prefix("alg = ")?.trim().to_owned())),
        );
    }
    Ok(names.into_iter().collect())
}

/// Divides tests, which are sorted by time, into processes: short tests of a program together, long tests alone.
fn groups(tests: Vec<&Test>) -> Vec<Vec<&Test>> {
    let mut groups: Vec<Vec<&Test>> = Vec::new();
    for test in tests {
        let open = groups.iter_mut().find(|group| {
            let seconds: f64 = group.iter().map(|test| test.seconds).sum();
            group[0].program.path == test.program.path && seconds + test.seconds < GROUP
        });
        match open {
            Some(group) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups
}

/// Signals that end a process when its time limit expires: SIGKILL and SIGXCPU.
const KILLED: i32 = 9;
const TIME_EXCEEDED: i32 = 24;

/// Runs a command and discards its output. Kills it after `limit`.
fn run(command: &mut Command, limit: Duration) -> Passed {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let end = Instant::now() + limit;
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            let is_killed = matches!(status.signal(), Some(KILLED | TIME_EXCEEDED));
            return (!is_killed).then(|| status.success());
        }
        if Instant::now() > end {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Applies a function to every value, in parallel on all cores. Returns the results in the order of the values.
fn parallel<T: Send, R: Send>(values: Vec<T>, apply: impl Fn(usize, T) -> R + Sync) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let queue = Mutex::new(values.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let Some((number, value)) = queue.lock().expect("no thread panics").next()
                    else {
                        break;
                    };
                    let result = apply(number, value);
                    results.lock().expect("no thread panics").push((number, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread panics");
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the path of the repository, which contains this crate.
pub(crate) fn root() -> Result<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    Ok(own.ancestors().nth(2).context("no repository")?.to_owned())
}
