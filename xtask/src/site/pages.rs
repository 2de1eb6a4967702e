//! Pages of the site, and the tables that their directives insert.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::facts::Facts;
use super::{rows, speed};
use crate::files::{copy, empty_folder, files_below, stem, write};
use crate::run::root;

/// Markdown source of a page on the site.
pub(super) struct Page {
    /// Path of the source file, relative to the repository's root.
    pub(super) source: PathBuf,
    /// Path of the page, relative to the site's root.
    pub(super) place: PathBuf,
    pub(super) text: String,
}

/// Pages whose source files are not in `docs/`. Each entry has the source file and the path of the page in the site.
const ELSEWHERE: [(&str, &str); 4] = [
    ("ARCHITECTURE.md", "architecture.md"),
    ("SECURITY.md", "security.md"),
    ("CHANGELOG.md", "changelog.md"),
    ("crates/astragal-cli/docs/directory-digest.md", "directory-digest.md"),
];

/// Returns every page of the site.
pub(super) fn all() -> Result<Vec<Page>> {
    let mut paths = Vec::new();
    for file in files_below(&root().join("docs"), "md")? {
        let place = file.strip_prefix(root().join("docs"))?.to_owned();
        paths.push((Path::new("docs").join(&place), place));
    }
    paths.extend(ELSEWHERE.map(|(source, place)| (source.into(), place.into())));
    let page = |(source, place): (PathBuf, PathBuf)| {
        let text = fs::read_to_string(root().join(&source));
        let text = text.with_context(|| format!("cannot read {}", source.display()))?;
        if source.starts_with("docs") {
            // Changes the links to the raw measurements, so that they refer to the site's own copies.
            let text = text.replace("](../../peers/results/", "](../peers/results/");
            return Ok(Page { source, place, text });
        }
        // Rewrites links relative to the repository's root as links between pages of the site.
        let text = ELSEWHERE.iter().fold(text.replace("](docs/", "]("), |text, (source, place)| {
            text.replace(&format!("]({source})"), &format!("]({place})"))
        });
        Ok(Page { source, place, text })
    };
    paths.into_iter().map(page).collect()
}

/// Returns every page as mdBook reads it. Directives are replaced with tables, and a page for each algorithm of the
/// registry is added.
pub(super) fn complete() -> Result<Vec<Page>> {
    let facts = Facts::query()?;
    let mut pages = all()?;
    for page in &mut pages {
        page.text = filled(page, &facts)?;
    }
    pages.extend(rows::pages(&facts)?);
    Ok(pages)
}

/// Writes the input files of mdBook into `folder`.
pub(super) fn stage(folder: &Path) -> Result<()> {
    empty_folder(folder)?;
    for page in complete()? {
        write(&folder.join("src").join(&page.place), page.text)?;
    }
    for file in ["book.toml", "astragal.css", "astragal.js"] {
        copy(&root().join("docs").join(file), &folder.join(file))?;
    }
    for (from, to, extension) in
        [("docs", "src", "svg"), ("peers/results", "src/peers/results", "csv")]
    {
        let from = root().join(from);
        for file in files_below(&from, extension)? {
            copy(&file, &folder.join(to).join(file.strip_prefix(&from)?))?;
        }
    }
    copy(&root().join("docs/logo.svg"), &folder.join("theme/favicon.svg"))?;
    Ok(())
}

