//! Input and output files of `digest seal` and `digest open`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use astragal::threads::on_threads;
use zeroize::Zeroizing;

use crate::cli::{RunOptions, SecretOptions, TargetOptions};
use crate::console::{self, Out};
use crate::exit::{Exit, is_closed_pipe, usage};
use crate::file_name::{display_name, is_stdin};
use crate::input::file_length;
use crate::job::Job;
use crate::message::{error_text, print_message};
use crate::signal;

/// Number of bytes per read: 64 chunks, which several threads process in parallel.
const BUFFER_BYTES: usize = 1 << 20;

/// Checks and returns the input files given on the command line. Without files, returns standard input.
pub(super) fn inputs(
    files: &[OsString],
    secret: &SecretOptions,
    target: &TargetOptions,
) -> anyhow::Result<Vec<OsString>> {
    let files = if files.is_empty() { vec!["-".into()] } else { files.to_vec() };
    if secret.is_standard_input() && files.iter().any(|name| is_stdin(name)) {
        let what = if secret.key_stdin { "key" } else { "password" };
        return Err(usage(format_args!(
            "standard input contains the {what}; files must be given by name"
        )));
    }
    if files.len() > 1 && target.output.is_some() {
        return Err(usage("-o (--output) takes one input file"));
    }
    Ok(files)
}

/// Calls `work` for each file. If a call fails, prints the error and continues with the next file.
pub(super) fn each(
    files: &[OsString],
    options: RunOptions,
    work: &mut (dyn FnMut(&OsStr, &Job) -> anyhow::Result<()> + Send),
) -> anyhow::Result<Exit> {
    let job = Job::new(Some(files.len()));
    if job.progress.is_reported() {
        let bytes = files.iter().filter_map(|name| file_length(name)).sum();
        job.progress.add_expected(files.len() as u64, bytes);
    }
    let mut run = || {
        let mut exit = Exit::Success;
        for name in files {
            let result = work(name, &job);
            signal::exit_if_received();
            job.progress.add_files(1);
            match result.with_context(|| source_name(name)) {
                Ok(()) => {}
                Err(error) if is_closed_pipe(&error) => return Err(error),
                Err(error) => {
                    print_message(error_text(&error));
                    exit = Exit::Failure;
                }
            }
        }
        Ok(exit)
    };
    match NonZero::new(options.threads.jobs) {
        Some(_) => on_threads(NonZero::new(job.threads()).unwrap_or(NonZero::<usize>::MIN), run),
        None => run(),
    }
}

/// Returns the name of an input file for error messages.
fn source_name(name: &OsStr) -> String {
    if is_stdin(name) { "standard input".into() } else { display_name(name) }
}

/// Input of `digest seal` or `digest open`: a file or standard input.
pub(super) enum Source {
    Stdin(io::Stdin),
    File(File),
}

impl Source {
    pub(super) fn open(name: &OsStr) -> anyhow::Result<Self> {
        if is_stdin(name) {
            return Ok(Self::Stdin(console::stdin()?));
        }
        let file = File::open(name)?;
        if file.metadata()?.is_dir() {
            bail!("is a directory");
        }
        Ok(Self::File(file))
    }
}

impl Read for Source {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Stdin(stdin) => stdin.read(out),
            Self::File(file) => file.read(out),
        }
    }
}

/// Seeks in a file. Returns an error for standard input.
impl Seek for Source {
    fn seek(&mut self, target: SeekFrom) -> io::Result<u64> {
        match self {
            Self::Stdin(_) => Err(io::ErrorKind::NotSeekable.into()),
            Self::File(file) => file.seek(target),
        }
    }
}

/// Destination of the sealed or opened data.
pub(super) enum Target {
    Stdout,
    File { name: PathBuf, force: bool },
}

impl Target {
    /// Returns the output given on the command line. If none is given and the input is standard input, returns standard
    /// output. Otherwise, returns the file whose name `name_for` derives from the input's name.
    pub(super) fn new(
        options: &TargetOptions,
        input: &OsStr,
        name_for: impl FnOnce(&OsStr) -> anyhow::Result<OsString>,
    ) -> anyhow::Result<Self> {
        let name = match &options.output {
            Some(name) => name.clone(),
            None if is_stdin(input) => "-".into(),
            None => name_for(input)?,
        };
        if is_stdin(&name) {
            return Ok(Self::Stdout);
        }
        Ok(Self::File { name: name.into(), force: options.force })
    }

    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Opens the output. An output file has a temporary name until `commit` renames it.
    pub(super) fn create(&self, source: &Source) -> anyhow::Result<Out> {
        match self {
            Self::Stdout => Ok(Out::stdout()),
            Self::File { name, .. } if source.is_same_file(name) => {
                bail!("input and output are the same file")
            }
            Self::File { name, force: true } => Out::to(Some(name)),
            Self::File { name, force: false } => Out::to_new(name),
        }
    }

    /// Adds the name of the output to an error.
    pub(super) fn context(&self, error: io::Error) -> anyhow::Error {
        let name = match self {
            Self::Stdout => "standard output".into(),
            Self::File { name, .. } => display_name(name.as_os_str()),
        };
        anyhow::Error::from(error).context(name)
    }
}

impl Source {
    #[cfg(unix)]
    fn is_same_file(&self, name: &Path) -> bool {
        use std::os::unix::fs::MetadataExt as _;

        let Self::File(file) = self else { return false };
        let (Ok(own), Ok(other)) = (file.metadata(), std::fs::metadata(name)) else { return false };
        own.is_file() && (own.dev(), own.ino()) == (other.dev(), other.ino())
    }

    /// Returns `false` without a check, because systems other than Unix do not allow programs to replace an open file.
    #[cfg(not(unix))]
    fn is_same_file(&self, _: &Path) -> bool {
        false
    }
}

/// Reads `source` to its end and writes all bytes to `out`. `output_error` adds context to write errors.
pub(super) fn copy(
    source: &mut impl Read,
    out: &mut impl Write,
    output_error: impl Fn(io::Error) -> anyhow::Error,
    name: &OsStr,
    job: &Job,
) -> anyhow::Result<()> {
    let mut buffer = Zeroizing::new(vec![0; BUFFER_BYTES]);
    loop {
        if job.is_cancelled() {
            bail!("cancelled");
        }
        let filled = match source.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(filled) => filled,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error.into()),
        };
        out.write_all(&buffer[..filled]).map_err(&output_error)?;
        job.progress.add_bytes(name, filled as u64);
    }
}
