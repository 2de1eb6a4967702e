//! Parser for one line of a checksum file.
//!
//! Verification may reject a correct line, but must never accept a wrong one. A line that the parser does not fully
//! understand counts as malformed. For example, a digest must have the full length of its algorithm.

use std::ffi::OsString;
use std::sync::Arc;

use serde_json::Value;

use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;
use crate::encoding::{decode, parse_base64};
use crate::file_name::{self, unescape};

/// A file that a checksum file lists, with its expected digest.
pub(crate) struct ListedFile {
    pub(crate) algorithm: Arc<Algorithm>,
    pub(crate) name: OsString,
    pub(crate) expected: Vec<u8>,
    /// Length of the file in bytes, if listed.
    pub(crate) size: Option<u64>,
    /// Modification time as written in the checksum file, if listed.
    pub(crate) modified: Option<String>,
}

/// Parses a line. Returns `None` if it is malformed. `has_escapes` states whether names contain escape sequences.
pub(super) fn parse(line: &[u8], has_escapes: bool, resolver: &mut Resolver) -> Option<ListedFile> {
    let line = line.trim_ascii_start();
    if line.starts_with(b"{") {
        return json(line, resolver);
    }
    let (is_escaped, line) = match line.strip_prefix(b"\\") {
        Some(rest) if has_escapes => (true, rest),
        _ => (false, line),
    };
    let (algorithm, digest, name) = match tagged(line, resolver) {
        Some(parts) => parts,
        None => match untagged(line, resolver) {
            Some((algorithm, digest, name)) if is_digest(&algorithm, digest) => {
                (algorithm, digest, name)
            }
            untagged => match cksum(line, resolver) {
                // Names in the output of POSIX cksum have no escape sequences.
                Some(_) if is_escaped => return None,
                Some(found) => return Some(found),
                None => name_first(line, resolver).or(untagged)?,
            },
        },
    };
    let name = if is_escaped { unescape(name)? } else { name.to_vec() };
    listed(algorithm, name, digest)
}

/// Fields of a parsed line: algorithm, digest and name. The digest and the name are not decoded yet.
type Parts<'l> = (Arc<Algorithm>, &'l [u8], &'l [u8]);

/// Parses `ALG (NAME) = DIGEST`, `ALG(NAME)= DIGEST` of OpenSSL, and `ALG    (NAME) = DIGEST` of RHash.
fn tagged<'l>(line: &'l [u8], resolver: &mut Resolver) -> Option<Parts<'l>> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = line[..open].trim_ascii_end();
    if tag.is_empty() || tag.contains(&b' ') {
        return None;
    }
    let close = line.iter().rposition(|&byte| byte == b')')?;
    let name = line.get(open + 1..close)?;
    let digest = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii();
    Some((resolver.of_tag(tag)?, digest, name))
}

/// Parses `DIGEST  NAME`, `DIGEST *NAME`, and `DIGEST NAME` with a single blank, which BSD's tools write. The digest
/// may also be written as `ALG-BASE64`, which names its algorithm.
fn untagged<'l>(line: &'l [u8], resolver: &mut Resolver) -> Option<Parts<'l>> {
    let blank = line.iter().position(|byte| byte.is_ascii_whitespace())?;
    let (digest, rest) = (&line[..blank], &line[blank + 1..]);
    let algorithm = match resolver.of_untagged(digest.len()) {
        Some(algorithm) => algorithm,
        None => {
            let dash = digest.iter().rposition(|&byte| byte == b'-')?;
            resolver.of_tag(&digest[..dash])?
        }
    };
    let name = rest.strip_prefix(b" ").or_else(|| rest.strip_prefix(b"*")).unwrap_or(rest);
    Some((algorithm, digest, name))
}

/// Returns whether `text` is an encoded digest of the length that this algorithm produces.
fn is_digest(algorithm: &Algorithm, text: &[u8]) -> bool {
    decode(text, algorithm.name(), algorithm.output_bytes()).is_some()
}

/// Parses `NAME DIGEST` or RHash's `NAME DIGEST DIGEST...`. Exactly one digest must have the length that the algorithm
/// produces.
fn name_first<'l>(line: &'l [u8], resolver: &mut Resolver) -> Option<Parts<'l>> {
    let algorithm = resolver.algorithm.clone()?;
    let (mut name, mut found) = (line, None);
    while let Some(blank) = name.iter().rposition(|&byte| byte == b' ') {
        let word = &name[blank + 1..];
        if word.len() < 8
            || !word.len().is_multiple_of(2)
            || !word.iter().all(u8::is_ascii_hexdigit)
        {
            break;
        }
        if word.len() == 2 * algorithm.output_bytes() && found.replace(word).is_some() {
            return None;
        }
        name = name[..blank].trim_ascii_end();
    }
    // Rejects a name that ends with `=`: the line is a tagged line, `TAG (NAME) = DIGEST`, whose tag was not accepted.
    (!name.ends_with(b"=")).then_some((algorithm, found?, name))
}

