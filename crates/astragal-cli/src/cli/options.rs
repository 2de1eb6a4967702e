//! Options that commands share.

use std::ffi::OsString;
use std::path::PathBuf;

use astragal::hazmat::cpu::{Level, limit};
use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::numbers::{parse_byte, parse_depth, parse_length};
use crate::console::{self, When};
use crate::exit::usage;
use crate::work;

/// Options of commands that read files.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Running")]
pub(crate) struct Running {
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Show progress: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) progress: When,
    /// Colour verdicts: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true,
        hide_possible_values = true
    )]
    pub(crate) color: When,
}

impl Running {
    /// Makes the process run as the options say.
    pub(crate) fn apply(self) {
        console::set_colour(self.color);
        work::configure(self.threads.jobs, self.progress);
    }
}

/// How many threads run.
#[derive(Args, Clone, Copy)]
#[command(next_help_heading = "Running")]
pub(crate) struct Threads {
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

impl Threads {
    /// Makes the process run on so many threads, without progress.
    pub(crate) fn apply(self) {
        work::configure(self.jobs, When::Never);
    }
}

impl ValueEnum for When {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Auto, Self::Always, Self::Never]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            Self::Auto => "auto",
            Self::Always => "always",
            Self::Never => "never",
        }))
    }
}

/// What an algorithm may take.
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
    /// Block size in bytes (ParallelHash); 8192 without it
    #[arg(long, value_name = "BYTES")]
    pub(crate) block: Option<usize>,
    /// Start of the output, in bytes (extendable-output functions)
    #[arg(long, value_name = "BYTES")]
    pub(crate) seek: Option<u64>,
    /// Derive a key from the input for this context (BLAKE3)
    #[arg(long, value_name = "CONTEXT", conflicts_with = "custom")]
    pub(crate) derive_key: Option<String>,
}

impl Parameters {
    /// What was given first, in words.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (self.custom.is_some(), "customization string"),
            (self.name.is_some(), "function name"),
            (self.domain.is_some(), "domain byte"),
            (self.block.is_some(), "block size"),
            (self.seek.is_some(), "--seek"),
            (self.derive_key.is_some(), "context"),
        ];
        given.iter().find(|(given, _)| *given).map(|(_, what)| *what)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first_given().is_none()
    }
}

/// How long the output is.
#[derive(Args, Clone, Copy)]
pub(crate) struct Length {
    /// Output length in bits, or in bytes with a B behind: 256 or 32B
    #[arg(short = 'l', long = "length", value_name = "BITS", value_parser = parse_length)]
    pub(crate) bytes: Option<usize>,
}

/// How results are written.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Output")]
pub(crate) struct Style {
    /// Write lines that name the algorithm and its parameters
    #[arg(long, overrides_with = "untagged")]
    pub(crate) tag: bool,
    /// Write lines of digest and name (the default for one algorithm)
    #[arg(long, overrides_with = "tag")]
    pub(crate) untagged: bool,
    /// End lines with NUL, not newline, and write names as they are
    #[arg(short, long)]
    pub(crate) zero: bool,
    /// Mark names with `*`, as GNU's tools do for binary mode; the digest is the same
    #[arg(short, long, overrides_with = "text", hide = true)]
    pub(crate) binary: bool,
    /// Do not mark names
    #[arg(short, long, overrides_with = "binary", hide = true)]
    pub(crate) text: bool,
    /// Write the results to FILE, which appears when all are there
    #[arg(short, long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
    /// Write lines as `cksum` does: checksum in decimal, size, name
    #[arg(skip)]
    pub(crate) cksum: Option<CksumLine>,
    /// Write the digest in base64
    #[arg(long, group = "encoding")]
    pub(crate) base64: bool,
    /// Write the digest in URL-safe base64, without padding
    #[arg(long, group = "encoding")]
    pub(crate) base64url: bool,
    /// Write the digest as `alg-base64`, as Subresource Integrity has it
    #[arg(long, group = "encoding")]
    pub(crate) sri: bool,
    /// Write the digest's bytes alone
    #[arg(long, conflicts_with_all = ["encoding", "tag", "zero"])]
    pub(crate) raw: bool,
    /// Write digests without names
    #[arg(long, conflicts_with_all = ["raw", "tag"])]
    pub(crate) no_names: bool,
    /// Write JSON, an object in each line
    #[arg(long, conflicts_with_all = ["encoding", "raw", "tag", "no_names", "zero"])]
    pub(crate) json: bool,
    /// Write lines as this says: %{hex} %{base64} %{base64url} %{sri} %{path} %{alg} %{tag} %{bits} %{size}, %% and \n \t \0 \\
    #[arg(long, value_name = "TEMPLATE", conflicts_with_all = ["encoding", "raw", "tag", "no_names", "json"])]
    pub(crate) format: Option<String>,
}

