//! Compatibility with other tools. If a link to `digest` has the name of a tool, `digest` translates that tool's
//! options into [`HashFiles`] and [`Check`].

mod cksum;
mod shasum;

use std::ffi::OsString;
use std::sync::Arc;

use anyhow::bail;
use clap::ArgMatches;
use clap::parser::ValueSource;
use zeroize::Zeroizing;

use super::check::Check;
use super::hash::HashFiles;
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::AcceptedLengths;
use crate::cli::{CheckOptions, FileOptions, OutputStyle, Parameters, Tool, When};
use crate::exit::{Exit, usage};
use crate::job;
use crate::secret::Source;

pub(crate) fn run(tool: Tool, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let options = Options(matches);
    let threads = match options.value("num-threads").map(str::parse) {
        None => 0,
        Some(Ok(threads)) => threads,
        Some(Err(_)) => return Err(usage("invalid value of --num-threads; expected a number")),
    };
    // The imitated tools show no progress, so `digest` shows none when it imitates them.
    job::configure_threads(threads, When::Never);
    match tool {
        Tool::Gnu(algorithm) => gnu(algorithm, options),
        Tool::Cksum => cksum::run(options),
        Tool::Shasum => shasum::run(options),
        Tool::B3sum => b3sum(options),
    }
}

/// Options from the command line of another tool that `digest` imitates, such as `sha256sum`.
#[derive(Clone, Copy)]
struct Options<'a>(&'a ArgMatches);

impl<'a> Options<'a> {
    /// Returns whether a flag is given. Returns `false` if the tool has no such flag.
    fn has(self, name: &str) -> bool {
        self.0.try_get_one::<bool>(name).ok().flatten().is_some_and(|given| *given)
    }

    fn value(self, name: &str) -> Option<&'a str> {
        self.0.try_get_one::<String>(name).ok().flatten().map(String::as_str)
    }

    fn files(self) -> Vec<OsString> {
        self.0.get_many("files").into_iter().flatten().cloned().collect()
    }

    /// Returns the position of a flag on the command line.
    fn position(self, name: &str) -> Option<usize> {
        let is_known = self.0.try_contains_id(name).unwrap_or(false);
        let is_given = || self.0.value_source(name) == Some(ValueSource::CommandLine);
        if is_known && is_given() { self.0.indices_of(name)?.next_back() } else { None }
    }

    /// Returns whether `first` comes after `second` on the command line, or only `first` is given.
    fn overrides(self, first: &str, second: &str) -> bool {
        self.position(first) > self.position(second)
    }

    /// Returns the verification options, and whether `--quiet` is in effect. If the command line contains several of
    /// `--quiet`, `--status` and `--warn`, only the one given last takes effect.
    fn check_options(self) -> (CheckOptions, bool) {
        let last = ["quiet", "status", "warn"].into_iter().max_by_key(|name| self.position(name));
        let is_last = |name| self.has(name) && last == Some(name);
        let check_options = CheckOptions {
            ignore_missing: self.has("ignore-missing"),
            status: is_last("status"),
            strict: self.has("strict"),
            warn: is_last("warn"),
        };
        (check_options, is_last("quiet"))
    }

    /// Rejects verification options without `--check`, and output options with `--check`.
    fn reject_conflicts(self) -> anyhow::Result<()> {
        let (about, are_wrong): (&[&str], _) = if self.has("check") {
            (&["tag", "binary", "text", "zero"], "cannot be used with --check")
        } else {
            (&["ignore-missing", "quiet", "status", "strict", "warn"], "requires --check")
        };
        match about.iter().find(|name| self.has(name)) {
            Some(name) => Err(usage(format_args!("--{name} {are_wrong}"))),
            None => Ok(()),
        }
    }

    fn check(
        self,
        algorithm: Option<Algorithm>,
        accepted_lengths: AcceptedLengths,
    ) -> anyhow::Result<Exit> {
        let (check_options, is_quiet) = self.check_options();
        let check = Check {
            algorithm: algorithm.map(Arc::new),
            accepted_lengths,
            check_options,
            is_quiet,
            is_compat: true,
            ..Check::default()
        };
        check.run(&self.files())
    }
}

