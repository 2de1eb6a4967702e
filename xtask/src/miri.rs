//! The library's unit tests under miri, which finds undefined behaviour. Takes minutes, so it is not part
//! of `test`.

use anyhow::Result;

use crate::run::{command, root, run};

pub(crate) fn all() -> Result<()> {
    run(&mut command(
        "rustup",
        &["component", "add", "--toolchain", "nightly", "miri", "rust-src"],
    ))?;
    let arguments = ["run", "nightly", "cargo", "miri", "test", "--package", "astragal", "--lib"];
    run(command("rustup", &arguments).env("CARGO_TARGET_DIR", root().join("target/miri")))
}
