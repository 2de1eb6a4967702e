//! The command line: the only module that knows clap.

mod help;
mod kdf;
mod linked;
mod numbers;
mod options;
mod parts;
mod sums;
mod verbs;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub(crate) use self::help::{is_command, parse, print_completions, print_help, print_manual};
pub(crate) use self::kdf::{Empty, KdfArgs, PasswordSource, PasswordVerb, Preset};
pub(crate) use self::linked::{Tool, linked};
pub(crate) use self::numbers::parse_byte;
pub(crate) use self::options::{
    Checking, CksumLine, Parameters, Places, Search, Style, level, limit_instruction_sets,
};
pub(crate) use self::parts::{MergeArgs, OutboardArgs, PartArgs, TreeMode};
pub(crate) use self::sums::{CheckArgs, ClassicArgs, HashArgs, MacArgs};
pub(crate) use self::verbs::{AuditArgs, BenchArgs, ListArgs, TreeArgs};

const EXAMPLES: &str = "\
Examples:
  digest sha3-256 *.iso > SUMS          hash files
  digest -c sha3-256 SUMS               verify them
  digest --tag kt128 FILE > SUMS        lines that name their algorithm
  digest -c SUMS                        verify such lines
  digest shake256 -l 1024 FILE          1024 bits of output; -l 128B says the same
  digest hash -a sha256,blake3 -r DIR   several algorithms for every file below a
                                        folder, each read once
  digest audit SUMS DIR                 what has changed since
  digest tree DIR COPY                  one digest for each directory
  digest mac kmac256 --key-file KEY FILE
                                        an authentication code
  digest bench                          how fast this machine is
  digest list                           every algorithm; `digest info ALG` tells
                                        more of one
  digest help COMMAND                   more of a command

Exit status: 0 all good; 1 a mismatch, an unreadable or missing file, or nothing verified; 2 wrong use; \
128 + n ended by signal n, 141 where nobody reads the output.

ASTRAGAL_CPU=portable (ssse3, avx2, vaes, gfni, avx512, neon, arm-sha3) caps the instruction sets.";

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
    pub(crate) classic: ClassicArgs,
}

#[derive(Subcommand)]
pub(crate) enum Verb {
    /// Hashes files with one algorithm or several, reading each once
    #[command(after_help = sums::HASH)]
    Hash(HashArgs),
    /// Verifies files by lists of sums
    #[command(after_help = sums::CHECK)]
    Check(CheckArgs),
    /// Computes or verifies message authentication codes
    #[command(after_help = sums::MAC)]
    Mac(MacArgs),
    /// Hashes a range of a file by a tree hash, for `digest merge`
    #[command(after_help = parts::PART)]
    Part(PartArgs),
    /// Puts a digest together from what `digest part` wrote
    Merge(MergeArgs),
    /// Writes what verifies any range of a file by its BLAKE3 digest, and verifies ranges
    #[command(after_help = parts::OUTBOARD)]
    Outboard(OutboardArgs),
    /// Compares folders with a list of sums: changed, new, missing, moved
    #[command(after_help = verbs::AUDIT)]
    Audit(AuditArgs),
    /// Computes one digest for a directory and everything in it
    #[command(after_help = verbs::TREE)]
    Tree(TreeArgs),
    /// Measures algorithms on this machine
    #[command(after_help = verbs::BENCH)]
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
    /// Hashes FILE N times with every algorithm, for cppcrypto's table of speeds
    Test {
        /// How often
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// What; it is read into memory
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Encrypts FILE N times with every block cipher, by CBC and CTR, likewise
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
        words: Vec<String>,
        /// Write all pages into this folder
        #[arg(long, value_name = "DIR", conflicts_with = "words")]
        all: Option<PathBuf>,
    },
    /// Explains a command or an algorithm
    Help {
        /// Which
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
}
