//! `cargo xtask verify`: the checks that `cargo xtask test` leaves out, divided into groups.

use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::files::names_in;
use crate::run::{
    Purpose, WHOLE, built, cargo, command, exists, peers_cargo, root, run, run_tests, target_path,
};
use crate::stages::{Missing, Stages};
use crate::{
    capi, cross, ct, firmware, fuzz, generate, integrations, kernels, lint, programs, prove,
    python, sanitizers, site, web, weight,
};

/// Oldest Rust version that builds the library. `rust-version` states the same version.
const MINIMUM_RUST: &str = "1.89.0";

/// Group of checks that `cargo xtask verify` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    /// Check the documentation: rustdoc, code blocks and links of the pages, examples, manual pages, and the listing of
    /// the Rust interface
    Docs,
    /// Test the library at the levels that `test` leaves out. A level, such as ssse3, is the set of instruction sets
    /// that the library may use. Also run proofs, test the models of vector instructions, and check that kernels
    /// contain no calls
    Levels,
    /// Test under valgrind that algorithms are constant-time, and check that no secrets remain on the stack after calls
    Ct,
    /// Test the C and C++ interfaces with every compiler, with the static and the shared library, and under sanitizers
    /// and valgrind
    C,
    /// Test the Python wheel, run type checkers on its stub, and run CPython's own tests of `hashlib` and `hmac`
    Python,
    /// Test the npm package in Node, and the web page and the documentation site in Chromium
    Web,
    /// Test the programs in `examples/`, which use astragal in place of another library
    Integrations,
    /// Compile the library with each feature separately, and run clippy for other targets
    Features,
    /// Check the licenses of dependencies, compile with the oldest compiler and with the oldest dependencies, and build
    /// the published package
    Packages,
    /// Check that the amount of LLVM IR and the size of `digest` are within their budgets
    Weight,
    /// Compare results with other libraries
    Peers,
    /// Run a sample of the tests under miri, which detects undefined behaviour
    Miri,
    /// Run the fuzz targets
    Fuzz,
    /// Test under emulation on other processors and on small machines
    Machines,
}

/// Runs the checks of `groups`, or of all groups if the list is empty. If `is_whole` is false, some groups check only a
/// sample.
pub(crate) fn all(groups: &[Group], is_strict: bool, is_whole: bool) -> Result<()> {
    let mut stages = Stages::new(is_strict);
    for group in Group::value_variants() {
        if groups.is_empty() || groups.contains(group) {
            group.run(&mut stages, is_whole);
        }
    }
    stages.finish()
}

impl Group {
    fn run(self, stages: &mut Stages, is_whole: bool) {
        match self {
            Self::Docs => docs(stages),
            Self::Levels => levels(stages),
            Self::Ct => ct::stages(stages, is_whole),
            Self::C => capi::verify(stages),
            Self::Python => python::stages(stages),
            Self::Web => web::stages(stages),
            Self::Integrations => integrations::stages(stages),
            Self::Features => lint::features(stages),
            Self::Packages => packages(stages),
            Self::Weight => weight::stages(stages),
            Self::Peers => peers(stages),
            Self::Miri => _ = stages.run("undefined behaviour, a sample", sanitizers::miri_sample),
            Self::Fuzz => _ = stages.run("fuzzing", || fuzz::sample(if is_whole { 60 } else { 5 })),
            Self::Machines => {
                cross::stages(stages);
                capi::machines(stages);
                stages.run("firmware", || firmware::check(false));
            }
        }
    }
}

fn docs(stages: &mut Stages) {
    stages.run("documentation", lint::documentation);
    site::stages(stages);
    stages.run("examples of the library", examples);
    stages.run("completions and manual pages", || generate::check("command"));
    stages.run("listing of the Rust interface", || generate::check("rust"));
}

/// Runs every example of the library. Each example checks its own result.
fn examples() -> Result<u64> {
    run(cargo(&["build", "--examples"]).args(WHOLE))?;
    let names = names_in("crates/astragal/examples")?;
    for name in &names {
        run(&mut command(built(&format!("examples/{name}"))?, &[]))?;
    }
    Ok(names.len() as u64)
}

/// Instruction-set levels that `cargo xtask test` does not test.
const LEVELS: &[&str] = if cfg!(target_arch = "x86_64") { &["ssse3", "vaes", "gfni"] } else { &[] };

