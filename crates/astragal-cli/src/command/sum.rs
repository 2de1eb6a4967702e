//! `digest ALG [FILE]...`: a line per file.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write as _};

use crate::algorithm::Algorithm;
use crate::cli::SumArgs;
use crate::exit::{Exit, complain, reason, usage};
use crate::input::{self, is_stdin};
use crate::output::{Encoding, Format, shown};
use crate::work::Work;

pub(crate) fn run(arguments: &SumArgs) -> anyhow::Result<Exit> {
    let Some((algorithm, files)) = arguments.words.split_first() else {
        return Err(usage("no algorithm given; `digest list` shows all, `digest --help` the rest"));
    };
    let name = algorithm.to_string_lossy();
    let algorithm = Algorithm::new(&name, arguments.length, &arguments.parameters)?;
    let stdin = [OsString::from("-")];
    let files = if files.is_empty() { &stdin } else { files };
    if arguments.raw && files.len() > 1 {
        return Err(usage(format_args!(
            "--raw writes one digest; {} files are given",
            files.len()
        )));
    }
    if files.iter().filter(|name| is_stdin(name)).count() > 1 {
        return Err(usage("- is given twice; standard input can be read once"));
    }
    if !arguments.quiet {
        algorithm.warn_if_broken();
    }
    let format = Format {
        encoding: match (arguments.raw, arguments.base64) {
            (true, _) => Encoding::Raw,
            (_, true) => Encoding::Base64,
            _ => Encoding::Hex,
        },
        is_tagged: arguments.tag,
        ends_with_nul: arguments.zero,
    };
    let tag = algorithm.tag();
    let work = Work::over(files.iter().map(OsString::as_os_str));
    let mut to = BufWriter::new(io::stdout().lock());
    let mut exit = Exit::Good;
    work.in_order(
        files,
        |name| input::digest(algorithm.stream()?, name, &work),
        |name, result| {
            work.progress.aside(|| match result {
                Ok(output) => {
                    format.write(&mut to, &tag, name, output)?;
                    Ok(to.flush()?)
                }
                Err(error) => {
                    complain(format_args!("{}: {}", shown(name), reason(&error)));
                    exit = Exit::Bad;
                    Ok(())
                }
            })
        },
    )?;
    Ok(exit)
}
