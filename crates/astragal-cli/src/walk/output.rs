//! The file that the results go to: below a folder that is searched it has no digest yet.

#[cfg(unix)]
use std::os::fd::AsFd as _;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;

use ignore::DirEntry;

/// The file that standard output goes to.
#[cfg(unix)]
pub(super) struct OutputFile {
    device: u64,
    inode: u64,
}

#[cfg(unix)]
impl OutputFile {
    pub(super) fn find() -> Option<Self> {
        let output = std::fs::File::from(std::io::stdout().as_fd().try_clone_to_owned().ok()?);
        let metadata = output.metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some(Self { device: metadata.dev(), inode: metadata.ino() })
    }

    pub(super) fn is(&self, entry: &DirEntry) -> bool {
        // The entry holds the inode; the device takes a system call.
        entry.ino() == Some(self.inode)
            && entry.metadata().is_ok_and(|metadata| metadata.dev() == self.device)
    }
}

/// The file that standard output goes to, which this platform does not identify.
#[cfg(not(unix))]
pub(super) struct OutputFile;

#[cfg(not(unix))]
impl OutputFile {
    pub(super) fn find() -> Option<Self> {
        None
    }

    pub(super) fn is(&self, _: &DirEntry) -> bool {
        false
    }
}
