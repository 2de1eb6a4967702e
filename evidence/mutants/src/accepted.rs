//! Reads `equivalent.txt`, the list of mutants that no test can detect.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::mutant::Mutant;

/// Path of the list of accepted mutants, relative to the repository's root.
const LIST: &str = "evidence/mutants/equivalent.txt";

/// Entry in the list of accepted mutants. `name` is a pattern for the names of mutants, in which `**` matches any text.
/// `kind` is the kind of reason for accepting these mutants, such as `slower`.
pub(crate) struct Entry {
    pub(crate) kind: String,
    pub(crate) name: String,
}

/// Reads the list of accepted mutants in the repository `root`. A comment in the list starts with the kind of reason,
/// such as `slower:`. The comment applies to all names up to the next empty line.
pub(crate) fn read(root: &Path) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for paragraph in fs::read_to_string(root.join(LIST))?.split("\n\n") {
        let comment = paragraph.lines().find_map(|line| line.strip_prefix("# "));
        let names = paragraph.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
        for name in names {
            let kind = comment.and_then(|comment| comment.split_once(": "));
            let Some((kind, _)) = kind else { bail!("{LIST} has no reason for {name}") };
            entries.push(Entry { kind: kind.to_owned(), name: name.to_owned() });
        }
    }
    Ok(entries)
}

impl Entry {
    pub(crate) fn covers(&self, mutant: &Mutant) -> bool {
        matches(&self.name, &mutant.name())
    }

    /// Returns the path of the source file that contains the entry's mutants.
    pub(crate) fn file(&self) -> &str {
        self.name.split(" :: ").next().unwrap_or_default()
    }
}

/// Returns whether `name` matches `pattern`, in which `**` matches any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split("**");
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, inner)) = parts.split_last() else { return rest.is_empty() };
    for part in inner {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_text() {
        assert!(matches("a * b :: **", "a * b :: c"));
        assert!(matches("a :: ** :: d", "a :: b :: c :: d"));
        assert!(!matches("a :: **", "b :: a :: c"));
        assert!(!matches("a", "ab"));
    }
}
