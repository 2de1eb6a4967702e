//! Reads the checksum file of an audit into memory, and rewrites the file.

use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::ScannedFile;
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;
use crate::atomic_file::AtomicFile;
use crate::checksum_file::{Line, Lines};
use crate::cli::{AuditArgs, OutputStyle, Parameters};
use crate::exit::usage;
use crate::file_name::display_name;
use crate::format::{FileInfo, Format};
use crate::hasher::HashOutput;
use crate::job::Job;
use crate::message::print_message;

/// Digests listed for one file, each with its algorithm.
pub(super) type Sums = Vec<(Arc<Algorithm>, Vec<u8>)>;

/// Listed digests and metadata of one file.
#[derive(Default)]
pub(super) struct Entry {
    pub(super) sums: Sums,
    pub(super) size: Option<u64>,
    /// Modification time as written in the checksum file.
    pub(super) modified: Option<String>,
}

/// Content of the checksum file of an audit.
pub(super) struct List {
    /// Listed files by name. The names contain no `./` components.
    pub(super) files: BTreeMap<OsString, Entry>,
    /// All algorithms in the checksum file.
    pub(super) algorithms: Vec<Arc<Algorithm>>,
}

impl List {
    pub(super) fn read(arguments: &AuditArgs) -> anyhow::Result<Self> {
        let name = &arguments.sums;
        let mut list = Self { files: BTreeMap::new(), algorithms: Vec::new() };
        let source = match File::open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && arguments.update => None,
            source => Some(source.with_context(|| display_name(name))?),
        };
        let metadata = source.as_ref().map(File::metadata).transpose()?;
        if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            let name = display_name(name);
            return Err(usage(format_args!(
                "{name} is a directory; the checksum file comes first"
            )));
        }
        let mut malformed: u64 = 0;
        let resolver = resolver(arguments)?;
        let lines = source.map(|source| {
            Lines::new(source, resolver, arguments.zero, Job::new(None)).with_file_name(name)
        });
        for line in lines.into_iter().flatten().flatten() {
            match line {
                Line::File(listed) => {
                    if !list.algorithms.iter().any(|one| one.tag() == listed.algorithm.tag()) {
                        list.algorithms.push(Arc::clone(&listed.algorithm));
                    }
                    let entry = list.files.entry(without_dot(&listed.name)).or_default();
                    entry.sums.push((listed.algorithm, listed.expected));
                    entry.size = listed.size.or(entry.size);
                    entry.modified = listed.modified.or(entry.modified.take());
                }
                Line::Malformed(_) | Line::TooLong(_) => malformed += 1,
                Line::Unreadable(error) => return Err(error).with_context(|| display_name(name)),
            }
        }
        if list.algorithms.is_empty() {
            let is_empty =
                metadata.is_none_or(|metadata| metadata.is_file() && metadata.len() == 0);
            if !(arguments.update && is_empty) {
                let hint = "if the lines name no algorithm, use `digest audit -a ALG SUMS DIR`";
                bail!("{}: no properly formatted line found; {hint}", display_name(name));
            }
            let Some(name) = &arguments.algorithm else {
                return Err(usage("the checksum file is empty; missing option -a ALG"));
            };
            list.algorithms.push(Arc::new(Algorithm::new(name, None, &Parameters::default())?));
        }
        match malformed {
            0 => {}
            1 => print_message("WARNING: 1 line is malformed"),
            _ => print_message(format_args!("WARNING: {malformed} lines are malformed")),
        }
        Ok(list)
    }
}

fn resolver(arguments: &AuditArgs) -> anyhow::Result<Resolver> {
    let parameters = Parameters::default();
    let make = |name| Algorithm::new(name, None, &parameters);
    let algorithm = arguments.algorithm.as_deref().map(make).transpose()?.map(Arc::new);
    Ok(Resolver::new(algorithm, None, Parameters::default(), None))
}

/// Replaces the checksum file atomically. Removes the lines of `removed` files and appends lines for `added` files. All
/// other lines keep their text and order.
pub(super) fn rewrite(
    arguments: &AuditArgs,
    removed: &HashSet<OsString>,
    added: &[ScannedFile],
) -> anyhow::Result<()> {
    let name = &arguments.sums;
    let end = if arguments.zero { 0 } else { b'\n' };
    let write = || -> anyhow::Result<()> {
        let mut out = AtomicFile::create(Path::new(name))?;
        let mut syntax = ListSyntax::default();
        match File::open(name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            source => {
                let mut source = BufReader::new(source?);
                let mut parser = LineParser::new(arguments);
                let mut line = Vec::new();
                loop {
                    line.clear();
                    if source.read_until(end, &mut line)? == 0 {
                        break;
                    }
                    syntax.add_line(&line);
                    if !line.ends_with(&[end]) {
                        line.push(end);
                    }
                    if !parser.file_name(&line).is_some_and(|name| removed.contains(&name)) {
                        out.write_all(&line)?;
                    }
                }
            }
        }
        let style = OutputStyle {
            tag: arguments.algorithm.is_none() && !syntax.is_json,
            json: syntax.is_json,
            zero: arguments.zero,
            ..OutputStyle::default()
        };
        let format = Format::new(&style, false)?;
        for file in added {
            if syntax.is_hashdeep {
                bail!(
                    "cannot append to a hashdeep file; create a checksum file with `digest hash`"
                );
            }
            for (algorithm, digest) in &file.sums {
                let output = HashOutput::Whole(digest.clone());
                let info = FileInfo { bytes: file.bytes, modified: file.modified };
                format.write(&mut out, algorithm, &file.name, info, output)?;
            }
        }
        Ok(out.commit()?)
    };
    write().with_context(|| display_name(name))
}

/// Syntax of the checksum file, as detected in the lines parsed so far.
#[derive(Default)]
struct ListSyntax {
    is_json: bool,
    is_hashdeep: bool,
}

impl ListSyntax {
    fn add_line(&mut self, line: &[u8]) {
        self.is_json |= line.trim_ascii_start().starts_with(b"{");
        self.is_hashdeep |= line.starts_with(b"%%%% ");
    }
}

/// Parser for single lines. Stores the most recent line of a hashdeep header, which determines the columns of the
/// following lines.
struct LineParser<'a> {
    arguments: &'a AuditArgs,
    header: Vec<u8>,
    job: Arc<Job>,
}

impl<'a> LineParser<'a> {
    fn new(arguments: &'a AuditArgs) -> Self {
        Self { arguments, header: Vec::new(), job: Job::new(None) }
    }

    /// Returns the file name in a line.
    fn file_name(&mut self, line: &[u8]) -> Option<OsString> {
        if line.starts_with(b"%%%% ") {
            self.header = line.to_vec();
        }
        let text = [&self.header, line].concat();
        let resolver = resolver(self.arguments).ok()?;
        let lines =
            Lines::new(text.as_slice(), resolver, self.arguments.zero, Arc::clone(&self.job));
        let line = lines.with_file_name(&self.arguments.sums).flatten().next();
        match line {
            Some(Line::File(listed)) => Some(without_dot(&listed.name)),
            _ => None,
        }
    }
}

/// Returns the name without `./` components.
pub(super) fn without_dot(name: &OsStr) -> OsString {
    let parts = Path::new(name).components().filter(|part| *part != Component::CurDir);
    let without_dot: PathBuf = parts.collect();
    if without_dot.as_os_str().is_empty() { ".".into() } else { without_dot.into() }
}
