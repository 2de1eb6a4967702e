//! `cargo xtask test`: whether a change broke anything, in minutes. One build serves all tests.

use anyhow::Result;

use crate::programs::{self, Program};
use crate::run::{QUICK, WHOLE, cargo, run_tests};
use crate::stages::Stages;
use crate::{capi, generate, lint, python, site};

/// Levels of instruction sets below the processor's own.
const LEVELS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["portable", "avx2"]
} else if cfg!(target_arch = "aarch64") {
    &["portable", "neon"]
} else {
    &["portable"]
};

pub(crate) fn all() -> Result<()> {
    let mut stages = Stages::new(false);
    lint::sources(&mut stages);
    generate::stages(&mut stages);
    if let Some(Built(programs)) = stages.run("building the tests", || programs::build().map(Built))
    {
        // What calls leave on the stack is looked for in optimised builds: `cargo xtask verify ct`.
        let own = programs.iter().filter(|program| program.name != "remains");
        let capped = LEVELS.iter().flat_map(|level| {
            programs.iter().filter(depends_on_level).map(|program| (program, Some(*level)))
        });
        let title = format!("tests; those of the library also up to {}", LEVELS.join(", "));
        stages.run(&title, || programs::run(own.map(|program| (program, None)).chain(capped)));
        stages.run("examples in the documentation", || {
            run_tests(cargo(&["test", "--doc", "--quiet"]).args(WHOLE))
        });
        stages.run("examples in pages, Rust", || site::check("rust"));
        capi::briefly(&mut stages);
        stages.run("tests in Python", python::test_binding);
    }
    stages.run("tests of xtask", || {
        run_tests(&mut cargo(&["test", "--quiet", "-p", "xtask", "--profile", QUICK]))
    });
    stages.finish()
}

/// Test programs that are built count as one check.
struct Built(Vec<Program>);

impl crate::stages::Checks for Built {
    fn checks(&self) -> u64 {
        1
    }
}

/// Whether the instruction sets matter to the program's tests.
fn depends_on_level(program: &&Program) -> bool {
    program.package == "astragal" && ["lib", "all", "kat", "state"].contains(&program.name.as_str())
}
