//! Builds the site with mdBook from the pages of `docs/`. Inserts tables from the registry and from `peers/results`.
//! Compiles and runs every code block, and checks every link.

mod blocks;
mod facts;
mod links;
mod pages;
mod programs;
mod references;
mod speed;

use std::fs;

use anyhow::{Context as _, Result};

use crate::run::{Purpose, build_all, command, root, run, target_path};
use crate::stages::Stages;
use crate::tools::cargo_tool;
use crate::web;

/// Builds the site into `target/site/book`. `cargo xtask verify docs` checks the site.
pub(crate) fn build() -> Result<()> {
    let folder = target_path("site");
    pages::stage(&folder)?;
    let options = ["--no-default-features", "--features", "search"];
    let mdbook = cargo_tool("mdbook", "0.5.4", &options)?;
    run(command(mdbook, &["build"]).arg(&folder))?;
    web::write_page(&web::package(Purpose::Release)?, &folder.join("book").join(links::PAGE))?;
    println!("in {}", folder.join("book/index.html").display());
    Ok(())
}

/// Checks the code blocks, links and generated tables of all pages.
pub(crate) fn stages(stages: &mut Stages) {
    stages.run("programs of the pages", || run(&mut build_all()));
    for language in programs::LANGUAGES {
        stages.run(&format!("code blocks of pages, {language}"), || check(language));
    }
    stages.run("tables of pages", || pages::stage(&target_path("site")));
    stages.run("links between pages", || links::check(&pages::all()?));
    stages.run("paths and names in documents", references::check);
}

/// Page with a table of Rust calls. Each call must occur in a code block of the page or in a compiled test.
const CALLS_IN_RUST: &str = "migrate-rust.md";

/// Runs the code blocks of a language with the shared build. Returns the number of blocks.
pub(crate) fn check(language: &str) -> Result<u64> {
    let mut pages = pages::all()?;
    let text = fs::read_to_string(root().join("README.md"))?;
    pages.push(pages::Page { source: "README.md".into(), place: "README.md".into(), text });
    if language == "rust" {
        let test = fs::read_to_string(root().join("peers/tests/ecosystem.rs"))?;
        let page = pages.iter().find(|page| page.source.ends_with(CALLS_IN_RUST));
        blocks::check_cells(page.context("no page migrate-rust.md")?, &test)?;
    }
    programs::run(language, &blocks::of_pages(&pages)?)
}
