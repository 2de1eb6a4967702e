//! `cargo xtask bench profiles`: compares the speed of a program that uses the library by type in several release
//! profiles. A program that depends on the library has cargo's default profile, unless its author changes it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::split_out;
use crate::run::{cargo, command, output, root, run, target_path};

/// Release profiles: column title, link-time optimization, codegen units and optimization level. The first profile is
/// the one with which the others are compared.
const PROFILES: [(&str, &str, &str, &str); 5] = [
    ("fat LTO", "fat", "1", "3"),
    ("default", "false", "16", "3"),
    ("no LTO", "off", "16", "3"),
    ("default, opt-level 2", "false", "16", "2"),
    ("default, opt-level s", "false", "16", "s"),
];

/// Number of runs of each program. The programs alternate, and the fastest time of each row counts.
const PASSES: usize = 5;

/// Nanoseconds per call of each profile, by algorithm and message length.
type Times = BTreeMap<(String, usize), [f64; PROFILES.len()]>;

/// Builds the program `peers/profiles` with each profile, and prints a table of its times. Also writes the table to the
/// file after the option `--out`.
pub(super) fn bench(arguments: &[String]) -> Result<()> {
    let (_, out) = split_out(arguments)?;
    let programs = PROFILES.iter().map(|(_, lto, units, level)| build(lto, units, level));
    let programs = programs.collect::<Result<Vec<_>>>()?;
    let mut times = Times::new();
    for _ in 0..PASSES {
        for (index, program) in programs.iter().enumerate() {
            for line in output(&mut command(program, &[]))?.lines() {
                let mut words = line.split('\t');
                let mut word = || words.next().context("a line has fewer than three words");
                let (name, bytes, ns) = (word()?, word()?.parse()?, word()?.parse()?);
                let row = times.entry((name.to_owned(), bytes)).or_insert([f64::INFINITY; _]);
                row[index] = row[index].min(ns);
            }
        }
    }
    let text = page(&times)?;
    print!("{text}");
    out.map_or(Ok(()), |out| fs::write(out, &text).with_context(|| out.clone()))
}

fn build(lto: &str, units: &str, level: &str) -> Result<PathBuf> {
    let folder = target_path(&format!("profiles-{lto}-{level}"));
    let mut build = cargo(&["build", "--release", "--quiet", "--manifest-path"]);
    build.arg(root().join("peers/profiles/Cargo.toml")).env("CARGO_TARGET_DIR", &folder);
    build.env("CARGO_PROFILE_RELEASE_LTO", lto).env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", units);
    run(build.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level))?;
    Ok(folder.join("release/profiles"))
}

fn page(times: &Times) -> Result<String> {
    let titles = PROFILES.map(|(title, ..)| title).join(" | ");
    let mut text = format!("| algorithm | bytes | ns, {titles} |\n");
    writeln!(text, "| --- | ---: |{}", " ---: |".repeat(PROFILES.len()))?;
    for ((name, bytes), row) in times {
        let [whole, rest @ ..] = row;
        write!(text, "| {name} | {bytes} | {whole:.0} |")?;
        for other in rest {
            write!(text, " {:.2} |", whole / other)?;
        }
        text.push('\n');
    }
    let slower = |index: usize| times.values().filter(|row| row[0] / row[index] < 0.95).count();
    text.push('\n');
    for (index, (title, ..)) in PROFILES.iter().enumerate().skip(1) {
        writeln!(text, "{title}: {} of {} rows below 0.95.", slower(index), times.len())?;
    }
    Ok(text)
}
