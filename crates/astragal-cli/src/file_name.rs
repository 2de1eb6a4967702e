//! File names: as bytes, escaped like the output of GNU coreutils, and as text that is safe on a terminal.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

/// Returns whether the name means standard input.
pub(crate) fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// Escapes `\`, newline and carriage return as `\\`, `\n` and `\r`. Borrows a name that contains none of them.
pub(crate) fn escape(name: &[u8]) -> Cow<'_, [u8]> {
    let letter = |byte: u8| match byte {
        b'\\' => Some(b'\\'),
        b'\n' => Some(b'n'),
        b'\r' => Some(b'r'),
        _ => None,
    };
    if !name.iter().any(|&byte| letter(byte).is_some()) {
        return Cow::Borrowed(name);
    }
    let escaped = name.iter().flat_map(|&byte| match letter(byte) {
        Some(letter) => vec![b'\\', letter],
        None => vec![byte],
    });
    Cow::Owned(escaped.collect())
}

/// Reverses [`escape`]. Returns `None` for an unknown escape sequence.
pub(crate) fn unescape(name: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = name.iter();
    let mut out = Vec::with_capacity(name.len());
    while let Some(&byte) = bytes.next() {
        out.push(match byte {
            b'\\' => match bytes.next()? {
                b'\\' => b'\\',
                b'n' => b'\n',
                b'r' => b'\r',
                _ => return None,
            },
            byte => byte,
        });
    }
    Some(out)
}

/// Converts bytes to a file name. Returns `None` if the platform does not allow these bytes in a name.
#[cfg(unix)]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(OsString::from_vec(bytes))
}

/// Converts bytes to a file name. Returns `None` if the platform does not allow these bytes in a name.
#[cfg(not(unix))]
pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

/// Returns the name as text for a message. If the name contains characters that would control the terminal, quotes and
/// escapes it.
pub(crate) fn display_name(name: &OsStr) -> String {
    match name.to_str() {
        _ if is_stdin(name) => "standard input".into(),
        Some("") => "''".into(),
        Some(text) if !text.contains(is_unprintable) => text.into(),
        _ => format!("{name:?}"),
    }
}

/// Escapes control characters other than newline, and also characters that change the text direction.
pub(crate) fn escape_controls(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| is_unprintable(c) && c != '\n';
    if !text.contains(is_escaped) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_escaped(c) { escaped.extend(c.escape_default()) } else { escaped.push(c) }
    }
    escaped.into()
}

/// Returns whether the character is a control character or changes the text direction.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_round_trips() {
        for name in [&b"plain"[..], b"a\nb", b"\\", b"\r\n\\n", b"\xff\n\xfe", b""] {
            assert_eq!(unescape(&escape(name)).as_deref(), Some(name));
        }
        assert_eq!(escape(b"a\nb\\c\r").as_ref(), b"a\\nb\\\\c\\r");
    }

    #[test]
    fn unescape_rejects_unknown_sequences() {
        assert_eq!(unescape(b"a\\x"), None);
        assert_eq!(unescape(b"a\\"), None);
    }

    #[test]
    fn messages_escape_control_characters() {
        assert_eq!(display_name(OsStr::new("plain name")), "plain name");
        assert_eq!(display_name(OsStr::new("-")), "standard input");
        assert_eq!(display_name(OsStr::new("a\x1b[2Jb\n")), "\"a\\u{1b}[2Jb\\n\"");
        assert_eq!(escape_controls("a\x1b[2J\nb\u{202e}"), "a\\u{1b}[2J\nb\\u{202e}");
        assert_eq!(escape_controls("plain\nännchen"), "plain\nännchen");
    }
}
