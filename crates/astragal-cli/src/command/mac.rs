//! `digest mac ALG`: message authentication codes. A key is never a word of the command line, where
//! others could read it.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _, Write as _};

use anyhow::Context as _;
use astragal::registry::{self, MacParams};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::algorithm::Stream;
use crate::cli::MacArgs;
use crate::command::sum::shown;
use crate::exit::{Exit, complain, usage};
use crate::input;
use crate::output::{Encoding, Format, parse_hex};
use crate::progress::Progress;

pub(crate) fn run(arguments: &MacArgs) -> anyhow::Result<Exit> {
    let row = registry::mac(&arguments.algorithm).map_err(usage)?;
    let stdin = [OsString::from("-")];
    let files = if arguments.files.is_empty() { &stdin } else { arguments.files.as_slice() };
    if arguments.key_stdin && files.iter().any(|name| input::is_stdin(name)) {
        return Err(usage("standard input gives the key; name the files"));
    }
    let expected = match &arguments.verify {
        None => None,
        Some(_) if files.len() > 1 => return Err(usage("--verify takes one file")),
        Some(text) => {
            Some(parse_hex(text.as_bytes()).filter(|tag| !tag.is_empty()).ok_or_else(|| {
                usage(format_args!("--verify is {text:?}; it takes a tag in hex"))
            })?)
        }
    };
    let params = MacParams {
        custom: arguments.custom.as_deref().map(str::as_bytes),
        tag_bytes: arguments.length,
    };
    let keyed = row.new_mac(&key(arguments)?, &params).map_err(usage)?;
    let progress = Progress::over(files.iter().map(OsString::as_os_str));
    let format = Format { encoding: Encoding::Hex, is_tagged: false, ends_with_nul: false };
    let mut to = io::stdout().lock();
    let mut exit = Exit::Good;
    input::in_order(
        files,
        |name| input::absorb(Stream::Mac(keyed.clone()), name, &progress),
        |name, result| {
            let stream = match result {
                Ok(stream) => stream,
                Err(error) => {
                    complain(format_args!("{}: {error:#}", shown(name)));
                    exit = Exit::Bad;
                    return Ok(());
                }
            };
            let Some(expected) = &expected else {
                return progress.aside(|| format.write(&mut to, "", name, stream));
            };
            let is_good = stream.digest()?.ct_eq(expected).into();
            writeln!(to, "{}: {}", shown(name), if is_good { "OK" } else { "FAILED" })?;
            if !is_good {
                exit = Exit::Bad;
            }
            Ok(())
        },
    )?;
    Ok(exit)
}

/// The key, from where the command line says.
fn key(arguments: &MacArgs) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    if let Some(file) = &arguments.key_file {
        let key = fs::read(file).with_context(|| format!("key file {}", file.display()))?;
        return Ok(Zeroizing::new(key));
    }
    if let Some(name) = &arguments.key_env {
        let key = std::env::var_os(name)
            .ok_or_else(|| usage(format_args!("the variable {} is not set", name.display())))?;
        return Ok(Zeroizing::new(key.into_encoded_bytes()));
    }
    let mut key = Zeroizing::new(Vec::new());
    io::stdin().lock().read_to_end(&mut key).context("key on standard input")?;
    Ok(key)
}
