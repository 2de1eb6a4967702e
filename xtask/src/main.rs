//! The project's own tasks: `cargo xtask VERB`. Continuous integration calls the same verbs.

mod bench;
mod capi;
mod cross;
mod ct;
mod dist;
mod evidence;
mod firmware;
mod fuzz;
mod generate;
mod install;
mod lint;
mod man;
mod miri;
mod mutants;
mod programs;
mod prove;
mod python;
mod races;
mod recipes;
mod run;
mod site;
mod source;
mod stages;
mod test;
mod tools;
mod vectors;
mod verify;
mod web;
mod weight;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::Parser;

use crate::generate::Mode;

/// Tests, checks and builds astragal.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Verb {
    /// Whether a change broke anything, in minutes: formatting, clippy, generated files, the tests of the library at
    /// three levels of instruction sets, of the command, in C, C++ and Python, and the documentation's Rust
    Test,
    /// Everything else, by groups. Every stage runs, and the last line counts them; a stage whose tool is missing is
    /// skipped
    Verify {
        /// Only these groups
        groups: Vec<verify::Group>,
        /// Fail where a tool is missing; `CI=true` does the same
        #[arg(long)]
        strict: bool,
    },
    /// Formatting, clippy, the order of the layers and the boundary of `unsafe`
    Lint,
    /// What the library costs on small machines, each program with budgets
    Firmware {
        /// Also the same programs over other crates; writes the table `peers/results/firmware.md`
        #[arg(long)]
        peers: bool,
    },
    /// Measures against other libraries; arguments go to the bench program. `bench python` measures the
    /// Python package, `bench c` the C library, `bench web` the npm package, `bench build` what a build costs
    Bench {
        /// Algorithms, or the beginnings of their names, and options: `--help` shows them
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Installs the C library, its headers, and its pkg-config and CMake files
    Install {
        /// Where it will lie
        #[arg(long, default_value = "/usr/local")]
        prefix: PathBuf,
        /// Where to stage it instead, for a package; the prefix is made below
        #[arg(long)]
        destdir: Option<PathBuf>,
        /// The folder for libraries in the prefix, as lib64
        #[arg(long, default_value = "lib")]
        libdir: String,
        /// The machine that it is for, as x86_64-unknown-linux-musl; this one without
        #[arg(long)]
        target: Option<String>,
        /// Only the static library, without Rust's standard library: one core, one last message for the
        /// process, and a defect of the library aborts
        #[arg(long)]
        small: bool,
    },
    /// Builds the Python wheel and source distribution into `target/wheels`
    Python {
        /// Instead runs the tests of hashlib and hmac that the interpreter brings, over the wheel
        #[arg(long)]
        cpython: bool,
    },
    /// The library's tests on aarch64, i686, powerpc64le, riscv64, s390x and wasm32, under emulation
    Cross {
        /// The beginnings of targets' names, as `s390x`; all without
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Runs every algorithm under valgrind with its secrets marked, and writes `docs/evidence-ct.md`
    Ct {
        /// The profile that compiles them
        #[arg(long, default_value = "test")]
        profile: String,
        /// Instead measures some operations for so many seconds each, on inputs of two kinds, and fails where their
        /// times tell which
        #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "5")]
        statistics: Option<u64>,
        /// Only over models of the instructions up to this level: avx2, vaes, gfni or avx512
        #[arg(long, value_name = "LEVEL", conflicts_with = "statistics")]
        models: Option<String>,
        /// Only rows of these kinds, or whose names begin so; the table keeps its others
        #[arg(conflicts_with = "statistics")]
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Runs the fuzz targets one after the other, by libFuzzer and AddressSanitizer
    Fuzz {
        /// How long each of them
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        /// Instead makes the committed seeds anew of what was found: the least that reaches as much
        #[arg(long, conflicts_with_all = ["seconds", "record"])]
        seeds: bool,
        /// The beginnings of targets' names, as `c_abi`; all without
        only: Vec<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Writes the site into `target/site/book`, once all its code has run and all its links have a target
    Site {
        /// Only runs the code and follows the links of the pages
        #[arg(long)]
        check: bool,
    },
    /// Makes what a release hands out, in `target/dist`: crates, the C library, static programs of `digest`, wheels,
    /// the npm package and Debian's, with licences, bills of materials and checksums; publishes nothing
    Dist {
        /// Instead installs and uses what was made, in a fresh Debian
        #[arg(long, conflicts_with = "twice")]
        fresh: bool,
        /// Once more in a clone elsewhere, and fails where a file differs
        #[arg(long)]
        twice: bool,
        /// Writes the result of `deny` into the table of `docs/evidence.md`
        #[arg(long, conflicts_with_all = ["fresh", "twice"])]
        record: bool,
        /// Only these: deny, crates, c, linux, linux-arm, windows, wheels, npm, debian, papers
        only: Vec<String>,
    },
    /// Tries the recipes of `packaging/`: builds the C library by each, and a program with it
    Recipes {
        /// Only these: conan, meson, vcpkg
        only: Vec<String>,
    },
    /// Builds the npm package into `target/web/astragal` and the page that hashes files into `target/web/hash.html`,
    /// and tests them in Node and Chromium, where these are here
    Web {
        /// Also a module without vectors, and a file of 1 GiB on the page
        #[arg(long)]
        whole: bool,
    },
    /// What holds for all inputs; instructions compared with models of them, and kernels run over those models
    Prove {
        #[command(flatten)]
        record: Record,
    },
    /// The library's unit tests under miri, by the nightly compiler
    Miri {
        #[command(flatten)]
        record: Record,
    },
    /// Tests of what uses all cores, under ThreadSanitizer, by the nightly compiler
    Races {
        #[command(flatten)]
        record: Record,
    },
    /// Changes sources, one expression at a time, and fails where no test notices
    Mutants {
        /// Families, as `ascon`; `construction`; `registry`; `command`, its arguments
        #[arg(required = true)]
        areas: Vec<String>,
        /// A part of the changes alone, as 0/8: each takes the compiler ten seconds or more
        #[arg(long)]
        shard: Option<String>,
        #[command(flatten)]
        record: Record,
    },
    /// Writes what is generated and committed: the C header and its symbols, the Python stub, the listing of
    /// the Rust interface; and completions and manual pages into `target/generated`
    Generate {
        /// Writes nothing, and fails when a committed file is not what would be written
        #[arg(long)]
        check: bool,
        /// Only these: evidence, header, unsafe, rust, command, python, answers
        only: Vec<String>,
    },
}

/// Of the verbs that `docs/evidence.md` shows the last result of.
#[derive(clap::Args)]
struct Record {
    /// Writes what a run that ended well has counted into the table of `docs/evidence.md`
    #[arg(long)]
    record: bool,
}

impl Record {
    fn keep(&self, runs: &[evidence::Run]) -> Result<()> {
        evidence::keep(self.record, runs)
    }
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
        Verb::Verify { groups, strict } => verify::all(groups, *strict),
        Verb::Lint => stages::only(lint::sources),
        Verb::Bench { arguments } => bench::run(arguments),
        Verb::Firmware { peers } => firmware::check(*peers),
        Verb::Install { prefix, destdir, libdir, target, small } => {
            install::install(&install::Destination {
                prefix: prefix.clone(),
                staging: destdir.clone(),
                libraries: libdir.clone(),
                purpose: run::For::Use,
                target: install::Target::of(target.as_deref()),
                is_small: *small,
            })
        }
        Verb::Python { cpython: false } => python::package(),
        Verb::Python { cpython: true } => python::cpython(),
        Verb::Cross { only, record } => record.keep(&cross::all(only)?),
        Verb::Ct { profile, statistics: None, models, only, record } => {
            let part = ct::Part { models: models.as_deref(), rows: only };
            record.keep(&[ct::show(profile, &part)?])
        }
        Verb::Ct { profile, statistics: Some(seconds), record, .. } => {
            record.keep(&[ct::measure(profile, *seconds)?])
        }
        Verb::Fuzz { seeds: true, only, .. } => fuzz::keep_seeds(only),
        Verb::Fuzz { seconds, only, record, .. } => record.keep(&fuzz::all(*seconds, only)?),
        Verb::Site { check: true } => stages::only(site::stages),
        Verb::Site { check: false } => site::build(),
        Verb::Dist { fresh: true, .. } => dist::fresh(),
        Verb::Dist { twice: true, only, .. } => dist::twice(only),
        Verb::Dist { record: true, only, .. } => {
            ensure!(only == &["deny"], "of what dist does, deny alone is recorded");
            evidence::keep(true, &[dist::licences()?])
        }
        Verb::Dist { only, .. } => dist::all(only),
        Verb::Recipes { only } => recipes::check(only),
        Verb::Web { whole } => web::all(*whole),
        Verb::Miri { record } => record.keep(&[miri::all()?]),
        Verb::Mutants { areas, shard, record } => {
            record.keep(&mutants::all(areas, shard.as_deref())?)
        }
        Verb::Prove { record } => record.keep(&[prove::all()?]),
        Verb::Races { record } => record.keep(&[races::look()?]),
        Verb::Generate { check, only } => {
            generate::all(if *check { Mode::Check } else { Mode::Write }, only)
        }
    }
}
