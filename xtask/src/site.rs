//! The site: pages from `docs/`, tables from the registry, speed from `peers/results`, set by mdBook. Every code block
//! of every page is compiled and run, and no link leads nowhere.

mod blocks;
mod facts;
mod links;
mod pages;
mod programs;
mod sources;
mod speed;

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::run::{For, WHOLE, built, cargo, root, run, step};
use crate::tools::tool;
use crate::web;

/// The generator, and how it is built.
const MDBOOK: (&str, &str, &[&str]) =
    ("mdbook", "0.5.4", &["--no-default-features", "--features", "search"]);

/// Checks everything, then writes the site into `target/site/book`.
pub(crate) fn build() -> Result<()> {
    check()?;
    step("the site", || {
        let folder = root().join("target/site");
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
pub(crate) fn check() -> Result<()> {
    step("what the site's pages run", || run(cargo(&["build", "--quiet"]).args(WHOLE)))?;
    step("the site's code blocks", || {
        let blocks = blocks::of_pages(&pages::all()?)?;
        programs::run_all(&Tools::find()?, &blocks)
    })?;
    step("the site's links", || links::check_pages(&pages::all()?))
}

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
