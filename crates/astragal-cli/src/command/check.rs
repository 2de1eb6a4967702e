//! `digest -c [ALG] SUMS...` and `digest check`: verifies files against checksum files.
//!
//! The module `session` verifies the lines of a checksum file, and `tally` counts and summarizes the results.

mod session;
mod tally;

use std::ffi::OsString;
use std::sync::Arc;

use zeroize::Zeroizing;

use self::session::Session;
use crate::algorithm::Algorithm;
use crate::algorithm::names::is_known;
use crate::algorithm::resolver::{AcceptedLengths, MAX_OUTPUT_BYTES};
use crate::cli::{CheckArgs, CheckOptions, ClassicArgs, Parameters};
use crate::exit::{Exit, fail_on_closed_pipe, usage};
use crate::file_name::is_stdin;
use crate::job;

#[derive(Default)]
pub(crate) struct Check {
    pub(crate) algorithm: Option<Arc<Algorithm>>,
    pub(crate) length: Option<usize>,
    pub(crate) accepted_lengths: AcceptedLengths,
    pub(crate) parameters: Parameters,
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
    pub(crate) check_options: CheckOptions,
    pub(crate) is_quiet: bool,
    /// Whether `digest` imitates another tool, such as `sha256sum`. If so, `digest` does not warn about broken
    /// algorithms, because the imitated tools print no such warning.
    pub(crate) is_compat: bool,
    pub(crate) ends_with_nul: bool,
    pub(crate) is_json: bool,
}

/// Runs `digest -c [ALG] SUMS...`.
pub(crate) fn run_classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    if let Some(option) = arguments.style.first_given() {
        return Err(usage(format_args!("{option} cannot be used with -c (--check)")));
    }
    if arguments.file_options.recursive || arguments.file_options.files0_from.is_some() {
        return Err(usage("-c (--check) verifies the listed files; remove -r and --files0-from"));
    }
    let (length, parameters) = (arguments.length.bytes, arguments.parameters.clone());
    let make = |name: &str| Algorithm::new(name, length, &parameters);
    let (algorithm, sums) = split_words(&arguments.words, is_known, make)?;
    let check = Check {
        algorithm,
        length,
        parameters: parameters.clone(),
        check_options: arguments.check_options,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
        ..Check::default()
    };
    check.run(sums)
}

/// Runs `digest check`.
pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let (length, parameters) = (arguments.length.bytes, &arguments.parameters);
    let make = |name| Algorithm::new(name, length, parameters);
    let check = Check {
        algorithm: arguments.algorithm.as_deref().map(make).transpose()?.map(Arc::new),
        length,
        parameters: parameters.clone(),
        check_options: arguments.check_options,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.zero,
        is_json: arguments.json,
        ..Check::default()
    };
    check.run(&arguments.sums)
}

/// Splits off the first argument if it names an algorithm. A file that is named like an algorithm can be given as
/// `./sha1`.
pub(crate) fn split_words(
    words: &[OsString],
    is_known: impl Fn(&str) -> bool,
    make: impl Fn(&str) -> anyhow::Result<Algorithm>,
) -> anyhow::Result<(Option<Arc<Algorithm>>, &[OsString])> {
    let Some((first, others)) = words.split_first() else { return Ok((None, words)) };
    let word = first.to_string_lossy();
    // An unknown first argument counts as a misspelled algorithm if other arguments follow it and no file has its name.
    let is_misspelled =
        || !others.is_empty() && !is_stdin(first) && !std::fs::exists(first).unwrap_or(false);
    if is_known(&word) || is_misspelled() {
        return Ok((Some(Arc::new(make(&word)?)), others));
    }
    Ok((None, words))
}

impl Check {
    /// Verifies the files that the checksum files list.
    pub(crate) fn run(&self, sums: &[OsString]) -> anyhow::Result<Exit> {
        match self.length {
            Some(0) => {
                return Err(usage("length is 0 bits; expected at least 8"));
            }
            Some(bytes) if bytes > MAX_OUTPUT_BYTES => {
                return Err(usage(format_args!(
                    "length is {bytes} bytes; -c (--check) takes at most {MAX_OUTPUT_BYTES}"
                )));
            }
            _ => {}
        }
        let stdin = [OsString::from("-")];
        let sums = if sums.is_empty() { &stdin } else { sums };
        let stdins = sums.iter().filter(|name| is_stdin(name)).count();
        if stdins > 1 {
            return Err(usage("standard input (-) is given twice; it can be read only once"));
        }
        let mut session = Session::new(self, stdins == 0);
        let mut exit = Exit::Success;
        for name in sums {
            exit = exit.and(fail_on_closed_pipe(session.check(name))?);
        }
        Ok(exit)
    }
}
