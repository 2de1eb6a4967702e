//! Lists of digests: those that `digest`, GNU's and BSD's tools, OpenSSL, RHash, cksfv and hashdeep write, read in
//! bunches of lines.

mod hashdeep;
mod line;

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

pub(crate) use self::line::Listed;
use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::work::Job;

/// Longer lines are refused: a path has at most some thousand bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A bunch of lines takes no more memory than this and a line.
const LONGEST_BUNCH: usize = 64 << 10;

/// The longest output that fits a line, in hex.
pub(crate) const LONGEST_OUTPUT_BYTES: usize = 1 << 18;

/// A line of a list.
pub(crate) enum Line {
    Listed(Listed),
    /// Its number, counted from 1.
    Malformed(u64),
    TooLong(u64),
    /// The file could not be read on.
    Unreadable(io::Error),
}

/// The lines of a list, in bunches. Blank lines and comments (`#`, `;`) do not count.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    resolver: Resolver,
    end: u8,
    work: Arc<Job>,
    /// The line at hand.
    line: Vec<u8>,
    number: u64,
    is_over: bool,
    form: Form,
    /// Entries of the last line that are still to be given: hashdeep's lines are about several algorithms.
    waiting: VecDeque<Listed>,
}

/// The form of a list.
enum Form {
    /// `digest  name`, tagged lines, JSON.
    Lines,
    /// `name digest`.
    Sfv,
    /// The columns between size and name, each with its algorithm if we have it.
    Hashdeep(Vec<Option<Arc<Digester>>>),
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R, resolver: Resolver, ends_with_nul: bool, work: Arc<Job>) -> Self {
        let source = BufReader::with_capacity(LONGEST_BUNCH, source);
        let end = if ends_with_nul { 0 } else { b'\n' };
        let (form, waiting) = (Form::Lines, VecDeque::new());
        Self {
            source,
            resolver,
            end,
            work,
            line: Vec::new(),
            number: 0,
            is_over: false,
            form,
            waiting,
        }
    }

    /// The lines of the file of this name: an `.sfv` list has a form of its own.
    pub(crate) fn of_file(mut self, name: &OsStr) -> Self {
        let is_sfv = Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("sfv"));
        if is_sfv && self.resolver.is_of_crc32() {
            self.form = Form::Sfv;
        }
        self
    }

    /// The next line that counts, and how long it was.
    fn line(&mut self) -> io::Result<Option<(Line, usize)>> {
        if let Some(listed) = self.waiting.pop_front() {
            return Ok(Some((Line::Listed(listed), 0)));
        }
        let line = &mut self.line;
        loop {
            line.clear();
            let bytes = (&mut self.source).take(LONGEST_LINE).read_until(self.end, line)?;
            if bytes == 0 {
                return Ok(None);
            }
            self.number += 1;
            if line.last() == Some(&self.end) {
                line.pop();
            } else if bytes as u64 == LONGEST_LINE {
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
                    self.form = Form::Hashdeep(columns);
                }
                continue;
            }
            if text.trim_ascii().is_empty() || text.starts_with(b"#") || text.starts_with(b";") {
                continue;
            }
            let listed = match &self.form {
                Form::Lines => line::parse(text, self.end == b'\n', &mut self.resolver),
                Form::Sfv => line::sfv(text, &mut self.resolver),
                Form::Hashdeep(columns) => {
                    self.waiting = hashdeep::entries(text, columns).unwrap_or_default();
                    self.waiting.pop_front()
                }
            };
            let line = listed.map_or(Line::Malformed(self.number), Line::Listed);
            return Ok(Some((line, bytes)));
        }
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Vec<Line>;

    /// As many lines as are worth handing over at once, but none that are not buffered yet: verdicts appear while
    /// the list is still being written.
    fn next(&mut self) -> Option<Vec<Line>> {
        let (mut bunch, mut bytes) = (Vec::new(), 0);
        while !self.is_over && bunch.len() < self.work.bunch() && bytes < LONGEST_BUNCH {
            match self.line() {
                Ok(Some((line, length))) => {
                    bunch.push(line);
                    bytes += length;
                }
                Ok(None) => self.is_over = true,
                Err(error) => {
                    self.is_over = true;
                    bunch.push(Line::Unreadable(error));
                }
            }
            if self.waiting.is_empty() && !self.source.buffer().contains(&self.end) {
                break;
            }
        }
        (!bunch.is_empty()).then_some(bunch)
    }
}
