//! Check files: what `digest`, GNU's and BSD's sum tools, OpenSSL and RHash write, read back line by line.
//!
//! A check is a security matter: it may fail too often, never succeed wrongly. A line that is not exactly
//! understood is malformed, and a digest has the algorithm's full length or is refused.

use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Read};
use std::sync::Arc;

use serde_json::Value;

use crate::algorithm::Algorithm;
use crate::algorithm::tag::Resolver;
use crate::encoding::{decode, parse_base64};
use crate::escape::unescape;
use crate::work::Work;

/// Longer lines are no lines: a file name has at most some thousand bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A bunch of lines takes no more memory than this and a line.
const LONGEST_BUNCH: usize = 64 << 10;

/// The longest output that fits a line, in hex.
pub(crate) const LONGEST_OUTPUT_BYTES: usize = 1 << 18;

/// A line that says what a file's digest should be.
pub(crate) struct Entry {
    pub(crate) algorithm: Arc<Algorithm>,
    pub(crate) name: OsString,
    pub(crate) expected: Vec<u8>,
}

/// A line of a check file.
pub(crate) enum Line {
    Entry(Entry),
    /// Its number, counted from 1.
    Malformed(u64),
    TooLong(u64),
    /// The file could not be read on.
    Unreadable(io::Error),
}

/// The lines of a check file, in bunches. Blank lines and comments (`#`, `;`) do not count.
pub(crate) struct Lines<R> {
    source: BufReader<R>,
    resolver: Resolver,
    end: u8,
    work: Arc<Work>,
    number: u64,
    is_over: bool,
}

impl<R: Read> Lines<R> {
    pub(crate) fn new(source: R, resolver: Resolver, ends_with_nul: bool, work: Arc<Work>) -> Self {
        let source = BufReader::with_capacity(LONGEST_BUNCH, source);
        let end = if ends_with_nul { 0 } else { b'\n' };
        Self { source, resolver, end, work, number: 0, is_over: false }
    }

    /// The next line that counts, and how long it was.
    fn line(&mut self) -> io::Result<Option<(Line, usize)>> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let bytes = (&mut self.source).take(LONGEST_LINE).read_until(self.end, &mut line)?;
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
            if !text.trim_ascii().is_empty() && !text.starts_with(b"#") && !text.starts_with(b";") {
                let line = self.parse(text).map_or(Line::Malformed(self.number), Line::Entry);
                return Ok(Some((line, bytes)));
            }
        }
    }

    fn parse(&mut self, line: &[u8]) -> Option<Entry> {
        let line = line.trim_ascii_start();
        if line.starts_with(b"{") {
            return self.json(line);
        }
        let (is_escaped, line) = match line.strip_prefix(b"\\") {
            Some(rest) if self.end != 0 => (true, rest),
            _ => (false, line),
        };
        let (algorithm, digest, name) = match self.tagged(line) {
            Some(parts) => parts,
            None => self.untagged(line)?,
        };
        let name = if is_escaped { unescape(name)? } else { name.to_vec() };
        entry(algorithm, name, digest)
    }

    /// `ALG (name) = digest`, OpenSSL's `ALG(name)= digest`, RHash's `ALG    (name) = digest`.
    fn tagged<'l>(&mut self, line: &'l [u8]) -> Option<(Arc<Algorithm>, &'l [u8], &'l [u8])> {
        let open = line.iter().position(|&byte| byte == b'(')?;
        let tag = line[..open].trim_ascii_end();
        if tag.is_empty() || tag.contains(&b' ') {
            return None;
        }
        let close = line.iter().rposition(|&byte| byte == b')')?;
        let name = line.get(open + 1..close)?;
        let digest = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii();
        Some((self.resolver.tag(tag)?, digest, name))
    }

    /// `digest  name`, `digest *name`, or the BSD form with a single blank. Without an algorithm the digest
    /// may say it: `alg-base64`.
    fn untagged<'l>(&mut self, line: &'l [u8]) -> Option<(Arc<Algorithm>, &'l [u8], &'l [u8])> {
        let blank = line.iter().position(|byte| byte.is_ascii_whitespace())?;
        let (digest, rest) = (&line[..blank], &line[blank + 1..]);
        let algorithm = match &self.resolver.wanted {
            Some(wanted) => Arc::clone(wanted),
            None => {
                let dash = digest.iter().rposition(|&byte| byte == b'-')?;
                self.resolver.tag(&digest[..dash])?
            }
        };
        let name = rest.strip_prefix(b" ").or_else(|| rest.strip_prefix(b"*")).unwrap_or(rest);
        Some((algorithm, digest, name))
    }

    /// What `--json` writes.
    fn json(&mut self, line: &[u8]) -> Option<Entry> {
        let value: Value = serde_json::from_slice(line).ok()?;
        let text = |key: &str| value.get(key).and_then(Value::as_str);
        let name = match text("path_b64") {
            Some(base64) => parse_base64(base64)?,
            None => text("path")?.as_bytes().to_vec(),
        };
        let bits = value.get("bits").and_then(Value::as_u64);
        let has_length = |found: &Arc<Algorithm>| {
            bits.is_none_or(|bits| bits == 8 * found.output_bytes() as u64)
        };
        let alg = text("alg")?;
        let algorithm = match text("tag") {
            Some(tag) => self.resolver.tag(tag.as_bytes()).filter(|found| found.name() == alg)?,
            None => self.resolver.tag(alg.as_bytes()).filter(has_length).or_else(|| {
                let tag = format!("{alg}-{}", bits?);
                self.resolver.tag(tag.as_bytes())
            })?,
        };
        if !has_length(&algorithm) {
            return None;
        }
        entry(algorithm, name, text("digest")?.as_bytes())
    }
}

