//! Names as bytes, and GNU's escaping of them.

use std::borrow::Cow;
use std::ffi::OsString;

/// The name with `\\`, `\n` and `\r` written as two characters; borrowed when there is nothing to escape.
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

/// The inverse of [`escape`]; `None` for a backslash that escapes nothing.
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

    #[test]
    fn escaping_round_trips() {
        for name in [&b"plain"[..], b"a\nb", b"\\", b"\r\n\\n", b"\xff\n\xfe", b""] {
            assert_eq!(unescape(&escape(name)).as_deref(), Some(name));
        }
        assert_eq!(escape(b"a\nb\\c\r").as_ref(), b"a\\nb\\\\c\\r");
        assert_eq!(unescape(b"a\\x"), None);
        assert_eq!(unescape(b"a\\"), None);
    }
}
