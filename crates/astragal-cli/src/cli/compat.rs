//! Command lines of other tools. A link to `digest` named `sha256sum`, `b2sum`, `cksum`, `shasum` or `b3sum` accepts
//! only the options of that tool.

use std::ffi::OsString;

use clap::{Arg, ArgAction, Command};

/// A tool that `digest` imitates: a link to `digest` with the tool's name accepts the tool's command line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// `md5sum`, `sha256sum`, `b2sum` or another tool of GNU coreutils, with the name of its algorithm.
    Gnu(&'static str),
    Cksum,
    Shasum,
    B3sum,
}

/// Names of links, each with the tool that it selects.
pub(crate) const TOOLS: [(&str, Tool); 10] = [
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

/// Option of a tool: long name, short name, name of its value (if it takes one), and help text.
type Opt = (&'static str, Option<char>, Option<&'static str>, &'static str);

const CHECK: Opt = ("check", Some('c'), None, "Read digests from the files and verify them");
const TAG: Opt = ("tag", None, None, "Write lines that name the algorithm");
const ZERO: Opt =
    ("zero", Some('z'), None, "End lines with NUL instead of newline, and do not escape names");
const BINARY: Opt = ("binary", Some('b'), None, "Mark names with *");
const TEXT: Opt = ("text", Some('t'), None, "Do not mark names (default)");
const LENGTH_BITS: Opt = ("length", Some('l'), Some("BITS"), "Length of the digest in bits");
const QUIET: Opt = ("quiet", None, None, "Don't print OK lines");
const STATUS: Opt = ("status", None, None, "Print nothing; the exit status is the result");
const IGNORE_MISSING: Opt = ("ignore-missing", None, None, "Ignore missing files");
const STRICT: Opt = ("strict", None, None, "Exit with status 1 if a line is malformed");
const WARN: Opt = ("warn", Some('w'), None, "Warn about each malformed line");

const GNU: &[Opt] = &[BINARY, CHECK, TAG, TEXT, ZERO, IGNORE_MISSING, QUIET, STATUS, STRICT, WARN];
const CKSUM: &[Opt] = &[
    ("algorithm", Some('a'), Some("TYPE"), "Algorithm: sysv, bsd, crc (default), md5, sha256, ..."),
    ("base64", None, None, "Write digests in base64"),
    CHECK,
    LENGTH_BITS,
    ("raw", None, None, "Write the bytes of the digest"),
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
    ("debug", None, None, "Print the implementation of the checksum"),
];
const SHASUM: &[Opt] = &[
    ("algorithm", Some('a'), Some("N"), "1 (default), 224, 256, 384, 512, 512224, 512256"),
    BINARY,
    CHECK,
    TAG,
    TEXT,
    ("UNIVERSAL", Some('U'), None, "Read every line ending as a newline"),
    ("01", Some('0'), None, "Read the characters 0 and 1 as bits; other characters are ignored"),
    IGNORE_MISSING,
    ("quiet", Some('q'), None, "Don't print OK lines"),
    ("status", Some('s'), None, "Print nothing; the exit status is the result"),
    STRICT,
    WARN,
];
const B3SUM: &[Opt] = &[
    ("keyed", None, None, "Keyed mode; read the key, 32 bytes, from standard input"),
    ("derive-key", None, Some("CONTEXT"), "Key derivation mode with this context"),
    ("length", Some('l'), Some("LEN"), "Length of the output in bytes"),
    ("seek", None, Some("SEEK"), "Offset into the output in bytes"),
    ("num-threads", None, Some("NUM"), "Number of threads; 0 for one per core"),
    ("no-mmap", None, None, "Ignored; files are never memory-mapped"),
    ("no-names", None, None, "Write digests without names"),
    ("raw", None, None, "Write the bytes of the digest"),
    TAG,
    CHECK,
    QUIET,
];

impl Tool {
    /// Returns the clap parser of the tool's command line.
    pub(crate) fn command(self, name: &'static str) -> Command {
        let (options, about): (&[Opt], _) = match self {
            Self::Gnu(_) => (GNU, "Print or verify digests, like the command of GNU coreutils"),
            Self::Cksum => (CKSUM, "Print or verify checksums, like the command of GNU coreutils"),
            Self::Shasum => (SHASUM, "Print or verify SHA digests, like the command of Perl"),
            Self::B3sum => (B3SUM, "Print or verify BLAKE3 digests, like the command of BLAKE3"),
        };
        let length = (self == Self::Gnu("blake2b")).then_some(&LENGTH_BITS);
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
            .help("Input files; with none or with -, standard input");
        Command::new(name)
            .version(env!("CARGO_PKG_VERSION"))
            .about(about)
            .after_help("This is a link to `digest`; see `digest --help`.")
            // Behaves like getopt: long options may be abbreviated, and if an option is repeated, the last one takes
            // effect.
            .infer_long_args(self != Self::B3sum)
            .args_override_self(true)
            .args(arguments)
            .arg(files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_definitions_are_valid() {
        for (name, tool) in TOOLS {
            tool.command(name).debug_assert();
        }
    }
}
