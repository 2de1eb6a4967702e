//! `digest ALG [FILE]...` and `digest hash -a ALG,... [FILE]...`: a line per file and algorithm.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::Arc;

use super::resume;
use super::verify::verify;
use crate::cli::{ClassicArgs, HashArgs, Places, Style};
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::exit::{Exit, complain, reason, usage};
use crate::format::{Facts, Format};
use crate::input::{self, Digested};
use crate::stream::Parallel;
use crate::sumfile::LONGEST_OUTPUT_BYTES;
use crate::walk::{Files, Found, expect};
use crate::work::{Job, bunches};

/// The classic form: the algorithm is the first word.
pub(crate) fn classic(arguments: &ClassicArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
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
        let hint = "--resume takes one algorithm and one file by its name";
        let [name] = files else {
            return Err(usage(format_args!("{hint}; {} files are given", files.len())));
        };
        if input::is_stdin(name) {
            return Err(usage(format_args!("{hint}, not standard input")));
        }
        if places.recursive
            || places.files0_from.is_some()
            || std::fs::metadata(name).is_ok_and(|found| found.is_dir())
        {
            return Err(usage(format_args!(
                "{hint}, not folders or lists; run it for each large file"
            )));
        }
        if !arguments.quiet {
            algorithm.warning().iter().for_each(complain);
        }
        return resume::run(&algorithm, state, name, style);
    }
    if let Some(text) = &arguments.verify {
        return verify(algorithm, text, arguments.string.as_deref(), files, arguments.quiet);
    }
    let sum = Sum { algorithms: vec![algorithm], files, style, places, is_quiet: arguments.quiet };
    match &arguments.string {
        Some(text) => sum.run_on_text(text),
        None => sum.run(),
    }
}

/// The long form, for several algorithms.
pub(crate) fn run(arguments: &HashArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let make = |name: &String| Digester::new(name, arguments.length.bytes, &arguments.parameters);
    let mut algorithms: Vec<Digester> =
        arguments.algorithms.iter().map(make).collect::<anyhow::Result<_>>()?;
    for (i, algorithm) in algorithms.iter().enumerate() {
        if algorithms[..i].iter().any(|before| before.tag() == algorithm.tag()) {
            return Err(usage(format_args!("{} is given twice; name it once", algorithm.name())));
        }
    }
    if let Some(text) = &arguments.verify {
        let given = algorithms.len();
        let algorithm = algorithms.pop().filter(|_| given == 1).ok_or_else(|| {
            usage(format_args!("--verify takes one algorithm; {given} are given"))
        })?;
        let string = arguments.string.as_deref();
        return verify(algorithm, text, string, &arguments.files, arguments.quiet);
    }
    // Lines name their algorithm: `check` and `audit` read them without being told.
    let mut style = arguments.style.clone();
    style.tag |= !style.untagged && !style.has_layout();
    let sum = Sum {
        algorithms,
        files: &arguments.files,
        style: &style,
        places: &arguments.places,
        is_quiet: arguments.quiet,
    };
    match &arguments.string {
        Some(text) => sum.run_on_text(text),
        None => sum.run(),
    }
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
        let output = self.style.output.as_deref();
        let outputs = output.map(Path::to_owned).into_iter().collect();
        let places = Places { outputs, ..self.places.clone() };
        let files = Files::new(self.files, &places)?;
        self.warn(&format);
        // Standard input named again is at its end; GNU's tools read it as empty.
        let stdins = self.files.iter().filter(|name| input::is_stdin(name)).count();
        let work = if stdins > 1 { Job::one_by_one(files.count) } else { Job::on(files.count) };
        if work.progress.is_watched() {
            expect(&work.progress, self.files, &places);
        }
        let mut to = Out::to(output)?;
        let mut exit = Exit::Good;
        let algorithms = Arc::new(self.algorithms);
        let map = {
            let (work, algorithms) = (Arc::clone(&work), Arc::clone(&algorithms));
            let is_json = self.style.json;
            move |found: Found| -> Result<(OsString, Option<i128>, Digested), String> {
                let name = found.map_err(|error| reason(&error))?;
                // Before the file is read: a change meanwhile shows.
                let modified = if is_json { input::modified(&name) } else { None };
                let streams: anyhow::Result<Vec<_>> =
                    algorithms.iter().map(Digester::stream).collect();
                let result = streams.and_then(|streams| input::digest(streams, &name, &work));
                match result {
                    Ok(digested) => Ok((name, modified, digested)),
                    Err(error) => Err(format!("{}: {}", shown(&name), reason(&error))),
                }
            }
        };
        let consume = |to: &mut Out, result| {
            let (name, modified, digested): (OsString, _, Digested) = match result {
                Ok(result) => result,
                Err(message) => {
                    exit = Exit::Bad;
                    return work.complain(to, message);
                }
            };
            let facts = Facts { bytes: digested.bytes, modified };
            for (algorithm, output) in algorithms.iter().zip(digested.outputs) {
                format.write(to, algorithm, &name, facts, output)?;
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
        to.commit()?;
        Ok(exit)
    }

    /// `-s TEXT`: the digest of the text, as BSD's `md5 -s` writes it.
    fn run_on_text(self, text: &str) -> anyhow::Result<Exit> {
        if !self.files.is_empty() {
            return Err(usage("-s hashes a text; name no files"));
        }
        let mut style = self.style.clone();
        // A text has no name that a list could give.
        style.no_names |= !style.tag && !style.has_layout();
        let format = Format::new(&style, self.algorithms.len() > 1)?;
        self.refuse()?;
        self.warn(&format);
        let name = OsString::from(format!("\"{text}\""));
        let mut to = Out::to(style.output.as_deref())?;
        for algorithm in &self.algorithms {
            let mut stream = algorithm.stream()?;
            stream.begin(text.len() as u64)?;
            stream.update(text.as_bytes(), Parallel::No)?;
            let facts = Facts { bytes: text.len() as u64, modified: None };
            format.write(&mut to, algorithm, &name, facts, stream.finish()?)?;
        }
        to.commit()?;
        Ok(Exit::Good)
    }

    fn warn(&self, format: &Format) {
        if !self.is_quiet {
            let warnings = self.algorithms.iter().filter_map(Digester::warning);
            let caveats = self.algorithms.iter().filter_map(|one| format.caveat(one));
            warnings.chain(caveats).for_each(complain);
        }
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
