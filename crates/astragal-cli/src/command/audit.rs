//! `digest audit SUMS DIR...`: what became of the files of folders since a list of their sums was made.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};

use crate::algorithm::Algorithm;
use crate::algorithm::tag::Resolver;
use crate::cli::{AuditArgs, Parameters, Places, Style};
use crate::console::{Out, coloured, shown};
use crate::exit::{Exit, complain, cut_off, reason, usage};
use crate::format::{Format, write_json, write_name};
use crate::input;
use crate::stream::Output;
use crate::sumfile::{Line, Lines};
use crate::walk::{Files, Found};
use crate::work::{Work, bunches};

/// The sums that a list has of one file.
type Sums = Vec<(Arc<Algorithm>, Vec<u8>)>;

/// What a list says.
struct List {
    /// By name, without `./` before it.
    files: BTreeMap<OsString, Sums>,
    /// Every algorithm that it uses.
    algorithms: Vec<Arc<Algorithm>>,
}

/// A file that was found, with its digests.
struct Seen {
    name: OsString,
    sums: Sums,
    bytes: u64,
}

/// How a file stands to the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Ok,
    Changed,
    New,
    Missing,
    Moved,
}

pub(crate) fn run(arguments: &AuditArgs) -> anyhow::Result<Exit> {
    let list = read_list(arguments)?;
    if list.algorithms.is_empty() {
        let hint = "lines that do not name their algorithm need it: digest audit -a ALG SUMS DIR";
        bail!("{}: no properly formatted line found; {hint}", shown(&arguments.sums));
    }
    let places = Places { recursive: true, ..arguments.places.clone() };
    let mut audit = Audit {
        arguments,
        list,
        places,
        seen: HashSet::new(),
        unlisted: Vec::new(),
        counts: [0; 5],
        unreadable: 0,
    };
    cut_off(audit.run())
}

struct Audit<'a> {
    arguments: &'a AuditArgs,
    list: List,
    places: Places,
    seen: HashSet<OsString>,
    /// New, unless a file that is missing had the same digests.
    unlisted: Vec<Seen>,
    counts: [u64; 5],
    unreadable: u64,
}

