//! Tools that are programs of others, each in the version that is named here, built into `target/tools` where they are
//! not there yet.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::run::{cargo, run, target_path};

/// Where a tool lies, once it does.
pub(crate) fn tool(name: &str, version: &str, options: &[&str]) -> Result<PathBuf> {
    let tools = target_path("tools");
    let program = tools.join("bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // As cargo calls its subcommands: some understand nothing else.
    let said = Command::new(&program).args(name.strip_prefix("cargo-")).arg("--version").output();
    let is_here = said.is_ok_and(|said| {
        let said = String::from_utf8_lossy(&said.stdout);
        said.split_whitespace().last().is_some_and(|word| word.trim_start_matches('v') == version)
    });
    if !is_here {
        let mut install = cargo(&["install", name, "--locked", "--version", version, "--force"]);
        install.args(options).arg("--root").arg(&tools);
        run(install.env("CARGO_TARGET_DIR", tools.join("build")))?;
    }
    Ok(program)
}
