//! The command line: the only file that knows clap.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::PathBuf;

use astragal::hazmat::cpu::{Level, limit};
use clap::{Args, CommandFactory as _, Parser, Subcommand};

use crate::exit::{Exit, usage};

const EXAMPLES: &str = "\
Examples:
  digest sha3-256 *.iso > SUMS     hash files
  digest -c sha3-256 SUMS          verify them
  digest --tag kt128 FILE          lines that name their algorithm
  digest -c SUMS                   verify such lines
  digest shake256 -l 1024 FILE     1024 bits of output; -l 128B says the same
  digest mac kmac256 --key-file KEY FILE
                                   an authentication code
  digest list                      every algorithm; `digest info ALG` tells more of one

Exit status: 0 all good; 1 a mismatch, an unreadable or missing file, or nothing verified; 2 wrong use.
ASTRAGAL_CPU=portable (avx2, vaes, gfni, avx512, neon, arm-sha3) caps the instruction sets.";

/// Hashes files, or verifies them, with any algorithm.
#[derive(Parser)]
#[command(name = "digest", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(
    override_usage = "digest [OPTIONS] ALG [FILE]...\n       digest -c [OPTIONS] [ALG] SUMS...\n       \
    digest COMMAND"
)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) sum: SumArgs,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Lists every algorithm
    List {
        /// As JSON
        #[arg(long)]
        json: bool,
    },
    /// Tells what is known of an algorithm
    Info {
        /// Its name
        #[arg(value_name = "ALG")]
        algorithm: String,
    },
    /// Runs known answers on this machine
    Selftest {
        /// Vector files or folders to run instead of the built-in ones
        #[arg(long, value_name = "PATH", num_args = 1..)]
        vectors: Vec<PathBuf>,
    },
    /// Hashes FILE N times with every hash: the speed table
    Test {
        /// How often
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// What; it is read into memory
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Computes or verifies message authentication codes
    Mac(MacArgs),
    /// Prints a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man,
}

#[derive(Args)]
pub(crate) struct SumArgs {
    /// The algorithm, then files; without a file, or for -, standard input
    #[arg(value_name = "ALG [FILE]...")]
    pub(crate) words: Vec<OsString>,
    /// Verify: read sums from the files and check them
    #[arg(short, long)]
    pub(crate) check: bool,
    /// Output length in bits, or in bytes with a B behind: 256 or 32B
    #[arg(short, long, value_name = "BITS", value_parser = parse_length)]
    pub(crate) length: Option<usize>,
    /// Write lines that name the algorithm
    #[arg(long, overrides_with = "untagged")]
    pub(crate) tag: bool,
    /// Write lines of digest and name (the default)
    #[arg(long, overrides_with = "tag")]
    pub(crate) untagged: bool,
    /// End lines with NUL, not newline, and write names as they are
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Write the digest in base64
    #[arg(long, conflicts_with_all = ["raw", "check"])]
    pub(crate) base64: bool,
    /// Write the digest's bytes alone
    #[arg(long, conflicts_with_all = ["tag", "zero", "check"])]
    pub(crate) raw: bool,
    /// Verifying: don't fail or report for missing files
    #[arg(long, requires = "check")]
    pub(crate) ignore_missing: bool,
    /// Verifying: don't print OK for each file; hashing: don't warn of broken algorithms
    #[arg(long, overrides_with_all = ["status", "warn"])]
    pub(crate) quiet: bool,
    /// Verifying: print nothing, the exit status tells
    #[arg(long, requires = "check", overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,
    /// Verifying: exit with 1 for lines that are malformed
    #[arg(long, requires = "check")]
    pub(crate) strict: bool,
    /// Verifying: warn of each line that is malformed
    #[arg(short, long, requires = "check", overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,
    #[command(flatten)]
    pub(crate) parameters: Parameters,
}

#[derive(Args, Clone, Default)]
pub(crate) struct Parameters {
    /// Customization string (cSHAKE, KT, TupleHash, ParallelHash, Ascon-CXOF)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    /// Function name (cSHAKE)
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Domain separation byte (TurboSHAKE), 0x01 to 0x7f
    #[arg(long, value_name = "BYTE", value_parser = parse_byte)]
    pub(crate) domain: Option<u8>,
    /// Block size in bytes (ParallelHash); 8192 without it
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("key").required(true))]
pub(crate) struct MacArgs {
    /// The algorithm
    #[arg(value_name = "ALG")]
    pub(crate) algorithm: String,
    /// Files; without one, or for -, standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// The file that holds the key, every byte of it
    #[arg(long, value_name = "FILE", group = "key")]
    pub(crate) key_file: Option<PathBuf>,
    /// The environment variable that holds the key
    #[arg(long, value_name = "NAME", group = "key")]
    pub(crate) key_env: Option<OsString>,
    /// Take the key from standard input
    #[arg(long, group = "key")]
    pub(crate) key_stdin: bool,
    /// Customization string (KMAC)
    #[arg(long, value_name = "TEXT")]
    pub(crate) custom: Option<String>,
    /// Tag length in bits, or in bytes with a B behind
    #[arg(short, long, value_name = "BITS", value_parser = parse_length)]
    pub(crate) length: Option<usize>,
    /// Compare with this tag, in constant time, instead of printing one
    #[arg(long, value_name = "HEX")]
    pub(crate) verify: Option<String>,
}

/// A length in bytes, from bits or from bytes with a `B` behind.
fn parse_length(text: &str) -> Result<usize, String> {
    if let Some(bytes) = text.strip_suffix(['B', 'b']) {
        return bytes.parse().map_err(|_| "expected a number of bytes before B".to_owned());
    }
    let bits: usize =
        text.parse().map_err(|_| "expected a number of bits, or of bytes as in 32B".to_owned())?;
    if !bits.is_multiple_of(8) {
        return Err("a length in bits is a multiple of 8".into());
    }
    Ok(bits / 8)
}

/// A byte in decimal, or in hex behind `0x`.
fn parse_byte(text: &str) -> Result<u8, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u8::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "expected a byte, as 31 or 0x1f".into())
}

/// Caps the instruction sets at `ASTRAGAL_CPU`.
pub(crate) fn limit_instruction_sets() -> anyhow::Result<()> {
    let Some(name) = std::env::var_os("ASTRAGAL_CPU") else {
        return Ok(());
    };
    let level = name.to_str().and_then(Level::from_name).ok_or_else(|| {
        let levels = Level::ALL.map(Level::name).join(", ");
        usage(format_args!("ASTRAGAL_CPU is {}; it may be {levels}", name.display()))
    })?;
    limit(level);
    Ok(())
}

pub(crate) fn print_completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    // Into memory first: clap panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "digest", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Good)
}

pub(crate) fn print_manual() -> anyhow::Result<Exit> {
    clap_mangen::Man::new(Cli::command()).render(&mut io::stdout().lock())?;
    Ok(Exit::Good)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_algorithm_is_called_like_a_command() {
        for verb in Cli::command().get_subcommands() {
            let name = verb.get_name();
            assert!(astragal::registry::hash(name).is_err(), "{name}");
            assert!(astragal::registry::xof(name).is_err(), "{name}");
        }
    }

    #[test]
    fn lengths_are_bits_or_bytes() {
        assert_eq!(parse_length("256"), Ok(32));
        assert_eq!(parse_length("32B"), Ok(32));
        assert_eq!(parse_length("0"), Ok(0));
        assert!(
            parse_length("7").is_err() && parse_length("x").is_err() && parse_length("B").is_err()
        );
        assert!(parse_length("-8").is_err());
    }
}
