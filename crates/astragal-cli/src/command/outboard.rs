//! `digest outboard FILE TREE`: what it takes to verify any range of a file by its BLAKE3 digest, and
//! verifying one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use astragal::hazmat::outboard::{OutboardError, OutboardWriter, verify_range_with};
use astragal::xof::Blake3Xof;

use super::part::{self, PIECE_BYTES};
use crate::cli::{OutboardArgs, TreeMode};
use crate::console::{Out, shown};
use crate::encoding::{hex, parse_hex};
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::{write_name, write_verdict};
use crate::partial::Partial;
use crate::signal;
use crate::work::Job;

pub(crate) fn run(arguments: &OutboardArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let hash = mode(&arguments.mode)?;
    let Some(text) = &arguments.verify else {
        let root = write(&hash, &arguments.file, &arguments.tree)?;
        let mut to = Out::new();
        write!(to, "{}  ", hex(&root))?;
        write_name(&mut to, &arguments.file)?;
        writeln!(to)?;
        to.flush()?;
        return Ok(Exit::Good);
    };
    let root = parse_hex(text.as_bytes()).and_then(|root| <[u8; 32]>::try_from(root).ok());
    let allowed = "it takes the BLAKE3 digest, 64 hex digits";
    let root = root.ok_or_else(|| usage(format_args!("--verify is {text:?}; {allowed}")))?;
    let mut to = Out::new();
    if arguments.cat {
        // An error of standard output is told without the file's name.
        let mut lost = None;
        let verdict = verify(&hash, &root, arguments, &mut |bytes| {
            to.write_all(bytes).map_err(|error| {
                let kind = error.kind();
                lost = Some(error);
                kind.into()
            })
        });
        lost.map_or(verdict, |error| Err(error.into()))?;
        to.flush()?;
        return Ok(Exit::Good);
    }
    let verdict = verify(&hash, &root, arguments, &mut |_| Ok(()));
    if let Err(error) = &verdict {
        complain(reason(error));
    }
    let told = (|| {
        write_verdict(&mut to, &arguments.file, verdict.is_ok())?;
        to.flush()?;
        Ok(if verdict.is_ok() { Exit::Good } else { Exit::Bad })
    })();
    cut_off(told)
}

/// BLAKE3 in the mode that is asked for.
fn mode(arguments: &TreeMode) -> anyhow::Result<Blake3Xof> {
    Ok(match (part::key(arguments)?, &arguments.derive_key) {
        (Some(key), _) => Blake3Xof::keyed(&key),
        (None, Some(context)) => Blake3Xof::derive_key(context.as_bytes()),
        (None, None) => Blake3Xof::new(),
    })
}

/// Writes the tree of a file into a new one, and gives the file's digest.
fn write(hash: &Blake3Xof, name: &OsStr, tree: &OsStr) -> anyhow::Result<[u8; 32]> {
    let mut file = File::open(name).with_context(|| shown(name))?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        bail!("{}: its length must be known, which it is of regular files alone", shown(name));
    }
    // An existing file is never overwritten, least of all the one that is read.
    if fs::symlink_metadata(tree).is_ok() {
        bail!("{}: exists already; name a new file", shown(tree));
    }
    let mut out = Partial::create(Path::new(tree)).with_context(|| shown(tree))?;
    let work = Job::on(Some(1));
    work.progress.expect(1, metadata.len());
    let result = (|| {
        let mut write = |place, bytes: &[u8]| {
            out.seek(SeekFrom::Start(place))?;
            out.write_all(bytes)
        };
        let mut writer = OutboardWriter::with_hash(hash, metadata.len());
        let mut piece = vec![0; PIECE_BYTES];
        loop {
            if work.is_abandoned() {
                bail!("the work was given up");
            }
            let bytes = match file.read(&mut piece) {
                Ok(0) => break,
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error).with_context(|| shown(name)),
            };
            writer.update(&piece[..bytes], &mut write).map_err(|error| told(error, tree))?;
            work.progress.add(name, bytes as u64);
        }
        let root = writer.finish(&mut write).map_err(|error| told(error, tree))?;
        let after = file.metadata()?;
        if after.len() != metadata.len() || after.modified().ok() != metadata.modified().ok() {
            bail!("{}: it changed while it was read", shown(name));
        }
        Ok(root)
    })();
    signal::heed();
    // An incomplete tree verifies nothing: it is removed when `out` is dropped.
    let root = result?;
    out.commit().with_context(|| shown(tree))?;
    Ok(root)
}

/// Verifies the range that is asked for, and hands its bytes to `take`.
fn verify(
    hash: &Blake3Xof,
    root: &[u8; 32],
    arguments: &OutboardArgs,
    take: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> anyhow::Result<()> {
    let (name, tree) = (&arguments.file, &arguments.tree);
    let mut file = File::open(name).with_context(|| shown(name))?;
    let mut nodes = File::open(tree).with_context(|| shown(tree))?;
    let (start, end) = arguments.range.unwrap_or((0, None));
    let end = match end {
        Some(end) => end,
        None => {
            // The length as the tree claims it; the last chunk, which is in the range, proves it.
            let mut length = [0; 8];
            nodes.read_exact(&mut length).with_context(|| shown(tree))?;
            u64::from_le_bytes(length)
        }
    };
    let mut from_tree = |place, out: &mut [u8]| read_at(&mut nodes, tree, place, out);
    let work = Job::on(Some(1));
    work.progress.expect(1, end.saturating_sub(start));
    let mut from_file = |place, out: &mut [u8]| {
        work.progress.add(name, out.len() as u64);
        read_at(&mut file, name, place, out)
    };
    verify_range_with(hash, root, start..end, &mut from_tree, &mut from_file, take)
        .map_err(|error| told(error, name))
}

fn read_at(file: &mut File, name: &OsStr, place: u64, out: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(out).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            let text = format!("{} ends before byte {}", shown(name), place + out.len() as u64);
            io::Error::new(error.kind(), text)
        }
        _ => error,
    })
}

/// The error as the command's, a failure of the system's left as it is.
fn told(error: OutboardError<io::Error>, name: &OsStr) -> anyhow::Error {
    match error {
        OutboardError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => error.into(),
        OutboardError::Io(error) => anyhow::Error::from(error).context(shown(name)),
        error => anyhow::Error::from(error).context(shown(name)),
    }
}
