//! The list that an audit compares with: read into memory, and written anew.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::Seen;
use crate::cli::{AuditArgs, Parameters, Style};
use crate::console::shown;
use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::exit::{complain, usage};
use crate::format::{Facts, Format};
use crate::partial::Partial;
use crate::stream::StreamOutput;
use crate::sumfile::{Line, Lines};
use crate::work::Job;

/// The digests that a list has of one file.
pub(super) type Sums = Vec<(Arc<Digester>, Vec<u8>)>;

/// A file as the list has it.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) sums: Sums,
    pub(super) size: Option<u64>,
    /// Time of the last change, as the list writes it.
    pub(super) modified: Option<String>,
}

/// A list.
pub(super) struct List {
    /// By name, without `./` before it.
    pub(super) files: BTreeMap<OsString, Entry>,
    /// Every algorithm that it uses.
    pub(super) algorithms: Vec<Arc<Digester>>,
}

impl List {
    pub(super) fn read(arguments: &AuditArgs) -> anyhow::Result<Self> {
        let name = &arguments.sums;
        let mut list = Self { files: BTreeMap::new(), algorithms: Vec::new() };
        let source = match File::open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && arguments.update => None,
            source => Some(source.with_context(|| shown(name))?),
        };
        let metadata = source.as_ref().map(File::metadata).transpose()?;
        if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            let hint = "is a directory; the list comes first";
            return Err(usage(format_args!("{}: {hint}", shown(name))));
        }
        let mut malformed: u64 = 0;
        let resolver = resolver(arguments)?;
        let lines = source.map(|source| {
            Lines::new(source, resolver, arguments.zero, Job::on(None)).of_file(name)
        });
        for line in lines.into_iter().flatten().flatten() {
            match line {
                Line::Listed(listed) => {
                    if !list.algorithms.iter().any(|one| one.tag() == listed.algorithm.tag()) {
                        list.algorithms.push(Arc::clone(&listed.algorithm));
                    }
                    let entry = list.files.entry(plain(&listed.name)).or_default();
                    entry.sums.push((listed.algorithm, listed.expected));
                    entry.size = listed.size.or(entry.size);
                    entry.modified = listed.modified.or(entry.modified.take());
                }
                Line::Malformed(_) | Line::TooLong(_) => malformed += 1,
                Line::Unreadable(error) => return Err(error).with_context(|| shown(name)),
            }
        }
        if list.algorithms.is_empty() {
            let is_empty =
                metadata.is_none_or(|metadata| metadata.is_file() && metadata.len() == 0);
            if !(arguments.update && is_empty) {
                let hint = "for lines that name no algorithm, use `digest audit -a ALG SUMS DIR`";
                bail!("{}: no properly formatted line found; {hint}", shown(name));
            }
            let Some(name) = &arguments.algorithm else {
                return Err(usage(
                    "the list is empty; -a ALG names the algorithm to begin it with",
                ));
            };
            list.algorithms.push(Arc::new(Digester::new(name, None, &Parameters::default())?));
        }
        match malformed {
            0 => {}
            1 => complain("WARNING: 1 line is malformed"),
            _ => complain(format_args!("WARNING: {malformed} lines are malformed")),
        }
        Ok(list)
    }
}

fn resolver(arguments: &AuditArgs) -> anyhow::Result<Resolver> {
    let parameters = Parameters::default();
    let make = |name| Digester::new(name, None, &parameters);
    let wanted = arguments.algorithm.as_deref().map(make).transpose()?.map(Arc::new);
    Ok(Resolver::new(wanted, None, Parameters::default(), None))
}

/// Writes the list anew, whole or not at all: without the lines of `dropped` files, with new ones for `added` files. The
/// other lines stay as they are, in their order.
pub(super) fn rewrite(
    arguments: &AuditArgs,
    dropped: &HashSet<OsString>,
    added: &[Seen],
) -> anyhow::Result<()> {
    let name = &arguments.sums;
    let end = if arguments.zero { 0 } else { b'\n' };
    let write = || -> anyhow::Result<()> {
        let mut to = Partial::create(Path::new(name))?;
        let mut form = Form::default();
        match File::open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            source => {
                let mut source = BufReader::new(source?);
                let mut reader = LineReader::new(arguments);
                let mut line = Vec::new();
                loop {
                    line.clear();
                    if source.read_until(end, &mut line)? == 0 {
                        break;
                    }
                    form.see(&line);
                    if !line.ends_with(&[end]) {
                        line.push(end);
                    }
                    if !reader.names(&line).is_some_and(|name| dropped.contains(&name)) {
                        to.write_all(&line)?;
                    }
                }
            }
        }
        let style = Style {
            tag: arguments.algorithm.is_none() && !form.is_json,
            json: form.is_json,
            zero: arguments.zero,
            ..Style::default()
        };
        let format = Format::new(&style, false)?;
        for file in added {
            if form.is_hashdeep {
                bail!("a list of hashdeep cannot be extended; make one with `digest hash`");
            }
            for (algorithm, digest) in &file.sums {
                let output = StreamOutput::Whole(digest.clone());
                let facts = Facts { bytes: file.bytes, modified: file.modified };
                format.write(&mut to, algorithm, &file.name, facts, output)?;
            }
        }
        Ok(to.commit()?)
    };
    write().with_context(|| shown(name))
}

/// The form of a list's lines.
#[derive(Default)]
struct Form {
    is_json: bool,
    is_hashdeep: bool,
}

impl Form {
    fn see(&mut self, line: &[u8]) {
        self.is_json |= line.trim_ascii_start().starts_with(b"{");
        self.is_hashdeep |= line.starts_with(b"%%%% ");
    }
}

/// Reads one line at a time, remembering the header.
struct LineReader<'a> {
    arguments: &'a AuditArgs,
    header: Vec<u8>,
    work: Arc<Job>,
}

impl<'a> LineReader<'a> {
    fn new(arguments: &'a AuditArgs) -> Self {
        Self { arguments, header: Vec::new(), work: Job::on(None) }
    }

    /// The file that a line is about.
    fn names(&mut self, line: &[u8]) -> Option<OsString> {
        if line.starts_with(b"%%%% ") {
            self.header = line.to_vec();
        }
        let text = [&self.header, line].concat();
        let resolver = resolver(self.arguments).ok()?;
        let lines =
            Lines::new(text.as_slice(), resolver, self.arguments.zero, Arc::clone(&self.work));
        let line = lines.of_file(&self.arguments.sums).flatten().next();
        match line {
            Some(Line::Listed(listed)) => Some(plain(&listed.name)),
            _ => None,
        }
    }
}

/// The name without `./` in it.
pub(super) fn plain(name: &OsStr) -> OsString {
    let parts = Path::new(name).components().filter(|part| *part != Component::CurDir);
    let plain: PathBuf = parts.collect();
    if plain.as_os_str().is_empty() { ".".into() } else { plain.into() }
}
