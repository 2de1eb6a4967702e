//! Whether the tests notice a change: cargo-mutants changes a family's sources, one operator or one function's result
//! at a time, and runs the tests. What no test can notice is in `.cargo/mutants.toml`, with reasons.

use std::fs;

use anyhow::{Result, ensure};

use crate::run::{cargo, root, run, step};
use crate::tools::tool;

/// These families; of their changes the `shard`, as `0/8`, or all.
pub(crate) fn all(families: &[String], shard: Option<&str>) -> Result<()> {
    let rooms = root().join("crates/astragal/src/algorithm");
    for family in families {
        ensure!(rooms.join(format!("{family}.rs")).is_file(), "there is no family {family}");
    }
    families.iter().try_for_each(|family| step(family, || judge(family, shard)))
}

fn judge(family: &str, shard: Option<&str>) -> Result<()> {
    let program = tool("cargo-mutants", "27.1.0", &[])?;
    let output = root().join("target/mutants").join(family);
    fs::create_dir_all(&output)?;
    let mut path = vec![program.with_file_name("")];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let mut mutants = cargo(&["mutants", "--package", "astragal", "--no-shuffle", "--output"]);
    mutants.arg(output).env("PATH", std::env::join_paths(path)?);
    for file in [format!("{family}.rs"), format!("{family}/**")] {
        mutants.arg("--file").arg(format!("crates/astragal/src/algorithm/{file}"));
    }
    // Few features, few tests and little optimisation, for each change is a build. As arguments of every call of
    // cargo: else the first of them, which builds, would build all tests.
    mutants.args(["--no-default-features", "--features", &format!("std,registry,{family}")]);
    mutants.args(["--cargo-arg=--lib", "--cargo-arg=--test", "--cargo-arg=kat"]);
    if let Some(shard) = shard {
        // Changes of every file, where a slice would have those of one.
        mutants.args(["--sharding=round-robin", "--shard", shard]);
    }
    mutants
        // What is changed is the portable form, so that is what has to run.
        .env("ASTRAGAL_TEST_CPU", "portable")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // Below the copy of the sources.
        .env_remove("CARGO_TARGET_DIR");
    // The tables' own tests name algorithms of every family.
    run(mutants.args(["--", "--", "--skip", "registry::"]))
}
