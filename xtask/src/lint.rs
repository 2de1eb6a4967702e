//! What a reader could trip over: formatting, lints, documentation, `unsafe` outside its wall, and imports
//! against the order of the layers.

mod layers;

mod wall;

use anyhow::{Result, bail};

use crate::run::{cargo, root, run, step};

pub(crate) fn all() -> Result<()> {
    step("formatting", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("clippy", || {
        let deny = ["--", "-D", "warnings"];
        let all = ["clippy", "--workspace", "--all-targets", "--all-features"];
        run(cargo(&all).args(deny))?;
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))
    })?;
    step("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps", "--all-features"];
        run(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("the wall around unsafe", || none_of(wall::breaches(&root())?))?;
    step("the order of the layers", || {
        none_of(layers::upward_imports(&root().join("crates/astragal/src"))?)
    })
}

/// Fails with all of `faults`, a line each.
fn none_of(faults: Vec<String>) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}
