//! `cargo xtask test`: tests a change within minutes. All tests share one build.

use anyhow::Result;

use crate::programs::{self, Program};
use crate::run::{QUICK, WHOLE, cargo, run_tests};
use crate::stages::Stages;
use crate::{capi, generate, lint, python, site};

/// Instruction-set levels at which the tests run, in addition to the highest level of this processor.
const LEVELS: &[&str] = if cfg!(target_arch = "x86_64") {
    &["portable", "avx2"]
} else if cfg!(target_arch = "aarch64") {
    &["portable", "neon"]
} else {
    &["portable"]
};

pub(crate) fn all(is_verbose: bool) -> Result<()> {
    let mut stages = Stages::new(false);
    lint::sources(&mut stages);
    stages
        .run("generated files", || ["evidence", "speed"].into_iter().try_for_each(generate::check));
    if let Some(programs) = stages.run("building the tests", programs::build) {
        let capped = LEVELS.iter().flat_map(|level| {
            programs.iter().filter(depends_on_level).map(|program| (program, Some(*level)))
        });
        let title = format!("tests; those of the library also up to {}", LEVELS.join(", "));
        let runs = programs.iter().map(|program| (program, None)).chain(capped);
        if let Some(ran) = stages.run(&title, || programs::run(runs, is_verbose)) {
            stages.skip(ran.skipped);
        }
        stages.run("examples in the documentation", || {
            run_tests(cargo(&["test", "--doc", "--quiet"]).args(WHOLE))
        });
        stages.run("examples in pages, Rust", || site::check("rust"));
        capi::test(&mut stages);
        stages.run("tests in Python", python::test_binding);
    }
    stages.run("tests of xtask", || {
        run_tests(&mut cargo(&["test", "--quiet", "-p", "xtask", "--profile", QUICK]))
    });
    stages.finish()
}

/// Returns whether the results of a test program may depend on the instruction-set level.
fn depends_on_level(program: &&Program) -> bool {
    program.package == "astragal" && ["all", "kat", "state"].contains(&program.name.as_str())
}
