//! Which files: those that are named, those below folders, those that a list names.

mod filter;
mod output;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use walkdir::{DirEntry, WalkDir};

use self::filter::Filter;
use self::output::OutputFile;
use crate::cli::{Places, Search};
use crate::console;
use crate::escape::os_string;
use crate::exit::usage;
use crate::input::{self, is_stdin};
use crate::progress::Progress;

/// A name, or why there is none: messages begin with the name they are about.
pub(crate) type Found = anyhow::Result<OsString>;

/// The files to work on, in order: that of the arguments, and below a folder that of the names' bytes.
pub(crate) struct Files {
    /// How many, where that is known.
    pub(crate) count: Option<usize>,
    pub(crate) found: Box<dyn Iterator<Item = Found> + Send>,
}

impl Files {
    pub(crate) fn new(names: &[OsString], places: &Places) -> anyhow::Result<Self> {
        if !places.recursive
            && let Some(option) = places.search.first_given()
        {
            return Err(usage(format_args!("{option} goes with -r (--recursive) only")));
        }
        if let Some(list) = &places.files0_from {
            if !names.is_empty() {
                return Err(usage("--files0-from names the files; no others go"));
            }
            let names = listed(list)?;
            let places = places.clone();
            let found = names.flat_map(move |name| match name {
                Ok(name) => below(name, &places),
                Err(error) => Box::new(std::iter::once(Err(error))),
            });
            return Ok(Self { count: None, found: Box::new(found) });
        }
        if places.recursive && names.is_empty() {
            return Err(usage("-r (--recursive) needs a folder; name one, as in `-r .`"));
        }
        let names = if names.is_empty() { vec![OsString::from("-")] } else { names.to_vec() };
        if !places.recursive {
            let count = Some(names.len());
            return Ok(Self { count, found: Box::new(names.into_iter().map(Ok)) });
        }
        // Says now what is wrong with a glob.
        Filter::new(OsStr::new("."), &places.search)?;
        let places = places.clone();
        let found = names.into_iter().flat_map(move |name| below(name, &places));
        Ok(Self { count: None, found: Box::new(found) })
    }
}

/// Finds out, while the work goes on, how much there is to do.
pub(crate) fn expect(progress: &Arc<Progress>, names: &[OsString], places: &Places) {
    // A list of names may be a pipe, which can be read once.
    if places.files0_from.is_some() {
        return;
    }
    let (progress, names, places) = (Arc::clone(progress), names.to_vec(), places.clone());
    std::thread::spawn(move || {
        let Ok(files) = Files::new(&names, &places) else { return };
        for name in files.found.flatten() {
            progress.expect(1, input::length(&name).unwrap_or(0));
        }
    });
}

/// The names in a file, each ended by NUL.
fn listed(list: &OsStr) -> anyhow::Result<Box<dyn Iterator<Item = Found> + Send>> {
    let source: Box<dyn Read + Send> = if is_stdin(list) {
        Box::new(console::stdin()?)
    } else {
        Box::new(File::open(list).with_context(|| console::shown(list))?)
    };
    Ok(Box::new(ListedNames {
        source: BufReader::new(source),
        list: list.to_owned(),
        number: 0,
        empty: 0,
        is_over: false,
    }))
}

/// No system takes a longer path.
const LONGEST_NAME: u64 = 2 << 20;

/// After so many names without a byte the file is no list of names.
const MOST_EMPTY: u64 = 100;

/// The names in a file, each ended by NUL.
struct ListedNames {
    source: BufReader<Box<dyn Read + Send>>,
    list: OsString,
    number: u64,
    empty: u64,
    is_over: bool,
}

impl Iterator for ListedNames {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        if self.is_over {
            return None;
        }
        let mut name = Vec::new();
        let read = self.source.by_ref().take(LONGEST_NAME).read_until(0, &mut name);
        self.number += 1;
        let place =
            |what: &str| anyhow!("{}: name {}{what}", console::shown(&self.list), self.number);
        match read {
            Err(error) => {
                self.is_over = true;
                return Some(Err(anyhow::Error::from(error).context(console::shown(&self.list))));
            }
            Ok(0) => return None,
            Ok(_) if name.last() == Some(&0) => drop(name.pop()),
            Ok(bytes) if bytes as u64 == LONGEST_NAME => {
                self.is_over = true;
                return Some(Err(place(" is longer than any file's; the list is not read on")));
            }
            Ok(_) => {}
        }
        if name.is_empty() {
            self.empty += 1;
            self.is_over = self.empty == MOST_EMPTY;
            let end = if self.is_over { ", as many before; the list is not read on" } else { "" };
            return Some(Err(place(&format!(" is empty{end}"))));
        }
        let error = place(" is not UTF-8");
        Some(os_string(name).ok_or(error))
    }
}

/// The file itself, or those below it if it is a folder and that is asked for.
fn below(name: OsString, places: &Places) -> Box<dyn Iterator<Item = Found> + Send> {
    if !places.recursive || is_stdin(&name) || !Path::new(&name).is_dir() {
        return Box::new(std::iter::once(Ok(name)));
    }
    let output = OutputFile::find(&places.outputs);
    match walk(&name, &places.search) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok(walk) => Box::new(walk.filter_map(move |entry| match entry {
            // What is no file would block, or have no end; what is written meanwhile has no digest yet.
            Ok(entry)
                if entry.file_type().is_file()
                    && !output.as_ref().is_some_and(|output| output.is(&entry)) =>
            {
                Some(Ok(entry.into_path().into_os_string()))
            }
            Ok(_) => None,
            Err(error) => Some(Err(in_our_words(error))),
        })),
    }
}

/// Everything below a folder.
pub(crate) type Walk = Box<dyn Iterator<Item = walkdir::Result<DirEntry>> + Send>;

/// Everything below a folder, in the order of names.
pub(crate) fn walk(folder: &OsStr, search: &Search) -> anyhow::Result<Walk> {
    let filter = Filter::new(folder, search)?;
    let walk = WalkDir::new(folder)
        .max_depth(search.max_depth.unwrap_or(usize::MAX))
        .same_file_system(search.one_file_system)
        .follow_links(search.follow)
        .sort_by_file_name();
    Ok(Box::new(walk.into_iter().filter_entry(move |entry| filter.takes(entry))))
}

/// The walker's errors, the name first and the system's words behind.
pub(crate) fn in_our_words(error: walkdir::Error) -> anyhow::Error {
    let path = error.path().map(|path| console::shown(path.as_os_str())).unwrap_or_default();
    if let Some(ancestor) = error.loop_ancestor() {
        return anyhow!("{path}: leads back to {}", console::shown(ancestor.as_os_str()));
    }
    match error.into_io_error() {
        Some(error) => anyhow::Error::from(error).context(path),
        None => anyhow!("{path}: cannot be read"),
    }
}
