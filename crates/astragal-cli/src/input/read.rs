//! Reads input in pieces. Reading either alternates with hashing on one thread, or a second thread reads ahead.

use std::cell::Cell;
use std::io::{self, Read};
use std::sync::mpsc;
use std::thread;

use super::buffer::Buffer;

/// Number of bytes per read. 256 KiB contain enough leaves of a tree hash to fill all vector lanes. They also fit into
/// a core's cache.
pub(super) const BUFFER_BYTES: usize = 256 << 10;

/// Number of buffers that the reading thread and the consumer exchange.
const BUFFERS_AHEAD: usize = 3;

thread_local! {
    /// Read buffer of this thread. `None` before its first use, and while it is in use. A thread that waits for the
    /// other threads of a tree hash may start to hash another file. It then allocates a second buffer.
    static BUFFER: Cell<Option<Buffer>> = const { Cell::new(None) };
}

/// Input that is read. The type is not generic, so that the code for files and standard input is compiled only once.
pub(super) type Source<'a> = &'a mut (dyn Read + Send);

/// Function that processes a piece of the input.
type Consume<'a> = &'a mut dyn FnMut(&[u8]) -> anyhow::Result<()>;

/// Calls `consume` with this thread's buffer of [`BUFFER_BYTES`] bytes.
pub(super) fn with_buffer<R>(consume: impl FnOnce(&mut [u8]) -> R) -> R {
    let mut buffer = BUFFER.take().unwrap_or_else(|| Buffer::new(BUFFER_BYTES));
    let result = consume(buffer.bytes_mut());
    BUFFER.set(Some(buffer));
    result
}

/// Reads `source` to its end. Calls `consume` with each filled buffer before the next read.
pub(super) fn read(
    source: Source<'_>,
    buffer: &mut [u8],
    consume: Consume<'_>,
) -> anyhow::Result<()> {
    loop {
        let filled = fill(source, buffer)?;
        if filled > 0 {
            consume(&buffer[..filled])?;
        }
        if filled < buffer.len() {
            return Ok(());
        }
    }
}

/// Reads ahead in another thread while `consume` processes the data.
pub(super) fn read_ahead(
    source: Source<'_>,
    buffer_bytes: usize,
    consume: Consume<'_>,
) -> anyhow::Result<()> {
    // Both channels have the same type, so that the code of channels is compiled only once. An empty buffer has the
    // result `Ok(0)`.
    let (to_reader, empty) = mpsc::channel::<(Buffer, io::Result<usize>)>();
    let (to_consumer, full) = mpsc::channel();
    for _ in 0..BUFFERS_AHEAD {
        to_reader.send((Buffer::new(buffer_bytes), Ok(0)))?;
    }
    // Moves the channels into the scope. If the reader or the consumer returns early, its ends of the channels are
    // dropped. The other thread then stops, because the channels are closed.
    thread::scope(move |scope| {
        thread::Builder::new().spawn_scoped(scope, move || {
            for (mut buffer, _) in empty {
                let filled = fill(source, buffer.bytes_mut());
                let is_end = !filled.as_ref().is_ok_and(|&filled| filled == buffer_bytes);
                if to_consumer.send((buffer, filled)).is_err() || is_end {
                    return;
                }
            }
        })?;
        for (buffer, filled) in full {
            let filled = filled?;
            if filled > 0 {
                consume(&buffer.bytes()[..filled])?;
            }
            // Ignores an error: it means that the reader has already returned at the end of the input.
            let _ = to_reader.send((buffer, Ok(0)));
        }
        Ok(())
    })
}

/// Reads until the buffer is full or the source ends. A single read from a pipe may return fewer bytes.
pub(super) fn fill(source: Source<'_>, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(bytes) => filled += bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
