//! Proofs over all inputs, instructions of x86-64 compared with models in plain Rust, and kernels over these models.

use std::process::Command;

use anyhow::{Result, bail};

use crate::evidence::Run;
use crate::run::{WHOLE, cargo, run_tests, step, target_path};
use crate::stages::Missing;

/// Unit tests that prove or that compare instructions with models.
const PROOFS: &[&str] =
    &["for_all_inputs", "match_the_standard", "s_box", "published_table", "simd::x86_64::model"];

/// Families with kernels of every kind of vector. Compiling all families takes many minutes.
const FAMILIES: &str = "std,registry,aes,blake,keccak,sha1,sha2,sm4";

pub(crate) fn all() -> Result<Run> {
    let proofs = step("proofs, and models of instructions", || {
        run_tests(cargo(&["test", "--lib"]).args(WHOLE).arg("--").args(PROOFS))
    })?;
    let kernels = step("kernels over models", kernels)?;
    Run::counted("prove", proofs + kernels, "tests")
}

/// Tests the library built over models, which need no AVX-512, on any x86-64 processor.
pub(crate) fn kernels() -> Result<u64> {
    if !cfg!(target_arch = "x86_64") {
        bail!(Missing::inapplicable("the models are of x86-64"));
    }
    let mut tests = cargo(&["test", "--package", "astragal", "--lib", "--no-default-features"]);
    tests.args(["--features", FAMILIES, "--", "match_portable", "backends", "names_levels"]);
    run_tests(over_models(&mut tests).env("ASTRAGAL_REQUIRE", "avx512"))
}

/// Makes cargo build the library over models, without optimisation: models are long and inlined everywhere.
pub(crate) fn over_models(cargo: &mut Command) -> &mut Command {
    cargo
        .env("RUSTFLAGS", "--cfg astragal_model")
        .env("CARGO_TARGET_DIR", target_path("model"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
}
