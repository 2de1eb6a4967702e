//! How results look: lines as GNU's tools write them, JSON, or what a template says.

mod template;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};

use serde_json::json;

use self::template::Template;
use crate::cli::{CksumLine, Style};
use crate::console::{self, Out, coloured, shown};
use crate::digester::Digester;
use crate::encoding::{Encoding, base64, hex};
use crate::escape::escape;
use crate::stream::StreamOutput;

/// What is known of a file besides its digests.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    pub(crate) bytes: u64,
    /// Time of change, in nanoseconds since 1970.
    pub(crate) modified: Option<i128>,
}

/// How results are written.
pub(crate) struct Format {
    layout: Layout,
    encoding: Encoding,
    /// NUL ends the line, and names are written as they are.
    ends_with_nul: bool,
    /// `*` before the name, instead of a blank.
    is_binary: bool,
}

enum Layout {
    /// `digest  name`
    Untagged,
    /// `TAG (name) = digest`
    Tagged,
    /// The digest alone.
    Bare,
    Json,
    Template(Template),
    /// `checksum size name`
    Cksum(CksumLine),
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
        let layout = if let Some(cksum) = style.cksum {
            Layout::Cksum(cksum)
        } else if let Some(template) = &style.format {
            Layout::Template(Template::parse(template)?)
        } else if style.json {
            Layout::Json
        } else if style.no_names {
            Layout::Bare
        } else if style.tag || (has_several && !style.untagged && !style.sri) {
            Layout::Tagged
        } else {
            Layout::Untagged
        };
        Ok(Self { layout, encoding, ends_with_nul: style.zero, is_binary: style.binary })
    }

    /// A warning of what `-c` will need that these lines do not hold.
    pub(crate) fn caveat(&self, algorithm: &Digester) -> Option<String> {
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

    /// Writes the digest of a file.
    pub(crate) fn write(
        &self,
        to: &mut impl Write,
        algorithm: &Digester,
        name: &OsStr,
        facts: Facts,
        output: StreamOutput,
    ) -> anyhow::Result<()> {
        if self.encoding == Encoding::Raw {
            return self.write_digest(to, algorithm, output);
        }
        let end: &[u8] = if self.ends_with_nul { b"\0" } else { b"\n" };
        match &self.layout {
            Layout::Bare => self.write_digest(to, algorithm, output)?,
            Layout::Json => {
                let digest = hex(&output.whole()?);
                write_json(to, algorithm, name, Some(&digest), Some(facts), "ok")?;
            }
            Layout::Template(template) => {
                template.write(to, algorithm, name, facts.bytes, &output.whole()?)?;
            }
            Layout::Cksum(line) => {
                let digest = output.whole()?;
                let value = digest.iter().fold(0_u64, |value, &byte| value << 8 | u64::from(byte));
                write!(to, "{value} {}", facts.bytes)?;
                if *line == CksumLine::Named {
                    to.write_all(b" ")?;
                    to.write_all(name.as_encoded_bytes())?;
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
                    to.write_all(if self.is_binary { b" *" } else { b"  " })?;
                    to.write_all(&shown)?;
                }
            }
        }
        Ok(to.write_all(end)?)
    }

    fn write_digest(
        &self,
        to: &mut impl Write,
        algorithm: &Digester,
        output: StreamOutput,
    ) -> anyhow::Result<()> {
        to.write_all(self.encoding.lead(algorithm.name()).as_bytes())?;
        output.pieces(|piece| Ok(self.encoding.write(to, piece)?))
    }
}

/// Writes an object: a result, or what came of checking one.
pub(crate) fn write_json(
    to: &mut impl Write,
    algorithm: &Digester,
    name: &OsStr,
    digest: Option<&str>,
    facts: Option<Facts>,
    status: &str,
) -> io::Result<()> {
    to.write_all(b"{")?;
    write_json_name(to, "path", name)?;
    write!(to, ",\"alg\":{}", json!(algorithm.name()))?;
    if !algorithm.is_plain() || algorithm.is_keyed() {
        write!(to, ",\"tag\":{}", json!(algorithm.tag()))?;
    }
    write!(to, ",\"bits\":{}", 8 * algorithm.output_bytes() as u128)?;
    if let Some(digest) = digest {
        write!(to, ",\"digest\":{}", json!(digest))?;
    }
    if let Some(Facts { bytes, modified }) = facts {
        write!(to, ",\"size\":{bytes}")?;
        if let Some(modified) = modified {
            write!(to, ",\"modified\":\"{}\"", seconds(modified))?;
        }
    }
    write!(to, ",\"status\":{}}}", json!(status))
}

/// A time in seconds since 1970, with nine digits behind the point.
pub(crate) fn seconds(nanos: i128) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let nanos = nanos.unsigned_abs();
    format!("{sign}{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000)
}

/// Writes a file's name as the member `key`, and the bytes of one that is no Unicode as `key_b64` too.
pub(crate) fn write_json_name(to: &mut impl Write, key: &str, name: &OsStr) -> io::Result<()> {
    write!(to, "\"{key}\":{}", json!(name.to_string_lossy()))?;
    if name.to_str().is_none() {
        write!(to, ",\"{key}_b64\":{}", json!(base64(name.as_encoded_bytes())))?;
    }
    Ok(())
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

/// Writes `name: OK` or `name: FAILED`.
pub(crate) fn write_verdict(to: &mut Out, name: &OsStr, is_good: bool) -> io::Result<()> {
    write_judgement(to, name, if is_good { "OK" } else { "FAILED" }, is_good)
}

/// Writes `name: word`.
pub(crate) fn write_judgement(
    to: &mut Out,
    name: &OsStr,
    word: &'static str,
    is_good: bool,
) -> io::Result<()> {
    write_name(to, name)?;
    writeln!(to, ": {}", coloured(word, is_good))
}
