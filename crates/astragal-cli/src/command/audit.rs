//! `digest audit SUMS DIR...`: what became of the files of folders since a list of their sums was made.
//!
//! `list` is the list, `report` what is told.

mod list;
mod report;

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::list::{List, Sums, append, plain};
use self::report::{Report, Standing};
use crate::cli::{AuditArgs, Places};
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::exit::{Exit, cut_off, reason};
use crate::input;
use crate::stream::StreamOutput;
use crate::walk::{Files, Found};
use crate::work::{Job, bunches};

/// A file that was found, with its digests.
struct Seen {
    name: OsString,
    sums: Sums,
    bytes: u64,
}

pub(crate) fn run(arguments: &AuditArgs) -> anyhow::Result<Exit> {
    let list = List::read(arguments)?;
    let mut audit = Audit {
        arguments,
        list,
        seen: HashSet::new(),
        unlisted: Vec::new(),
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
    report: Report<'a>,
}

impl Audit<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut to = Out::new();
        self.look_at_files(&mut to)?;
        let missing = self.missing();
        let mut was: HashMap<Vec<&[u8]>, &OsStr> = HashMap::new();
        for name in &missing {
            let digests = self.list.files[name].iter().map(|(_, digest)| digest.as_slice());
            was.entry(digests.collect()).or_insert(name);
        }
        let mut moved: HashSet<&OsStr> = HashSet::new();
        for file in &self.unlisted {
            let before = digests_like_listed(file).find_map(|digests| was.get(&digests).copied());
            let standing = match before.filter(|before| moved.insert(before)) {
                Some(before) => Standing::Moved(before),
                None => Standing::New,
            };
            self.report.tell(&mut to, &file.name, standing)?;
        }
        for name in missing.iter().filter(|name| !moved.contains(name.as_os_str())) {
            self.report.tell(&mut to, name, Standing::Missing)?;
        }
        if self.arguments.update {
            append(self.arguments, &self.unlisted)?;
        }
        self.report.conclude(&mut to)
    }

    /// Compares what is listed, and keeps what is not.
    fn look_at_files(&mut self, to: &mut Out) -> anyhow::Result<()> {
        let places =
            Places { recursive: true, search: self.arguments.search.clone(), files0_from: None };
        let files = Files::new(&self.arguments.folders, &places)?;
        let work = Job::on(None);
        let algorithms_of = |sums: &Sums| sums.iter().map(|(one, _)| Arc::clone(one)).collect();
        let listed: HashMap<OsString, Vec<Arc<Digester>>> = self
            .list
            .files
            .iter()
            .map(|(name, sums)| (name.clone(), algorithms_of(sums)))
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
                let seen =
                    look(&path, algorithms, &work).map(|(sums, bytes)| Seen { name, sums, bytes });
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
            let is_same = expected.iter().zip(&seen.sums).all(|((_, a), (_, b))| a == b);
            let standing = if is_same { Standing::Ok } else { Standing::Changed };
            self.report.tell(to, &seen.name, standing)
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
