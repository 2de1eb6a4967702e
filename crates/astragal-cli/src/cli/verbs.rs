//! The command line of what looks at folders, `audit` and `tree`, and at algorithms, `list` and `bench`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_size;
use super::options::{Parameters, Running, Search, Threads};

pub(super) const AUDIT: &str = "\
Examples:
  digest hash -a sha256,blake3 -r DIR > SUMS     make a list
  digest audit SUMS DIR                          what has changed since
  digest audit --update SUMS DIR                 append new files to the list
  digest audit --update --accept SUMS DIR        make the list what the folders hold
  digest audit -a sha256 --update SUMS DIR       begin a list

A file is moved when a missing one has the same digest. It is damaged when its content differs and its size and time \
of change do not, for lists of `digest hash --json`, which hold them. Exit status: 0 if all listed files of the \
folders are unchanged and none is new, or all differences were accepted; 1 otherwise.";

pub(super) const TREE: &str = "\
Examples:
  digest tree DIR                    the digest
  digest tree --verify HEX COPY      whether a copy is the same
  digest tree --show DIR             why two differ, by diff

Names, types, contents and the targets of symbolic links count; times, owners and where the directory lies \
do not; permissions with --mode. docs/directory-digest.md defines it.";

pub(super) const BENCH: &str = "\
Examples:
  digest bench                            the current hashes
  digest bench sha3-256 blake3 cipher     two hashes and every block cipher
  digest bench keccak --sizes 64,1K,1M --cpu portable,avx2,avx512
  digest bench --save before; digest bench --compare before

Of several runs within the time the fastest counts. Cycles per byte are by the frequency that a chain of \
multiplications shows.";

#[derive(Args)]
pub(crate) struct AuditArgs {
    /// The algorithm of all lines; lines that name theirs need none
    #[arg(short, long, value_name = "ALG")]
    pub(crate) algorithm: Option<String>,
    /// The list
    #[arg(value_name = "SUMS", value_hint = clap::ValueHint::FilePath)]
    pub(crate) sums: OsString,
    /// Folders to compare with it, as they were named when it was made
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    pub(crate) folders: Vec<OsString>,
    /// Append lines of new files; with -a, start a list that is empty or does not exist
    #[arg(long)]
    pub(crate) update: bool,
    /// Replace the lines of changed, damaged and moved files, and remove those of missing files
    #[arg(long)]
    pub(crate) accept: bool,
    /// New files are no failure
    #[arg(long)]
    pub(crate) allow_new: bool,
    /// Also print the files that are as they were
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print nothing; the exit status is the verdict
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) status: bool,
    /// Write the verdicts as JSON, a line each
    #[arg(long)]
    pub(crate) json: bool,
    /// The list's lines end with NUL
    #[arg(short, long)]
    pub(crate) zero: bool,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// The algorithm of the files' contents
    #[arg(short, long, value_name = "ALG", default_value = "kt128")]
    pub(crate) algorithm: String,
    /// Directories
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    pub(crate) folders: Vec<OsString>,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with = "show")]
    pub(crate) verify: Option<String>,
    /// Print the entries too: type, size and digest of each; `diff` of two tells why they differ
    #[arg(long)]
    pub(crate) show: bool,
    /// Permission bits count
    #[arg(long)]
    pub(crate) mode: bool,
    /// Only files whose name, or path behind the directory, matches
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Not the files and directories that match
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Algorithms, families or kinds (hash, xof, mac, cipher); without one the current hashes
    #[arg(value_name = "ALG")]
    pub(crate) words: Vec<String>,
    /// Lengths of messages in bytes, with commas between; K, M and G multiply
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = parse_size)]
    pub(crate) sizes: Vec<usize>,
    /// Cap the instruction sets at each of these in turn
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    pub(crate) cpu: Vec<String>,
    /// Let tree hashes use all cores, or as many as -j says
    #[arg(long)]
    pub(crate) threads: bool,
    /// Milliseconds for each measurement
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(crate) time: u64,
    /// Write JSON, an object in each line
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw a chart of the longest messages
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Keep the run in this file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    /// Show how many times as fast this run is as the one in the file
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) compare: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) running: Threads,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// Only these: a kind (hash, xof, mac, aead, cipher, mode, kdf), a family, a status, or how a name begins or
    /// ends; all of several words hold
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The names alone, a line each
    #[arg(long, conflicts_with = "json")]
    pub(crate) names: bool,
}
