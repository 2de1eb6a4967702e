//! Arguments of `digest seal`, `digest open` and `digest keygen`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::kdf::{AllowEmpty, PasswordSource};
use super::numbers::parse_range;
use super::options::RunOptions;

pub(super) const SEAL: &str = "\
Examples:
  digest keygen KEY                                create a key
  digest seal --key-file KEY FILE                  write FILE.sealed
  digest seal FILE                                 prompt for a password
  tar c DIR | digest seal --key-file KEY > DIR.tar.sealed

Encrypts with Cobblestone-256 (AES-256-GCM in chunks of 16 KiB; with a key of 16 bytes Cobblestone-128). A password is \
stretched with Argon2id. Without a key option, the password comes from standard input. Files are not removed.

There are no recipients, public keys or signatures: the key that opens a file can also create one. For these, use age, \
GnuPG or minisign.";

pub(super) const OPEN: &str = "\
Examples:
  digest open --key-file KEY FILE.sealed           write FILE
  digest open --key-file KEY --check FILE.sealed   verify it only
  digest open --key-file KEY --range 1000:2000 FILE.sealed
  digest open --key-file KEY < DIR.tar.sealed | tar x

An output file appears under its name once all of it is verified. Standard output gets verified bytes only; if the \
input is truncated, the end is missing and the exit status is 1. A range reads and verifies only its chunks of 16 KiB; \
a range without an end also verifies the length.";

pub(super) const KEYGEN: &str = "\
Example:
  digest keygen KEY

The key is random bytes. FILE is readable by its owner only, and never overwritten.";

#[derive(Args)]
pub(crate) struct SealArgs {
    /// Input files; standard input if none is given, or for -
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files: Vec<OsString>,
    #[command(flatten)]
    pub(crate) secret: SecretOptions,
    #[command(flatten)]
    pub(crate) target: TargetOptions,
    /// Write only the standard format, without the header of `digest`; requires a key
    #[arg(long)]
    pub(crate) raw: bool,
    /// Memory in KiB (Argon2id)
    #[arg(short = 'k', long, value_name = "KIB", default_value_t = 65536)]
    pub(crate) memory: u32,
    /// Number of passes over the memory (Argon2id)
    #[arg(short = 't', long, value_name = "N", default_value_t = 3)]
    pub(crate) passes: u32,
    /// Lanes (Argon2id)
    #[arg(short, long, value_name = "N", default_value_t = 4)]
    pub(crate) parallel: u32,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
pub(crate) struct OpenArgs {
    /// Sealed files; standard input if none is given, or for -
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files: Vec<OsString>,
    #[command(flatten)]
    pub(crate) secret: SecretOptions,
    #[command(flatten)]
    pub(crate) target: TargetOptions,
    /// Verify the files and write nothing
    #[arg(long, conflicts_with_all = ["range", "output", "force"])]
    pub(crate) check: bool,
    /// With --check, don't print OK lines
    #[arg(long, requires = "check")]
    pub(crate) quiet: bool,
    /// Write only bytes A up to but not including B, to standard output; without B, up to the end
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    pub(crate) range: Option<(u64, Option<u64>)>,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

/// Options for the key or the password, and for the context.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("sealing_key").conflicts_with("source"))]
pub(crate) struct SecretOptions {
    /// File with the key: 32 bytes, or 16 for Cobblestone-128
    #[arg(long, value_name = "FILE", group = "sealing_key", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// Environment variable with the key
    #[arg(long, value_name = "NAME", group = "sealing_key")]
    pub(crate) key_env: Option<OsString>,
    /// Read the key from standard input
    #[arg(long, group = "sealing_key")]
    pub(crate) key_stdin: bool,
    #[command(flatten)]
    pub(crate) password: PasswordSource,
    #[command(flatten)]
    pub(crate) empty: AllowEmpty,
    /// Context, such as the purpose of the files; must be the same for sealing and opening
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) context: String,
}

impl SecretOptions {
    /// Returns whether the options contain a key instead of a password.
    pub(crate) fn is_key(&self) -> bool {
        self.key_file.is_some() || self.key_env.is_some() || self.key_stdin
    }

    /// Returns whether the key or password is read from standard input.
    pub(crate) fn is_standard_input(&self) -> bool {
        self.key_stdin || (!self.is_key() && self.password.is_standard_input())
    }
}

/// Output file.
#[derive(Args)]
pub(crate) struct TargetOptions {
    /// Output file, or standard output for -; by default, the name of the input with .sealed added or removed
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) output: Option<OsString>,
    /// Replace existing files
    #[arg(short, long)]
    pub(crate) force: bool,
}

#[derive(Args)]
pub(crate) struct KeygenArgs {
    /// New file for the key
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    /// Length of the key in bits: 256 or 128
    #[arg(long, value_name = "BITS", default_value = "256", value_parser = ["128", "256"], hide_possible_values = true)]
    pub(crate) bits: String,
}
