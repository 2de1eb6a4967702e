//! The project's own tasks: `cargo xtask VERB`. Continuous integration calls the same verbs.

mod bench;
mod cross;
mod lint;
mod miri;
mod python;
mod run;
mod test;
mod vectors;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Tests, checks and builds astragal.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Verb {
    /// Everything: lints, tests on every instruction set here, cross-checks, the other languages
    Test,
    /// Formatting, clippy, rustdoc and the wall around `unsafe`
    Lint,
    /// Measures against other libraries; arguments go to the bench program. `bench python` measures the
    /// Python package
    Bench {
        /// Algorithms, or the beginnings of their names, and options: `--help` shows them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Builds the Python wheel and source distribution into `target/wheels`
    Python,
    /// The library's tests on aarch64, i686 and s390x, under emulation
    Cross,
    /// The library's unit tests under miri, by the nightly compiler
    Miri,
    /// Generates the built-in known answers anew from independent implementations
    Vectors,
}

fn main() -> ExitCode {
    match perform(&Verb::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(verb: &Verb) -> Result<()> {
    match verb {
        Verb::Test => test::all(),
        Verb::Lint => lint::all(),
        Verb::Bench { arguments } => bench::run(arguments),
        Verb::Python => python::package(),
        Verb::Cross => cross::all(),
        Verb::Miri => miri::all(),
        Verb::Vectors => vectors::generate(),
    }
}
