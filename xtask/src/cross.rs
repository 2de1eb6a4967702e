//! The tests of the library and of the C interface on other processors, mostly under emulation: other instruction sets
//! with vectors, 32 bits, big-endian.

use anyhow::{Result, bail};

use crate::evidence::Run;
use crate::run::{QUICK, add_targets, cargo, run_tests, step};
use crate::stages::{Stages, need};

struct Machine {
    target: &'static str,
    /// The compiler brings one for WebAssembly.
    linker: Option<&'static str>,
    /// `None` where x86-64 runs the programs itself.
    emulator: Option<&'static str>,
    /// The Debian packages that bring linker, C library and emulator.
    packages: &'static str,
    tests: Tests,
}

/// How much of the tests a machine gets. More would find nothing where it runs the same source as another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    /// Every one; and the known answers whenever anything is tested, for it has what no other machine has.
    Whole,
    /// Every one.
    OnRequest,
    /// Those beside the sources and the known answers: the portable code of a machine of 64 bits, little-endian.
    Portable,
    /// The known answers: there are neither files nor threads.
    Answers,
}

const MACHINES: &[Machine] = &[
    Machine {
        target: "aarch64-unknown-linux-gnu",
        linker: Some("aarch64-linux-gnu-gcc"),
        emulator: Some("qemu-aarch64"),
        packages: "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        tests: Tests::Whole,
    },
    Machine {
        target: "i686-unknown-linux-gnu",
        linker: Some("i686-linux-gnu-gcc"),
        emulator: None,
        packages: "gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386 lib32gcc-s1",
        tests: Tests::OnRequest,
    },
    Machine {
        target: "powerpc64le-unknown-linux-gnu",
        linker: Some("powerpc64le-linux-gnu-gcc"),
        emulator: Some("qemu-ppc64le"),
        packages: "qemu-user gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross",
        tests: Tests::Portable,
    },
    Machine {
        target: "riscv64gc-unknown-linux-gnu",
        linker: Some("riscv64-linux-gnu-gcc"),
        emulator: Some("qemu-riscv64"),
        packages: "qemu-user gcc-riscv64-linux-gnu libc6-dev-riscv64-cross",
        tests: Tests::Portable,
    },
    Machine {
        target: "s390x-unknown-linux-gnu",
        linker: Some("s390x-linux-gnu-gcc"),
        emulator: Some("qemu-s390x"),
        packages: "qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross",
        tests: Tests::Whole,
    },
    Machine {
        target: "wasm32-wasip1",
        linker: None,
        emulator: Some("node"),
        packages: "nodejs",
        tests: Tests::Answers,
    },
];

/// On the machines whose targets begin with a word of `only`, or on all.
pub(crate) fn all(only: &[String]) -> Result<Vec<Run>> {
    let wanted = |machine: &&Machine| {
        only.is_empty() || only.iter().any(|word| machine.target.starts_with(word.as_str()))
    };
    let machines: Vec<&Machine> = MACHINES.iter().filter(wanted).collect();
    if machines.is_empty() {
        let targets: Vec<&str> = MACHINES.iter().map(|machine| machine.target).collect();
        bail!("no machine is named {}; there are {}", only.join(" or "), targets.join(", "));
    }
    machines.iter().try_for_each(|machine| machine.need_tools())?;
    add_targets(machines.iter().map(|machine| machine.target))?;
    let test = |machine: &&Machine| {
        let tests = step(machine.target, || machine.test())?;
        Run::counted(&format!("cross {}", machine.target), tests, "tests")
    };
    machines.iter().map(test).collect()
}

/// The known answers, in the time of a build, on the machines that every change is tested on.
pub(crate) fn stages(stages: &mut Stages) {
    for machine in MACHINES.iter().filter(|machine| machine.tests == Tests::Whole) {
        stages.run(&format!("known answers on {}", machine.target), || machine.known_answers());
    }
}

impl Machine {
    fn need_tools(&self) -> Result<()> {
        let mut programs = [self.linker, self.emulator].into_iter().flatten();
        programs.try_for_each(|program| need(program, self.packages))
    }

    fn known_answers(&self) -> Result<u64> {
        self.need_tools()?;
        add_targets([self.target])?;
        let kat = ["test", "--package", "astragal", "--test", "kat", "--profile", QUICK];
        run_tests(cargo(&kat).args(["--target", self.target]))
    }

    /// Counts the tests. `.cargo/config.toml` names the linker and the emulator.
    fn test(&self) -> Result<u64> {
        let chosen: &[&str] = match self.tests {
            Tests::Whole | Tests::OnRequest => &["--lib", "--tests"],
            Tests::Portable => &["--lib", "--test", "kat"],
            Tests::Answers => &["--test", "kat"],
        };
        let test = || cargo(&["test", "--target", self.target, "--package"]);
        let library = run_tests(test().arg("astragal").args(chosen))?;
        if self.tests == Tests::Answers {
            return Ok(library);
        }
        Ok(library + run_tests(test().args(["astragal-capi", "--tests"]))?)
    }
}