impl Audit<'_> {
    fn run(&mut self) -> anyhow::Result<Exit> {
        let mut to = Out::new();
        self.look_at_files(&mut to)?;
        let missing = self.missing();
        let mut was: HashMap<Vec<Vec<u8>>, OsString> = HashMap::new();
        for name in &missing {
            let digests = self.list.files[name].iter().map(|(_, digest)| digest.clone()).collect();
            was.entry(digests).or_insert_with(|| name.clone());
        }
        let mut moved: HashSet<OsString> = HashSet::new();
        let unlisted = std::mem::take(&mut self.unlisted);
        for file in &unlisted {
            let before = self.digests_like_listed(file).find_map(|digests| was.get(&digests));
            match before.filter(|before| moved.insert((*before).clone())) {
                Some(before) => self.tell(&mut to, Standing::Moved, &file.name, Some(before))?,
                None => self.tell(&mut to, Standing::New, &file.name, None)?,
            }
        }
        for name in missing.iter().filter(|name| !moved.contains(*name)) {
            self.tell(&mut to, Standing::Missing, name, None)?;
        }
        if self.arguments.update {
            self.append(&unlisted)?;
        }
        self.conclude(&mut to)
    }

    /// Compares what is listed, and keeps what is not.
    fn look_at_files(&mut self, to: &mut Out) -> anyhow::Result<()> {
        let files = Files::new(&self.arguments.folders, &self.places)?;
        let work = Work::on(None);
        let listed: HashMap<OsString, Vec<Arc<Algorithm>>> = self
            .list
            .files
            .iter()
            .map(|(name, sums)| {
                (name.clone(), sums.iter().map(|(one, _)| Arc::clone(one)).collect())
            })
            .collect();
        let all = self.list.algorithms.clone();
        // The list itself is no file of the folder.
        let own = std::fs::canonicalize(&self.arguments.sums).ok();
        let map = {
            let work = Arc::clone(&work);
            move |found: Found| -> Option<Result<Seen, String>> {
                let path = match found {
                    Ok(path) => path,
                    Err(error) => return Some(Err(reason(&error))),
                };
                let name = plain(&path);
                let algorithms = listed.get(&name).unwrap_or(&all);
                if !listed.contains_key(&name)
                    && own.is_some()
                    && std::fs::canonicalize(&path).ok() == own
                {
                    return None;
                }
                let seen =
                    look(&path, algorithms, &work).map(|(sums, bytes)| Seen { name, sums, bytes });
                Some(seen.map_err(|error| format!("{}: {}", shown(&path), reason(&error))))
            }
        };
        work.in_order(bunches(&work, files.found), map, to, |to, seen| {
            let seen = match seen {
                None => return Ok(()),
                Some(Err(message)) => {
                    self.unreadable += 1;
                    return work.complain(to, message);
                }
                Some(Ok(seen)) => seen,
            };
            self.seen.insert(seen.name.clone());
            let Some(expected) = self.list.files.get(&seen.name) else {
                self.unlisted.push(seen);
                return Ok(());
            };
            let is_same = expected.iter().zip(&seen.sums).all(|((_, a), (_, b))| a == b);
            self.tell(to, if is_same { Standing::Ok } else { Standing::Changed }, &seen.name, None)
        })
    }

    /// The listed files of these folders that are not there any more.
    fn missing(&self) -> Vec<OsString> {
        let folders: Vec<PathBuf> =
            self.arguments.folders.iter().map(|folder| plain(folder).into()).collect();
        let is_ours = |name: &&OsString| {
            folders
                .iter()
                .any(|folder| folder.as_os_str() == "." || Path::new(name).starts_with(folder))
        };
        let is_gone = |name: &&OsString| !self.seen.contains(*name) && !Path::new(name).exists();
        self.list.files.keys().filter(is_ours).filter(is_gone).cloned().collect()
    }

    /// The file's digests as a listed file could have them, which need not have been by all algorithms.
    fn digests_like_listed<'s>(&self, file: &'s Seen) -> impl Iterator<Item = Vec<Vec<u8>>> + 's {
        let whole: Vec<Vec<u8>> = file.sums.iter().map(|(_, digest)| digest.clone()).collect();
        let single = file.sums.iter().map(|(_, digest)| vec![digest.clone()]);
        std::iter::once(whole).chain(single)
    }

    fn tell(
        &mut self,
        to: &mut Out,
        standing: Standing,
        name: &OsStr,
        before: Option<&OsStr>,
    ) -> anyhow::Result<()> {
        self.counts[standing as usize] += 1;
        let is_good = standing == Standing::Ok;
        if self.arguments.status || (is_good && !self.arguments.verbose) {
            return Ok(());
        }
        let word = ["ok", "changed", "new", "missing", "moved"][standing as usize];
        if self.arguments.json {
            write_json(to, &self.list.algorithms[0], name, None, None, word)?;
            return Ok(to.write_all(b"\n")?);
        }
        let blanks = " ".repeat(9 - word.len());
        write!(to, "{}{blanks}", coloured(word, is_good))?;
        if let Some(before) = before {
            write_name(to, before)?;
            write!(to, " -> ")?;
        }
        write_name(to, name)?;
        Ok(to.write_all(b"\n")?)
    }

    /// Appends the lines of files that the list does not have; those that it has stay as they are.
    fn append(&self, unlisted: &[Seen]) -> anyhow::Result<()> {
        let name = &self.arguments.sums;
        let style = Style { tag: self.arguments.algorithm.is_none(), ..Style::default() };
        let format = Format::new(&style, false)?;
        let mut lines = Vec::new();
        for file in unlisted {
            for (algorithm, digest) in &file.sums {
                let output = Output::Whole(digest.clone());
                format.write(&mut lines, algorithm, &file.name, file.bytes, output)?;
            }
        }
        let mut append = || -> std::io::Result<()> {
            let mut file = OpenOptions::new().read(true).append(true).open(name)?;
            let mut last = [b'\n'];
            if file.seek(SeekFrom::End(-1)).is_ok() {
                file.read_exact(&mut last)?;
            }
            if last != *b"\n" {
                lines.insert(0, b'\n');
            }
            file.write_all(&lines)?;
            file.sync_all()
        };
        append().with_context(|| shown(name))
    }

    fn conclude(&self, to: &mut Out) -> anyhow::Result<Exit> {
        let [ok, changed, new, missing, moved] = self.counts;
        if !self.arguments.status && !self.arguments.json {
            write!(to, "{ok} ok, {changed} changed, {new} new, {missing} missing, {moved} moved")?;
            if self.unreadable > 0 {
                write!(to, ", {} not readable", self.unreadable)?;
            }
            if self.arguments.update {
                write!(to, "; {} appended", new + moved)?;
            }
            writeln!(to)?;
        }
        to.flush()?;
        if ok + changed + missing + moved == 0 && self.unreadable == 0 {
            complain("none of the files listed is in these folders");
            return Ok(Exit::Bad);
        }
        let is_new_bad = new > 0 && !self.arguments.update && !self.arguments.allow_new;
        let is_bad = changed + missing + moved + self.unreadable > 0 || is_new_bad;
        Ok(if is_bad { Exit::Bad } else { Exit::Good })
    }
}

