//! `--format`: lines as a template says.

use std::ffi::OsStr;
use std::io::{self, Write};

use crate::digester::Digester;
use crate::encoding::Encoding;
use crate::exit::usage;

/// A template, in its parts.
pub(super) struct Template(Vec<Piece>);

/// A part of a template.
enum Piece {
    Text(String),
    Digest(Encoding),
    Path,
    Algorithm,
    Tag,
    Bits,
    Size,
}

impl Template {
    /// Parses a template.
    pub(super) fn parse(template: &str) -> anyhow::Result<Self> {
        let mut pieces = Vec::new();
        let mut text = String::new();
        let mut rest = template;
        while let Some(at) = rest.find(['%', '\\']) {
            text += &rest[..at];
            rest = &rest[at..];
            let literal =
                [("%%", '%'), ("\\n", '\n'), ("\\t", '\t'), ("\\0", '\0'), ("\\\\", '\\')];
            if let Some((written, meant)) =
                literal.iter().find(|(written, _)| rest.starts_with(written))
            {
                text.push(*meant);
                rest = &rest[written.len()..];
                continue;
            }
            let field = rest.strip_prefix("%{").and_then(|rest| rest.split_once('}'));
            let (name, behind) = field.unwrap_or((rest, ""));
            let piece = match name {
                "hex" => Piece::Digest(Encoding::Hex),
                "base64" => Piece::Digest(Encoding::Base64),
                "base64url" => Piece::Digest(Encoding::Base64Url),
                "sri" => Piece::Digest(Encoding::Sri),
                "path" => Piece::Path,
                "alg" => Piece::Algorithm,
                "tag" => Piece::Tag,
                "bits" => Piece::Bits,
                "size" => Piece::Size,
                _ => {
                    let allowed = "%{hex}, %{base64}, %{base64url}, %{sri}, %{path}, %{alg}, %{tag}, %{bits}, %{size}, %%, \\n, \\t, \\0, \\\\";
                    return Err(usage(format_args!("--format has {rest:?}; it takes {allowed}")));
                }
            };
            pieces.extend([Piece::Text(std::mem::take(&mut text)), piece]);
            rest = behind;
        }
        pieces.push(Piece::Text(text + rest));
        Ok(Self(pieces))
    }

    /// Writes what came of a file of `size` bytes.
    pub(super) fn write(
        &self,
        to: &mut impl Write,
        algorithm: &Digester,
        name: &OsStr,
        size: u64,
        digest: &[u8],
    ) -> io::Result<()> {
        self.0.iter().try_for_each(|piece| piece.write(to, algorithm, name, size, digest))
    }
}

impl Piece {
    fn write(
        &self,
        to: &mut impl Write,
        algorithm: &Digester,
        name: &OsStr,
        size: u64,
        digest: &[u8],
    ) -> io::Result<()> {
        match self {
            Self::Text(text) => to.write_all(text.as_bytes()),
            Self::Digest(encoding) => {
                to.write_all(encoding.lead(algorithm.name()).as_bytes())?;
                encoding.write(to, digest)
            }
            Self::Path => to.write_all(name.as_encoded_bytes()),
            Self::Algorithm => to.write_all(algorithm.name().as_bytes()),
            Self::Tag => to.write_all(algorithm.tag().as_bytes()),
            Self::Bits => write!(to, "{}", 8 * algorithm.output_bytes() as u128),
            Self::Size => write!(to, "{size}"),
        }
    }
}
