//! Files that are whole or absent: written beside their name, renamed at the end.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files that are being written.
static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A file that gets its name when it is whole. Dropped before, it is removed.
pub(crate) struct Partial {
    file: File,
    name: PathBuf,
    /// `None` where the file is written in place: a device or a pipe cannot be replaced.
    beside: Option<PathBuf>,
}

impl Partial {
    /// Begins to write `name`. What a killed run left is overwritten.
    pub(crate) fn create(name: &Path) -> io::Result<Self> {
        // A symbolic link stays; the file it names is replaced.
        let name = fs::canonicalize(name).unwrap_or_else(|_| name.to_owned());
        if fs::metadata(&name).is_ok_and(|metadata| !metadata.is_file()) {
            let file = File::options().write(true).open(&name)?;
            return Ok(Self { file, name, beside: None });
        }
        let mut beside = name.clone().into_os_string();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let file = File::create(&beside)?;
        if let Ok(metadata) = fs::metadata(&name) {
            file.set_permissions(metadata.permissions())?;
        }
        open().push(beside.clone());
        Ok(Self { file, name, beside: Some(beside) })
    }

    /// Gives the file its name, in the place of one that has it.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        let Some(beside) = &self.beside else { return self.file.flush() };
        self.file.sync_all()?;
        fs::rename(beside, &self.name)?;
        open().retain(|path| path != beside);
        self.beside = None;
        Ok(())
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Partial {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
            open().retain(|path| path != beside);
        }
    }
}

fn open() -> std::sync::MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the files that are not whole, before the process ends by a signal.
pub(crate) fn remove_all() {
    for path in open().drain(..) {
        let _ = fs::remove_file(path);
    }
}
