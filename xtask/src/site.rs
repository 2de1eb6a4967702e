//! Builds the site with mdBook from the pages of `docs/`. Inserts tables from the registry and from `peers/results`.
//! Compiles and runs every code block, and checks every link.

mod blocks;
mod facts;
mod links;
mod pages;
mod programs;
mod references;
mod rows;
mod speed;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::run::{Purpose, build_all, command, root, run, run_tests, target_path};
use crate::stages::Stages;
use crate::tools::cargo_tool;
use crate::web;

/// Builds the site into `target/site/book`. `cargo xtask verify docs` checks the pages. `cargo xtask verify web` checks
/// the built site in a browser.
pub(crate) fn build() -> Result<()> {
    let book = book(&web::package(Purpose::Release)?)?;
    println!("in {}", book.join("index.html").display());
    Ok(())
}

/// Builds the site, including the npm package's web page, where users can hash files. Returns the site's folder.
fn book(package: &Path) -> Result<PathBuf> {
    let folder = target_path("site");
    pages::stage(&folder)?;
    let options = ["--no-default-features", "--features", "search"];
    let mdbook = cargo_tool("mdbook", "0.5.4", &options)?;
    run(command(mdbook, &["build"]).arg(&folder))?;
    let book = folder.join("book");
    rows::link_search_results(&book)?;
    web::write_page(package, &book.join(links::PAGE))?;
    Ok(book)
}

/// Checks the accessibility and the search of the site in Chromium. Checks every page that has a source file, and a
/// sample of the generated algorithm pages.
pub(crate) fn check_in_browser(package: &Path, chromium: &str) -> Result<()> {
    let mut node = command("node", &["crates/astragal-wasm/test/site.test.mjs", links::PAGE]);
    let pages = pages::all()?.into_iter().map(|page| page.place).chain(rows::sample_places());
    node.args(
        pages
            .filter(|place| !place.ends_with("SUMMARY.md"))
            .map(|place| place.with_extension("html")),
    );
    run(node.env("ASTRAGAL_SITE", book(package)?).env("ASTRAGAL_CHROMIUM", chromium))
}

/// Checks the code blocks, links and generated tables of all pages.
pub(crate) fn stages(stages: &mut Stages) {
    stages.run("programs of the pages", || run(&mut build_all()));
    for language in programs::LANGUAGES {
        stages.run(&format!("code blocks of pages, {language}"), || check(language));
    }
    stages.run("commands of row pages", || run_tests(&mut row_commands()?));
    stages.run("tables of pages, and links", || links::check(&pages::complete()?));
    stages.run("paths and names in documents", references::check);
}

/// Writes a sample of the algorithm pages. Returns the command that starts the tests of `digest`, limited to the tests
/// that run the shell examples of pages. They cover the sample and all other pages.
fn row_commands() -> Result<Command> {
    let pages = write_row_pages()?;
    let programs = crate::programs::build()?;
    let test = programs.iter().find(|one| one.package == "astragal-cli" && one.name == "all");
    let mut command = test.context("no test program `all` of astragal-cli")?.command();
    command.args(["--nocapture", "pages::"]).env("ASTRAGAL_PAGES", pages);
    Ok(command)
}

/// Writes the sample of algorithm pages whose examples are run as tests. Returns the folder of the sample.
pub(crate) fn write_row_pages() -> Result<PathBuf> {
    rows::samples()?;
    Ok(rows::samples_folder())
}

/// Page with a table of Rust calls. Each call must also occur in a code block of the page or in a test, which shows
/// that the call compiles.
const CALLS_IN_RUST: &str = "migrate-rust.md";

/// Runs the code blocks in the language `language`, with the libraries and programs from the build that all tests
/// share. Returns the number of blocks.
pub(crate) fn check(language: &str) -> Result<u64> {
    let mut pages = pages::all()?;
    let text = fs::read_to_string(root().join("README.md"))?;
    pages.push(pages::Page { source: "README.md".into(), place: "README.md".into(), text });
    pages.extend(rows::samples()?);
    if language == "rust" {
        let test = fs::read_to_string(root().join("peers/tests/ecosystem.rs"))?;
        let page = pages.iter().find(|page| page.source.ends_with(CALLS_IN_RUST));
        blocks::check_cells(page.context("no page migrate-rust.md")?, &test)?;
    }
    programs::run(language, &blocks::of_pages(&pages)?)
}
