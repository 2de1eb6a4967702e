//! Templates of `--format`.

use std::ffi::OsStr;
use std::io::{self, Write};

use crate::algorithm::Algorithm;
use crate::encoding::Encoding;
use crate::exit::usage;

/// A parsed template.
pub(super) struct Template(Vec<Piece>);

/// Part of a template: literal text or a placeholder.
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
            let (name, after) = field.unwrap_or((rest, ""));
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
                    return Err(usage(format_args!(
                        "--format contains {rest:?}; expected {allowed}"
                    )));
                }
            };
            pieces.extend([Piece::Text(std::mem::take(&mut text)), piece]);
            rest = after;
        }
        pieces.push(Piece::Text(text + rest));
        Ok(Self(pieces))
    }

    /// Writes the template with its placeholders replaced by the values of one file. `size` is the file's length in
    /// bytes.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        algorithm: &Algorithm,
        name: &OsStr,
        size: u64,
        digest: &[u8],
    ) -> io::Result<()> {
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => out.write_all(text.as_bytes())?,
                Piece::Digest(encoding) => {
                    out.write_all(encoding.prefix(algorithm.name()).as_bytes())?;
                    encoding.write(out, digest)?;
                }
                Piece::Path => out.write_all(name.as_encoded_bytes())?,
                Piece::Algorithm => out.write_all(algorithm.name().as_bytes())?,
                Piece::Tag => out.write_all(algorithm.tag().as_bytes())?,
                Piece::Bits => write!(out, "{}", 8 * algorithm.output_bytes() as u128)?,
                Piece::Size => write!(out, "{size}")?,
            }
        }
        Ok(())
    }
}
