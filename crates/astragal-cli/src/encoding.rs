//! Encodings of digests: hex, base64, URL-safe base64, Subresource Integrity.

use std::io::{self, Write};

use base64ct::{Base64, Base64UrlUnpadded, Encoding as _};

/// Encoding of a digest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Hex,
    Base64,
    Base64Url,
    /// Subresource Integrity: `ALG-BASE64`.
    Sri,
    /// The raw bytes of the digest.
    Raw,
}

impl Encoding {
    /// Writes a digest without its [`prefix`](Self::prefix). A digest may be written in several calls. Each call except
    /// the last must pass a multiple of 3 bytes, because base64 encodes groups of 3 bytes.
    pub(crate) fn write(self, out: &mut dyn Write, piece: &[u8]) -> io::Result<()> {
        match self {
            Self::Hex => out.write_all(hex(piece).as_bytes()),
            Self::Base64 | Self::Sri => out.write_all(base64(piece).as_bytes()),
            Self::Base64Url => out.write_all(Base64UrlUnpadded::encode_string(piece).as_bytes()),
            Self::Raw => out.write_all(piece),
        }
    }

    /// Returns the text before a digest in this encoding: the algorithm's name and a hyphen for `Sri`, and otherwise
    /// nothing.
    pub(crate) fn prefix(self, algorithm: &str) -> String {
        if self == Self::Sri { format!("{algorithm}-") } else { String::new() }
    }
}

/// Decodes a digest of this algorithm and length, in any encoding except `Raw`.
pub(crate) fn decode(text: &[u8], algorithm: &str, bytes: usize) -> Option<Vec<u8>> {
    if text.len() == 2 * bytes
        && let Some(digest) = parse_hex(text)
    {
        return Some(digest);
    }
    let text = text
        .split_at_checked(algorithm.len() + 1)
        .filter(|(prefix, _)| prefix.ends_with(b"-") && prefix.starts_with(algorithm.as_bytes()))
        .map_or(text, |(_, base64)| base64);
    let text = std::str::from_utf8(text).ok()?;
    let digest = Base64::decode_vec(text).or_else(|_| Base64UrlUnpadded::decode_vec(text)).ok()?;
    (digest.len() == bytes).then_some(digest)
}

/// Encodes bytes in base64.
pub(crate) fn base64(bytes: &[u8]) -> String {
    Base64::encode_string(bytes)
}

/// Decodes padded base64. Returns `None` for invalid text.
pub(crate) fn parse_base64(text: &str) -> Option<Vec<u8>> {
    Base64::decode_vec(text).ok()
}

/// Encodes bytes in lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// Decodes hex digits of either case.
pub(crate) fn parse_hex(text: &[u8]) -> Option<Vec<u8>> {
    base16ct::mixed::decode_vec(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_lower_case() {
        assert_eq!(hex(&[0, 0x9a, 0xff]), "009aff");
    }

    #[test]
    fn parses_hex_of_either_case() {
        assert_eq!(parse_hex(b"009aFF"), Some(vec![0, 0x9a, 0xff]));
        assert_eq!(parse_hex(b""), Some(vec![]));
    }

    #[test]
    fn rejects_malformed_hex() {
        assert_eq!(parse_hex(b"009"), None);
        assert_eq!(parse_hex(b"0x9a"), None);
        assert_eq!(parse_hex(b"0g"), None);
    }

    #[test]
    fn every_encoding_round_trips() {
        let digest = [0xfb, 0xff, 0, 1, 2];
        for encoding in [Encoding::Hex, Encoding::Base64, Encoding::Base64Url, Encoding::Sri] {
            let mut text = encoding.prefix("sm3").into_bytes();
            encoding.write(&mut text, &digest).unwrap();
            assert_eq!(decode(&text, "sm3", 5).as_deref(), Some(&digest[..]));
            assert_eq!(decode(&text, "sm3", 4), None);
        }
    }
}
