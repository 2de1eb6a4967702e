//! The page that hashes files in the browser: one file with its scripts and the module in it, so that it also works
//! from a disk; and its test in Chromium.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::run::{built, command, exists, root, run, step};
use crate::stages::{Missing, need};

/// Writes the page with the module of the package.
pub(crate) fn write(package: &Path, to: &Path) -> Result<()> {
    let source = root().join("crates/astragal-wasm");
    let read = |file: &str| {
        fs::read_to_string(source.join(file)).with_context(|| format!("cannot read {file}"))
    };
    let packed = Command::new("gzip")
        .args(["--best", "--no-name", "--stdout"])
        .arg(package.join("astragal.wasm"))
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(packed.status.success(), "gzip failed: {}", packed.status);
    // In the page there are no modules.
    let core = read("js/core.js")?.replace("\nexport function", "\nfunction");
    ensure!(!core.contains("\nexport "), "core.js exports more than functions");
    let worker = core + &read("page/worker.js")?;
    let mut page = read("page/page.html")?;
    for (place, text) in [
        ("{{MODULE}}", STANDARD.encode(packed.stdout)),
        ("{{WORKER}}", worker),
        ("{{PAGE}}", read("page/page.js")?),
    ] {
        ensure!(!text.contains("</script"), "what goes to {place} would end its script");
        page = page.replacen(place, &text, 1);
    }
    Ok(fs::write(to, page)?)
}

/// Drops a file of so many bytes on the page in headless Chromium.
pub(super) fn test(page: &Path, bytes: u64) -> Result<()> {
    let Some(chromium) =
        ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| exists(name))
    else {
        bail!(Missing::new("chromium", "apt-get install chromium"));
    };
    need("node", "nodejs")?;
    step(&format!("the page in Chromium, {bytes} bytes"), || {
        let mut node = command("node", &["crates/astragal-wasm/test/page.test.mjs"]);
        node.env("ASTRAGAL_PAGE", page).env("ASTRAGAL_CHROMIUM", chromium);
        node.env("ASTRAGAL_DIGEST", built("digest")?).env("ASTRAGAL_FILE_BYTES", bytes.to_string());
        run(&mut node)
    })
}
