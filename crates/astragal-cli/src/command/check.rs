//! `digest -c [ALG] SUMS...` and `digest check`: verifies what lines say of files.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::algorithm::Algorithm;
use crate::algorithm::tag::Resolver;
use crate::cli::{CheckArgs, Checking, ClassicArgs, Parameters};
use crate::console::{self, Out, coloured, shown};
use crate::escape::escape;
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::write_json;
use crate::input::{self, is_stdin};
use crate::sumfile::{Entry, LONGEST_OUTPUT_BYTES, Line, Lines};
use crate::work::Work;

/// What is verified, and how the verdicts are told.
pub(crate) struct Check {
    pub(crate) algorithm: Option<Algorithm>,
    pub(crate) length: Option<usize>,
    pub(crate) parameters: Parameters,
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
    pub(crate) checking: Checking,
    pub(crate) is_quiet: bool,
    pub(crate) ends_with_nul: bool,
    pub(crate) is_json: bool,
}

/// The classic form: the first word may be the algorithm.
pub(crate) fn classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    if let Some(option) = arguments.style.first_of_writing() {
        return Err(usage(format_args!("{option} is for writing sums, not for -c")));
    }
    if arguments.places.recursive || arguments.places.files0_from.is_some() {
        return Err(usage("-c takes its files from the lists, not from folders"));
    }
    let (length, parameters) = (arguments.length.bytes, arguments.parameters.clone());
    let make = |name: &str| Algorithm::new(name, length, &parameters);
    let (algorithm, sums) = split_words(&arguments.words, Algorithm::is_known, make)?;
    let check = Check {
        algorithm,
        length,
        parameters: parameters.clone(),
        key: None,
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
    };
    check.run(sums)
}

/// The long form.
pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<Exit> {
    let (length, parameters) = (arguments.length.bytes, &arguments.parameters);
    let algorithm = arguments.algorithm.as_deref();
    let check = Check {
        algorithm: algorithm.map(|name| Algorithm::new(name, length, parameters)).transpose()?,
        length,
        parameters: parameters.clone(),
        key: None,
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.zero,
        is_json: arguments.json,
    };
    check.run(&arguments.sums)
}

/// The first word is the algorithm if it names one; `./sha1` is always a file.
pub(crate) fn split_words(
    words: &[OsString],
    is_known: impl Fn(&str) -> bool,
    make: impl Fn(&str) -> anyhow::Result<Algorithm>,
) -> anyhow::Result<(Option<Algorithm>, &[OsString])> {
    let Some((first, others)) = words.split_first() else { return Ok((None, words)) };
    let word = first.to_string_lossy();
    // With two words the first can only be meant as an algorithm, unless it is a file.
    let is_meant =
        || !others.is_empty() && !is_stdin(first) && !std::fs::exists(first).unwrap_or(false);
    if is_known(&word) || is_meant() {
        return Ok((Some(make(&word)?), others));
    }
    Ok((None, words))
}

impl Check {
    /// Verifies the files of all lists.
    pub(crate) fn run(self, sums: &[OsString]) -> anyhow::Result<Exit> {
        match self.length {
            Some(0) => {
                return Err(usage("length is 0; nothing can be verified by an empty digest"));
            }
            Some(bytes) if bytes > LONGEST_OUTPUT_BYTES => {
                let allowed = format_args!("-c takes at most {LONGEST_OUTPUT_BYTES}");
                return Err(usage(format_args!("length is {bytes} bytes; {allowed}")));
            }
            _ => {}
        }
        let stdin = [OsString::from("-")];
        let sums = if sums.is_empty() { &stdin } else { sums };
        let stdins = sums.iter().filter(|name| is_stdin(name)).count();
        if stdins > 1 {
            return Err(usage("- is given twice; standard input can be read once"));
        }
        let mut session = Session {
            has_algorithm: self.algorithm.is_some(),
            algorithm: self.algorithm.map(Arc::new),
            length: self.length,
            parameters: self.parameters,
            key: self.key,
            checking: self.checking,
            is_quiet: self.is_quiet,
            ends_with_nul: self.ends_with_nul,
            is_json: self.is_json,
            is_stdin_left: Arc::new(AtomicBool::new(stdins == 0)),
            warned: Vec::new(),
        };
        let mut exit = Exit::Good;
        for name in sums {
            exit = exit.and(cut_off(session.check(name))?);
        }
        Ok(exit)
    }
}