fn hash(algorithm: Algorithm, files: &[OsString], style: &OutputStyle) -> anyhow::Result<Exit> {
    let file_options = FileOptions::default();
    HashFiles {
        algorithms: vec![algorithm],
        files,
        style,
        file_options: &file_options,
        is_quiet: true,
    }
    .run()
}

/// Runs `md5sum`, `sha256sum`, `b2sum` or another tool of GNU coreutils.
fn gnu(algorithm: &str, options: Options<'_>) -> anyhow::Result<Exit> {
    options.reject_conflicts()?;
    let length = options.value("length").map(blake2b_bytes).transpose()?.flatten();
    let algorithm = Algorithm::new(algorithm, length, &Parameters::default())?;
    if options.has("check") {
        let is_blake2b = algorithm.name().starts_with("blake2b");
        let accepted_lengths =
            if is_blake2b { AcceptedLengths::Blake2b } else { AcceptedLengths::Full };
        return options.check(Some(algorithm), accepted_lengths);
    }
    if options.has("tag") && options.overrides("text", "tag") && options.overrides("text", "binary")
    {
        return Err(usage("--tag has no --text mode"));
    }
    let style = OutputStyle {
        tag: options.has("tag"),
        binary: options.overrides("binary", "text"),
        zero: options.has("zero"),
        ..OutputStyle::default()
    };
    hash(algorithm, &options.files(), &style)
}

/// Converts the digest length of BLAKE2b from bits to bytes. Returns `None` for 0, which selects the default length.
fn blake2b_bytes(text: &str) -> anyhow::Result<Option<usize>> {
    match text.parse::<usize>() {
        Ok(bits) if bits > 512 => {
            Err(usage(format_args!("length is {bits} bits; expected 8 to 512")))
        }
        Ok(bits) if !bits.is_multiple_of(8) => {
            Err(usage(format_args!("length is {bits} bits; expected a multiple of 8")))
        }
        Ok(bits) => Ok((bits > 0).then_some(bits / 8)),
        Err(_) => Err(usage(format_args!("--length is {text:?}; expected a number of bits"))),
    }
}

/// Runs `b3sum`. Its option `--length` gives the output length in bytes.
fn b3sum(options: Options<'_>) -> anyhow::Result<Exit> {
    let number = |name: &str| {
        let wrong = |text| usage(format_args!("--{name} is {text:?}; expected a number of bytes"));
        options.value(name).map(|text| text.parse::<u64>().map_err(|_| wrong(text))).transpose()
    };
    let (length, seek) = (number("length")?, number("seek")?);
    let is_check = options.has("check");
    let with_check = ["raw", "no-names", "tag"];
    if let Some(name) = with_check.iter().find(|name| is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} cannot be used with --check")));
    }
    if is_check && (length.is_some() || seek.is_some()) {
        return Err(usage("--length and --seek cannot be used with --check"));
    }
    if options.has("quiet") && !is_check {
        return Err(usage("--quiet requires --check"));
    }
    if options.has("keyed") && options.value("derive-key").is_some() {
        return Err(usage("--keyed cannot be used with --derive-key"));
    }
    let length = length.map(usize::try_from).transpose()?;
    let algorithm = if options.has("keyed") {
        if seek.is_some_and(|seek| seek > 0) {
            return Err(usage("--seek cannot be used with --keyed"));
        }
        Algorithm::keyed("blake3", &b3sum_key(options)?, length, None)?
    } else {
        let derive_key = options.value("derive-key").map(str::to_owned);
        Algorithm::new("blake3", length, &Parameters { seek, derive_key, ..Parameters::default() })?
    };
    if is_check {
        return options.check(Some(algorithm), AcceptedLengths::Full);
    }
    let style = OutputStyle {
        tag: options.has("tag"),
        raw: options.has("raw"),
        no_names: options.has("no-names") && !options.has("raw"),
        ..OutputStyle::default()
    };
    hash(algorithm, &options.files(), &style)
}

fn b3sum_key(options: Options<'_>) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let files = options.files();
    if files.is_empty() || files.iter().any(|name| name == "-") {
        return Err(usage("standard input contains the key; files must be given by name"));
    }
    let key = Source { what: "key", file: None, variable: None }.read()?;
    if key.len() != 32 {
        bail!("key is {} bytes; expected 32", key.len());
    }
    Ok(key)
}
