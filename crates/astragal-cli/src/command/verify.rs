//! `--verify HEX`: one file or text against one digest or tag.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use subtle::ConstantTimeEq as _;

use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::encoding::{decode, parse_hex};
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::write_verdict;
use crate::input::{self, is_stdin};
use crate::stream::{Parallel, StreamOutput};
use crate::work::Job;

/// Compares in constant time with the digest of `string`, or else of the one file.
pub(crate) fn verify(
    algorithm: Digester,
    text: &str,
    string: Option<&str>,
    files: &[OsString],
    is_quiet: bool,
) -> anyhow::Result<Exit> {
    let name = match files {
        [] => OsString::from("-"),
        [_] if string.is_some() => return Err(usage("-s hashes a text; name no files")),
        [name] => name.clone(),
        _ => return Err(usage("--verify takes one file")),
    };
    let bytes = algorithm.output_bytes();
    let wrong = || {
        let allowed = format_args!("{} gives {bytes} bytes, in hex or base64", algorithm.name());
        usage(format_args!("--verify is {text:?}; {allowed}"))
    };
    // A digest of another length cannot match: that is a failed verification, not wrong use.
    let expected = decode(text.as_bytes(), algorithm.name(), bytes)
        .or_else(|| parse_hex(text.as_bytes()).filter(|digest| !digest.is_empty()))
        .ok_or_else(wrong)?;
    if let Some(warning) = algorithm.warning().filter(|_| !is_quiet) {
        complain(warning);
    }
    let string = string.map(str::to_owned);
    let label = match &string {
        Some(text) => OsString::from(format!("\"{text}\"")),
        None if is_stdin(&name) => OsStr::new("standard input").to_owned(),
        None => name.clone(),
    };
    let work = Job::on(Some(1));
    let mut exit = Exit::Good;
    let map = {
        let work = Arc::clone(&work);
        move |name: OsString| match &string {
            Some(text) => digest(&algorithm, text),
            None => Ok(input::digest_by_one(&algorithm, &name, &work)?.0),
        }
    };
    let bunches = std::iter::once(vec![name.clone()]);
    let result = work.in_order(bunches, map, &mut Out::new(), |to, result| {
        let is_good = match result {
            Ok(digest) => bool::from(digest.ct_eq(&expected)),
            Err(error) => {
                exit = Exit::Bad;
                return work.complain(to, format_args!("{}: {}", shown(&name), reason(&error)));
            }
        };
        if !is_good {
            exit = Exit::Bad;
        }
        Ok(write_verdict(to, &label, is_good)?)
    });
    match cut_off(result.map(|()| exit)) {
        Ok(told) => Ok(exit.and(told)),
        error => error,
    }
}

fn digest(algorithm: &Digester, text: &str) -> anyhow::Result<Vec<u8>> {
    let mut stream = algorithm.stream()?;
    stream.begin(text.len() as u64)?;
    stream.update(text.as_bytes(), Parallel::No)?;
    stream.finish().and_then(StreamOutput::whole)
}