/// What outlasts a check file.
struct Session {
    has_algorithm: bool,
    algorithm: Option<Arc<Algorithm>>,
    length: Option<usize>,
    parameters: Parameters,
    key: Option<Zeroizing<Vec<u8>>>,
    checking: Checking,
    is_quiet: bool,
    ends_with_nul: bool,
    is_json: bool,
    /// Standard input can be read once, as a check file or as a file that one lists.
    is_stdin_left: Arc<AtomicBool>,
    /// The broken algorithms that a warning is out of.
    warned: Vec<&'static str>,
}

/// A line to verify.
enum Task {
    Verify(Entry),
    /// About a standard input that has been read already.
    Again(Entry),
    Trouble(Line),
}

/// A line that was looked at.
enum Judged {
    Entry(Entry, Verdict),
    Trouble(Line),
}

enum Verdict {
    Match,
    Mismatch,
    Missing(anyhow::Error),
    Unreadable(anyhow::Error),
}

impl Session {
    fn check(&mut self, name: &OsStr) -> anyhow::Result<Exit> {
        let source = match open(name) {
            Ok(source) => source,
            Err(error) => {
                complain(format_args!("{}: {}", shown(name), reason(&error)));
                return Ok(Exit::Bad);
            }
        };
        let work = Work::on(None);
        if work.progress.is_watched() && !is_stdin(name) {
            work.progress.expect(lines_in(name), 0);
        }
        let (wanted, parameters) = (self.algorithm.clone(), self.parameters.clone());
        let resolver = Resolver::new(wanted, self.length, parameters, self.key.clone());
        let lines = Lines::new(source, resolver, self.ends_with_nul, Arc::clone(&work));
        let is_stdin_left = Arc::clone(&self.is_stdin_left);
        let task = move |line| match line {
            Line::Entry(entry) if !is_stdin(&entry.name) => Task::Verify(entry),
            Line::Entry(entry) if is_stdin_left.swap(false, Ordering::Relaxed) => {
                Task::Verify(entry)
            }
            Line::Entry(entry) => Task::Again(entry),
            trouble => Task::Trouble(trouble),
        };
        let tasks = lines.map(move |bunch| bunch.into_iter().map(&task).collect());
        let judge = {
            let work = Arc::clone(&work);
            move |task| match task {
                Task::Verify(entry) => {
                    let verdict = verify(&entry, &work);
                    Judged::Entry(entry, verdict)
                }
                Task::Again(entry) => {
                    let error = anyhow!("it has been read already");
                    Judged::Entry(entry, Verdict::Unreadable(error))
                }
                Task::Trouble(line) => Judged::Trouble(line),
            }
        };
        let mut tally = Tally::default();
        work.in_order(tasks, judge, &mut Out::new(), |to, judged| match judged {
            Judged::Entry(entry, verdict) => {
                self.warn_of(&entry.algorithm, &work, to)?;
                tally.count(&verdict, self.checking.ignore_missing);
                self.report(to, &work, &entry, &verdict)
            }
            Judged::Trouble(line) => self.trouble(to, &work, name, &line, &mut tally),
        })?;
        drop(work);
        Ok(tally.conclude(self, name))
    }

    fn warn_of(&mut self, algorithm: &Algorithm, work: &Work, to: &mut Out) -> anyhow::Result<()> {
        let is_silent = self.is_quiet || self.checking.status;
        if is_silent || self.warned.contains(&algorithm.name()) {
            return Ok(());
        }
        self.warned.push(algorithm.name());
        algorithm.warning().map_or(Ok(()), |warning| work.complain(to, warning))
    }

    fn trouble(
        &self,
        to: &mut Out,
        work: &Work,
        name: &OsStr,
        line: &Line,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let name = shown(name);
        match line {
            Line::Entry(_) => Ok(()),
            Line::Malformed(number) => {
                tally.malformed += 1;
                if !self.checking.warn {
                    return Ok(());
                }
                work.complain(to, format_args!("{name}: line {number} is malformed"))
            }
            Line::TooLong(number) => {
                tally.well_formed += 1;
                tally.unreadable += 1;
                work.complain(to, format_args!("{name}: line {number} is too long for any file's"))
            }
            Line::Unreadable(error) => {
                tally.is_incomplete = true;
                work.complain(to, format_args!("{name}: {error}"))
            }
        }
    }

