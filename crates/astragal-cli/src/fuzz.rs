//! Entry points of the fuzz targets: they parse checksum files, write digests as lines and parse these lines, and open
//! sealed files.

use std::ffi::OsStr;
use std::io::{Cursor, Read as _};
use std::sync::Arc;

use astragal::aead::chunked::AnyCobblestone;

use crate::algorithm::Algorithm;
use crate::algorithm::resolver::Resolver;
use crate::checksum_file::{Line, Lines, ListedFile};
use crate::cli::{OutputStyle, Parameters};
use crate::command::open::opened;
use crate::file_name;
use crate::format::{FileInfo, Format};
use crate::hasher::HashOutput;
use crate::job::Job;
use crate::sealed::{Header, Keys, Secret};

/// Parses a checksum file. Returns the digest length of each line, or `None` for a malformed line.
pub fn parse_list(text: &[u8], algorithm: Option<&str>, ends_with_nul: bool) -> Vec<Option<usize>> {
    let plain = Parameters::default();
    let algorithm =
        algorithm.map(|name| Algorithm::new(name, None, &plain).expect("the algorithm exists"));
    let lengths = lines(text, algorithm.map(Arc::new), ends_with_nul).into_iter().map(|line| {
        let listed = line?;
        assert_eq!(listed.expected.len(), listed.algorithm.output_bytes());
        assert!(listed.algorithm.is_full_length(), "a tag selected a truncated digest");
        Some(listed.expected.len())
    });
    lengths.collect()
}

/// Writes a digest as a line in one of the output formats. Checks that parsing the line returns the same name,
/// algorithm and digest.
pub fn round_trip(
    algorithm: &str,
    name: Vec<u8>,
    message: &[u8],
    custom: Option<String>,
    layout: u8,
) {
    let has_name = !name.is_empty() && !name.contains(&0);
    let (Some(name), true) = (file_name::from_bytes(name), has_name) else { return };
    let parameters = Parameters { custom, ..Parameters::default() };
    let Ok(algorithm) = Algorithm::new(algorithm, None, &parameters) else { return };
    let algorithm = Arc::new(algorithm);
    let (style, is_tagged) = style(layout);
    let format = Format::new(&style, false).expect("the style is valid");
    let mut text = Vec::new();
    let output = vec![0x5a ^ message.len().to_le_bytes()[0]; algorithm.output_bytes()];
    let info = FileInfo { bytes: message.len() as u64, modified: None };
    format
        .write(&mut text, &algorithm, &name, info, HashOutput::Whole(output.clone()))
        .expect("writing to memory succeeds");
    let of_all_lines = (!is_tagged).then(|| Arc::clone(&algorithm));
    let read = lines(&text, of_all_lines, style.zero);
    let [Some(listed)] = read.as_slice() else {
        panic!("the written line could not be parsed: {:?}", String::from_utf8_lossy(&text))
    };
    assert_eq!(listed.name.as_os_str(), OsStr::new(&name));
    assert_eq!(listed.expected, output);
    assert_eq!(listed.algorithm.tag(), algorithm.tag());
}

/// Opens a sealed file with a key, as `digest open` does, or a range of the file, as `digest open --range` does.
/// Returns the plaintext, or `None` if the command would fail.
pub fn open_sealed(
    key: &AnyCobblestone,
    context: &[u8],
    file: &[u8],
    range: Option<(u64, Option<u64>)>,
) -> Option<Vec<u8>> {
    let mut source = Cursor::new(file);
    let begin = Header::read(&mut source).ok()?;
    let key = Keys::new(Secret::Key(Box::new(key.clone()))).of(begin.0).ok()?;
    let mut plaintext = Vec::new();
    opened(&key, context, begin, source, range).ok()?.read_to_end(&mut plaintext).ok()?;
    Some(plaintext)
}

fn style(layout: u8) -> (OutputStyle, bool) {
    let zero = layout & 8 != 0;
    match layout % 8 {
        0 => (OutputStyle { zero, ..OutputStyle::default() }, false),
        1 => (OutputStyle { tag: true, zero, ..OutputStyle::default() }, true),
        2 => (OutputStyle { json: true, ..OutputStyle::default() }, true),
        3 => (OutputStyle { base64: true, zero, ..OutputStyle::default() }, false),
        4 => (OutputStyle { base64: true, tag: true, zero, ..OutputStyle::default() }, true),
        5 => (OutputStyle { sri: true, zero, ..OutputStyle::default() }, false),
        6 => (OutputStyle { base64url: true, zero, ..OutputStyle::default() }, false),
        _ => (OutputStyle { base64url: true, tag: true, zero, ..OutputStyle::default() }, true),
    }
}

fn lines(
    text: &[u8],
    algorithm: Option<Arc<Algorithm>>,
    ends_with_nul: bool,
) -> Vec<Option<ListedFile>> {
    let resolver = Resolver::new(algorithm, None, Parameters::default(), None);
    let lines = Lines::new(text, resolver, ends_with_nul, Job::new(None));
    let listed = lines.flatten().map(|line| match line {
        Line::File(listed) => Some(listed),
        Line::Malformed(_) | Line::TooLong(_) => None,
        Line::Unreadable(error) => panic!("reading from memory failed: {error}"),
    });
    listed.collect()
}
