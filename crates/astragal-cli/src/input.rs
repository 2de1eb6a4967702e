//! Reading: files stream through their algorithm in constant memory, several at once on all cores, their
//! results in the order asked for.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::sync::mpsc;

use anyhow::bail;

use crate::algorithm::Stream;
use crate::progress::Progress;

/// Bytes per read: large enough for tree hashes to fill their lanes.
const BUFFER_BYTES: usize = 1 << 18;

/// Whether the name stands for standard input.
pub(crate) fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// Puts the file, or standard input for `-`, through the stream, which then has absorbed all of it.
pub(crate) fn absorb(
    mut stream: Stream,
    name: &OsStr,
    progress: &Progress,
) -> anyhow::Result<Stream> {
    if is_stdin(name) {
        if stream.needs_length() {
            let mut whole = Vec::new();
            io::stdin().lock().read_to_end(&mut whole)?;
            stream.begin(whole.len() as u64)?;
            stream.update(&whole)?;
        } else {
            read(io::stdin().lock(), progress, |data| stream.update(data))?;
        }
        return Ok(stream);
    }
    let file = File::open(name)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory).into());
    }
    if stream.needs_length() {
        if !metadata.is_file() {
            bail!("the length must be known beforehand, which it is of regular files alone");
        }
        stream.begin(metadata.len())?;
    }
    let bytes = read(file, progress, |data| stream.update(data))?;
    if metadata.is_file() && bytes < metadata.len() {
        bail!("shrank from {} to {bytes} bytes while it was read", metadata.len());
    }
    Ok(stream)
}

/// Reads to the end, piece by piece; gives the number of bytes.
pub(crate) fn read(
    mut source: impl Read,
    progress: &Progress,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut bytes = 0;
    loop {
        // Pipes give little at a time; the algorithms like it in large pieces.
        let mut filled = 0;
        while filled < buffer.len() {
            match source.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        if filled == 0 {
            return Ok(bytes);
        }
        consume(&buffer[..filled])?;
        bytes += filled as u64;
        progress.add(filled as u64);
    }
}

/// Maps the items on all cores and hands the results to `consume` in the order of the items.
pub(crate) fn in_order<T: Sync, R: Send>(
    items: &[T],
    map: impl Fn(&T) -> R + Sync,
    mut consume: impl FnMut(&T, R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if let [item] = items {
        return consume(item, map(item));
    }
    let (sender, receiver) = mpsc::channel();
    rayon::in_place_scope_fifo(|scope| {
        let map = &map;
        for (i, item) in items.iter().enumerate() {
            let sender = sender.clone();
            scope.spawn_fifo(move |_| {
                // A receiver that is gone has met an error and wants no more results.
                let _ = sender.send((i, map(item)));
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut next = 0;
        for (i, result) in &receiver {
            early.insert(i, result);
            while let Some(result) = early.remove(&next) {
                consume(&items[next], result)?;
                next += 1;
            }
        }
        Ok(())
    })
}
