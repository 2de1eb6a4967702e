//! `digest open`: decrypts and verifies sealed files.

use std::ffi::{OsStr, OsString};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use astragal::aead::chunked::{AnyCobblestone, plaintext_bytes};
use astragal::error::ChunkedError;

use super::seal::SUFFIX;
use super::sealed_files::{Source, Target, copy, each, inputs};
use crate::cli::OpenArgs;
use crate::console::Out;
use crate::exit::{Exit, fail_on_closed_pipe, usage};
use crate::file_name::is_stdin;
use crate::format::write_verdict;
use crate::job::{self, Job};
use crate::sealed::{Header, Keys, Secret};

pub(crate) fn run(arguments: &OpenArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let files = inputs(&arguments.files, &arguments.secret, &arguments.target)?;
    if arguments.range.is_some() && (files.len() > 1 || is_stdin(&files[0])) {
        return Err(usage("--range takes one file, given by name"));
    }
    for name in files.iter().filter(|_| !arguments.check) {
        target(arguments, name)?;
    }
    let mut keys = Keys::new(Secret::read(&arguments.secret, false)?);
    if arguments.check {
        return fail_on_closed_pipe(check(arguments, &files, &mut keys));
    }
    each(&files, arguments.run_options, &mut |name, job| {
        let target = target(arguments, name)?;
        let mut source = Source::open(name)?;
        let begin = Header::read(&mut source)?;
        let key = parallel(keys.of(begin.0)?, job);
        let context = arguments.secret.context.as_bytes();
        let mut out = target.create(&source)?;
        let mut reader = opened(&key, context, begin, source, arguments.range)?;
        let copied = copy(&mut reader, &mut out, |error| target.context(error), name, job);
        let is_partial = target.is_stdout() && copied.as_ref().is_err_and(is_damage);
        if let Err(error) = copied {
            if target.is_stdout() {
                // Writes the buffered chunks, which were verified before the damaged chunk.
                io::Write::flush(&mut out).map_err(|error| target.context(error))?;
            }
            return Err(if is_partial { error.context("output is incomplete") } else { error });
        }
        out.commit().map_err(|error| target.context(error))
    })
}

/// Returns whether the error means that a chunk is damaged or missing. The chunks before it may already have been
/// written.
fn is_damage(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>().and_then(|error| error.get_ref()?.downcast_ref());
    matches!(cause, Some(ChunkedError::InvalidChunk { .. } | ChunkedError::Truncated))
}

fn check(arguments: &OpenArgs, files: &[OsString], keys: &mut Keys) -> anyhow::Result<Exit> {
    let context = arguments.secret.context.as_bytes();
    each(files, arguments.run_options, &mut |name, job| {
        let verified = (|| {
            let mut source = Source::open(name)?;
            let (header, start) = Header::read(&mut source)?;
            let key = parallel(keys.of(header)?, job);
            let mut opener = key.opener(context, Cursor::new(start).chain(source));
            copy(&mut opener, &mut io::sink(), Into::into, name, job)
        })();
        let mut out = Out::stdout();
        if verified.is_err() || !arguments.quiet {
            write_verdict(&mut out, name, verified.is_ok())?;
        }
        io::Write::flush(&mut out)?;
        verified
    })
}

fn parallel(key: AnyCobblestone, job: &Job) -> AnyCobblestone {
    if job.is_parallel() { key.parallel() } else { key }
}

fn target(arguments: &OpenArgs, name: &OsStr) -> anyhow::Result<Target> {
    if arguments.range.is_some() && arguments.target.output.is_none() {
        return Ok(Target::Stdout);
    }
    Target::new(&arguments.target, name, opened_name)
}

/// Returns the name without the suffix of sealed files.
fn opened_name(name: &OsStr) -> anyhow::Result<OsString> {
    let wrong = || usage(format_args!("{} does not end in {SUFFIX}; use -o FILE", name.display()));
    let path = Path::new(name);
    let has_suffix = path.extension().is_some_and(|extension| extension == &SUFFIX[1..]);
    path.file_stem().filter(|_| has_suffix).ok_or_else(wrong)?;
    Ok(path.with_extension("").into_os_string())
}

/// Returns a reader for the plaintext, or for a range of it. `(header, start)` is the result of [`Header::read`] for
/// `source`.
pub(crate) fn opened<'a>(
    key: &AnyCobblestone,
    context: &[u8],
    (header, start): (Header, Vec<u8>),
    source: impl Read + Seek + 'a,
    range: Option<(u64, Option<u64>)>,
) -> anyhow::Result<Box<dyn Read + 'a>> {
    Ok(match range {
        Some(range) => {
            let message = header.to_bytes().len() as u64;
            Box::new(seek_range(key, context, source, message, range)?)
        }
        None => Box::new(key.opener(context, Cursor::new(start).chain(source))),
    })
}

/// Returns a reader for a range of the plaintext. `message` is the file offset in bytes at which the chunked message
/// starts.
fn seek_range<S: Read + Seek>(
    key: &AnyCobblestone,
    context: &[u8],
    mut source: S,
    message: u64,
    (start, end): (u64, Option<u64>),
) -> anyhow::Result<impl Read + use<S>> {
    let bytes = source.seek(SeekFrom::End(0)).context("cannot read a range")?;
    let length = bytes.checked_sub(message).and_then(plaintext_bytes);
    // The plaintext length is computed from the file size, which is not authenticated. Reading a range up to the end of
    // the message verifies the length.
    let length = length.ok_or_else(|| anyhow!(ChunkedError::Truncated))?;
    if start > length || end.is_some_and(|end| end > length) {
        let end = end.map_or(String::new(), |end| end.to_string());
        bail!("range is {start}:{end}; the plaintext is {length} bytes");
    }
    source.seek(SeekFrom::Start(message))?;
    let mut opener = key.opener(context, source);
    opener.seek(SeekFrom::Start(start))?;
    Ok(opener.take(end.map_or(u64::MAX, |end| end - start)))
}
