//! `digest keygen FILE`: creates a random key.

use std::fs::OpenOptions;
use std::io::{self, Write as _};

use anyhow::{Context as _, anyhow};
use zeroize::Zeroizing;

use crate::atomic_file::already_exists;
use crate::cli::KeygenArgs;
use crate::exit::Exit;
use crate::file_name::display_name;

pub(crate) fn run(arguments: &KeygenArgs) -> anyhow::Result<Exit> {
    let bytes = if arguments.bits == "128" { 16 } else { 32 };
    let mut key = Zeroizing::new(vec![0; bytes]);
    getrandom::fill(&mut key).map_err(|error| anyhow!("cannot generate a key: {error}"))?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let name = || display_name(arguments.file.as_os_str());
    let file = options.open(&arguments.file).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => already_exists(),
        _ => error,
    });
    let mut file = file.with_context(name)?;
    let written = file.write_all(&key).and_then(|()| file.sync_all());
    if written.is_err() {
        // Removes an incomplete key file, because later commands would report only its wrong length, not the cause.
        let _ = std::fs::remove_file(&arguments.file);
    }
    written.with_context(name)?;
    Ok(Exit::Success)
}
