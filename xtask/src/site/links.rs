//! Checks the links between pages. Each linked page and each linked heading must exist.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};

use super::pages::Page;
use crate::run::root;

/// Page of the site that is not built by mdBook and has no Markdown source.
pub(super) const PAGE: &str = "hash.html";

/// Checks the links of each page. Also checks that `SUMMARY.md` links to every page.
pub(super) fn check(pages: &[Page]) -> Result<()> {
    let anchors: HashMap<&Path, HashSet<String>> =
        pages.iter().map(|page| (page.place.as_path(), headings(&page.text))).collect();
    let summary = Path::new("SUMMARY.md");
    let mut faults = Vec::new();
    let mut listed = HashSet::from([summary.to_owned()]);
    for page in pages {
        for (number, target) in targets(&page.text).filter(|(_, target)| !is_external(target)) {
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let place =
                if path.is_empty() { page.place.clone() } else { resolved(&page.place, path) };
            let is_found = match anchors.get(place.as_path()) {
                Some(anchors) => anchor.is_empty() || anchors.contains(anchor),
                None => place == Path::new(PAGE) || is_copied(&place),
            };
            if !is_found {
                faults.push(format!("{}:{number}: no target {target}", page.source.display()));
            }
            if page.place == summary {
                listed.insert(place);
            }
        }
    }
    let unlisted = pages.iter().filter(|page| !listed.contains(&page.place));
    faults.extend(
        unlisted.map(|page| format!("{} is not in docs/SUMMARY.md", page.source.display())),
    );
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

/// Returns whether `place`, the target of a link, is copied to the site: a chart in `docs`, or a file of raw
/// measurements. The file must exist.
fn is_copied(place: &Path) -> bool {
    let is = |extension: &str| place.extension().is_some_and(|found| found == extension);
    is("svg") && root().join("docs").join(place).is_file()
        || is("csv") && root().join(place).is_file()
}

fn is_external(target: &str) -> bool {
    ["https:", "http:", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// Returns the path of the page that the link `target` on the page `from` refers to.
fn resolved(from: &Path, target: &str) -> PathBuf {
    let mut path = from.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// Returns the lines outside of code blocks, with their line numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        is_code ^= line.starts_with("```");
        !is_code
    })
}

/// Returns the targets of Markdown links, with their line numbers.
fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    prose(text).flat_map(|(number, line)| {
        line.split("](").skip(1).filter_map(move |rest| Some((number, rest.split_once(')')?.0)))
    })
}

/// Returns the anchors that mdBook generates for the headings.
fn headings(text: &str) -> HashSet<String> {
    let headings = prose(text).filter_map(|(_, line)| line.strip_prefix('#'));
    let anchor = |heading: &str| -> String {
        let kept = heading.trim_start_matches('#').trim().chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || "_-".contains(c) => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        kept.collect()
    };
    headings.map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_link_targets_outside_code() {
        let text = "A [b](c.md) and [d](e.md#f).\n```c\na[b](x);\n```\n[g](#h)\n";
        let found: Vec<_> = targets(text).collect();
        assert_eq!(found, [(1, "c.md"), (1, "e.md#f"), (5, "#h")]);
    }

    #[test]
    fn reports_dead_links_and_unlisted_pages() {
        let page = |place: &str, text: &str| Page {
            source: place.into(),
            place: place.into(),
            text: text.into(),
        };
        let a = page("sub/a.md", "# `B`, and C\n[up](../sub/a.md#b-and-c)");
        check(&[page("SUMMARY.md", "[A](sub/a.md)\n"), a]).unwrap();
        let b = page("b.md", "# X\n[x](c.md) [y](#y)");
        let error = check(&[page("SUMMARY.md", "[A](a.md)\n"), b]).unwrap_err().to_string();
        let faults =
            ["target a.md", "b.md:2: no target c.md", "b.md:2: no target #y", "b.md is not"];
        assert!(faults.iter().all(|fault| error.contains(fault)), "{error}");
    }
}
