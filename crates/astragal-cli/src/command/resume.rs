//! `digest ALG --resume STATE FILE`: hashing that can be interrupted and resumed.
//!
//! The state is saved every few seconds and when a signal is received. The state file is replaced atomically. A saved
//! state is accepted only if the algorithm and the file are unchanged. The checks cover the file's size, modification
//! time, device and inode, and the bytes before the saved position.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use astragal::hash::Sha3_256;

use crate::algorithm::Algorithm;
use crate::atomic_file::AtomicFile;
use crate::cli::OutputStyle;
use crate::console::Out;
use crate::exit::{Exit, usage};
use crate::file_name::display_name;
use crate::format::{FileInfo, Format};
use crate::hasher::{Hasher, Parallel};
use crate::input::modified_nanos;
use crate::job::Job;
use crate::message::print_message;
use crate::progress::human;
use crate::signal;
use crate::status_line::with_terminal;

const MAGIC: &[u8] = b"astragal resume 1\n";
/// Length in bytes of the state file's checksum. The checksum, which detects damage, is the SHA3-256 digest of all
/// other bytes.
const CHECKSUM_BYTES: usize = 32;
/// Maximum number of bytes that are checked for changes when a state is restored. They are the last bytes before the
/// saved position.
const BOUNDARY_BYTES: u64 = 64 << 10;
/// Number of bytes per read. Even the slowest hash processes this many bytes within the grace period after a signal.
const BUFFER_BYTES: usize = 2 << 20;
/// Time between two saves of the hash state.
const INTERVAL: Duration = Duration::from_secs(5);

/// Hashes a file, starting from the saved state if there is one.
pub(crate) fn run(
    algorithm: &Algorithm,
    state: &Path,
    name: &OsStr,
    style: &OutputStyle,
) -> anyhow::Result<Exit> {
    let format = Format::new(style, false)?;
    if algorithm.hasher()?.export().is_err() {
        return Err(usage("--resume cannot be used with a key; the state would contain it"));
    }
    let job = Job::new(Some(1));
    let mut run =
        ResumableHash::open(algorithm, state, name).with_context(|| display_name(name))?;
    if run.position > 0 {
        print_message(format_args!("{}: resuming at {}", display_name(name), human(run.position)));
    }
    // Saves the state before hashing starts, so that a failure to write the state file is reported early.
    run.save(algorithm)?;
    job.progress.add_expected(1, run.identity.size - run.position);
    let mut saved = Instant::now();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        if let Some(signal) = signal::received() {
            run.save(algorithm)?;
            signal::exit(signal);
        }
        let bytes = run.step(&mut buffer).with_context(|| display_name(name))?;
        if bytes == 0 {
            break;
        }
        job.progress.add_bytes(name, bytes as u64);
        if saved.elapsed() >= INTERVAL {
            run.save(algorithm)?;
            saved = Instant::now();
        }
    }
    run.check_unchanged().with_context(|| display_name(name))?;
    job.progress.add_files(1);
    let info = FileInfo { bytes: run.position, modified: Some(run.identity.modified) };
    let output = run.hasher.finish()?;
    let mut out = Out::to(style.output.as_deref())?;
    with_terminal(|| {
        format.write(&mut out, algorithm, name, info, output)?;
        out.commit()?;
        anyhow::Ok(())
    })?;
    // Removes the state file, because the whole input file has been hashed.
    match fs::remove_file(state) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| display_name(state.as_os_str()))
        }
        _ => Ok(Exit::Success),
    }
}

/// Identity of a file, which changes when the file is modified or replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    size: u64,
    /// Modification time in nanoseconds since 1970, 0 if unknown.
    modified: i128,
    device: u64,
    inode: u64,
}

impl Identity {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (device, inode) = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, inode) = (0, 0);
        let modified = modified_nanos(metadata).unwrap_or(0);
        Self { size: metadata.len(), modified, device, inode }
    }

    fn to_bytes(self) -> [u8; 40] {
        let mut bytes = [0; 40];
        bytes[..8].copy_from_slice(&self.size.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.modified.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.device.to_le_bytes());
        bytes[32..].copy_from_slice(&self.inode.to_le_bytes());
        bytes
    }
}

/// State of a hash computation that has processed the first `position` bytes of a file.
struct ResumableHash {
    state: PathBuf,
    file: File,
    identity: Identity,
    position: u64,
    hasher: Hasher,
}

