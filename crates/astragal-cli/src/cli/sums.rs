//! The command line of what writes sums and verifies them: the classic form, `hash`, `check` and `mac`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::options::{Checking, Length, Parameters, Places, Running, Style};

pub(super) const HASH: &str = "\
Examples:
  digest hash -a sha256,blake3,sm3 FILE...   tagged lines, each file read once
  digest hash -a sha3-256 --json -r DIR      JSON, a line for each file
  digest hash -a sha384 --sri app.js         sha384-... as HTML's integrity attribute has it
  digest hash -a sha256 --format '%{path}: %{hex}, %{size} bytes' FILE...

Lines name their algorithm, unless --untagged: `digest check` and `digest audit` read them as they are. They read \
JSON, base64 and SRI too. --json adds size and time of change, by which `digest audit` tells damage from change.";

pub(super) const CHECK: &str = "\
Lines may be `digest  name`, `ALG (name) = digest` (GNU, BSD, OpenSSL, RHash), the JSON that \
`digest hash --json` writes, hashdeep's lists, `name digest` (RHash), lists named *.sfv, or for crc32-posix the lines of \
`cksum`; digests hex of either case, base64, or SRI. Blank lines and those that begin \
with # or ; are passed over. A digest shorter than the algorithm's own is refused unless -l asks for it.

A tag is NAME[-BITS][;PARAMETER=VALUE]..., as KT128-256;custom=a%20b: what is needed to compute the same.

Exit status: 0 if every file listed was read and matched; 1 otherwise, and when nothing was verified.";

pub(super) const MAC: &str = "\
Examples:
  head -c 32 /dev/urandom > KEY
  digest mac hmac-sha256 --key-file KEY --tag SUMS > SUMS.mac    sign a list
  digest mac -c --key-file KEY SUMS.mac                          verify it
  digest mac kmac256 --key-stdin FILE                            asks for the key

A key is never a word of the command line, where others could read it.";

/// `digest ALG FILE...` and `digest -c [ALG] SUMS...`.
#[derive(Args)]
pub(crate) struct ClassicArgs {
    /// The algorithm, then files; without a file, or for -, standard input
    #[arg(value_name = "ALG [FILE]...", value_hint = clap::ValueHint::FilePath)]
    pub(crate) words: Vec<OsString>,
    /// Verify: read sums from the files and check them
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with_all = ["check", "resume"])]
    pub(crate) verify: Option<String>,
    /// Hash the bytes of TEXT instead of a file
    #[arg(short = 's', long, value_name = "TEXT", conflicts_with_all = ["check", "resume", "recursive", "files0_from"])]
    pub(crate) string: Option<String>,
    /// Continue from this file if it exists, and keep it up to date: an interrupted run loses seconds
    #[arg(long, value_name = "STATE", value_hint = clap::ValueHint::FilePath, conflicts_with = "check")]
    pub(crate) resume: Option<PathBuf>,
    /// Verifying: don't print OK for each file; hashing: don't warn
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) length: Length,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) style: Style,
    #[command(flatten)]
    pub(crate) checking: Checking,
    #[command(flatten)]
    pub(crate) places: Places,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
pub(crate) struct HashArgs {
    /// The algorithms, with commas between
    #[arg(short, long, value_name = "ALG,...", value_delimiter = ',', required = true)]
    pub(crate) algorithms: Vec<String>,
    /// Files; without one, or for -, standard input
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files: Vec<OsString>,
    #[command(flatten)]
    pub(crate) length: Length,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) style: Style,
    #[command(flatten)]
    pub(crate) places: Places,
    /// Don't warn
    #[arg(long)]
    pub(crate) quiet: bool,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with_all = ["recursive", "files0_from"])]
    pub(crate) verify: Option<String>,
    /// Hash the bytes of TEXT instead of a file
    #[arg(short = 's', long, value_name = "TEXT", conflicts_with_all = ["recursive", "files0_from"])]
    pub(crate) string: Option<String>,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The algorithm of all lines; lines that name theirs need none
    #[arg(short, long, value_name = "ALG")]
    pub(crate) algorithm: Option<String>,
    /// Lists; without one, or for -, standard input
    #[arg(value_name = "SUMS", value_hint = clap::ValueHint::FilePath)]
    pub(crate) sums: Vec<OsString>,
    #[command(flatten)]
    pub(crate) length: Length,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) checking: Checking,
    /// Don't print OK for each file
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    /// Lines end with NUL, and names stand as they are
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Write the verdicts as JSON, a line each
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("key").required(true))]
#[command(
    override_usage = "digest mac <--key-file FILE|--key-env NAME|--key-stdin> [OPTIONS] ALG [FILE]...\n       \
    digest mac -c <--key-file FILE|--key-env NAME|--key-stdin> [OPTIONS] [ALG] SUMS..."
)]
pub(crate) struct MacArgs {
    /// The algorithm, then files; with -c, lists, behind the algorithm of lines that do not name it
    #[arg(value_name = "ALG [FILE]...", value_hint = clap::ValueHint::FilePath)]
    pub(crate) words: Vec<OsString>,
    /// The file that holds the key, every byte of it
    #[arg(long, value_name = "FILE", group = "key", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// The environment variable that holds the key
    #[arg(long, value_name = "NAME", group = "key")]
    pub(crate) key_env: Option<OsString>,
    /// Take the key from standard input; typed at a terminal, it is not shown
    #[arg(long, group = "key")]
    pub(crate) key_stdin: bool,
    /// Allow a key of no bytes, under which anyone can compute codes
    #[arg(long)]
    pub(crate) allow_empty_key: bool,
    /// Customization string (KMAC)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    #[command(flatten)]
    pub(crate) length: Length,
    #[command(flatten)]
    pub(crate) style: Style,
    /// Compare with this tag, in constant time, instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with = "check")]
    pub(crate) verify: Option<String>,
    /// Verify: read codes from the files and check them
    #[arg(short, long)]
    pub(crate) check: bool,
    #[command(flatten)]
    pub(crate) checking: Checking,
    #[command(flatten)]
    pub(crate) places: Places,
    /// Verifying: don't print OK for each file; else: don't warn
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) running: Running,
}
