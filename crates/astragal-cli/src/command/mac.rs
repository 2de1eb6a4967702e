//! `digest mac ALG`: message authentication codes.

use zeroize::Zeroizing;

use crate::cli::{MacArgs, Parameters};
use crate::command::check::{Check, split_words};
use crate::command::sum::Sum;
use crate::command::verify::verify;
use crate::digester::tag::Lengths;
use crate::digester::{self, Digester};
use crate::exit::{Exit, usage};
use crate::input::is_stdin;
use crate::secret::Source;

/// Codes are short; their output is not streamed.
const LONGEST_TAG_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MacArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    if let Some(bytes) = arguments.length.bytes.filter(|&bytes| bytes > LONGEST_TAG_BYTES) {
        return Err(usage(format_args!("length is {bytes} bytes; at most {LONGEST_TAG_BYTES} go")));
    }
    if arguments.check {
        return check(arguments);
    }
    if let Some(option) = arguments.checking.first_given() {
        return Err(usage(format_args!("{option} goes with -c (--check) only")));
    }
    let Some((name, files)) = arguments.words.split_first() else {
        return Err(usage("no algorithm given; `digest list mac` shows them"));
    };
    let name = name.to_string_lossy();
    let takes_stdin = files.is_empty() && arguments.places.files0_from.is_none();
    if arguments.key_stdin && (takes_stdin || files.iter().any(|name| is_stdin(name))) {
        return Err(usage("standard input gives the key; name the files"));
    }
    // What is wrong with the name is said before a key is asked for.
    digester::mac_row(&name)?;
    let key = key(arguments)?;
    let custom = arguments.custom.as_deref();
    let algorithm = Digester::keyed(&name, &key, arguments.length.bytes, custom)?;
    if let Some(text) = &arguments.verify {
        return verify(algorithm, text, None, files, arguments.quiet);
    }
    let (style, places) = (&arguments.style, &arguments.places);
    Sum { algorithms: vec![algorithm], files, style, places, is_quiet: arguments.quiet }.run()
}

/// `digest mac -c [ALG] SUMS...`.
fn check(arguments: &MacArgs) -> anyhow::Result<Exit> {
    if let Some(option) = arguments.style.first_of_writing() {
        return Err(usage(format_args!("{option} is for writing codes, not for -c")));
    }
    let key = key(arguments)?;
    let (length, custom) = (arguments.length.bytes, arguments.custom.clone());
    let make = |name: &str| Digester::keyed(name, &key, length, custom.as_deref());
    let is_known = |name: &str| digester::mac_row(name).is_ok();
    let (algorithm, sums) = split_words(&arguments.words, is_known, make)?;
    if arguments.key_stdin && (sums.is_empty() || sums.iter().any(|name| is_stdin(name))) {
        return Err(usage("standard input gives the key; name the lists"));
    }
    let check = Check {
        algorithm,
        length,
        lengths: Lengths::Full,
        parameters: Parameters { custom: custom.clone(), ..Parameters::default() },
        key: Some(key.clone()),
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        is_linked: false,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
    };
    check.run(sums)
}

/// The key, from where the command line says.
fn key(arguments: &MacArgs) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let file = arguments.key_file.as_deref();
    let key = Source { what: "key", file, variable: arguments.key_env.as_deref() }.read()?;
    if key.is_empty() && !arguments.allow_empty_key {
        return Err(usage("the key is empty, and anyone has that one; --allow-empty-key takes it"));
    }
    Ok(key)
}
