//! The command, static, for several systems, each with its pages and completions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::{Dist, VERSION, archive, papers};
use crate::capi::machines;
use crate::run::{add_targets, cargo, exists, root, run};
use crate::stages::skip;

/// A system that the command is built for.
pub(super) struct System {
    target: &'static str,
    /// None where Rust brings all that is needed.
    linker: Option<&'static str>,
    /// None where this machine runs it.
    runner: Option<&'static str>,
    program: &'static str,
    packages: &'static str,
}

pub(super) const LINUX: System = System {
    target: "x86_64-unknown-linux-musl",
    linker: None,
    runner: None,
    program: "digest",
    packages: "",
};

pub(super) const LINUX_ARM: System = System {
    target: "aarch64-unknown-linux-musl",
    linker: Some("aarch64-linux-gnu-gcc"),
    runner: Some("qemu-aarch64"),
    program: "digest",
    packages: "gcc-aarch64-linux-gnu qemu-user",
};

pub(super) const WINDOWS: System = System {
    target: "x86_64-pc-windows-gnu",
    linker: Some("x86_64-w64-mingw32-gcc"),
    runner: Some("wine"),
    program: "digest.exe",
    packages: "gcc-mingw-w64-x86-64 wine",
};

impl System {
    /// The command, static, with its pages and completions, where it can be built.
    pub(super) fn package(&self, dist: &Dist) -> Result<()> {
        if let Some(linker) = self.linker.filter(|linker| !exists(linker)) {
            return skip(linker, &format!("apt-get install {}", self.packages));
        }
        let program = self.build(dist)?;
        self.test(&program)?;
        let name = format!("digest-{VERSION}-{}", self.target);
        let stage = dist.stage(&name)?;
        fs::copy(program, stage.join(self.program))?;
        fs::copy(root().join("crates/astragal-cli/README.md"), stage.join("README.md"))?;
        papers::command(&LINUX.build(dist)?, &stage)?;
        papers::third_party("astragal-cli", self.target, &stage)?;
        archive::tar(dist, &name)
    }

    pub(super) fn build(&self, dist: &Dist) -> Result<PathBuf> {
        add_targets([self.target])?;
        let mut build = cargo(&["build", "--release", "--locked", "--package", "astragal-cli"]);
        if let Some(linker) = self.linker {
            let variable = self.target.to_uppercase().replace('-', "_");
            build.env(format!("CARGO_TARGET_{variable}_LINKER"), linker);
        }
        run(dist.reproducible(build.args(["--target", self.target])))?;
        let folder = root().join("target/dist-build").join(self.target);
        Ok(folder.join("release").join(self.program))
    }

    /// Runs the program's own test, where something here runs it.
    fn test(&self, program: &Path) -> Result<()> {
        if let (Some("wine"), Some(linker)) = (self.runner, self.linker) {
            let folder = program.parent().context("a program lies in a folder")?;
            machines::stand_in(folder, linker)?;
        }
        let mut command = match self.runner {
            None => Command::new(program),
            Some(runner) if exists(runner) => {
                let mut command = Command::new(runner);
                command.arg(program);
                command
            }
            Some(runner) => {
                println!("built but not run: {runner} is not here; on Debian: {}", self.packages);
                return Ok(());
            }
        };
        run(command.arg("selftest").env("WINEDEBUG", "-all"))
    }
}
