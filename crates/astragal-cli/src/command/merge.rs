//! `digest merge RECORD...`: the digest of a file from the records of its parts, which come in any order.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use astragal::registry::Record;
use zeroize::Zeroizing;

use super::part::{key, tree};
use crate::cli::MergeArgs;
use crate::console::{Out, shown};
use crate::encoding::hex;
use crate::exit::{Exit, usage};

/// Keys and digests are short; the output is not streamed.
const LONGEST_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &MergeArgs) -> anyhow::Result<Exit> {
    let key = key(&arguments.mode)?;
    let mut merged = None;
    for name in &arguments.records {
        let record = fs::read(name).map(Zeroizing::new).with_context(|| shown(name))?;
        if merged.is_none() {
            let record = Record::read(&record).with_context(|| shown(name))?;
            let block = usize::try_from(record.block_bytes).ok().filter(|&bytes| bytes > 0);
            let custom = arguments.custom.as_deref();
            merged = Some(tree(record.name, &arguments.mode, key.as_deref(), block, custom)?);
        }
        if let Some(merged) = &mut merged {
            merged.add(&record).with_context(|| shown(name))?;
        }
    }
    let merged = merged.ok_or_else(|| usage("there is no record to merge"))?;
    let total = merged.total().ok_or_else(|| anyhow!("no record tells the file's length"))?;
    let default = if merged.name().ends_with("256") { 64 } else { 32 };
    let bytes = arguments.length.bytes.unwrap_or(default);
    if bytes == 0 || bytes > LONGEST_BYTES {
        return Err(usage(format_args!("length is {bytes} bytes; 1 to {LONGEST_BYTES} go")));
    }
    let mut digest = vec![0; bytes];
    merged.finish(total, &mut digest)?;
    let mut to = Out::new();
    writeln!(to, "{}", hex(&digest))?;
    to.flush()?;
    Ok(Exit::Good)
}
