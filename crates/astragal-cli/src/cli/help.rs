//! What the command says of itself: help, manual pages, completions, and what is wrong with a line.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{ArgAction, Command, CommandFactory as _, Parser as _};

use super::Cli;
use crate::command::{self, list};
use crate::console::Out;
use crate::exit::{Exit, usage};

pub(super) const EXAMPLES: &str = "\
Examples:
  digest sha3-256 *.iso > SUMS     hash files
  digest -c sha3-256 SUMS          verify them
  digest --tag kt128 FILE          lines that name their algorithm
  digest -c SUMS                   verify such lines
  digest sha256 -r DIR             every file below a folder
  digest hash -a sha256,blake3 FILE   several algorithms, one read
  digest shake256 -l 1024 FILE     1024 bits of output; -l 128B says the same
  digest mac kmac256 --key-file KEY FILE
                                   an authentication code
  digest list                      every algorithm; `digest info ALG` tells more of one
  digest help COMMAND              more of a command

Exit status: 0 all good; 1 a mismatch, an unreadable or missing file, or nothing verified;
2 wrong use; 128 + n ended by signal n, 141 where nobody reads the output.
ASTRAGAL_CPU=portable (avx2, gfni, avx512, neon, arm-sha3) caps the instruction sets.";

pub(super) const HASH: &str = "\
Examples:
  digest hash -a sha256,blake3,sm3 FILE...   tagged lines, each file read once
  digest hash -a sha3-256 --json -r DIR      JSON, a line for each file
  digest hash -a sha384 --sri app.js         sha384-... as HTML's integrity attribute has it
  digest hash -a sha256 --format '%{path}: %{hex}, %{size} bytes' FILE...

With several algorithms lines are tagged, so that each says which it is. `digest check` reads tagged
lines, JSON, base64 and SRI.";

pub(super) const CHECK: &str = "\
Lines may be `digest  name`, `ALG (name) = digest` (GNU, BSD, OpenSSL, RHash), or the JSON that
`digest hash --json` writes; digests hex of either case, base64, or SRI. Blank lines and those that begin
with # or ; are passed over. A digest shorter than the algorithm's own is refused unless -l asks for it.

A tag is NAME[-BITS][;PARAMETER=VALUE]..., as KT128-256;custom=a%20b: what is needed to compute the same.

Exit status: 0 if every file listed was read and matched; 1 otherwise, and when nothing was verified.";

pub(super) const MAC: &str = "\
Examples:
  head -c 32 /dev/urandom > KEY
  digest mac hmac-sha256 --key-file KEY --tag SUMS > SUMS.mac    sign a list
  digest mac -c --key-file KEY SUMS.mac                          verify it
  digest mac kmac256 --key-stdin FILE                            asks for the key

A key is never a word of the command line, where others could read it.";

pub(super) const PART: &str = "\
Examples:
  digest part blake3 --range 0:1073741824 FILE > 1.part     on one machine
  digest part blake3 --range 1073741824: FILE > 2.part      on another
  digest merge *.part                                       the digest of the whole file

Ranges begin, and but for the last one end, at a multiple of the leaf's length: 8192 bytes for KT128 and
KT256, 1024 for BLAKE3, the block size for ParallelHash. Gaps, overlaps, damaged records, and records of
other algorithms, lengths or parameters are refused.";

pub(super) const OUTBOARD: &str = "\
Examples:
  digest outboard FILE FILE.obao                                  its digest, and the tree
  digest outboard --verify HEX --range 4096:8192 FILE FILE.obao   whether these bytes are the file's
  digest outboard --verify HEX --range 4096: --cat FILE FILE.obao > END

The tree is a sixteenth of the file, in the outboard format of Bao. What is read of the file is the chunks of
1024 bytes that the range touches. A range that reaches the end proves the length, too.";

pub(super) const AUDIT: &str = "\
Examples:
  digest hash -a sha256,blake3 -r DIR > SUMS     make a list
  digest audit SUMS DIR                          what has changed since
  digest audit --update SUMS DIR                 add what is new to the list

A file is moved when one of the same digest is missing. Exit status: 0 if all listed files of the folders
are as they were and none is new; 1 otherwise.";

pub(super) const TREE: &str = "\
Examples:
  digest tree DIR                    the digest
  digest tree --verify HEX COPY      whether a copy is the same
  digest tree --show DIR             why two differ, by diff

Names, types, contents and the targets of symbolic links count; times, owners and where the directory lies
do not; permissions with --mode. docs/directory-digest.md defines it.";

