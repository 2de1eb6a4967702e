//! `digest ALG [FILE]...` and `digest hash -a ALG,... [FILE]...`: hashes files.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use super::resume;
use super::verify::verify;
use crate::algorithm::Algorithm;
use crate::algorithm::resolver::MAX_OUTPUT_BYTES;
use crate::cli::{ClassicArgs, FileOptions, HashArgs, OutputStyle};
use crate::console::Out;
use crate::exit::{Exit, usage};
use crate::file_name::{display_name, is_stdin};
use crate::format::{FileInfo, Format};
use crate::hasher::Parallel;
use crate::input::{self, FileDigests};
use crate::job::{self, Job, batches};
use crate::message::{error_text, print_message};
use crate::walk::{Files, Found, count_in_background};

/// Runs `digest ALG [FILE]...`.
pub(crate) fn run_classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    if let Some(option) = arguments.check_options.first_given() {
        return Err(usage(format_args!("{option} requires -c (--check)")));
    }
    let Some((name, files)) = arguments.words.split_first() else {
        return Err(usage("missing algorithm; see `digest list` and `digest --help`"));
    };
    let length = arguments.length.bytes;
    let algorithm = Algorithm::new(&name.to_string_lossy(), length, &arguments.parameters)?;
    let (style, file_options) = (&arguments.style, &arguments.file_options);
    if let Some(state) = &arguments.resume {
        let [name] = files else {
            return Err(usage(format_args!("--resume takes one file; got {}", files.len())));
        };
        if is_stdin(name) {
            return Err(usage("--resume cannot be used with standard input"));
        }
        if file_options.recursive
            || file_options.files0_from.is_some()
            || std::fs::metadata(name).is_ok_and(|found| found.is_dir())
        {
            return Err(usage("--resume takes one file, not directories or lists of names"));
        }
        if !arguments.quiet {
            algorithm.warning().iter().for_each(print_message);
        }
        return resume::run(&algorithm, state, name, style);
    }
    if let Some(text) = &arguments.verify {
        return verify(algorithm, text, arguments.string.as_deref(), files, arguments.quiet);
    }
    let hash = HashFiles {
        algorithms: vec![algorithm],
        files,
        style,
        file_options,
        is_quiet: arguments.quiet,
    };
    match &arguments.string {
        Some(text) => hash.run_on_text(text),
        None => hash.run(),
    }
}

/// Runs `digest hash` with one or more algorithms.
pub(crate) fn run(arguments: &HashArgs) -> anyhow::Result<Exit> {
    job::configure(arguments.run_options);
    let make = |name: &String| Algorithm::new(name, arguments.length.bytes, &arguments.parameters);
    let mut algorithms: Vec<Algorithm> =
        arguments.algorithms.iter().map(make).collect::<anyhow::Result<_>>()?;
    for (i, algorithm) in algorithms.iter().enumerate() {
        if algorithms[..i].iter().any(|before| before.tag() == algorithm.tag()) {
            return Err(usage(format_args!("algorithm {} is given twice", algorithm.name())));
        }
    }
    if let Some(text) = &arguments.verify {
        let given = algorithms.len();
        let algorithm = algorithms
            .pop()
            .filter(|_| given == 1)
            .ok_or_else(|| usage(format_args!("--verify takes one algorithm; got {given}")))?;
        let string = arguments.string.as_deref();
        return verify(algorithm, text, string, &arguments.files, arguments.quiet);
    }
    // By default, each line names its algorithm, so that `check` and `audit` need no option for the algorithm.
    let mut style = arguments.style.clone();
    style.tag |= !style.untagged && !style.has_layout();
    let hash = HashFiles {
        algorithms,
        files: &arguments.files,
        style: &style,
        file_options: &arguments.file_options,
        is_quiet: arguments.quiet,
    };
    match &arguments.string {
        Some(text) => hash.run_on_text(text),
        None => hash.run(),
    }
}

/// Algorithms, input files and output format.
pub(crate) struct HashFiles<'a> {
    pub(crate) algorithms: Vec<Algorithm>,
    pub(crate) files: &'a [OsString],
    pub(crate) style: &'a OutputStyle,
    pub(crate) file_options: &'a FileOptions,
    pub(crate) is_quiet: bool,
}

