//! Which files and folders below a folder count: globs of the command line, and files in the manner of .gitignore.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use walkdir::DirEntry;

use crate::cli::Search;
use crate::console::shown;
use crate::exit::usage;

/// The globs of a search below one folder.
pub(super) struct Filter {
    root: PathBuf,
    include: Vec<Glob>,
    exclude: Vec<Glob>,
    /// The lines of all ignore files, whose globs are relative to the working directory.
    ignored: Vec<Glob>,
    working: PathBuf,
}

/// A glob with the rules of .gitignore.
struct Glob {
    pattern: String,
    /// It has a slash inside: it is matched with the path, not with the name.
    is_path: bool,
    /// It ended with a slash.
    is_of_folders: bool,
    /// It began with `!`, in a file.
    is_exception: bool,
}

impl Filter {
    pub(super) fn new(folder: &OsStr, search: &Search) -> anyhow::Result<Self> {
        let globs = |texts: &[String]| -> anyhow::Result<Vec<Glob>> {
            texts.iter().map(|text| Glob::parse(text).map_err(usage)).collect()
        };
        let mut ignored = Vec::new();
        for file in &search.ignore_file {
            let place = || shown(file.as_os_str());
            let text = std::fs::read_to_string(file).with_context(place)?;
            for line in text.lines() {
                let line = line.trim_end();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let (is_exception, text) = match line.strip_prefix('!') {
                    Some(rest) => (true, rest),
                    None => (false, line),
                };
                let glob = Glob::parse(text)
                    .map_err(|error| usage(format_args!("{}: {error}", place())))?;
                ignored.push(Glob { is_exception, ..glob });
            }
        }
        Ok(Self {
            root: folder.into(),
            include: globs(&search.include)?,
            exclude: globs(&search.exclude)?,
            ignored,
            working: std::env::current_dir().unwrap_or_default(),
        })
    }

    /// Whether the walk goes on with the entry: a folder that does not count is not entered.
    pub(super) fn takes(&self, entry: &DirEntry) -> bool {
        if entry.depth() == 0 {
            return true;
        }
        let is_folder = entry.file_type().is_dir();
        let below = entry.path().strip_prefix(&self.root).unwrap_or(entry.path());
        let is_matched = |globs: &[Glob]| globs.iter().any(|glob| glob.matches(below, is_folder));
        if is_matched(&self.exclude) {
            return false;
        }
        if !is_folder && !self.include.is_empty() && !is_matched(&self.include) {
            return false;
        }
        let path = entry.path().strip_prefix(&self.working).unwrap_or(entry.path());
        let path = path.strip_prefix(".").unwrap_or(path);
        // Of the lines that match the last counts.
        let last = self.ignored.iter().rev().find(|glob| glob.matches(path, is_folder));
        last.is_none_or(|glob| glob.is_exception)
    }
}

impl Glob {
    fn parse(text: &str) -> Result<Self, String> {
        let is_of_folders = text.ends_with('/');
        let pattern = text.strip_suffix('/').unwrap_or(text);
        let is_path = pattern.contains('/');
        let pattern = pattern.strip_prefix('/').unwrap_or(pattern).to_owned();
        if let Some(what) = flaw(&pattern) {
            return Err(format!("{text:?} is not a glob: {what}"));
        }
        Ok(Self { pattern, is_path, is_of_folders, is_exception: false })
    }

    fn matches(&self, path: &Path, is_folder: bool) -> bool {
        if self.is_of_folders && !is_folder {
            return false;
        }
        let text =
            if self.is_path { path.as_os_str() } else { path.file_name().unwrap_or_default() };
        fast_glob::glob_match(&self.pattern, text.as_encoded_bytes())
    }
}

/// What is wrong with a glob, which the matcher would take for one that matches nothing.
fn flaw(pattern: &str) -> Option<&'static str> {
    if pattern.is_empty() {
        return Some("it is empty");
    }
    let (mut braces, mut chars) = (0_u32, pattern.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next().is_none() => return Some("it ends with a backslash"),
            '[' => {
                let mut inside = chars.by_ref().skip_while(|c| ['!', '^'].contains(c));
                // A bracket that comes first is one of the characters.
                inside.next();
                if !inside.any(|c| c == ']') {
                    return Some("[ is not closed");
                }
            }
            '{' => braces += 1,
            '}' if braces == 0 => return Some("} closes nothing"),
            '}' => braces -= 1,
            _ => {}
        }
    }
    (braces > 0).then_some("{ is not closed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_are_those_of_gitignore() {
        for (glob, path, is_folder, expected) in [
            ("*.rs", "a/b/c.rs", false, true),
            ("*.rs", "c.rsx", false, false),
            (".*", ".hidden", true, true),
            ("*", ".hidden", true, true),
            ("a/*.rs", "a/c.rs", false, true),
            ("a/*.rs", "a/b/c.rs", false, false),
            ("a/*.rs", "x/a/c.rs", false, false),
            ("/c.rs", "c.rs", false, true),
            ("/c.rs", "a/c.rs", false, false),
            ("a/**/c.rs", "a/c.rs", false, true),
            ("a/**/c.rs", "a/b/b/c.rs", false, true),
            ("**/b", "a/b", true, true),
            ("b/", "a/b", true, true),
            ("b/", "a/b", false, false),
            ("?.r[st]", "c.rs", false, true),
            ("?.r[!st]", "c.rs", false, false),
            ("*.{rs,toml}", "c.toml", false, true),
            ("\\*", "*", false, true),
            ("\\*", "x", false, false),
        ] {
            let parsed = Glob::parse(glob).expect(glob);
            assert_eq!(parsed.matches(Path::new(path), is_folder), expected, "{glob} {path}");
        }
        for wrong in ["", "/", "{a", "a}", "[a", "a\\"] {
            assert!(Glob::parse(wrong).is_err(), "{wrong}");
        }
    }
}
