//! Builds and tests the npm package, which contains the library as a WebAssembly module, JavaScript and type
//! declarations. Also builds and tests the web page, which hashes, seals and opens files in the browser.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use crate::files::{copy, copy_folder, empty_folder};
use crate::run::{
    Purpose, add_targets, built, cargo, command, exists, output, root, run, run_capture, step,
    target_path,
};
use crate::site;
use crate::stages::{Missing, Stages, need};

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Algorithm families that have a separate WebAssembly module. Each family is a feature of `astragal-wasm`.
const FAMILIES: [&str; 7] = ["ascon", "blake", "common", "hashes", "keccak", "passwords", "sha2"];

/// Modules with a budget for their size in bytes, compressed with brotli. A change that exceeds a budget must raise the
/// budget here and give the reason.
const BUDGETS: [(&str, u64); 2] = [("common", 56_000), ("hashes", 88_000)];

/// Oldest major version of Node that the package supports. Older versions lack the global object `crypto`.
const OLDEST_NODE: u32 = 20;

/// Size in bytes of the file that the test hashes on the web page.
const FILE_BYTES: u64 = 8 << 20;

/// Builds and tests the npm package and the web page. If `whole` is true, also tests the WebAssembly module without
/// vector instructions, and hashes a file of 1 GiB on the web page.
pub(crate) fn all(whole: bool) -> Result<()> {
    let package = step("the npm package", || package(Purpose::Release))?;
    step("the npm package in Node", || test(&package, "simd128"))?;
    if whole {
        let portable = step("the portable module", || assemble(Purpose::Test, "portable"))?;
        step("the portable module in Node", || test(&portable, "portable"))?;
    }
    let bytes = if whole { 1 << 30 } else { FILE_BYTES };
    step("the page in Chromium", || test_page(&package, bytes))
}

/// Runs the stages of `cargo xtask verify web`. The WebAssembly module is compiled with less optimization, which halves
/// the compile time.
pub(crate) fn stages(stages: &mut Stages) {
    if stages.run("npm package", || package(Purpose::Test).map(drop)).is_none() {
        return;
    }
    let package = target_path("web/astragal");
    stages.run("npm package in Node", || test(&package, "simd128"));
    stages.run("page in Chromium", || test_page(&package, FILE_BYTES));
    stages.run("accessibility and search of the site", || {
        site::check_in_browser(&package, chromium()?)
    });
}

/// Measures the npm package against hash-wasm and @noble/hashes, in the versions that `peers/web` specifies. If `names`
/// is empty, writes the table to `target/web/bench.md`.
pub(crate) fn bench(names: &[String]) -> Result<()> {
    let package = package(Purpose::Release)?;
    install_packages("peers/web")?;
    let mut bench = command("node", &["--no-liftoff", "bench.mjs"]);
    let text = run_capture(bench.arg(package).args(names).current_dir(root().join("peers/web")))?;
    if names.is_empty() {
        fs::write(target_path("web/bench.md"), text)?;
    }
    Ok(())
}

fn install_packages(folder: &str) -> Result<()> {
    need("npm", "npm")?;
    let mut install = command("npm", &["ci", "--silent", "--no-fund", "--no-audit"]);
    run(install.current_dir(root().join(folder)))
}

/// Builds the npm package with vector instructions. Returns its folder.
pub(crate) fn package(purpose: Purpose) -> Result<PathBuf> {
    assemble(purpose, "simd128")
}

/// Builds the npm package and returns its folder. The WebAssembly module uses vector instructions unless `backend` is
/// `portable`. Every JavaScript engine has supported vector instructions since 2023.
fn assemble(purpose: Purpose, backend: &str) -> Result<PathBuf> {
    need("node", "nodejs")?;
    let folder = target_path("web").join(if backend == "simd128" { "astragal" } else { backend });
    empty_folder(&folder)?;
    let source = root().join("crates/astragal-wasm");
    copy_folder(&source.join("js"), &folder)?;
    for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
        copy(&source.join(file), &folder.join(file))?;
    }
    let manifest = fs::read_to_string(folder.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    ensure!(
        manifest.contains(&version),
        "js/package.json has a different version; expected {version}"
    );
    for name in ["index"].into_iter().chain(FAMILIES) {
        let wasm = module(purpose, backend, if name == "index" { "all" } else { name })?;
        if name == "index" {
            copy(&wasm, &folder.join("astragal.wasm"))?;
        }
        if purpose == Purpose::Release && backend == "simd128" {
            check_size(name, &wasm)?;
        }
        let mut bundle = command("node", &["crates/astragal-wasm/bundle.mjs", "module"]);
        run(bundle.arg(&folder).arg(name).arg(&wasm))?;
    }
    let mut bundle = command("node", &["crates/astragal-wasm/bundle.mjs", "webcrypto"]);
    run(bundle.arg(&folder))?;
    Ok(folder)
}

