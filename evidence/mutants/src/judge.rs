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
use crate::measurements::Measurements;
use crate::mutant::Mutant;

/// Test program for known answers. The cases of each algorithm count as a separate test.
const ANSWERS: &str = "kat";

/// Maximum total time, in seconds, of several short tests that share one process.
const GROUP: f64 = 0.3;

/// The same for the first process of a mutant. The fastest tests detect most mutants.
const FIRST_GROUP: f64 = 0.03;

/// Maximum total time, in seconds, of the tests that judge a mutant first. The other tests judge it after these tests
/// have judged all other mutants.
const SHORT: f64 = 0.6;

/// Number of groups of tests that detected other mutants of a function, and of its file, which judge a mutant first.
const DETECTORS: usize = 2;

/// Maximum total time, in seconds, of all tests that judge a mutant, the fastest first. A mutant that survives them
/// needs a faster test.
const TOTAL: f64 = 12.0;

/// Maximum processor time, in seconds, of a test in its measurement, which takes about four times as long as the test
/// alone. Longer tests judge no mutants: they repeat thousands of times what known answers check, such as the Monte
/// Carlo tests of AES.
const LONGEST_TEST: u32 = 3;

/// Minimum time of a test, in seconds. The measured time is a multiple of 10 ms, and zero for most tests.
const SHORTEST_TEST: f64 = 0.002;

/// A test function, or the known answers of one algorithm, which count as one test.
#[derive(Clone, Debug)]
pub(crate) struct Test {
    program: Program,
    pub(crate) name: String,
    /// Whether only the known answers with short inputs run. They are a test of their own.
    pub(crate) is_short: bool,
    /// Processor time in seconds. For known answers, without the time in which their program reads the vectors.
    pub(crate) seconds: f64,
    /// Numbers of the mutants that the test executes.
    pub(crate) reached: BTreeSet<u32>,
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
    NotCompiled,
}

impl Verdict {
    pub(crate) const ALL: [Self; 5] =
        [Self::Caught, Self::TimedOut, Self::Survived, Self::Unreached, Self::NotCompiled];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Caught => "detected",
            Self::TimedOut => "timed-out",
            Self::Survived => "survived",
            Self::Unreached => "unreached",
            Self::NotCompiled => "not-compiled",
        }
    }
}

impl Test {
    /// Returns a name that differs for all tests of all programs.
    pub(crate) fn key(&self) -> String {
        let end = if self.is_short { " (short)" } else { "" };
        format!("{} {}{end}", self.program.name, self.name)
    }
}

pub(crate) struct Judge {
    tests: Vec<Test>,
    folder: PathBuf,
    /// Keys of the tests that detected the last mutants of a file or function. They are the first to judge its next
    /// mutants.
    detectors: Mutex<BTreeMap<String, Vec<BTreeSet<String>>>>,
}

/// Result of a process: whether the tests passed, or `None` if they did not end in time.
pub(crate) type Passed = Option<bool>;

