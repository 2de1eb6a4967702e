//! Reading: a file streams through its algorithms, once for all of them, in constant memory.

mod buffer;

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

use anyhow::bail;
use rayon::prelude::*;

use self::buffer::Buffer;
use crate::console;
use crate::stream::{Cores, Output, Stream};
use crate::work::Work;

/// Bytes per read: enough for the leaves of a tree hash to fill all lanes, and at home in a core's cache.
const PIECE_BYTES: usize = 256 << 10;

/// Bytes per read for each core where several work on one file: pieces that stay in the cache between the
/// system that copies them there and the core that hashes them.
const PIECE_BYTES_PER_CORE: usize = 512 << 10;

/// Beyond, waiting costs more than sharing out gains.
const LARGEST_PIECE_BYTES: usize = 4 << 20;

/// From this length on a tree hash uses all cores for a file, whatever else is under way.
const LARGE_FILE_BYTES: u64 = 8 << 20;

/// Pieces between the reader that runs ahead and the algorithms.
const PIECES_AHEAD: usize = 3;

/// What a file gives.
pub(crate) struct Digested {
    /// One for each algorithm.
    pub(crate) outputs: Vec<Output>,
    pub(crate) bytes: u64,
}

/// Whether the name stands for standard input.
pub(crate) fn is_stdin(name: &OsStr) -> bool {
    name == "-"
}

/// How long the file is, if that can be known.
pub(crate) fn length(name: &OsStr) -> Option<u64> {
    if is_stdin(name) {
        return stdin_length();
    }
    let metadata = std::fs::metadata(name).ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// What is left of a file on standard input.
#[cfg(unix)]
fn stdin_length() -> Option<u64> {
    use std::io::Seek as _;
    use std::os::fd::AsFd as _;

    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(Metadata::is_file)?;
    metadata.len().checked_sub(file.stream_position().ok()?)
}

#[cfg(not(unix))]
fn stdin_length() -> Option<u64> {
    None
}

/// Puts the file, or standard input for `-`, through the streams and gives what comes out.
pub(crate) fn digest(
    mut streams: Vec<Stream>,
    name: &OsStr,
    work: &Work,
) -> anyhow::Result<Digested> {
    let bytes = if is_stdin(name) {
        let source = console::stdin()?;
        if streams.iter().any(Stream::needs_length) {
            let mut whole = Vec::new();
            source.lock().read_to_end(&mut whole)?;
            begin(&mut streams, whole.len() as u64)?;
            update(&mut streams, &whole, Cores::All)?;
            whole.len() as u64
        } else {
            pass(source, name, None, &mut streams, work)?
        }
    } else {
        pass_file(&mut streams, name, work)?
    };
    let outputs = streams.into_iter().map(Stream::finish).collect::<anyhow::Result<_>>()?;
    Ok(Digested { outputs, bytes })
}

fn pass_file(streams: &mut [Stream], name: &OsStr, work: &Work) -> anyhow::Result<u64> {
    let file = File::open(name)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        bail!("is a directory");
    }
    let is_announced = streams.iter().any(Stream::needs_length);
    if is_announced {
        if !metadata.is_file() {
            bail!("the length must be known beforehand, which it is of regular files alone");
        }
        begin(streams, metadata.len())?;
    }
    let bytes = pass(&file, name, Some(&metadata), streams, work)?;
    if metadata.is_file() && bytes < metadata.len() {
        // Not so where the system makes a file up and announces a page, as in /sys: there the length stays.
        let is_shorter_now = file.metadata()?.len() < metadata.len();
        if is_announced || is_shorter_now {
            bail!("shrank from {} to {bytes} bytes while it was read", metadata.len());
        }
    }
    Ok(bytes)
}

fn begin(streams: &mut [Stream], bytes: u64) -> anyhow::Result<()> {
    streams.iter_mut().try_for_each(|stream| stream.begin(bytes))
}

/// Feeds the source to the streams up to its end, piece by piece; gives the number of bytes.
fn pass(
    source: impl Read + Send,
    name: &OsStr,
    metadata: Option<&Metadata>,
    streams: &mut [Stream],
    work: &Work,
) -> anyhow::Result<u64> {
    let length = metadata.filter(|metadata| metadata.is_file()).map(Metadata::len);
    let announced = length.filter(|_| streams.iter().any(Stream::needs_length));
    let is_small = length.is_some_and(|length| length <= PIECE_BYTES as u64);
    let is_large = length.is_some_and(|length| length >= LARGE_FILE_BYTES);
    // Asked of large files alone: the answer takes as long as hashing some bytes.
    let gains = || streams.len() > 1 || streams.iter().any(Stream::is_tree);
    let has_all =
        work.is_parallel() && !is_small && (work.has_idle_cores() || (is_large && gains()));
    let cores = if has_all { Cores::All } else { Cores::One };
    let mut bytes = 0;
    let consume = |piece: &[u8]| {
        if work.is_abandoned() {
            bail!("the work was given up");
        }
        bytes += piece.len() as u64;
        if let Some(length) = announced
            && bytes > length
        {
            bail!("grew beyond its {length} bytes while it was read");
        }
        update(streams, piece, cores)?;
        work.progress.add(name, piece.len() as u64);
        Ok(())
    };
    match cores {
        Cores::One => read(source, consume)?,
        Cores::All => {
            let piece = PIECE_BYTES_PER_CORE.saturating_mul(work.threads());
            read_ahead(source, piece.min(LARGEST_PIECE_BYTES), consume)?;
        }
    }
    Ok(bytes)
}

/// Several algorithms share the cores, and so do the leaves of a tree hash.
fn update(streams: &mut [Stream], piece: &[u8], cores: Cores) -> anyhow::Result<()> {
    if cores == Cores::All && streams.len() > 1 && piece.len() >= PIECE_BYTES {
        return streams.par_iter_mut().try_for_each(|stream| stream.update(piece, cores));
    }
    streams.iter_mut().try_for_each(|stream| stream.update(piece, cores))
}

thread_local! {
    /// Taken while a file is read: a tree hash that waits for others may begin another file meanwhile.
    static PIECE: Cell<Option<Buffer>> = const { Cell::new(None) };
}

/// Reads and consumes in turn.
fn read(
    mut source: impl Read,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut piece = PIECE.take().unwrap_or_else(|| Buffer::new(PIECE_BYTES));
    let result = (|| {
        loop {
            let filled = fill(&mut source, piece.bytes_mut())?;
            if filled > 0 {
                consume(&piece.bytes()[..filled])?;
            }
            if filled < PIECE_BYTES {
                return Ok(());
            }
        }
    })();
    PIECE.set(Some(piece));
    result
}

/// Consumes while another thread reads the next pieces.
fn read_ahead(
    mut source: impl Read + Send,
    piece_bytes: usize,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (to_reader, empty) = mpsc::channel();
    let (to_consumer, full) = mpsc::channel();
    for _ in 0..PIECES_AHEAD {
        to_reader.send(Buffer::new(piece_bytes))?;
    }
    // The channels move in: when either side leaves early, the other notices.
    thread::scope(move |scope| {
        thread::Builder::new().spawn_scoped(scope, move || {
            for mut piece in empty {
                let filled = fill(&mut source, piece.bytes_mut());
                let is_end = !filled.as_ref().is_ok_and(|&filled| filled == piece_bytes);
                if to_consumer.send(filled.map(|filled| (piece, filled))).is_err() || is_end {
                    return;
                }
            }
        })?;
        for piece in full {
            let (piece, filled) = piece?;
            if filled > 0 {
                consume(&piece.bytes()[..filled])?;
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
