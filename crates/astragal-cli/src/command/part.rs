//! `digest part ALG --range A:B FILE`: a range of a file as a record, for `digest merge`.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};

use anyhow::{Context as _, bail};
use astragal::registry::{self, DynTree, TREES, TreeParams};
use zeroize::Zeroizing;

use crate::cli::{PartArgs, TreeMode};
use crate::console::{self, Out, shown};
use crate::exit::{Exit, usage};
use crate::secret::Source;
use crate::signal;
use crate::work::Job;

/// Bytes per read, which all cores share.
pub(super) const PIECE_BYTES: usize = 8 << 20;

pub(crate) fn run(arguments: &PartArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let key = key(&arguments.mode)?;
    let tree = tree(&arguments.algorithm, &arguments.mode, key.as_deref(), arguments.block, None)?;
    if console::is_terminal() {
        return Err(usage("a record is no text; send standard output to a file"));
    }
    let record = record(&*tree, arguments).with_context(|| shown(&arguments.file))?;
    let mut to = Out::new();
    to.write_all(&record)?;
    to.flush()?;
    Ok(Exit::Good)
}

fn record(tree: &dyn DynTree, arguments: &PartArgs) -> anyhow::Result<Vec<u8>> {
    let mut file = File::open(&arguments.file)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        bail!("its length must be known, which it is of regular files alone");
    }
    let total = metadata.len();
    let (start, end) = arguments.range;
    let end = end.unwrap_or(total);
    let leaf = tree.leaf_bytes();
    if start > total || end > total {
        return Err(usage(format_args!("the range is {start}:{end}; the file has {total} bytes")));
    }
    if let Some(odd) = [start, end].into_iter().find(|at| !at.is_multiple_of(leaf) && *at != total)
    {
        let name = tree.name();
        return Err(usage(format_args!(
            "the range has a bound at {odd}; {name} takes multiples of {leaf}, and the end, {total}"
        )));
    }
    let work = Job::on(Some(1));
    work.progress.expect(1, end - start);
    let mut part = tree.part(start)?;
    file.seek(SeekFrom::Start(start))?;
    let mut piece = Zeroizing::new(vec![0; PIECE_BYTES]);
    let mut left = end - start;
    while left > 0 {
        let wanted = usize::try_from(left).unwrap_or(PIECE_BYTES).min(PIECE_BYTES);
        let piece = &mut piece[..wanted];
        file.read_exact(piece).context("it shrank while it was read")?;
        part.update_parallel(piece);
        signal::heed();
        work.progress.add(&arguments.file, wanted as u64);
        left -= wanted as u64;
    }
    let after = file.metadata()?;
    if after.len() != total || after.modified().ok() != metadata.modified().ok() {
        bail!("it changed while it was read");
    }
    Ok(part.finish(Some(total)))
}

/// The key of keyed BLAKE3, where one is given.
pub(super) fn key(mode: &TreeMode) -> anyhow::Result<Option<Zeroizing<[u8; 32]>>> {
    let Some(file) = &mode.key_file else { return Ok(None) };
    let key = Source { what: "key", file: Some(file), variable: None }.read()?;
    let bytes: &[u8; 32] = key
        .as_slice()
        .try_into()
        .map_err(|_| usage(format_args!("key is {} bytes; blake3 takes 32", key.len())))?;
    Ok(Some(Zeroizing::new(*bytes)))
}

/// The tree hash of this name.
pub(super) fn tree(
    name: &str,
    mode: &TreeMode,
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
            usage(format_args!("{name:?} is no tree hash; there are {}", TREES.join(", ")))
        })?
        .map_err(usage)
}
