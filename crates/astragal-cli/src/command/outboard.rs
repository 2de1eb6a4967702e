//! `digest outboard FILE TREE`: writes the BLAKE3 hash tree of a file, or uses this tree to verify a range of the file.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use astragal::hazmat::outboard::{OutboardError, OutboardWriter, verify_range_with};
use astragal::xof::Blake3Xof;

use super::part::{self, BUFFER_BYTES};
use crate::atomic_file::AtomicFile;
use crate::cli::{Blake3Mode, OutboardArgs};
use crate::console::Out;
use crate::encoding::{hex, parse_hex};
use crate::exit::{Exit, fail_on_closed_pipe, usage};
use crate::file_name::display_name;
use crate::format::{write_name, write_verdict};
use crate::job::{self, Job};
use crate::message::{error_text, print_message};
use crate::signal;

pub(crate) fn run(arguments: &OutboardArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let hash = hasher(&arguments.mode)?;
    let Some(text) = &arguments.verify else {
        let root = write(&hash, &arguments.file, &arguments.tree)?;
        let mut out = Out::stdout();
        write!(out, "{}  ", hex(&root))?;
        write_name(&mut out, &arguments.file)?;
        writeln!(out)?;
        out.flush()?;
        return Ok(Exit::Success);
    };
    let root = parse_hex(text.as_bytes()).and_then(|root| <[u8; 32]>::try_from(root).ok());
    let root =
        root.ok_or_else(|| usage(format_args!("--verify is {text:?}; expected 64 hex digits")))?;
    let mut out = Out::stdout();
    if arguments.cat {
        // Stores an error from standard output separately, because its message must not name the input file.
        let mut output_error = None;
        let verdict = verify(&hash, &root, arguments, &mut |bytes| {
            out.write_all(bytes).map_err(|error| {
                let kind = error.kind();
                output_error = Some(error);
                kind.into()
            })
        });
        output_error.map_or(verdict, |error| Err(error.into()))?;
        out.flush()?;
        return Ok(Exit::Success);
    }
    let verdict = verify(&hash, &root, arguments, &mut |_| Ok(()));
    if let Err(error) = &verdict {
        print_message(error_text(error));
    }
    let result = (|| {
        write_verdict(&mut out, &arguments.file, verdict.is_ok())?;
        out.flush()?;
        Ok(verdict.is_ok().into())
    })();
    fail_on_closed_pipe(result)
}

/// Creates a BLAKE3 hasher with the key or context from the command line.
fn hasher(arguments: &Blake3Mode) -> anyhow::Result<Blake3Xof> {
    Ok(match (part::key(arguments)?, &arguments.derive_key) {
        (Some(key), _) => Blake3Xof::keyed(&key),
        (None, Some(context)) => Blake3Xof::derive_key(context.as_bytes()),
        (None, None) => Blake3Xof::new(),
    })
}

/// Writes the hash tree of a file to a new file and returns the digest.
fn write(hash: &Blake3Xof, name: &OsStr, tree: &OsStr) -> anyhow::Result<[u8; 32]> {
    let mut file = File::open(name).with_context(|| display_name(name))?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        bail!("{}: is not a regular file", display_name(name));
    }
    // Rejects an existing output file, because it could be the file to hash.
    if fs::symlink_metadata(tree).is_ok() {
        bail!("{}: already exists", display_name(tree));
    }
    let mut out = AtomicFile::create(Path::new(tree)).with_context(|| display_name(tree))?;
    let job = Job::new(Some(1));
    job.progress.add_expected(1, metadata.len());
    let result = (|| {
        let mut write = |place, bytes: &[u8]| {
            out.seek(SeekFrom::Start(place))?;
            out.write_all(bytes)
        };
        let mut writer = OutboardWriter::with_hash(hash, metadata.len());
        let mut piece = vec![0; BUFFER_BYTES];
        loop {
            if job.is_cancelled() {
                bail!("hashing was cancelled");
            }
            let bytes = match file.read(&mut piece) {
                Ok(0) => break,
                Ok(bytes) => bytes,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error).with_context(|| display_name(name)),
            };
            writer
                .update(&piece[..bytes], &mut write)
                .map_err(|error| with_file_name(error, tree))?;
            job.progress.add_bytes(name, bytes as u64);
        }
        let root = writer.finish(&mut write).map_err(|error| with_file_name(error, tree))?;
        let after = file.metadata()?;
        if after.len() != metadata.len() || after.modified().ok() != metadata.modified().ok() {
            bail!("{}: changed while it was read", display_name(name));
        }
        Ok(root)
    })();
    signal::exit_if_received();
    // On error, `?` returns and drops `out`, which removes the incomplete tree.
    let root = result?;
    out.commit().with_context(|| display_name(tree))?;
    Ok(root)
}

/// Verifies the range given on the command line and passes its bytes to `consume`.
fn verify(
    hash: &Blake3Xof,
    root: &[u8; 32],
    arguments: &OutboardArgs,
    consume: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> anyhow::Result<()> {
    let (name, tree) = (&arguments.file, &arguments.tree);
    let mut file = File::open(name).with_context(|| display_name(name))?;
    let mut nodes = File::open(tree).with_context(|| display_name(tree))?;
    let (start, end) = arguments.range.unwrap_or((0, None));
    let end = match end {
        Some(end) => end,
        None => {
            // Uses the length stated in the tree file as the end of the range. The range then includes the last chunk,
            // and verifying this chunk also verifies the length.
            let mut length = [0; 8];
            nodes.read_exact(&mut length).with_context(|| display_name(tree))?;
            u64::from_le_bytes(length)
        }
    };
    let mut from_tree = |place, out: &mut [u8]| read_at(&mut nodes, tree, place, out);
    let job = Job::new(Some(1));
    job.progress.add_expected(1, end.saturating_sub(start));
    let mut from_file = |place, out: &mut [u8]| {
        job.progress.add_bytes(name, out.len() as u64);
        read_at(&mut file, name, place, out)
    };
    verify_range_with(hash, root, start..end, &mut from_tree, &mut from_file, consume)
        .map_err(|error| with_file_name(error, name))
}

fn read_at(file: &mut File, name: &OsStr, place: u64, out: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(place))?;
    file.read_exact(out).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            let text =
                format!("{} ends before byte {}", display_name(name), place + out.len() as u64);
            io::Error::new(error.kind(), text)
        }
        _ => error,
    })
}

/// Adds the file name to an error, except to errors of [`read_at`], which already contain it.
fn with_file_name(error: OutboardError<io::Error>, name: &OsStr) -> anyhow::Error {
    match error {
        OutboardError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => error.into(),
        OutboardError::Io(error) => anyhow::Error::from(error).context(display_name(name)),
        error => anyhow::Error::from(error).context(display_name(name)),
    }
}
