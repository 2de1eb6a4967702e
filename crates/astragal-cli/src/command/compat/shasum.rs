//! `shasum`: SHA-1 and SHA-2 digests, with the tool's input modes.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Read, Write as _};

use anyhow::bail;

use super::{Options, hash};
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::AcceptedLengths;
use crate::cli::{OutputStyle, Parameters};
use crate::console::{self, Out};
use crate::encoding::hex;
use crate::exit::{Exit, usage};
use crate::file_name::{display_name, escape, is_stdin};
use crate::hasher::{HashOutput, Parallel};
use crate::message::{error_text, print_message};

pub(super) fn run(options: Options<'_>) -> anyhow::Result<Exit> {
    let (number, algorithm) = match options.value("algorithm").unwrap_or("1") {
        "1" => ("1", "sha1"),
        "224" => ("224", "sha224"),
        "256" => ("256", "sha256"),
        "384" => ("384", "sha384"),
        "512" => ("512", "sha512"),
        "512224" => ("512224", "sha512-224"),
        "512256" => ("512256", "sha512-256"),
        other => {
            let allowed = "1, 224, 256, 384, 512, 512224, 512256";
            return Err(usage(format_args!("--algorithm is {other:?}; expected one of {allowed}")));
        }
    };
    let algorithm = Algorithm::new(algorithm, None, &Parameters::default())?;
    if options.has("check") {
        // If `-a` names a truncated SHA-512, such as 512256, it selects the algorithm of all lines. Otherwise, the
        // length of each line's digest selects the algorithm of the line.
        let is_named = options.value("algorithm").is_some() && number.len() == 6;
        let accepted_lengths = if is_named { AcceptedLengths::Full } else { AcceptedLengths::Sha };
        return options.check(Some(algorithm).filter(|_| is_named), accepted_lengths);
    }
    let without = ["ignore-missing", "quiet", "status", "strict", "warn"];
    if let Some(name) = without.iter().find(|name| options.has(name)) {
        return Err(usage(format_args!("--{name} requires --check")));
    }
    let files = options.files();
    if options.has("UNIVERSAL") || options.has("01") {
        let mode = if options.has("01") { InputMode::Bits } else { InputMode::Universal };
        return hash_converted(&algorithm, mode, &files, options.has("tag"));
    }
    let style = OutputStyle {
        tag: options.has("tag"),
        binary: options.has("binary") && !options.has("text"),
        ..OutputStyle::default()
    };
    hash(algorithm, &files, &style)
}

/// Conversion that is applied to the input before it is hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputMode {
    /// Converts line endings to newlines.
    Universal,
    /// Interprets each character `0` or `1` as one bit.
    Bits,
}

fn hash_converted(
    algorithm: &Algorithm,
    mode: InputMode,
    files: &[std::ffi::OsString],
    is_tagged: bool,
) -> anyhow::Result<Exit> {
    let stdin = ["-".into()];
    let named = if files.is_empty() { &stdin[..] } else { files };
    let mut out = Out::stdout();
    let mut exit = Exit::Success;
    for file in named {
        match digest(algorithm, mode, file) {
            Ok(digest) => {
                let name = escape(file.as_encoded_bytes());
                if matches!(name, std::borrow::Cow::Owned(_)) {
                    out.write_all(b"\\")?;
                }
                if is_tagged {
                    write!(out, "{} (", algorithm.tag())?;
                    out.write_all(&name)?;
                    writeln!(out, ") = {}", hex(&digest))?;
                } else {
                    let mark = if mode == InputMode::Bits { '^' } else { 'U' };
                    write!(out, "{} {mark}", hex(&digest))?;
                    out.write_all(&name)?;
                    writeln!(out)?;
                }
            }
            Err(error) => {
                out.flush()?;
                print_message(format_args!("{}: {}", display_name(file), error_text(&error)));
                exit = Exit::Failure;
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// Returns the digest of the converted content of a file.
fn digest(algorithm: &Algorithm, mode: InputMode, file: &OsStr) -> anyhow::Result<Vec<u8>> {
    let source: Box<dyn Read> =
        if is_stdin(file) { Box::new(console::stdin()?) } else { Box::new(File::open(file)?) };
    let mut hasher = algorithm.hasher()?;
    let mut piece = Vec::with_capacity(64 << 10);
    let (mut bits, mut count, mut is_after_return) = (0_u8, 0_u64, false);
    for byte in BufReader::with_capacity(64 << 10, source).bytes() {
        let byte = byte?;
        match (mode, byte) {
            (InputMode::Bits, b'0' | b'1') => {
                bits = bits << 1 | (byte & 1);
                count += 1;
                if count.is_multiple_of(8) {
                    piece.push(bits);
                }
            }
            (InputMode::Bits, _) => {}
            (InputMode::Universal, b'\r') => piece.push(b'\n'),
            (InputMode::Universal, b'\n') if is_after_return => {}
            (InputMode::Universal, byte) => piece.push(byte),
        }
        is_after_return = byte == b'\r';
        if piece.len() >= 64 << 10 {
            hasher.update(&piece, Parallel::No)?;
            piece.clear();
        }
    }
    if mode == InputMode::Bits && !count.is_multiple_of(8) {
        bail!("message is {count} bits; expected a multiple of 8");
    }
    hasher.update(&piece, Parallel::No)?;
    hasher.finish().and_then(HashOutput::into_bytes)
}
