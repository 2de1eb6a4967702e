//! The digest of a directory, defined in `docs/directory-digest.md`.

use std::ffi::OsStr;
use std::fs::Metadata;
use std::path::{Component, Path};

use anyhow::{Context as _, bail};
use astragal::registry::{DynXof, XofParams, sized_hash};
use walkdir::DirEntry;

use crate::algorithm::Algorithm;
use crate::file_name::display_name;
use crate::input;
use crate::job::Job;
use crate::walk::{Walk, walk_error};

/// Customization string of the hash function. It contains the version number of the directory digest.
const CUSTOM: &[u8] = b"astragal directory 1";

/// Length of the digest in bytes.
pub(crate) const DIGEST_BYTES: usize = 32;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FileType {
    Directory,
    File,
    Link,
}

/// A file, directory or link below the hashed directory, at any depth.
pub(crate) struct Entry {
    /// Path relative to the directory, with `/` as separator.
    pub(crate) path: Vec<u8>,
    pub(crate) file_type: FileType,
    /// Permission bits. `None` if the directory digest does not include them.
    pub(crate) mode: Option<u32>,
    pub(crate) size: u64,
    /// Digest of a file, or target of a link. Empty for a directory.
    pub(crate) content: Vec<u8>,
}

impl Entry {
    /// Reads the metadata and the content of an entry.
    pub(crate) fn read(
        root: &Path,
        found: walkdir::Result<DirEntry>,
        has_mode: bool,
        algorithm: &Algorithm,
        job: &Job,
    ) -> anyhow::Result<Self> {
        let found = found.map_err(walk_error)?;
        let path = found.path();
        let name = path.as_os_str();
        let entry = || -> anyhow::Result<Self> {
            let metadata = path.symlink_metadata()?;
            let file_type = match metadata.file_type() {
                found if found.is_dir() => FileType::Directory,
                found if found.is_file() => FileType::File,
                found if found.is_symlink() => FileType::Link,
                _ => bail!("is not a file, directory or symbolic link"),
            };
            let content = match file_type {
                FileType::Directory => Vec::new(),
                FileType::Link => bytes(std::fs::read_link(path)?.as_os_str())?,
                FileType::File => content(name, &metadata, algorithm, job)?,
            };
            let size = if file_type == FileType::File { metadata.len() } else { 0 };
            // Omits the permissions of links, because they differ between systems.
            let has_mode = has_mode && file_type != FileType::Link;
            let mode = has_mode.then(|| mode(&metadata)).transpose()?;
            Ok(Self {
                path: portable_path(path.strip_prefix(root)?)?,
                file_type,
                mode,
                size,
                content,
            })
        };
        entry().with_context(|| display_name(name))
    }
}

/// Returns the entries below a directory, without the directory itself.
pub(crate) fn entries(walk: Walk) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    walk.filter(|found| found.as_ref().map_or(true, |entry| entry.depth() > 0))
}

/// Sorts the entries and computes their digest.
pub(crate) fn digest(algorithm: &Algorithm, entries: &mut [Entry]) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    let params = XofParams {
        custom: Some(CUSTOM),
        output_bytes: Some(DIGEST_BYTES),
        ..XofParams::default()
    };
    let mut tuple = sized_hash("tuplehash128")?.new_xof(&params)?;
    item(&mut tuple, algorithm.tag().as_bytes())?;
    for entry in entries {
        item(&mut tuple, &entry.path)?;
        item(
            &mut tuple,
            match entry.file_type {
                FileType::Directory => b"d",
                FileType::File => b"f",
                FileType::Link => b"l",
            },
        )?;
        item(
            &mut tuple,
            entry.mode.map(|mode| format!("{mode:o}")).unwrap_or_default().as_bytes(),
        )?;
        let size =
            if entry.file_type == FileType::File { entry.size.to_string() } else { String::new() };
        item(&mut tuple, size.as_bytes())?;
        item(&mut tuple, &entry.content)?;
    }
    let mut digest = vec![0; DIGEST_BYTES];
    tuple.squeeze(&mut digest)?;
    Ok(digest)
}

fn item(tuple: &mut Box<dyn DynXof>, bytes: &[u8]) -> anyhow::Result<()> {
    tuple.begin_item(bytes.len() as u64)?;
    Ok(tuple.absorb(bytes)?)
}

fn content(
    name: &OsStr,
    metadata: &Metadata,
    algorithm: &Algorithm,
    job: &Job,
) -> anyhow::Result<Vec<u8>> {
    let (digest, bytes) = input::digest_file(algorithm, name, job)?;
    if bytes != metadata.len() {
        bail!("changed from {} to {bytes} bytes while it was read", metadata.len());
    }
    Ok(digest)
}

/// Returns the path with `/` as separator on every platform.
fn portable_path(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut portable = Vec::new();
    for part in path.components() {
        let Component::Normal(name) = part else { bail!("leads out of the directory") };
        if !portable.is_empty() {
            portable.push(b'/');
        }
        portable.extend(bytes(name)?);
    }
    Ok(portable)
}

#[cfg(unix)]
fn bytes(name: &OsStr) -> anyhow::Result<Vec<u8>> {
    Ok(name.as_encoded_bytes().to_vec())
}

#[cfg(not(unix))]
fn bytes(name: &OsStr) -> anyhow::Result<Vec<u8>> {
    let text = name.to_str().context("name is not Unicode")?;
    Ok(text.as_bytes().to_vec())
}

#[cfg(unix)]
fn mode(metadata: &Metadata) -> anyhow::Result<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    Ok(metadata.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn mode(_: &Metadata) -> anyhow::Result<u32> {
    bail!("permission bits are not supported on this platform")
}
