//! What the fuzz targets enter by: lists of sums read back, and what is written read back.

use std::ffi::OsStr;
use std::sync::Arc;

use crate::cli::{Parameters, Style};
use crate::digester::Digester;
use crate::digester::tag::Resolver;
use crate::escape::os_string;
use crate::format::{Facts, Format};
use crate::stream::StreamOutput;
use crate::sumfile::{Line, Lines, Listed};
use crate::work::Job;

/// The files that a list names, each with its digest's length; `None` for a line that is not understood.
pub fn list(text: &[u8], algorithm: Option<&str>, ends_with_nul: bool) -> Vec<Option<usize>> {
    let plain = Parameters::default();
    let wanted = algorithm.map(|name| Digester::new(name, None, &plain).expect("it has a row"));
    let understood = lines(text, wanted.map(Arc::new), ends_with_nul).into_iter().map(|line| {
        let listed = line?;
        assert_eq!(listed.expected.len(), listed.algorithm.output_bytes());
        assert!(listed.algorithm.is_full_length(), "a list chose how little is compared");
        Some(listed.expected.len())
    });
    understood.collect()
}

/// Writes the digest of `message` as a line about `name` in the layout of this number, and reads it back: it is of the
/// same file, algorithm and digest.
pub fn written(algorithm: &str, name: Vec<u8>, message: &[u8], custom: Option<String>, layout: u8) {
    let has_name = !name.is_empty() && !name.contains(&0);
    let (Some(name), true) = (os_string(name), has_name) else { return };
    let parameters = Parameters { custom, ..Parameters::default() };
    let Ok(digester) = Digester::new(algorithm, None, &parameters) else { return };
    let digester = Arc::new(digester);
    let (style, is_tagged) = style(layout);
    let format = Format::new(&style, false).expect("it is a style of its own");
    let mut text = Vec::new();
    let output = vec![0x5a ^ message.len().to_le_bytes()[0]; digester.output_bytes()];
    let facts = Facts { bytes: message.len() as u64, modified: None };
    format
        .write(&mut text, &digester, &name, facts, StreamOutput::Whole(output.clone()))
        .expect("memory takes what is written");
    let wanted = (!is_tagged).then(|| Arc::clone(&digester));
    let read = lines(&text, wanted, style.zero);
    let [Some(listed)] = read.as_slice() else {
        panic!("not read back: {:?}", String::from_utf8_lossy(&text))
    };
    assert_eq!(listed.name.as_os_str(), OsStr::new(&name));
    assert_eq!(listed.expected, output);
    assert_eq!(listed.algorithm.tag(), digester.tag());
}

fn style(layout: u8) -> (Style, bool) {
    let zero = layout & 8 != 0;
    match layout % 8 {
        0 => (Style { zero, ..Style::default() }, false),
        1 => (Style { tag: true, zero, ..Style::default() }, true),
        2 => (Style { json: true, ..Style::default() }, true),
        3 => (Style { base64: true, zero, ..Style::default() }, false),
        4 => (Style { base64: true, tag: true, zero, ..Style::default() }, true),
        5 => (Style { sri: true, zero, ..Style::default() }, false),
        6 => (Style { base64url: true, zero, ..Style::default() }, false),
        _ => (Style { base64url: true, tag: true, zero, ..Style::default() }, true),
    }
}

fn lines(text: &[u8], wanted: Option<Arc<Digester>>, ends_with_nul: bool) -> Vec<Option<Listed>> {
    let resolver = Resolver::new(wanted, None, Parameters::default(), None);
    let lines = Lines::new(text, resolver, ends_with_nul, Job::on(None));
    let listed = lines.flatten().map(|line| match line {
        Line::Listed(listed) => Some(listed),
        Line::Malformed(_) | Line::TooLong(_) => None,
        Line::Unreadable(error) => panic!("memory is read: {error}"),
    });
    listed.collect()
}
