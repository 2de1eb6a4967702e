//! Copies the library, adds the mutants, and builds the test programs. Before the build, removes the mutants that do
//! not compile, in several rounds.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::cfg::Conditions;
use crate::emit::{Emitted, emit};
use crate::mutant::Mutant;

/// Replacement in the source text that disables the vector backends: rustc sees an architecture without vectors. Both
/// strings have the same length, so that positions in the file stay the same.
const ARCHITECTURE: (&str, &str) = ("\"x86_64\"", "\"x86_no\"");

/// Replacement in the source text that makes inlining optional. Functions with mutants are large: if they were all
/// inlined, as the vector code requires, they would take many minutes to compile.
const INLINE: (&str, &str) = ("#[inline(always)]", "#[inline]        ");

const SWITCH: &str = include_str!("switch.rs");

/// Unstable compiler features that the module `mutant_switch` needs.
const FEATURES: &str =
    "#![allow(internal_features, warnings)]\n#![feature(core_intrinsics, const_eval_select)]\n";

/// Folder of the library's sources. `Copy::new` does not copy the sources: each build writes them, with the mutants
/// already added. A build leaves a file untouched if its text stays the same, so that cargo does not recompile it.
const SOURCES: &str = "crates/astragal/src";

/// Copy of the sources in the target folder.
pub(crate) struct Copy {
    /// Repository.
    root: PathBuf,
    pub(crate) folder: PathBuf,
    pub(crate) target: PathBuf,
    /// Texts of the library's source files when the run started. The run ignores later changes, because the mutants'
    /// positions would be wrong.
    sources: BTreeMap<String, String>,
}

/// Test program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

impl Copy {
    /// Returns a hash of the library's sources and tests.
    pub(crate) fn hash(&self) -> Result<u64> {
        let mut hasher = DefaultHasher::new();
        for part in ["crates/astragal", "crates/astragal-vectors"] {
            hash_folder(&self.root.join(part), &mut hasher)?;
        }
        Ok(hasher.finish())
    }

    /// Copies the library and its tests from the repository `root` into the folder `source` of the target folder. The
    /// target folder is `CARGO_TARGET_DIR`, by default `target/mutants`.
    pub(crate) fn new(root: &Path) -> Result<Self> {
        let set = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        let target = set.unwrap_or_else(|| root.join("target/mutants"));
        let mut copy = Self {
            sources: BTreeMap::new(),
            root: root.to_owned(),
            folder: target.join("source"),
            target: target.join("build"),
        };
        copy.read_sources("")?;
        for part in ["crates/astragal", "crates/astragal-vectors", "docs"] {
            copy.copy(Path::new(part))?;
        }
        for part in ["Cargo.lock", "README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            copy.write(Path::new(part), &fs::read(root.join(part))?)?;
        }
        let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
        let own = manifest.replace(", \"xtask\"]", "]");
        ensure!(own != manifest, "Cargo.toml has no member xtask");
        copy.write(Path::new("Cargo.toml"), own.as_bytes())?;
        // Writes the library's sources if they do not exist yet, because cargo would otherwise reject the manifest.
        if !copy.folder.join(SOURCES).exists() {
            copy.write_mutants(&[])?;
        }
        Ok(copy)
    }