/// Parses a line of an `.sfv` file: `NAME CRC`.
pub(super) fn sfv(line: &[u8], resolver: &mut Resolver) -> Option<ListedFile> {
    let line = line.trim_ascii_end();
    let blank = line.iter().rposition(|byte| byte.is_ascii_whitespace())?;
    listed(resolver.of_tag(b"CRC32")?, line[..blank].trim_ascii_end().to_vec(), &line[blank + 1..])
}

/// Parses a line of `cksum`: CRC in decimal, size, name.
fn cksum(line: &[u8], resolver: &Resolver) -> Option<ListedFile> {
    let algorithm = resolver.algorithm.clone().filter(|one| one.name() == "crc32-posix")?;
    let mut fields = line.splitn(3, |&byte| byte == b' ');
    let mut number = || str::from_utf8(fields.next()?).ok()?.parse::<u64>().ok();
    let (value, size) = (u32::try_from(number()?).ok()?, number()?);
    let name = fields.next()?;
    let mut found =
        listed(algorithm, name.to_vec(), crate::encoding::hex(&value.to_be_bytes()).as_bytes())?;
    found.size = Some(size);
    Some(found)
}

/// Parses an object written by `--json`. Rejects duplicate keys, and a `path` that contradicts `path_b64`.
fn json(line: &[u8], resolver: &mut Resolver) -> Option<ListedFile> {
    let value = crate::json::object(line)?;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let name = match (text("path_b64"), text("path")) {
        (Some(base64), path) => {
            let name = parse_base64(base64)?;
            let is_same = |path| String::from_utf8_lossy(&name) == path;
            path.is_none_or(is_same).then_some(name)?
        }
        (None, path) => path?.as_bytes().to_vec(),
    };
    let bits = value.get("bits").and_then(Value::as_u64);
    let has_length =
        |found: &Arc<Algorithm>| bits.is_none_or(|bits| bits == 8 * found.output_bytes() as u64);
    let alg = text("alg")?;
    let algorithm = match text("tag") {
        Some(tag) => resolver.of_tag(tag.as_bytes()).filter(|found| found.name() == alg)?,
        None => resolver.of_tag(alg.as_bytes()).filter(has_length).or_else(|| {
            let tag = format!("{alg}-{}", bits?);
            resolver.of_tag(tag.as_bytes())
        })?,
    };
    if !has_length(&algorithm) {
        return None;
    }
    let mut found = listed(algorithm, name, text("digest")?.as_bytes())?;
    found.size = value.get("size").and_then(Value::as_u64);
    found.modified = text("modified").map(str::to_owned);
    Some(found)
}

pub(super) fn listed(
    algorithm: Arc<Algorithm>,
    name: Vec<u8>,
    digest: &[u8],
) -> Option<ListedFile> {
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    let expected = decode(digest, algorithm.name(), algorithm.output_bytes())?;
    Some(ListedFile {
        algorithm,
        name: file_name::from_bytes(name)?,
        expected,
        size: None,
        modified: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checksum_file::{Line, Lines};
    use crate::cli::Parameters;
    use crate::job::Job;

    const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";

    fn read(algorithm: Option<&str>, text: &[u8]) -> Vec<Option<String>> {
        let algorithm = algorithm
            .map(|name| Arc::new(Algorithm::new(name, None, &Parameters::default()).unwrap()));
        let resolver = Resolver::new(algorithm, None, Parameters::default(), None);
        let names =
            Lines::new(text, resolver, false, Job::new(None)).flatten().map(|line| match line {
                Line::File(listed) => Some(listed.name.to_string_lossy().into_owned()),
                _ => None,
            });
        names.collect()
    }

    #[test]
    fn parses_lines_of_other_tools() {
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
    fn rejects_escapes_in_lines_of_posix_cksum() {
        let read = |line: &str| read(Some("crc32-posix"), line.as_bytes());
        assert_eq!(read("1219131554 3 a"), [Some("a".into())]);
        assert_eq!(read("\\1219131554 3 a\\nb"), [None]);
    }

    #[test]
    fn rejects_malformed_lines() {
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
    fn accepts_length_in_tag_only_from_the_default_length() {
        for (tag, hex_digits, is_accepted) in [
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
            let expected = is_accepted.then(|| "name".to_owned());
            assert_eq!(read(None, line.as_bytes()), [expected], "{line}");
        }
    }

    proptest::proptest! {
        #[test]
        fn never_panics_on_any_line(text: Vec<u8>, tag in "[A-Za-z0-9/-]{0,12}", digest in "[0-9a-f]{0,9}") {
            read(None, &text);
            read(Some("sha3-256"), &text);
            let tagged = [tag.as_bytes(), b" (", &text, b") = ", digest.as_bytes()].concat();
            read(None, &tagged);
            read(Some("shake128"), &tagged);
        }
    }

    #[test]
    fn skips_comments_and_blank_lines() {
        assert!(read(Some("sha3-256"), b"# comment\n; another\n\n   \n\r\n").is_empty());
    }
}
