//! Finds the input files: named as arguments, found below directories, or listed in a file.

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
use crate::cli::{FileOptions, WalkOptions};
use crate::console;
use crate::exit::usage;
use crate::file_name::{self, display_name, is_stdin};
use crate::input;
use crate::progress::Progress;

/// File name, or an error with a message that starts with a file name.
pub(crate) type Found = anyhow::Result<OsString>;

/// Input files, in the order of the arguments. The files below a directory are sorted by the bytes of their names.
pub(crate) struct Files {
    /// Number of files, if it is known.
    pub(crate) count: Option<usize>,
    pub(crate) found: Box<dyn Iterator<Item = Found> + Send>,
}

impl Files {
    pub(crate) fn new(names: &[OsString], file_options: &FileOptions) -> anyhow::Result<Self> {
        if !file_options.recursive
            && let Some(option) = file_options.walk_options.first_given()
        {
            return Err(usage(format_args!("{option} requires -r (--recursive)")));
        }
        if let Some(list) = &file_options.files0_from {
            if !names.is_empty() {
                return Err(usage("--files0-from cannot be combined with file arguments"));
            }
            let names = names_in(list)?;
            let file_options = file_options.clone();
            let found = names.flat_map(move |name| match name {
                Ok(name) => below(name, &file_options),
                Err(error) => Box::new(std::iter::once(Err(error))),
            });
            return Ok(Self { count: None, found: Box::new(found) });
        }
        if file_options.recursive && names.is_empty() {
            return Err(usage("-r (--recursive) needs a directory, for example `-r .`"));
        }
        let names = if names.is_empty() { vec![OsString::from("-")] } else { names.to_vec() };
        if !file_options.recursive {
            let count = Some(names.len());
            return Ok(Self { count, found: Box::new(names.into_iter().map(Ok)) });
        }
        // Reports an invalid glob before any file is hashed.
        Filter::new(OsStr::new("."), &file_options.walk_options)?;
        let file_options = file_options.clone();
        let found = names.into_iter().flat_map(move |name| below(name, &file_options));
        Ok(Self { count: None, found: Box::new(found) })
    }
}

/// Counts the files and their bytes on a separate thread, so that progress reports can state the totals.
pub(crate) fn count_in_background(
    progress: &Arc<Progress>,
    names: &[OsString],
    file_options: &FileOptions,
) {
    // Does not count the files of `--files0-from`, because their list may be a pipe, which can be read only once.
    if file_options.files0_from.is_some() {
        return;
    }
    let (progress, names, file_options) =
        (Arc::clone(progress), names.to_vec(), file_options.clone());
    std::thread::spawn(move || {
        let Ok(files) = Files::new(&names, &file_options) else { return };
        for name in files.found.flatten() {
            progress.add_expected(1, input::file_length(&name).unwrap_or(0));
        }
    });
}

/// Reads NUL-terminated names from a file.
fn names_in(list: &OsStr) -> anyhow::Result<Box<dyn Iterator<Item = Found> + Send>> {
    let source: Box<dyn Read + Send> = if is_stdin(list) {
        Box::new(console::stdin()?)
    } else {
        Box::new(File::open(list).with_context(|| display_name(list))?)
    };
    Ok(Box::new(ListedNames {
        source: BufReader::new(source),
        list: list.to_owned(),
        number: 0,
        empty: 0,
        is_over: false,
    }))
}

/// Maximum length of a path in bytes. No operating system accepts a longer path.
const MAX_NAME_BYTES: u64 = 2 << 20;

/// Number of empty names after which the rest of a list is ignored. Without this limit, an endless input such as
/// /dev/zero, which contains only empty names, would never end.
const MAX_EMPTY_NAMES: u64 = 100;

/// Iterator over NUL-terminated names.
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
        let read = self.source.by_ref().take(MAX_NAME_BYTES).read_until(0, &mut name);
        self.number += 1;
        let place =
            |what: &str| anyhow!("{}: name {}{what}", display_name(&self.list), self.number);
        match read {
            Err(error) => {
                self.is_over = true;
                return Some(Err(anyhow::Error::from(error).context(display_name(&self.list))));
            }
            Ok(0) => return None,
            Ok(_) if name.last() == Some(&0) => drop(name.pop()),
            Ok(bytes) if bytes as u64 == MAX_NAME_BYTES => {
                self.is_over = true;
                return Some(Err(place(" is too long; the rest of the list is ignored")));
            }
            Ok(_) => {}
        }
        if name.is_empty() {
            self.empty += 1;
            self.is_over = self.empty == MAX_EMPTY_NAMES;
            let end = if self.is_over { "; the rest of the list is ignored" } else { "" };
            return Some(Err(place(&format!(" is empty{end}"))));
        }
        let error = place(" is not UTF-8");
        Some(file_name::from_bytes(name).ok_or(error))
    }
}

/// Returns the file `name`. If `name` is a directory and `-r` is given, returns the files below it.
fn below(name: OsString, file_options: &FileOptions) -> Box<dyn Iterator<Item = Found> + Send> {
    if !file_options.recursive || is_stdin(&name) || !Path::new(&name).is_dir() {
        return Box::new(std::iter::once(Ok(name)));
    }
    let output = OutputFile::find(&file_options.outputs);
    match walk(&name, &file_options.walk_options) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok(walk) => Box::new(walk.filter_map(move |entry| match entry {
            // Skips devices and pipes, because they may block or have no end, and the output file, because it is
            // incomplete.
            Ok(entry)
                if entry.file_type().is_file()
                    && !output.as_ref().is_some_and(|output| output.is(&entry)) =>
            {
                Some(Ok(entry.into_path().into_os_string()))
            }
            Ok(_) => None,
            Err(error) => Some(Err(walk_error(error))),
        })),
    }
}

/// Iterator over the entries below a directory.
pub(crate) type Walk = Box<dyn Iterator<Item = walkdir::Result<DirEntry>> + Send>;

/// Returns the entries below a directory that match the options, sorted by the bytes of their names.
pub(crate) fn walk(directory: &OsStr, walk_options: &WalkOptions) -> anyhow::Result<Walk> {
    let filter = Filter::new(directory, walk_options)?;
    let walk = WalkDir::new(directory)
        .max_depth(walk_options.max_depth.unwrap_or(usize::MAX))
        .same_file_system(walk_options.one_file_system)
        .follow_links(walk_options.follow)
        .sort_by_file_name();
    Ok(Box::new(walk.into_iter().filter_entry(move |entry| filter.accepts(entry))))
}

/// Formats an error of a directory walk as `NAME: CAUSE`.
pub(crate) fn walk_error(error: walkdir::Error) -> anyhow::Error {
    let path = error.path().map(|path| display_name(path.as_os_str())).unwrap_or_default();
    if let Some(ancestor) = error.loop_ancestor() {
        return anyhow!("{path}: symbolic link loop to {}", display_name(ancestor.as_os_str()));
    }
    match error.into_io_error() {
        Some(error) => anyhow::Error::from(error).context(path),
        None => anyhow!("{path}: cannot be read"),
    }
}
