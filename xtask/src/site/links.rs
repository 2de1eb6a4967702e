//! Links that lead nowhere: in the pages as they are written, and in the site as it is set.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, bail};

use super::pages::Page;

/// The page that is no part of the book, but beside it.
pub(super) const PAGE: &str = "hash.html";

/// Each page is in the table of contents, and each link between pages has its target.
pub(super) fn check_pages(pages: &[Page]) -> Result<()> {
    let places: HashSet<&Path> = pages.iter().map(|page| page.place.as_path()).collect();
    let mut wrong = Vec::new();
    let mut listed = HashSet::new();
    for page in pages {
        for (number, target) in targets(&page.text) {
            let path = target.split('#').next().unwrap_or_default();
            if is_elsewhere(target) || path.is_empty() {
                continue;
            }
            let place = resolved(&page.place, path);
            if page.place == Path::new("SUMMARY.md") {
                listed.insert(place.clone());
            }
            if !places.contains(place.as_path()) && place != Path::new(PAGE) {
                wrong.push(format!("{}:{number}: no page {target}", page.source.display()));
            }
        }
    }
    for place in places {
        if place != Path::new("SUMMARY.md") && !listed.contains(place) {
            wrong.push(format!("{} is not in docs/SUMMARY.md", place.display()));
        }
    }
    settle(wrong, &format!("{} pages", pages.len()))
}

/// Each link of each page of the site has its file, and its anchor there.
pub(super) fn check_html(book: &Path) -> Result<()> {
    let mut pages: HashMap<PathBuf, String> = HashMap::new();
    read_html(book, Path::new(""), &mut pages)?;
    let anchors: HashMap<&Path, HashSet<&str>> =
        pages.iter().map(|(path, text)| (path.as_path(), values(text, "id").collect())).collect();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (path, text) in &pages {
        // What is shown where a page is missing has its links from the root.
        if path == Path::new("404.html") {
            continue;
        }
        for target in values(text, "href").chain(values(text, "src")) {
            if is_elsewhere(target) {
                continue;
            }
            count += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { resolved(path, file) };
            let has_anchor =
                |anchors: &HashSet<&str>| anchor.is_empty() || anchors.contains(anchor);
            let is_good = match anchors.get(file.as_path()) {
                Some(anchors) => has_anchor(anchors),
                None => anchor.is_empty() && book.join(&file).exists(),
            };
            if !is_good {
                wrong.push(format!("{}: nothing at {target}", path.display()));
            }
        }
    }
    settle(wrong, &format!("{count} links in {} pages", pages.len()))
}

fn settle(mut wrong: Vec<String>, what: &str) -> Result<()> {
    wrong.sort();
    if !wrong.is_empty() {
        bail!("links lead nowhere:\n{}", wrong.join("\n"));
    }
    println!("{what}: every link leads somewhere");
    Ok(())
}

fn is_elsewhere(target: &str) -> bool {
    ["https:", "http:", "mailto:", "data:", "javascript:"]
        .iter()
        .any(|scheme| target.starts_with(scheme))
}

/// The path that `target` means on the page at `from`.
fn resolved(from: &Path, target: &str) -> PathBuf {
    let mut path = from.parent().unwrap_or(Path::new("")).to_owned();
    for component in Path::new(target).components() {
        match component {
            Component::ParentDir => {
                path.pop();
            }
            Component::CurDir => {}
            other => path.push(other),
        }
    }
    path
}

/// The targets of links in Markdown, with the numbers of their lines; code is left out.
fn targets(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).flat_map(move |(number, line)| {
        is_code ^= line.starts_with("```");
        let line = if is_code { "" } else { line };
        line.split("](").skip(1).filter_map(move |rest| Some((number, rest.split_once(')')?.0)))
    })
}

/// The values of an attribute in HTML as mdBook writes it.
fn values<'a>(text: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let start = format!(" {attribute}=\"");
    let pieces: Vec<&str> = text.split(start.as_str()).skip(1).collect();
    pieces.into_iter().filter_map(|rest| Some(rest.split_once('"')?.0))
}

fn read_html(book: &Path, below: &Path, pages: &mut HashMap<PathBuf, String>) -> Result<()> {
    for entry in fs::read_dir(book.join(below))? {
        let entry = entry?;
        let place = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            read_html(book, &place, pages)?;
        } else if place.extension().is_some_and(|extension| extension == "html") {
            pages.insert(place.clone(), fs::read_to_string(book.join(&place))?);
        }
    }
    Ok(())
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
        let summary = page("SUMMARY.md", "[A](sub/a.md)\n");
        let good = check_pages(&[summary, page("sub/a.md", "[up](../sub/a.md#x)")]);
        assert!(good.is_ok(), "{good:?}");
        let summary = page("SUMMARY.md", "[A](a.md)\n");
        let told = check_pages(&[summary, page("b.md", "[x](c.md)")]).unwrap_err().to_string();
        for part in ["no page a.md", "b.md:1: no page c.md", "b.md is not in"] {
            assert!(told.contains(part), "{told}");
        }
    }

    #[test]
    fn resolves_anchors_of_the_site() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("a.html", "<a href=\"b.html#here\"></a><a href=\"https://example.org\"></a>");
        write("b.html", "<h1 id=\"here\"></h1>");
        check_html(folder.path()).unwrap();
        write("b.html", "<h1 id=\"there\"></h1>");
        let told = check_html(folder.path()).unwrap_err().to_string();
        assert!(told.contains("a.html: nothing at b.html#here"), "{told}");
    }
}
