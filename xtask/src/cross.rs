//! Tests on other processors, mostly under emulation: other vectors, 32 bits, big-endian.

use anyhow::{Result, ensure};

use crate::evidence::Run;
use crate::run::{QUICK, add_targets, cargo, run_tests, step};
use crate::stages::{Stages, need};

/// Tests that a machine runs. Others would repeat the same code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    /// All; the known answers with `cargo xtask verify`.
    All,
    /// All, by `cargo xtask cross` only.
    OnRequest,
    /// Unit tests and known answers: 64 bits, little-endian, portable code.
    Portable,
    /// Known answers: there are neither files nor threads.
    Answers,
}

/// A target; its linker and emulator, as in `.cargo/config.toml`; their Debian packages; the tests to run.
type Machine = (&'static str, &'static [&'static str], &'static str, Tests);

const MACHINES: [Machine; 6] = [
    (
        "aarch64-unknown-linux-gnu",
        &["aarch64-linux-gnu-gcc", "qemu-aarch64"],
        "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        Tests::All,
    ),
    (
        "i686-unknown-linux-gnu",
        &["i686-linux-gnu-gcc"],
        "gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386 lib32gcc-s1",
        Tests::OnRequest,
    ),
    (
        "powerpc64le-unknown-linux-gnu",
        &["powerpc64le-linux-gnu-gcc", "qemu-ppc64le"],
        "qemu-user gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross",
        Tests::Portable,
    ),
    (
        "riscv64gc-unknown-linux-gnu",
        &["riscv64-linux-gnu-gcc", "qemu-riscv64"],
        "qemu-user gcc-riscv64-linux-gnu libc6-dev-riscv64-cross",
        Tests::Portable,
    ),
    (
        "s390x-unknown-linux-gnu",
        &["s390x-linux-gnu-gcc", "qemu-s390x"],
        "qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross",
        Tests::All,
    ),
    ("wasm32-wasip1", &["node"], "nodejs", Tests::Answers),
];

/// Tests on the machines whose targets start with a word of `only`, or on all.
pub(crate) fn all(only: &[String]) -> Result<Vec<Run>> {
    let chosen = MACHINES.iter().filter(|(target, ..)| {
        only.is_empty() || only.iter().any(|word| target.starts_with(word.as_str()))
    });
    let runs = chosen.map(|machine| {
        let tests = step(machine.0, || test(machine))?;
        Run::counted(&format!("cross {}", machine.0), tests, "tests")
    });
    let runs = runs.collect::<Result<Vec<_>>>()?;
    ensure!(!runs.is_empty(), "no target starts with {}", only.join(" or "));
    Ok(runs)
}

/// Stages that run the known-answer tests on the platforms of every change.
pub(crate) fn stages(stages: &mut Stages) {
    for machine in MACHINES.iter().filter(|(.., tests)| *tests == Tests::All) {
        stages.run(&format!("known answers on {}", machine.0), || {
            prepare(machine)?;
            let kat = ["test", "--package", "astragal", "--test", "kat", "--profile", QUICK];
            run_tests(cargo(&kat).args(["--target", machine.0]))
        });
    }
}

fn prepare((target, programs, packages, _): &Machine) -> Result<()> {
    programs.iter().try_for_each(|program| need(program, packages))?;
    add_targets([*target])
}

/// Counts the tests.
fn test(machine: &Machine) -> Result<u64> {
    prepare(machine)?;
    let (target, .., tests) = machine;
    let chosen: &[&str] = match tests {
        Tests::All | Tests::OnRequest => &["--lib", "--tests"],
        Tests::Portable => &["--lib", "--test", "kat"],
        Tests::Answers => &["--test", "kat"],
    };
    let test = || cargo(&["test", "--target", target, "--package"]);
    let library = run_tests(test().arg("astragal").args(chosen))?;
    if *tests == Tests::Answers {
        return Ok(library);
    }
    Ok(library + run_tests(test().args(["astragal-capi", "--tests"]))?)
}
