//! The Rust files of a folder, and the tokens in them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

/// All Rust files below `folder`, in the order of their paths, build output left out.
pub(crate) fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with("target") {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The path `inner` below `outer`, with `/` on every system.
pub(crate) fn relative(inner: &Path, outer: &Path) -> String {
    inner.strip_prefix(outer).unwrap_or(inner).to_string_lossy().replace('\\', "/")
}
