//! Verifies the files that checksum files list, in the order of the lines, and prints the results.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{anyhow, bail};
use subtle::ConstantTimeEq as _;

use super::Check;
use super::tally::{Tally, Verdict};
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;
use crate::checksum_file::{Line, Lines, ListedFile};
use crate::console::{self, Out};
use crate::exit::Exit;
use crate::file_name::{display_name, is_stdin};
use crate::format::{write_check_result, write_json};
use crate::input;
use crate::job::Job;
use crate::message::{error_text, print_message};

/// State that the verification of all checksum files on the command line shares.
pub(super) struct Session<'a> {
    check: &'a Check,
    /// Whether standard input is still unread. Both a checksum file and a listed file can be standard input, but
    /// standard input can be read only once.
    is_stdin_unread: Arc<AtomicBool>,
    /// Broken algorithms for which a warning has been printed.
    warned: Vec<&'static str>,
}

/// Action that one line of a checksum file requires.
enum Task {
    Verify(ListedFile),
    /// The line lists standard input, which has already been read.
    StdinReadAlready(ListedFile),
    BadLine(Line),
}

/// Result of checking one line of a checksum file.
enum Checked {
    File(ListedFile, Verdict),
    BadLine(Line),
}

impl<'a> Session<'a> {
    pub(super) fn new(check: &'a Check, is_stdin_unread: bool) -> Self {
        let is_stdin_unread = Arc::new(AtomicBool::new(is_stdin_unread));
        Self { check, is_stdin_unread, warned: Vec::new() }
    }

    pub(super) fn check(&mut self, name: &OsStr) -> anyhow::Result<Exit> {
        let source = match open(name) {
            Ok(source) => source,
            Err(error) => {
                print_message(format_args!("{}: {}", display_name(name), error_text(&error)));
                return Ok(Exit::Failure);
            }
        };
        let job = Job::new(None);
        let Check { algorithm, length, parameters, key, .. } = self.check;
        let resolver = || {
            Resolver::new(algorithm.clone(), *length, parameters.clone(), key.clone())
                .with_accepted_lengths(self.check.accepted_lengths)
        };
        if job.progress.is_reported() && !is_stdin(name) {
            count_in_background(&job, name, resolver(), self.check.ends_with_nul);
        }
        let lines = Lines::new(source, resolver(), self.check.ends_with_nul, Arc::clone(&job));
        let lines = lines.with_file_name(name);
        let is_stdin_unread = Arc::clone(&self.is_stdin_unread);
        let task = move |line| match line {
            Line::File(listed) if !is_stdin(&listed.name) => Task::Verify(listed),
            Line::File(listed) if is_stdin_unread.swap(false, Ordering::Relaxed) => {
                Task::Verify(listed)
            }
            Line::File(listed) => Task::StdinReadAlready(listed),
            bad_line => Task::BadLine(bad_line),
        };
        let tasks = lines.map(move |batch| batch.into_iter().map(&task).collect());
        let check_task = {
            let job = Arc::clone(&job);
            move |task| match task {
                Task::Verify(listed) => {
                    let verdict = verify(&listed, &job);
                    Checked::File(listed, verdict)
                }
                Task::StdinReadAlready(listed) => {
                    let error = anyhow!("has been read already");
                    Checked::File(listed, Verdict::Unreadable(error))
                }
                Task::BadLine(line) => Checked::BadLine(line),
            }
        };
        let mut tally = Tally::default();
        job.run_in_order(tasks, check_task, &mut Out::stdout(), |out, checked| match checked {
            Checked::File(listed, verdict) => {
                self.warn(&listed.algorithm, &job, out)?;
                tally.count(&verdict, self.check.check_options.ignore_missing);
                self.print_result(out, &job, &listed, &verdict)
            }
            Checked::BadLine(line) => self.report_bad_line(out, &job, name, &line, &mut tally),
        })?;
        drop(job);
        Ok(tally.finish(self.check, name))
    }

    fn warn(&mut self, algorithm: &Algorithm, job: &Job, out: &mut Out) -> anyhow::Result<()> {
        let is_silent =
            self.check.is_compat || self.check.is_quiet || self.check.check_options.status;
        if is_silent || self.warned.contains(&algorithm.name()) {
            return Ok(());
        }
        self.warned.push(algorithm.name());
        algorithm.warning().map_or(Ok(()), |warning| job.print_message(out, warning))
    }

    fn report_bad_line(
        &self,
        out: &mut Out,
        job: &Job,
        name: &OsStr,
        line: &Line,
        tally: &mut Tally,
    ) -> anyhow::Result<()> {
        let name = display_name(name);
        match line {
            Line::File(_) => Ok(()),
            Line::Malformed(number) => {
                tally.malformed += 1;
                if !self.check.check_options.warn {
                    return Ok(());
                }
                job.print_message(out, format_args!("{name}: line {number} is malformed"))
            }
            Line::TooLong(number) => {
                tally.well_formed += 1;
                tally.unreadable += 1;
                job.print_message(out, format_args!("{name}: line {number} is too long"))
            }
            Line::Unreadable(error) => {
                tally.is_incomplete = true;
                job.print_message(out, format_args!("{name}: {error}"))
            }
        }
    }

    fn print_result(
        &self,
        out: &mut Out,
        job: &Job,
        listed: &ListedFile,
        verdict: &Verdict,
    ) -> anyhow::Result<()> {
        let (word, status) = match verdict {
            Verdict::Match if self.check.is_quiet => return Ok(()),
            Verdict::Match => ("OK", "ok"),
            Verdict::Mismatch => ("FAILED", "failed"),
            Verdict::Missing(_) if self.check.check_options.ignore_missing => return Ok(()),
            Verdict::Missing(error) => {
                job.print_message(
                    out,
                    format_args!("{}: {}", display_name(&listed.name), error_text(error)),
                )?;
                ("FAILED open or read", "missing")
            }
            Verdict::Unreadable(error) => {
                job.print_message(
                    out,
                    format_args!("{}: {}", display_name(&listed.name), error_text(error)),
                )?;
                ("FAILED open or read", "unreadable")
            }
        };
        if self.check.check_options.status {
            return Ok(());
        }
        if self.check.is_json {
            write_json(out, &listed.algorithm, &listed.name, None, None, status)?;
            return Ok(out.write_all(b"\n")?);
        }
        Ok(write_check_result(out, &listed.name, word, matches!(verdict, Verdict::Match))?)
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

/// Counts the listed files and their bytes on a separate thread, so that progress reports can state the totals.
fn count_in_background(job: &Arc<Job>, name: &OsStr, resolver: Resolver, ends_with_nul: bool) {
    // Skips a checksum file that is a pipe, because a pipe can be read only once.
    if !std::fs::metadata(name).is_ok_and(|metadata| metadata.is_file()) {
        return;
    }
    let Ok(file) = File::open(name) else { return };
    let (job, name) = (Arc::clone(job), name.to_owned());
    std::thread::spawn(move || {
        let lines =
            Lines::new(file, resolver, ends_with_nul, Arc::clone(&job)).with_file_name(&name);
        for line in lines.flatten() {
            if let Line::File(listed) = line {
                job.progress.add_expected(1, input::file_length(&listed.name).unwrap_or(0));
            }
        }
    });
}

fn verify(listed: &ListedFile, job: &Job) -> Verdict {
    // Does not open a pipe, because opening it could block forever.
    if is_pipe(&listed.name) {
        return Verdict::Unreadable(anyhow!("is a pipe; listed files must be regular files"));
    }
    match input::digest_file(&listed.algorithm, &listed.name, job) {
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
