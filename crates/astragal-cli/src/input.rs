//! Reading: a file streams through its algorithms, once for all of them, in constant memory.

mod buffer;
mod read;

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{anyhow, bail};
use rayon::prelude::*;

use self::read::{PIECE_BYTES, fill, read, read_ahead, with_piece};
use crate::console;
use crate::digester::Digester;
use crate::stream::{Parallel, Stream, StreamOutput};
use crate::work::Job;

/// Bytes per read for each core where several work on one file: pieces that stay in the cache between the
/// system that copies them there and the core that hashes them.
const PIECE_BYTES_PER_CORE: usize = 512 << 10;

/// In larger pieces, waiting for the reader costs more than the cores gain.
const LARGEST_PIECE_BYTES: usize = 4 << 20;

/// From this length on a tree hash uses all cores for a file, whatever else is under way.
const LARGE_FILE_BYTES: u64 = 8 << 20;

/// What a file gives.
pub(crate) struct Digested {
    /// One for each algorithm.
    pub(crate) outputs: Vec<StreamOutput>,
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
    work: &Job,
) -> anyhow::Result<Digested> {
    let mut pass = Pass { name, streams: &mut streams, work, announced: None, bytes: 0 };
    if is_stdin(name) {
        pass.run(console::stdin()?, None)?;
    } else {
        let file = File::open(name)?;
        pass.run(&file, Some(&file))?;
    }
    let bytes = pass.bytes;
    let outputs = streams.into_iter().map(Stream::finish).collect::<anyhow::Result<_>>()?;
    Ok(Digested { outputs, bytes })
}

/// The file's digest by one algorithm, and the file's length.
pub(crate) fn digest_by_one(
    algorithm: &Digester,
    name: &OsStr,
    work: &Job,
) -> anyhow::Result<(Vec<u8>, u64)> {
    let Digested { mut outputs, bytes, .. } = digest(vec![algorithm.stream()?], name, work)?;
    let output = outputs.pop().ok_or_else(|| anyhow!("it has no digest"))?;
    Ok((output.whole()?, bytes))
}

/// The time of the last change of the file of this name, in nanoseconds since 1970.
pub(crate) fn modified(name: &OsStr) -> Option<i128> {
    if is_stdin(name) {
        return None;
    }
    std::fs::metadata(name).ok().filter(Metadata::is_file).and_then(|found| nanos(&found))
}

/// The time of a file's last change, in nanoseconds since 1970.
pub(crate) fn nanos(metadata: &Metadata) -> Option<i128> {
    let nanos = |time: Duration| i128::try_from(time.as_nanos()).unwrap_or(i128::MAX);
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH);
    Some(since.map_or_else(|before| -nanos(before.duration()), nanos))
}

/// A file on its way through the streams.
struct Pass<'a> {
    name: &'a OsStr,
    streams: &'a mut [Stream],
    work: &'a Job,
    /// The length that the streams were told, where they must know it.
    announced: Option<u64>,
    /// How much has passed.
    bytes: u64,
}

impl Pass<'_> {
    /// Feeds the source to the streams up to its end. Most files end within the first piece, which spares asking
    /// for their length.
    fn run(&mut self, mut source: impl Read + Send, file: Option<&File>) -> anyhow::Result<()> {
        with_piece(|piece| {
            let filled = fill(&mut source, piece).map_err(|error| match error.kind() {
                io::ErrorKind::IsADirectory => anyhow!("is a directory"),
                _ => error.into(),
            })?;
            if filled < piece.len() {
                self.announce(filled as u64)?;
                return self.feed(&piece[..filled], Parallel::No);
            }
            let metadata = file.map(File::metadata).transpose()?;
            let length = metadata.filter(Metadata::is_file).map(|metadata| metadata.len());
            if self.needs_length() {
                match (length, file) {
                    (Some(length), _) => self.announce(length)?,
                    (None, Some(_)) => {
                        bail!(
                            "the length must be known beforehand, which it is of regular files alone"
                        )
                    }
                    (None, None) => {
                        let mut whole = piece.to_vec();
                        source.read_to_end(&mut whole)?;
                        self.announce(whole.len() as u64)?;
                        return self.feed(&whole, Parallel::Yes);
                    }
                }
            }
            let parallel = self.parallel(length);
            self.feed(piece, parallel)?;
            let ahead_bytes = PIECE_BYTES_PER_CORE.saturating_mul(self.work.threads());
            let ahead_bytes = ahead_bytes.min(LARGEST_PIECE_BYTES);
            let consume = |piece: &[u8]| self.feed(piece, parallel);
            match parallel {
                Parallel::No => read(source, piece, consume)?,
                Parallel::Yes => read_ahead(source, ahead_bytes, consume)?,
            }
            match (length, file) {
                (Some(length), Some(file)) => self.refuse_shrunk(length, file),
                _ => Ok(()),
            }
        })
    }

    fn needs_length(&self) -> bool {
        self.streams.iter().any(Stream::needs_length)
    }

    /// Tells the length of the whole input to the streams that must know it.
    fn announce(&mut self, bytes: u64) -> anyhow::Result<()> {
        if self.needs_length() {
            self.announced = Some(bytes);
            self.streams.iter_mut().try_for_each(|stream| stream.begin(bytes))?;
        }
        Ok(())
    }

    /// Whether a file of more than a piece uses all cores.
    fn parallel(&self, length: Option<u64>) -> Parallel {
        let is_large = length.is_some_and(|length| length >= LARGE_FILE_BYTES);
        // Evaluated for large files alone: looking it up takes as long as hashing some bytes.
        let gains = || self.streams.len() > 1 || self.streams.iter().any(Stream::is_tree);
        let has_all =
            self.work.is_parallel() && (self.work.has_idle_cores() || (is_large && gains()));
        if has_all { Parallel::Yes } else { Parallel::No }
    }

    /// Several algorithms share the cores, and so do the leaves of a tree hash.
    fn feed(&mut self, piece: &[u8], parallel: Parallel) -> anyhow::Result<()> {
        if self.work.is_abandoned() {
            bail!("the work was given up");
        }
        self.bytes += piece.len() as u64;
        if let Some(length) = self.announced.filter(|&length| self.bytes > length) {
            bail!("grew beyond its {length} bytes while it was read");
        }
        if parallel == Parallel::Yes && self.streams.len() > 1 && piece.len() >= PIECE_BYTES {
            self.streams.par_iter_mut().try_for_each(|stream| stream.update(piece, parallel))?;
        } else {
            self.streams.iter_mut().try_for_each(|stream| stream.update(piece, parallel))?;
        }
        self.work.progress.add(self.name, piece.len() as u64);
        Ok(())
    }

    /// A file that gave less than it announced has changed, unless the system makes it up and announces a page,
    /// as in /sys: there the length stays.
    fn refuse_shrunk(&self, length: u64, file: &File) -> anyhow::Result<()> {
        let is_shorter = self.bytes < length;
        if is_shorter && (self.announced.is_some() || file.metadata()?.len() < length) {
            bail!("shrank from {length} to {} bytes while it was read", self.bytes);
        }
        Ok(())
    }
}
