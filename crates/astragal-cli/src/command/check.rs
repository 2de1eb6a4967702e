//! `digest -c [ALG] SUMS...`: verifies what lines say of files.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use anyhow::{anyhow, bail};
use subtle::ConstantTimeEq as _;

use crate::algorithm::Algorithm;
use crate::cli::SumArgs;
use crate::exit::{Exit, complain, reason, usage};
use crate::input::{self, is_stdin};
use crate::output::{escape, shown};
use crate::sumfile::{Entry, LONGEST_OUTPUT_BYTES, Line, Reader};
use crate::work::Work;

/// What came of the lines of a check file.
#[derive(Default)]
struct Tally {
    verified: usize,
    mismatched: usize,
    unreadable: usize,
    malformed: usize,
    well_formed: usize,
}

enum Verdict {
    Match,
    Mismatch,
    Missing(anyhow::Error),
    Unreadable(anyhow::Error),
}

pub(crate) fn run(arguments: &SumArgs) -> anyhow::Result<Exit> {
    if arguments.tag || arguments.untagged {
        return Err(usage("--tag and --untagged are for writing sums, not for -c"));
    }
    match arguments.length {
        Some(0) => return Err(usage("length is 0; nothing can be verified by an empty digest")),
        Some(bytes) if bytes > LONGEST_OUTPUT_BYTES => {
            let allowed = format_args!("-c takes at most {LONGEST_OUTPUT_BYTES}");
            return Err(usage(format_args!("length is {bytes} bytes; {allowed}")));
        }
        _ => {}
    }
    let (algorithm, files) = algorithm_and_files(arguments)?;
    if files.iter().filter(|name| is_stdin(name)).count() > 1 {
        return Err(usage("- is given twice; standard input can be read once"));
    }
    let reader = Reader {
        algorithm: algorithm.as_ref(),
        length: arguments.length,
        parameters: &arguments.parameters,
        ends_with_nul: arguments.zero,
    };
    let mut session = Session {
        arguments,
        is_stdin_left: !files.iter().any(|name| is_stdin(name)),
        warned: Vec::new(),
    };
    let mut exit = Exit::Good;
    for name in files {
        if session.check(&reader, name)? == Exit::Bad {
            exit = Exit::Bad;
        }
    }
    Ok(exit)
}

/// The first word is the algorithm if it names one; `./sha1` is always a file.
fn algorithm_and_files(arguments: &SumArgs) -> anyhow::Result<(Option<Algorithm>, Vec<&OsStr>)> {
    let mut files: Vec<&OsStr> = arguments.words.iter().map(OsString::as_os_str).collect();
    let mut algorithm = None;
    if let Some(&first) = files.first() {
        let word = first.to_string_lossy();
        // With two words the first can only be meant as an algorithm, unless it is a file.
        let is_algorithm =
            || files.len() > 1 && !is_stdin(first) && !std::fs::exists(first).unwrap_or(false);
        match Algorithm::new(&word, arguments.length, &arguments.parameters) {
            Ok(named) => {
                algorithm = Some(named);
                files.remove(0);
            }
            Err(error) if Algorithm::is_known(&word) || is_algorithm() => return Err(error),
            Err(_) => {}
        }
    }
    if files.is_empty() {
        files.push(OsStr::new("-"));
    }
    Ok((algorithm, files))
}

/// What outlasts a check file.
struct Session<'a> {
    arguments: &'a SumArgs,
    /// Standard input can be read once, as a check file or as a file that one lists.
    is_stdin_left: bool,
    /// The broken algorithms that a warning is out of.
    warned: Vec<&'static str>,
}

