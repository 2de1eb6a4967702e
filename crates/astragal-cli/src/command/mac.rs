//! `digest mac ALG`: computes and verifies message authentication codes.

use zeroize::Zeroizing;

use crate::algorithm::{Algorithm, names};
use crate::cli::{MacArgs, Parameters};
use crate::command::check::{Check, split_words};
use crate::command::hash::HashFiles;
use crate::command::verify::verify;
use crate::exit::{Exit, usage};
use crate::file_name::is_stdin;
use crate::job;
use crate::secret::Source;

/// Maximum length of a tag in bytes. The whole tag is held in memory.
const MAX_TAG_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MacArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    if let Some(bytes) = arguments.length.bytes.filter(|&bytes| bytes > MAX_TAG_BYTES) {
        return Err(usage(format_args!(
            "length is {bytes} bytes; expected at most {MAX_TAG_BYTES}"
        )));
    }
    if arguments.check {
        return check(arguments);
    }
    if let Some(option) = arguments.check_options.first_given() {
        return Err(usage(format_args!("{option} requires -c (--check)")));
    }
    let Some((name, files)) = arguments.words.split_first() else {
        return Err(usage("missing algorithm; see `digest list mac`"));
    };
    let name = name.to_string_lossy();
    let takes_stdin = files.is_empty() && arguments.file_options.files0_from.is_none();
    if arguments.key_stdin && (takes_stdin || files.iter().any(|name| is_stdin(name))) {
        return Err(usage("standard input contains the key; files must be given by name"));
    }
    // Reports an unknown algorithm before prompting for a key.
    names::mac(&name)?;
    let key = key(arguments)?;
    let custom = arguments.custom.as_deref();
    let algorithm = Algorithm::keyed(&name, &key, arguments.length.bytes, custom)?;
    if let Some(text) = &arguments.verify {
        return verify(algorithm, text, None, files, arguments.quiet);
    }
    let (style, file_options) = (&arguments.style, &arguments.file_options);
    HashFiles { algorithms: vec![algorithm], files, style, file_options, is_quiet: arguments.quiet }
        .run()
}

/// Runs `digest mac -c [ALG] SUMS...`.
fn check(arguments: &MacArgs) -> anyhow::Result<Exit> {
    if let Some(option) = arguments.style.first_given() {
        return Err(usage(format_args!("{option} cannot be used with -c (--check)")));
    }
    let key = key(arguments)?;
    let (length, custom) = (arguments.length.bytes, arguments.custom.clone());
    let make = |name: &str| Algorithm::keyed(name, &key, length, custom.as_deref());
    let is_known = |name: &str| names::mac(name).is_ok();
    let (algorithm, sums) = split_words(&arguments.words, is_known, make)?;
    if arguments.key_stdin && (sums.is_empty() || sums.iter().any(|name| is_stdin(name))) {
        return Err(usage("standard input contains the key; checksum files must be given by name"));
    }
    let check = Check {
        algorithm,
        length,
        parameters: Parameters { custom: custom.clone(), ..Parameters::default() },
        key: Some(key.clone()),
        check_options: arguments.check_options,
        is_quiet: arguments.quiet,
        ends_with_nul: arguments.style.zero,
        is_json: arguments.style.json,
        ..Check::default()
    };
    check.run(sums)
}

/// Reads the key from the source that the command line selects.
fn key(arguments: &MacArgs) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let file = arguments.key_file.as_deref();
    let key = Source { what: "key", file, variable: arguments.key_env.as_deref() }.read()?;
    if key.is_empty() && !arguments.allow_empty_key {
        return Err(usage("key is empty; use --allow-empty-key"));
    }
    Ok(key)
}
