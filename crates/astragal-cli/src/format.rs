//! Output formats: lines in the formats of GNU's tools, JSON objects, and templates.

mod template;

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::{self, Write};

use serde_json::json;

use self::template::Template;
use crate::algorithm::Algorithm;
use crate::cli::{CksumLine, OutputStyle};
use crate::console::{self, Out, colored};
use crate::encoding::{Encoding, base64, hex};
use crate::file_name::{display_name, escape};
use crate::hasher::HashOutput;

/// Length and modification time of a file.
#[derive(Clone, Copy)]
pub(crate) struct FileInfo {
    pub(crate) bytes: u64,
    /// Modification time in nanoseconds since 1970.
    pub(crate) modified: Option<i128>,
}

/// Output format of the results.
pub(crate) struct Format {
    layout: Layout,
    encoding: Encoding,
    /// Whether lines end with NUL and names are not escaped.
    ends_with_nul: bool,
    /// Whether the file name is preceded by `*`, the mark of binary mode, instead of a blank.
    is_binary: bool,
}

enum Layout {
    /// `DIGEST  NAME`
    Untagged,
    /// `TAG (NAME) = DIGEST`
    Tagged,
    /// `DIGEST`
    Bare,
    Json,
    Template(Template),
    /// `CHECKSUM SIZE NAME`
    Cksum(CksumLine),
}

