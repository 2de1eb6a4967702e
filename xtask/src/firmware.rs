//! What the library costs in a microcontroller's flash: a program per algorithm, built for size, each with a budget.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::run::{add_targets, cargo, exists, root, run};

/// A Cortex-M4, without an operating system.
const TARGET: &str = "thumbv7em-none-eabihf";

/// The programs of `firmware`, each with the most bytes of code and constants that it may have.
const BUDGETS: [(&str, usize); 2] = [("sha3-256", 2200), ("ascon-aead128", 3000)];

/// Builds each program, prints its size and fails where one is over its budget.
pub(crate) fn check() -> Result<()> {
    if !exists("size") {
        println!("skipped: `size` of binutils is not here");
        return Ok(());
    }
    add_targets([TARGET])?;
    let mut over = Vec::new();
    for (program, budget) in BUDGETS {
        let bytes = bytes(program)?;
        println!("{program}: {bytes} bytes of {budget}");
        if bytes > budget {
            over.push(program);
        }
    }
    if !over.is_empty() {
        bail!("over the budget of xtask/src/firmware.rs: {}", over.join(", "));
    }
    Ok(())
}

/// The code and constants of a program, before a linker adds what starts it.
fn bytes(program: &str) -> Result<usize> {
    let target = root().join("target/firmware");
    let objects = target.join(TARGET).join("release/deps");
    if objects.exists() {
        fs::remove_dir_all(&objects)?;
    }
    let mut build = cargo(&["rustc", "--quiet", "--release", "--locked", "--target", TARGET]);
    build.arg("--manifest-path").arg(root().join("firmware/Cargo.toml"));
    build.args(["--features", program, "--", "--emit", "obj"]);
    run(build.env("CARGO_TARGET_DIR", &target))?;
    let mut sum = 0;
    for entry in fs::read_dir(&objects)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "o") {
            let shown = Command::new("size").arg(&path).output()?;
            sum += text(&String::from_utf8_lossy(&shown.stdout))
                .with_context(|| format!("`size {}` shows no size", path.display()))?;
        }
    }
    ensure!(sum > 0, "{program} has no object file in {}", objects.display());
    Ok(sum)
}

/// The first number of the second line: the bytes of text.
fn text(shown: &str) -> Option<usize> {
    shown.lines().nth(1)?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn the_text_is_the_first_column() {
        let shown = "   text\t   data\t    bss\n   1712\t      0\t      0\n";
        assert_eq!(text(shown), Some(1712));
        assert_eq!(text("size: no such file"), None);
    }
}