impl HashFiles<'_> {
    pub(crate) fn run(self) -> anyhow::Result<Exit> {
        let format = Format::new(self.style, self.algorithms.len() > 1)?;
        self.reject_conflicts()?;
        let output = self.style.output.as_deref();
        let outputs = output.map(Path::to_owned).into_iter().collect();
        let file_options = FileOptions { outputs, ..self.file_options.clone() };
        let files = Files::new(self.files, &file_options)?;
        self.warn(&format);
        // If `-` is given twice, reads the files in order, because the second `-` must read an empty message, as in
        // GNU's tools.
        let stdins = self.files.iter().filter(|name| is_stdin(name)).count();
        let job = if stdins > 1 { Job::sequential(files.count) } else { Job::new(files.count) };
        if job.progress.is_reported() {
            count_in_background(&job.progress, self.files, &file_options);
        }
        let mut out = Out::to(output)?;
        let mut exit = Exit::Success;
        let algorithms = Arc::new(self.algorithms);
        let map = {
            let (job, algorithms) = (Arc::clone(&job), Arc::clone(&algorithms));
            let is_json = self.style.json;
            move |found: Found| -> Result<(OsString, Option<i128>, FileDigests), String> {
                let name = found.map_err(|error| error_text(&error))?;
                // Queries the modification time before reading. If the file changes during the read, its time then
                // differs from the recorded time.
                let modified = if is_json { input::modification_time(&name) } else { None };
                let hashers: anyhow::Result<Vec<_>> =
                    algorithms.iter().map(Algorithm::hasher).collect();
                let result = hashers.and_then(|hashers| input::hash_file(hashers, &name, &job));
                match result {
                    Ok(hashed) => Ok((name, modified, hashed)),
                    Err(error) => Err(format!("{}: {}", display_name(&name), error_text(&error))),
                }
            }
        };
        let consume = |out: &mut Out, result| {
            let (name, modified, hashed): (OsString, _, FileDigests) = match result {
                Ok(result) => result,
                Err(message) => {
                    exit = Exit::Failure;
                    return job.print_message(out, message);
                }
            };
            let info = FileInfo { bytes: hashed.bytes, modified };
            for (algorithm, output) in algorithms.iter().zip(hashed.outputs) {
                format.write(out, algorithm, &name, info, output)?;
            }
            Ok(())
        };
        match self.files {
            // Hashes a single small file on this thread, because starting threads takes longer than hashing it.
            [name] if files.count == Some(1) && is_small(name) => {
                job.run_one(Ok(name.clone()), map, &mut out, consume)?;
            }
            _ => job.run_in_order(batches(&job, files.found), map, &mut out, consume)?,
        }
        out.commit()?;
        Ok(exit)
    }

    /// Hashes the text given with the option `-s TEXT`. Writes the result in the format of BSD's `md5 -s`.
    fn run_on_text(self, text: &str) -> anyhow::Result<Exit> {
        if !self.files.is_empty() {
            return Err(usage("-s TEXT cannot be combined with files"));
        }
        let mut style = self.style.clone();
        // By default, omits the file name, because text given on the command line has none.
        style.no_names |= !style.tag && !style.has_layout();
        let format = Format::new(&style, self.algorithms.len() > 1)?;
        self.reject_conflicts()?;
        self.warn(&format);
        let name = OsString::from(format!("\"{text}\""));
        let mut out = Out::to(style.output.as_deref())?;
        for algorithm in &self.algorithms {
            let mut hasher = algorithm.hasher()?;
            hasher.set_length(text.len() as u64)?;
            hasher.update(text.as_bytes(), Parallel::No)?;
            let info = FileInfo { bytes: text.len() as u64, modified: None };
            format.write(&mut out, algorithm, &name, info, hasher.finish()?)?;
        }
        out.commit()?;
        Ok(Exit::Success)
    }

    fn warn(&self, format: &Format) {
        if !self.is_quiet {
            let warnings = self.algorithms.iter().filter_map(Algorithm::warning);
            let check_warnings = self.algorithms.iter().filter_map(|one| format.check_warning(one));
            warnings.chain(check_warnings).for_each(print_message);
        }
    }

    /// Rejects mutually exclusive options.
    fn reject_conflicts(&self) -> anyhow::Result<()> {
        let style = self.style;
        if style.raw && (self.files.len() > 1 || self.algorithms.len() > 1) {
            let (files, algorithms) = (self.files.len(), self.algorithms.len());
            let given = if algorithms > 1 {
                format!("{algorithms} algorithms")
            } else {
                format!("{files} files")
            };
            return Err(usage(format_args!("--raw writes one digest; got {given}")));
        }
        if style.raw && (self.file_options.recursive || self.file_options.files0_from.is_some()) {
            return Err(usage("--raw writes one digest; -r and --files0-from cannot be used"));
        }
        let longest = self.algorithms.iter().map(Algorithm::output_bytes).max();
        if (style.json || style.format.is_some())
            && let Some(bytes) = longest.filter(|&bytes| bytes > MAX_OUTPUT_BYTES)
        {
            return Err(usage(format_args!(
                "length is {bytes} bytes; --json and --format take at most {MAX_OUTPUT_BYTES}"
            )));
        }
        Ok(())
    }
}

/// Returns whether a file is too small for hashing with several threads.
fn is_small(name: &OsStr) -> bool {
    const SMALL_BYTES: u64 = 1 << 20;
    let metadata = std::fs::metadata(name);
    metadata.map_or(true, |metadata| metadata.is_file() && metadata.len() <= SMALL_BYTES)
}