impl Format {
    /// Creates the output format. With several algorithms, lines are tagged by default.
    pub(crate) fn new(style: &OutputStyle, has_several: bool) -> anyhow::Result<Self> {
        let encoding = match style {
            OutputStyle { raw: true, .. } => Encoding::Raw,
            OutputStyle { base64: true, .. } => Encoding::Base64,
            OutputStyle { base64url: true, .. } => Encoding::Base64Url,
            OutputStyle { sri: true, .. } => Encoding::Sri,
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

    /// Returns a warning if verification needs options that the output lines do not record. The user must then repeat
    /// these options with `-c`.
    pub(crate) fn check_warning(&self, algorithm: &Algorithm) -> Option<String> {
        let name = algorithm.name();
        match self.layout {
            Layout::Untagged if !algorithm.is_plain() && self.encoding != Encoding::Raw => {
                Some(format!(
                    "WARNING: lines without --tag do not record the parameters of {name}; repeat them with -c"
                ))
            }
            Layout::Tagged | Layout::Json if !algorithm.is_full_length() => {
                let bits = 8 * algorithm.output_bytes();
                Some(format!(
                    "WARNING: {bits} bits are fewer than the default of {name}; repeat -l {bits} with -c"
                ))
            }
            _ => None,
        }
    }

    /// Writes the result for one file.
    pub(crate) fn write(
        &self,
        out: &mut dyn Write,
        algorithm: &Algorithm,
        name: &OsStr,
        info: FileInfo,
        output: HashOutput,
    ) -> anyhow::Result<()> {
        if self.encoding == Encoding::Raw {
            return self.write_digest(out, algorithm, output);
        }
        let end: &[u8] = if self.ends_with_nul { b"\0" } else { b"\n" };
        match &self.layout {
            Layout::Bare => self.write_digest(out, algorithm, output)?,
            Layout::Json => {
                let digest = hex(&output.into_bytes()?);
                write_json(out, algorithm, name, Some(&digest), Some(info), "ok")?;
            }
            Layout::Template(template) => {
                template.write(out, algorithm, name, info.bytes, &output.into_bytes()?)?;
            }
            Layout::Cksum(line) => {
                let digest = output.into_bytes()?;
                let value = digest.iter().fold(0_u64, |value, &byte| value << 8 | u64::from(byte));
                write!(out, "{value} {}", info.bytes)?;
                if *line == CksumLine::Named {
                    out.write_all(b" ")?;
                    out.write_all(name.as_encoded_bytes())?;
                }
            }
            Layout::Untagged | Layout::Tagged => {
                let bytes = name.as_encoded_bytes();
                let display_name =
                    if self.ends_with_nul { Cow::Borrowed(bytes) } else { escape(bytes) };
                if matches!(display_name, Cow::Owned(_)) {
                    out.write_all(b"\\")?;
                }
                if let Layout::Tagged = self.layout {
                    write!(out, "{} (", algorithm.tag())?;
                    out.write_all(&display_name)?;
                    out.write_all(b") = ")?;
                    self.write_digest(out, algorithm, output)?;
                } else {
                    self.write_digest(out, algorithm, output)?;
                    out.write_all(if self.is_binary { b" *" } else { b"  " })?;
                    out.write_all(&display_name)?;
                }
            }
        }
        Ok(out.write_all(end)?)
    }

    fn write_digest(
        &self,
        out: &mut dyn Write,
        algorithm: &Algorithm,
        output: HashOutput,
    ) -> anyhow::Result<()> {
        out.write_all(self.encoding.prefix(algorithm.name()).as_bytes())?;
        output.for_each_piece(|piece| Ok(self.encoding.write(out, piece)?))
    }
}

/// Writes a JSON object for a digest or a verification result.
pub(crate) fn write_json(
    out: &mut dyn Write,
    algorithm: &Algorithm,
    name: &OsStr,
    digest: Option<&str>,
    info: Option<FileInfo>,
    status: &str,
) -> io::Result<()> {
    out.write_all(b"{")?;
    write_json_name(out, "path", name)?;
    write!(out, ",\"alg\":{}", json!(algorithm.name()))?;
    if !algorithm.is_plain() || algorithm.is_keyed() {
        write!(out, ",\"tag\":{}", json!(algorithm.tag()))?;
    }
    write!(out, ",\"bits\":{}", 8 * algorithm.output_bytes() as u128)?;
    if let Some(digest) = digest {
        write!(out, ",\"digest\":{}", json!(digest))?;
    }
    if let Some(FileInfo { bytes, modified }) = info {
        write!(out, ",\"size\":{bytes}")?;
        if let Some(modified) = modified {
            write!(out, ",\"modified\":\"{}\"", seconds(modified))?;
        }
    }
    write!(out, ",\"status\":{}}}", json!(status))
}

/// Formats a time as seconds since 1970 with nine decimal places.
pub(crate) fn seconds(nanos: i128) -> String {
    let sign = if nanos < 0 { "-" } else { "" };
    let nanos = nanos.unsigned_abs();
    format!("{sign}{}.{:09}", nanos / 1_000_000_000, nanos % 1_000_000_000)
}

/// Writes a file name as the JSON member `key`. If the name is not Unicode, also writes its bytes in base64 as
/// `key_b64`.
pub(crate) fn write_json_name(out: &mut dyn Write, key: &str, name: &OsStr) -> io::Result<()> {
    write!(out, "\"{key}\":{}", json!(name.to_string_lossy()))?;
    if name.to_str().is_none() {
        write!(out, ",\"{key}_b64\":{}", json!(base64(name.as_encoded_bytes())))?;
    }
    Ok(())
}

/// Writes a file name, escaped as in GNU's tools. On a terminal, writes the name as in messages, without control
/// characters.
pub(crate) fn write_name(out: &mut Out, name: &OsStr) -> io::Result<()> {
    if console::is_terminal() {
        return out.write_all(display_name(name).as_bytes());
    }
    let name = escape(name.as_encoded_bytes());
    if matches!(name, Cow::Owned(_)) {
        out.write_all(b"\\")?;
    }
    out.write_all(&name)
}

/// Writes `name: OK` or `name: FAILED`.
pub(crate) fn write_verdict(out: &mut Out, name: &OsStr, is_success: bool) -> io::Result<()> {
    write_check_result(out, name, if is_success { "OK" } else { "FAILED" }, is_success)
}

/// Writes the verification result of a file as `NAME: WORD`.
pub(crate) fn write_check_result(
    out: &mut Out,
    name: &OsStr,
    word: &'static str,
    is_success: bool,
) -> io::Result<()> {
    write_name(out, name)?;
    writeln!(out, ": {}", colored(word, is_success))
}
