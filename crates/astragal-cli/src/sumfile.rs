//! Check files: what `digest`, GNU's and BSD's sum tools and OpenSSL write, read back.
//!
//! A check is a security matter: it may fail too often, never succeed wrongly. A line that is not exactly
//! understood is malformed, and a digest has the algorithm's full length or is refused.

use std::ffi::OsString;
use std::io::{self, BufRead};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::algorithm::Algorithm;
use crate::cli::Parameters;
use crate::output::{parse_hex, unescape};

/// Longer lines are no lines: a file name has at most some thousand bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// The longest output that fits a line, in hex.
pub(crate) const LONGEST_OUTPUT_BYTES: usize = 1 << 18;

/// A line that says what a file's digest should be.
pub(crate) struct Entry {
    pub(crate) algorithm: Algorithm,
    pub(crate) name: OsString,
    pub(crate) expected: Vec<u8>,
}

/// A line of a check file.
pub(crate) enum Line {
    Entry(Entry),
    /// Its number, counted from 1.
    Malformed(usize),
}

/// What the command line says of the lines to come.
pub(crate) struct Reader<'a> {
    /// The algorithm of all lines; without it each line names its own.
    pub(crate) algorithm: Option<&'a Algorithm>,
    pub(crate) length: Option<usize>,
    pub(crate) parameters: &'a Parameters,
    pub(crate) ends_with_nul: bool,
}

impl Reader<'_> {
    /// Reads a check file to its end. Blank lines and comments (`#`, `;`) do not count.
    pub(crate) fn read(&self, mut source: impl BufRead) -> io::Result<Vec<Line>> {
        let end = if self.ends_with_nul { 0 } else { b'\n' };
        let mut lines = Vec::new();
        let mut number = 0;
        let mut line = Vec::new();
        loop {
            line.clear();
            if io::Read::take(&mut source, LONGEST_LINE).read_until(end, &mut line)? == 0 {
                return Ok(lines);
            }
            number += 1;
            if line.last() == Some(&end) {
                line.pop();
            } else if line.len() as u64 == LONGEST_LINE {
                source.skip_until(end)?;
                lines.push(Line::Malformed(number));
                continue;
            }
            let mut text = line.as_slice();
            if number == 1 {
                text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
            }
            if !self.ends_with_nul {
                text = text.strip_suffix(b"\r").unwrap_or(text);
            }
            if text.trim_ascii().is_empty() || text.starts_with(b"#") || text.starts_with(b";") {
                continue;
            }
            lines.push(self.parse(text).map_or(Line::Malformed(number), Line::Entry));
        }
    }

    fn parse(&self, line: &[u8]) -> Option<Entry> {
        let line = line.trim_ascii_start();
        let (is_escaped, line) = match line.strip_prefix(b"\\") {
            Some(rest) if !self.ends_with_nul => (true, rest),
            _ => (false, line),
        };
        let (algorithm, digest, name) = match self.tagged(line) {
            Some(parts) => parts,
            None => self.untagged(line)?,
        };
        let name = if is_escaped { unescape(name)? } else { name.to_vec() };
        if name.is_empty() || (name.contains(&0)) {
            return None;
        }
        let expected = decode(digest, algorithm.output_bytes())?;
        Some(Entry { algorithm, name: os_string(name)?, expected })
    }

    /// `ALG (name) = digest`, or OpenSSL's `ALG(name)= digest`.
    fn tagged<'l>(&self, line: &'l [u8]) -> Option<(Algorithm, &'l [u8], &'l [u8])> {
        let open = line.iter().position(|&byte| byte == b'(')?;
        let tag = line[..open].strip_suffix(b" ").unwrap_or(&line[..open]);
        let tag = str::from_utf8(tag).ok()?;
        if tag.is_empty() || tag.contains(' ') {
            return None;
        }
        let close = line.iter().rposition(|&byte| byte == b')')?;
        let name = line.get(open + 1..close)?;
        let digest = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii();
        Some((self.algorithm_of_tag(tag)?, digest, name))
    }

    /// `digest  name`, `digest *name`, or the BSD form with a single blank.
    fn untagged<'l>(&self, line: &'l [u8]) -> Option<(Algorithm, &'l [u8], &'l [u8])> {
        let algorithm = self.algorithm?.clone();
        let blank = line.iter().position(|byte| byte.is_ascii_whitespace())?;
        let (digest, rest) = (&line[..blank], &line[blank + 1..]);
        let name = rest.strip_prefix(b" ").or_else(|| rest.strip_prefix(b"*")).unwrap_or(rest);
        Some((algorithm, digest, name))
    }

    /// The algorithm that a tag names: the one asked for, if one was.
    fn algorithm_of_tag(&self, tag: &str) -> Option<Algorithm> {
        let named = self.algorithm_of_name(tag)?;
        match self.algorithm {
            Some(wanted) if wanted.name() != named.name() => None,
            Some(wanted) if wanted.output_bytes() != named.output_bytes() => None,
            _ => Some(named),
        }
    }

    /// The algorithm that a tag spells, with the length behind it. That length is believed when it is the
    /// one asked for or at least the algorithm's own: whoever wrote the file must not choose how little of
    /// an output is compared.
    fn algorithm_of_name(&self, tag: &str) -> Option<Algorithm> {
        // OpenSSL's name of the family that everybody else calls SHA.
        let tag = match tag.strip_prefix("SHA2-") {
            Some(bits) => &format!("SHA{bits}"),
            None => tag,
        };
        if let Ok(algorithm) = Algorithm::new(tag, self.length, self.parameters) {
            return Some(algorithm);
        }
        let (name, bits) = tag.rsplit_once('-')?;
        let bits: usize = bits.parse().ok().filter(|bits: &usize| bits.is_multiple_of(8))?;
        let (length, is_long_enough) = match self.length {
            Some(bytes) => (bytes, bits == 8 * bytes),
            None => {
                let default = Algorithm::new(name, None, self.parameters).ok()?;
                (bits / 8, bits >= 8 * default.output_bytes())
            }
        };
        if !is_long_enough || length > LONGEST_OUTPUT_BYTES {
            return None;
        }
        Algorithm::new(name, Some(length), self.parameters).ok()
    }
}

/// A digest of this length, in hex of either case or in padded base64.
fn decode(text: &[u8], bytes: usize) -> Option<Vec<u8>> {
    if text.len() == 2 * bytes {
        return parse_hex(text);
    }
    let digest = BASE64.decode(text).ok()?;
    (digest.len() == bytes && bytes > 0).then_some(digest)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";

    fn read(algorithm: Option<&str>, text: &[u8]) -> Vec<Option<String>> {
        let parameters = Parameters::default();
        let algorithm = algorithm.map(|name| Algorithm::new(name, None, &parameters).unwrap());
        let reader = Reader {
            algorithm: algorithm.as_ref(),
            length: None,
            parameters: &parameters,
            ends_with_nul: false,
        };
        let lines = reader.read(text).unwrap();
        let names = lines.into_iter().map(|line| match line {
            Line::Entry(entry) => Some(entry.name.to_string_lossy().into_owned()),
            Line::Malformed(_) => None,
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
