//! `digest ALG [FILE]...` and `digest hash -a ALG,... [FILE]...`: a line per file and algorithm.

use std::ffi::{OsStr, OsString};
use std::sync::Arc;

use super::resume;
use crate::cli::{ClassicArgs, HashArgs, Places, Style};
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::exit::{Exit, complain, reason, usage};
use crate::format::Format;
use crate::input::{self, Digested};
use crate::progress::Progress;
use crate::sumfile::LONGEST_OUTPUT_BYTES;
use crate::walk::{Files, Found};
use crate::work::{Job, bunches};

/// The classic form: the algorithm is the first word.
pub(crate) fn classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    if let Some(option) = arguments.checking.first_given() {
        return Err(usage(format_args!("{option} goes with -c (--check) only")));
    }
    let Some((name, files)) = arguments.words.split_first() else {
        return Err(usage("no algorithm given; `digest list` shows all, `digest --help` the rest"));
    };
    let length = arguments.length.bytes;
    let algorithm = Digester::new(&name.to_string_lossy(), length, &arguments.parameters)?;
    let (style, places) = (&arguments.style, &arguments.places);
    if let Some(state) = &arguments.resume {
        let [name] = files else {
            let given = files.len();
            return Err(usage(format_args!("--resume goes with one file; {given} are given")));
        };
        if input::is_stdin(name) || places.recursive || places.files0_from.is_some() {
            return Err(usage("--resume goes with one file, by its name"));
        }
        if !arguments.quiet {
            algorithm.warning().iter().for_each(complain);
        }
        return resume::run(&algorithm, state, name, style);
    }
    Sum { algorithms: vec![algorithm], files, style, places, is_quiet: arguments.quiet }.run()
}

/// The long form, for several algorithms.
pub(crate) fn run(arguments: &HashArgs) -> anyhow::Result<Exit> {
    let make = |name: &String| Digester::new(name, arguments.length.bytes, &arguments.parameters);
    Sum {
        algorithms: arguments.algorithms.iter().map(make).collect::<anyhow::Result<_>>()?,
        files: &arguments.files,
        style: &arguments.style,
        places: &arguments.places,
        is_quiet: arguments.quiet,
    }
    .run()
}

/// What is to be computed of which files, and how it is written.
pub(crate) struct Sum<'a> {
    pub(crate) algorithms: Vec<Digester>,
    pub(crate) files: &'a [OsString],
    pub(crate) style: &'a Style,
    pub(crate) places: &'a Places,
    pub(crate) is_quiet: bool,
}

impl Sum<'_> {
    pub(crate) fn run(self) -> anyhow::Result<Exit> {
        let format = Format::new(self.style, self.algorithms.len() > 1)?;
        self.refuse()?;
        let files = Files::new(self.files, self.places)?;
        if !self.is_quiet {
            let warnings = self.algorithms.iter().filter_map(Digester::warning);
            let caveats = self.algorithms.iter().filter_map(|one| format.caveat(one));
            warnings.chain(caveats).for_each(complain);
        }
        let work = Job::on(files.count);
        if work.progress.is_watched() {
            expect(&work.progress, self.files, self.places);
        }
        let mut to = Out::new();
        let mut exit = Exit::Good;
        let algorithms = Arc::new(self.algorithms);
        let map = {
            let (work, algorithms) = (Arc::clone(&work), Arc::clone(&algorithms));
            move |found: Found| -> Result<(OsString, Digested), String> {
                let name = found.map_err(|error| reason(&error))?;
                let streams: anyhow::Result<Vec<_>> =
                    algorithms.iter().map(Digester::stream).collect();
                let result = streams.and_then(|streams| input::digest(streams, &name, &work));
                match result {
                    Ok(digested) => Ok((name, digested)),
                    Err(error) => Err(format!("{}: {}", shown(&name), reason(&error))),
                }
            }
        };
        let consume = |to: &mut Out, result| {
            let (name, Digested { outputs, bytes }): (OsString, Digested) = match result {
                Ok(result) => result,
                Err(message) => {
                    exit = Exit::Bad;
                    return work.complain(to, message);
                }
            };
            for (algorithm, output) in algorithms.iter().zip(outputs) {
                format.write(to, algorithm, &name, bytes, output)?;
            }
            Ok(())
        };
        match self.files {
            // Threads would take longer to start than the file takes.
            [name] if files.count == Some(1) && is_small(name) => {
                work.one(Ok(name.clone()), map, &mut to, consume)?;
            }
            _ => work.in_order(bunches(&work, files.found), map, &mut to, consume)?,
        }
        Ok(exit)
    }

    /// What does not go together.
    fn refuse(&self) -> anyhow::Result<()> {
        let style = self.style;
        if style.raw && (self.files.len() > 1 || self.algorithms.len() > 1) {
            let (files, algorithms) = (self.files.len(), self.algorithms.len());
            let given = if algorithms > 1 {
                format!("{algorithms} algorithms")
            } else {
                format!("{files} files")
            };
            return Err(usage(format_args!("--raw writes one digest; {given} are given")));
        }
        if style.raw && (self.places.recursive || self.places.files0_from.is_some()) {
            return Err(usage("--raw writes one digest; name one file"));
        }
        let longest = self.algorithms.iter().map(Digester::output_bytes).max();
        if (style.json || style.format.is_some())
            && let Some(bytes) = longest.filter(|&bytes| bytes > LONGEST_OUTPUT_BYTES)
        {
            let allowed = format_args!("--json and --format take at most {LONGEST_OUTPUT_BYTES}");
            return Err(usage(format_args!("length is {bytes} bytes; {allowed}")));
        }
        Ok(())
    }
}

/// Whether a file is too short for threads to pay.
fn is_small(name: &OsStr) -> bool {
    const SMALL_BYTES: u64 = 1 << 20;
    let metadata = std::fs::metadata(name);
    metadata.map_or(true, |metadata| metadata.is_file() && metadata.len() <= SMALL_BYTES)
}

/// Finds out, beside the work, how much there is to do.
fn expect(progress: &Arc<Progress>, names: &[OsString], places: &Places) {
    // A list of names may be a pipe, which can be read once.
    if places.files0_from.is_some() {
        return;
    }
    let (progress, names, places) = (Arc::clone(progress), names.to_vec(), places.clone());
    std::thread::spawn(move || {
        let Ok(files) = Files::new(&names, &places) else { return };
        for name in files.found.flatten() {
            progress.expect(1, input::length(&name).unwrap_or(0));
        }
    });
}
