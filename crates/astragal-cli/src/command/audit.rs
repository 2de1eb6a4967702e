//! `digest audit SUMS DIR...`: compares the files below directories with a checksum file.
//!
//! The module `list` reads and rewrites the checksum file, and `report` prints and counts the results.

mod list;
mod report;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::list::{Entry, List, Sums, rewrite, without_dot};
use self::report::{FileStatus, Report};
use crate::algorithm::Algorithm;
use crate::cli::{AuditArgs, FileOptions};
use crate::console::Out;
use crate::exit::{Exit, fail_on_closed_pipe};
use crate::file_name::display_name;
use crate::format::seconds;
use crate::hasher::HashOutput;
use crate::input;
use crate::job::{self, Job, batches};
use crate::message::{error_text, print_message};
use crate::walk::{Files, Found, count_in_background};

/// A file found below a directory, with its digests.
struct ScannedFile {
    name: OsString,
    sums: Sums,
    bytes: u64,
    modified: Option<i128>,
}

pub(crate) fn run(arguments: &AuditArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let list = List::read(arguments)?;
    let mut audit = Audit {
        arguments,
        list,
        scanned: HashSet::new(),
        unlisted: Vec::new(),
        different: Vec::new(),
        report: Report::new(arguments),
    };
    fail_on_closed_pipe(audit.run())
}

struct Audit<'a> {
    arguments: &'a AuditArgs,
    list: List,
    scanned: HashSet<OsString>,
    /// Scanned files that are not listed. Such a file counts as moved if a missing file has the same digests, and
    /// otherwise as new.
    unlisted: Vec<ScannedFile>,
    /// Scanned files whose digests differ from the listed digests, because the files were changed or damaged.
    different: Vec<ScannedFile>,
    report: Report<'a>,
}

