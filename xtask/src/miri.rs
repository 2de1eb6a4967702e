//! Unit tests of the library, and tests of the C interface, under miri, which finds undefined behaviour.
//! Takes minutes, so it is not part of `test`.

use anyhow::Result;

use crate::run::{command, root, run};

pub(crate) fn all() -> Result<()> {
    run(&mut command(
        "rustup",
        &["component", "add", "--toolchain", "nightly", "miri", "rust-src"],
    ))?;
    let runs: [&[&str]; 2] = [
        &["--package", "astragal", "--lib"],
        &["--package", "astragal-capi", "--test", "arguments", "--test", "objects"],
    ];
    for arguments in runs {
        let mut miri = command("rustup", &["run", "nightly", "cargo", "miri", "test"]);
        run(miri.args(arguments).env("CARGO_TARGET_DIR", root().join("target/miri")))?;
    }
    Ok(())
}