/// Compresses a WebAssembly module, and compares its size with its budget.
fn check_size(name: &str, wasm: &Path) -> Result<()> {
    let mut size = command("node", &["crates/astragal-wasm/bundle.mjs", "size"]);
    let bytes: u64 = run_capture(size.arg(wasm))?.trim().parse()?;
    if let Some((_, budget)) = BUDGETS.iter().find(|(module, _)| *module == name) {
        ensure!(bytes <= *budget, "module {name} has {bytes} bytes in brotli; at most {budget}");
    }
    Ok(())
}

/// Compiles the WebAssembly module with the cargo features `features`. Returns its path.
fn module(purpose: Purpose, backend: &str, features: &str) -> Result<PathBuf> {
    add_targets([TARGET])?;
    let target = target_path("web-build");
    let mut build = cargo(&["build", "--package", "astragal-wasm", "--locked"]);
    build.args(["--target", TARGET, "--profile", "web"]).arg("--target-dir").arg(&target);
    build.args(["--no-default-features", "--features", features]);
    // Keeps compiler flags that the environment sets, because `packaging/release` passes flags this way.
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").ok().filter(|flags| !flags.is_empty());
    let vectors = (backend == "simd128").then(|| "-Ctarget-feature=+simd128".to_owned());
    let flags: Vec<String> = flags.into_iter().chain(vectors).collect();
    build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    if purpose == Purpose::Test {
        build.env("CARGO_PROFILE_WEB_LTO", "off").env("CARGO_PROFILE_WEB_CODEGEN_UNITS", "16");
        build.env("CARGO_PROFILE_WEB_OPT_LEVEL", "1");
    }
    run(&mut build)?;
    Ok(target.join(TARGET).join("web/astragal_wasm.wasm"))
}

/// Runs the package's tests in Node, including the known answers.
fn test(package: &Path, backend: &str) -> Result<()> {
    let version = output(&mut command("node", &["--version"]))?;
    let major = version.trim_start_matches('v').split('.').next().unwrap_or_default();
    if major.parse::<u32>().is_ok_and(|major| major < OLDEST_NODE) {
        // Debian 12 has only Node 18.
        let found = format!("Node {OLDEST_NODE} (found {version})");
        bail!(Missing::exempt(&found, "https://nodejs.org has newer versions"));
    }
    install_packages("crates/astragal-wasm/test")?;
    let mut node = command("node", &["--test"]);
    for file in ["package", "webcrypto"] {
        node.arg(format!("crates/astragal-wasm/test/{file}.test.mjs"));
    }
    // The tests exchange sealed files with the program `digest`.
    node.env("ASTRAGAL_DIGEST", built("digest")?);
    node.env("ASTRAGAL_PACKAGE", package).env("ASTRAGAL_BACKEND", backend);
    run(node.env("ASTRAGAL_PAGES", site::write_row_pages()?))
}

/// Writes the web page, which contains the package's WebAssembly module.
pub(crate) fn write_page(package: &Path, to: &Path) -> Result<()> {
    let mut bundle = command("node", &["crates/astragal-wasm/bundle.mjs", "page"]);
    run(bundle.arg(package).arg(to))
}

/// Returns the name of the installed Chromium.
fn chromium() -> Result<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.into_iter().find(|name| exists(name));
    found.ok_or_else(|| Missing::new("chromium", "apt-get install chromium").into())
}

/// Hashes and seals a file of `bytes` bytes on the web page in headless Chromium.
fn test_page(package: &Path, bytes: u64) -> Result<()> {
    let page = target_path("web/hash.html");
    write_page(package, &page)?;
    let chromium = chromium()?;
    let mut control = command("node", &["--test", "crates/astragal-wasm/test/chromium.test.mjs"]);
    run(control.env("ASTRAGAL_CHROMIUM", chromium))?;
    let mut node = command("node", &["crates/astragal-wasm/test/page.test.mjs"]);
    node.env("ASTRAGAL_PAGE", page).env("ASTRAGAL_CHROMIUM", chromium);
    run(node.env("ASTRAGAL_DIGEST", built("digest")?).env("ASTRAGAL_FILE_BYTES", bytes.to_string()))
}
