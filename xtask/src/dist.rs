//! What is handed out: crates and the static command, with licences, bills of materials and checksums, all in
//! `target/dist`. Nothing is published.

mod archive;
mod papers;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::run::{add_targets, cargo, command, root, run, step};
use crate::tools::tool;

/// Makes some files and puts them into the folder.
type Part = fn(&Dist) -> Result<()>;

const PARTS: [(&str, Part); 4] =
    [("deny", deny), ("crates", crates), ("linux", linux), ("papers", papers::write)];

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

    /// Makes what the command builds the same wherever it is built.
    fn reproducible<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let mut flags = vec![format!("--remap-path-prefix={}=/astragal", root().display())];
        flags.extend(home.map(|home| format!("--remap-path-prefix={}=/cargo", home.display())));
        command
            .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"))
            .env("CARGO_TARGET_DIR", root().join("target/dist-build"))
            .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
            .env("SOURCE_DATE_EPOCH", &self.epoch)
    }

    /// The command, built static; whoever makes releases runs x86-64 Linux.
    fn command(&self) -> Result<PathBuf> {
        add_targets([LINUX])?;
        let mut build = cargo(&["build", "--release", "--locked", "--package", "astragal-cli"]);
        run(self.reproducible(build.args(["--target", LINUX])))?;
        Ok(root().join("target/dist-build").join(LINUX).join("release/digest"))
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

    /// Checksums by our own command, in the order of the names.
    fn sum(&self) -> Result<()> {
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        let sums = said(
            Command::new(self.command()?).arg("sha256").args(&names).current_dir(&self.folder),
        )?;
        fs::write(self.folder.join("SHA256SUMS"), format!("{sums}\n"))?;
        println!("{sums}\nin {}", self.folder.display());
        Ok(())
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Licences and sources of all dependencies, by `deny.toml`.
fn deny(_: &Dist) -> Result<()> {
    let deny = tool("cargo-deny", "0.20.2", &[])?;
    let checks = ["check", "bans", "licenses", "sources"];
    run(Command::new(deny).args(checks).current_dir(root()))
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

/// What the command is built for: it runs on any Linux of this processor.
const LINUX: &str = "x86_64-unknown-linux-musl";

/// The command, static, with its pages and completions.
fn linux(dist: &Dist) -> Result<()> {
    let program = dist.command()?;
    run(Command::new(&program).arg("selftest"))?;
    let name = format!("digest-{VERSION}-{LINUX}");
    let stage = dist.stage(&name)?;
    fs::copy(&program, stage.join("digest"))?;
    fs::copy(root().join("crates/astragal-cli/README.md"), stage.join("README.md"))?;
    papers::command(&program, &stage)?;
    papers::third_party("astragal-cli", &stage)?;
    archive::tar(dist, &name)
}

/// What a command prints, without the end of the line.
fn said(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} fails: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}
