//! `--verify HEX`: compares a file or a text with a digest or tag.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use subtle::ConstantTimeEq as _;

use crate::algorithm::Algorithm;
use crate::console::Out;
use crate::encoding::{decode, parse_hex};
use crate::exit::{Exit, fail_on_closed_pipe, usage};
use crate::file_name::{display_name, is_stdin};
use crate::format::write_verdict;
use crate::hasher::{HashOutput, Parallel};
use crate::input;
use crate::job::Job;
use crate::message::{error_text, print_message};

/// Hashes `string`, or the file if `string` is `None`, and compares the result in constant time with the digest in
/// `text`.
pub(crate) fn verify(
    algorithm: Algorithm,
    text: &str,
    string: Option<&str>,
    files: &[OsString],
    is_quiet: bool,
) -> anyhow::Result<Exit> {
    let name = match files {
        [] => OsString::from("-"),
        [_] if string.is_some() => return Err(usage("-s TEXT cannot be combined with files")),
        [name] => name.clone(),
        _ => return Err(usage("--verify takes one file")),
    };
    let bytes = algorithm.output_bytes();
    let wrong =
        || usage(format_args!("--verify is {text:?}; expected {bytes} bytes in hex or base64"));
    // A digest of the wrong length is a mismatch, not a usage error.
    let expected = decode(text.as_bytes(), algorithm.name(), bytes)
        .or_else(|| parse_hex(text.as_bytes()).filter(|digest| !digest.is_empty()))
        .ok_or_else(wrong)?;
    if let Some(warning) = algorithm.warning().filter(|_| !is_quiet) {
        print_message(warning);
    }
    let string = string.map(str::to_owned);
    let label = match &string {
        Some(text) => OsString::from(format!("\"{text}\"")),
        None if is_stdin(&name) => OsStr::new("standard input").to_owned(),
        None => name.clone(),
    };
    let job = Job::new(Some(1));
    let mut exit = Exit::Success;
    let map = {
        let job = Arc::clone(&job);
        move |name: OsString| match &string {
            Some(text) => digest(&algorithm, text),
            None => Ok(input::digest_file(&algorithm, &name, &job)?.0),
        }
    };
    let batches = std::iter::once(vec![name.clone()]);
    let result = job.run_in_order(batches, map, &mut Out::stdout(), |out, result| {
        let is_success = match result {
            Ok(digest) => bool::from(digest.ct_eq(&expected)),
            Err(error) => {
                exit = Exit::Failure;
                return job.print_message(
                    out,
                    format_args!("{}: {}", display_name(&name), error_text(&error)),
                );
            }
        };
        if !is_success {
            exit = Exit::Failure;
        }
        Ok(write_verdict(out, &label, is_success)?)
    });
    match fail_on_closed_pipe(result.map(|()| exit)) {
        Ok(result) => Ok(exit.and(result)),
        error => error,
    }
}

fn digest(algorithm: &Algorithm, text: &str) -> anyhow::Result<Vec<u8>> {
    let mut hasher = algorithm.hasher()?;
    hasher.set_length(text.len() as u64)?;
    hasher.update(text.as_bytes(), Parallel::No)?;
    hasher.finish().and_then(HashOutput::into_bytes)
}
