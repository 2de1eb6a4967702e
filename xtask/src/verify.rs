//! `cargo xtask verify`: everything that `cargo xtask test` leaves out, in groups that can run alone.

use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::ValueEnum;

use crate::programs::Program;
use crate::run::{
    built, command, exists, names_in, peers_cargo_unmeasured, root, run, run_tests, target_path,
};
use crate::stages::{Missing, Stages};
use crate::{
    capi, cross, ct, firmware, fuzz, generate, lint, miri, programs, prove, python, site, web,
    weight,
};

/// The oldest compiler that is promised to build the library; `rust-version` says the same.
const MINIMUM_RUST: &str = "1.89.0";

/// A group of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Group {
    /// Pages: code blocks in every language, links, rustdoc, the listing of the Rust interface
    Docs,
    /// The library at every level of instruction sets, and over models of them
    Levels,
    /// Constant time, under valgrind; secrets that calls leave on the stack
    Ct,
    /// C and C++ by every compiler, static, shared, under sanitizers and valgrind
    C,
    /// The Python wheel, type checkers, CPython's own tests
    Python,
    /// The npm package in Node, the page in Chromium
    Web,
    /// Each feature alone, clippy for other machines
    Features,
    /// Licences, the oldest compiler and dependencies, what is published
    Packages,
    /// Lines of LLVM IR, processor time and size, each with a budget
    Weight,
    /// Answers of other libraries
    Peers,
    /// Undefined behaviour, by miri
    Miri,
    /// Fuzz targets, a minute
    Fuzz,
    /// Other processors and small machines, under emulation
    Machines,
}

/// Runs these groups, or all.
pub(crate) fn all(groups: &[Group], is_strict: bool) -> Result<()> {
    let mut stages = Stages::new(is_strict);
    for group in Group::value_variants() {
        if groups.is_empty() || groups.contains(group) {
            group.run(&mut stages);
        }
    }
    stages.finish()
}

impl Group {
    fn run(self, stages: &mut Stages) {
        match self {
            Self::Docs => docs(stages),
            Self::Levels => levels(stages),
            Self::Ct => {
                for level in ct::LEVELS {
                    stages.run(&format!("constant time, up to {level}"), || ct::check(level));
                }
                for level in ALL_LEVELS {
                    let name = format!("secrets on the stack, up to {level}");
                    stages.run(&name, || ct::remains(level));
                }
            }
            Self::C => capi::stages(stages),
            Self::Python => python::stages(stages),
            Self::Web => web::stages(stages),
            Self::Features => lint::features(stages),
            Self::Packages => packages(stages),
            Self::Weight => weight::stages(stages),
            Self::Peers => peers(stages),
            Self::Miri => _ = stages.run("undefined behaviour, in part", miri::briefly),
            Self::Fuzz => _ = stages.run("fuzzing, a minute", fuzz::briefly),
            Self::Machines => {
                cross::stages(stages);
                capi::machines::stages(stages);
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

/// Runs every example of the library: each checks what it shows.
fn examples() -> Result<u64> {
    let names = names_in("crates/astragal/examples")?;
    for name in &names {
        run(&mut command(&built(&format!("examples/{name}"))?.to_string_lossy(), &[]))?;
    }
    Ok(names.len() as u64)
}

/// All levels of instruction sets; one above the machine's own changes nothing.
const ALL_LEVELS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["portable", "ssse3", "avx2", "vaes", "gfni", "avx512"]
} else {
    &["portable", "neon", "arm-sha3"]
};

/// Levels that `cargo xtask test` leaves out.
const LEVELS: &[&str] = if cfg!(target_arch = "x86_64") { &["ssse3", "vaes", "gfni"] } else { &[] };

fn levels(stages: &mut Stages) {
    for level in LEVELS {
        stages.run(&format!("tests of the library, up to {level}"), || {
            let of_the_library =
                |program: &&Program| program.package == "astragal" && program.name != "remains";
            let programs = programs::build()?;
            let programs = programs.iter().filter(of_the_library);
            programs::run(programs.map(|program| (program, Some(*level))))
        });
    }
    stages.run("kernels over models", prove::kernels);
    stages.run("shared vectors", shared_vectors);
}

/// The larger set of known answers, where it lies beside the repository: in Rust and in C; in Python it is for the
/// group of its own.
fn shared_vectors() -> Result<u64> {
    let vectors = root().join("../shared/vectors");
    if !vectors.is_dir() {
        bail!(Missing::inapplicable("no shared vectors lie beside the repository"));
    }
    let programs = programs::build()?;
    run(Command::new(built("digest")?).args(["selftest", "--vectors"]).arg(vectors))?;
    let in_c = |program: &&Program| program.package == "astragal-capi" && program.name == "vectors";
    let in_c = programs.iter().find(in_c).context("the tests of the C library are built")?;
    Ok(1 + run_tests(in_c.command().args(["--ignored", "--nocapture"]))?)
}

fn packages(stages: &mut Stages) {
    stages.run("licences and sources", lint::supply::deny);
    stages.run("oldest supported compiler", oldest_compiler);
    stages.run("oldest dependencies", lint::supply::oldest_dependencies);
    stages.run("package built alone", lint::packages::builds_alone);
}

fn oldest_compiler() -> Result<()> {
    let install = ["toolchain", "install", MINIMUM_RUST, "--profile", "minimal"];
    let is_installed = exists("rustup")
        && command("rustup", &install).status().is_ok_and(|status| status.success());
    if !is_installed {
        let remedy = format!("rustup {}", install.join(" "));
        bail!(Missing::exempt(&format!("Rust {MINIMUM_RUST}"), &remedy));
    }
    let packages = ["--package", "astragal", "--package", "astragal-capi", "--all-features"];
    let mut check = command("rustup", &["run", MINIMUM_RUST, "cargo", "check"]);
    run(check.args(packages).env("CARGO_TARGET_DIR", target_path("oldest")))
}

fn peers(stages: &mut Stages) {
    stages.run("answers of other libraries", || {
        run_tests(peers_cargo_unmeasured("test").args(["--", "--nocapture"]))
    });
    stages.run("known answers, made anew", || generate::check("answers"));
}
