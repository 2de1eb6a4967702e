//! `digest merge RECORD...`: combines the records of a file's ranges, in any order, into the digest of the file.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use astragal::registry::Record;
use zeroize::Zeroizing;

use super::part::{key, tree};
use crate::cli::MergeArgs;
use crate::console::Out;
use crate::encoding::hex;
use crate::exit::{Exit, usage};
use crate::file_name::display_name;

/// Maximum length of the output in bytes. The whole output is held in memory.
const MAX_OUTPUT_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MergeArgs) -> anyhow::Result<Exit> {
    let key = key(&arguments.mode)?;
    let mut merged = None;
    for name in &arguments.records {
        let record = fs::read(name).map(Zeroizing::new).with_context(|| display_name(name))?;
        if merged.is_none() {
            let record = Record::read(&record).with_context(|| display_name(name))?;
            let block = usize::try_from(record.block_bytes).ok().filter(|&bytes| bytes > 0);
            let custom = arguments.custom.as_deref();
            merged = Some(tree(record.name, &arguments.mode, key.as_deref(), block, custom)?);
        }
        if let Some(merged) = &mut merged {
            merged.add(&record).with_context(|| display_name(name))?;
        }
    }
    let merged = merged.ok_or_else(|| usage("missing record"))?;
    let total =
        merged.total().ok_or_else(|| anyhow!("no record contains the length of the file"))?;
    let default = if merged.name().ends_with("256") { 64 } else { 32 };
    let bytes = arguments.length.bytes.unwrap_or(default);
    if bytes == 0 || bytes > MAX_OUTPUT_BYTES {
        return Err(usage(format_args!(
            "length is {bytes} bytes; expected 1 to {MAX_OUTPUT_BYTES}"
        )));
    }
    let mut digest = vec![0; bytes];
    merged.finish(total, &mut digest)?;
    let mut out = Out::stdout();
    writeln!(out, "{}", hex(&digest))?;
    out.flush()?;
    Ok(Exit::Success)
}
