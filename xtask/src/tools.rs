//! Installs tools from crates.io and PyPI under `target` when they are first used. The versions are pinned.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use crate::run::{cargo, command, output, run, target_path};
use crate::stages::Missing;

/// Returns the path of a tool. Builds the tool with `cargo install` if the required version is not installed.
pub(crate) fn cargo_tool(name: &str, version: &str, options: &[&str]) -> Result<PathBuf> {
    let tools = target_path("tools");
    let program = tools.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // A tool that is a subcommand of cargo expects the subcommand's name as its first argument.
    let mut ask = Command::new(&program);
    let shown = output(ask.args(name.strip_prefix("cargo-")).arg("--version"));
    // Compares only the last word of the output with the version, because some tools print `NAME vVERSION`.
    let is_version = |word: &str| word.trim_start_matches('v') == version;
    let is_here = shown.is_ok_and(|shown| shown.rsplit(' ').next().is_some_and(is_version));
    if !is_here {
        let mut install = cargo(&["install", name, "--locked", "--version", version, "--force"]);
        install.args(options).arg("--root").arg(&tools);
        run(install.env("CARGO_TARGET_DIR", tools.join("build")))?;
    }
    Ok(program)
}

pub(crate) struct Environment(PathBuf);

impl Environment {
    /// Returns the virtual environment `target/NAME` with these packages. Creates it again only if the list of packages
    /// has changed.
    pub(crate) fn new(name: &str, packages: &[&str]) -> Result<Self> {
        let environment = Self(target_path(name));
        let installed = environment.0.join("installed");
        if fs::read_to_string(&installed).is_ok_and(|text| text == packages.join("\n")) {
            return Ok(environment);
        }
        run(Command::new(interpreter()?).args(["-m", "venv", "--clear"]).arg(&environment.0))
            .map_err(|_| Missing::new("Python's venv", "apt-get install python3-venv"))?;
        let remedy = format!("pip install {}", packages.join(" "));
        run(environment.pip().args(packages))
            .map_err(|_| Missing::new("a package of PyPI", &remedy))?;
        fs::write(installed, packages.join("\n"))?;
        Ok(environment)
    }

    pub(crate) fn folder(&self) -> PathBuf {
        self.0.join(if cfg!(windows) { "Scripts" } else { "bin" })
    }

    pub(crate) fn python(&self) -> PathBuf {
        self.folder().join("python")
    }

    pub(crate) fn pip(&self) -> Command {
        let mut pip = Command::new(self.python());
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip
    }
}

/// Oldest Python version that the wheel supports. `requires-python` states the same version.
const OLDEST_PYTHON: (u32, u32) = (3, 11);

/// Returns the name of an installed Python that is new enough.
fn interpreter() -> Result<&'static str> {
    let (major, minor) = OLDEST_PYTHON;
    let probe = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    for python in ["python3", "python"] {
        if output(&mut command(python, &["-c", &probe])).is_ok() {
            return Ok(python);
        }
    }
    let what = format!("Python {major}.{minor} or newer");
    bail!(Missing::new(&what, "apt-get install python3 python3-venv"))
}

/// Reads a requirements file and the files that it includes. Returns all requirements in them.
pub(crate) fn requirements(file: &Path) -> Result<Vec<String>> {
    let mut packages = Vec::new();
    for line in fs::read_to_string(file)?.lines() {
        match line.strip_prefix("-r ") {
            Some(other) => packages.extend(requirements(&file.with_file_name(other))?),
            None if line.is_empty() || line.starts_with('#') => {}
            None => packages.push(line.split(" #").next().unwrap_or_default().trim().to_owned()),
        }
    }
    Ok(packages)
}
