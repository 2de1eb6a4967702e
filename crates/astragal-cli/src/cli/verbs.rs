//! The arguments of the commands that have many of their own.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::options::{Parameters, Places};

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
    /// Append the sums of files that the list does not have; its lines stay as they are
    #[arg(long)]
    pub(crate) update: bool,
    /// New files are no failure
    #[arg(long)]
    pub(crate) allow_new: bool,
    /// Also print the files that are as they were
    #[arg(short, long)]
    pub(crate) verbose: bool,
    /// Print nothing, the exit status tells
    #[arg(long, conflicts_with = "verbose")]
    pub(crate) status: bool,
    /// Write the verdicts as JSON, a line each
    #[arg(long)]
    pub(crate) json: bool,
    /// The list's lines end with NUL
    #[arg(short, long)]
    pub(crate) zero: bool,
    #[command(flatten)]
    pub(crate) places: Places,
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
}

/// A number of bytes, with a unit of 1024 behind it.
fn parse_size(text: &str) -> Result<usize, String> {
    /// Longer messages are not measured, but stream all the same.
    const MOST: usize = 4 << 30;
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        _ => return Err("expected bytes, or a number with K, M or G behind".into()),
    };
    let number: Option<usize> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| (1..=MOST).contains(bytes)).ok_or_else(|| "expected 1 to 4G bytes".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("64"), Ok(64));
        assert_eq!(parse_size("16K"), Ok(16 << 10));
        assert_eq!(parse_size("1MiB"), Ok(1 << 20));
        for wrong in ["", "0", "K", "1T", "-1", "99999999999999999999G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
