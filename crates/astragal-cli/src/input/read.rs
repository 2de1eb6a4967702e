//! Reading in pieces, in turn with the work on them or ahead of it.

use std::cell::Cell;
use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

use super::buffer::Buffer;

/// Bytes per read: enough for the leaves of a tree hash to fill all lanes, and at home in a core's cache.
pub(super) const PIECE_BYTES: usize = 256 << 10;

/// Pieces between the reader that runs ahead and the algorithms.
const PIECES_AHEAD: usize = 3;

thread_local! {
    /// Taken while a file is read: a tree hash that waits for others may begin another file meanwhile.
    static PIECE: Cell<Option<Buffer>> = const { Cell::new(None) };
}

/// Lends this thread's buffer of [`PIECE_BYTES`].
pub(super) fn with_piece<R>(work: impl FnOnce(&mut [u8]) -> R) -> R {
    let mut piece = PIECE.take().unwrap_or_else(|| Buffer::new(PIECE_BYTES));
    let result = work(piece.bytes_mut());
    PIECE.set(Some(piece));
    result
}

/// Reads and consumes in turn, up to the end.
pub(super) fn read(
    mut source: impl Read,
    piece: &mut [u8],
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        let filled = fill(&mut source, piece)?;
        if filled > 0 {
            consume(&piece[..filled])?;
        }
        if filled < piece.len() {
            return Ok(());
        }
    }
}

/// Consumes while another thread reads the next pieces.
pub(super) fn read_ahead(
    mut source: impl Read + Send,
    piece_bytes: usize,
    mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (to_reader, empty) = mpsc::channel();
    let (to_consumer, full) = mpsc::channel();
    for _ in 0..PIECES_AHEAD {
        to_reader.send(Buffer::new(piece_bytes))?;
    }
    // The channels are moved in: when either side leaves early, the other finds its channel closed.
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
            // The reader may have met the end and be gone.
            let _ = to_reader.send(piece);
        }
        Ok(())
    })
}

/// Fills the piece, unless the source ends before: pipes give little at a time.
pub(super) fn fill(source: &mut impl Read, piece: &mut [u8]) -> io::Result<usize> {
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
