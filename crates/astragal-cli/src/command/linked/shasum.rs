//! `shasum`: SHA-1 and SHA-2, with modes of reading.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Read, Write as _};

use anyhow::bail;

use super::{Options, sum};
use crate::cli::{Parameters, Style};
use crate::console::{self, Out, shown};
use crate::digester::Digester;
use crate::digester::tag::Lengths;
use crate::encoding::hex;
use crate::escape::escape;
use crate::exit::{Exit, complain, reason, usage};
use crate::input::is_stdin;
use crate::stream::{Parallel, StreamOutput};

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
            return Err(usage(format_args!("--algorithm is {other:?}; it takes {allowed}")));
        }
    };
    let algorithm = Digester::new(algorithm, None, &Parameters::default())?;
    if options.has("check") {
        // Without -a a line's length says which.
        let is_named = options.value("algorithm").is_some() && number.len() == 6;
        let lengths = if is_named { Lengths::Full } else { Lengths::Sha };
        return options.check(Some(algorithm).filter(|_| is_named), lengths);
    }
    let without = ["ignore-missing", "quiet", "status", "strict", "warn"];
    if let Some(name) = without.iter().find(|name| options.has(name)) {
        return Err(usage(format_args!("--{name} has a meaning only with --check")));
    }
    let files = options.files();
    if options.has("UNIVERSAL") || options.has("01") {
        let mode = if options.has("01") { Mode::Bits } else { Mode::Universal };
        return transformed(&algorithm, mode, &files, options.has("tag"));
    }
    let style = Style {
        tag: options.has("tag"),
        binary: options.has("binary") && !options.has("text"),
        ..Style::default()
    };
    sum(algorithm, &files, &style)
}

/// How a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Every line end is a newline.
    Universal,
    /// The characters 0 and 1 are bits.
    Bits,
}

fn transformed(
    algorithm: &Digester,
    mode: Mode,
    files: &[std::ffi::OsString],
    is_tagged: bool,
) -> anyhow::Result<Exit> {
    let stdin = ["-".into()];
    let named = if files.is_empty() { &stdin[..] } else { files };
    let mut to = Out::new();
    let mut exit = Exit::Good;
    for file in named {
        match digest(algorithm, mode, file) {
            Ok(digest) => {
                let name = escape(file.as_encoded_bytes());
                if matches!(name, std::borrow::Cow::Owned(_)) {
                    to.write_all(b"\\")?;
                }
                if is_tagged {
                    write!(to, "{} (", algorithm.tag())?;
                    to.write_all(&name)?;
                    writeln!(to, ") = {}", hex(&digest))?;
                } else {
                    let mark = if mode == Mode::Bits { '^' } else { 'U' };
                    write!(to, "{} {mark}", hex(&digest))?;
                    to.write_all(&name)?;
                    writeln!(to)?;
                }
            }
            Err(error) => {
                to.flush()?;
                complain(format_args!("{}: {}", shown(file), reason(&error)));
                exit = Exit::Bad;
            }
        }
    }
    to.flush()?;
    Ok(exit)
}

/// The digest of a file read in this mode.
fn digest(algorithm: &Digester, mode: Mode, file: &OsStr) -> anyhow::Result<Vec<u8>> {
    let source: Box<dyn Read> =
        if is_stdin(file) { Box::new(console::stdin()?) } else { Box::new(File::open(file)?) };
    let mut stream = algorithm.stream()?;
    let mut piece = Vec::with_capacity(64 << 10);
    let (mut bits, mut count, mut is_after_return) = (0_u8, 0_u64, false);
    for byte in BufReader::with_capacity(64 << 10, source).bytes() {
        let byte = byte?;
        match (mode, byte) {
            (Mode::Bits, b'0' | b'1') => {
                bits = bits << 1 | (byte & 1);
                count += 1;
                if count.is_multiple_of(8) {
                    piece.push(bits);
                }
            }
            (Mode::Bits, _) => {}
            (Mode::Universal, b'\r') => piece.push(b'\n'),
            (Mode::Universal, b'\n') if is_after_return => {}
            (Mode::Universal, byte) => piece.push(byte),
        }
        is_after_return = byte == b'\r';
        if piece.len() >= 64 << 10 {
            stream.update(&piece, Parallel::No)?;
            piece.clear();
        }
    }
    if mode == Mode::Bits && !count.is_multiple_of(8) {
        bail!("the message has {count} bits; only whole bytes can be hashed");
    }
    stream.update(&piece, Parallel::No)?;
    stream.finish().and_then(StreamOutput::whole)
}
