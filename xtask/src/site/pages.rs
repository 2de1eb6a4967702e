//! The pages: those in `docs/` and those that lie where they belong, with tables put in where they ask for them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use super::facts::Facts;
use super::{Tools, sources, speed};
use crate::run::root;

/// A page, as it is written.
pub(super) struct Page {
    /// Where it is written, from the repository's root.
    pub(super) source: PathBuf,
    /// Where it stands in the site.
    pub(super) place: PathBuf,
    pub(super) text: String,
}

/// Pages from elsewhere in the repository, and what they are in the site.
const ELSEWHERE: [(&str, &str); 4] = [
    ("ARCHITECTURE.md", "architecture.md"),
    ("SECURITY.md", "security.md"),
    ("CHANGELOG.md", "changelog.md"),
    ("crates/astragal-cli/docs/directory-digest.md", "directory-digest.md"),
];

/// Every page of the site, in the order of their paths.
pub(super) fn all() -> Result<Vec<Page>> {
    let docs = root().join("docs");
    let mut pages = Vec::new();
    for file in markdown_files(&docs)? {
        let place = file.strip_prefix(&docs)?.to_owned();
        let text = fs::read_to_string(&file)?;
        pages.push(Page { source: Path::new("docs").join(&place), place, text });
    }
    for (source, place) in ELSEWHERE {
        let text = fs::read_to_string(root().join(source))
            .with_context(|| format!("cannot read {source}"))?;
        // Links from the root become links between pages.
        let text = ELSEWHERE.iter().fold(text.replace("](docs/", "]("), |text, (source, place)| {
            text.replace(&format!("]({source})"), &format!("]({place})"))
        });
        pages.push(Page { source: source.into(), place: place.into(), text });
    }
    Ok(pages)
}

fn markdown_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(markdown_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Writes what mdBook reads into `folder`.
pub(super) fn stage(tools: &Tools, folder: &Path) -> Result<()> {
    let facts = Facts::gather(tools)?;
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    for page in all()? {
        let to = folder.join("src").join(&page.place);
        fs::create_dir_all(to.parent().context("a page lies in a folder")?)?;
        fs::write(&to, filled(&page, &facts)?)?;
    }
    for file in ["book.toml", "astragal.css"] {
        fs::copy(root().join("docs").join(file), folder.join(file))
            .with_context(|| format!("cannot copy docs/{file}"))?;
    }
    Ok(())
}

/// The page with tables in place of its directives, which are comments in Markdown:
/// `<!-- facts WORD... -->` for rows of the registry, `<!-- speed NAME... -->` for measurements,
/// `<!-- bars NAME... -->` for a chart, `<!-- sources FILE... -->` for where known answers come from, `<!-- file PATH LANGUAGE -->` for a file of the repository.
fn filled(page: &Page, facts: &Facts) -> Result<String> {
    let mut text = String::new();
    for (number, line) in (1..).zip(page.text.lines()) {
        let directive =
            line.strip_prefix("<!-- ").and_then(|rest| rest.strip_suffix(" -->")).unwrap_or("");
        let words: Vec<&str> = directive.split_whitespace().collect();
        let put = match words.as_slice() {
            // What lies between is written by `cargo xtask generate`.
            [] | ["begin" | "end", "evidence"] => Ok(line.to_owned()),
            ["facts", words @ ..] => facts.table(words),
            ["levels", names @ ..] => facts.levels(names),
            ["speed", file, names @ ..] => speed::table(file, names),
            ["bars", file, names @ ..] => speed::bars(file, names),
            ["sources", names @ ..] => sources::list(names),
            ["file", path, language] => file(path, language),
            _ => bail!("{}:{number}: what is {directive:?}?", page.source.display()),
        };
        text += &put.with_context(|| format!("{}:{number}", page.source.display()))?;
        text.push('\n');
    }
    Ok(text)
}

fn file(path: &str, language: &str) -> Result<String> {
    let text = fs::read_to_string(root().join(path)).with_context(|| format!("no file {path}"))?;
    Ok(format!("```{language}\n{}```", text))
}
