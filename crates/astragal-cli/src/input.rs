//! Hashes files. Each file is read once for all algorithms, with constant memory.

mod buffer;
mod read;

use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use rayon::prelude::*;

use self::read::{BUFFER_BYTES, Source, fill, read, read_ahead, with_buffer};
use crate::algorithm::Algorithm;
use crate::console;
use crate::file_name::is_stdin;
use crate::hasher::{HashOutput, Hasher, Parallel};
use crate::job::Job;

/// Number of bytes per read and per thread, if several threads hash one file. At this size, the data that the kernel
/// copied is still in the CPU cache when the threads hash it.
const BUFFER_BYTES_PER_THREAD: usize = 512 << 10;

/// Maximum number of bytes per read. Larger reads would cost more time than they save, because the threads would wait
/// for data.
const MAX_BUFFER_BYTES: usize = 4 << 20;

/// Minimum length in bytes of a file that all threads hash together although other files are also waiting.
const LARGE_FILE_BYTES: u64 = 8 << 20;

pub(crate) struct FileDigests {
    /// One output per algorithm, in the order of the hashers.
    pub(crate) outputs: Vec<HashOutput>,
    pub(crate) bytes: u64,
}

/// Returns the length of a regular file in bytes. For standard input, returns the length of the unread part.
pub(crate) fn file_length(name: &OsStr) -> Option<u64> {
    if is_stdin(name) {
        return stdin_length();
    }
    let metadata = std::fs::metadata(name).ok()?;
    metadata.is_file().then_some(metadata.len())
}

/// Returns the length in bytes of the unread part of standard input, if standard input is a regular file.
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

/// Hashes the file, or standard input for `-`, with all hashers.
pub(crate) fn hash_file(
    mut hashers: Vec<Hasher>,
    name: &OsStr,
    job: &Job,
) -> anyhow::Result<FileDigests> {
    let mut file_hasher =
        FileHasher { name, hashers: &mut hashers, job, announced_length: None, bytes: 0 };
    if is_stdin(name) {
        file_hasher.run(&mut console::stdin()?, None)?;
    } else {
        let file = File::open(name)?;
        file_hasher.run(&mut &file, Some(&file))?;
    }
    let bytes = file_hasher.bytes;
    let outputs = hashers.into_iter().map(Hasher::finish).collect::<anyhow::Result<_>>()?;
    Ok(FileDigests { outputs, bytes })
}

/// Computes the digest of a file with one algorithm. Also returns the length of the file in bytes.
pub(crate) fn digest_file(
    algorithm: &Algorithm,
    name: &OsStr,
    job: &Job,
) -> anyhow::Result<(Vec<u8>, u64)> {
    let FileDigests { mut outputs, bytes } = hash_file(vec![algorithm.hasher()?], name, job)?;
    let output = outputs.pop().context("no digest was computed")?;
    Ok((output.into_bytes()?, bytes))
}

/// Returns the modification time of a regular file in nanoseconds since 1970.
pub(crate) fn modification_time(name: &OsStr) -> Option<i128> {
    if is_stdin(name) {
        return None;
    }
    std::fs::metadata(name).ok().filter(Metadata::is_file).and_then(|found| modified_nanos(&found))
}

/// Returns the modification time in nanoseconds since 1970.
pub(crate) fn modified_nanos(metadata: &Metadata) -> Option<i128> {
    let nanos = |time: Duration| i128::try_from(time.as_nanos()).unwrap_or(i128::MAX);
    let since = metadata.modified().ok()?.duration_since(UNIX_EPOCH);
    Some(since.map_or_else(|before| -nanos(before.duration()), nanos))
}

/// Reads one file and passes its data to the hashers.
struct FileHasher<'a> {
    name: &'a OsStr,
    hashers: &'a mut [Hasher],
    job: &'a Job,
    /// Input length in bytes that was passed to [`Hasher::set_length`] before hashing started. `None` if no hasher
    /// needs the length.
    announced_length: Option<u64>,
    /// Number of bytes read so far.
    bytes: u64,
}