impl Session<'_> {
    fn check(&mut self, reader: &Reader<'_>, name: &OsStr) -> anyhow::Result<Exit> {
        let arguments = self.arguments;
        let lines = match read(reader, name) {
            Ok(lines) => lines,
            Err(error) => {
                complain(format_args!("{}: {}", shown(name), reason(&error)));
                return Ok(Exit::Bad);
            }
        };
        let mut tally = Tally::default();
        let mut tasks = Vec::new();
        for line in lines {
            match line {
                Line::Entry(entry) => {
                    self.warn_of(&entry.algorithm);
                    let is_readable = !is_stdin(&entry.name) || self.is_stdin_left;
                    self.is_stdin_left &= !is_stdin(&entry.name);
                    tasks.push(Task { entry, is_readable });
                }
                Line::Malformed(number) => {
                    tally.malformed += 1;
                    if arguments.warn {
                        complain(format_args!("{}: line {number} is malformed", shown(name)));
                    }
                }
            }
        }
        tally.well_formed = tasks.len();
        let work = Work::over(tasks.iter().map(|task| task.entry.name.as_os_str()));
        let mut to = BufWriter::new(io::stdout().lock());
        work.in_order(
            &tasks,
            |task| task.run(&work),
            |task, verdict| {
                work.progress.aside(|| {
                    tally.count(&verdict, arguments.ignore_missing);
                    report(&mut to, arguments, &task.entry.name, &verdict)
                })
            },
        )?;
        drop(work);
        Ok(tally.conclude(arguments, name))
    }

    fn warn_of(&mut self, algorithm: &Algorithm) {
        let is_silent = self.arguments.quiet || self.arguments.status;
        if !is_silent && !self.warned.contains(&algorithm.name()) {
            self.warned.push(algorithm.name());
            algorithm.warn_if_broken();
        }
    }
}

fn read(reader: &Reader<'_>, name: &OsStr) -> anyhow::Result<Vec<Line>> {
    if is_stdin(name) {
        return Ok(reader.read(io::stdin().lock())?);
    }
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        bail!("is a directory");
    }
    Ok(reader.read(BufReader::new(file))?)
}

/// A line to verify.
struct Task {
    entry: Entry,
    /// Not so where the line is about a standard input that has been read already.
    is_readable: bool,
}

impl Task {
    fn run(&self, work: &Work) -> Verdict {
        if !self.is_readable {
            return Verdict::Unreadable(anyhow!("it has been read already"));
        }
        match self.digest(work) {
            Ok(digest) if digest.ct_eq(&self.entry.expected).into() => Verdict::Match,
            Ok(_) => Verdict::Mismatch,
            Err(error) => match error.downcast_ref::<io::Error>() {
                Some(cause) if cause.kind() == io::ErrorKind::NotFound => Verdict::Missing(error),
                _ => Verdict::Unreadable(error),
            },
        }
    }

    fn digest(&self, work: &Work) -> anyhow::Result<Vec<u8>> {
        input::digest(self.entry.algorithm.stream()?, &self.entry.name, work)?.whole()
    }
}

fn report(
    to: &mut impl Write,
    arguments: &SumArgs,
    name: &OsStr,
    verdict: &Verdict,
) -> anyhow::Result<()> {
    let word = match verdict {
        Verdict::Match if arguments.quiet => return Ok(()),
        Verdict::Match => "OK",
        Verdict::Mismatch => "FAILED",
        Verdict::Missing(_) if arguments.ignore_missing => return Ok(()),
        Verdict::Missing(error) | Verdict::Unreadable(error) => {
            complain(format_args!("{}: {}", shown(name), reason(error)));
            "FAILED open or read"
        }
    };
    if arguments.status {
        return Ok(());
    }
    let name = escape(name.as_encoded_bytes());
    if matches!(name, Cow::Owned(_)) {
        to.write_all(b"\\")?;
    }
    to.write_all(&name)?;
    writeln!(to, ": {word}")?;
    Ok(to.flush()?)
}

impl Tally {
    fn count(&mut self, verdict: &Verdict, ignore_missing: bool) {
        match verdict {
            Verdict::Match => self.verified += 1,
            Verdict::Mismatch => self.mismatched += 1,
            Verdict::Missing(_) if ignore_missing => {}
            Verdict::Missing(_) | Verdict::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Prints the warnings that sum a check file up.
    fn conclude(&self, arguments: &SumArgs, name: &OsStr) -> Exit {
        let name = shown(name);
        if self.well_formed == 0 {
            let hint = if arguments.words.len() == 1 {
                "; lines that do not name their algorithm need it: digest -c ALG SUMS"
            } else {
                ""
            };
            complain(format_args!("{name}: no properly formatted line found{hint}"));
            return Exit::Bad;
        }
        if !arguments.status {
            let warn = |count: usize, one: &str, many: &str| match count {
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
        if nothing && !arguments.status {
            complain(format_args!("{name}: no file was verified"));
        }
        let is_bad = nothing
            || self.mismatched > 0
            || self.unreadable > 0
            || (arguments.strict && self.malformed > 0);
        if is_bad { Exit::Bad } else { Exit::Good }
    }
}
