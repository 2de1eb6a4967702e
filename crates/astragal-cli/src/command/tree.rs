//! `digest tree DIR...`: one digest for a directory and everything in it.

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use subtle::ConstantTimeEq as _;

use crate::cli::{Places, Search, TreeArgs};
use crate::console::{Out, shown};
use crate::digester::Digester;
use crate::directory::{DIGEST_BYTES, Entry, FileType, digest, entries};
use crate::encoding::{hex, parse_hex};
use crate::escape::escape;
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::{write_name, write_verdict};
use crate::walk::{expect, walk};
use crate::work::{Job, bunches};

pub(crate) fn run(arguments: &TreeArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let algorithm = Digester::new(&arguments.algorithm, None, &arguments.parameters)?;
    let expected = match &arguments.verify {
        None => None,
        Some(_) if arguments.folders.len() != 1 => {
            return Err(usage("--verify takes one directory"));
        }
        Some(text) => {
            let digest = parse_hex(text.as_bytes()).filter(|digest| digest.len() == DIGEST_BYTES);
            let allowed = format_args!("it takes {} hex digits", 2 * DIGEST_BYTES);
            Some(digest.ok_or_else(|| usage(format_args!("--verify is {text:?}; {allowed}")))?)
        }
    };
    let algorithm = Arc::new(algorithm);
    let mut exit = Exit::Good;
    let mut to = Out::new();
    for folder in &arguments.folders {
        let tree = match Tree::read(arguments, &algorithm, folder, &mut to)? {
            Some(tree) => tree,
            None => {
                exit = Exit::Bad;
                continue;
            }
        };
        match &expected {
            None => tree.tell(&mut to, arguments.show)?,
            Some(expected) => return cut_off(tree.judge(&mut to, expected)),
        }
    }
    to.flush()?;
    Ok(exit)
}

struct Tree<'a> {
    folder: &'a OsStr,
    entries: Vec<Entry>,
    digest: Vec<u8>,
}

impl<'a> Tree<'a> {
    /// Nothing, with messages, where a part of it could not be read: there is no digest of the rest.
    fn read(
        arguments: &TreeArgs,
        algorithm: &Arc<Digester>,
        folder: &'a OsStr,
        to: &mut Out,
    ) -> anyhow::Result<Option<Self>> {
        match std::fs::metadata(folder) {
            Ok(metadata) if metadata.is_dir() => {}
            Ok(_) => {
                complain(format_args!("{}: is not a directory", shown(folder)));
                return Ok(None);
            }
            Err(error) => {
                complain(format_args!("{}: {}", shown(folder), reason(&error.into())));
                return Ok(None);
            }
        }
        let search = Search {
            include: arguments.include.clone(),
            exclude: arguments.exclude.clone(),
            ..Search::default()
        };
        let found = entries(walk(folder, &search)?);
        let work = Job::on(None);
        if work.progress.is_watched() {
            let places = Places { recursive: true, search: search.clone(), ..Places::default() };
            expect(&work.progress, &[folder.to_owned()], &places);
        }
        let map = {
            let (algorithm, work, has_mode) =
                (Arc::clone(algorithm), Arc::clone(&work), arguments.mode);
            let root = folder.to_owned();
            move |found| Entry::read(Path::new(&root), found, has_mode, &algorithm, &work)
        };
        let mut entries = Vec::new();
        let mut is_whole = true;
        work.in_order(bunches(&work, found), map, to, |to, entry| match entry {
            Ok(entry) => {
                entries.push(entry);
                Ok(())
            }
            Err(error) => {
                is_whole = false;
                work.complain(to, reason(&error))
            }
        })?;
        if !is_whole {
            return Ok(None);
        }
        let digest = digest(algorithm, &mut entries)?;
        Ok(Some(Self { folder, entries, digest }))
    }

    fn tell(&self, to: &mut Out, shows: bool) -> anyhow::Result<()> {
        for entry in self.entries.iter().filter(|_| shows) {
            let (letter, content) = match entry.file_type {
                FileType::Directory => ('d', String::new()),
                FileType::File => ('f', format!(" {} {}", entry.size, hex(&entry.content))),
                FileType::Link => {
                    ('l', format!(" {}", String::from_utf8_lossy(&escape(&entry.content))))
                }
            };
            let mode = entry.mode.map(|mode| format!(" {mode:04o}")).unwrap_or_default();
            write!(to, "  {letter}{mode}{content}  ")?;
            to.write_all(&escape(&entry.path))?;
            writeln!(to)?;
        }
        write!(to, "{}  ", hex(&self.digest))?;
        write_name(to, self.folder)?;
        writeln!(to)?;
        Ok(())
    }

    fn judge(&self, to: &mut Out, expected: &[u8]) -> anyhow::Result<Exit> {
        let is_good = self.digest.ct_eq(expected).into();
        write_verdict(to, self.folder, is_good)?;
        to.flush()?;
        Ok(if is_good { Exit::Good } else { Exit::Bad })
    }
}