impl Judge {
    /// Runs every test without mutants. Leaves out the tests that take too long. Returns an error if another test fails
    /// and the programs contain all algorithm families (`is_whole`). If the programs contain only some families, leaves
    /// out the tests that fail, because these tests need a missing family.
    pub(crate) fn new(copy: &Copy, programs: &[Program], is_whole: bool) -> Result<Self> {
        let folder = copy.folder.join("crates/astragal");
        let mut tests = Vec::new();
        for program in programs {
            if program.name == ANSWERS {
                for name in algorithms(copy)? {
                    tests.push(Test { is_short: true, ..test(program, name.clone()) });
                    tests.push(test(program, name));
                }
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
        let mut judge = Self { tests: Vec::new(), folder, detectors: Mutex::default() };
        let reading = programs.iter().find(|program| program.name == ANSWERS);
        let reading = reading.map_or(0.0, |program| {
            judge.measure(&test(program, "none".into()), Path::new("/dev/null")).1
        });
        let stored = programs.iter().map(Measurements::open).collect::<Result<Vec<_>>>()?;
        let measured = parallel(tests, |number, mut test| {
            let index = programs.iter().position(|program| program.path == test.program.path);
            let stored = &stored[index.expect("a test belongs to a program")];
            if let Some(passed) = stored.get(&mut test) {
                return (passed, test);
            }
            let file =
                std::env::temp_dir().join(format!("reached-{}-{number}", std::process::id()));
            let (passed, seconds) = judge.measure(&test, &file);
            let is_answers = test.program.name == ANSWERS;
            let seconds = if is_answers { seconds - reading } else { seconds };
            test.seconds = seconds.max(SHORTEST_TEST);
            let numbers = fs::read_to_string(&file).unwrap_or_default();
            test.reached = numbers.lines().filter_map(|number| number.parse().ok()).collect();
            let _ = fs::remove_file(&file);
            stored.put(&test, passed);
            (passed, test)
        });
        let (measured, long): (Vec<_>, Vec<_>) =
            measured.into_iter().partition(|(passed, _)| passed.is_some());
        for (_, test) in long {
            eprintln!("left out, because it takes more than {LONGEST_TEST} s: {}", test.name);
        }
        // The short cases of an algorithm fail if it has none.
        let failed =
            measured.iter().filter(|(passed, test)| *passed != Some(true) && !test.is_short);
        let failed: Vec<&str> = failed.map(|(_, test)| test.name.as_str()).collect();
        ensure!(
            failed.is_empty() || !is_whole,
            "tests fail without mutants: {}",
            failed.join(", ")
        );
        let passed = measured.into_iter().filter(|(passed, _)| *passed == Some(true));
        judge.tests = passed.map(|(_, test)| test).collect();
        judge.tests.retain(|test| !test.reached.is_empty());
        // Of tests that take the same time, those that execute few mutants come first: they check these mutants' code.
        judge.tests.sort_by(|a, b| {
            a.seconds.total_cmp(&b.seconds).then(a.reached.len().cmp(&b.reached.len()))
        });
        let seconds: f64 = judge.tests.iter().map(|test| test.seconds).sum();
        eprintln!("{} tests execute mutants, {seconds:.1} s", judge.tests.len());
        Ok(judge)
    }

    /// Runs a test without mutants. Writes the numbers of the mutants that it executes to `file`. Returns whether it
    /// passed, and its processor time in seconds.
    fn measure(&self, test: &Test, file: &Path) -> (Passed, f64) {
        let name = format!("times-{}-{:?}", std::process::id(), thread::current().id());
        let times = std::env::temp_dir().join(name);
        let mut command = self.command(&[test], LONGEST_TEST.into(), TIMED);
        command.env("MUTANT", "reach").env("MUTANT_REACHED", file).env("TIMES", &times);
        let passed = run(&mut command, LONGEST);
        let seconds = processor_time(&fs::read_to_string(&times).unwrap_or_default());
        let _ = fs::remove_file(&times);
        (passed, seconds)
    }

    /// Judges every mutant, and calls `report` with each result. Short tests judge all mutants before long tests judge
    /// those that remain. Long tests do not judge the mutants that the list of accepted mutants contains (`is_listed`).
    pub(crate) fn judge(
        &self,
        mutants: &[&Mutant],
        is_listed: impl Fn(&Mutant) -> bool + Sync,
        report: impl Fn(&Mutant, Verdict) + Sync,
    ) {
        let done = AtomicUsize::new(0);
        let remaining = parallel(mutants.to_vec(), |_, mutant| {
            let mut groups = self.groups(mutant, &BTreeSet::new());
            if groups.is_empty() {
                report(mutant, Verdict::Unreached);
                return None;
            }
            let mut seconds = 0.0;
            let first = groups.iter().take_while(|group| {
                seconds += seconds_of(group);
                seconds < SHORT
            });
            let long = groups.split_off(first.count().max(1));
            let verdict = self.verdict(mutant, &groups);
            let count = done.fetch_add(1, Relaxed) + 1;
            if count.is_multiple_of(100) {
                eprintln!("{count} of {} by short tests", mutants.len());
            }
            if verdict == Verdict::Survived && !long.is_empty() && !is_listed(mutant) {
                eprintln!("open after short tests: {mutant}");
                return Some((mutant, groups.iter().flatten().map(|test| test.key()).collect()));
            }
            report(mutant, verdict);
            None
        });
        let remaining: Vec<_> = remaining.into_iter().flatten().collect();
        eprintln!("{} mutants remain for long tests", remaining.len());
        parallel(remaining, |_, (mutant, passed)| {
            let mut groups = self.groups(mutant, &passed);
            let mut seconds = 0.0;
            let allowed = groups.iter().take_while(|group| {
                seconds += seconds_of(group);
                seconds < TOTAL
            });
            groups.truncate(allowed.count());
            report(mutant, self.verdict(mutant, &groups));
        });
    }

    /// Returns the tests that execute a mutant, without those in `passed`. Tests that detected other mutants of the same
    /// function or file come first, then the fastest. The tests in a group run in one process.
    fn groups(&self, mutant: &Mutant, passed: &BTreeSet<String>) -> Vec<Vec<&Test>> {
        let detectors = self.detectors.lock().expect("no thread panics");
        let known: BTreeSet<&String> = scopes(mutant)
            .iter()
            .filter_map(|scope| detectors.get(scope))
            .flat_map(|groups| groups.iter().rev().take(DETECTORS).flatten())
            .collect();
        let is_next =
            |test: &&Test| test.reached.contains(&mutant.number) && !passed.contains(&test.key());
        let all = self.tests.iter().filter(is_next);
        let (first, rest): (Vec<&Test>, Vec<&Test>) =
            all.partition(|test| known.contains(&test.key()));
        [groups(first), groups(rest)].concat()
    }

    fn verdict(&self, mutant: &Mutant, groups: &[Vec<&Test>]) -> Verdict {
        let number = mutant.number;
        for group in groups {
            // Limits processor time, because elapsed time includes the time in which other programs run.
            let limit = 2 + (10.0 * seconds_of(group)) as u64;
            let mut command = self.command(group, limit, "exec \"$@\"");
            command.env("MUTANT", number.to_string());
            match run(&mut command, LONGEST) {
                Some(true) => {}
                Some(false) => {
                    let keys: BTreeSet<String> = group.iter().map(|test| test.key()).collect();
                    let mut detectors = self.detectors.lock().expect("no thread panics");
                    for scope in scopes(mutant) {
                        let own = detectors.entry(scope).or_default();
                        own.retain(|other| *other != keys);
                        own.push(keys.clone());
                    }
                    return Verdict::Caught;
                }
                None => return Verdict::TimedOut,
            }
        }
        Verdict::Survived
    }

    /// Returns the command that runs `tests`, which belong to one program, for at most `limit` seconds of processor
    /// time. `script` is the shell command that starts the program.
    fn command(&self, tests: &[&Test], limit: u64, script: &str) -> Command {
        let program = &tests[0].program;
        // Limits the memory, because a mutant may allocate without end.
        let mut command = Command::new("sh");
        let limits = format!("ulimit -v 8000000; ulimit -t {limit}; {script}");
        command.args(["-c", &limits, "sh"]).arg(&program.path);
        let names: Vec<&str> = tests.iter().map(|test| test.name.as_str()).collect();
        if program.name == ANSWERS {
            command.arg("matches_every_built_in_known_answer");
            command.env("ASTRAGAL_TEST_ROWS", names.join(" "));
            if tests[0].is_short {
                command.env("ASTRAGAL_TEST_SHORT", "1");
            }
        } else {
            command.arg("--exact").args(&names);
        }
        command.args(["--test-threads=1", "--quiet"]);
        command.current_dir(&self.folder).env("CARGO_MANIFEST_DIR", &self.folder);
        command
    }
}

fn test(program: &Program, name: String) -> Test {
    let (program, reached) = (program.clone(), BTreeSet::new());
    Test { program, name, is_short: false, seconds: 0.0, reached }
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

/// Divides tests into groups that run in one process each. A group has several short tests of one program, or one long
/// test. The tests must be sorted by time.
fn groups(tests: Vec<&Test>) -> Vec<Vec<&Test>> {
    let mut groups: Vec<Vec<&Test>> = Vec::new();
    for test in tests {
        let open = groups.iter_mut().enumerate().find(|(i, group)| {
            let limit = if *i == 0 { FIRST_GROUP } else { GROUP };
            group[0].program.path == test.program.path
                && group[0].is_short == test.is_short
                && seconds_of(group) + test.seconds < limit
        });
        match open {
            Some((_, group)) => group.push(test),
            None => groups.push(vec![test]),
        }
    }
    groups
}

/// Returns the names under which the tests that detect a mutant are stored: its function, and its file.
fn scopes(mutant: &Mutant) -> [String; 2] {
    [format!("{} {}", mutant.file, mutant.function), mutant.file.clone()]
}

fn seconds_of(group: &[&Test]) -> f64 {
    group.iter().map(|test| test.seconds).sum()
}

/// Shell script that runs a program and writes its processor time to the file `$TIMES`.
const TIMED: &str = "\"$@\"; status=$?; times >\"$TIMES\"; exit $status";

/// Returns the processor time in seconds from the output of the shell command `times`. Its second line contains the
/// user time and the system time of the programs that the shell started, such as `0m0.25s 0m0.01s`.
fn processor_time(times: &str) -> f64 {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    };
    times.lines().nth(1).unwrap_or_default().split(' ').filter_map(seconds).sum()
}

/// Limit for the elapsed time of a process that waits and uses no processor time.
const LONGEST: Duration = Duration::from_secs(3600);

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
            // A shell that is not replaced by its program adds 128 to the signal that ended the program.
            let signal = status.signal().or_else(|| Some(status.code()? - 128));
            let is_killed = matches!(signal, Some(KILLED | TIME_EXCEEDED));
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

/// Applies a function to every value, in parallel on as many cores as cargo uses. Returns the results in the order of the values.
fn parallel<T: Send, R: Send>(values: Vec<T>, apply: impl Fn(usize, T) -> R + Sync) -> Vec<R> {
    let limit = std::env::var("CARGO_BUILD_JOBS").ok().and_then(|jobs| jobs.parse().ok());
    let cores = limit.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
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

#[cfg(test)]
mod tests {
    use super::processor_time;

    #[test]
    fn adds_user_and_system_time_of_children() {
        assert_eq!(processor_time("0m0.00s 0m0.00s\n1m2.50s 0m0.25s\n"), 62.75);
        assert_eq!(processor_time(""), 0.0);
    }
}
