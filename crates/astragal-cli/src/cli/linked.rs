//! The command lines of the tools that a link to `digest` stands for: `sha256sum` and its like, `b2sum`, `cksum`,
//! `shasum`, `b3sum`. Each has the tool's own options and no others.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches, Command};

use super::help::{in_our_words, print};
use crate::console::set_program;
use crate::exit::{Exit, usage};

/// A tool that a link stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// A digest of GNU coreutils, by our name of its algorithm.
    Gnu(&'static str),
    Cksum,
    Shasum,
    B3sum,
}

/// By the link's name.
const TOOLS: [(&str, Tool); 10] = [
    ("md5sum", Tool::Gnu("md5")),
    ("sha1sum", Tool::Gnu("sha1")),
    ("sha224sum", Tool::Gnu("sha224")),
    ("sha256sum", Tool::Gnu("sha256")),
    ("sha384sum", Tool::Gnu("sha384")),
    ("sha512sum", Tool::Gnu("sha512")),
    ("b2sum", Tool::Gnu("blake2b")),
    ("cksum", Tool::Cksum),
    ("shasum", Tool::Shasum),
    ("b3sum", Tool::B3sum),
];

/// An option: its long name, its letter if it has one, the name of its value if it takes one, its help.
type Opt = (&'static str, Option<char>, Option<&'static str>, &'static str);

const CHECK: Opt = ("check", Some('c'), None, "Read digests from the FILEs and check them");
const TAG: Opt = ("tag", None, None, "Write lines that name the algorithm");
const ZERO: Opt =
    ("zero", Some('z'), None, "End lines with NUL, not newline, and write names unescaped");
const BINARY: Opt = ("binary", Some('b'), None, "Mark names with *");
const TEXT: Opt = ("text", Some('t'), None, "Do not mark names (default)");
const LENGTH_BITS: Opt = ("length", Some('l'), Some("BITS"), "Length of the digest in bits");
const QUIET: Opt = ("quiet", None, None, "Don't print OK for each file");
const STATUS: Opt = ("status", None, None, "Print nothing; the exit status is the verdict");
const IGNORE_MISSING: Opt =
    ("ignore-missing", None, None, "Don't fail or report for missing files");
const STRICT: Opt = ("strict", None, None, "Exit with 1 for malformed lines");
const WARN: Opt = ("warn", Some('w'), None, "Warn of each malformed line");

const GNU: &[Opt] = &[BINARY, CHECK, TAG, TEXT, ZERO, IGNORE_MISSING, QUIET, STATUS, STRICT, WARN];
const CKSUM: &[Opt] = &[
    ("algorithm", Some('a'), Some("TYPE"), "Algorithm: sysv, bsd, crc (default), md5, sha256, ..."),
    ("base64", None, None, "Write digests in base64"),
    CHECK,
    LENGTH_BITS,
    ("raw", None, None, "Write the digest's bytes"),
    TAG,
    ("untagged", None, None, "Write lines of digest and name"),
    ZERO,
    BINARY,
    TEXT,
    IGNORE_MISSING,
    QUIET,
    STATUS,
    STRICT,
    WARN,
    ("debug", None, None, "Say which code computes the checksum"),
];
const SHASUM: &[Opt] = &[
    ("algorithm", Some('a'), Some("N"), "1 (default), 224, 256, 384, 512, 512224, 512256"),
    BINARY,
    CHECK,
    TAG,
    TEXT,
    ("UNIVERSAL", Some('U'), None, "Read every line end as a newline"),
    ("01", Some('0'), None, "Read the characters 0 and 1 as bits; only whole bytes"),
    IGNORE_MISSING,
    ("quiet", Some('q'), None, "Don't print OK for each file"),
    ("status", Some('s'), None, "Print nothing; the exit status is the verdict"),
    STRICT,
    WARN,
];
const B3SUM: &[Opt] = &[
    ("keyed", None, None, "Keyed mode; the key is 32 bytes on standard input"),
    ("derive-key", None, Some("CONTEXT"), "Key derivation mode with this context"),
    ("length", Some('l'), Some("LEN"), "Length of the output in bytes"),
    ("seek", None, Some("SEEK"), "Start of the output in bytes"),
    ("num-threads", None, Some("NUM"), "Number of threads; 0 for one per core"),
    ("no-mmap", None, None, "Don't map files into memory (they never are)"),
    ("no-names", None, None, "Write digests without names"),
    ("raw", None, None, "Write the digest's bytes"),
    TAG,
    CHECK,
    QUIET,
];

/// The tool and its options, where the program is called by the name of one; `None` for `digest`.
pub(crate) fn linked() -> Option<Result<(Tool, ArgMatches), anyhow::Result<Exit>>> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let name = Path::new(words.first()?).file_stem()?.to_str()?.to_owned();
    let &(name, tool) = TOOLS.iter().find(|(tool, _)| *tool == name)?;
    set_program(name, if tool == Tool::B3sum { 2 } else { 1 });
    words[0] = name.into();
    Some(command(name, tool).try_get_matches_from(words).map(|found| (tool, found)).map_err(
        |error| match error.kind() {
            clap::error::ErrorKind::DisplayHelp | clap::error::ErrorKind::DisplayVersion => {
                print(&error.render())
            }
            _ => Err(usage(in_our_words(&error.render().to_string(), name))),
        },
    ))
}

fn command(name: &'static str, tool: Tool) -> Command {
    let (options, about): (&[Opt], _) = match tool {
        Tool::Gnu(_) => (GNU, "Print or check digests, as the command of GNU coreutils does"),
        Tool::Cksum => (CKSUM, "Print or check checksums, as the command of GNU coreutils does"),
        Tool::Shasum => (SHASUM, "Print or check SHA digests, as Perl's command does"),
        Tool::B3sum => (B3SUM, "Print or check BLAKE3 digests, as BLAKE3's command does"),
    };
    let length = (tool == Tool::Gnu("blake2b")).then_some(&LENGTH_BITS);
    let arguments = options.iter().chain(length).map(|&(long, short, value, help)| {
        let argument = Arg::new(long).long(long).help(help);
        let argument = match short {
            Some(letter) => argument.short(letter),
            None => argument,
        };
        match value {
            Some(value) => argument.value_name(value).action(ArgAction::Set),
            None => argument.action(ArgAction::SetTrue),
        }
    });
    let files = Arg::new("files")
        .value_name("FILE")
        .num_args(0..)
        .value_parser(clap::value_parser!(OsString))
        .help("Files; standard input without one, or for -");
    Command::new(name)
        .version(env!("CARGO_PKG_VERSION"))
        .about(about)
        .after_help("This is a link to `digest`, which has more: `digest --help`.")
        // As getopt: long options may be shortened, and the last of the same counts.
        .infer_long_args(tool != Tool::B3sum)
        .args_override_self(true)
        .args(arguments)
        .arg(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_line_is_well_formed() {
        for (name, tool) in TOOLS {
            command(name, tool).debug_assert();
        }
    }
}
