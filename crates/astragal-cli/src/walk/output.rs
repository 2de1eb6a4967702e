//! Recognizes the output file during a directory walk, so that the walk skips it.

#[cfg(unix)]
use std::fs::{File, Metadata};
#[cfg(unix)]
use std::os::fd::AsFd as _;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;

use std::path::PathBuf;

use walkdir::DirEntry;
#[cfg(unix)]
use walkdir::DirEntryExt as _;

#[cfg(unix)]
use crate::atomic_file::temporary_name;

/// Device and inode of the files that receive output: standard output and the file of `-o`.
#[cfg(unix)]
pub(super) struct OutputFile(Vec<(u64, u64)>);

#[cfg(unix)]
impl OutputFile {
    pub(super) fn find(files: &[PathBuf]) -> Option<Self> {
        let stdout = std::io::stdout().as_fd().try_clone_to_owned().ok().map(File::from);
        let stdout = stdout.and_then(|file| file.metadata().ok());
        let named =
            files.iter().flat_map(|file| [file.clone().into_os_string(), temporary_name(file)]);
        let named = named.filter_map(|file| std::fs::metadata(file).ok());
        let found: Vec<_> = stdout
            .into_iter()
            .chain(named)
            .filter(Metadata::is_file)
            .map(|metadata| (metadata.dev(), metadata.ino()))
            .collect();
        (!found.is_empty()).then_some(Self(found))
    }

    pub(super) fn is(&self, entry: &DirEntry) -> bool {
        // Compares inodes first. The directory entry already contains the inode, but reading the device number requires
        // a system call.
        let is_output = |&(device, inode): &(u64, u64)| {
            entry.ino() == inode && entry.metadata().is_ok_and(|metadata| metadata.dev() == device)
        };
        self.0.iter().any(is_output)
    }
}

/// Placeholder for platforms other than Unix, on which the walk cannot recognize the output file.
#[cfg(not(unix))]
pub(super) struct OutputFile;

#[cfg(not(unix))]
impl OutputFile {
    pub(super) fn find(_: &[PathBuf]) -> Option<Self> {
        None
    }

    pub(super) fn is(&self, _: &DirEntry) -> bool {
        false
    }
}
