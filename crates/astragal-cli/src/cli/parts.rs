//! Arguments of the commands for ranges of a file: `part`, `merge` and `outboard`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_range;
use super::options::{LengthOption, RunOptions};

pub(super) const PART: &str = "\
Examples:
  digest part blake3 --range 0:1073741824 FILE > 1.part     on one machine
  digest part blake3 --range 1073741824: FILE > 2.part      on another
  digest merge *.part                                       digest of the whole file

A range starts at a multiple of the leaf size, and ends at such a multiple or at the end of the file. The leaf size is \
8192 bytes for KT128 and KT256, 1024 bytes for BLAKE3, and the block size for ParallelHash. `digest merge` rejects \
gaps, overlaps, damaged records, and records of different algorithms, file lengths or parameters.";

pub(super) const OUTBOARD: &str = "\
Examples:
  digest outboard FILE FILE.obao                                  print the digest, write the tree
  digest outboard --verify HEX --range 4096:8192 FILE FILE.obao   verify a range of the file
  digest outboard --verify HEX --range 4096: --cat FILE FILE.obao > END

The tree has the outboard format of Bao and a sixteenth of the size of the file. Verifying a range reads only the 1024-byte \
chunks that the range touches. A range that reaches the end of the file also verifies its length. With --key-file or \
--derive-key, tree and digest belong to keyed BLAKE3 or to BLAKE3 key derivation.";

#[derive(Args)]
pub(crate) struct PartArgs {
    /// Tree hash: kt128, kt256, blake3, parallelhash128, ...
    #[arg(value_name = "ALG")]
    pub(crate) algorithm: String,
    /// Input file
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: OsString,
    /// Byte range from A up to but not including B; without B, up to the end
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    pub(crate) range: (u64, Option<u64>),
    /// Block size in bytes (ParallelHash); default 8192
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
    #[command(flatten)]
    pub(crate) mode: Blake3Mode,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// Records of all ranges, in any order
    #[arg(value_name = "RECORD", required = true, value_hint = clap::ValueHint::FilePath)]
    pub(crate) records: Vec<OsString>,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    /// Customization string (KT, ParallelHash)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    #[command(flatten)]
    pub(crate) mode: Blake3Mode,
}

#[derive(Args)]
pub(crate) struct OutboardArgs {
    /// Input file
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: OsString,
    /// Tree file: created, or read with --verify
    #[arg(value_name = "TREE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) tree: OsString,
    /// Verify against this BLAKE3 digest instead of writing the tree
    #[arg(long, value_name = "HEX")]
    pub(crate) verify: Option<String>,
    /// Byte range from A up to but not including B; without B, up to the end
    #[arg(long, value_name = "A:B", value_parser = parse_range, requires = "verify")]
    pub(crate) range: Option<(u64, Option<u64>)>,
    /// Write the bytes of the range, each only after it is verified
    #[arg(long, requires = "verify")]
    pub(crate) cat: bool,
    #[command(flatten)]
    pub(crate) mode: Blake3Mode,
    #[command(flatten)]
    pub(crate) run_options: RunOptions,
}

/// Key or context of BLAKE3.
#[derive(Args)]
pub(crate) struct Blake3Mode {
    /// File with the key (BLAKE3), 32 bytes
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// Derive a key from the input under this context (BLAKE3)
    #[arg(long, value_name = "CONTEXT", conflicts_with = "key_file")]
    pub(crate) derive_key: Option<String>,
}
