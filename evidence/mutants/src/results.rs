//! Results of earlier runs, stored in `target/mutants/results.txt`, so that an interrupted run continues where it
//! stopped. A detected mutant is not judged again while its source file stays the same. A survivor is judged again
//! when a source file or a test changes, unless the list of accepted mutants contains it. Delete the file to judge
//! all mutants again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::Write as _;
use std::sync::Mutex;

use anyhow::Result;

use crate::accepted::Entry;
use crate::build::Copy;
use crate::judge::Verdict;
use crate::mutant::Mutant;

pub(crate) struct Results {
    file: Mutex<File>,
    lines: BTreeSet<String>,
    entries: Vec<Entry>,
    /// Hash of each source file of the library.
    sources: BTreeMap<String, u64>,
    /// Hash of the library's sources and tests.
    whole: u64,
}

impl Results {
    /// Opens the file of results. `entries` are the accepted mutants.
    pub(crate) fn open(copy: &Copy, entries: Vec<Entry>) -> Result<Self> {
        let path = copy.target.with_file_name("results.txt");
        let lines = fs::read_to_string(&path).unwrap_or_default();
        Ok(Self {
            file: Mutex::new(File::options().append(true).create(true).open(path)?),
            lines: lines.lines().map(str::to_owned).collect(),
            entries,
            sources: BTreeMap::new(),
            whole: copy.hash()?,
        })
    }

    /// Registers the source files of `mutants`.
    pub(crate) fn add_sources(&mut self, copy: &Copy, mutants: &[Mutant]) -> Result<()> {
        for Mutant { file, .. } in mutants {
            if !self.sources.contains_key(file) {
                let mut hasher = DefaultHasher::new();
                copy.source(file)?.hash(&mut hasher);
                self.sources.insert(file.clone(), hasher.finish());
            }
        }
        Ok(())
    }

    /// Returns the stored verdict of a mutant. `scope` names the tests: a family, or the whole library.
    pub(crate) fn get(&self, mutant: &Mutant, scope: &str) -> Option<Verdict> {
        let is_stored = |verdict| self.lines.contains(&self.line(mutant, scope, verdict));
        Verdict::ALL.into_iter().find(|verdict| is_stored(*verdict))
    }

    /// Stores a verdict.
    pub(crate) fn put(&self, mutant: &Mutant, scope: &str, verdict: Verdict) {
        let line = self.line(mutant, scope, verdict) + "\n";
        let mut file = self.file.lock().expect("no thread panics");
        file.write_all(line.as_bytes()).expect("the file is writable");
    }

    /// Returns whether the list of accepted mutants contains `mutant`.
    pub(crate) fn is_listed(&self, mutant: &Mutant) -> bool {
        self.entries.iter().any(|entry| entry.covers(mutant))
    }

    fn line(&self, mutant: &Mutant, scope: &str, verdict: Verdict) -> String {
        let source = self.sources[&mutant.file];
        let is_listed = || self.is_listed(mutant);
        let (scope, hash) = match verdict {
            Verdict::Survived | Verdict::Unreached if is_listed() => (scope, source),
            Verdict::Survived | Verdict::Unreached => (scope, self.whole),
            _ => ("any", source),
        };
        format!("{} {scope} {hash:016x} {mutant}", verdict.name())
    }
}