impl Audit<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut out = Out::stdout();
        self.scan(&mut out)?;
        let missing = self.missing();
        if let Some(hint) = self.wrong_directory_hint() {
            out.flush()?;
            print_message(hint);
            return Ok(Exit::Failure);
        }
        let mut missing_by_digests: HashMap<Vec<&[u8]>, RefCell<VecDeque<&OsStr>>> = HashMap::new();
        for name in &missing {
            let digests = self.list.files[name].sums.iter().map(|(_, digest)| digest.as_slice());
            missing_by_digests.entry(digests.collect()).or_default().get_mut().push_back(name);
        }
        let mut moved: HashSet<&OsStr> = HashSet::new();
        let mut added: Vec<ScannedFile> = Vec::new();
        let AuditArgs { update, accept, .. } = self.arguments;
        for file in std::mem::take(&mut self.unlisted) {
            // An unlisted file counts as moved if it has the content of a missing file. The queue contains all missing
            // files with this content. `pop_front` removes one of them, so that no two unlisted files get the same old
            // name.
            let old_name = possible_listed_digests(&file)
                .find_map(|digests| missing_by_digests.get(&digests)?.borrow_mut().pop_front());
            moved.extend(old_name);
            let status = old_name.map_or(FileStatus::New, FileStatus::Moved);
            self.report.add(&mut out, &file.name, status)?;
            let is_accepted = old_name.is_some() && *accept;
            added.extend(Some(file).filter(|_| *update || is_accepted));
        }
        for name in missing.iter().filter(|name| !moved.contains(name.as_os_str())) {
            self.report.add(&mut out, name, FileStatus::Missing)?;
        }
        let mut removed: HashSet<OsString> = HashSet::new();
        if *accept {
            removed.extend(missing.iter().cloned());
            removed.extend(self.different.iter().map(|file| file.name.clone()));
            added.append(&mut self.different);
        }
        if *update || !removed.is_empty() {
            rewrite(self.arguments, &removed, &added)?;
        }
        self.report.finish(&mut out)
    }

    /// Returns a hint if the working directory seems to be wrong, and `None` otherwise. It seems to be wrong if no
    /// scanned file is listed, and all listed files are in one directory outside the scanned directories.
    fn wrong_directory_hint(&self) -> Option<String> {
        let first = self.list.files.keys().next()?;
        if self.report.has_listed() || self.report.unreadable > 0 || self.unlisted.is_empty() {
            return None;
        }
        let is_below = |directory: &OsString| Path::new(first).starts_with(without_dot(directory));
        if self.arguments.directories.iter().any(is_below) {
            return None;
        }
        let mut parts = Path::new(first).components();
        let start = parts.next()?.as_os_str();
        parts.next()?;
        // The names are sorted, so if the first and the last name start with the same component, all names do.
        let last = self.list.files.keys().next_back()?;
        if !Path::new(last).starts_with(start) {
            return None;
        }
        let slash = if start == "/" { "" } else { "/" };
        let hint = "run this in the directory where the checksum file was written";
        Some(format!("all listed names start with {}{slash}; {hint}", display_name(start)))
    }

    /// Hashes all files below the directories and compares them with the listed digests.
    fn scan(&mut self, out: &mut Out) -> anyhow::Result<()> {
        let walk_options = self.arguments.walk_options.clone();
        let file_options = FileOptions { recursive: true, walk_options, ..FileOptions::default() };
        let files = Files::new(&self.arguments.directories, &file_options)?;
        let job = Job::new(None);
        if job.progress.is_reported() {
            count_in_background(&job.progress, &self.arguments.directories, &file_options);
        }
        let algorithms_of =
            |entry: &Entry| entry.sums.iter().map(|(one, _)| Arc::clone(one)).collect();
        let listed: HashMap<OsString, Vec<Arc<Algorithm>>> = self
            .list
            .files
            .iter()
            .map(|(name, entry)| (name.clone(), algorithms_of(entry)))
            .collect();
        let all = self.list.algorithms.clone();
        // The checksum file may be in one of the directories to scan. The scan skips it, unless the checksum file lists
        // itself.
        let checksum_file = std::fs::canonicalize(&self.arguments.sums).ok();
        let map =
            {
                let job = Arc::clone(&job);
                move |found: Found| -> Option<Result<ScannedFile, String>> {
                    let path = match found {
                        Ok(path) => path,
                        Err(error) => return Some(Err(error_text(&error))),
                    };
                    let name = without_dot(&path);
                    let algorithms = listed.get(&name).unwrap_or(&all);
                    if !listed.contains_key(&name)
                        && checksum_file.is_some()
                        && std::fs::canonicalize(&path).ok() == checksum_file
                    {
                        return None;
                    }
                    let modified = input::modification_time(&path);
                    let scanned = hash_file(&path, algorithms, &job);
                    let scanned =
                        scanned.map(|(sums, bytes)| ScannedFile { name, sums, bytes, modified });
                    Some(scanned.map_err(|error| {
                        format!("{}: {}", display_name(&path), error_text(&error))
                    }))
                }
            };
        job.run_in_order(batches(&job, files.found), map, out, |out, scanned| {
            let scanned = match scanned {
                None => return Ok(()),
                Some(Err(message)) => {
                    self.report.unreadable += 1;
                    return job.print_message(out, message);
                }
                Some(Ok(scanned)) => scanned,
            };
            self.scanned.insert(scanned.name.clone());
            let Some(expected) = self.list.files.get(&scanned.name) else {
                self.unlisted.push(scanned);
                return Ok(());
            };
            let is_same = expected.sums.iter().zip(&scanned.sums).all(|((_, a), (_, b))| a == b);
            let status = match is_same {
                true => FileStatus::Ok,
                false if is_untouched(expected, &scanned) => FileStatus::Damaged,
                false => FileStatus::Changed,
            };
            self.report.add(out, &scanned.name, status)?;
            if !is_same {
                self.different.push(scanned);
            }
            Ok(())
        })
    }

    /// Returns the files that the checksum file lists below the directories, but that no longer exist.
    fn missing(&self) -> Vec<OsString> {
        let directories: Vec<PathBuf> = self
            .arguments
            .directories
            .iter()
            .map(|directory| without_dot(directory).into())
            .collect();
        let is_below = |name: &&OsString| {
            directories.iter().any(|directory| {
                directory.as_os_str() == "." || Path::new(name).starts_with(directory)
            })
        };
        let is_gone = |name: &&OsString| !self.scanned.contains(*name) && !Path::new(name).exists();
        self.list.files.keys().filter(is_below).filter(is_gone).cloned().collect()
    }
}

/// Returns whether a file still has its listed size and modification time.
fn is_untouched(listed: &Entry, scanned: &ScannedFile) -> bool {
    let modified = scanned.modified.map(seconds);
    modified.is_some() && listed.modified == modified && listed.size == Some(scanned.bytes)
}

/// Returns the lists of digests that a checksum file may contain for this file: one list with the digests of all
/// algorithms, and one list for each single digest.
fn possible_listed_digests(file: &ScannedFile) -> impl Iterator<Item = Vec<&[u8]>> {
    let whole = file.sums.iter().map(|(_, digest)| digest.as_slice()).collect();
    let single = file.sums.iter().map(|(_, digest)| vec![digest.as_slice()]);
    std::iter::once(whole).chain(single)
}

fn hash_file(
    path: &OsStr,
    algorithms: &[Arc<Algorithm>],
    job: &Job,
) -> anyhow::Result<(Sums, u64)> {
    let hashers = algorithms.iter().map(|one| one.hasher()).collect::<anyhow::Result<_>>()?;
    let hashed = input::hash_file(hashers, path, job)?;
    let digests = hashed.outputs.into_iter().map(HashOutput::into_bytes);
    let sums = algorithms.iter().zip(digests).map(|(one, digest)| Ok((Arc::clone(one), digest?)));
    Ok((sums.collect::<anyhow::Result<_>>()?, hashed.bytes))
}
