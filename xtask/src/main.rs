//! The project's task runner, started as `cargo xtask VERB`. Continuous integration uses the same verbs.

mod bench;
mod capi;
mod cross;
mod ct;
mod evidence;
mod files;
mod firmware;
mod fuzz;
mod generate;
mod install;
mod integrations;
mod kernels;
mod lint;
mod machine_code;
mod mutants;
mod programs;
mod prove;
mod python;
mod run;
mod sanitizers;
mod site;
mod speed;
mod stages;
mod test;
mod tools;
mod verify;
mod web;
mod weight;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use clap::builder::PossibleValuesParser;

use crate::generate::Mode;

/// Tests, checks and builds astragal.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Verb {
    /// Test a change within minutes: check formatting, clippy and the generated files, then test the library, the
    /// command, the bindings and the Rust examples. The library is tested at three levels. A level limits the library
    /// to a set of instruction sets, such as avx2
    Test {
        /// Print the time of each test, and the ten slowest test programs
        #[arg(long, short)]
        verbose: bool,
    },
    /// Run the checks that `test` leaves out, by group. Skip stages that need a missing tool
    Verify {
        /// Groups to run; all by default
        groups: Vec<verify::Group>,
        /// Fail if a tool is missing; implied by `CI=true`
        #[arg(long)]
        strict: bool,
        /// Run all cases in the groups that run only a sample by default: `ct` runs every level of instruction sets, and
        /// `fuzz` runs each target for a minute
        #[arg(long)]
        whole: bool,
    },
    /// Check formatting, clippy, the imports between the layers of the library, and the use of `unsafe`
    Lint,
    /// Measure code size, stack and instructions on small machines against budgets
    Firmware {
        /// Measure the crates `sha3` and `ascon-aead` too, and write `peers/results/firmware.md`
        #[arg(long)]
        peers: bool,
    },
    /// Measure speed against other libraries. `bench python` measures the Python package, `bench c` the C library,
    /// `bench web` the npm package, `bench kdf` key derivation, `bench lengths` whether the fastest code is chosen at
    /// each message length, and `bench profiles` the speed in several release profiles
    Bench {
        /// Names of algorithms or prefixes of names, and options of the benchmark program, which `--help` lists
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Fetch the current releases of the C libraries for `bench` and `verify peers`, without installing them
    Peers,
    /// Install the C library, its headers, and its pkg-config and CMake files
    Install(install::Destination),
    /// Build the Python wheel and source distribution into `target/wheels`
    Python,
    /// Test the library on aarch64, i686, powerpc64le, riscv64, s390x and wasm32, under emulation
    Cross {
        /// Prefixes of targets, such as `s390x`; all by default
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Check for secret-dependent timing: run every algorithm under valgrind with its secrets marked undefined, and
    /// write the results to `docs/evidence-ct.md`
    Ct {
        /// Cargo profile
        #[arg(long, default_value = "test")]
        profile: String,
        /// Instead of running valgrind, measure selected operations for SECONDS each, and fail if their times depend on
        /// the input
        #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "5")]
        statistics: Option<u64>,
        /// Check only backends with vector instructions, compiled with models (plain Rust code) in place of these
        /// instructions. LEVEL is avx2, vaes, gfni or avx512
        #[arg(long, value_name = "LEVEL", conflicts_with = "statistics")]
        models: Option<String>,
        /// Algorithms to check: kinds, or prefixes of names. In the table of results, the rows of other algorithms stay
        /// unchanged
        #[arg(conflicts_with = "statistics")]
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Check the compiled release code in an interpreter of machine code. `--check` selects the property to check, such
    /// as that no branch or address depends on a secret
    MachineCode {
        #[command(flatten)]
        options: machine_code::Options,
        #[command(flatten)]
        record: Record,
    },
    /// Change the sources one expression at a time, and list the changes that no test detects
    Mutants {
        /// Families to change, such as `ascon`; all by default
        families: Vec<String>,
        /// Judge by the tests of the whole library only, which needs one build for all families
        #[arg(long)]
        whole: bool,
        #[command(flatten)]
        record: Record,
    },
    /// Run the fuzz targets with libFuzzer and AddressSanitizer
    Fuzz {
        /// Seconds per target
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Instead of running the fuzz targets, reduce the corpus and store it in `fuzz/seeds`
        #[arg(long, conflicts_with_all = ["seconds", "record"])]
        seeds: bool,
        /// Prefixes of targets, such as `c_abi`; all by default
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Build the site into `target/site/book`
    Site,
    /// Build the npm package into `target/web/astragal` and the web page into `target/web/hash.html`, and test both
    Web {
        /// Also test the module without vector instructions, and hash a file of 1 GiB on the web page
        #[arg(long)]
        whole: bool,
        /// Build the package only, without the web page and without tests
        #[arg(long, conflicts_with = "whole")]
        package: bool,
    },
    /// Run proofs over all inputs, compare the vector instructions with models of them in plain Rust, and test kernels
    /// compiled with these models
    Prove {
        #[command(flatten)]
        record: Record,
    },
    /// Run the library's unit tests under miri, on the nightly toolchain
    Miri {
        #[command(flatten)]
        record: Record,
    },
    /// Run the multithreaded tests under ThreadSanitizer, on the nightly toolchain
    Races {
        #[command(flatten)]
        record: Record,
    },
    /// Write the generated files: the C header and its list of symbols, the Python stub, the public API listing and the
    /// known answers. Completions and manual pages are written into `target/generated`
    Generate {
        /// Compare with the committed files instead of writing, and fail if one differs
        #[arg(long)]
        check: bool,
        /// Parts to generate; all by default
        #[arg(value_parser = PossibleValuesParser::new(generate::names()))]
        only: Vec<String>,
    },
}

/// Option of the verbs whose results can be recorded in `docs/evidence.md`.
#[derive(clap::Args)]
struct Record {
    /// Write the result of a successful run into `docs/evidence.md`
    #[arg(long)]
    record: bool,
}

impl Record {
    fn keep(&self, runs: &[evidence::Run]) -> Result<()> {
        if self.record { evidence::record(runs) } else { Ok(()) }
    }
}

fn main() -> ExitCode {
    match perform(Verb::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn perform(verb: Verb) -> Result<()> {
    match verb {
        Verb::Test { verbose } => test::all(verbose),
        Verb::Verify { groups, strict, whole } => verify::all(&groups, strict, whole),
        Verb::Lint => stages::only(lint::sources),
        Verb::Bench { arguments } => bench::run(&arguments),
        Verb::Firmware { peers } => firmware::check(peers),
        Verb::Install(destination) => install::install(&destination),
        Verb::Peers => run::fetch_peers(),
        Verb::Python => python::package(),
        Verb::Cross { only, record } => record.keep(&cross::all(&only)?),
        Verb::Ct { profile, statistics: None, models, only, record } => {
            record.keep(&[ct::write_page(&profile, models.as_deref(), &only)?])
        }
        Verb::Ct { profile, statistics: Some(seconds), record, .. } => {
            record.keep(&[ct::measure(&profile, seconds)?])
        }
        Verb::MachineCode { options, record } => record.keep(&machine_code::all(&options)?),
        Verb::Mutants { families, whole, record } => record.keep(&mutants::all(&families, whole)?),
        Verb::Fuzz { seeds: true, only, .. } => fuzz::minimise(&only),
        Verb::Fuzz { seconds, only, record, .. } => record.keep(&fuzz::all(seconds, &only)?),
        Verb::Site => site::build(),
        Verb::Web { package: true, .. } => web::package(run::Purpose::Release).map(drop),
        Verb::Web { whole, .. } => web::all(whole),
        Verb::Miri { record } => record.keep(&[sanitizers::miri()?]),
        Verb::Prove { record } => record.keep(&[prove::all()?]),
        Verb::Races { record } => record.keep(&[sanitizers::races()?]),
        Verb::Generate { check, only } => {
            generate::all(if check { Mode::Check } else { Mode::Write }, &only)
        }
    }
}
