//! What a reader could trip over: formatting, lints, documentation, long macros, `unsafe` outside its wall or more of
//! it, licences, and imports against the order of the layers.

pub(crate) mod inventory;
mod layers;
mod macros;
pub(crate) mod packages;
pub(crate) mod supply;
mod wall;

use std::fs;

use anyhow::{Result, bail, ensure};

use crate::recipes;
use crate::run::{add_targets, cargo, root, run, run_side_by_side, step};

pub(crate) fn all() -> Result<()> {
    step("formatting", || run(&mut cargo(&["fmt", "--all", "--check"])))?;
    step("clippy", || {
        let deny = ["--", "-D", "warnings"];
        let all = ["clippy", "--workspace", "--all-targets", "--all-features"];
        run(cargo(&all).args(deny))?;
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))
    })?;
    step("each feature", features)?;
    step("clippy for other machines", other_machines)?;
    step("documentation", || {
        let arguments = ["doc", "--workspace", "--no-deps", "--all-features"];
        run(cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))
    })?;
    step("the length of macros", || none_of(macros::too_long(&root())?))?;
    step("packages", || none_of(packages::faults()?))?;
    step("the versions of the recipes", recipes::versions)?;
    step("the wall around unsafe", || none_of(wall::breaches(&root())?))?;
    step("the inventory of unsafe", || none_of(inventory::changes(&root())?))?;
    step("licences and sources", supply::deny)?;
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
    (
        "thumbv7em-none-eabihf",
        &["--no-default-features", "--features", "registry,hashes,ciphers,kdf"],
    ),
    ("thumbv7em-none-eabihf", &["--no-default-features", "--features", "hashes,ciphers"]),
];

fn other_machines() -> Result<()> {
    add_targets(OTHER_MACHINES.iter().map(|(target, _)| *target))?;
    for (target, features) in OTHER_MACHINES {
        let library = ["clippy", "--package", "astragal", "--target", target];
        run(cargo(&library).args(*features).args(["--", "-D", "warnings"]))?;
    }
    // With vectors, as the npm package has it.
    let module = ["clippy", "--package", "astragal-wasm", "--target", "wasm32-unknown-unknown"];
    let mut module = cargo(&module);
    run(module.args(["--", "-D", "warnings"]).env("RUSTFLAGS", "-Ctarget-feature=+simd128"))
}

/// The library with each family alone, by type and by name, and with all families in each setting that adds to
/// them.
fn features() -> Result<()> {
    let manifest = fs::read_to_string(root().join("crates/astragal/Cargo.toml"))?;
    let families = families(&manifest);
    ensure!(families.len() > 20, "crates/astragal/Cargo.toml has only the families {families:?}");
    let alone = families.iter().flat_map(|family| [family.clone(), format!("{family},registry")]);
    let settings = ["alloc", "std", "registry", "std,registry", "parallel", "kdf,std"];
    let together = settings.iter().map(|setting| format!("hashes,ciphers,{setting}"));
    let checks = alone.chain(together).zip([0, 1].into_iter().cycle());
    let checks = checks.map(|(features, half)| {
        let library = ["check", "--quiet", "--package", "astragal", "--no-default-features"];
        let mut check = cargo(&library);
        check.args(["--features", &features]).env("RUSTFLAGS", "-D warnings");
        // Two folders, for in one of them cargo builds one thing at a time.
        check.env("CARGO_TARGET_DIR", root().join(format!("target/features/{half}")));
        check
    });
    run_side_by_side(checks.collect())
}

/// The names in the groups `hashes` and `ciphers` of the library's manifest.
pub(crate) fn families(manifest: &str) -> Vec<String> {
    let group = |name: &str| {
        let (_, rest) = manifest.split_once(&format!("\n{name} = ["))?;
        rest.split_once(']').map(|(names, _)| names)
    };
    let names =
        ["hashes", "ciphers"].into_iter().filter_map(group).flat_map(|names| names.split(','));
    names
        .map(|name| name.trim().trim_matches('"').to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

/// Fails with all of `faults`, a line each.
fn none_of(faults: Vec<String>) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}
