//! `digest tree DIR...`: computes one digest for a directory and everything in it.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use subtle::ConstantTimeEq as _;

use crate::algorithm::Algorithm;
use crate::cli::{FileOptions, TreeArgs, WalkOptions};
use crate::console::Out;
use crate::directory::{DIGEST_BYTES, Entry, FileType, digest, entries};
use crate::encoding::{hex, parse_hex};
use crate::exit::{Exit, fail_on_closed_pipe, usage};
use crate::file_name::{display_name, escape};
use crate::format::{write_name, write_verdict};
use crate::job::{self, Job, batches};
use crate::message::{error_text, print_message};
use crate::walk::{count_in_background, walk};

pub(crate) fn run(arguments: &TreeArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let algorithm = Algorithm::new(&arguments.algorithm, None, &arguments.parameters)?;
    let expected = match &arguments.verify {
        None => None,
        Some(_) if arguments.directories.len() != 1 => {
            return Err(usage("--verify takes one directory"));
        }
        Some(text) => {
            let digest = parse_hex(text.as_bytes()).filter(|digest| digest.len() == DIGEST_BYTES);
            let digits = 2 * DIGEST_BYTES;
            let invalid =
                || usage(format_args!("--verify is {text:?}; expected {digits} hex digits"));
            Some(digest.ok_or_else(invalid)?)
        }
    };
    let algorithm = Arc::new(algorithm);
    let mut exit = Exit::Success;
    let mut out = Out::stdout();
    for directory in &arguments.directories {
        let tree = match Tree::read(arguments, &algorithm, directory, &mut out)? {
            Some(tree) => tree,
            None => {
                exit = Exit::Failure;
                continue;
            }
        };
        match &expected {
            None => tree.print(&mut out, arguments.show)?,
            Some(expected) => return fail_on_closed_pipe(tree.verify(&mut out, expected)),
        }
    }
    out.flush()?;
    Ok(exit)
}

struct Tree<'a> {
    directory: &'a OsStr,
    entries: Vec<Entry>,
    digest: Vec<u8>,
}

impl<'a> Tree<'a> {
    /// Hashes a directory. Prints messages and returns `None` if an entry cannot be read.
    fn read(
        arguments: &TreeArgs,
        algorithm: &Arc<Algorithm>,
        directory: &'a OsStr,
        out: &mut Out,
    ) -> anyhow::Result<Option<Self>> {
        match std::fs::metadata(directory) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => {
                print_message(format_args!("{}: is not a directory", display_name(directory)));
                return Ok(None);
            }
            Err(error) => {
                print_message(format_args!(
                    "{}: {}",
                    display_name(directory),
                    error_text(&error.into())
                ));
                return Ok(None);
            }
        }
        let walk_options = WalkOptions {
            include: arguments.include.clone(),
            exclude: arguments.exclude.clone(),
            ..WalkOptions::default()
        };
        let found = entries(walk(directory, &walk_options)?);
        let job = Job::new(None);
        if job.progress.is_reported() {
            let file_options = FileOptions {
                recursive: true,
                walk_options: walk_options.clone(),
                ..FileOptions::default()
            };
            count_in_background(&job.progress, &[directory.to_owned()], &file_options);
        }
        let map = {
            let (algorithm, job, has_mode) =
                (Arc::clone(algorithm), Arc::clone(&job), arguments.mode);
            let root = directory.to_owned();
            move |found| Entry::read(Path::new(&root), found, has_mode, &algorithm, &job)
        };
        let mut entries = Vec::new();
        let mut is_complete = true;
        job.run_in_order(batches(&job, found), map, out, |out, entry| match entry {
            Ok(entry) => {
                entries.push(entry);
                Ok(())
            }
            Err(error) => {
                is_complete = false;
                job.print_message(out, error_text(&error))
            }
        })?;
        if !is_complete {
            return Ok(None);
        }
        let digest = digest(algorithm, &mut entries)?;
        Ok(Some(Self { directory, entries, digest }))
    }

    fn print(&self, out: &mut Out, shows_entries: bool) -> anyhow::Result<()> {
        for entry in self.entries.iter().filter(|_| shows_entries) {
            let (letter, content) = match entry.file_type {
                FileType::Directory => ('d', String::new()),
                FileType::File => ('f', format!(" {} {}", entry.size, hex(&entry.content))),
                FileType::Link => {
                    ('l', format!(" {}", String::from_utf8_lossy(&escape(&entry.content))))
                }
            };
            let mode = entry.mode.map(|mode| format!(" {mode:04o}")).unwrap_or_default();
            write!(out, "  {letter}{mode}{content}  ")?;
            out.write_all(&escape(&entry.path))?;
            writeln!(out)?;
        }
        write!(out, "{}  ", hex(&self.digest))?;
        write_name(out, self.directory)?;
        writeln!(out)?;
        Ok(())
    }

    fn verify(&self, out: &mut Out, expected: &[u8]) -> anyhow::Result<Exit> {
        let is_success = self.digest.ct_eq(expected).into();
        write_verdict(out, self.directory, is_success)?;
        out.flush()?;
        Ok(Exit::from(is_success))
    }
}