/// Whether a line of `cksum` names its file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CksumLine {
    Named,
    /// Standard input that no argument names.
    Nameless,
}

impl Style {
    /// Whether an option chooses a layout that has no place for a tag.
    pub(crate) fn has_layout(&self) -> bool {
        self.sri || self.raw || self.no_names || self.json || self.format.is_some()
    }

    /// The first option that only makes sense where sums are written.
    pub(crate) fn first_of_writing(&self) -> Option<&'static str> {
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
        given.iter().find(|(given, _)| *given).map(|(_, option)| *option)
    }
}

/// How verdicts are told.
#[derive(Args, Clone, Copy, Default)]
#[command(next_help_heading = "Verifying")]
pub(crate) struct Checking {
    /// Don't fail or report for missing files
    #[arg(long)]
    pub(crate) ignore_missing: bool,
    /// Print nothing; the exit status is the verdict
    #[arg(long, overrides_with_all = ["quiet", "warn"])]
    pub(crate) status: bool,
    /// Exit with 1 for lines that are malformed
    #[arg(long)]
    pub(crate) strict: bool,
    /// Warn of each line that is malformed
    #[arg(short, long, overrides_with_all = ["quiet", "status"])]
    pub(crate) warn: bool,
}

impl Checking {
    /// The first option that only makes sense where sums are verified.
    pub(crate) fn first_given(self) -> Option<&'static str> {
        let given = [
            (self.ignore_missing, "--ignore-missing"),
            (self.status, "--status"),
            (self.strict, "--strict"),
            (self.warn, "--warn"),
        ];
        given.iter().find(|(given, _)| *given).map(|(_, option)| *option)
    }
}

/// Which files.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Files")]
pub(crate) struct Places {
    /// Hash the files in folders, and in theirs, but for the one that the output goes to
    #[arg(short, long)]
    pub(crate) recursive: bool,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Take the names from this file, each ended by NUL; - for standard input
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) files0_from: Option<OsString>,
    /// Files that results are written to, which have no digest yet
    #[arg(skip)]
    pub(crate) outputs: Vec<PathBuf>,
}

/// Which files below a folder.
#[derive(Args, Clone, Default)]
#[command(next_help_heading = "Files")]
pub(crate) struct Search {
    /// Only files whose name, or path behind the folder, matches
    #[arg(long, value_name = "GLOB")]
    pub(crate) include: Vec<String>,
    /// Not the files and folders that match
    #[arg(long, value_name = "GLOB")]
    pub(crate) exclude: Vec<String>,
    /// Not what this file says, in the manner of .gitignore
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) ignore_file: Vec<PathBuf>,
    /// How deep to go; 1 for the files of the folder itself
    #[arg(long, value_name = "N", value_parser = parse_depth)]
    pub(crate) max_depth: Option<usize>,
    /// Stay on the file system of each folder
    #[arg(long)]
    pub(crate) one_file_system: bool,
    /// Follow symbolic links to folders and files; without it those met on the way are left out
    #[arg(long)]
    pub(crate) follow: bool,
}

impl Search {
    /// The first option, all of which only make sense where folders are searched.
    pub(crate) fn first_given(&self) -> Option<&'static str> {
        let given = [
            (!self.include.is_empty(), "--include"),
            (!self.exclude.is_empty(), "--exclude"),
            (!self.ignore_file.is_empty(), "--ignore-file"),
            (self.max_depth.is_some(), "--max-depth"),
            (self.one_file_system, "--one-file-system"),
            (self.follow, "--follow"),
        ];
        given.iter().find(|(given, _)| *given).map(|(_, option)| *option)
    }
}

/// Caps the instruction sets at `ASTRAGAL_CPU`, unless that is empty.
pub(crate) fn limit_instruction_sets() -> anyhow::Result<()> {
    let Some(name) = std::env::var_os("ASTRAGAL_CPU").filter(|name| !name.is_empty()) else {
        return Ok(());
    };
    limit(level(&name.to_string_lossy()).map_err(|allowed| {
        usage(format_args!("ASTRAGAL_CPU is {}; it may be {allowed}", name.display()))
    })?);
    Ok(())
}

/// The level of this name, or the names of all levels.
pub(crate) fn level(name: &str) -> Result<Level, String> {
    Level::from_name(name).ok_or_else(|| Level::ALL.map(Level::name).join(", "))
}
