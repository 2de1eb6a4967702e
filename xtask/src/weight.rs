//! What the library weighs: lines of LLVM IR, processor time of a build beside `ring`, and size of `digest`. Each has a
//! budget; a change that exceeds one says so here, in the table, or makes the library lighter.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::bench::build::{cost, timed};
use crate::run::{cargo, root, run, target_path};
use crate::stages::{Stages, need};

/// Features of the library, and the most lines of LLVM IR that rustc may hand to LLVM for them, in thousands.
const LINES: [(&str, usize); 3] = [
    ("std,registry,suggestions,hashes,ciphers,kdf", 1_470),
    ("std,registry,keccak", 165),
    ("std,registry,blake", 290),
];

/// The most processor time of `cargo build --release --package astragal-cli`, dependencies included, as a multiple of
/// `ring`'s in the same run.
const MOST_RINGS: f64 = 20.0;

/// The most bytes of the stripped `digest`.
const MOST_BYTES: u64 = 11_000_000;

pub(crate) fn stages(stages: &mut Stages) {
    for (features, most) in LINES {
        stages.run(&format!("lines of LLVM IR, {features}"), || {
            let lines = lines(features)? / 1000;
            println!("{lines} thousand; {most} thousand are allowed");
            ensure!(lines <= most, "{lines} thousand lines; {most} thousand are allowed");
            Ok(())
        });
    }
    stages.run("`digest`: build and size", digest);
}

/// Lines of LLVM IR in functions of the library, before any pass of LLVM.
fn lines(features: &str) -> Result<usize> {
    let folder = target_path("weight-lines");
    // Old files would be counted.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let select =
        ["--package", "astragal", "--lib", "--release", "--quiet", "--no-default-features"];
    let mut rustc = cargo(&["rustc"]);
    rustc.args(select).args(["--features", features]).env("CARGO_TARGET_DIR", &folder);
    rustc.args(["--", "--emit=llvm-ir", "-Ccodegen-units=1", "-Clto=off"]);
    rustc.args(["-Cno-prepopulate-passes", "-Cpasses=name-anon-globals"]);
    run(&mut rustc)?;
    let mut lines = 0;
    for entry in fs::read_dir(folder.join("release/deps"))? {
        let path = entry?.path();
        let is_ours =
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"astragal-"));
        if is_ours && path.extension().is_some_and(|extension| extension == "ll") {
            lines += lines_in_functions(&fs::read_to_string(path)?);
        }
    }
    ensure!(lines > 0, "rustc has left no LLVM IR");
    Ok(lines)
}

fn lines_in_functions(text: &str) -> usize {
    let mut is_inside = false;
    text.lines()
        .filter(|line| {
            is_inside |= line.starts_with("define");
            let counts = is_inside;
            is_inside &= !line.starts_with('}');
            counts
        })
        .count()
}

/// Builds `digest` as a newcomer does, and `ring`; compares processor times, and the program's size with its budget.
fn digest() -> Result<()> {
    need("strip", "binutils")?;
    let target = target_path("weight");
    if target.exists() {
        fs::remove_dir_all(&target)?;
    }
    run(cargo(&["fetch", "--quiet", "--locked"]).current_dir(root()))?;
    let build = "cargo build --quiet --release --locked --package astragal-cli";
    let ours = timed(build, &root(), &target)?;
    let ring = cost(r#"ring = "0.17""#).context("cannot build ring")?;
    let bytes = stripped(&target.join("release/digest"))?;
    let rings = ours.processors / ring.processors;
    println!(
        "{:.0} s, {:.0} s of processor time, {rings:.1} times ring's; {bytes} bytes",
        ours.seconds, ours.processors
    );
    ensure!(
        rings <= MOST_RINGS,
        "{rings:.1} times the processor time of ring; {MOST_RINGS} are allowed"
    );
    ensure!(bytes <= MOST_BYTES, "`digest` has {bytes} bytes; {MOST_BYTES} are allowed");
    Ok(())
}

/// The size of a program without its symbols.
fn stripped(program: &Path) -> Result<u64> {
    let copy = program.with_extension("stripped");
    run(std::process::Command::new("strip").arg("-o").arg(&copy).arg(program))?;
    Ok(fs::metadata(copy)?.len())
}

#[cfg(test)]
mod tests {
    use super::lines_in_functions;

    #[test]
    fn counts_lines_of_functions_alone() {
        let text =
            "; module\n@x = global\ndefine void @f() {\nstart:\n  ret void\n}\n\ndeclare @g\n";
        assert_eq!(lines_in_functions(text), 4);
    }
}
