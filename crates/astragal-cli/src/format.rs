//! How results look: lines as GNU's tools write them, JSON, or what a template says.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};

use serde_json::json;

use crate::algorithm::Algorithm;
use crate::cli::Style;
use crate::console::{self, Out, shown};
use crate::encoding::{Encoding, base64, hex};
use crate::escape::escape;
use crate::exit::usage;
use crate::stream::Output;

/// How results are written.
pub(crate) struct Format {
    layout: Layout,
    encoding: Encoding,
    /// NUL ends the line, and names are written as they are.
    ends_with_nul: bool,
}

enum Layout {
    /// `digest  name`
    Untagged,
    /// `TAG (name) = digest`
    Tagged,
    /// The digest alone.
    Bare,
    Json,
    Template(Vec<Piece>),
}

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

impl Format {
    /// For lines of one algorithm, or of several, which then say of which they are.
    pub(crate) fn new(style: &Style, has_several: bool) -> anyhow::Result<Self> {
        let encoding = match style {
            Style { raw: true, .. } => Encoding::Raw,
            Style { base64: true, .. } => Encoding::Base64,
            Style { base64url: true, .. } => Encoding::Base64Url,
            Style { sri: true, .. } => Encoding::Sri,
            _ => Encoding::Hex,
        };
        let layout = if let Some(template) = &style.format {
            Layout::Template(pieces(template)?)
        } else if style.json {
            Layout::Json
        } else if style.no_names {
            Layout::Bare
        } else if style.tag || (has_several && !style.untagged && !style.sri) {
            Layout::Tagged
        } else {
            Layout::Untagged
        };
        Ok(Self { layout, encoding, ends_with_nul: style.zero })
    }

    /// What `-c` will not find in these lines, if there is anything.
    pub(crate) fn caveat(&self, algorithm: &Algorithm) -> Option<String> {
        let name = algorithm.name();
        match self.layout {
            Layout::Untagged if !algorithm.is_plain() && self.encoding != Encoding::Raw => {
                Some(format!(
                    "WARNING: lines without --tag do not keep {name}'s parameters; to check them, give the same again"
                ))
            }
            Layout::Tagged | Layout::Json if !algorithm.is_full_length() => {
                let bits = 8 * algorithm.output_bytes();
                Some(format!(
                    "WARNING: {bits} bits are fewer than {name}'s own; to check such lines, give -l {bits} again"
                ))
            }
            _ => None,
        }
    }

    /// Writes what came of a file of `size` bytes.
    pub(crate) fn write(
        &self,
        to: &mut impl Write,
        algorithm: &Algorithm,
        name: &OsStr,
        size: u64,
        output: Output,
    ) -> anyhow::Result<()> {
        if self.encoding == Encoding::Raw {
            return self.write_digest(to, algorithm, output);
        }
        let end: &[u8] = if self.ends_with_nul { b"\0" } else { b"\n" };
        match &self.layout {
            Layout::Bare => self.write_digest(to, algorithm, output)?,
            Layout::Json => {
                let digest = hex(&output.whole()?);
                write_json(to, algorithm, name, Some(&digest), Some(size), "ok")?;
            }
            Layout::Template(pieces) => {
                let digest = output.whole()?;
                for piece in pieces {
                    piece.write(to, algorithm, name, size, &digest)?;
                }
            }
            Layout::Untagged | Layout::Tagged => {
                let bytes = name.as_encoded_bytes();
                let shown = if self.ends_with_nul { Cow::Borrowed(bytes) } else { escape(bytes) };
                if matches!(shown, Cow::Owned(_)) {
                    to.write_all(b"\\")?;
                }
                if let Layout::Tagged = self.layout {
                    write!(to, "{} (", algorithm.tag())?;
                    to.write_all(&shown)?;
                    to.write_all(b") = ")?;
                    self.write_digest(to, algorithm, output)?;
                } else {
                    self.write_digest(to, algorithm, output)?;
                    to.write_all(b"  ")?;
                    to.write_all(&shown)?;
                }
            }
        }
        Ok(to.write_all(end)?)
    }

    fn write_digest(
        &self,
        to: &mut impl Write,
        algorithm: &Algorithm,
        output: Output,
    ) -> anyhow::Result<()> {
        to.write_all(self.encoding.lead(algorithm.name()).as_bytes())?;
        output.pieces(|piece| Ok(self.encoding.write(to, piece)?))
    }
}

/// Writes an object: a result, or what came of checking one.
pub(crate) fn write_json(
    to: &mut impl Write,
    algorithm: &Algorithm,
    name: &OsStr,
    digest: Option<&str>,
    size: Option<u64>,
    status: &str,
) -> io::Result<()> {
    write!(to, "{{\"path\":{}", json!(name.to_string_lossy()))?;
    if name.to_str().is_none() {
        write!(to, ",\"path_b64\":{}", json!(base64(name.as_encoded_bytes())))?;
    }
    write!(to, ",\"alg\":{}", json!(algorithm.name()))?;
    if !algorithm.is_plain() || algorithm.is_keyed() {
        write!(to, ",\"tag\":{}", json!(algorithm.tag()))?;
    }
    write!(to, ",\"bits\":{}", 8 * algorithm.output_bytes() as u128)?;
    if let Some(digest) = digest {
        write!(to, ",\"digest\":{}", json!(digest))?;
    }
    if let Some(size) = size {
        write!(to, ",\"size\":{size}")?;
    }
    write!(to, ",\"status\":{}}}", json!(status))
}

impl Piece {
    fn write(
        &self,
        to: &mut impl Write,
        algorithm: &Algorithm,
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

/// The parts of a template.
fn pieces(template: &str) -> anyhow::Result<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(at) = rest.find(['%', '\\']) {
        text += &rest[..at];
        rest = &rest[at..];
        let literal = [("%%", '%'), ("\\n", '\n'), ("\\t", '\t'), ("\\0", '\0'), ("\\\\", '\\')];
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
    Ok(pieces)
}
/// Writes a name as GNU's tools do; on a terminal nothing of it moves the cursor.
pub(crate) fn write_name(to: &mut Out, name: &OsStr) -> io::Result<()> {
    if console::is_terminal() {
        return to.write_all(shown(name).as_bytes());
    }
    let name = escape(name.as_encoded_bytes());
    if matches!(name, Cow::Owned(_)) {
        to.write_all(b"\\")?;
    }
    to.write_all(&name)
}
