//! The tests of the library and of the C interface on other processors, mostly under emulation: another
//! instruction set with vectors, 32 bits, big-endian.

use anyhow::{Result, bail};

use crate::run::{add_targets, cargo, exists, run, step};

struct Machine {
    target: &'static str,
    linker: &'static str,
    /// `None` where x86-64 runs the programs itself.
    emulator: Option<&'static str>,
    /// The Debian packages that bring linker, C library and emulator.
    packages: &'static str,
}

const MACHINES: &[Machine] = &[
    Machine {
        target: "aarch64-unknown-linux-gnu",
        linker: "aarch64-linux-gnu-gcc",
        emulator: Some("qemu-aarch64"),
        packages: "qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
    },
    Machine {
        target: "i686-unknown-linux-gnu",
        linker: "i686-linux-gnu-gcc",
        emulator: None,
        packages: "gcc-i686-linux-gnu libc6-dev-i386-cross libc6-i386 lib32gcc-s1",
    },
    Machine {
        target: "s390x-unknown-linux-gnu",
        linker: "s390x-linux-gnu-gcc",
        emulator: Some("qemu-s390x"),
        packages: "qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross",
    },
];

/// On the machines whose targets begin with a word of `only`, or on all.
pub(crate) fn all(only: &[String]) -> Result<()> {
    let wanted = |machine: &&Machine| {
        only.is_empty() || only.iter().any(|word| machine.target.starts_with(word.as_str()))
    };
    let machines: Vec<&Machine> = MACHINES.iter().filter(wanted).collect();
    if machines.is_empty() {
        let targets: Vec<&str> = MACHINES.iter().map(|machine| machine.target).collect();
        bail!("no machine is named {}; there are {}", only.join(" or "), targets.join(", "));
    }
    for machine in &machines {
        let missing = machine.missing();
        if !missing.is_empty() {
            bail!(
                "{} needs {}; on Debian: apt-get install {}",
                machine.target,
                missing.join(" and "),
                machine.packages
            );
        }
    }
    add_targets(machines.iter().map(|machine| machine.target))?;
    machines.iter().try_for_each(|machine| step(machine.target, || machine.test()))
}

impl Machine {
    fn missing(&self) -> Vec<&'static str> {
        let programs = [Some(self.linker), self.emulator];
        programs.into_iter().flatten().filter(|program| !exists(program)).collect()
    }

    fn test(&self) -> Result<()> {
        // `.cargo/config.toml` names the linker and the emulator.
        let library = ["--package", "astragal", "--lib", "--tests"];
        run(cargo(&["test", "--target", self.target]).args(library))?;
        let interface = ["--package", "astragal-capi", "--tests"];
        run(cargo(&["test", "--target", self.target]).args(interface))
    }
}
