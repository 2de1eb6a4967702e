//! The command line of what works on ranges of a file: `part`, `merge` and `outboard`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_range;
use super::options::{Length, Running};

pub(super) const PART: &str = "\
Examples:
  digest part blake3 --range 0:1073741824 FILE > 1.part     on one machine
  digest part blake3 --range 1073741824: FILE > 2.part      on another
  digest merge *.part                                       the digest of the whole file

Ranges begin, and but for the last one end, at a multiple of the leaf's length: 8192 bytes for KT128 and \
KT256, 1024 for BLAKE3, the block size for ParallelHash. Gaps, overlaps, damaged records, and records of \
other algorithms, lengths or parameters are refused.";

pub(super) const OUTBOARD: &str = "\
Examples:
  digest outboard FILE FILE.obao                                  its digest, and the tree
  digest outboard --verify HEX --range 4096:8192 FILE FILE.obao   whether these bytes are the file's
  digest outboard --verify HEX --range 4096: --cat FILE FILE.obao > END

The tree is a sixteenth of the file, in the outboard format of Bao. What is read of the file is the chunks of \
1024 bytes that the range touches. A range that reaches the end proves the length, too. With --key-file or \
--derive-key tree and digest are those of keyed BLAKE3, or of its key derivation.";

#[derive(Args)]
pub(crate) struct PartArgs {
    /// kt128, kt256, blake3, parallelhash128 or another tree hash
    #[arg(value_name = "ALG")]
    pub(crate) algorithm: String,
    /// The file
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: OsString,
    /// The range in bytes, from A up to B, which is left out; without B up to the end
    #[arg(long, value_name = "A:B", value_parser = parse_range)]
    pub(crate) range: (u64, Option<u64>),
    /// Block size in bytes (ParallelHash); 8192 without it
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
    #[command(flatten)]
    pub(crate) mode: TreeMode,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// Records of all parts, in any order
    #[arg(value_name = "RECORD", required = true, value_hint = clap::ValueHint::FilePath)]
    pub(crate) records: Vec<OsString>,
    #[command(flatten)]
    pub(crate) length: Length,
    /// Customization string (KT, ParallelHash)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    #[command(flatten)]
    pub(crate) mode: TreeMode,
}

#[derive(Args)]
pub(crate) struct OutboardArgs {
    /// The file
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: OsString,
    /// The tree's file: a new one, or with --verify the one that was written
    #[arg(value_name = "TREE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) tree: OsString,
    /// Verify by this BLAKE3 digest instead
    #[arg(long, value_name = "HEX")]
    pub(crate) verify: Option<String>,
    /// The range in bytes, from A up to B, which is left out; without B up to the end
    #[arg(long, value_name = "A:B", value_parser = parse_range, requires = "verify")]
    pub(crate) range: Option<(u64, Option<u64>)>,
    /// Write the range's bytes, those alone that are verified
    #[arg(long, requires = "verify")]
    pub(crate) cat: bool,
    #[command(flatten)]
    pub(crate) mode: TreeMode,
    #[command(flatten)]
    pub(crate) running: Running,
}

/// What parts and trees of BLAKE3 depend on.
#[derive(Args)]
pub(crate) struct TreeMode {
    /// The file that holds the key (BLAKE3), 32 bytes
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// Derive a key from the input for this context (BLAKE3)
    #[arg(long, value_name = "CONTEXT", conflicts_with = "key_file")]
    pub(crate) derive_key: Option<String>,
}
