//! What a reader could trip over: formatting, lints, documentation, `unsafe` outside its wall, and imports
//! against the order of the layers.

mod layers;

mod wall;

use anyhow::{Result, bail};

use crate::run::{cargo, command, exists, root, run, step};

pub(crate) fn all() -> Result<()> {
    step("formatting", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("clippy", || {
        let deny = ["--", "-D", "warnings"];
        let all = ["clippy", "--workspace", "--all-targets", "--all-features"];
        run(cargo(&all).args(deny))?;
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))
    })?;
    step("clippy for other machines", other_machines)?;
    step("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps", "--all-features"];
        run(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("the wall around unsafe", || none_of(wall::breaches(&root())?))?;
    step("the order of the layers", || {
        none_of(layers::upward_imports(&root().join("crates/astragal/src"))?)
    })
}

/// Targets whose code this machine's build leaves out, each with the library's features that it has: vectors of
/// another kind, 32 bits, no threads, no operating system.
const OTHER_MACHINES: &[(&str, &[&str])] = &[
    ("aarch64-unknown-linux-gnu", &["--all-features"]),
    ("i686-unknown-linux-gnu", &["--all-features"]),
    ("wasm32-unknown-unknown", &[]),
    ("thumbv7em-none-eabihf", &["--no-default-features", "--features", "registry"]),
];

fn other_machines() -> Result<()> {
    if exists("rustup") {
        let targets = OTHER_MACHINES.iter().map(|(target, _)| target);
        run(command("rustup", &["target", "add"]).args(targets))?;
    }
    for (target, features) in OTHER_MACHINES {
        let library = ["clippy", "--package", "astragal", "--target", target];
        run(cargo(&library).args(*features))?;
    }
    Ok(())
}

/// Fails with all of `faults`, a line each.
fn none_of(faults: Vec<String>) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}
