//! Options that commands share.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::numbers::{parse_byte, parse_depth, parse_length};

/// Options for threads, progress and colors of commands that read files.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Running")]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) threads: ThreadOptions,
    /// Show progress: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) progress: When,
    /// Color the results: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) color: When,
}

/// Number of threads.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Running")]
pub(crate) struct ThreadOptions {
    /// Number of threads, at most 256; 0 for one per core
    #[arg(
        short,
        long = "jobs",
        visible_alias = "num-threads",
        value_name = "N",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub(crate) jobs: usize,
}

/// When to report progress, or when to color results.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal
    Auto,
    Always,
    Never,
}

/// Parameters of an algorithm, except its output length.
#[derive(Args, Clone, Default, PartialEq, Eq)]
#[command(next_help_heading = "Parameters")]
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
    /// Block size in bytes (ParallelHash); default 8192
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
    /// Skip this many bytes of output (extendable-output functions)
    #[arg(long, value_name = "BYTES")]
    pub(crate) seek: Option<u64>,
    /// Derive a key from the input under this context (BLAKE3)
    #[arg(long, value_name = "CONTEXT", conflicts_with = "custom")]
    pub(crate) derive_key: Option<String>,
}

impl Parameters {
    /// Returns a description of a parameter that the user gave, for an error message. Returns `None` if there is none.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (self.custom.is_some(), "customization string"),
            (self.name.is_some(), "function name"),
            (self.domain.is_some(), "domain byte"),
            (self.block.is_some(), "block size"),
            (self.seek.is_some(), "--seek"),
            (self.derive_key.is_some(), "context"),
        ];
        first_true(&given)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first_given().is_none()
    }
}

/// Length of the output.
#[derive(Args, Clone, Copy)]
pub(crate) struct LengthOption {
    /// Output length in bits, or in bytes with the suffix B: 256 or 32B
    #[arg(short = 'l', long = "length", value_name = "BITS", value_parser = parse_length)]
    pub(crate) bytes: Option<usize>,
}

/// Layout of the results.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputStyle {
    /// Write lines that name the algorithm and its parameters
    #[arg(long, overrides_with = "untagged")]
    pub(crate) tag: bool,
    /// Write lines of digest and name (default for one algorithm)
    #[arg(long, overrides_with = "tag")]
    pub(crate) untagged: bool,
    /// End lines with NUL instead of newline, and do not escape names
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Mark names with `*` as GNU's tools do in binary mode; the digest is the same
    #[arg(short, long, overrides_with = "text", hide = true)]
    pub(crate) binary: bool,
    /// Do not mark names
    #[arg(short, long, overrides_with = "binary", hide = true)]
    pub(crate) text: bool,
    /// Write the results to FILE, which is created or replaced when all are complete
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Variant of the `cksum` line, which contains a decimal checksum, the size and the name; `None` for other formats.
    #[arg(skip)]
    pub(crate) cksum: Option<CksumLine>,
    /// Write the digest in base64
    #[arg(long, group = "encoding")]
    pub(crate) base64: bool,
    /// Write the digest in URL-safe base64 without padding
    #[arg(long, group = "encoding")]
    pub(crate) base64url: bool,
    /// Write the digest as `ALG-BASE64` for Subresource Integrity
    #[arg(long, group = "encoding")]
    pub(crate) sri: bool,
    /// Write the bytes of the digest and nothing else
    #[arg(long, conflicts_with_all = ["encoding", "tag", "zero"])]
    pub(crate) raw: bool,
    /// Write digests without names
    #[arg(long, conflicts_with_all = ["raw", "tag"])]
    pub(crate) no_names: bool,
    /// Write JSON, one object per line
    #[arg(long, conflicts_with_all = ["encoding", "raw", "tag", "no_names", "zero"])]
    pub(crate) json: bool,
    /// Write lines in the format TEMPLATE: %{hex} %{base64} %{base64url} %{sri} %{path} %{alg} %{tag} %{bits} %{size},
    /// %% and \n \t \0 \\
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["encoding", "raw", "tag", "no_names", "json"])]
    pub(crate) format: Option<String>,
}

/// Whether a `cksum` line names its file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CksumLine {
    Named,
    /// The line has no name, because the command line names no file and standard input is read.
    Nameless,
}

impl OutputStyle {
    /// Returns whether an option selects an output other than tagged or untagged lines.
    pub(crate) fn has_layout(&self) -> bool {
        self.sri || self.raw || self.no_names || self.json || self.format.is_some()
    }

    /// Returns an option that the user gave and that only applies to the output of digests. Returns `None` if there is
    /// none.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (self.tag, "--tag"),
            (self.untagged, "--untagged"),
            (self.base64, "--base64"),
            (self.base64url, "--base64url"),
            (self.sri, "--sri"),
            (self.raw, "--raw"),
            (self.no_names, "--no-names"),
            (self.format.is_some(), "--format"),
            (self.binary, "--binary"),
            (self.text, "--text"),
            (self.output.is_some(), "--output"),
        ];
        first_true(&given)
    }
}

/// Options for reporting verification results.
#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Verifying")]
pub(crate) struct CheckOptions {
    /// Ignore missing files
    #[arg(long)]
    pub(crate) ignore_missing: bool,
    /// Print nothing; the exit status is the result
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,
    /// Exit with status 1 if a line is malformed
    #[arg(long)]
    pub(crate) strict: bool,
    /// Warn about each malformed line
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,
}

impl CheckOptions {
    /// Returns a verification option that the user gave, for an error message. Returns `None` if there is none.
    pub(crate) fn first_given(self) -> Option<&'static str> {
        let given = [
            (self.ignore_missing, "--ignore-missing"),
            (self.status, "--status"),
            (self.strict, "--strict"),
            (self.warn, "--warn"),
        ];
        first_true(&given)
    }
}

/// Selection of the input files.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Files")]
pub(crate) struct FileOptions {
    /// Hash all files below directories, except the output file
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    pub(crate) walk_options: WalkOptions,
    /// Read NUL-terminated file names from FILE, or from standard input for -
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files0_from: Option<OsString>,
    /// Output files, which a directory walk with `-r` must skip.
    #[arg(skip)]
    pub(crate) outputs: Vec<PathBuf>,
}

/// Selection of the files below a directory.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Files")]
pub(crate) struct WalkOptions {
    /// Include only files matching GLOB, by name or by path below the directory
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Skip files and directories matching GLOB
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Skip files and directories by the rules in FILE, which has the syntax of .gitignore
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) ignore_file: Vec<PathBuf>,
    /// Descend at most N levels; 1 for the files of the directory itself
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    pub(crate) max_depth: Option<usize>,
    /// Do not cross file system boundaries
    #[arg(long)]
    pub(crate) one_file_system: bool,
    /// Follow symbolic links; by default, links below a directory are skipped
    #[arg(long)]
    pub(crate) follow: bool,
}

impl WalkOptions {
    /// Returns an option of this group that the user gave, for an error message. Returns `None` if there is none.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (!self.include.is_empty(), "--include"),
            (!self.exclude.is_empty(), "--exclude"),
            (!self.ignore_file.is_empty(), "--ignore-file"),
            (self.max_depth.is_some(), "--max-depth"),
            (self.one_file_system, "--one-file-system"),
            (self.follow, "--follow"),
        ];
        first_true(&given)
    }
}

/// Returns the text of the first pair whose flag is true.
fn first_true(given: &[(bool, &'static str)]) -> Option<&'static str> {
    given.iter().find(|(is_given, _)| *is_given).map(|(_, name)| *name)
}
