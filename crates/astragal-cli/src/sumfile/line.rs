//! One line of a list: which file it is about, and what its digest should be.
//!
//! A check is a security matter: it may fail too often, never succeed wrongly. A line that is not exactly
//! understood is malformed, and a digest has the algorithm's full length or is refused.

use std::ffi::OsString;
use std::sync::Arc;

use serde_json::Value;

use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::encoding::{decode, parse_base64};
use crate::escape::{os_string, unescape};

/// A file that a list has, and what its digest should be.
pub(crate) struct Listed {
    pub(crate) algorithm: Arc<Digester>,
    pub(crate) name: OsString,
    pub(crate) expected: Vec<u8>,
}

/// The file that a line is about; `has_escapes` unless lines end with NUL.
pub(super) fn parse(line: &[u8], has_escapes: bool, resolver: &mut Resolver) -> Option<Listed> {
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
        None => untagged(line, resolver)?,
    };
    let name = if is_escaped { unescape(name)? } else { name.to_vec() };
    listed(algorithm, name, digest)
}

/// The algorithm, the digest as it is written, the name as it is written.
type Parts<'l> = (Arc<Digester>, &'l [u8], &'l [u8]);

/// `ALG (name) = digest`, OpenSSL's `ALG(name)= digest`, RHash's `ALG    (name) = digest`.
fn tagged<'l>(line: &'l [u8], resolver: &mut Resolver) -> Option<Parts<'l>> {
    let open = line.iter().position(|&byte| byte == b'(')?;
    let tag = line[..open].trim_ascii_end();
    if tag.is_empty() || tag.contains(&b' ') {
        return None;
    }
    let close = line.iter().rposition(|&byte| byte == b')')?;
    let name = line.get(open + 1..close)?;
    let digest = line[close + 1..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii();
    Some((resolver.tag(tag)?, digest, name))
}

/// `digest  name`, `digest *name`, or the BSD form with a single blank. Without an algorithm the digest
/// may say it: `alg-base64`.
fn untagged<'l>(line: &'l [u8], resolver: &mut Resolver) -> Option<Parts<'l>> {
    let blank = line.iter().position(|byte| byte.is_ascii_whitespace())?;
    let (digest, rest) = (&line[..blank], &line[blank + 1..]);
    let algorithm = match &resolver.wanted {
        Some(wanted) => Arc::clone(wanted),
        None => {
            let dash = digest.iter().rposition(|&byte| byte == b'-')?;
            resolver.tag(&digest[..dash])?
        }
    };
    let name = rest.strip_prefix(b" ").or_else(|| rest.strip_prefix(b"*")).unwrap_or(rest);
    Some((algorithm, digest, name))
}

/// What `--json` writes.
fn json(line: &[u8], resolver: &mut Resolver) -> Option<Listed> {
    let value: Value = serde_json::from_slice(line).ok()?;
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    let name = match text("path_b64") {
        Some(base64) => parse_base64(base64)?,
        None => text("path")?.as_bytes().to_vec(),
    };
    let bits = value.get("bits").and_then(Value::as_u64);
    let has_length =
        |found: &Arc<Digester>| bits.is_none_or(|bits| bits == 8 * found.output_bytes() as u64);
    let alg = text("alg")?;
    let algorithm = match text("tag") {
        Some(tag) => resolver.tag(tag.as_bytes()).filter(|found| found.name() == alg)?,
        None => resolver.tag(alg.as_bytes()).filter(has_length).or_else(|| {
            let tag = format!("{alg}-{}", bits?);
            resolver.tag(tag.as_bytes())
        })?,
    };
    if !has_length(&algorithm) {
        return None;
    }
    listed(algorithm, name, text("digest")?.as_bytes())
}

fn listed(algorithm: Arc<Digester>, name: Vec<u8>, digest: &[u8]) -> Option<Listed> {
    if name.is_empty() || name.contains(&0) {
        return None;
    }
    let expected = decode(digest, algorithm.name(), algorithm.output_bytes())?;
    Some(Listed { algorithm, name: os_string(name)?, expected })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Parameters;
    use crate::sumfile::{Line, Lines};
    use crate::work::Job;

    const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";

    fn read(algorithm: Option<&str>, text: &[u8]) -> Vec<Option<String>> {
        let wanted = algorithm
            .map(|name| Arc::new(Digester::new(name, None, &Parameters::default()).unwrap()));
        let resolver = Resolver::new(wanted, None, Parameters::default(), None);
        let names =
            Lines::new(text, resolver, false, Job::on(None)).flatten().map(|line| match line {
                Line::Listed(listed) => Some(listed.name.to_string_lossy().into_owned()),
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
