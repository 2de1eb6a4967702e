//! The lines of a list, one after the other: each file hashed, each verdict told.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use super::tally::{Tally, Verdict};
use crate::algorithm::Algorithm;
use crate::algorithm::tag::Resolver;
use crate::cli::{Checking, Parameters};
use crate::console::{self, Out, coloured, shown};
use crate::exit::{Exit, complain, reason};
use crate::format::{write_json, write_name};
use crate::input::{self, is_stdin};
use crate::sumfile::{Entry, Line, Lines};
use crate::work::Work;

/// What outlasts a check file.
pub(super) struct Session {
    pub(super) has_algorithm: bool,
    pub(super) algorithm: Option<Arc<Algorithm>>,
    pub(super) length: Option<usize>,
    pub(super) parameters: Parameters,
    pub(super) key: Option<Zeroizing<Vec<u8>>>,
    pub(super) checking: Checking,
    pub(super) is_quiet: bool,
    pub(super) ends_with_nul: bool,
    pub(super) is_json: bool,
    /// Standard input can be read once, as a check file or as a file that one lists.
    pub(super) is_stdin_left: Arc<AtomicBool>,
    /// The broken algorithms that a warning is out of.
    pub(super) warned: Vec<&'static str>,
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

impl Session {
    pub(super) fn check(&mut self, name: &OsStr) -> anyhow::Result<Exit> {
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
