//! `digest mac ALG`: message authentication codes.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::cli::{MacArgs, Parameters};
use crate::command::check::{Check, split_words};
use crate::command::sum::Sum;
use crate::console::{Out, shown};
use crate::digester::{self, Digester};
use crate::encoding::{decode, parse_hex};
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::write_verdict;
use crate::input::{self, is_stdin};
use crate::secret::Source;
use crate::work::Job;

/// Codes are short; their output is not streamed.
const LONGEST_TAG_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MacArgs) -> anyhow::Result<Exit> {
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
        return verify(algorithm, text, files, arguments.quiet);
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
        parameters: Parameters { custom: custom.clone(), ..Parameters::default() },
        key: Some(key.clone()),
        checking: arguments.checking,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
    };
    check.run(sums)
}

/// `--verify HEX`: one file against one tag.
fn verify(
    algorithm: Digester,
    text: &str,
    files: &[OsString],
    is_quiet: bool,
) -> anyhow::Result<Exit> {
    let name = match files {
        [] => OsString::from("-"),
        [name] => name.clone(),
        _ => return Err(usage("--verify takes one file")),
    };
    let bytes = algorithm.output_bytes();
    let wrong = || {
        let allowed = format_args!("{} gives {bytes} bytes, in hex or base64", algorithm.name());
        usage(format_args!("--verify is {text:?}; {allowed}"))
    };
    // A tag of another length cannot match: that is a failed verification, not wrong use.
    let expected = decode(text.as_bytes(), algorithm.name(), bytes)
        .or_else(|| parse_hex(text.as_bytes()).filter(|tag| !tag.is_empty()))
        .ok_or_else(wrong)?;
    if let Some(warning) = algorithm.warning().filter(|_| !is_quiet) {
        complain(warning);
    }
    let work = Job::on(Some(1));
    let mut exit = Exit::Good;
    let map = {
        let work = Arc::clone(&work);
        move |name: OsString| -> anyhow::Result<Vec<u8>> {
            let (tag, _) = input::digest_by_one(&algorithm, &name, &work)?;
            Ok(tag)
        }
    };
    let bunches = std::iter::once(vec![name.clone()]);
    let result = work.in_order(bunches, map, &mut Out::new(), |to, result| {
        let is_good = match result {
            Ok(tag) => bool::from(tag.ct_eq(&expected)),
            Err(error) => {
                exit = Exit::Bad;
                return work.complain(to, format_args!("{}: {}", shown(&name), reason(&error)));
            }
        };
        if !is_good {
            exit = Exit::Bad;
        }
        let shown = if is_stdin(&name) { OsStr::new("standard input") } else { &name };
        Ok(write_verdict(to, shown, is_good)?)
    });
    match cut_off(result.map(|()| exit)) {
        Ok(told) => Ok(exit.and(told)),
        error => error,
    }
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
