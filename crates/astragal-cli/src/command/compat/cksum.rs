//! `cksum`: the POSIX CRC, the BSD and System V checksums, and tagged digests.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write as _};

use super::{Options, blake2b_bytes, hash};
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::AcceptedLengths;
use crate::cli::{CksumLine, OutputStyle, Parameters};
use crate::console::{self, Out};
use crate::exit::{Exit, usage};
use crate::file_name::{display_name, is_stdin};
use crate::message::{error_text, print_message};

pub(super) fn run(options: Options<'_>) -> anyhow::Result<Exit> {
    let name = options.value("algorithm").unwrap_or("crc");
    let is_check = options.has("check");
    let with_check = ["tag", "untagged", "zero", "binary", "text", "raw", "base64"];
    let without = ["ignore-missing", "quiet", "status", "strict", "warn"];
    if let Some(name) = with_check.iter().find(|name| is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} cannot be used with --check")));
    }
    if let Some(name) = without.iter().find(|name| !is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} requires --check")));
    }
    let length = match options.value("length") {
        Some(text) => blake2b_bytes(text)?,
        None => None,
    };
    if options.value("length").is_some_and(|text| text != "0") && name != "blake2b" {
        return Err(usage("--length requires --algorithm=blake2b"));
    }
    let is_crc = ["crc", "crc32b", "bsd", "sysv"].contains(&name);
    if is_check {
        if options.value("algorithm").is_some() && is_crc {
            return Err(usage(format_args!("--check cannot be used with --algorithm={name}")));
        }
        let algorithm = match options.value("algorithm") {
            Some(name) => Some(named(name, length)?),
            None => None,
        };
        let accepted_lengths =
            if name == "blake2b" { AcceptedLengths::Blake2b } else { AcceptedLengths::Full };
        return options.check(algorithm, accepted_lengths);
    }
    let files = options.files();
    let style = OutputStyle {
        zero: options.has("zero"),
        raw: options.has("raw"),
        ..OutputStyle::default()
    };
    if is_crc {
        if options.has("debug") {
            print_message("using the portable implementation");
        }
        return match name {
            "bsd" | "sysv" => sums(name, &files, &style),
            _ => {
                let algorithm = if name == "crc" { "crc32-posix" } else { "crc32" };
                let algorithm = Algorithm::new(algorithm, None, &Parameters::default())?;
                let line = if files.is_empty() { CksumLine::Nameless } else { CksumLine::Named };
                let cksum = Some(line).filter(|_| !style.raw);
                hash(algorithm, &files, &OutputStyle { cksum, ..style })
            }
        };
    }
    let is_untagged = options.overrides("untagged", "tag");
    let style = OutputStyle {
        tag: !is_untagged && !style.raw,
        binary: is_untagged && options.overrides("binary", "text"),
        base64: options.has("base64") && !style.raw,
        ..style
    };
    hash(named(name, length)?, &files, &style)
}

/// Returns the algorithm that `-a` selects.
fn named(name: &str, length: Option<usize>) -> anyhow::Result<Algorithm> {
    let types = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3"];
    if !types.contains(&name) {
        let allowed = format!("sysv, bsd, crc, crc32b, {}", types.join(", "));
        return Err(usage(format_args!("--algorithm is {name:?}; expected one of {allowed}")));
    }
    Algorithm::new(name, length, &Parameters::default())
}

/// Computes the checksums of `-a bsd` and `-a sysv`: a 16-bit checksum and the number of blocks.
fn sums(name: &str, files: &[std::ffi::OsString], style: &OutputStyle) -> anyhow::Result<Exit> {
    let stdin = ["-".into()];
    let named = if files.is_empty() { &stdin[..] } else { files };
    let mut out = Out::stdout();
    let mut exit = Exit::Success;
    for file in named {
        let (checksum, bytes) = match read(name, file) {
            Ok(read) => read,
            Err(error) => {
                out.flush()?;
                print_message(format_args!("{}: {}", display_name(file), error_text(&error)));
                exit = Exit::Failure;
                continue;
            }
        };
        if style.raw {
            out.write_all(&checksum.to_be_bytes())?;
            continue;
        }
        match name {
            "bsd" => write!(out, "{checksum:05} {:5}", bytes.div_ceil(1024))?,
            _ => write!(out, "{checksum} {}", bytes.div_ceil(512))?,
        }
        if !files.is_empty() {
            out.write_all(b" ")?;
            out.write_all(file.as_encoded_bytes())?;
        }
        out.write_all(if style.zero { b"\0" } else { b"\n" })?;
    }
    out.flush()?;
    Ok(exit)
}

fn read(name: &str, file: &OsStr) -> anyhow::Result<(u16, u64)> {
    let mut source: Box<dyn Read> =
        if is_stdin(file) { Box::new(console::stdin()?) } else { Box::new(File::open(file)?) };
    let (mut bsd, mut sysv, mut bytes) = (0_u16, 0_u32, 0_u64);
    let mut buffer = vec![0; 64 << 10];
    loop {
        let length = source.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        bytes += length as u64;
        for &byte in &buffer[..length] {
            bsd = bsd.rotate_right(1).wrapping_add(byte.into());
            sysv = sysv.wrapping_add(byte.into());
        }
    }
    let folded = (sysv & 0xffff) + (sysv >> 16);
    let folded = (folded & 0xffff) + (folded >> 16);
    Ok((if name == "bsd" { bsd } else { u16::try_from(folded)? }, bytes))
}
