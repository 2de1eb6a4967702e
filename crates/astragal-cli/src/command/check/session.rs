//! The lines of a list, one after the other: each file hashed, each verdict told.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use subtle::ConstantTimeEq as _;

use super::Check;
use super::tally::{Tally, Verdict};
use crate::console::{self, Out, shown};
use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::exit::{Exit, complain, reason};
use crate::format::{write_json, write_judgement};
use crate::input::{self, is_stdin};
use crate::sumfile::{Line, Lines, Listed};
use crate::work::Job;

/// What all lists of a run share.
pub(super) struct Session<'a> {
    check: &'a Check,
    /// Standard input can be read once, as a list or as a file that one lists.
    is_stdin_left: Arc<AtomicBool>,
    /// The broken algorithms that were warned of.
    warned: Vec<&'static str>,
}

/// A line to verify.
enum Task {
    Verify(Listed),
    /// About a standard input that has been read already.
    Again(Listed),
    Trouble(Line),
}

/// A line that was looked at.
enum Judged {
    File(Listed, Verdict),
    Trouble(Line),
}

impl<'a> Session<'a> {
    pub(super) fn new(check: &'a Check, is_stdin_left: bool) -> Self {
        let is_stdin_left = Arc::new(AtomicBool::new(is_stdin_left));
        Self { check, is_stdin_left, warned: Vec::new() }
    }

    pub(super) fn check(&mut self, name: &OsStr) -> anyhow::Result<Exit> {
        let source = match open(name) {
            Ok(source) => source,
            Err(error) => {
                complain(format_args!("{}: {}", shown(name), reason(&error)));
                return Ok(Exit::Bad);
            }
        };
        let work = Job::on(None);
        let Check { algorithm, length, parameters, key, .. } = self.check;
        let resolver = || {
            Resolver::new(algorithm.clone(), *length, parameters.clone(), key.clone())
                .with_lengths(self.check.lengths)
        };
        if work.progress.is_watched() && !is_stdin(name) {
            expect(&work, name, resolver(), self.check.ends_with_nul);
        }
        let lines = Lines::new(source, resolver(), self.check.ends_with_nul, Arc::clone(&work));
        let lines = lines.of_file(name);
        let is_stdin_left = Arc::clone(&self.is_stdin_left);
        let task = move |line| match line {
            Line::Listed(listed) if !is_stdin(&listed.name) => Task::Verify(listed),
            Line::Listed(listed) if is_stdin_left.swap(false, Ordering::Relaxed) => {
                Task::Verify(listed)
            }
            Line::Listed(listed) => Task::Again(listed),
            trouble => Task::Trouble(trouble),
        };
        let tasks = lines.map(move |bunch| bunch.into_iter().map(&task).collect());
        let judge = {
            let work = Arc::clone(&work);
            move |task| match task {
                Task::Verify(listed) => {
                    let verdict = verify(&listed, &work);
                    Judged::File(listed, verdict)
                }
                Task::Again(listed) => {
                    let error = anyhow!("it has been read already");
                    Judged::File(listed, Verdict::Unreadable(error))
                }
                Task::Trouble(line) => Judged::Trouble(line),
            }
        };
        let mut tally = Tally::default();
        work.in_order(tasks, judge, &mut Out::new(), |to, judged| match judged {
            Judged::File(listed, verdict) => {
                self.warn_of(&listed.algorithm, &work, to)?;
                tally.count(&verdict, self.check.checking.ignore_missing);
                self.report(to, &work, &listed, &verdict)
            }
            Judged::Trouble(line) => self.trouble(to, &work, name, &line, &mut tally),
        })?;
        drop(work);
        Ok(tally.conclude(self.check, name))
    }

    fn warn_of(&mut self, algorithm: &Digester, work: &Job, to: &mut Out) -> anyhow::Result<()> {
        let is_silent = self.check.is_linked || self.check.is_quiet || self.check.checking.status;
        if is_silent || self.warned.contains(&algorithm.name()) {
            return Ok(());
        }
        self.warned.push(algorithm.name());
        algorithm.warning().map_or(Ok(()), |warning| work.complain(to, warning))
    }

    fn trouble(
        &self,
        to: &mut Out,
        work: &Job,
        name: &OsStr,
        line: &Line,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let name = shown(name);
        match line {
            Line::Listed(_) => Ok(()),
            Line::Malformed(number) => {
                tally.malformed += 1;
                if !self.check.checking.warn {
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
        work: &Job,
        listed: &Listed,
        verdict: &Verdict,
    ) -> anyhow::Result<()> {
        let (word, status) = match verdict {
            Verdict::Match if self.check.is_quiet => return Ok(()),
            Verdict::Match => ("OK", "ok"),
            Verdict::Mismatch => ("FAILED", "failed"),
            Verdict::Missing(_) if self.check.checking.ignore_missing => return Ok(()),
            Verdict::Missing(error) => {
                work.complain(to, format_args!("{}: {}", shown(&listed.name), reason(error)))?;
                ("FAILED open or read", "missing")
            }
            Verdict::Unreadable(error) => {
                work.complain(to, format_args!("{}: {}", shown(&listed.name), reason(error)))?;
                ("FAILED open or read", "unreadable")
            }
        };
        if self.check.checking.status {
            return Ok(());
        }
        if self.check.is_json {
            write_json(to, &listed.algorithm, &listed.name, None, None, status)?;
            return Ok(to.write_all(b"\n")?);
        }
        Ok(write_judgement(to, &listed.name, word, matches!(verdict, Verdict::Match))?)
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

/// Finds out, while the list is checked, how many files it has and how long they are.
fn expect(work: &Arc<Job>, name: &OsStr, resolver: Resolver, ends_with_nul: bool) {
    // What is no file can be read once.
    if !std::fs::metadata(name).is_ok_and(|metadata| metadata.is_file()) {
        return;
    }
    let Ok(file) = File::open(name) else { return };
    let (work, name) = (Arc::clone(work), name.to_owned());
    std::thread::spawn(move || {
        let lines = Lines::new(file, resolver, ends_with_nul, Arc::clone(&work)).of_file(&name);
        for line in lines.flatten() {
            if let Line::Listed(listed) = line {
                work.progress.expect(1, input::length(&listed.name).unwrap_or(0));
            }
        }
    });
}

fn verify(listed: &Listed, work: &Job) -> Verdict {
    // Nobody may ever write to it, and the others that are listed would wait.
    if is_pipe(&listed.name) {
        return Verdict::Unreadable(anyhow!("is a pipe, and lists are about files"));
    }
    match input::digest_by_one(&listed.algorithm, &listed.name, work) {
        Ok((digest, _)) if digest.ct_eq(&listed.expected).into() => Verdict::Match,
        Ok(_) => Verdict::Mismatch,
        Err(error) => match error.downcast_ref::<io::Error>() {
            Some(cause) if cause.kind() == io::ErrorKind::NotFound => Verdict::Missing(error),
            _ => Verdict::Unreadable(error),
        },
    }
}

fn is_pipe(name: &OsStr) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        !is_stdin(name) && std::fs::metadata(name).is_ok_and(|data| data.file_type().is_fifo())
    }
    #[cfg(not(unix))]
    {
        let _ = name;
        false
    }
}
