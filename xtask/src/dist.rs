//! What is handed out: crates, the C library, the command for several systems, Python's wheels and the npm package, with
//! licences, bills of materials and checksums, all in `target/dist`. Nothing is published.

mod archive;
mod debian;
mod fresh;
mod papers;
mod systems;
mod wheels;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::evidence::Run;
use crate::lint::supply;
use crate::run::{For, cargo, command, root, run, step};
use crate::tools::tool;
use crate::web;
use systems::{LINUX, LINUX_ARM, WINDOWS};

/// Makes some files and puts them into the folder.
type Part = fn(&Dist) -> Result<()>;

/// The part that makes no file: a second time would tell nothing.
const DENY: &str = "deny";

const PARTS: [(&str, Part); 10] = [
    (DENY, deny),
    ("crates", crates),
    ("c", c_library),
    ("linux", |dist| LINUX.package(dist)),
    ("linux-arm", |dist| LINUX_ARM.package(dist)),
    ("windows", |dist| WINDOWS.package(dist)),
    ("wheels", wheels::all),
    ("npm", npm),
    ("debian", debian::packages),
    ("papers", papers::write),
];

/// What every file of a release has in common.
struct Dist {
    /// Where files are put.
    folder: PathBuf,
    /// Where they are put together.
    stage: PathBuf,
    /// The seconds of the commit, which stand for every time that a file has.
    epoch: String,
}

/// The parts named in `only`, or all.
pub(crate) fn all(only: &[String]) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        let names = PARTS.map(|(part, _)| part).join(", ");
        bail!("{unknown:?} is not handed out; there are {names}");
    }
    let dist = Dist::new()?;
    for (name, part) in PARTS {
        if only.is_empty() || only.iter().any(|wanted| wanted == name) {
            step(&format!("release: {name}"), || part(&dist))?;
        }
    }
    step("checksums", || dist.sum())
}

/// Installs what was made where nothing is.
pub(crate) fn fresh() -> Result<()> {
    fresh::install()
}

/// Makes the parts here and in a clone elsewhere, and compares.
pub(crate) fn twice(only: &[String]) -> Result<()> {
    all(only)?;
    let clone = std::env::temp_dir().join(format!("astragal-dist-{}", std::process::id()));
    let made = step("the same from a clone elsewhere", || {
        run(command("git", &["clone", "--quiet"]).arg(root()).arg(&clone))?;
        let mut again = Command::new("cargo");
        let all: Vec<String> = PARTS.iter().map(|(name, _)| (*name).to_owned()).collect();
        let parts = if only.is_empty() { &all } else { only };
        let parts = parts.iter().filter(|part| *part != DENY);
        again.args(["xtask", "dist"]).args(parts).current_dir(&clone);
        run(again.env("CARGO_TARGET_DIR", clone.join("target")))
    });
    let compared = made.and_then(|()| {
        let sums = |root: &Path| fs::read_to_string(root.join("target/dist/SHA256SUMS"));
        let (here, there) = (sums(&root())?, sums(&clone)?);
        let differs: Vec<&str> = here.lines().filter(|line| !there.contains(line)).collect();
        if !differs.is_empty() || here.lines().count() != there.lines().count() {
            bail!("files differ from one place to the other:\n{}", differs.join("\n"));
        }
        println!("{} files, equal from both places", here.lines().count());
        Ok(())
    });
    // What differs is kept, to be looked at.
    if compared.is_ok() {
        fs::remove_dir_all(&clone)?;
    }
    compared
}

impl Dist {
    fn new() -> Result<Self> {
        let target = root().join("target");
        let dist = Self {
            folder: target.join("dist"),
            stage: target.join("dist-stage"),
            epoch: said(&mut command("git", &["log", "-1", "--format=%ct"]))?,
        };
        for folder in [&dist.folder, &dist.stage] {
            if folder.exists() {
                fs::remove_dir_all(folder)?;
            }
            fs::create_dir_all(folder)?;
        }
        Ok(dist)
    }

    /// What takes places of this machine out of what is compiled.
    fn flags() -> Vec<String> {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let mut flags = vec![format!("--remap-path-prefix={}=/astragal", root().display())];
        flags.extend(home.map(|home| format!("--remap-path-prefix={}=/cargo", home.display())));
        flags
    }

