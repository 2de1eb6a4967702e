//! Digests as text: hex, base64 in its two alphabets, Subresource Integrity.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// How a digest is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    Hex,
    Base64,
    Base64Url,
    /// `alg-base64`.
    Sri,
    /// The bytes alone.
    Raw,
}

impl Encoding {
    /// Writes a digest, or a piece of it that is a multiple of 3 bytes long. What stands before a digest,
    /// [`Self::lead`], is not part of a piece.
    pub(crate) fn write(self, to: &mut impl Write, piece: &[u8]) -> io::Result<()> {
        match self {
            Self::Hex => to.write_all(hex(piece).as_bytes()),
            Self::Base64 | Self::Sri => to.write_all(STANDARD.encode(piece).as_bytes()),
            Self::Base64Url => to.write_all(URL_SAFE_NO_PAD.encode(piece).as_bytes()),
            Self::Raw => to.write_all(piece),
        }
    }

    /// What stands before the digest of this algorithm.
    pub(crate) fn lead(self, algorithm: &str) -> String {
        if self == Self::Sri { format!("{algorithm}-") } else { String::new() }
    }
}

/// A digest of this algorithm and length, however it is written.
pub(crate) fn decode(text: &[u8], algorithm: &str, bytes: usize) -> Option<Vec<u8>> {
    if text.len() == 2 * bytes
        && let Some(digest) = parse_hex(text)
    {
        return Some(digest);
    }
    let text = text
        .split_at_checked(algorithm.len() + 1)
        .filter(|(lead, _)| lead.ends_with(b"-") && lead.starts_with(algorithm.as_bytes()))
        .map_or(text, |(_, base64)| base64);
    let digest = STANDARD.decode(text).or_else(|_| URL_SAFE_NO_PAD.decode(text)).ok()?;
    (digest.len() == bytes).then_some(digest)
}

/// Text for bytes that are not text.
pub(crate) fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// The inverse of [`base64()`].
pub(crate) fn parse_base64(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    faster_hex::hex_string(bytes)
}

/// The bytes of hex digits of either case.
pub(crate) fn parse_hex(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = vec![0; text.len() / 2];
    faster_hex::hex_decode(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_hex_in_lower_case() {
        assert_eq!(hex(&[0, 0x9a, 0xff]), "009aff");
        assert_eq!(parse_hex(b"009aFF"), Some(vec![0, 0x9a, 0xff]));
        assert_eq!(parse_hex(b""), Some(vec![]));
        assert_eq!(parse_hex(b"009"), None);
        assert_eq!(parse_hex(b"0x9a"), None);
        assert_eq!(parse_hex(b"0g"), None);
    }

    #[test]
    fn every_encoding_round_trips() {
        let digest = [0xfb, 0xff, 0, 1, 2];
        for encoding in [Encoding::Hex, Encoding::Base64, Encoding::Base64Url, Encoding::Sri] {
            let mut text = encoding.lead("sm3").into_bytes();
            encoding.write(&mut text, &digest).unwrap();
            assert_eq!(decode(&text, "sm3", 5).as_deref(), Some(&digest[..]));
            assert_eq!(decode(&text, "sm3", 4), None);
        }
    }
}
