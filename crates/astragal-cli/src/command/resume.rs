//! `digest ALG --resume STATE FILE`: a run that may be cut off, and goes on from where it was.
//!
//! The state lies in a file beside the run, written anew every few seconds and when a signal asks to end, each time
//! whole or not at all. It says what it is of, and is believed only while the file has the length, the time of change
//! and the number in its file system that it had, and the bytes before the place where the run goes on.

use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use astragal::hash::Sha3_256;

use crate::cli::Style;
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::exit::{Exit, complain, usage};
use crate::format::{Facts, Format};
use crate::input::nanos;
use crate::partial::Partial;
use crate::progress::{aside, human};
use crate::signal;
use crate::stream::{Parallel, Stream};
use crate::work::Job;

const MAGIC: &[u8] = b"astragal resume 1\n";
/// What protects the file from damage: SHA3-256 of the rest.
const CHECKSUM_BYTES: usize = 32;
/// Bytes before the place that are compared.
const BOUNDARY_BYTES: u64 = 64 << 10;
/// Few enough that the slowest hash has done with them before a signal's grace ends.
const PIECE_BYTES: usize = 2 << 20;
/// How often the state is written.
const INTERVAL: Duration = Duration::from_secs(5);

/// The digest of the one file, on from the state if there is one.
pub(crate) fn run(
    algorithm: &Digester,
    state: &Path,
    name: &OsStr,
    style: &Style,
) -> anyhow::Result<Exit> {
    let format = Format::new(style, false)?;
    if algorithm.stream()?.export().is_err() {
        return Err(usage("a state would hold the key; --resume is for hashes without one"));
    }
    let work = Job::on(Some(1));
    let mut run = Run::begin(algorithm, state, name).with_context(|| shown(name))?;
    if run.position > 0 {
        complain(format_args!("{}: resuming at {}", shown(name), human(run.position)));
    }
    // A state that cannot be written is an error now, not after the first seconds.
    run.save(algorithm)?;
    work.progress.expect(1, run.identity.size - run.position);
    let mut saved = Instant::now();
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        if let Some(signal) = signal::received() {
            run.save(algorithm)?;
            signal::leave(signal);
        }
        let bytes = run.step(&mut piece).with_context(|| shown(name))?;
        if bytes == 0 {
            break;
        }
        work.progress.add(name, bytes as u64);
        if saved.elapsed() >= INTERVAL {
            run.save(algorithm)?;
            saved = Instant::now();
        }
    }
    run.check_unchanged().with_context(|| shown(name))?;
    work.progress.done(1);
    let facts = Facts { bytes: run.position, modified: Some(run.identity.changed) };
    let output = run.stream.finish()?;
    let mut to = Out::to(style.output.as_deref())?;
    aside(|| {
        format.write(&mut to, algorithm, name, facts, output)?;
        to.commit()?;
        anyhow::Ok(())
    })?;
    // It has served: the next run of that name is another.
    match fs::remove_file(state) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| shown(state.as_os_str()))
        }
        _ => Ok(Exit::Good),
    }
}

/// What tells a file from another, or from itself after a change.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity {
    size: u64,
    /// Nanoseconds since 1970, 0 where the system does not know.
    changed: i128,
    device: u64,
    number: u64,
}

impl Identity {
    fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (device, number) = {
            use std::os::unix::fs::MetadataExt as _;
            (metadata.dev(), metadata.ino())
        };
        #[cfg(not(unix))]
        let (device, number) = (0, 0);
        let changed = nanos(metadata).unwrap_or(0);
        Self { size: metadata.len(), changed, device, number }
    }

    fn to_bytes(self) -> [u8; 40] {
        let mut bytes = [0; 40];
        bytes[..8].copy_from_slice(&self.size.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.changed.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.device.to_le_bytes());
        bytes[32..].copy_from_slice(&self.number.to_le_bytes());
        bytes
    }
}

