//! The commands that a link to `digest` stands for: what their options mean to `Sum` and `Check`.

mod cksum;
mod shasum;

use std::ffi::OsString;
use std::sync::Arc;

use anyhow::bail;
use clap::ArgMatches;
use clap::parser::ValueSource;
use zeroize::Zeroizing;

use super::check::Check;
use super::sum::Sum;
use crate::cli::{Checking, Parameters, Places, Style, Tool};
use crate::console::When;
use crate::digester::Digester;
use crate::digester::tag::Lengths;
use crate::exit::{Exit, usage};
use crate::secret::Source;
use crate::work;

pub(crate) fn run(tool: Tool, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let options = Options(matches);
    // The tools show no progress.
    let threads = match options.value("num-threads").map(str::parse) {
        None => 0,
        Some(Ok(threads)) => threads,
        Some(Err(_)) => return Err(usage("--num-threads takes a number")),
    };
    work::configure(threads, When::Never);
    match tool {
        Tool::Gnu(algorithm) => gnu(algorithm, options),
        Tool::Cksum => cksum::run(options),
        Tool::Shasum => shasum::run(options),
        Tool::B3sum => b3sum(options),
    }
}

/// The options given.
#[derive(Clone, Copy)]
struct Options<'a>(&'a ArgMatches);

impl<'a> Options<'a> {
    /// Whether a flag is given; of a flag that the tool does not have, no.
    fn has(self, name: &str) -> bool {
        self.0.try_get_one::<bool>(name).ok().flatten().is_some_and(|given| *given)
    }

    fn value(self, name: &str) -> Option<&'a str> {
        self.0.try_get_one::<String>(name).ok().flatten().map(String::as_str)
    }

    fn files(self) -> Vec<OsString> {
        self.0.get_many("files").into_iter().flatten().cloned().collect()
    }

    /// The place of a flag that is given.
    fn place(self, name: &str) -> Option<usize> {
        let is_known = self.0.try_contains_id(name).unwrap_or(false);
        let is_given = || self.0.value_source(name) == Some(ValueSource::CommandLine);
        if is_known && is_given() { self.0.indices_of(name)?.next_back() } else { None }
    }

    /// Whether the first flag counts: it is given, and the second is not given behind it.
    fn wins(self, first: &str, second: &str) -> bool {
        self.place(first) > self.place(second)
    }

    /// The flags about verifying. Of --quiet, --status and --warn the last counts.
    fn checking(self) -> (Checking, bool) {
        let last = ["quiet", "status", "warn"].into_iter().max_by_key(|name| self.place(name));
        let is_last = |name| self.has(name) && last == Some(name);
        let checking = Checking {
            ignore_missing: self.has("ignore-missing"),
            status: is_last("status"),
            strict: self.has("strict"),
            warn: is_last("warn"),
        };
        (checking, is_last("quiet"))
    }

    /// An error where flags about verifying are given without --check, or flags about writing with it.
    fn refuse(self) -> anyhow::Result<()> {
        let (about, are_wrong): (&[&str], _) = if self.has("check") {
            (&["tag", "binary", "text", "zero"], "has no meaning with --check")
        } else {
            (
                &["ignore-missing", "quiet", "status", "strict", "warn"],
                "has a meaning only with --check",
            )
        };
        match about.iter().find(|name| self.has(name)) {
            Some(name) => Err(usage(format_args!("--{name} {are_wrong}"))),
            None => Ok(()),
        }
    }

    fn check(self, algorithm: Option<Digester>, lengths: Lengths) -> anyhow::Result<Exit> {
        let (checking, is_quiet) = self.checking();
        let check = Check {
            algorithm: algorithm.map(Arc::new),
            length: None,
            lengths,
            parameters: Parameters::default(),
            key: None,
            checking,
            is_quiet,
            is_linked: true,
            ends_with_nul: false,
            is_json: false,
        };
        check.run(&self.files())
    }
}

