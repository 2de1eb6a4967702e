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
use crate::run::{WHOLE, add_targets, cargo, root, run, run_side_by_side, target_path};
use crate::stages::{Missing, Stages};

/// Formatting, clippy for this machine, and what is read from the sources.
pub(crate) fn sources(stages: &mut Stages) {
    stages.run("formatting", || {
        need_component("fmt", "rustfmt")?;
        run(&mut cargo(&["fmt", "--all", "--check"]))
    });
    stages.run("clippy", || {
        need_component("clippy", "clippy")?;
        run(cargo(&["clippy", "--all-targets"]).args(WHOLE).args(["--", "-D", "warnings"]))
    });
    stages.run("order of the layers", || {
        none_of(layers::upward_imports(&root().join("crates/astragal/src"))?)
    });
    stages.run("boundary of unsafe", || none_of(wall::breaches(&root())?));
    stages.run("inventory of unsafe", || none_of(inventory::changes(&root())?));
    stages.run("length of macros", || none_of(macros::too_long(&root())?));
    stages.run("contents of packages", || none_of(packages::faults()?));
    stages.run("versions in recipes", recipes::versions);
}

/// Every feature alone and in settings, and code that this machine's build leaves out.
pub(crate) fn features(stages: &mut Stages) {
    stages.run("clippy without features, and of xtask", || {
        let deny = ["--", "-D", "warnings"];
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))?;
        run(cargo(&["clippy", "-p", "xtask", "--all-targets"]).args(deny))
    });
    stages.run("each feature", each_feature);
    for (target, features) in OTHER_MACHINES {
        stages.run(&format!("clippy for {target}, {}", features.join(" ")), || {
            add_targets([*target])?;
            let library = ["clippy", "--package", "astragal", "--target", target];
            run(cargo(&library).args(*features).args(["--", "-D", "warnings"]))
        });
    }
    stages.run("clippy for the npm package", || {
        add_targets([WASM])?;
        let module = ["clippy", "--package", "astragal-wasm", "--target", WASM];
        let mut module = cargo(&module);
        run(module.args(["--", "-D", "warnings"]).env("RUSTFLAGS", "-Ctarget-feature=+simd128"))
    });
}

/// Fails where cargo has not this verb, naming the component of rustup that has it.
fn need_component(verb: &str, component: &str) -> Result<()> {
    let version = cargo(&[verb, "--version"]).output()?;
    let remedy = format!("rustup component add {component}");
    ensure!(version.status.success(), Missing::exempt(component, &remedy));
    Ok(())
}

/// rustdoc has nothing to say.
pub(crate) fn documentation() -> Result<()> {
    let doc = ["doc", "--workspace", "--no-deps", "--all-features"];
    run(cargo(&doc).env("RUSTDOCFLAGS", "-D warnings"))
}

const WASM: &str = "wasm32-unknown-unknown";

/// Targets whose code this machine's build leaves out, each with the library's features that it has: vectors of
/// another kind, 32 bits, no threads, no operating system.
const OTHER_MACHINES: &[(&str, &[&str])] = &[
    ("aarch64-unknown-linux-gnu", &["--all-features"]),
    ("i686-unknown-linux-gnu", &["--all-features"]),
    (WASM, &[]),
    (
        "thumbv7em-none-eabihf",
        &["--no-default-features", "--features", "registry,hashes,ciphers,kdf"],
    ),
    ("thumbv7em-none-eabihf", &["--no-default-features", "--features", "hashes,ciphers"]),
];

/// The library with each family alone, by type and by name, and with all families in each setting that adds to
/// them.
fn each_feature() -> Result<u64> {
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
        check.env("CARGO_TARGET_DIR", target_path(&format!("features/{half}")));
        check
    });
    let checks: Vec<_> = checks.collect();
    let count = checks.len() as u64;
    run_side_by_side(checks)?;
    Ok(count)
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