pub(super) const BENCH: &str = "\
Examples:
  digest bench                            the current hashes
  digest bench sha3-256 blake3 cipher     two hashes and every block cipher
  digest bench keccak --sizes 64,1K,1M --cpu portable,avx2,avx512
  digest bench --save before; digest bench --compare before

Of several runs within the time the fastest counts. Cycles per byte are by the frequency that a chain of
multiplications shows.";

/// The command line, or how it ends without one: help was asked for, or the line is wrong.
pub(crate) fn parse() -> Result<Cli, anyhow::Result<Exit>> {
    Cli::try_parse_from(command::linked_algorithm(std::env::args_os())).map_err(|error| {
        if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
            return print(&error.render());
        }
        Err(usage(in_our_words(&error.render().to_string())))
    })
}

/// clap's message in the form of all others: one paragraph, and where to find help.
fn in_our_words(text: &str) -> String {
    let text = text.strip_prefix("error: ").unwrap_or(text);
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with("For more information"))
        .collect();
    let mut message = String::new();
    for line in lines {
        let line = line.strip_prefix("tip: ").unwrap_or(line);
        message += match message.as_str() {
            "" => "",
            so_far if so_far.ends_with(':') => " ",
            _ => "; ",
        };
        message += line;
    }
    format!("{message}; `digest --help` shows how it is used")
}

fn print(text: &clap::builder::StyledStr) -> anyhow::Result<Exit> {
    let mut to = Out::new();
    if std::io::stdout().is_terminal() {
        write!(to, "{}", text.ansi())?;
    } else {
        write!(to, "{text}")?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// `digest help [WORD]`.
pub(crate) fn print_help(word: Option<&str>) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    let Some(word) = word else { return print(&root.render_long_help()) };
    match root.find_subcommand_mut(word) {
        Some(command) => print(&command.render_long_help()),
        None => command::info::run(word),
    }
}

pub(crate) fn print_completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let names = list::names();
    let algorithms = |argument: clap::Arg| {
        argument
            .value_parser(PossibleValuesParser::new(names.iter().copied()))
            .hide_possible_values(true)
    };
    let files = || {
        clap::Arg::new("files")
            .value_name("FILE")
            .num_args(0..)
            .value_hint(clap::ValueHint::FilePath)
    };
    // An algorithm stands first and files behind it: two arguments to the shell, one to us.
    let split = |command: Command, name: &'static str| {
        command
            .mut_arg(name, |word| algorithms(word).num_args(1).action(ArgAction::Set))
            .arg(files())
    };
    let mut command = split(Cli::command(), "words")
        .mut_subcommand("hash", |c| c.mut_arg("algorithms", algorithms))
        .mut_subcommand("check", |c| c.mut_arg("algorithm", algorithms))
        .mut_subcommand("info", |c| c.mut_arg("algorithm", algorithms))
        .mut_subcommand("kdf", |c| c.mut_arg("algorithm", algorithms))
        .mut_subcommand("mac", |c| split(c, "words"));
    // Into memory first: clap panics where it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "digest", &mut script);
    let mut to = Out::new();
    to.write_all(&script)?;
    to.flush()?;
    Ok(Exit::Good)
}

/// `digest man [COMMAND]`, or all pages into a folder.
pub(crate) fn print_manual(command: Option<&str>, folder: Option<&Path>) -> anyhow::Result<Exit> {
    let mut root = Cli::command();
    root.build();
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        write_pages(&root, folder)?;
        return Ok(Exit::Good);
    }
    let command = match command {
        None => &root,
        Some(name) => root.find_subcommand(name).ok_or_else(|| {
            let all: Vec<_> = root.get_subcommands().map(Command::get_name).collect();
            usage(format_args!("there is no command named {name:?}; there are {}", all.join(", ")))
        })?,
    };
    let mut to = Out::new();
    to.write_all(&manual(command)?)?;
    to.flush()?;
    Ok(Exit::Good)
}

/// The pages of a command and of the commands below it.
fn write_pages(command: &Command, folder: &Path) -> anyhow::Result<()> {
    let path = folder.join(format!("{}.1", page_name(command)));
    std::fs::write(&path, manual(command)?).with_context(|| path.display().to_string())?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder))
}

fn page_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or("digest").replace(' ', "-")
}

fn manual(command: &Command) -> anyhow::Result<Vec<u8>> {
    let mut page = Vec::new();
    let named = command.clone().name(page_name(command));
    clap_mangen::Man::new(named).render(&mut page)?;
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn no_algorithm_is_called_like_a_command() {
        for verb in Cli::command().get_subcommands() {
            assert!(!list::names().contains(&verb.get_name()), "{}", verb.get_name());
        }
    }
}
