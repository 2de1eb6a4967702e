//! The command line: the only module that knows clap.

mod help;
mod kdf;
mod options;
mod verbs;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

pub(crate) use self::help::{parse, print_completions, print_help, print_manual};
pub(crate) use self::kdf::{KdfArgs, PasswordSource, PasswordVerb, Preset};
use self::options::Length;
pub(crate) use self::options::{
    Checking, Parameters, Places, Running, Style, level, limit_instruction_sets, parse_byte,
};
pub(crate) use self::verbs::{AuditArgs, BenchArgs, TreeArgs};

/// Hashes files, or verifies them, with any algorithm.
#[derive(Parser)]
#[command(name = "digest", version, after_help = help::EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(
    override_usage = "digest [OPTIONS] ALG [FILE]...\n       digest -c [OPTIONS] [ALG] SUMS...\n       \
    digest COMMAND"
)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) classic: ClassicArgs,
    #[command(flatten)]
    pub(crate) running: Running,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Hashes files with one algorithm or several, reading each once
    #[command(after_help = help::HASH)]
    Hash(HashArgs),
    /// Verifies files by lists of sums
    #[command(after_help = help::CHECK)]
    Check(CheckArgs),
    /// Computes or verifies message authentication codes
    #[command(after_help = help::MAC)]
    Mac(MacArgs),
    /// Hashes a range of a file by a tree hash, for `digest merge`
    #[command(after_help = help::PART)]
    Part(PartArgs),
    /// Puts a digest together from what `digest part` wrote
    Merge(MergeArgs),
    /// Writes what verifies any range of a file by its BLAKE3 digest, and verifies ranges
    #[command(after_help = help::OUTBOARD)]
    Outboard(OutboardArgs),
    /// Compares folders with a list of sums: changed, new, missing, moved
    #[command(after_help = help::AUDIT)]
    Audit(AuditArgs),
    /// Computes one digest for a directory and everything in it
    #[command(after_help = help::TREE)]
    Tree(TreeArgs),
    /// Measures algorithms on this machine
    #[command(after_help = help::BENCH)]
    Bench(BenchArgs),
    /// Derives a key from a password or a key
    #[command(after_help = kdf::KDF)]
    Kdf(KdfArgs),
    /// Hashes passwords for storage, and verifies them
    #[command(after_help = kdf::PASSWORD, disable_help_subcommand = true)]
    Password {
        #[command(subcommand)]
        verb: PasswordVerb,
    },
    /// Lists the algorithms
    List(ListArgs),
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
    /// Hashes FILE N times with every algorithm: the speed table of old
    Test {
        /// How often
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// What; it is read into memory
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Encrypts FILE N times with every block cipher, by CBC and CTR
    Bctest {
        /// How often
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// What; it is read into memory
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Prints a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of `digest` or of a command
    Man {
        /// The command
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
        /// Write all pages into this folder
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        all: Option<PathBuf>,
    },
    /// Explains a command or an algorithm
    Help {
        /// Which
        #[arg(value_name = "WORD")]
        word: Option<String>,
    },
}

/// `digest ALG FILE...` and `digest -c [ALG] SUMS...`.
#[derive(Args)]
pub(crate) struct ClassicArgs {
    /// The algorithm, then files; without a file, or for -, standard input
    #[arg(value_name = "ALG [FILE]...", value_hint = clap::ValueHint::FilePath)]
    pub(crate) words: Vec<OsString>,
    /// Verify: read sums from the files and check them
    #[arg(short, long)]
    pub(crate) check: bool,
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
}

#[derive(Args)]
#[command(group = clap::ArgGroup::new("key").required(true))]
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
}

#[derive(Args)]
pub(crate) struct ListArgs {
    /// Only these: a kind (hash, xof, mac, aead), a family or a status; all of several words hold
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The names alone, a line each
    #[arg(long, conflicts_with = "json")]
    pub(crate) names: bool,
}

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
    /// Block size in bytes (ParallelHash)
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
    #[command(flatten)]
    pub(crate) mode: TreeMode,
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
}

/// What parts of BLAKE3 depend on.
#[derive(Args)]
pub(crate) struct TreeMode {
    /// The file that holds the key (BLAKE3), 32 bytes
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) key_file: Option<PathBuf>,
    /// Derive a key from the input for this context (BLAKE3)
    #[arg(long, value_name = "CONTEXT", conflicts_with = "key_file")]
    pub(crate) derive_key: Option<String>,
}

/// `A:B` or `A:`.
fn parse_range(text: &str) -> Result<(u64, Option<u64>), String> {
    let wrong = || format!("{text:?} is no range; it takes A:B or A: in bytes");
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    let start = start.parse().map_err(|_| wrong())?;
    let end = if end.is_empty() { None } else { Some(end.parse().map_err(|_| wrong())?) };
    if end.is_some_and(|end| end < start) {
        return Err(format!("{text:?} ends before it begins"));
    }
    Ok((start, end))
}
