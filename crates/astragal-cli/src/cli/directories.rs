//! Arguments of the commands for directories: `audit` and `tree`.

use std::ffi::OsString;

use clap::Args;

use super::options::{Parameters, RunOptions, WalkOptions};

pub(super) const AUDIT: &str = "\
Examples:
  digest hash -a sha256,blake3 -r DIR > SUMS     create a checksum file
  digest audit SUMS DIR                          show what has changed
  digest audit --update SUMS DIR                 add new files to SUMS
  digest audit --update --accept SUMS DIR        make SUMS match the directories
  digest audit -a sha256 --update SUMS DIR       create SUMS

A file is moved if a missing file had the same digest. It is damaged if its content changed but its size and \
modification time did not; this needs SUMS in the format of `digest hash --json`, which records both.

Exit status: 0 if all listed files below the directories are unchanged and none is new, or all differences were \
accepted; 1 otherwise.";

pub(super) const TREE: &str = "\
Examples:
  digest tree DIR                    compute the digest
  digest tree --verify HEX COPY      verify a copy
  digest tree --show DIR             list the entries; compare two lists with diff

The digest covers names, types, file contents and symbolic link targets, and permissions with --mode. It does not \
cover times, owners or the location of the directory. docs/directory-digest.md defines it.";

#[derive(Args)]
pub(crate) struct AuditArgs {
    /// Algorithm for lines that do not name one
    #[arg(short, long, value_name = "ALG")]
    pub(crate) algorithm: Option<String>,
    /// Checksum file
    #[arg(value_name = "SUMS", value_hint = clap::ValueHint::FilePath)]
    pub(crate) sums: OsString,
    /// Directories to compare; give the same paths as when SUMS was written
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    pub(crate) directories: Vec<OsString>,
    /// Append lines for new files; with -a, create SUMS if it is empty or missing
    #[arg(long)]
    pub(crate) update: bool,
    /// Replace the lines of changed, damaged and moved files; remove the lines of missing files
    #[arg(long)]
    pub(crate) accept: bool,
    /// Do not fail because of new files
    #[arg(long)]
    pub(crate) allow_new: bool,
    /// Also print unchanged files
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print nothing; the exit status is the result
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) status: bool,
    /// Write the results as JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Read and write SUMS with lines that end with NUL
    #[arg(short, long)]
    pub(crate) zero: bool,
    #[command(flatten)]
    pub(crate) walk_options: WalkOptions,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// Algorithm for the file contents
    #[arg(short, long, value_name = "ALG", default_value = "kt128")]
    pub(crate) algorithm: String,
    /// Directories
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    pub(crate) directories: Vec<OsString>,
    /// Compare with this digest instead of printing one
    #[arg(long, value_name = "HEX", conflicts_with = "show")]
    pub(crate) verify: Option<String>,
    /// Also print type, size and digest of each entry
    #[arg(long)]
    pub(crate) show: bool,
    /// Include permission bits in the digest
    #[arg(long)]
    pub(crate) mode: bool,
    /// Include only files matching GLOB, by name or by path below the directory
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Skip files and directories matching GLOB
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}
