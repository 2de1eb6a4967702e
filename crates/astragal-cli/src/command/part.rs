//! `digest part ALG --range A:B FILE`: hashes a range of a file into a record for `digest merge`.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use anyhow::{Context as _, bail};
use astragal::registry::{self, DynTree, TREES, TreeParams};
use zeroize::Zeroizing;

use crate::cli::{Blake3Mode, PartArgs};
use crate::console::{self, Out};
use crate::exit::{Exit, usage};
use crate::file_name::display_name;
use crate::job::{self, Job};
use crate::secret::Source;
use crate::signal;

/// Number of bytes per read. The data of each read is split among all threads.
pub(super) const BUFFER_BYTES: usize = 8 << 20;

pub(crate) fn run(arguments: &PartArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let key = key(&arguments.mode)?;
    let tree = tree(&arguments.algorithm, &arguments.mode, key.as_deref(), arguments.block, None)?;
    if console::is_terminal() {
        return Err(usage("a record is binary; redirect standard output to a file"));
    }
    let record = record(&*tree, arguments).with_context(|| display_name(&arguments.file))?;
    let mut out = Out::stdout();
    out.write_all(&record)?;
    out.flush()?;
    Ok(Exit::Success)
}

fn record(tree: &dyn DynTree, arguments: &PartArgs) -> anyhow::Result<Vec<u8>> {
    let mut file = File::open(&arguments.file)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        bail!("is not a regular file");
    }
    let total = metadata.len();
    let (start, end) = arguments.range;
    let end = end.unwrap_or(total);
    let leaf = tree.leaf_bytes();
    if start > total || end > total {
        return Err(usage(format_args!("range is {start}:{end}; file is {total} bytes")));
    }
    if let Some(odd) = [start, end].into_iter().find(|at| !at.is_multiple_of(leaf) && *at != total)
    {
        let name = tree.name();
        return Err(usage(format_args!(
            "range bound is {odd}; {name} takes multiples of {leaf} and the end of the file, {total}"
        )));
    }
    let job = Job::new(Some(1));
    job.progress.add_expected(1, end - start);
    let mut part = tree.part(start)?;
    file.seek(SeekFrom::Start(start))?;
    let mut buffer = Zeroizing::new(vec![0; BUFFER_BYTES]);
    let mut remaining = end - start;
    while remaining > 0 {
        let length = usize::try_from(remaining).unwrap_or(BUFFER_BYTES).min(BUFFER_BYTES);
        let piece = &mut buffer[..length];
        file.read_exact(piece).context("shrank while it was read")?;
        part.update_parallel(piece);
        signal::exit_if_received();
        job.progress.add_bytes(&arguments.file, length as u64);
        remaining -= length as u64;
    }
    let after = file.metadata()?;
    if after.len() != total || after.modified().ok() != metadata.modified().ok() {
        bail!("changed while it was read");
    }
    Ok(part.finish(Some(total)))
}

/// Reads the key of keyed BLAKE3, if one is given.
pub(super) fn key(mode: &Blake3Mode) -> anyhow::Result<Option<Zeroizing<[u8; 32]>>> {
    let Some(file) = &mode.key_file else { return Ok(None) };
    let key = Source { what: "key", file: Some(file), variable: None }.read()?;
    let bytes: &[u8; 32] = key
        .as_slice()
        .try_into()
        .map_err(|_| usage(format_args!("key is {} bytes; expected 32", key.len())))?;
    Ok(Some(Zeroizing::new(*bytes)))
}

/// Creates the tree hash `name` with the parameters from the command line.
pub(super) fn tree(
    name: &str,
    mode: &Blake3Mode,
    key: Option<&[u8; 32]>,
    block_bytes: Option<usize>,
    custom: Option<&str>,
) -> anyhow::Result<Box<dyn DynTree>> {
    let params = TreeParams {
        custom: custom.map(str::as_bytes),
        block_bytes,
        key,
        context: mode.derive_key.as_deref().map(str::as_bytes),
    };
    registry::tree(name, &params)
        .ok_or_else(|| {
            usage(format_args!("{name:?} is not a tree hash; expected one of {}", TREES.join(", ")))
        })?
        .map_err(usage)
}
