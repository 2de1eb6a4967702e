//! What holds for all inputs, and on machines that are not here: formulas compared, the instructions of x86-64 compared
//! with models in plain Rust, and kernels run over those models.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::evidence::Run;
use crate::run::{WHOLE, cargo, run_tests, step, target_path};
use crate::stages::Missing;

/// The tests beside the sources that are proofs, and those that compare models with instructions.
const PROOFS: &[&str] =
    &["for_all_inputs", "match_the_standard", "s_box", "published_table", "simd::x86_64::model"];

/// Families of which each kind of vector has kernels; all of them take the compiler many minutes.
const FAMILIES: &str = "std,registry,aes,blake,keccak,sha1,sha2,sm4";

/// Everything.
pub(crate) fn all() -> Result<Run> {
    let proofs = step("proofs, and models of instructions", || {
        run_tests(cargo(&["test", "--lib"]).args(WHOLE).arg("--").args(PROOFS))
    })?;
    let kernels = step("kernels over models", kernels)?;
    ensure!(kernels > 0, "no kernel was run: the models are those of x86-64");
    Run::counted("prove", proofs + kernels, "tests")
}

/// Runs tests of the library, built over models, and counts them; AVX-512 and all below it are there on any x86-64 processor.
pub(crate) fn kernels() -> Result<u64> {
    if !cfg!(target_arch = "x86_64") {
        bail!(Missing::inapplicable("the models are those of x86-64"));
    }
    let mut tests = cargo(&["test", "--package", "astragal", "--lib", "--no-default-features"]);
    tests.args(["--features", FAMILIES, "--", "match_portable", "backends", "names_levels"]);
    run_tests(over_models(&mut tests).env("ASTRAGAL_REQUIRE", "avx512"))
}

/// Has cargo build the library over models.
pub(crate) fn over_models(cargo: &mut Command) -> &mut Command {
    // No optimisation, which takes minutes: models are long, and called everywhere.
    cargo
        .env("RUSTFLAGS", "--cfg astragal_model")
        .env("CARGO_TARGET_DIR", target_path("model"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
}
