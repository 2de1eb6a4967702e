//! Reading: a file streams through its algorithm in constant memory.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

use anyhow::bail;

use crate::stream::{Cores, Output, Stream};
use crate::work::Work;

/// Bytes per read: enough for the leaves of a tree hash to fill all lanes, and at home in a core's cache.
const PIECE_BYTES: usize = 256 << 10;

/// Bytes per read where a reader runs ahead: enough for a tree hash to occupy several cores.
const LARGE_PIECE_BYTES: usize = 2 << 20;

/// Pieces between the reader that runs ahead and the algorithm.
const PIECES_AHEAD: usize = 3;

/// Whether the name stands for standard input.
pub(crate) fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// Puts the file, or standard input for `-`, through the stream and gives what comes out.
pub(crate) fn digest(mut stream: Stream, name: &OsStr, work: &Work) -> anyhow::Result<Output> {
    if !is_stdin(name) {
        return digest_file(stream, name, work);
    }
    if stream.needs_length() {
        let mut whole = Vec::new();
        io::stdin().lock().read_to_end(&mut whole)?;
        stream.begin(whole.len() as u64)?;
        stream.update(&whole, work.cores())?;
    } else {
        pass(io::stdin(), None, &mut stream, work)?;
    }
    stream.finish()
}

fn digest_file(mut stream: Stream, name: &OsStr, work: &Work) -> anyhow::Result<Output> {
    let file = File::open(name)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        bail!("is a directory");
    }
    let is_announced = stream.needs_length();
    if is_announced {
        if !metadata.is_file() {
            bail!("the length must be known beforehand, which it is of regular files alone");
        }
        stream.begin(metadata.len())?;
    }
    let bytes = pass(&file, Some(&metadata), &mut stream, work)?;
    if metadata.is_file() && bytes < metadata.len() {
        // Not so where the system makes a file up and announces a page, as in /sys: there the length stays.
        let is_shorter_now = file.metadata()?.len() < metadata.len();
        if is_announced || is_shorter_now {
            bail!("shrank from {} to {bytes} bytes while it was read", metadata.len());
        }
    }
    stream.finish()
}

/// Feeds the source to the stream up to its end, piece by piece; gives the number of bytes.
fn pass(
    source: impl Read + Send,
    metadata: Option<&Metadata>,
    stream: &mut Stream,
    work: &Work,
) -> anyhow::Result<u64> {
    let length = metadata.filter(|metadata| metadata.is_file()).map(Metadata::len);
    let announced = length.filter(|_| stream.needs_length());
    let cores = work.cores();
    let mut bytes = 0;
    let consume = |piece: &[u8]| {
        if work.is_abandoned() {
            bail!("nobody waits for it");
        }
        bytes += piece.len() as u64;
        if let Some(length) = announced
            && bytes > length
        {
            bail!("grew beyond its {length} bytes while it was read");
        }
        stream.update(piece, cores)?;
        work.progress.add(piece.len() as u64);
        Ok(())
    };
    if cores == Cores::All && length.is_none_or(|length| length > PIECE_BYTES as u64) {
        read_ahead(source, consume)?;
    } else {
        read(source, consume)?;
    }
    Ok(bytes)
}

/// Reads and consumes in turn.
fn read(
    mut source: impl Read,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    thread_local! {
        static PIECE: RefCell<Vec<u8>> = RefCell::new(vec![0; PIECE_BYTES]);
    }
    PIECE.with_borrow_mut(|piece| {
        loop {
            let filled = fill(&mut source, piece)?;
            if filled > 0 {
                consume(&piece[..filled])?;
            }
            if filled < piece.len() {
                return Ok(());
            }
        }
    })
}

/// Consumes while another thread reads the next pieces.
fn read_ahead(
    mut source: impl Read + Send,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (to_reader, empty) = mpsc::channel();
    let (to_consumer, full) = mpsc::channel();
    for _ in 0..PIECES_AHEAD {
        to_reader.send(vec![0; LARGE_PIECE_BYTES])?;
    }
    // The channels move in: when either side leaves early, the other notices.
    thread::scope(move |scope| {
        thread::Builder::new().spawn_scoped(scope, move || {
            for mut piece in empty {
                let filled = fill(&mut source, &mut piece);
                let is_end = !filled.as_ref().is_ok_and(|&filled| filled == piece.len());
                if to_consumer.send(filled.map(|filled| (piece, filled))).is_err() || is_end {
                    return;
                }
            }
        })?;
        for piece in full {
            let (piece, filled) = piece?;
            if filled > 0 {
                consume(&piece[..filled])?;
            }
            // A reader that has met the end takes nothing back.
            let _ = to_reader.send(piece);
        }
        Ok(())
    })
}

/// Fills the piece, unless the source ends before: pipes give little at a time.
fn fill(source: &mut impl Read, piece: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < piece.len() {
        match source.read(&mut piece[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
