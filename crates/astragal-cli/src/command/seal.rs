//! `digest seal`: encrypts files.

use std::ffi::{OsStr, OsString};
use std::io::Write as _;

use super::sealed_files::{Source, Target, copy, each, inputs};
use crate::cli::SealArgs;
use crate::console;
use crate::exit::{Exit, usage};
use crate::job;
use crate::sealed::{Costs, Header, Keys, Secret, random};

/// Suffix of the names of sealed files.
pub(super) const SUFFIX: &str = ".sealed";

pub(crate) fn run(arguments: &SealArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let files = inputs(&arguments.files, &arguments.secret, &arguments.target)?;
    let is_key = arguments.secret.is_key();
    if arguments.raw && !is_key {
        return Err(usage("--raw requires a key; a password needs the header"));
    }
    let target = |name: &OsStr| Target::new(&arguments.target, name, sealed_name);
    for name in &files {
        if target(name)?.is_stdout() && console::is_terminal() {
            return Err(usage("a sealed file is binary; use -o FILE, or redirect standard output"));
        }
    }
    let (memory, passes, lanes) = (arguments.memory, arguments.passes, arguments.parallel);
    let header = match is_key {
        true if arguments.raw => Header::None,
        true => Header::Key,
        false => Header::Password(Costs::with_random_salt(memory, passes, lanes)?),
    };
    let mut keys = Keys::new(Secret::read(&arguments.secret, true)?);
    let key = keys.of(header).map_err(usage)?;
    let context = arguments.secret.context.as_bytes();
    each(&files, arguments.run_options, &mut |name, job| {
        let (target, mut source) = (target(name)?, Source::open(name)?);
        let mut out = target.create(&source)?;
        let output_error = |error| target.context(error);
        out.write_all(&header.to_bytes()).map_err(output_error)?;
        let key = if job.is_parallel() { key.clone().parallel() } else { key.clone() };
        let mut sealer = key.sealer(&random()?, context, &mut out);
        copy(&mut source, &mut sealer, output_error, name, job)?;
        sealer.finish().map_err(output_error)?;
        out.commit().map_err(output_error)
    })
}

fn sealed_name(name: &OsStr) -> anyhow::Result<OsString> {
    let mut name = name.to_owned();
    name.push(SUFFIX);
    Ok(name)
}
