//! Atomic replacement of files. A file is written under a temporary name and then renamed.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Paths of the temporary files that this process has open.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Output file that is written under a temporary name. [`commit`](Self::commit) gives the file its final name. Without
/// `commit`, dropping this value removes the temporary file.
pub(crate) struct AtomicFile {
    file: File,
    name: PathBuf,
    /// Path of the temporary file. `None` for a device or a pipe, which is written directly because it cannot be
    /// replaced.
    temporary: Option<PathBuf>,
    /// Whether `commit` must fail if the file already exists.
    is_new: bool,
}

impl AtomicFile {
    /// Opens a temporary file for `name`. Replaces a temporary file that a killed process left behind.
    ///
    /// # Errors
    /// Returns an error if another process is writing the temporary file.
    pub(crate) fn create(name: &Path) -> io::Result<Self> {
        // Resolves a symbolic link: `commit` then replaces the link's target, not the link.
        let name = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        if fs::metadata(&name).is_ok_and(|metadata| !metadata.is_file()) {
            let file = File::options().write(true).open(&name)?;
            return Ok(Self { file, name, temporary: None, is_new: false });
        }
        let temporary = PathBuf::from(temporary_name(&name));
        remove_remains(&temporary)?;
        let file = File::options().write(true).create_new(true).open(&temporary)?;
        // Locks the file until it is closed. Other processes test this lock in `remove_remains`.
        let _ = file.try_lock();
        if let Ok(metadata) = fs::metadata(&name) {
            file.set_permissions(metadata.permissions())?;
        }
        temporaries().push(temporary.clone());
        Ok(Self { file, name, temporary: Some(temporary), is_new: false })
    }

    /// Opens a temporary file for `name`.
    ///
    /// # Errors
    /// Returns an error if `name` exists and is not a device or a pipe. [`commit`](Self::commit) makes the same check
    /// again.
    pub(crate) fn create_new(name: &Path) -> io::Result<Self> {
        let is_special = fs::metadata(name).is_ok_and(|found| !found.is_file() && !found.is_dir());
        if !is_special && fs::symlink_metadata(name).is_ok() {
            return Err(already_exists());
        }
        let mut file = Self::create(name)?;
        file.is_new = !is_special;
        Ok(file)
    }

    /// Renames the temporary file to its final name.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        let Some(temporary) = &self.temporary else { return self.file.flush() };
        self.file.sync_all()?;
        if !is_same_file(&self.file, temporary) {
            // The temporary name may now belong to an incomplete file of another process, which must not be renamed.
            return Err(io::Error::other("another process replaced the temporary file"));
        }
        if self.is_new {
            rename_new(temporary, &self.name)?;
        } else {
            fs::rename(temporary, &self.name)?;
        }
        temporaries().retain(|path| path != temporary);
        self.temporary = None;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.file.seek(position)
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            if is_same_file(&self.file, temporary) {
                let _ = fs::remove_file(temporary);
            }
            temporaries().retain(|path| path != temporary);
        }
    }
}

/// Removes the temporary file that a killed process left behind. The file is not reused, because opening it for writing
/// could follow a symbolic link.
fn remove_remains(temporary: &Path) -> io::Result<()> {
    let is_file = fs::symlink_metadata(temporary).is_ok_and(|found| found.is_file());
    if let Some(file) = is_file.then(|| File::open(temporary)).and_then(Result::ok)
        && matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    {
        let message = "another process is writing this file";
        return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
    }
    let _ = fs::remove_file(temporary);
    Ok(())
}

/// Returns whether `name` refers to the open file.
#[cfg(unix)]
fn is_same_file(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    let (Ok(own), Ok(found)) = (file.metadata(), fs::symlink_metadata(name)) else { return false };
    (own.dev(), own.ino()) == (found.dev(), found.ino())
}

/// Returns `true`: outside Unix, the system does not let other processes replace an open file.
#[cfg(not(unix))]
fn is_same_file(_: &File, _: &Path) -> bool {
    true
}

/// Renames a file. Fails if the new name exists.
fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => fs::remove_file(from),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(already_exists()),
        // `hard_link` may also have failed because the file system has no hard links. This arm therefore checks whether
        // the new name exists.
        Err(_) if fs::symlink_metadata(to).is_ok() => Err(already_exists()),
        Err(_) => fs::rename(from, to),
    }
}

/// Returns the error for a file that exists and must be kept.
pub(crate) fn already_exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "already exists")
}

/// Returns the temporary name under which a file is written.
pub(crate) fn temporary_name(name: &Path) -> OsString {
    let mut temporary = name.as_os_str().to_owned();
    temporary.push(".part");
    temporary
}

fn temporaries() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all temporary files before a signal ends the process.
pub(crate) fn remove_all() {
    for path in temporaries().drain(..) {
        let _ = fs::remove_file(path);
    }
}
