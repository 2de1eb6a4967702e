//! Reads checksum files in batches of lines. The files may come from `digest`, GNU or BSD tools, OpenSSL, RHash, cksfv
//! or hashdeep.

mod hashdeep;
mod line;

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

pub(crate) use self::line::ListedFile;
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;
use crate::job::Job;

/// Maximum length of a line in bytes. Longer lines are not parsed, because a path has at most a few thousand bytes.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// Total length in bytes of the lines in a full batch. Only the line that fills the batch may exceed it.
const MAX_BATCH_BYTES: usize = 64 << 10;

/// A line of a checksum file.
pub(crate) enum Line {
    File(ListedFile),
    /// A malformed line. The number is its line number, starting at 1.
    Malformed(u64),
    /// A line longer than [`MAX_LINE_BYTES`]. The number is its line number, starting at 1.
    TooLong(u64),
    /// Error that stopped reading before the end of the checksum file.
    Unreadable(io::Error),
}

/// Iterator that returns the lines of a checksum file in batches. Skips blank lines and comments (`#`, `;`).
pub(crate) struct Lines<'a> {
    source: BufReader<Box<dyn Read + Send + 'a>>,
    resolver: Resolver,
    end: u8,
    job: Arc<Job>,
    line: Vec<u8>,
    number: u64,
    is_over: bool,
    syntax: Syntax,
    /// Entries of the current line that have not been returned yet. A hashdeep line has one entry per algorithm.
    pending: VecDeque<ListedFile>,
}

/// Syntax of a checksum file's lines.
enum Syntax {
    /// Lines `DIGEST  NAME`, tagged lines `TAG (NAME) = DIGEST`, and JSON objects.
    Standard,
    /// Lines `NAME CRC` of `.sfv` files.
    Sfv,
    /// Lines of hashdeep: a size, the digests and the name, in columns. The list holds the algorithm of each digest, or
    /// `None` if the algorithm is unknown.
    Hashdeep(Vec<Option<Arc<Algorithm>>>),
}

impl<'a> Lines<'a> {
    pub(crate) fn new(
        source: impl Read + Send + 'a,
        resolver: Resolver,
        ends_with_nul: bool,
        job: Arc<Job>,
    ) -> Self {
        let source: Box<dyn Read + Send + 'a> = Box::new(source);
        let source = BufReader::with_capacity(MAX_BATCH_BYTES, source);
        let end = if ends_with_nul { 0 } else { b'\n' };
        let (syntax, pending) = (Syntax::Standard, VecDeque::new());
        Self {
            source,
            resolver,
            end,
            job,
            line: Vec::new(),
            number: 0,
            is_over: false,
            syntax,
            pending,
        }
    }

    /// Selects the syntax of `.sfv` files if the file's name ends in `.sfv`.
    pub(crate) fn with_file_name(mut self, name: &OsStr) -> Self {
        let is_sfv = Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("sfv"));
        if is_sfv && self.resolver.accepts_crc32() {
            self.syntax = Syntax::Sfv;
        }
        self
    }

    /// Returns the next line, and its length in bytes. A hashdeep line can have several entries, which are returned one
    /// per call. The length is 0 for all entries but the first, and for a line that is too long.
    fn read_line(&mut self) -> io::Result<Option<(Line, usize)>> {
        if let Some(listed) = self.pending.pop_front() {
            return Ok(Some((Line::File(listed), 0)));
        }
        let line = &mut self.line;
        loop {
            line.clear();
            let bytes = (&mut self.source).take(MAX_LINE_BYTES).read_until(self.end, line)?;
            if bytes == 0 {
                return Ok(None);
            }
            self.number += 1;
            if line.last() == Some(&self.end) {
                line.pop();
            } else if bytes as u64 == MAX_LINE_BYTES {
                self.source.skip_until(self.end)?;
                return Ok(Some((Line::TooLong(self.number), 0)));
            }
            let mut text = line.as_slice();
            if self.number == 1 {
                text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
            }
            if self.end == b'\n' {
                text = text.strip_suffix(b"\r").unwrap_or(text);
            }
            if let Some(columns) = text.strip_prefix(b"%%%% ") {
                if let Some(columns) = hashdeep::columns(columns, &mut self.resolver) {
                    self.syntax = Syntax::Hashdeep(columns);
                }
                continue;
            }
            if text.trim_ascii().is_empty() || text.starts_with(b"#") || text.starts_with(b";") {
                continue;
            }
            let listed = match &self.syntax {
                Syntax::Standard => line::parse(text, self.end == b'\n', &mut self.resolver),
                Syntax::Sfv => line::sfv(text, &mut self.resolver),
                Syntax::Hashdeep(columns) => {
                    self.pending = hashdeep::entries(text, columns).unwrap_or_default();
                    self.pending.pop_front()
                }
            };
            let line = listed.map_or(Line::Malformed(self.number), Line::File);
            return Ok(Some((line, bytes)));
        }
    }
}

impl Iterator for Lines<'_> {
    type Item = Vec<Line>;

    /// Returns the next batch of lines, at most [`Job::batch_tasks`]. Waits for the first line of the batch, and then
    /// adds only lines that are already buffered. If the checksum file is a pipe, results therefore appear while the
    /// pipe is still being written.
    fn next(&mut self) -> Option<Vec<Line>> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while !self.is_over && batch.len() < self.job.batch_tasks() && bytes < MAX_BATCH_BYTES {
            match self.read_line() {
                Ok(Some((line, length))) => {
                    batch.push(line);
                    bytes += length;
                }
                Ok(None) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    batch.push(Line::Unreadable(error));
                }
            }
            if self.pending.is_empty() && !self.source.buffer().contains(&self.end) {
                break;
            }
        }
        (!batch.is_empty()).then_some(batch)
    }
}
