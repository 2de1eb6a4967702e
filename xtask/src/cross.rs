//! Tests on other processors, mostly under emulation. These processors differ from x86-64 in their vector instructions,
//! in their word size (32 bits), or in their byte order (big-endian).

use anyhow::{Result, ensure};

use crate::evidence::Run;
use crate::run::{QUICK, add_targets, cargo, run_tests, step};
use crate::stages::{Stages, need};

/// Set of tests to run on a machine. The smaller sets omit tests of code that is already tested on another machine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    /// `cargo xtask cross` runs all tests, and `cargo xtask verify` runs the known-answer tests.
    All,
    /// `cargo xtask cross` runs all tests, and `cargo xtask verify` runs none.
    OnRequest,
    /// `cargo xtask cross` runs the unit tests and the known-answer tests of the library, and all tests of the C
    /// interface. Suffices for 64-bit little-endian machines on which the library uses its portable backends.
    Portable,
    /// `cargo xtask cross` runs only the known-answer tests, because the target has neither files nor threads.
    Answers,
}

/// Machine to test: its target, the name of its architecture in Debian's C library package, and the tests to run.
/// `.cargo/config.toml` sets the linker and the emulator of the target.
type Machine = (&'static str, &'static str, Tests);

const MACHINES: [Machine; 6] = [
    ("aarch64-unknown-linux-gnu", "arm64", Tests::All),
    ("i686-unknown-linux-gnu", "i386", Tests::OnRequest),
    ("powerpc64le-unknown-linux-gnu", "ppc64el", Tests::Portable),
    ("riscv64gc-unknown-linux-gnu", "riscv64", Tests::Portable),
    ("s390x-unknown-linux-gnu", "s390x", Tests::All),
    ("wasm32-wasip1", "", Tests::Answers),
];

/// Runs the tests on each machine whose target name starts with one of the words in `only`. An empty `only` selects all
/// machines.
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

/// Runs a stage of `cargo xtask verify` for each machine that is marked [`Tests::All`]. The stage runs the known-answer
/// tests on this machine.
pub(crate) fn stages(stages: &mut Stages) {
    for machine in MACHINES.iter().filter(|(.., tests)| *tests == Tests::All) {
        stages.run(&format!("known answers on {}", machine.0), || {
            prepare(machine)?;
            let kat = ["test", "--package", "astragal", "--test", "kat", "--profile", QUICK];
            run_tests(cargo(&kat).args(["--target", machine.0]))
        });
    }
}

fn prepare((target, libraries, tests): &Machine) -> Result<()> {
    if *tests == Tests::Answers {
        need("node", "nodejs")?;
    } else {
        let machine = target.split('-').next().unwrap_or_default().replace("riscv64gc", "riscv64");
        let gcc = format!("gcc-{machine}-linux-gnu");
        let packages = format!("qemu-user {gcc} libc6-dev-{libraries}-cross");
        need(&format!("{machine}-linux-gnu-gcc"), &packages)?;
        // An x86-64 processor runs i686 programs without an emulator.
        if machine != "i686" {
            let emulator = machine.replace("powerpc64le", "ppc64le");
            need(&format!("qemu-{emulator}"), &packages)?;
        }
    }
    add_targets([*target])
}

/// Runs the tests that are selected for `machine`, and returns their number.
fn test(machine: &Machine) -> Result<u64> {
    prepare(machine)?;
    let (target, _, tests) = machine;
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
    let c = run_tests(test().args(["astragal-capi", "--tests"]))?;
    // The tests named `remains` search the stack for secrets. A separate command runs them, because `--tests` does not
    // select test programs with `test = false` in `Cargo.toml`.
    let has_stack = matches!(tests, Tests::All | Tests::OnRequest);
    let stack = ["astragal", "--package", "astragal-capi", "--test", "remains"];
    let stack = if has_stack { run_tests(test().args(stack))? } else { 0 };
    Ok(library + c + stack)
}