/// Returns whether this processor has instructions above `level`. Otherwise a test at `level` would repeat the test at
/// the processor's highest level, which `cargo xtask test` runs.
#[cfg(target_arch = "x86_64")]
fn has_instructions_above(level: &str) -> bool {
    let has_avx512 = is_x86_feature_detected!("avx512f");
    match level {
        "gfni" => has_avx512,
        "vaes" => has_avx512 || is_x86_feature_detected!("gfni"),
        _ => is_x86_feature_detected!("avx2"),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn has_instructions_above(_level: &str) -> bool {
    true
}

fn levels(stages: &mut Stages) {
    for level in LEVELS {
        stages.run(&format!("tests of the library, up to {level}"), || {
            if !has_instructions_above(level) {
                bail!(Missing::inapplicable(&format!("this processor has nothing above {level}")));
            }
            let programs = programs::build()?;
            // `backends` runs at every level in `cargo xtask test`.
            let library = programs
                .iter()
                .filter(|program| program.package == "astragal" && program.name != "backends");
            programs::run(library.map(|program| (program, Some(*level))), false)
        });
    }
    stages.run("single instruction sets", || {
        let programs = programs::build()?;
        let backends = programs.iter().find(|program| program.name == "backends");
        let backends = backends.context("no test program is named backends")?;
        run_tests(backends.command().args(["--ignored", "--quiet"]))
    });
    stages.run("proofs, and models of instructions", prove::proofs);
    stages.run("kernels over models", prove::kernels);
    kernels::stages(stages);
    stages.run("shared vectors", shared_vectors);
}

/// Runs the test vectors in `../shared/vectors`, which are more than the committed ones. Skips them if the folder does
/// not exist. Uses the release build of `digest`, because a test build would take ten times as long. `cargo xtask
/// verify c` runs the same vectors in C.
fn shared_vectors() -> Result<()> {
    let vectors = root().join("../shared/vectors");
    if !vectors.is_dir() {
        bail!(Missing::inapplicable("the folder ../shared/vectors does not exist"));
    }
    let digest = weight::build_digest()?;
    run(Command::new(digest).args(["selftest", "--vectors"]).arg(vectors))
}

fn packages(stages: &mut Stages) {
    stages.run("licences and sources", || {
        if !exists("cargo-deny") {
            // cargo-deny is not compiled here, because that takes five minutes. A separate CI job installs a binary.
            bail!(Missing::exempt("cargo-deny", "cargo install --locked cargo-deny"));
        }
        lint::packages::deny("cargo-deny")
    });
    stages.run("oldest supported compiler", oldest_compiler);
    stages.run("oldest dependencies", lint::packages::oldest_dependencies);
    stages.run("package built alone", lint::packages::builds_alone);
}

fn oldest_compiler() -> Result<()> {
    let install = ["toolchain", "install", MINIMUM_RUST, "--profile", "minimal"];
    if run(&mut command("rustup", &install)).is_err() {
        let remedy = format!("rustup {}", install.join(" "));
        bail!(Missing::exempt(&format!("Rust {MINIMUM_RUST}"), &remedy));
    }
    let packages = ["--package", "astragal", "--package", "astragal-capi", "--all-features"];
    let mut check = command("rustup", &["run", MINIMUM_RUST, "cargo", "check"]);
    run(check.args(packages).env("CARGO_TARGET_DIR", target_path("oldest")))
}

fn peers(stages: &mut Stages) {
    stages.run("answers of other libraries", || {
        run_tests(peers_cargo("test", Purpose::Test).args(["--", "--nocapture"]))
    });
    stages.run("known answers, generated again", || generate::check("answers"));
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names() -> Vec<String> {
        let names = Group::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        names.map(|value| value.get_name().to_owned()).collect()
    }

    #[test]
    fn workflow_runs_every_group() {
        let workflow = fs::read_to_string(root().join(".github/workflows/ci.yml")).unwrap();
        assert!(workflow.contains(&format!("        group: [{}]\n", names().join(", "))));
        let others =
            workflow.lines().filter_map(|line| line.split_once("group: ")?.1.strip_suffix(" }"));
        for other in others {
            assert!(names().iter().any(|name| name == other), "no group is named {other}");
        }
    }
}