    /// Makes what the command builds the same wherever it is built.
    fn reproducible<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .env("CARGO_ENCODED_RUSTFLAGS", Self::flags().join("\u{1f}"))
            .env("CARGO_TARGET_DIR", root().join("target/dist-build"))
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
            .env("SOURCE_DATE_EPOCH", &self.epoch)
    }

    /// A folder to put files together in, with the licences that each archive has.
    fn stage(&self, name: &str) -> Result<PathBuf> {
        let folder = self.stage.join(name);
        fs::create_dir_all(&folder)?;
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md"] {
            fs::copy(root().join(file), folder.join(file))?;
        }
        Ok(folder)
    }

    /// Checksums by our own command, in the order of the names; whoever makes releases runs x86-64 Linux.
    fn sum(&self) -> Result<()> {
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        let sums = said(
            Command::new(LINUX.build(self)?).arg("sha256").args(&names).current_dir(&self.folder),
        )?;
        fs::write(self.folder.join("SHA256SUMS"), format!("{sums}\n"))?;
        println!("{sums}\nin {}", self.folder.display());
        Ok(())
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Licences and sources of all dependencies, by `deny.toml`.
fn deny(_: &Dist) -> Result<()> {
    licences().map(drop)
}

/// The same, to be recorded.
pub(crate) fn licences() -> Result<Run> {
    supply::deny_with(&tool("cargo-deny", "0.20.2", &[])?)?;
    let lock = fs::read_to_string(root().join("Cargo.lock"))?;
    let packages = lock.lines().filter(|line| *line == "[[package]]").count();
    Run::counted("dist deny", packages as u64, "packages; bans, licences and sources good")
}

/// Packages each crate and builds it from its package, as the registry would have it.
fn crates(dist: &Dist) -> Result<()> {
    let target = root().join("target/dist-build");
    let package = target.join("package");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    let mut publish = cargo(&["publish", "--dry-run", "--workspace", "--locked", "--target-dir"]);
    run(publish.arg(&target))?;
    let mut count = 0;
    for entry in fs::read_dir(package.join("tmp-crate")).or_else(|_| fs::read_dir(&package))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "crate") {
            let name = path.file_name().context("a file has a name")?;
            fs::copy(&path, dist.folder.join(name))?;
            count += 1;
        }
    }
    if count == 0 {
        bail!("cargo left no package");
    }
    Ok(())
}

/// The C library as `cargo xtask install` lays it out.
fn c_library(dist: &Dist) -> Result<()> {
    let host = said(Command::new("rustc").args(["--print", "host-tuple"]))?;
    let name = format!("astragal-c-{VERSION}-{host}");
    let stage = dist.stage(&name)?;
    let mut install = Command::new(std::env::current_exe()?);
    install.args(["install", "--prefix", "/usr/local", "--destdir"]).arg(dist.stage.join("c"));
    run(dist.reproducible(&mut install))?;
    move_into(&dist.stage.join("c/usr/local"), &stage)?;
    // It may be unpacked anywhere.
    let pc = stage.join("lib/pkgconfig/astragal.pc");
    let text = fs::read_to_string(&pc)?;
    let moved = text.replacen("prefix=/usr/local\n", "prefix=${pcfiledir}/../..\n", 1);
    ensure!(moved != text, "astragal.pc does not begin with its prefix");
    fs::write(pc, moved)?;
    papers::third_party("astragal-capi", &host, &stage)?;
    archive::tar(dist, &name)
}

/// The npm package, as `npm pack` would put it together.
fn npm(dist: &Dist) -> Result<()> {
    let package = web::package(For::Use, &Dist::flags())?;
    let stage = dist.stage.join("package");
    fs::create_dir_all(&stage)?;
    move_into(&package, &stage)?;
    papers::third_party("astragal-wasm", web::TARGET, &stage)?;
    archive::tar(dist, "package")?;
    let name = format!("astragal-{VERSION}.tgz");
    Ok(fs::rename(dist.folder.join("package.tar.gz"), dist.folder.join(name))?)
}

/// What a command prints, without the end of the line.
fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} fails: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

fn move_into(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::rename(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