/// A file on its way.
struct Run {
    state: PathBuf,
    file: File,
    identity: Identity,
    position: u64,
    stream: Stream,
}

impl Run {
    /// From the file's start, or from where the state has it.
    fn begin(algorithm: &Digester, state: &Path, name: &OsStr) -> anyhow::Result<Self> {
        let file = File::open(name)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            bail!("only a regular file can be gone on with");
        }
        let identity = Identity::of(&metadata);
        let mut stream = algorithm.stream()?;
        stream.begin(identity.size)?;
        let mut run = Self { state: state.to_owned(), file, identity, position: 0, stream };
        match fs::read(state) {
            Ok(saved) => {
                run.take_up(algorithm, &saved).with_context(|| shown(state.as_os_str()))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(|| shown(state.as_os_str())),
        }
        Ok(run)
    }

    /// Goes on from a state, if it is of this file and algorithm.
    fn take_up(&mut self, algorithm: &Digester, saved: &[u8]) -> anyhow::Result<()> {
        let saved = Saved::read(saved).context("this is no whole state of a run")?;
        if saved.tag != algorithm.tag().as_bytes() {
            let given = String::from_utf8_lossy(saved.tag).into_owned();
            bail!("the run was of {given}; {} is asked for", algorithm.tag());
        }
        let is_same = saved.identity == self.identity.to_bytes();
        if !is_same || boundary(&mut self.file, saved.position)? != saved.boundary {
            bail!("the file is not what it was when the run was cut off");
        }
        self.stream.import(saved.stream)?;
        self.position = saved.position;
        self.file.seek(SeekFrom::Start(self.position))?;
        Ok(())
    }

    /// Reads the next piece and hashes it; 0 at the end.
    fn step(&mut self, piece: &mut [u8]) -> anyhow::Result<usize> {
        let bytes = loop {
            match self.file.read(piece) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.stream.update(&piece[..bytes], Parallel::Yes)?;
        self.position += bytes as u64;
        Ok(bytes)
    }

    /// An error if the file is not what it was, or was not read to its end.
    fn check_unchanged(&self) -> anyhow::Result<()> {
        let now = Identity::of(&self.file.metadata()?);
        if now != self.identity || self.position != now.size {
            bail!("it changed while it was read");
        }
        Ok(())
    }

    /// Writes the state, whole or not at all.
    fn save(&mut self, algorithm: &Digester) -> anyhow::Result<()> {
        let stream = self.stream.export()?;
        let boundary = boundary(&mut self.file, self.position)?;
        let tag = algorithm.tag().as_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend((tag.len() as u64).to_le_bytes());
        bytes.extend(tag);
        bytes.extend(self.identity.to_bytes());
        bytes.extend(self.position.to_le_bytes());
        bytes.extend(boundary);
        bytes.extend(stream);
        bytes.extend(Sha3_256::hash(&bytes));
        self.file.seek(SeekFrom::Start(self.position))?;
        replace(&self.state, &bytes).with_context(|| shown(self.state.as_os_str()))
    }
}

/// What a state's file says.
struct Saved<'a> {
    tag: &'a [u8],
    identity: [u8; 40],
    position: u64,
    boundary: [u8; 32],
    stream: &'a [u8],
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
        let (boundary, stream) = rest.split_first_chunk()?;
        let position = u64::from_le_bytes(*position);
        Some(Self { tag, identity: *identity, position, boundary: *boundary, stream })
    }
}

/// The digest of the bytes before `position`.
fn boundary(file: &mut File, position: u64) -> anyhow::Result<[u8; 32]> {
    let length = position.min(BOUNDARY_BYTES);
    file.seek(SeekFrom::Start(position - length))?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(Sha3_256::hash(&bytes))
}

/// Puts `bytes` in the place of the file of this name.
fn replace(name: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Partial::create(name)?;
    file.write_all(bytes)?;
    file.commit()
}
