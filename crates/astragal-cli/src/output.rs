//! Writing: a digest as a line, and GNU's escaping of names, byte for byte.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::Write;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;

use crate::input::is_stdin;
use crate::stream::Output;

/// How a digest is written.
#[derive(Clone, Copy)]
pub(crate) enum Encoding {
    Hex,
    Base64,
    /// The bytes alone, without name or line end.
    Raw,
}

/// How lines look.
#[derive(Clone, Copy)]
pub(crate) struct Format {
    pub(crate) encoding: Encoding,
    /// `ALG (name) = digest` instead of `digest  name`.
    pub(crate) is_tagged: bool,
    /// NUL ends the line, and names are written as they are.
    pub(crate) ends_with_nul: bool,
}

impl Format {
    /// Writes the line of one file; `tag` names the algorithm.
    pub(crate) fn write(
        self,
        to: &mut impl Write,
        tag: &str,
        name: &OsStr,
        output: Output,
    ) -> anyhow::Result<()> {
        if matches!(self.encoding, Encoding::Raw) {
            return self.write_digest(to, output);
        }
        let bytes = name.as_encoded_bytes();
        let shown = if self.ends_with_nul { Cow::Borrowed(bytes) } else { escape(bytes) };
        if matches!(shown, Cow::Owned(_)) {
            to.write_all(b"\\")?;
        }
        if self.is_tagged {
            write!(to, "{tag} (")?;
            to.write_all(&shown)?;
            to.write_all(b") = ")?;
            self.write_digest(to, output)?;
        } else {
            self.write_digest(to, output)?;
            to.write_all(b"  ")?;
            to.write_all(&shown)?;
        }
        to.write_all(if self.ends_with_nul { b"\0" } else { b"\n" })?;
        Ok(())
    }

    fn write_digest(self, to: &mut impl Write, output: Output) -> anyhow::Result<()> {
        output.pieces(|piece| {
            match self.encoding {
                Encoding::Hex => to.write_all(hex(piece).as_bytes()),
                Encoding::Base64 => to.write_all(BASE64.encode(piece).as_bytes()),
                Encoding::Raw => to.write_all(piece),
            }?;
            Ok(())
        })
    }
}

/// A name in a message: quoted, with escapes, where a terminal would do something else than show it.
pub(crate) fn shown(name: &OsStr) -> String {
    match name.to_str() {
        _ if is_stdin(name) => "standard input".into(),
        Some(text) if !text.contains(char::is_control) => text.into(),
        _ => format!("{name:?}"),
    }
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// The bytes of hex digits of either case.
pub(crate) fn parse_hex(text: &[u8]) -> Option<Vec<u8>> {
    let digit = |c: &u8| char::from(*c).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let (pairs, []) = text.as_chunks::<2>() else {
        return None;
    };
    pairs.iter().map(|[high, low]| Some(digit(high)? << 4 | digit(low)?)).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_loses_no_byte() {
        for name in [&b"plain"[..], b"a\nb", b"\\", b"\r\n\\n", b"\xff\n\xfe", b""] {
            assert_eq!(unescape(&escape(name)).as_deref(), Some(name));
        }
        assert_eq!(escape(b"a\nb\\c\r").as_ref(), b"a\\nb\\\\c\\r");
        assert_eq!(unescape(b"a\\x"), None);
        assert_eq!(unescape(b"a\\"), None);
    }

    #[test]
    fn a_name_in_a_message_moves_no_cursor() {
        assert_eq!(shown(OsStr::new("plain name")), "plain name");
        assert_eq!(shown(OsStr::new("-")), "standard input");
        assert_eq!(shown(OsStr::new("a\x1b[2Jb\n")), "\"a\\u{1b}[2Jb\\n\"");
    }

    #[test]
    fn hex_is_lower_case() {
        assert_eq!(hex(&[0, 0x9a, 0xff]), "009aff");
        assert_eq!(parse_hex(b"009aFF"), Some(vec![0, 0x9a, 0xff]));
        assert_eq!(parse_hex(b"009"), None);
        assert_eq!(parse_hex(b"0g"), None);
    }
}