impl<R: Read> Iterator for Lines<R> {
    type Item = Vec<Line>;

    /// As many lines as are worth a hand-over, and at hand: whoever writes the list bit by bit gets the
    /// verdicts so.
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
            if !self.source.buffer().contains(&self.end) {
                break;
            }
        }
        (!bunch.is_empty()).then_some(bunch)
    }
}

fn entry(algorithm: Arc<Algorithm>, name: Vec<u8>, digest: &[u8]) -> Option<Entry> {
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    let expected = decode(digest, algorithm.name(), algorithm.output_bytes())?;
    Some(Entry { algorithm, name: os_string(name)?, expected })
}

/// The name of these bytes.
#[cfg(unix)]
pub(crate) fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes))
}

/// The name of these bytes.
#[cfg(not(unix))]
pub(crate) fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Parameters;

    const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";

    fn read(algorithm: Option<&str>, text: &[u8]) -> Vec<Option<String>> {
        let wanted = algorithm
            .map(|name| Arc::new(Algorithm::new(name, None, &Parameters::default()).unwrap()));
        let resolver = Resolver::new(wanted, None, Parameters::default(), None);
        let names =
            Lines::new(text, resolver, false, Work::on(None)).flatten().map(|line| match line {
                Line::Entry(entry) => Some(entry.name.to_string_lossy().into_owned()),
                _ => None,
            });
        names.collect()
    }

    #[test]
    fn understands_what_other_tools_write() {
        let upper = EMPTY.to_uppercase();
        for line in [
            format!("{EMPTY}  name"),
            format!("{EMPTY} *name"),
            format!("{EMPTY} name"),
            format!("{upper}  name\r"),
            format!("\u{feff}{EMPTY}  name"),
            format!("  {EMPTY}  name"),
            format!("SHA3-256 (name) = {EMPTY}"),
            format!("SHA3-256(name)= {EMPTY}"),
            "p//G+L8e12ZRwUdWoGHWYvWA/03kO0n6gtgKS4D4Q0o=  name".to_owned(),
        ] {
            assert_eq!(read(Some("sha3-256"), line.as_bytes()), [Some("name".into())], "{line}");
        }
        let line = format!("\\{EMPTY}  a\\nb\\\\\\r");
        assert_eq!(read(Some("sha3-256"), line.as_bytes()), [Some("a\nb\\\r".into())]);
        let line = format!("SHA3-256 (a) = (b) = {EMPTY}");
        assert_eq!(read(None, line.as_bytes()), [Some("a) = (b".into())]);
    }

    #[test]
    fn refuses_what_it_does_not_understand() {
        for line in [
            format!("{}  name", &EMPTY[2..]),
            format!("{EMPTY}00  name"),
            EMPTY.to_owned(),
            format!("{EMPTY}  "),
            format!("\\{EMPTY}  a\\x"),
            format!("g{}  name", &EMPTY[1..]),
            format!("SHA3-512 (name) = {EMPTY}"),
            format!("SHAKE128-64 (name) = {}", &EMPTY[..16]),
            "SHA3-256 (name) = ".to_owned(),
            format!("SHA3-256 () = {EMPTY}"),
            format!("{EMPTY}  a\0b"),
            "nonsense".to_owned(),
        ] {
            assert_eq!(read(Some("sha3-256"), line.as_bytes()), [None], "{line}");
        }
        assert_eq!(read(None, format!("{EMPTY}  name").as_bytes()), [None]);
    }

    #[test]
    fn a_length_in_a_tag_may_be_longer_than_the_default_but_not_shorter() {
        for (tag, hex_digits, is_believed) in [
            ("SHAKE128-256", 64, true),
            ("SHAKE128-512", 128, true),
            ("SHAKE128-512", 64, false),
            ("SHAKE128-128", 32, false),
            ("SHAKE128-0", 0, false),
            ("SHAKE128-257", 64, false),
            ("SHAKE128-99999999999999999999999", 64, false),
            ("SHAKE128--256", 64, false),
            ("SHA3-512-256", 64, false),
            ("BLAKE2b-256", 64, true),
            ("SHA2-256", 64, true),
            ("SHA512/256", 64, true),
        ] {
            let line = format!("{tag} (name) = {}", "0".repeat(hex_digits));
            let expected = is_believed.then(|| "name".to_owned());
            assert_eq!(read(None, line.as_bytes()), [expected], "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_line_makes_it_panic(text: Vec<u8>, tag in "[A-Za-z0-9/-]{0,12}", digest in "[0-9a-f]{0,9}") {
            read(None, &text);
            read(Some("sha3-256"), &text);
            let tagged = [tag.as_bytes(), b" (", &text, b") = ", digest.as_bytes()].concat();
            read(None, &tagged);
            read(Some("shake128"), &tagged);
        }
    }

    #[test]
    fn comments_and_blank_lines_do_not_count() {
        assert!(read(Some("sha3-256"), b"# comment\n; another\n\n   \n\r\n").is_empty());
    }
}
