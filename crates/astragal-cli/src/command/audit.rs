//! `digest audit SUMS DIR...`: what became of the files of folders since a list of their sums was made.
//!
//! `list` is the list, `report` what is told.

mod list;
mod report;

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::list::{Entry, List, Sums, plain, rewrite};
use self::report::{Report, Standing};
use crate::cli::{AuditArgs, Places};
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::exit::{Exit, complain, cut_off, reason};
use crate::format::seconds;
use crate::input;
use crate::stream::StreamOutput;
use crate::walk::{Files, Found, expect};
use crate::work::{Job, bunches};

/// A file that was found, with its digests.
struct Seen {
    name: OsString,
    sums: Sums,
    bytes: u64,
    modified: Option<i128>,
}

pub(crate) fn run(arguments: &AuditArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let list = List::read(arguments)?;
    let mut audit = Audit {
        arguments,
        list,
        seen: HashSet::new(),
        unlisted: Vec::new(),
        different: Vec::new(),
        report: Report::new(arguments),
    };
    cut_off(audit.run())
}

struct Audit<'a> {
    arguments: &'a AuditArgs,
    list: List,
    seen: HashSet<OsString>,
    /// New, unless a file that is missing had the same digests.
    unlisted: Vec<Seen>,
    /// Changed or damaged.
    different: Vec<Seen>,
    report: Report<'a>,
}

