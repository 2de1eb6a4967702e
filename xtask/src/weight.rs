//! Budgets for compile time and size: the number of lines of LLVM IR, and the size of the program `digest`. A change
//! that exceeds a budget must raise the budget here and give the reason.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};

use crate::files::{empty_folder, files_below};
use crate::run::{cargo, command, run, target_path};
use crate::stages::{Stages, need};

/// Sets of library features, each with its budget in thousands of lines of LLVM IR before optimization.
const LINES: [(&str, usize); 3] = [
    ("std,registry,state,suggestions,hashes,ciphers,kdf", 1_495),
    ("std,registry,keccak", 125),
    ("std,registry,blake", 190),
];

/// Budget for the size of the stripped `digest` in bytes.
const MAX_BYTES: u64 = 11_000_000;

pub(crate) fn stages(stages: &mut Stages) {
    for (features, budget) in LINES {
        stages.run(&format!("lines of LLVM IR, {features}"), || {
            let lines = lines(features)? / 1000;
            println!("{lines} thousand lines; at most {budget}");
            ensure!(lines <= budget, "{lines} thousand lines of LLVM IR; at most {budget}");
            Ok(())
        });
    }
    stages.run("size of `digest`", digest);
}

/// Returns the number of lines of LLVM IR in the library's functions, before LLVM's optimization passes.
fn lines(features: &str) -> Result<usize> {
    let folder = target_path("weight-lines");
    empty_folder(&folder)?;
    let select =
        ["--package", "astragal", "--lib", "--release", "--quiet", "--no-default-features"];
    let mut rustc = cargo(&["rustc"]);
    rustc.args(select).args(["--features", features]).env("CARGO_TARGET_DIR", &folder);
    rustc.args(["--", "--emit=llvm-ir", "-Ccodegen-units=1", "-Clto=off"]);
    rustc.args(["-Cno-prepopulate-passes", "-Cpasses=name-anon-globals"]);
    run(&mut rustc)?;
    let mut lines = 0;
    for file in files_below(&folder.join("release/deps"), "ll")? {
        if file.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"astragal-")) {
            lines += lines_in_functions(&fs::read_to_string(file)?);
        }
    }
    ensure!(lines > 0, "rustc wrote no LLVM IR");
    Ok(lines)
}

fn lines_in_functions(text: &str) -> usize {
    let mut is_inside = false;
    let is_counted = |line: &&str| {
        is_inside |= line.starts_with("define");
        let counts = is_inside;
        is_inside &= !line.starts_with('}');
        counts
    };
    text.lines().filter(is_counted).count()
}

/// Compares the size of the stripped release build of `digest` with the budget.
fn digest() -> Result<()> {
    need("strip", "binutils")?;
    let program = target_path("weight-digest");
    run(command("strip", &["-o"]).arg(&program).arg(build_digest()?))?;
    let bytes = fs::metadata(&program)?.len();
    println!("{bytes} bytes; at most {MAX_BYTES}");
    ensure!(bytes <= MAX_BYTES, "`digest` is {bytes} bytes; at most {MAX_BYTES}");
    Ok(())
}

/// Builds the program `digest` in release mode and returns its path.
pub(crate) fn build_digest() -> Result<PathBuf> {
    run(&mut cargo(&["build", "--release", "--quiet", "--locked", "--package", "astragal-cli"]))?;
    Ok(target_path("release/digest"))
}

#[cfg(test)]
mod tests {
    use super::lines_in_functions;

    #[test]
    fn counts_lines_of_functions_only() {
        let text =
            "; module\n@x = global\ndefine void @f() {\nstart:\n  ret void\n}\n\ndeclare @g\n";
        assert_eq!(lines_in_functions(text), 4);
    }
}