impl FileHasher<'_> {
    /// Reads the source to its end. Queries the file length only in the rare case that the file does not fit in the
    /// first buffer.
    fn run(&mut self, source: Source<'_>, file: Option<&File>) -> anyhow::Result<()> {
        with_buffer(|buffer| {
            let filled = fill(source, buffer).map_err(|error| match error.kind() {
                io::ErrorKind::IsADirectory => anyhow!("is a directory"),
                _ => error.into(),
            })?;
            if filled < buffer.len() {
                self.set_length(filled as u64)?;
                return self.update(&buffer[..filled], Parallel::No);
            }
            let metadata = file.map(File::metadata).transpose()?;
            let length = metadata.filter(Metadata::is_file).map(|metadata| metadata.len());
            if self.needs_length() {
                match (length, file) {
                    (Some(length), _) => self.set_length(length)?,
                    (None, Some(_)) => {
                        bail!("is not a regular file; the algorithm needs the length in advance")
                    }
                    (None, None) => {
                        let mut whole = buffer.to_vec();
                        source.read_to_end(&mut whole)?;
                        self.set_length(whole.len() as u64)?;
                        return self.update(&whole, Parallel::Yes);
                    }
                }
            }
            let parallel = self.parallel(length);
            self.update(buffer, parallel)?;
            let ahead_bytes = BUFFER_BYTES_PER_THREAD.saturating_mul(self.job.threads());
            let ahead_bytes = ahead_bytes.min(MAX_BUFFER_BYTES);
            let mut consume = |piece: &[u8]| self.update(piece, parallel);
            match parallel {
                Parallel::No => read(source, buffer, &mut consume)?,
                Parallel::Yes => read_ahead(source, ahead_bytes, &mut consume)?,
            }
            match (length, file) {
                (Some(length), Some(file)) => self.reject_shrunk(length, file),
                _ => Ok(()),
            }
        })
    }

    fn needs_length(&self) -> bool {
        self.hashers.iter().any(Hasher::needs_length)
    }

    /// Passes the input length to the hashers that need it before hashing starts.
    fn set_length(&mut self, bytes: u64) -> anyhow::Result<()> {
        if self.needs_length() {
            self.announced_length = Some(bytes);
            self.hashers.iter_mut().try_for_each(|hasher| hasher.set_length(bytes))?;
        }
        Ok(())
    }

    /// Decides whether all threads hash this file together. Called only for a file that does not fit in the first
    /// buffer.
    fn parallel(&self, length: Option<u64>) -> Parallel {
        let is_large = length.is_some_and(|length| length >= LARGE_FILE_BYTES);
        // Returns whether several threads would help. Called only for large files, for which the time of this check is
        // negligible.
        let gains = || self.hashers.len() > 1 || self.hashers.iter().any(Hasher::is_tree);
        let has_all =
            self.job.is_parallel() && (self.job.has_idle_cores() || (is_large && gains()));
        if has_all { Parallel::Yes } else { Parallel::No }
    }

    /// Passes the data to all hashers. With several threads, different hashers and the leaves of tree hashes run in
    /// parallel.
    fn update(&mut self, piece: &[u8], parallel: Parallel) -> anyhow::Result<()> {
        if self.job.is_cancelled() {
            bail!("hashing was cancelled");
        }
        self.bytes += piece.len() as u64;
        if let Some(length) = self.announced_length.filter(|&length| self.bytes > length) {
            bail!("grew beyond {length} bytes while it was read");
        }
        if parallel == Parallel::Yes && self.hashers.len() > 1 && piece.len() >= BUFFER_BYTES {
            self.hashers.par_iter_mut().try_for_each(|hasher| hasher.update(piece, parallel))?;
        } else {
            self.hashers.iter_mut().try_for_each(|hasher| hasher.update(piece, parallel))?;
        }
        self.job.progress.add_bytes(self.name, piece.len() as u64);
        Ok(())
    }

    /// Rejects a file that became shorter while it was read. Accepts files in /sys, which always report the length of a
    /// page although they contain fewer bytes.
    fn reject_shrunk(&self, length: u64, file: &File) -> anyhow::Result<()> {
        let is_shorter = self.bytes < length;
        if is_shorter && (self.announced_length.is_some() || file.metadata()?.len() < length) {
            bail!("shrank from {length} to {} bytes while it was read", self.bytes);
        }
        Ok(())
    }
}
