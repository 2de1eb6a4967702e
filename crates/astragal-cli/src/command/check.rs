//! `digest -c [ALG] SUMS...` and `digest check`: what is verified, and how the verdicts are told.
//!
//! `session` goes through a list, `tally` sums it up.

mod session;
mod tally;

use std::ffi::OsString;
use std::sync::Arc;

use zeroize::Zeroizing;

use self::session::Session;
use crate::cli::{CheckArgs, Checking, ClassicArgs, Parameters};
use crate::digester::Digester;
use crate::digester::tag::Lengths;
use crate::exit::{Exit, cut_off, usage};
use crate::input::is_stdin;
use crate::sumfile::LONGEST_OUTPUT_BYTES;

/// What is verified, and how the verdicts are told.
pub(crate) struct Check {
    pub(crate) algorithm: Option<Arc<Digester>>,
    pub(crate) length: Option<usize>,
    pub(crate) lengths: Lengths,
    pub(crate) parameters: Parameters,
    pub(crate) key: Option<Zeroizing<Vec<u8>>>,
    pub(crate) checking: Checking,
    pub(crate) is_quiet: bool,
    /// Whether a link's command runs, which does not warn of broken algorithms.
    pub(crate) is_linked: bool,
    pub(crate) ends_with_nul: bool,
    pub(crate) is_json: bool,
}

/// The classic form: the first word may be the algorithm.
pub(crate) fn classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    if let Some(option) = arguments.style.first_of_writing() {
        return Err(usage(format_args!("{option} is for writing sums, not for -c")));
    }
    if arguments.places.recursive || arguments.places.files0_from.is_some() {
        return Err(usage("-c takes its files from the lists, not from folders"));
    }
    let (length, parameters) = (arguments.length.bytes, arguments.parameters.clone());
    let make = |name: &str| Digester::new(name, length, &parameters);
    let (algorithm, sums) = split_words(&arguments.words, Digester::is_known, make)?;
    let check = Check {
        algorithm,
        length,
        lengths: Lengths::Full,
        parameters: parameters.clone(),
        key: None,
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        is_linked: false,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
    };
    check.run(sums)
}

/// The long form.
pub(crate) fn run(arguments: &CheckArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let (length, parameters) = (arguments.length.bytes, &arguments.parameters);
    let make = |name| Digester::new(name, length, parameters);
    let check = Check {
        algorithm: arguments.algorithm.as_deref().map(make).transpose()?.map(Arc::new),
        length,
        lengths: Lengths::Full,
        parameters: parameters.clone(),
        key: None,
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        is_linked: false,
        ends_with_nul: arguments.zero,
        is_json: arguments.json,
    };
    check.run(&arguments.sums)
}

/// The first word is the algorithm if it names one; `./sha1` is always a file.
pub(crate) fn split_words(
    words: &[OsString],
    is_known: impl Fn(&str) -> bool,
    make: impl Fn(&str) -> anyhow::Result<Digester>,
) -> anyhow::Result<(Option<Arc<Digester>>, &[OsString])> {
    let Some((first, others)) = words.split_first() else { return Ok((None, words)) };
    let word = first.to_string_lossy();
    // With two words the first can only be meant as an algorithm, unless it is a file.
    let is_meant =
        || !others.is_empty() && !is_stdin(first) && !std::fs::exists(first).unwrap_or(false);
    if is_known(&word) || is_meant() {
        return Ok((Some(Arc::new(make(&word)?)), others));
    }
    Ok((None, words))
}

impl Check {
    /// Verifies the files of all lists.
    pub(crate) fn run(&self, sums: &[OsString]) -> anyhow::Result<Exit> {
        match self.length {
            Some(0) => {
                return Err(usage("length is 0; nothing can be verified by an empty digest"));
            }
            Some(bytes) if bytes > LONGEST_OUTPUT_BYTES => {
                let allowed = format_args!("-c takes at most {LONGEST_OUTPUT_BYTES}");
                return Err(usage(format_args!("length is {bytes} bytes; {allowed}")));
            }
            _ => {}
        }
        let stdin = [OsString::from("-")];
        let sums = if sums.is_empty() { &stdin } else { sums };
        let stdins = sums.iter().filter(|name| is_stdin(name)).count();
        if stdins > 1 {
            return Err(usage("- is given twice; standard input can be read once"));
        }
        let mut session = Session::new(self, stdins == 0);
        let mut exit = Exit::Good;
        for name in sums {
            exit = exit.and(cut_off(session.check(name))?);
        }
        Ok(exit)
    }
}
