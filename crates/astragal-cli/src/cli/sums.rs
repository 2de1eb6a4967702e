//! Arguments of the commands that hash and verify files: `digest ALG FILE`, `digest -c SUMS`, `hash`, `check` and
//! `mac`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::options::{
    CheckOptions, FileOptions, LengthOption, OutputStyle, Parameters, RunOptions,
};

pub(super) const HASH: &str = "\
Examples:
  digest hash -a sha256,blake3,sm3 FILE...   tagged lines, each file read once
  digest hash -a sha3-256 --json -r DIR      JSON, one line per file
  digest hash -a sha384 --sri app.js         sha384-... for HTML's integrity attribute
  digest hash -a sha256 --format '%{path}: %{hex}, %{size} bytes' FILE...

Lines name their algorithm unless --untagged is given. `digest check` and `digest audit` read all these formats except \
--format. --json also records size and modification time, which `digest audit` uses to detect damage.";

pub(super) const CHECK: &str = "\
Formats: `DIGEST  NAME`; `ALG (NAME) = DIGEST` of GNU, BSD, OpenSSL and RHash; JSON of `digest hash --json`; \
hashdeep; `NAME DIGEST` of RHash; files named *.sfv; for crc32-posix the lines of `cksum`. Digests are hex in either \
case, base64 or SRI. Blank lines and lines starting with # or ; are ignored. A digest shorter than the default length of \
its algorithm is rejected unless -l asks for it.

A tag is NAME[-BITS][;PARAMETER=VALUE]..., for example KT128-256;custom=a%20b.

Exit status: 0 if every listed file was read and matched; 1 otherwise, or if nothing was verified.";

pub(super) const MAC: &str = "\
Examples:
  head -c 32 /dev/urandom > KEY
  digest mac hmac-sha256 --key-file KEY --tag SUMS > SUMS.mac    authenticate SUMS
  digest mac -c --key-file KEY SUMS.mac                          verify it
  digest mac kmac256 --key-stdin FILE                            prompt for the key

Keys are never command-line arguments, which other users could read.";

/// Arguments of `digest ALG FILE...` and `digest -c [ALG] SUMS...`.
#[derive(Args)]
pub(crate) struct ClassicArgs {
    /// Algorithm, then files; standard input if no file is given, or for -
    #[arg(value_name = "ALG [FILE]...", value_hint = clap::ValueHint::FilePath)]
    pub(crate) words: Vec<OsString>,
    /// Verify: read digests from checksum files and compare
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with_all = ["check", "resume"])]
    pub(crate) verify: Option<String>,
    /// Hash the bytes of TEXT instead of a file
    #[arg(short = 's', long, value_name = "TEXT", conflicts_with_all = ["check", "resume", "recursive", "files0_from"])]
    pub(crate) string: Option<String>,
    /// Save the progress in STATE every few seconds, and continue from STATE if it exists
    #[arg(long, value_name = "STATE", value_hint = clap::ValueHint::FilePath, conflicts_with = "check")]
    pub(crate) resume: Option<PathBuf>,
    /// Don't print warnings; with -c, don't print OK lines
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) style: OutputStyle,
    #[command(flatten)]
    pub(crate) check_options: CheckOptions,
    #[command(flatten)]
    pub(crate) file_options: FileOptions,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
pub(crate) struct HashArgs {
    /// Algorithms, separated by commas
    #[arg(short, long, value_name = "ALG,...", value_delimiter = ',', required = true)]
    pub(crate) algorithms: Vec<String>,
    /// Input files; standard input if none is given, or for -
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files: Vec<OsString>,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with_all = ["recursive", "files0_from"])]
    pub(crate) verify: Option<String>,
    /// Hash the bytes of TEXT instead of a file
    #[arg(short = 's', long, value_name = "TEXT", conflicts_with_all = ["recursive", "files0_from"])]
    pub(crate) string: Option<String>,
    /// Don't print warnings
    #[arg(long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) style: OutputStyle,
    #[command(flatten)]
    pub(crate) file_options: FileOptions,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Algorithm for lines that do not name one
    #[arg(short, long, value_name = "ALG")]
    pub(crate) algorithm: Option<String>,
    /// Checksum files; standard input if none is given, or for -
    #[arg(value_name = "SUMS", value_hint = clap::ValueHint::FilePath)]
    pub(crate) sums: Vec<OsString>,
    /// Don't print warnings or OK lines
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    /// Read lines that end with NUL, and do not unescape names
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Write the results as JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) check_options: CheckOptions,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("key").required(true))]
#[command(
    override_usage = "digest mac <--key-file FILE|--key-env NAME|--key-stdin> [OPTIONS] ALG [FILE]...\n       \
    digest mac -c <--key-file FILE|--key-env NAME|--key-stdin> [OPTIONS] [ALG] SUMS..."
)]
pub(crate) struct MacArgs {
    /// Algorithm, then files; with -c, an optional algorithm for lines that do not name one, then checksum files
    #[arg(value_name = "ALG [FILE]...", value_hint = clap::ValueHint::FilePath)]
    pub(crate) words: Vec<OsString>,
    /// Verify: read tags from checksum files and compare
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Compare with this tag, in constant time, instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with = "check")]
    pub(crate) verify: Option<String>,
    /// Don't print warnings; with -c, don't print OK lines
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    /// File with the key, which is used byte for byte
    #[arg(long, value_name = "FILE", group = "key", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// Environment variable with the key
    #[arg(long, value_name = "NAME", group = "key")]
    pub(crate) key_env: Option<OsString>,
    /// Read the key from standard input, without echo on a terminal
    #[arg(long, group = "key")]
    pub(crate) key_stdin: bool,
    /// Allow an empty key; anyone can then compute the MAC
    #[arg(long)]
    pub(crate) allow_empty_key: bool,
    /// Customization string (KMAC)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    #[command(flatten)]
    pub(crate) style: OutputStyle,
    #[command(flatten)]
    pub(crate) check_options: CheckOptions,
    #[command(flatten)]
    pub(crate) file_options: FileOptions,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}