    fn copy(&self, part: &Path) -> Result<()> {
        for entry in fs::read_dir(self.root.join(part))? {
            let entry = entry?;
            let part = part.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                self.copy(&part)?;
            } else if !part.starts_with(SOURCES) {
                self.write(&part, &fs::read(entry.path())?)?;
            }
        }
        Ok(())
    }

    /// Returns the text of a source file of the library, changed so that the vector backends are not compiled.
    pub(crate) fn source(&self, file: &str) -> Result<String> {
        let text = self.sources.get(file).with_context(|| format!("no source file {file}"))?;
        Ok(text.replace(ARCHITECTURE.0, ARCHITECTURE.1).replace(INLINE.0, INLINE.1))
    }

    /// Reads the source files in `folder`.
    fn read_sources(&mut self, folder: &str) -> Result<()> {
        for entry in fs::read_dir(self.root.join(SOURCES).join(folder))? {
            let entry = entry?;
            let name = entry.file_name().into_string().ok().context("name is not UTF-8")?;
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if entry.file_type()?.is_dir() {
                self.read_sources(&path)?;
            } else {
                self.sources.insert(path, fs::read_to_string(entry.path())?);
            }
        }
        Ok(())
    }

    /// Writes a file of the copy. Does not touch a file that already has these contents, so that cargo recompiles only
    /// what changed.
    fn write(&self, part: &Path, contents: &[u8]) -> Result<()> {
        let path = self.folder.join(part);
        if fs::read(&path).is_ok_and(|now| now == contents) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().context("no folder")?)?;
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))
    }

    fn cargo(&self, arguments: &[&str], features: &str) -> Command {
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(arguments).current_dir(self.folder.join("crates/astragal"));
        cargo.args(["--offline", "--no-default-features", "--features", features]);
        cargo.env("CARGO_TARGET_DIR", &self.target).env("CARGO_INCREMENTAL", "0");
        // The module `mutant_switch` needs unstable compiler features, which `RUSTC_BOOTSTRAP` permits. Mutants cause
        // warnings, for example about numbers that are too large. `--cap-lints` keeps these warnings from becoming
        // errors.
        cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "--cap-lints=warn");
        cargo
    }

    /// Returns the `cfg` conditions that are true when the library is compiled with `features`.
    pub(crate) fn conditions(&self, features: &str) -> Result<Conditions> {
        let rustc = |what: &str| -> Result<String> {
            let output = Command::new("rustc").args(["--print", what]).output()?;
            Ok(String::from_utf8(output.stdout)?)
        };
        let mut all: BTreeSet<String> = rustc("cfg")?.lines().map(str::to_owned).collect();
        let host = rustc("host-tuple")?;
        let metadata = ["metadata", "--format-version=1", "--filter-platform", host.trim()];
        let metadata = self.cargo(&metadata, features).output()?;
        let metadata: Value = serde_json::from_slice(&metadata.stdout)
            .with_context(|| String::from_utf8_lossy(&metadata.stderr).into_owned())?;
        let nodes = metadata["resolve"]["nodes"].as_array().context("no packages")?;
        let id =
            |node: &&Value| node["id"].as_str().is_some_and(|id| id.contains("/crates/astragal#"));
        let library = nodes.iter().find(id).context("no package astragal")?;
        for feature in library["features"].as_array().into_iter().flatten() {
            all.insert(format!("feature={feature}"));
        }
        Ok(Conditions(all))
    }

    /// Builds the library with `mutants`, and removes from `mutants` those that do not compile. Calls `removed` with
    /// each of them. Returns the test programs named in `tests`.
    pub(crate) fn build(
        &self,
        mutants: &mut Vec<Mutant>,
        features: &str,
        tests: &[&str],
        removed: impl Fn(&Mutant),
    ) -> Result<Vec<Program>> {
        let numbers = mutants.iter().map(|mutant| mutant.number).max().unwrap_or_default() + 1;
        let switch = format!("{SWITCH}\nconst MUTANTS: usize = {numbers};\n");
        self.write(&Path::new(SOURCES).join("mutant_switch.rs"), switch.as_bytes())?;
        for round in 1.. {
            let files = self.write_mutants(mutants)?;
            // Also checks a test program: cargo then enables the features that the development dependencies request, as
            // it does when it builds the tests.
            let check =
                ["check", "--profile=quick", "--message-format=json", "--lib", "--test=kat"];
            let messages = messages(&mut self.cargo(&check, features))?;
            let failing = failing(&messages, &files, &self.folder)?;
            if failing.is_empty() {
                break;
            }
            eprintln!("round {round}: {} mutants do not compile", failing.len());
            let (out, rest): (Vec<_>, _) =
                std::mem::take(mutants).into_iter().partition(|m| failing.contains(&m.number));
            ensure!(!out.is_empty(), "no mutant causes the errors");
            out.iter().for_each(&removed);
            *mutants = rest;
        }
        let mut build = self.cargo(
            &["test", "--no-run", "--profile", "quick", "--message-format=json", "--lib"],
            features,
        );
        build.args(tests.iter().flat_map(|test| ["--test", *test]));
        let messages = messages(&mut build)?;
        if let Some(error) = messages.iter().find(|message| is_error(message)) {
            bail!("{}", error["message"]["rendered"].as_str().unwrap_or_default());
        }
        Ok(messages.iter().filter_map(program).collect())
    }

    /// Writes all source files, with `mutants` added to their code.
    fn write_mutants(&self, mutants: &[Mutant]) -> Result<BTreeMap<String, Emitted>> {
        let mut files = BTreeMap::new();
        for name in self.sources.keys() {
            let own = mutants.iter().filter(|mutant| mutant.file == *name);
            let emitted = emit(&self.source(name)?, own);
            let text = match name.as_str() {
                "lib.rs" => &format!("{FEATURES}{}\nmod mutant_switch;\n", emitted.text),
                _ => &emitted.text,
            };
            self.write(&Path::new(SOURCES).join(name), text.as_bytes())?;
            files.insert(name.clone(), emitted);
        }
        Ok(files)
    }
}

