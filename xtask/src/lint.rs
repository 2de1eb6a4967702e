//! Static checks: formatting, clippy, documentation, imports between layers, use of `unsafe`, and contents of
//! packages.

mod layers;
pub(crate) mod packages;
pub(crate) mod unsafe_code;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

use crate::generate;
use crate::run::{
    WHOLE, add_targets, cargo, output, parallel_map, root, run, run_buffered, target_path,
};
use crate::stages::{Missing, Stages};

/// Checks the formatting, runs clippy for this machine, and runs the checks that read the source files.
pub(crate) fn sources(stages: &mut Stages) {
    stages.run("formatting", || {
        need_component("fmt", "rustfmt")?;
        run(&mut cargo(&["fmt", "--all", "--check"]))
    });
    stages.run("clippy", || {
        need_component("clippy", "clippy")?;
        run(cargo(&["clippy", "--all-targets"]).args(WHOLE).args(["--", "-D", "warnings"]))
    });
    stages.run("imports between layers", || {
        let src = root().join("crates/astragal/src");
        none_of(layers::upward_imports(&src)?)?;
        none_of(layers::import_cycle(&src, "registry")?)
    });
    stages.run("files with unsafe code", || none_of(unsafe_code::forbidden(&root())?));
    stages.run("amount of unsafe code", || generate::check("unsafe"));
    stages.run("contents of packages", || none_of(packages::faults()?));
    stages.run("versions in recipes", packages::recipe_versions);
}

/// Compiles the library with each cargo feature separately and with combinations of features. Also runs clippy for
/// other targets.
pub(crate) fn features(stages: &mut Stages) {
    stages.run("clippy without features, and of xtask", || {
        let deny = ["--", "-D", "warnings"];
        run(cargo(&["clippy", "-p", "astragal", "--no-default-features"]).args(deny))?;
        run(cargo(&["clippy", "-p", "xtask", "--all-targets"]).args(deny))
    });
    stages.run("each feature", each_feature);
    for (package, target, features) in OTHER_TARGETS {
        stages.run(&format!("clippy of {package} for {target}, {}", features.join(" ")), || {
            add_targets([*target])?;
            let mut clippy = cargo(&["clippy", "--package", package, "--target", target]);
            if *package == "astragal-wasm" {
                clippy.env("RUSTFLAGS", "-Ctarget-feature=+simd128");
            }
            run(clippy.args(*features).args(["--", "-D", "warnings"]))
        });
    }
}

/// Returns an error if a subcommand of cargo is missing. The error names the rustup component that provides the
/// subcommand.
fn need_component(verb: &str, component: &str) -> Result<()> {
    let remedy = format!("rustup component add {component}");
    output(&mut cargo(&[verb, "--version"])).map_err(|_| Missing::exempt(component, &remedy))?;
    Ok(())
}

/// Builds the documentation with rustdoc. Returns an error if rustdoc warns.
pub(crate) fn documentation() -> Result<()> {
    run(cargo(&["doc", "--no-deps"]).args(WHOLE).env("RUSTDOCFLAGS", "-D warnings"))
}

const WASM: &str = "wasm32-unknown-unknown";
const ARM: &str = "thumbv7em-none-eabihf";

/// Further packages, targets and features for clippy. They cover code that is not part of the native build: vector code
/// for other architectures, 32-bit code, code without threads, and code without an operating system.
const OTHER_TARGETS: &[(&str, &str, &[&str])] = &[
    ("astragal", "aarch64-unknown-linux-gnu", &["--all-features"]),
    ("astragal", "i686-unknown-linux-gnu", &["--all-features"]),
    ("astragal", WASM, &[]),
    ("astragal-wasm", WASM, &[]),
    ("astragal", ARM, &["--no-default-features", "--features", "registry,hashes,ciphers,kdf"]),
    ("astragal", ARM, &["--no-default-features", "--features", "hashes,ciphers"]),
];

/// Features that enable a part of a family.
const PARTS: [&str; 2] = ["blake3", "sha3"];

/// Runs `cargo check` on the library with each algorithm family separately, with and without the feature `registry`.
/// Then checks all families at once, together with one set of other features at a time.
fn each_feature() -> Result<u64> {
    let mut families = families()?;
    families.extend(PARTS.map(str::to_owned));
    let alone = families.iter().flat_map(|family| [family.clone(), format!("{family},registry")]);
    let settings = ["alloc", "std", "registry", "std,registry", "state", "parallel", "kdf,std"];
    let together = settings.iter().map(|setting| format!("hashes,ciphers,{setting}"));
    // Runs two checks at a time. Each uses its own target folder, because cargo locks the target folder.
    let checks: Vec<_> = alone.chain(together).zip([0, 1].into_iter().cycle()).collect();
    let checks = parallel_map(checks, |(features, half)| {
        let library = ["check", "--quiet", "--package", "astragal", "--no-default-features"];
        let mut check = cargo(&library);
        check.args(["--features", &features]).env("RUSTFLAGS", "-D warnings");
        check.env("CARGO_TARGET_DIR", target_path(&format!("features/{half}")));
        run_buffered(&mut check)
    });
    let count = checks.len() as u64;
    checks.into_iter().collect::<Result<Vec<_>>>().map(|_| count)
}

/// Returns the algorithm families: the features that the library's features `hashes` and `ciphers` enable.
fn families() -> Result<Vec<String>> {
    let metadata = ["metadata", "--no-deps", "--format-version", "1", "--manifest-path"];
    let metadata = output(cargo(&metadata).arg("crates/astragal/Cargo.toml"))?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    let library = packages.iter().find(|package| package["name"] == "astragal");
    let features = &library.context("no package astragal")?["features"];
    let groups = ["hashes", "ciphers"].map(|group| features[group].as_array());
    let families = groups.into_iter().flatten().flatten().filter_map(Value::as_str);
    let families: Vec<_> = families.map(str::to_owned).collect();
    ensure!(families.len() > 20, "the library has only the families {families:?}");
    Ok(families)
}

/// Returns an error that lists all of `faults`, one per line. Returns `Ok` if there are none.
fn none_of(faults: Vec<String>) -> Result<()> {
    if faults.is_empty() {
        return Ok(());
    }
    bail!("{}", faults.join("\n"))
}