/// Replaces the directives of a page with tables and files. A directive is a Markdown comment:
///
/// - `<!-- facts WORD... -->`: a table of algorithms;
/// - `<!-- rows -->`: links to the pages of all algorithms, in `SUMMARY.md`;
/// - `<!-- levels -->`: algorithms whose timing depends on the instruction-set level;
/// - `<!-- speed FILE NAME... -->`: measurements;
/// - `<!-- sources FILE... -->`: the origins of known answers;
/// - `<!-- file PATH LANGUAGE -->`: a file of the repository;
/// - `<!-- readme SECTION -->`: a section of the README that `cargo xtask generate` writes.
fn filled(page: &Page, facts: &Facts) -> Result<String> {
    let mut text = String::new();
    let up = "../".repeat(page.place.components().count() - 1);
    for (number, line) in (1..).zip(page.text.lines()) {
        let directive =
            line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")).unwrap_or("");
        let words: Vec<&str> = directive.split_whitespace().collect();
        let line = match words.as_slice() {
            // Copies a line that contains no directive. Also copies `<!-- begin NAME -->` and `<!-- end NAME -->`:
            // `cargo xtask generate` writes the text between these two lines.
            [] | ["begin" | "end", ..] => Ok(line.to_owned()),
            ["facts", words @ ..] => facts.table(words, &up),
            ["rows"] => Ok(rows::summary(facts)),
            ["levels"] => Ok(facts.levels()),
            ["speed", file, names @ ..] => speed::table(file, names),
            ["sources", names @ ..] => sources(names),
            ["file", path, language] => file(path, language),
            ["readme", section] => readme(section),
            _ => bail!("{}:{number}: unknown directive {directive:?}", page.source.display()),
        };
        text += &line.with_context(|| format!("{}:{number}", page.source.display()))?;
        text.push('\n');
    }
    Ok(text)
}

/// Returns the text between the lines `<!-- begin SECTION -->` and `<!-- end SECTION -->` of the README. Rewrites its
/// links as links between pages of the site. The site has the raw measurements on the pages of the reports.
fn readme(section: &str) -> Result<String> {
    let text = fs::read_to_string(root().join("README.md"))?;
    let (begin, end) = (format!("<!-- begin {section} -->"), format!("<!-- end {section} -->"));
    let after = text.split_once(&begin).map(|(_, after)| after);
    let inside = after.and_then(|after| after.split_once(&end)).map(|(inside, _)| inside);
    let inside = inside.with_context(|| format!("README.md has no section {section}"))?;
    let inside = inside.replace("](peers/results)", "](speed.md#reports)");
    Ok(inside.replace("](docs/", "](").trim().to_owned())
}

fn file(path: &str, language: &str) -> Result<String> {
    let text = fs::read_to_string(root().join(path)).with_context(|| format!("no file {path}"))?;
    Ok(format!("```{language}\n{text}```"))
}

/// Maximum number of file names that are listed for each source of known answers.
const SHOWN_FILES: usize = 8;

/// Returns a list with one line for each source of known answers that the vector files `names` cite. A name that ends
/// in `*` means all files whose names begin with the text before it.
fn sources(names: &[&str]) -> Result<String> {
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unused: Vec<&str> = names.to_vec();
    for path in files_below(&root().join("crates/astragal-vectors/vectors"), "txt")? {
        let file = stem(&path);
        let is = |name: &str| match name.strip_suffix('*') {
            Some(start) => file.starts_with(start),
            None => file == name,
        };
        if names.iter().any(|name| is(name)) {
            unused.retain(|name| !is(name));
            for source in sources_of(&fs::read_to_string(&path)?) {
                sources.entry(source).or_default().push(format!("`{file}`"));
            }
        }
    }
    if let Some(name) = unused.first() {
        bail!("no file of known answers {name}");
    }
    let mut list = String::from("**Known answers.** None is made by astragal itself:\n");
    for (source, files) in sources {
        let shown = files.iter().take(SHOWN_FILES).cloned().collect::<Vec<_>>().join(", ");
        let more = files.len().saturating_sub(SHOWN_FILES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        list += &format!("\n- {source}: {shown}{more}");
    }
    Ok(list + "\n")
}

/// Returns the values of the field `source` in the comments of a known-answer file. Each value ends at the next field
/// or at the end of the comment.
pub(super) fn sources_of(text: &str) -> Vec<String> {
    let is_field = |line: &str| line.split_once(": ").is_some_and(|(word, _)| !word.contains(' '));
    let mut sources: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let comment = line.strip_prefix('#').map(str::trim).unwrap_or_default();
        if let Some(source) = comment.strip_prefix("source: ") {
            sources.push(source.to_owned());
            is_open = true;
            continue;
        }
        is_open &= !comment.is_empty() && !is_field(comment);
        if let (true, Some(source)) = (is_open, sources.last_mut()) {
            *source += &format!(" {comment}");
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_span_lines() {
        let text = "# source: A book,\n# page 3\n# license: free\n\ncase\n# source: another\n";
        assert_eq!(sources_of(text), ["A book, page 3", "another"]);
    }
}
