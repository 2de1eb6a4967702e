//! Arguments of the commands that measure or list algorithms: `bctest`, `bench` and `list`.

use std::path::PathBuf;

use clap::Args;

use super::numbers::parse_size;
use super::options::ThreadOptions;

pub(super) const BENCH: &str = "\
Examples:
  digest bench                            recommended and acceptable hashes
  digest bench sha3-256 blake3 cipher     two hashes and every block cipher
  digest bench keccak --sizes 64,1K,1M --cpu portable,avx2,avx512
  digest bench --save before; digest bench --compare before

Each result is the fastest of several runs. The clock frequency, from which cycles per byte are computed, is measured \
with a chain of dependent multiplications.";

#[derive(Args)]
pub(crate) struct BctestArgs {
    /// Also print the CBC encryption speed that cppcrypto published in 2014, and the ratio of the measured speed to it
    #[arg(long)]
    pub(crate) compare: bool,
    /// Let CAST-256 and MARS use lookup tables, which may leak keys and data through the cache
    #[arg(long)]
    pub(crate) table_lookups: bool,
    /// Number of repetitions
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: u32,
    /// Input file, read into memory
    #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) file: std::path::PathBuf,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Algorithms, families or kinds (hash, xof, mac, cipher); default: recommended and acceptable hashes
    #[arg(value_name = "ALG")]
    pub(crate) words: Vec<String>,
    /// Message lengths in bytes, separated by commas; the suffixes K, M and G are powers of 1024
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = parse_size)]
    pub(crate) sizes: Vec<usize>,
    /// Measure once per LEVEL, with the instruction sets capped at LEVEL
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    pub(crate) cpu: Vec<String>,
    /// Let CAST-256 and MARS use lookup tables, which may leak keys and data through the cache
    #[arg(long)]
    pub(crate) table_lookups: bool,
    /// Let tree hashes use several threads: the number set by -j, by default one per core
    #[arg(long)]
    pub(crate) threads: bool,
    /// Duration of each measurement in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 50)]
    pub(crate) time: u64,
    /// Write JSON, one object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Write an SVG chart of the results for the longest messages
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,
    /// Save the results in FILE
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) save: Option<PathBuf>,
    /// Show the speedup over the results saved in FILE
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) compare: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) thread_options: ThreadOptions,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// List only matches: a kind (hash, xof, mac, aead, cipher, mode, kdf, key-wrap), a family, a status, or the first
    /// or last part of a name; several words narrow the list
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write only the names, one per line
    #[arg(long, conflicts_with = "json")]
    pub(crate) names: bool,
}
