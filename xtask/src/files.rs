//! Reads, writes and copies files and folders.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use crate::run::root;

/// Returns the entries of a folder, sorted.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let list = fs::read_dir(folder).with_context(|| format!("no folder {}", folder.display()))?;
    let mut found = list.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    found.sort();
    Ok(found)
}

/// Returns the files below `folder` that have the extension `extension`, sorted. Skips folders named `target`.
pub(crate) fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() && !path.ends_with("target") {
            files.extend(files_below(&path, extension)?);
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    Ok(files)
}

/// Returns the names of the files in a folder of the repository, sorted and without extensions.
pub(crate) fn names_in(folder: &str) -> Result<Vec<String>> {
    let files = entries(&root().join(folder))?.into_iter().filter(|path| path.is_file());
    Ok(files.map(|path| stem(&path)).collect())
}

/// Returns a file name without its extension.
pub(crate) fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the path of `inner` relative to `outer`, with `/` on every system.
pub(crate) fn relative(inner: &Path, outer: &Path) -> String {
    inner.strip_prefix(outer).unwrap_or(inner).to_string_lossy().replace('\\', "/")
}

/// Creates an empty folder. If the folder exists, removes it first.
pub(crate) fn empty_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// Writes a file, and creates its folder if necessary. If the file already has this content, it is left untouched, so
/// that its modification time does not trigger a rebuild.
pub(crate) fn write(to: &Path, text: impl AsRef<[u8]>) -> Result<()> {
    if fs::read(to).is_ok_and(|old| old == text.as_ref()) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("the path has no parent folder")?)?;
    fs::write(to, text).with_context(|| format!("cannot write {}", to.display()))
}

/// Copies a file, and creates the folder of the copy if necessary. If an identical copy exists, it is left untouched,
/// for the same reason as in [`write()`].
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    if fs::read(to).is_ok_and(|old| fs::read(from).is_ok_and(|new| new == old)) {
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("the path has no parent folder")?)?;
    let copied = fs::copy(from, to);
    copied.with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Copies a folder with all its files and subfolders.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for path in entries(from)? {
        let to = to.join(path.file_name().context("the directory entry has no name")?);
        if path.is_dir() { copy_folder(&path, &to)? } else { copy(&path, &to)? }
    }
    Ok(())
}
