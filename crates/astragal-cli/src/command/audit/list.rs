//! The list that an audit compares with: read into memory, and appended to.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use super::Seen;
use crate::cli::{AuditArgs, Parameters, Style};
use crate::console::shown;
use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::exit::{complain, usage};
use crate::format::Format;
use crate::stream::StreamOutput;
use crate::sumfile::{Line, Lines};
use crate::work::Job;

/// The sums that a list has of one file.
pub(super) type Sums = Vec<(Arc<Digester>, Vec<u8>)>;

/// What a list says.
pub(super) struct List {
    /// By name, without `./` before it.
    pub(super) files: BTreeMap<OsString, Sums>,
    /// Every algorithm that it uses.
    pub(super) algorithms: Vec<Arc<Digester>>,
}

impl List {
    pub(super) fn read(arguments: &AuditArgs) -> anyhow::Result<Self> {
        let name = &arguments.sums;
        let parameters = Parameters::default();
        let make = |name| Digester::new(name, None, &parameters);
        let wanted = arguments.algorithm.as_deref().map(make).transpose()?.map(Arc::new);
        let source = File::open(name).with_context(|| shown(name))?;
        if source.metadata()?.is_dir() {
            let hint = "is a directory; the list comes first";
            return Err(usage(format_args!("{}: {hint}", shown(name))));
        }
        let resolver = Resolver::new(wanted, None, parameters, None);
        let mut list = Self { files: BTreeMap::new(), algorithms: Vec::new() };
        let mut malformed: u64 = 0;
        for line in Lines::new(source, resolver, arguments.zero, Job::on(None)).flatten() {
            match line {
                Line::Listed(listed) => {
                    if !list.algorithms.iter().any(|one| one.tag() == listed.algorithm.tag()) {
                        list.algorithms.push(Arc::clone(&listed.algorithm));
                    }
                    let sums = list.files.entry(plain(&listed.name)).or_default();
                    sums.push((listed.algorithm, listed.expected));
                }
                Line::Malformed(_) | Line::TooLong(_) => malformed += 1,
                Line::Unreadable(error) => return Err(error).with_context(|| shown(name)),
            }
        }
        if list.algorithms.is_empty() {
            let hint =
                "lines that do not name their algorithm need it: digest audit -a ALG SUMS DIR";
            bail!("{}: no properly formatted line found; {hint}", shown(name));
        }
        match malformed {
            0 => {}
            1 => complain("WARNING: 1 line is malformed"),
            _ => complain(format_args!("WARNING: {malformed} lines are malformed")),
        }
        Ok(list)
    }
}

/// Appends the lines of files that the list does not have; those that it has stay as they are.
pub(super) fn append(arguments: &AuditArgs, unlisted: &[Seen]) -> anyhow::Result<()> {
    let style =
        Style { tag: arguments.algorithm.is_none(), zero: arguments.zero, ..Style::default() };
    let format = Format::new(&style, false)?;
    let mut lines = Vec::new();
    for file in unlisted {
        for (algorithm, digest) in &file.sums {
            let output = StreamOutput::Whole(digest.clone());
            format.write(&mut lines, algorithm, &file.name, file.bytes, output)?;
        }
    }
    append_lines(&arguments.sums, &lines, if arguments.zero { 0 } else { b'\n' })
        .with_context(|| shown(&arguments.sums))
}

/// A last line without an end gets one first.
fn append_lines(name: &OsStr, lines: &[u8], end: u8) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).append(true).open(name)?;
    let mut last = [end];
    if file.seek(SeekFrom::End(-1)).is_ok() {
        file.read_exact(&mut last)?;
    }
    let missing_end: &[u8] = if last == [end] { &[] } else { &[end] };
    file.write_all(&[missing_end, lines].concat())?;
    file.sync_all()
}

/// The name without `./` in it.
pub(super) fn plain(name: &OsStr) -> OsString {
    let parts = Path::new(name).components().filter(|part| *part != Component::CurDir);
    let plain: PathBuf = parts.collect();
    if plain.as_os_str().is_empty() { ".".into() } else { plain.into() }
}
