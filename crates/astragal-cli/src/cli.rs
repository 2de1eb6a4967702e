//! Options, arguments and help texts of the command line, as Rust types.

mod algorithms;
mod compat;
mod directories;
mod kdf;
mod numbers;
mod options;
mod parts;
mod sealed;
mod sums;

use std::path::PathBuf;

use clap::{CommandFactory as _, Parser, Subcommand};

pub(crate) use self::algorithms::{BctestArgs, BenchArgs, ListArgs};
pub(crate) use self::compat::{TOOLS, Tool};
pub(crate) use self::directories::{AuditArgs, TreeArgs};
pub(crate) use self::kdf::{AllowEmpty, KdfArgs, PasswordCommand, PasswordSource, Preset};
pub(crate) use self::numbers::parse_byte;
pub(crate) use self::options::{
    CheckOptions, CksumLine, FileOptions, OutputStyle, Parameters, RunOptions, WalkOptions, When,
};
pub(crate) use self::parts::{Blake3Mode, MergeArgs, OutboardArgs, PartArgs};
pub(crate) use self::sealed::{KeygenArgs, OpenArgs, SealArgs, SecretOptions, TargetOptions};
pub(crate) use self::sums::{CheckArgs, ClassicArgs, HashArgs, MacArgs};

const EXAMPLES: &str = "\
Examples:
  digest sha3-256 *.iso > SUMS          hash files
  digest -c sha3-256 SUMS               verify them
  digest --tag kt128 FILE > SUMS        write lines that name their algorithm
  digest -c SUMS                        verify such lines
  digest shake256 -l 1024 FILE          write 1024 bits of output, or -l 128B
  digest hash -a sha256,blake3 -r DIR   hash every file below a directory with two
                                        algorithms, reading each file once
  digest audit SUMS DIR                 show what has changed
  digest tree DIR COPY                  compute one digest for each directory
  digest mac kmac256 --key-file KEY FILE
                                        compute an authentication code
  digest seal --key-file KEY FILE       encrypt a file; `digest open` decrypts it
  digest bench                          measure the speed of this machine
  digest list                           list the algorithms
  digest info ALG                       describe an algorithm
  digest help COMMAND                   show the help of a command

Exit status: 0 success; 1 a mismatch, a missing or unreadable file, or nothing verified; 2 usage error; \
128 + n ended by signal n, 141 output pipe closed.

Environment: ASTRAGAL_CPU=LEVEL caps the instruction sets. Levels: portable, ssse3, avx2, vaes, gfni, avx512, neon, \
arm-sha3. ASTRAGAL_TIMING=tables lets CAST-256 and MARS use lookup tables, which may leak keys and data.";

const ACVP: &str = "\
Writes the answers to standard output, as JSON. Algorithms: SHA-1, SHA-2, SHA-3, SHAKE, cSHAKE, TupleHash, \
ParallelHash, Ascon-Hash256, Ascon-XOF128, Ascon-CXOF128, Ascon-AEAD128, HMAC, CMAC-AES, KMAC, PBKDF, KDF-KMAC, and \
AES in ECB, CBC, CFB128, OFB, CTR, XTS, GCM, GMAC, XPN, CCM, GCM-SIV, KW and KWP.

Tests of other functions, of key wrapping with the inverse cipher and of messages of partial bytes are left out; a \
message states their number.

Exit status: 0 every test answered, or no answer differs from FILE; 1 otherwise.

Examples:
  digest acvp prompt.json > response.json
  digest acvp prompt.json --expected expectedResults.json";

/// Hash and verify files with any algorithm
#[derive(Parser)]
#[command(name = "digest", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(
    override_usage = "digest [OPTIONS] ALG [FILE]...\n       digest -c [OPTIONS] [ALG] SUMS...\n       \
    digest COMMAND"
)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) classic: ClassicArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Hash files with one or more algorithms, reading each file once
    #[command(after_help = sums::HASH)]
    Hash(HashArgs),
    /// Verify files against checksum files
    #[command(after_help = sums::CHECK)]
    Check(CheckArgs),
    /// Compute or verify message authentication codes
    #[command(after_help = sums::MAC)]
    Mac(MacArgs),
    /// Hash a range of a file with a tree hash, for `digest merge`
    #[command(after_help = parts::PART)]
    Part(PartArgs),
    /// Combine the records of `digest part` into the digest of the file
    Merge(MergeArgs),
    /// Write the BLAKE3 hash tree of a file, or verify a range of the file with it
    #[command(after_help = parts::OUTBOARD)]
    Outboard(OutboardArgs),
    /// Compare directories with a checksum file: changed, new, missing and moved files
    #[command(after_help = directories::AUDIT)]
    Audit(AuditArgs),
    /// Compute one digest for a directory and everything in it
    #[command(after_help = directories::TREE)]
    Tree(TreeArgs),
    /// Encrypt files with a key or a password
    #[command(after_help = sealed::SEAL)]
    Seal(SealArgs),
    /// Decrypt and verify sealed files, or a range of one
    #[command(after_help = sealed::OPEN)]
    Open(OpenArgs),
    /// Create a random key for `digest seal`
    #[command(after_help = sealed::KEYGEN)]
    Keygen(KeygenArgs),
    /// Measure the speed of algorithms
    #[command(after_help = algorithms::BENCH)]
    Bench(BenchArgs),
    /// Derive a key from a password or a key
    #[command(after_help = kdf::KDF)]
    Kdf(KdfArgs),
    /// Hash passwords for storage and verify them
    #[command(after_help = kdf::PASSWORD, disable_help_subcommand = true)]
    Password {
        #[command(subcommand)]
        command: PasswordCommand,
    },
    /// List the algorithms
    List(ListArgs),
    /// Describe an algorithm
    Info {
        /// Name of the algorithm
        #[arg(value_name = "ALG")]
        algorithm: String,
    },
    /// Run the known-answer tests
    Selftest {
        /// Run these vector files or directories instead of the built-in vectors
        #[arg(long, value_name = "PATH", num_args = 1..)]
        vectors: Vec<PathBuf>,
    },
    /// Answer a prompt of NIST's validation protocol ACVP
    #[command(after_help = ACVP)]
    Acvp {
        /// Vector set with the tests, in JSON
        #[arg(value_name = "PROMPT", value_hint = clap::ValueHint::FilePath)]
        prompt: PathBuf,
        /// Compare the answers with the expected results in FILE instead of writing the answers
        #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        expected: Option<PathBuf>,
    },
    /// Hash FILE N times with every algorithm and print the speeds as cppcrypto does
    Test {
        /// Number of repetitions
        #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
        count: u32,
        /// Input file, read into memory
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: PathBuf,
    },
    /// Encrypt FILE N times with every block cipher in CBC and CTR and print the speeds as cppcrypto does
    Bctest(BctestArgs),
    /// Print a shell completion script
    Completions {
        /// Name of the shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page of `digest` or of a command
    Man {
        /// Name of the command
        #[arg(value_name = "COMMAND")]
        words: Vec<String>,
        /// Write all manual pages into this directory
        #[arg(long, value_name = "DIR", conflicts_with = "words")]
        all: Option<PathBuf>,
    },
    /// Show the help of a command, or describe an algorithm
    Help {
        /// Name of a command or an algorithm
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
}

/// Returns whether `name` is a command of `digest`.
pub(crate) fn is_command(name: &str) -> bool {
    Cli::command().find_subcommand(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_line_definition_is_valid() {
        Cli::command().debug_assert();
    }
}
