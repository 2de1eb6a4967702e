//! Whether the tests notice a change: cargo-mutants changes sources, one operator or one function's result at a time,
//! and runs tests. What no test can notice is in `.cargo/mutants.toml`, with reasons.

use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::evidence::Run;
use crate::run::{cargo, root, run_told, step, target_path};
use crate::tools::tool;

/// Sources that are changed, and what judges the changes: few features, few tests and little optimisation, for each
/// change is a build.
struct Area {
    package: &'static str,
    /// Patterns of cargo-mutants.
    files: Vec<String>,
    features: Option<String>,
    /// Of cargo: which programs of tests.
    programs: &'static [&'static str],
    /// Of the tests: which are left out.
    left_out: &'static [&'static str],
    /// What the tests' instruction sets are capped by.
    level: Option<&'static str>,
}

/// These families, or other areas by name; of their changes the `shard`, as `0/8`, or all.
pub(crate) fn all(areas: &[String], shard: Option<&str>) -> Result<Vec<Run>> {
    let found = areas.iter().map(|name| Ok((name, area(name)?))).collect::<Result<Vec<_>>>()?;
    found.iter().map(|(name, area)| step(name, || judge(name, area, shard))).collect()
}

fn area(name: &str) -> Result<Area> {
    let in_astragal = |files: &[String], features: &str| Area {
        package: "astragal",
        files: files.iter().map(|file| format!("crates/astragal/src/{file}")).collect(),
        features: Some(format!("std,registry,{features}")),
        programs: &["--lib", "--test=kat"],
        // The tables' own tests name algorithms of every family.
        left_out: &["--skip=registry::"],
        level: None,
    };
    Ok(match name {
        // A hash of each size of words, ciphers with blocks of each size, and messages longer than a core's share.
        "construction" => Area {
            programs: &["--lib", "--test=kat", "--test=all"],
            ..in_astragal(&["construction/**".to_owned()], "sha2,aes,camellia,kalyna,kdf")
        },
        // Those that the tests of names and of what all objects do have in them.
        "registry" => Area {
            programs: &["--lib", "--test=kat", "--test=all", "--test=state"],
            left_out: &[],
            ..in_astragal(
                &["registry/**".to_owned()],
                "suggestions,aes,ascon,blake,kdf,keccak,sha2,skein,streebog",
            )
        },
        "command" => Area {
            package: "astragal-cli",
            files: ["cli.rs", "cli/**"]
                .map(|file| format!("crates/astragal-cli/src/{file}"))
                .into(),
            features: None,
            programs: &[
                "--lib",
                "--test=check",
                "--test=errors",
                "--test=formats",
                "--test=gnu",
                "--test=kdf",
                "--test=outboard",
                "--test=hash",
                "--test=tables",
                "--test=parts",
            ],
            left_out: &[],
            level: None,
        },
        family => {
            let room = root().join(format!("crates/astragal/src/algorithm/{family}.rs"));
            ensure!(room.is_file(), "there is no family {family}");
            let files = [".rs", "/**"].map(|end| format!("algorithm/{family}{end}"));
            // What is changed is the portable form, so that is what has to run.
            Area { level: Some("portable"), ..in_astragal(&files, family) }
        }
    })
}

fn judge(name: &str, area: &Area, shard: Option<&str>) -> Result<Run> {
    let program = tool("cargo-mutants", "27.1.0", &[])?;
    let output = target_path("mutants").join(name);
    fs::create_dir_all(&output)?;
    let mut path = vec![program.with_file_name("")];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let mut mutants = cargo(&["mutants", "--package", area.package, "--no-shuffle", "--output"]);
    mutants.arg(output).env("PATH", std::env::join_paths(path)?);
    mutants.args(area.files.iter().flat_map(|file| ["--file", file]));
    if let Some(features) = &area.features {
        mutants.args(["--no-default-features", "--features", features]);
    }
    // As arguments of every call of cargo: else the first of them, which builds, would build all tests.
    mutants.args(area.programs.iter().map(|program| format!("--cargo-arg={program}")));
    if let Some(shard) = shard {
        // Changes of every file, where a slice would have those of one.
        mutants.args(["--sharding=round-robin", "--shard", shard]);
    }
    if let Some(level) = area.level {
        mutants.env("ASTRAGAL_TEST_CPU", level);
    }
    mutants
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        // Below the copy of the sources.
        .env_remove("CARGO_TARGET_DIR");
    let told = run_told(mutants.args(["--", "--"]).args(area.left_out))?;
    let (count, what) = judged(&told).context("cargo-mutants told no count")?;
    let part = shard.map(|shard| format!(", the part {shard}")).unwrap_or_default();
    Run::counted(&format!("mutants {name}"), count, &format!("changes{part}: {what}"))
}

/// Of the last line, `18 mutants tested in 2m: 13 caught, 5 unviable`, the first number and what follows the colon.
fn judged(told: &str) -> Option<(u64, &str)> {
    let line = told.lines().rfind(|line| line.contains(" tested in "))?;
    let (count, rest) = line.split_once(' ')?;
    Some((count.parse().ok()?, rest.split_once(": ")?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_the_summary() {
        let told = "Found 18 mutants to test\n18 mutants tested in 2m: 13 caught, 5 unviable\n";
        assert_eq!(judged(told), Some((18, "13 caught, 5 unviable")));
        assert_eq!(judged("Found 18 mutants to test\n"), None);
    }
}