/// Adds the contents of the files in `folder` to a hash.
fn hash_folder(folder: &Path, hasher: &mut DefaultHasher) -> Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_folder(&path, hasher)?;
        } else {
            fs::read(path)?.hash(hasher);
        }
    }
    Ok(())
}

/// Runs cargo and returns its messages.
fn messages(cargo: &mut Command) -> Result<Vec<Value>> {
    let output = cargo.stderr(Stdio::piped()).output()?;
    let messages: Vec<Value> = String::from_utf8(output.stdout)?
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    if !output.status.success() && !messages.iter().any(is_error) {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(messages)
}

fn is_error(message: &Value) -> bool {
    message["reason"] == "compiler-message" && message["message"]["level"] == "error"
}

fn program(message: &Value) -> Option<Program> {
    let path = PathBuf::from(message["executable"].as_str()?);
    let is_test = message["profile"]["test"].as_bool()?;
    let is_lib = message["target"]["kind"][0] == "lib";
    let name = if is_lib { "lib" } else { message["target"]["name"].as_str()? };
    is_test.then(|| Program { name: name.to_owned(), path })
}

/// Returns the numbers of the mutants that cause the compiler's errors. Ignores an error that no mutant explains if
/// another error has an explanation: it often follows from that error, and the next round shows whether it remains.
fn failing(
    messages: &[Value],
    files: &BTreeMap<String, Emitted>,
    folder: &Path,
) -> Result<BTreeSet<u32>> {
    let mut failing = BTreeSet::new();
    let mut unexplained = None;
    for message in messages.iter().filter(|message| is_error(message)) {
        let message = &message["message"];
        let mut spans: Vec<&Value> = message["spans"].as_array().into_iter().flatten().collect();
        // The compiler's last message only states the number of errors, and has no span.
        let is_summary = spans.is_empty();
        // Primary spans first: they show the error, and the others show what it depends on.
        spans.sort_by_key(|span| span["is_primary"] != true);
        for child in message["children"].as_array().into_iter().flatten() {
            spans.extend(child["spans"].as_array().into_iter().flatten());
        }
        match spans.into_iter().map(|span| blamed(span, files)).find(|own| !own.is_empty()) {
            Some(own) => failing.extend(own),
            None if is_summary => {}
            None => unexplained = unexplained.or(message["rendered"].as_str()),
        }
    }
    match unexplained {
        Some(text) if failing.is_empty() => {
            bail!("no mutant explains this error in {}:\n{text}", folder.display())
        }
        _ => Ok(failing),
    }
}

/// Returns the mutants that may have caused a compiler error at `span`.
fn blamed(mut span: &Value, files: &BTreeMap<String, Emitted>) -> Vec<u32> {
    while span["expansion"]["span"].is_object() {
        span = &span["expansion"]["span"];
    }
    let name = span["file_name"].as_str().unwrap_or_default();
    let name = name
        .split_once("crates/astragal/src/")
        .map_or_else(|| name.strip_prefix("src/"), |(_, name)| Some(name));
    let Some(emitted) = name.and_then(|name| files.get(name)) else { return Vec::new() };
    let offset = |field: &str| span[field].as_u64().and_then(|value| usize::try_from(value).ok());
    let (Some(start), Some(end)) = (offset("byte_start"), offset("byte_end")) else {
        return Vec::new();
    };
    culprits(emitted, start, end)
}

/// Returns the mutants that may have caused a compiler error in the range `start..end`. If the error lies in the text
/// of a mutant, this is the mutant with the shortest such text. Otherwise, if changed ranges contain the error, these
/// are all mutants of the smallest such range. Otherwise, these are all mutants inside the range of the error.
fn culprits(emitted: &Emitted, start: usize, end: usize) -> Vec<u32> {
    let texts = emitted.ranges.iter().filter(|(_, text, _)| text.start <= start && end <= text.end);
    if let Some((number, ..)) = texts.min_by_key(|(_, text, _)| text.len()) {
        return vec![*number];
    }
    let around =
        emitted.ranges.iter().filter(|(.., whole)| whole.start <= start && end <= whole.end);
    if let Some((.., smallest)) = around.min_by_key(|(.., whole)| whole.len()) {
        let same = emitted.ranges.iter().filter(|(.., whole)| whole == smallest);
        return same.map(|(number, ..)| *number).collect();
    }
    let inside =
        emitted.ranges.iter().filter(|(.., whole)| start <= whole.start && whole.end <= end);
    inside.map(|(number, ..)| *number).collect()
}
