//! Which files: those that are named, those below folders, those that a list names.

mod output;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::{Context as _, anyhow};
use ignore::overrides::OverrideBuilder;
use ignore::{Walk, WalkBuilder};

use self::output::OutputFile;
use crate::cli::{Places, Search};
use crate::console;
use crate::escape::os_string;
use crate::exit::usage;
use crate::input::is_stdin;

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
        let names = if names.is_empty() { vec![OsString::from("-")] } else { names.to_vec() };
        if names.iter().filter(|name| is_stdin(name)).count() > 1 {
            return Err(usage("- is given twice; standard input can be read once"));
        }
        if !places.recursive {
            let count = Some(names.len());
            return Ok(Self { count, found: Box::new(names.into_iter().map(Ok)) });
        }
        // Says now what is wrong with a glob.
        walk(OsStr::new("."), &places.search)?;
        let places = places.clone();
        let found = names.into_iter().flat_map(move |name| below(name, &places));
        Ok(Self { count: None, found: Box::new(found) })
    }
}

/// The names in a file, each ended by NUL.
fn listed(list: &OsStr) -> anyhow::Result<Box<dyn Iterator<Item = Found> + Send>> {
    let source: Box<dyn Read + Send> = if is_stdin(list) {
        Box::new(console::stdin()?)
    } else {
        Box::new(File::open(list).with_context(|| console::shown(list))?)
    };
    let list = list.to_owned();
    let names = BufReader::new(source).split(0).enumerate().map(move |(i, name)| {
        let name = name.with_context(|| console::shown(&list))?;
        let place = || format!("{}: name {}", console::shown(&list), i + 1);
        if name.is_empty() {
            return Err(anyhow!("{} is empty", place()));
        }
        os_string(name).ok_or_else(|| anyhow!("{} is not UTF-8", place()))
    });
    Ok(Box::new(names))
}

/// The file itself, or those below it if it is a folder and that is asked for.
fn below(name: OsString, places: &Places) -> Box<dyn Iterator<Item = Found> + Send> {
    if !places.recursive || is_stdin(&name) || !Path::new(&name).is_dir() {
        return Box::new(std::iter::once(Ok(name)));
    }
    let output = OutputFile::find();
    match walk(&name, &places.search) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok(walk) => Box::new(walk.filter_map(move |entry| match entry {
            // What is no file would block, or have no end; what is written meanwhile has no digest yet.
            Ok(entry)
                if entry.file_type().is_some_and(|kind| kind.is_file())
                    && !output.as_ref().is_some_and(|output| output.is(&entry)) =>
            {
                Some(Ok(entry.into_path().into_os_string()))
            }
            Ok(_) => None,
            Err(error) => Some(Err(in_our_words(error))),
        })),
    }
}

/// Everything below a folder, in the order of names.
pub(crate) fn walk(folder: &OsStr, search: &Search) -> anyhow::Result<Walk> {
    let mut globs = OverrideBuilder::new(folder);
    let excluded = search.exclude.iter().map(|glob| format!("!{glob}"));
    for glob in search.include.iter().cloned().chain(excluded) {
        globs.add(&glob).map_err(|error| usage(format_args!("{glob:?} is no glob: {error}")))?;
    }
    let mut builder = WalkBuilder::new(folder);
    builder
        .standard_filters(false)
        .overrides(globs.build().map_err(usage)?)
        .max_depth(search.max_depth)
        .same_file_system(search.one_file_system)
        .follow_links(search.follow)
        .sort_by_file_name(|a, b| a.cmp(b));
    for file in &search.ignore_file {
        if let Some(error) = builder.add_ignore(file) {
            return Err(in_our_words(error));
        }
    }
    Ok(builder.build())
}

/// The walker's errors, the name first and the system's words behind.
pub(crate) fn in_our_words(error: ignore::Error) -> anyhow::Error {
    match error {
        ignore::Error::WithDepth { err, .. } => in_our_words(*err),
        ignore::Error::WithPath { path, err } => {
            in_our_words(*err).context(console::shown(path.as_os_str()))
        }
        ignore::Error::Io(error) => error.into(),
        ignore::Error::Loop { ancestor, child } => {
            let (child, ancestor) = (child.as_os_str(), ancestor.as_os_str());
            anyhow!("{}: leads back to {}", console::shown(child), console::shown(ancestor))
        }
        error => error.into(),
    }
}
