//! `digest mac ALG`: message authentication codes. A key is never a word of the command line, where
//! others could read it.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _, Write as _};

use anyhow::Context as _;
use astragal::registry::{self, MacParams};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::cli::MacArgs;
use crate::exit::{Exit, complain, reason, usage};
use crate::input::{self, is_stdin};
use crate::output::{Encoding, Format, parse_hex, shown};
use crate::stream::Stream;
use crate::work::Work;

/// Codes are short; their output is not streamed.
const LONGEST_TAG_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MacArgs) -> anyhow::Result<Exit> {
    let row = registry::mac(&arguments.algorithm).map_err(usage)?;
    let stdin = [OsString::from("-")];
    let files = if arguments.files.is_empty() { &stdin } else { arguments.files.as_slice() };
    let stdins = files.iter().filter(|name| is_stdin(name)).count();
    if arguments.key_stdin && stdins > 0 {
        return Err(usage("standard input gives the key; name the files"));
    }
    if stdins > 1 {
        return Err(usage("- is given twice; standard input can be read once"));
    }
    if let Some(bytes) = arguments.length.filter(|&bytes| bytes > LONGEST_TAG_BYTES) {
        return Err(usage(format_args!("length is {bytes} bytes; at most {LONGEST_TAG_BYTES} go")));
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
    let work = Work::over(files.iter().map(OsString::as_os_str));
    let format = Format { encoding: Encoding::Hex, is_tagged: false, ends_with_nul: false };
    let mut to = io::stdout().lock();
    let mut exit = Exit::Good;
    work.in_order(
        files,
        |name| input::digest(Stream::Mac(keyed.clone()), name, &work),
        |name, result| {
            work.progress.aside(|| {
                let output = match result {
                    Ok(output) => output,
                    Err(error) => {
                        complain(format_args!("{}: {}", shown(name), reason(&error)));
                        exit = Exit::Bad;
                        return Ok(());
                    }
                };
                let Some(expected) = &expected else {
                    return format.write(&mut to, "", name, output);
                };
                let is_good = output.whole()?.ct_eq(expected).into();
                writeln!(to, "{}: {}", shown(name), if is_good { "OK" } else { "FAILED" })?;
                if !is_good {
                    exit = Exit::Bad;
                }
                Ok(())
            })
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
