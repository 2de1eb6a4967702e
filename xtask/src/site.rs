//! The site: pages from `docs/`, tables from the registry, speed from `peers/results`, set by mdBook. Every code block
//! of every page is compiled and run, and no link leads nowhere.

mod blocks;
mod facts;
mod links;
mod pages;
mod programs;
mod references;
mod sources;
mod speed;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::run::{For, build_all, built, root, run, step, target_path};
use crate::stages::Stages;
use crate::tools::tool;
use crate::web;

/// The generator, and how it is built.
const MDBOOK: (&str, &str, &[&str]) =
    ("mdbook", "0.5.4", &["--no-default-features", "--features", "search"]);

/// Writes the site into `target/site/book`; `cargo xtask verify docs` checks what it says.
pub(crate) fn build() -> Result<()> {
    step("the site", || {
        let folder = target_path("site");
        pages::stage(&Tools::find()?, &folder)?;
        let (name, version, options) = MDBOOK;
        let mdbook = tool(name, version, options)?;
        run(Command::new(mdbook).arg("build").arg(&folder))?;
        web::write_page(&web::package(For::Use, &[])?, &folder.join("book").join(links::PAGE))?;
        links::check_html(&folder.join("book"))?;
        println!("in {}", folder.join("book/index.html").display());
        Ok(())
    })
}

/// All that the site says, without setting it: each code block and each link of each page.
pub(crate) fn stages(stages: &mut Stages) {
    stages.run("programs that pages run", || run(&mut build_all()));
    for language in programs::LANGUAGES {
        stages.run(&format!("code blocks of pages, {language}"), || check(language));
    }
    stages.run("links between pages", || links::check_pages(&pages::all()?));
    stages.run("paths and names in documents", references::check);
}

/// The code blocks of this language, over what the workspace's build has left.
pub(crate) fn check(language: &str) -> Result<u64> {
    let pages = pages::all()?;
    if language == "rust" {
        let is_checked = |page: &&pages::Page| page.source.ends_with(TABLES_IN_RUST);
        let test = fs::read_to_string(root().join("peers/tests/ecosystem.rs"))?;
        pages.iter().filter(is_checked).try_for_each(|page| blocks::check_cells(page, &test))?;
    }
    programs::run(language, &Tools::find()?, &blocks::of_pages(&pages)?)
}

/// The page whose tables are of calls in Rust.
const TABLES_IN_RUST: &str = "migrate-rust.md";

/// What the workspace's build has left beside this program.
struct Tools {
    digest: PathBuf,
    folder: PathBuf,
}

impl Tools {
    fn find() -> Result<Self> {
        let digest = built("digest")?;
        let folder = digest.parent().context("a program lies in no folder")?.to_owned();
        Ok(Self { digest, folder })
    }
}