impl ResumableHash {
    /// Restores the saved state, if there is one. Otherwise starts at the beginning of the file.
    fn open(algorithm: &Algorithm, state: &Path, name: &OsStr) -> anyhow::Result<Self> {
        let file = File::open(name)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            bail!("is not a regular file; --resume needs one");
        }
        let identity = Identity::of(&metadata);
        let mut hasher = algorithm.hasher()?;
        hasher.set_length(identity.size)?;
        let mut run = Self { state: state.to_owned(), file, identity, position: 0, hasher };
        match fs::read(state) {
            Ok(saved) => {
                run.restore(algorithm, &saved).with_context(|| display_name(state.as_os_str()))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| display_name(state.as_os_str())),
        }
        Ok(run)
    }

    /// Restores a state that was saved for this file and algorithm.
    fn restore(&mut self, algorithm: &Algorithm, saved: &[u8]) -> anyhow::Result<()> {
        let saved = Saved::read(saved).context("not a valid state file")?;
        if saved.tag != algorithm.tag().as_bytes() {
            let given = String::from_utf8_lossy(saved.tag).into_owned();
            bail!("state is of {given}; expected {}", algorithm.tag());
        }
        let is_same = saved.identity == self.identity.to_bytes();
        if !is_same || boundary(&mut self.file, saved.position)? != saved.boundary {
            bail!("the file has changed since the state was saved");
        }
        self.hasher.import(saved.hasher)?;
        self.position = saved.position;
        self.file.seek(SeekFrom::Start(self.position))?;
        Ok(())
    }

    /// Reads and hashes up to `buffer.len()` bytes. Returns the number of bytes read, which is 0 at the end of the
    /// file.
    fn step(&mut self, buffer: &mut [u8]) -> anyhow::Result<usize> {
        let bytes = loop {
            match self.file.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.hasher.update(&buffer[..bytes], Parallel::Yes)?;
        self.position += bytes as u64;
        Ok(bytes)
    }

    /// Returns an error if the file has changed or was not read to its end.
    fn check_unchanged(&self) -> anyhow::Result<()> {
        let now = Identity::of(&self.file.metadata()?);
        if now != self.identity || self.position != now.size {
            bail!("changed while it was read");
        }
        Ok(())
    }

    /// Saves the hash state and the file's identity in the state file.
    fn save(&mut self, algorithm: &Algorithm) -> anyhow::Result<()> {
        let hasher = self.hasher.export()?;
        let boundary = boundary(&mut self.file, self.position)?;
        let tag = algorithm.tag().as_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((tag.len() as u64).to_le_bytes());
        bytes.extend(tag);
        bytes.extend(self.identity.to_bytes());
        bytes.extend(self.position.to_le_bytes());
        bytes.extend(boundary);
        bytes.extend(hasher);
        bytes.extend(Sha3_256::hash(&bytes));
        self.file.seek(SeekFrom::Start(self.position))?;
        replace(&self.state, &bytes).with_context(|| display_name(self.state.as_os_str()))
    }
}

/// Fields of a state file.
struct Saved<'a> {
    tag: &'a [u8],
    identity: [u8; 40],
    position: u64,
    boundary: [u8; 32],
    hasher: &'a [u8],
}

impl<'a> Saved<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (covered, checksum) = bytes.split_last_chunk::<CHECKSUM_BYTES>()?;
        let rest = covered.strip_prefix(MAGIC)?;
        if *checksum != Sha3_256::hash(covered) {
            return None;
        }
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (tag, rest) = rest.split_at_checked(length)?;
        let (identity, rest) = rest.split_first_chunk()?;
        let (position, rest) = rest.split_first_chunk()?;
        let (boundary, hasher) = rest.split_first_chunk()?;
        let position = u64::from_le_bytes(*position);
        Some(Self { tag, identity: *identity, position, boundary: *boundary, hasher })
    }
}

/// Returns the SHA3-256 digest of the last [`BOUNDARY_BYTES`] bytes before `position`, or of all bytes if there are
/// fewer.
fn boundary(file: &mut File, position: u64) -> anyhow::Result<[u8; 32]> {
    let length = position.min(BOUNDARY_BYTES);
    file.seek(SeekFrom::Start(position - length))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(Sha3_256::hash(&bytes))
}

/// Replaces the content of a file atomically.
fn replace(name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = AtomicFile::create(name)?;
    file.write_all(bytes)?;
    file.commit()
}
