//! Exhaustive and symbolic proofs, tests that compare x86-64 instructions with models in plain Rust, and tests of
//! kernels that are compiled with these models.

use std::process::Command;

use anyhow::{Result, bail};

use crate::evidence::Run;
use crate::run::{WHOLE, cargo, run_tests, step, target_path};
use crate::stages::Missing;

/// Substrings of test names. They select the proofs, and the tests that compare instructions with their models.
const PROOFS: &[&str] =
    &["for_all_inputs", "match_the_standard", "s_box", "published_table", "simd::x86_64::model"];

/// Algorithm families that together use every vector type in their kernels. Compiling all families would take many
/// minutes.
const FAMILIES: &str = "std,state,aes,blake,keccak,sha1,sha2,sm4";

pub(crate) fn all() -> Result<Run> {
    let proofs = step("proofs, and models of instructions", proofs)?;
    let kernels = step("kernels over models", kernels)?;
    Run::counted("prove", proofs + kernels, "tests")
}

/// Runs the proofs, and the tests that compare instructions with their models. Returns the number of tests.
pub(crate) fn proofs() -> Result<u64> {
    run_tests(cargo(&["test", "--lib"]).args(WHOLE).arg("--").args(PROOFS))
}

/// Tests the library, compiled with models in place of the vector instructions. The models need no AVX-512, so these
/// tests run on any x86-64 CPU.
pub(crate) fn kernels() -> Result<u64> {
    if !cfg!(target_arch = "x86_64") {
        bail!(Missing::inapplicable("the models describe x86-64 instructions"));
    }
    let mut tests = cargo(&["test", "--package", "astragal", "--test", "backends"]);
    tests.args(["--no-default-features", "--features", FAMILIES, "--", "--include-ignored"]);
    run_tests(over_models(&mut tests).env("ASTRAGAL_REQUIRE", "avx512"))
}

/// Sets the environment so that cargo compiles the library with models of the vector instructions. Disables
/// optimization, because the models are long and inlined everywhere.
pub(crate) fn over_models(cargo: &mut Command) -> &mut Command {
    cargo
        .env("RUSTFLAGS", "--cfg astragal_model")
        .env("CARGO_TARGET_DIR", target_path("model"))
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0")
}
