//! Filters the entries below a directory, by globs from the command line and by ignore files in .gitignore syntax.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use walkdir::DirEntry;

use crate::cli::WalkOptions;
use crate::exit::usage;
use crate::file_name::display_name;

/// Filter for the entries below one directory.
pub(super) struct Filter {
    root: PathBuf,
    include: Vec<Glob>,
    exclude: Vec<Glob>,
    /// Globs from all ignore files, relative to the working directory.
    ignored: Vec<Glob>,
    working_directory: PathBuf,
}

/// Glob with the matching rules of .gitignore.
struct Glob {
    pattern: String,
    /// Whether the glob contains a slash before its end. Such a glob matches the path, not the name.
    is_path: bool,
    /// Whether the glob ends with a slash. Such a glob matches only directories.
    is_directory_only: bool,
    /// Whether the glob starts with `!` in an ignore file. Such a glob includes entries that earlier globs exclude.
    is_exception: bool,
}

impl Filter {
    pub(super) fn new(directory: &OsStr, walk_options: &WalkOptions) -> anyhow::Result<Self> {
        let globs = |texts: &[String]| -> anyhow::Result<Vec<Glob>> {
            texts.iter().map(|text| Glob::parse(text).map_err(usage)).collect()
        };
        let mut ignored = Vec::new();
        for file in &walk_options.ignore_file {
            let place = || display_name(file.as_os_str());
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
            root: directory.into(),
            include: globs(&walk_options.include)?,
            exclude: globs(&walk_options.exclude)?,
            ignored,
            working_directory: std::env::current_dir().unwrap_or_default(),
        })
    }

    /// Returns whether the walk visits the entry. If a directory is not visited, the entries below it are not visited
    /// either.
    pub(super) fn accepts(&self, entry: &DirEntry) -> bool {
        if entry.depth() == 0 {
            return true;
        }
        let is_directory = entry.file_type().is_dir();
        let below = entry.path().strip_prefix(&self.root).unwrap_or(entry.path());
        let is_matched =
            |globs: &[Glob]| globs.iter().any(|glob| glob.matches(below, is_directory));
        if is_matched(&self.exclude) {
            return false;
        }
        if !is_directory && !self.include.is_empty() && !is_matched(&self.include) {
            return false;
        }
        let path = entry.path().strip_prefix(&self.working_directory).unwrap_or(entry.path());
        let path = path.strip_prefix(".").unwrap_or(path);
        // If several globs match an entry, the last of them decides.
        let last = self.ignored.iter().rev().find(|glob| glob.matches(path, is_directory));
        last.is_none_or(|glob| glob.is_exception)
    }
}

impl Glob {
    fn parse(text: &str) -> Result<Self, String> {
        let is_directory_only = text.ends_with('/');
        let pattern = text.strip_suffix('/').unwrap_or(text);
        let is_path = pattern.contains('/');
        let pattern = pattern.strip_prefix('/').unwrap_or(pattern).to_owned();
        if let Some(what) = syntax_error(&pattern) {
            return Err(format!("invalid glob {text:?}: {what}"));
        }
        Ok(Self { pattern, is_path, is_directory_only, is_exception: false })
    }

    fn matches(&self, path: &Path, is_directory: bool) -> bool {
        if self.is_directory_only && !is_directory {
            return false;
        }
        let text =
            if self.is_path { path.as_os_str() } else { path.file_name().unwrap_or_default() };
        fast_glob::glob_match(&self.pattern, text.as_encoded_bytes())
    }
}

/// Returns a description of a syntax error in a glob. Without this check, the matcher would silently treat an invalid
/// glob as one that matches nothing.
fn syntax_error(pattern: &str) -> Option<&'static str> {
    if pattern.is_empty() {
        return Some("it is empty");
    }
    let (mut braces, mut chars) = (0_u32, pattern.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.next().is_none() => return Some("it ends with a backslash"),
            '[' => {
                let mut inside = chars.by_ref().skip_while(|c| ['!', '^'].contains(c));
                // A `]` directly after the `[` of a character class does not end the class.
                inside.next();
                if !inside.any(|c| c == ']') {
                    return Some("[ is not closed");
                }
            }
            '{' => braces += 1,
            '}' if braces == 0 => return Some("} has no {"),
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
    fn globs_match_as_in_gitignore() {
        for (glob, path, is_directory, expected) in [
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
            assert_eq!(parsed.matches(Path::new(path), is_directory), expected, "{glob} {path}");
        }
    }

    #[test]
    fn rejects_invalid_globs() {
        for wrong in ["", "/", "{a", "a}", "[a", "a\\"] {
            assert!(Glob::parse(wrong).is_err(), "{wrong}");
        }
    }
}
