//! `cksum`: the CRC of POSIX, the two older sums, and tagged digests.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Write as _};

use super::{Options, blake2b_bytes, sum};
use crate::cli::{CksumLine, Parameters, Style};
use crate::console::{self, Out, shown};
use crate::digester::Digester;
use crate::digester::tag::Lengths;
use crate::exit::{Exit, complain, reason, usage};
use crate::input::is_stdin;

pub(super) fn run(options: Options<'_>) -> anyhow::Result<Exit> {
    let name = options.value("algorithm").unwrap_or("crc");
    let is_check = options.has("check");
    let with_check = ["tag", "untagged", "zero", "binary", "text", "raw", "base64"];
    let without = ["ignore-missing", "quiet", "status", "strict", "warn"];
    if let Some(name) = with_check.iter().find(|name| is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} has no meaning with --check")));
    }
    if let Some(name) = without.iter().find(|name| !is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} has a meaning only with --check")));
    }
    let length = match options.value("length") {
        Some(text) => blake2b_bytes(text)?,
        None => None,
    };
    if options.value("length").is_some_and(|text| text != "0") && name != "blake2b" {
        return Err(usage("--length goes with --algorithm=blake2b only"));
    }
    let is_crc = ["crc", "crc32b", "bsd", "sysv"].contains(&name);
    if is_check {
        if options.value("algorithm").is_some() && is_crc {
            return Err(usage(format_args!("--check does not go with --algorithm={name}")));
        }
        let algorithm = match options.value("algorithm") {
            Some(name) => Some(named(name, length)?),
            None => None,
        };
        let lengths = if name == "blake2b" { Lengths::Blake2b } else { Lengths::Full };
        return options.check(algorithm, lengths);
    }
    let files = options.files();
    let style = Style { zero: options.has("zero"), raw: options.has("raw"), ..Style::default() };
    if is_crc {
        if options.has("debug") {
            complain("the portable code computes it");
        }
        return match name {
            "bsd" | "sysv" => sums(name, &files, &style),
            _ => {
                let algorithm = if name == "crc" { "crc32-posix" } else { "crc32" };
                let algorithm = Digester::new(algorithm, None, &Parameters::default())?;
                let line = if files.is_empty() { CksumLine::Nameless } else { CksumLine::Named };
                let cksum = Some(line).filter(|_| !style.raw);
                sum(algorithm, &files, &Style { cksum, ..style })
            }
        };
    }
    let is_untagged = options.wins("untagged", "tag");
    let style = Style {
        tag: !is_untagged && !style.raw,
        binary: is_untagged && options.wins("binary", "text"),
        base64: options.has("base64") && !style.raw,
        ..style
    };
    sum(named(name, length)?, &files, &style)
}

/// The types of `cksum`.
fn named(name: &str, length: Option<usize>) -> anyhow::Result<Digester> {
    let types = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "sm3"];
    if !types.contains(&name) {
        let allowed = format!("sysv, bsd, crc, crc32b, {}", types.join(", "));
        return Err(usage(format_args!("--algorithm is {name:?}; it takes {allowed}")));
    }
    Digester::new(name, length, &Parameters::default())
}

/// `-a bsd` and `-a sysv`: 16 bits, and the number of blocks.
fn sums(name: &str, files: &[std::ffi::OsString], style: &Style) -> anyhow::Result<Exit> {
    let stdin = ["-".into()];
    let named = if files.is_empty() { &stdin[..] } else { files };
    let mut to = Out::new();
    let mut exit = Exit::Good;
    for file in named {
        let (checksum, bytes) = match read(name, file) {
            Ok(read) => read,
            Err(error) => {
                to.flush()?;
                complain(format_args!("{}: {}", shown(file), reason(&error)));
                exit = Exit::Bad;
                continue;
            }
        };
        if style.raw {
            to.write_all(&checksum.to_be_bytes())?;
            continue;
        }
        match name {
            "bsd" => write!(to, "{checksum:05} {:5}", bytes.div_ceil(1024))?,
            _ => write!(to, "{checksum} {}", bytes.div_ceil(512))?,
        }
        if !files.is_empty() {
            to.write_all(b" ")?;
            to.write_all(file.as_encoded_bytes())?;
        }
        to.write_all(if style.zero { b"\0" } else { b"\n" })?;
    }
    to.flush()?;
    Ok(exit)
}

fn read(name: &str, file: &OsStr) -> anyhow::Result<(u16, u64)> {
    let mut source: Box<dyn Read> =
        if is_stdin(file) { Box::new(console::stdin()?) } else { Box::new(File::open(file)?) };
    let (mut bsd, mut sysv, mut bytes) = (0_u16, 0_u32, 0_u64);
    let mut piece = vec![0; 64 << 10];
    loop {
        let length = source.read(&mut piece)?;
        if length == 0 {
            break;
        }
        bytes += length as u64;
        for &byte in &piece[..length] {
            bsd = bsd.rotate_right(1).wrapping_add(byte.into());
            sysv = sysv.wrapping_add(byte.into());
        }
    }
    let folded = (sysv & 0xffff) + (sysv >> 16);
    let folded = (folded & 0xffff) + (folded >> 16);
    Ok((if name == "bsd" { bsd } else { u16::try_from(folded)? }, bytes))
}