    fn report(
        &self,
        to: &mut Out,
        work: &Work,
        entry: &Entry,
        verdict: &Verdict,
    ) -> anyhow::Result<()> {
        let (word, status) = match verdict {
            Verdict::Match if self.is_quiet => return Ok(()),
            Verdict::Match => ("OK", "ok"),
            Verdict::Mismatch => ("FAILED", "failed"),
            Verdict::Missing(_) if self.checking.ignore_missing => return Ok(()),
            Verdict::Missing(error) => {
                work.complain(to, format_args!("{}: {}", shown(&entry.name), reason(error)))?;
                ("FAILED open or read", "missing")
            }
            Verdict::Unreadable(error) => {
                work.complain(to, format_args!("{}: {}", shown(&entry.name), reason(error)))?;
                ("FAILED open or read", "unreadable")
            }
        };
        if self.checking.status {
            return Ok(());
        }
        if self.is_json {
            write_json(to, &entry.algorithm, &entry.name, None, None, status)?;
            return Ok(to.write_all(b"\n")?);
        }
        write_name(to, &entry.name)?;
        writeln!(to, ": {}", coloured(word, matches!(verdict, Verdict::Match)))?;
        Ok(())
    }
}

/// Writes a name as GNU's tools do; on a terminal nothing of it moves the cursor.
pub(crate) fn write_name(to: &mut Out, name: &OsStr) -> io::Result<()> {
    if console::is_terminal() {
        return to.write_all(shown(name).as_bytes());
    }
    let name = escape(name.as_encoded_bytes());
    if matches!(name, Cow::Owned(_)) {
        to.write_all(b"\\")?;
    }
    to.write_all(&name)
}

fn open(name: &OsStr) -> anyhow::Result<Box<dyn Read + Send>> {
    if is_stdin(name) {
        return Ok(Box::new(console::stdin()?));
    }
    let file = File::open(name)?;
    if file.metadata()?.is_dir() {
        bail!("is a directory");
    }
    Ok(Box::new(file))
}

/// How many lines there are, for the progress; 0 where that is not to be found out.
fn lines_in(name: &OsStr) -> u64 {
    let is_file = std::fs::metadata(name).is_ok_and(|metadata| metadata.is_file());
    let Some(mut file) = File::open(name).ok().filter(|_| is_file) else { return 0 };
    let (mut piece, mut lines) = (vec![0; 64 << 10], 0);
    while let Ok(bytes @ 1..) = file.read(&mut piece) {
        lines += piece[..bytes].iter().filter(|&&byte| byte == b'\n').count() as u64;
    }
    lines
}

fn verify(entry: &Entry, work: &Work) -> Verdict {
    match digest(entry, work) {
        Ok(digest) if digest.ct_eq(&entry.expected).into() => Verdict::Match,
        Ok(_) => Verdict::Mismatch,
        Err(error) => match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => Verdict::Missing(error),
            _ => Verdict::Unreadable(error),
        },
    }
}

fn digest(entry: &Entry, work: &Work) -> anyhow::Result<Vec<u8>> {
    let digested = input::digest(vec![entry.algorithm.stream()?], &entry.name, work)?;
    let output = digested.outputs.into_iter().next().ok_or_else(|| anyhow!("it gave nothing"))?;
    output.whole()
}

/// What came of the lines of a check file.
#[derive(Default)]
struct Tally {
    verified: u64,
    mismatched: u64,
    unreadable: u64,
    malformed: u64,
    well_formed: u64,
    /// The list itself could not be read to its end.
    is_incomplete: bool,
}

impl Tally {
    fn count(&mut self, verdict: &Verdict, ignore_missing: bool) {
        self.well_formed += 1;
        match verdict {
            Verdict::Match => self.verified += 1,
            Verdict::Mismatch => self.mismatched += 1,
            Verdict::Missing(_) if ignore_missing => {}
            Verdict::Missing(_) | Verdict::Unreadable(_) => self.unreadable += 1,
        }
    }

    /// Prints the warnings that sum a check file up.
    fn conclude(&self, session: &Session, name: &OsStr) -> Exit {
        let name = shown(name);
        if self.well_formed == 0 {
            let hint = match (session.has_algorithm, &session.key) {
                (false, None) => {
                    "; lines that do not name their algorithm need it: digest -c ALG SUMS; those of codes a key: digest mac -c"
                }
                _ => "",
            };
            complain(format_args!("{name}: no properly formatted line found{hint}"));
            return Exit::Bad;
        }
        let checking = session.checking;
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
