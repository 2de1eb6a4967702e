//! `digest -c [ALG] SUMS...`: verifies what lines say of files.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};

use subtle::ConstantTimeEq as _;

use crate::algorithm::{Algorithm, Stream};
use crate::cli::SumArgs;
use crate::command::sum::shown;
use crate::exit::{Exit, complain, usage};
use crate::input;
use crate::output::escape;
use crate::progress::Progress;
use crate::sumfile::{Entry, Line, Reader};

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
    Missing,
    Unreadable(anyhow::Error),
}

pub(crate) fn run(arguments: &SumArgs) -> anyhow::Result<Exit> {
    if arguments.tag || arguments.untagged {
        return Err(usage("--tag and --untagged are for writing sums, not for -c"));
    }
    let (algorithm, files) = algorithm_and_files(arguments)?;
    if let Some(algorithm) = &algorithm
        && !arguments.quiet
        && !arguments.status
    {
        algorithm.warn_if_broken();
    }
    let reader = Reader {
        algorithm: algorithm.as_ref(),
        length: arguments.length,
        parameters: &arguments.parameters,
        ends_with_nul: arguments.zero,
    };
    let mut exit = Exit::Good;
    for name in files {
        if check(arguments, &reader, name)? == Exit::Bad {
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
        let named =
            Algorithm::new(&first.to_string_lossy(), arguments.length, &arguments.parameters);
        match named {
            Ok(named) => {
                algorithm = Some(named);
                files.remove(0);
            }
            // With two words the first can only be meant as an algorithm, unless it is a file.
            Err(error) if files.len() > 1 && !std::fs::exists(first).unwrap_or(false) => {
                return Err(error);
            }
            Err(_) => {}
        }
    }
    if files.is_empty() {
        files.push(OsStr::new("-"));
    }
    Ok((algorithm, files))
}

fn check(arguments: &SumArgs, reader: &Reader<'_>, name: &OsStr) -> anyhow::Result<Exit> {
    let lines = match read(reader, name) {
        Ok(lines) => lines,
        Err(error) => {
            complain(format_args!("{}: {error}", shown(name)));
            return Ok(Exit::Bad);
        }
    };
    let mut tally = Tally::default();
    let mut entries = Vec::new();
    for line in lines {
        match line {
            Line::Entry(entry) => entries.push(entry),
            Line::Malformed(number) => {
                tally.malformed += 1;
                if arguments.warn && !arguments.status {
                    complain(format_args!("{}: line {number} is malformed", shown(name)));
                }
            }
        }
    }
    tally.well_formed = entries.len();
    let progress = Progress::over(entries.iter().map(|entry| entry.name.as_os_str()));
    let mut to = BufWriter::new(io::stdout().lock());
    input::in_order(
        &entries,
        |entry| verify(entry, &progress),
        |entry, verdict| {
            progress.aside(|| {
                tally.count(&verdict, arguments.ignore_missing);
                report(&mut to, arguments, entry, &verdict)
            })
        },
    )?;
    drop(progress);
    Ok(tally.conclude(arguments, name))
}

fn read(reader: &Reader<'_>, name: &OsStr) -> io::Result<Vec<Line>> {
    if input::is_stdin(name) {
        return reader.read(io::stdin().lock());
    }
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    reader.read(BufReader::new(file))
}

fn verify(entry: &Entry, progress: &Progress) -> Verdict {
    let stream = entry.algorithm.stream();
    let absorbed = stream.and_then(|stream| input::absorb(stream, &entry.name, progress));
    match absorbed.and_then(Stream::digest) {
        Ok(digest) if digest.ct_eq(&entry.expected).into() => Verdict::Match,
        Ok(_) => Verdict::Mismatch,
        Err(error) => match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => Verdict::Missing,
            _ => Verdict::Unreadable(error),
        },
    }
}

fn report(
    to: &mut impl Write,
    arguments: &SumArgs,
    entry: &Entry,
    verdict: &Verdict,
) -> anyhow::Result<()> {
    let word = match verdict {
        Verdict::Match if arguments.quiet => return Ok(()),
        Verdict::Match => "OK",
        Verdict::Mismatch => "FAILED",
        Verdict::Missing if arguments.ignore_missing => return Ok(()),
        Verdict::Missing => {
            complain(format_args!("{}: no such file", entry.name.display()));
            "FAILED open or read"
        }
        Verdict::Unreadable(error) => {
            complain(format_args!("{}: {error:#}", entry.name.display()));
            "FAILED open or read"
        }
    };
    if arguments.status {
        return Ok(());
    }
    let name = entry.name.as_encoded_bytes();
    let shown = escape(name);
    if shown.len() > name.len() {
        to.write_all(b"\\")?;
    }
    to.write_all(&shown)?;
    writeln!(to, ": {word}")?;
    Ok(to.flush()?)
}

impl Tally {
    fn count(&mut self, verdict: &Verdict, ignore_missing: bool) {
        match verdict {
            Verdict::Match => self.verified += 1,
            Verdict::Mismatch => self.mismatched += 1,
            Verdict::Missing if ignore_missing => {}
            Verdict::Missing | Verdict::Unreadable(_) => self.unreadable += 1,
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