fn read_list(arguments: &AuditArgs) -> anyhow::Result<List> {
    let name = &arguments.sums;
    let parameters = Parameters::default();
    let wanted = arguments.algorithm.as_deref();
    let wanted =
        wanted.map(|name| Algorithm::new(name, None, &parameters)).transpose()?.map(Arc::new);
    let source = File::open(name).with_context(|| shown(name))?;
    if source.metadata()?.is_dir() {
        return Err(usage(format_args!("{}: is a directory; the list comes first", shown(name))));
    }
    let resolver = Resolver::new(wanted, None, parameters, None);
    let mut list = List { files: BTreeMap::new(), algorithms: Vec::new() };
    for line in Lines::new(source, resolver, arguments.zero, Work::on(None)).flatten() {
        match line {
            Line::Entry(entry) => {
                if !list.algorithms.iter().any(|one| one.tag() == entry.algorithm.tag()) {
                    list.algorithms.push(Arc::clone(&entry.algorithm));
                }
                let sums = list.files.entry(plain(&entry.name)).or_default();
                sums.push((entry.algorithm, entry.expected));
            }
            Line::Malformed(number) | Line::TooLong(number) => {
                complain(format_args!("{}: line {number} is malformed", shown(name)));
            }
            Line::Unreadable(error) => return Err(error).with_context(|| shown(name)),
        }
    }
    Ok(list)
}

fn look(path: &OsStr, algorithms: &[Arc<Algorithm>], work: &Work) -> anyhow::Result<(Sums, u64)> {
    let streams = algorithms.iter().map(|one| one.stream()).collect::<anyhow::Result<_>>()?;
    let digested = input::digest(streams, path, work)?;
    let digests = digested.outputs.into_iter().map(Output::whole);
    let sums = algorithms.iter().zip(digests).map(|(one, digest)| Ok((Arc::clone(one), digest?)));
    Ok((sums.collect::<anyhow::Result<_>>()?, digested.bytes))
}

/// The name without `./` in it.
fn plain(name: &OsStr) -> OsString {
    let parts = Path::new(name).components().filter(|part| *part != Component::CurDir);
    let plain: PathBuf = parts.collect();
    if plain.as_os_str().is_empty() { ".".into() } else { plain.into() }
}