/// Writes the digests of files.
fn sum(algorithm: Digester, files: &[OsString], style: &Style) -> anyhow::Result<Exit> {
    let places = Places::default();
    Sum { algorithms: vec![algorithm], files, style, places: &places, is_quiet: true }.run()
}

/// `md5sum`, `sha256sum`, `b2sum` and so on.
fn gnu(algorithm: &str, options: Options<'_>) -> anyhow::Result<Exit> {
    options.refuse()?;
    let length = options.value("length").map(blake2b_bytes).transpose()?.flatten();
    let algorithm = Digester::new(algorithm, length, &Parameters::default())?;
    if options.has("check") {
        let is_blake2b = algorithm.name().starts_with("blake2b");
        let lengths = if is_blake2b { Lengths::Blake2b } else { Lengths::Full };
        return options.check(Some(algorithm), lengths);
    }
    if options.has("tag") && options.wins("text", "tag") && options.wins("text", "binary") {
        return Err(usage("--tag has no --text mode"));
    }
    let style = Style {
        tag: options.has("tag"),
        binary: options.wins("binary", "text"),
        zero: options.has("zero"),
        ..Style::default()
    };
    sum(algorithm, &options.files(), &style)
}

/// The bytes of a length in bits of BLAKE2b; `None` for 0, which is the longest.
fn blake2b_bytes(text: &str) -> anyhow::Result<Option<usize>> {
    match text.parse::<usize>() {
        Ok(bits) if bits > 512 => {
            Err(usage(format_args!("length is {bits} bits; blake2b takes 8 to 512")))
        }
        Ok(bits) if !bits.is_multiple_of(8) => {
            Err(usage(format_args!("length is {bits} bits; it must be a multiple of 8")))
        }
        Ok(bits) => Ok((bits > 0).then_some(bits / 8)),
        Err(_) => Err(usage(format_args!("--length is {text:?}; it takes a number of bits"))),
    }
}

/// `b3sum`: lengths are in bytes.
fn b3sum(options: Options<'_>) -> anyhow::Result<Exit> {
    let number = |name: &str| {
        let wrong = |text| usage(format_args!("--{name} is {text:?}; it takes a number of bytes"));
        options.value(name).map(|text| text.parse::<u64>().map_err(|_| wrong(text))).transpose()
    };
    let (length, seek) = (number("length")?, number("seek")?);
    let is_check = options.has("check");
    let with_check = ["raw", "no-names", "tag"];
    if let Some(name) = with_check.iter().find(|name| is_check && options.has(name)) {
        return Err(usage(format_args!("--{name} has no meaning with --check")));
    }
    if is_check && (length.is_some() || seek.is_some()) {
        return Err(usage("--length and --seek have no meaning with --check"));
    }
    if options.has("quiet") && !is_check {
        return Err(usage("--quiet has a meaning only with --check"));
    }
    if options.has("keyed") && options.value("derive-key").is_some() {
        return Err(usage("--keyed and --derive-key exclude each other"));
    }
    let length = length.map(usize::try_from).transpose()?;
    let algorithm = if options.has("keyed") {
        if seek.is_some_and(|seek| seek > 0) {
            return Err(usage("--seek does not go with --keyed here"));
        }
        Digester::keyed("blake3", &b3sum_key(options)?, length, None)?
    } else {
        let derive_key = options.value("derive-key").map(str::to_owned);
        Digester::new("blake3", length, &Parameters { seek, derive_key, ..Parameters::default() })?
    };
    if is_check {
        return options.check(Some(algorithm), Lengths::Full);
    }
    let style = Style {
        tag: options.has("tag"),
        raw: options.has("raw"),
        no_names: options.has("no-names") && !options.has("raw"),
        ..Style::default()
    };
    sum(algorithm, &options.files(), &style)
}

fn b3sum_key(options: Options<'_>) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let files = options.files();
    if files.is_empty() || files.iter().any(|name| name == "-") {
        return Err(usage("standard input gives the key; name the files"));
    }
    let key = Source { what: "key", file: None, variable: None }.read()?;
    if key.len() != 32 {
        bail!("key is {} bytes; expected 32", key.len());
    }
    Ok(key)
}