impl Audit<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut to = Out::new();
        self.look_at_files(&mut to)?;
        let missing = self.missing();
        if let Some(hint) = self.wrong_folder() {
            to.flush()?;
            complain(hint);
            return Ok(Exit::Bad);
        }
        let mut was: HashMap<Vec<&[u8]>, &OsStr> = HashMap::new();
        for name in &missing {
            let digests = self.list.files[name].sums.iter().map(|(_, digest)| digest.as_slice());
            was.entry(digests.collect()).or_insert(name);
        }
        let mut moved: HashSet<&OsStr> = HashSet::new();
        let mut added: Vec<Seen> = Vec::new();
        let AuditArgs { update, accept, .. } = self.arguments;
        for file in std::mem::take(&mut self.unlisted) {
            let before = digests_like_listed(&file).find_map(|digests| was.get(&digests).copied());
            let before = before.filter(|before| moved.insert(before));
            let standing = before.map_or(Standing::New, Standing::Moved);
            self.report.tell(&mut to, &file.name, standing)?;
            let is_accepted = before.is_some() && *accept;
            added.extend(Some(file).filter(|_| *update || is_accepted));
        }
        for name in missing.iter().filter(|name| !moved.contains(name.as_os_str())) {
            self.report.tell(&mut to, name, Standing::Missing)?;
        }
        let mut dropped: HashSet<OsString> = HashSet::new();
        if *accept {
            dropped.extend(missing.iter().cloned());
            dropped.extend(self.different.iter().map(|file| file.name.clone()));
            added.append(&mut self.different);
        }
        if *update || !dropped.is_empty() {
            rewrite(self.arguments, &dropped, &added)?;
        }
        self.report.conclude(&mut to)
    }

    /// A hint, where files were found but none under a name that the list has: names depend on where a list was made.
    fn wrong_folder(&self) -> Option<String> {
        let first = self.list.files.keys().next()?;
        if self.report.has_met_listed() || self.report.unreadable > 0 || self.unlisted.is_empty() {
            return None;
        }
        let is_below = |folder: &OsString| Path::new(first).starts_with(plain(folder));
        if self.arguments.folders.iter().any(is_below) {
            return None;
        }
        let mut parts = Path::new(first).components();
        let start = parts.next()?.as_os_str();
        parts.next()?;
        // Names are sorted: the last one begins likewise if all do.
        let last = self.list.files.keys().next_back()?;
        if !Path::new(last).starts_with(start) {
            return None;
        }
        let slash = if start == "/" { "" } else { "/" };
        let hint = "run this where the list was made, and name the same folder";
        Some(format!("the names in the list begin with {}{slash}; {hint}", shown(start)))
    }

    /// Compares what is listed, and keeps what is not.
    fn look_at_files(&mut self, to: &mut Out) -> anyhow::Result<()> {
        let search = self.arguments.search.clone();
        let places = Places { recursive: true, search, ..Places::default() };
        let files = Files::new(&self.arguments.folders, &places)?;
        let work = Job::on(None);
        if work.progress.is_watched() {
            expect(&work.progress, &self.arguments.folders, &places);
        }
        let algorithms_of =
            |entry: &Entry| entry.sums.iter().map(|(one, _)| Arc::clone(one)).collect();
        let listed: HashMap<OsString, Vec<Arc<Digester>>> = self
            .list
            .files
            .iter()
            .map(|(name, entry)| (name.clone(), algorithms_of(entry)))
            .collect();
        let all = self.list.algorithms.clone();
        // The list itself is no file of the folder.
        let own = std::fs::canonicalize(&self.arguments.sums).ok();
        let map = {
            let work = Arc::clone(&work);
            move |found: Found| -> Option<Result<Seen, String>> {
                let path = match found {
                    Ok(path) => path,
                    Err(error) => return Some(Err(reason(&error))),
                };
                let name = plain(&path);
                let algorithms = listed.get(&name).unwrap_or(&all);
                if !listed.contains_key(&name)
                    && own.is_some()
                    && std::fs::canonicalize(&path).ok() == own
                {
                    return None;
                }
                let modified = input::modified(&path);
                let seen = look(&path, algorithms, &work);
                let seen = seen.map(|(sums, bytes)| Seen { name, sums, bytes, modified });
                Some(seen.map_err(|error| format!("{}: {}", shown(&path), reason(&error))))
            }
        };
        work.in_order(bunches(&work, files.found), map, to, |to, seen| {
            let seen = match seen {
                None => return Ok(()),
                Some(Err(message)) => {
                    self.report.unreadable += 1;
                    return work.complain(to, message);
                }
                Some(Ok(seen)) => seen,
            };
            self.seen.insert(seen.name.clone());
            let Some(expected) = self.list.files.get(&seen.name) else {
                self.unlisted.push(seen);
                return Ok(());
            };
            let is_same = expected.sums.iter().zip(&seen.sums).all(|((_, a), (_, b))| a == b);
            let standing = match is_same {
                true => Standing::Ok,
                false if is_untouched(expected, &seen) => Standing::Damaged,
                false => Standing::Changed,
            };
            self.report.tell(to, &seen.name, standing)?;
            if !is_same {
                self.different.push(seen);
            }
            Ok(())
        })
    }

    /// The listed files of these folders that are not there any more.
    fn missing(&self) -> Vec<OsString> {
        let folders: Vec<PathBuf> =
            self.arguments.folders.iter().map(|folder| plain(folder).into()).collect();
        let is_ours = |name: &&OsString| {
            folders
                .iter()
                .any(|folder| folder.as_os_str() == "." || Path::new(name).starts_with(folder))
        };
        let is_gone = |name: &&OsString| !self.seen.contains(*name) && !Path::new(name).exists();
        self.list.files.keys().filter(is_ours).filter(is_gone).cloned().collect()
    }
}

/// Whether a file has the size and time of change that the list says: nobody wrote to it.
fn is_untouched(listed: &Entry, seen: &Seen) -> bool {
    let modified = seen.modified.map(seconds);
    modified.is_some() && listed.modified == modified && listed.size == Some(seen.bytes)
}

/// The file's digests as a listed file could have them, which need not have been by all algorithms.
fn digests_like_listed(file: &Seen) -> impl Iterator<Item = Vec<&[u8]>> {
    let whole = file.sums.iter().map(|(_, digest)| digest.as_slice()).collect();
    let single = file.sums.iter().map(|(_, digest)| vec![digest.as_slice()]);
    std::iter::once(whole).chain(single)
}

fn look(path: &OsStr, algorithms: &[Arc<Digester>], work: &Job) -> anyhow::Result<(Sums, u64)> {
    let streams = algorithms.iter().map(|one| one.stream()).collect::<anyhow::Result<_>>()?;
    let digested = input::digest(streams, path, work)?;
    let digests = digested.outputs.into_iter().map(StreamOutput::whole);
    let sums = algorithms.iter().zip(digests).map(|(one, digest)| Ok((Arc::clone(one), digest?)));
    Ok((sums.collect::<anyhow::Result<_>>()?, digested.bytes))
}
