//! What the library costs to build: cold, in release, as a dependency of a program, beside other libraries.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use crate::lint::families;
use crate::run::{cargo, root};

/// Other libraries, as a manifest names them.
const PEERS: [(&str, &str); 6] = [
    ("sha3", r#"sha3 = "0.12""#),
    ("sha2", r#"sha2 = "0.10""#),
    ("ascon-aead", r#"ascon-aead = "0.6""#),
    ("blake3", r#"blake3 = "1""#),
    ("ring", r#"ring = "0.17""#),
    ("aws-lc-rs", r#"aws-lc-rs = "1""#),
];

/// Builds each family alone, groups, everything and the peers, or those of `only`, and prints what each took.
pub(super) fn run(only: &[String]) -> Result<()> {
    let manifest = fs::read_to_string(root().join("crates/astragal/Cargo.toml"))?;
    let mut rows = Vec::new();
    for family in families(&manifest) {
        rows.push((format!("astragal: {family}"), own(&format!("\"std\", \"{family}\""))));
    }
    for group in ["hashes", "ciphers", "kdf"] {
        rows.push((format!("astragal: {group}"), own(&format!("\"std\", \"{group}\""))));
    }
    let everything = r#""std", "registry", "hashes", "ciphers", "kdf""#;
    rows.push(("astragal: everything, by name".into(), own(everything)));
    rows.extend(PEERS.map(|(name, line)| (name.to_owned(), line.to_owned())));
    rows.retain(|(name, _)| only.is_empty() || only.iter().any(|part| name.contains(part)));
    ensure!(!rows.is_empty(), "nothing that is built is named {}", only.join(" or "));

    let cores = available_parallelism().map_or(1, usize::from);
    let mut table = format!(
        "# seconds, cold, release, on {cores} cores; of the processors, which work beside does not lengthen\n\
         library,seconds,of the processors\n"
    );
    for (name, dependency) in rows {
        let Cost { seconds, processors } =
            cost(&dependency).with_context(|| format!("cannot build {name}"))?;
        println!("{seconds:7.1} s, {processors:7.1} s of the processors  {name}");
        writeln!(table, "\"{name}\",{seconds:.1},{processors:.1}")?;
    }
    let file = root().join("target/build.csv");
    fs::write(&file, table)?;
    println!("in {}", file.display());
    Ok(())
}

/// A line of a manifest that names this library with these features.
fn own(features: &str) -> String {
    let path = root().join("crates/astragal");
    format!("astragal = {{ path = {path:?}, default-features = false, features = [{features}] }}")
}

/// What a build takes.
pub(crate) struct Cost {
    pub(crate) seconds: f64,
    /// Of all processors together; of those that were there, less where a build waits for itself.
    pub(crate) processors: f64,
}

/// Builds a program with this dependency in a folder of its own; what it has downloaded before does not count.
pub(crate) fn cost(dependency: &str) -> Result<Cost> {
    let folder = root().join("target/bench-build");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("src"))?;
    let manifest = format!(
        "[package]\nname = \"program\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n\n[workspace]\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::write(folder.join("src/main.rs"), "fn main() {}\n")?;
    finish(&mut in_folder(&folder, "fetch"))?;
    timed("cargo build --quiet --release --offline", &folder, &folder.join("target"))
}

/// Runs a line of cargo in a folder, with this target folder.
pub(crate) fn timed(line: &str, folder: &Path, target: &Path) -> Result<Cost> {
    let start = Instant::now();
    // The shell says what its commands took.
    let mut build = Command::new("sh");
    build.args(["-c", &format!("{line} && times")]).current_dir(folder);
    let output = build.env("CARGO_TARGET_DIR", target).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "cargo failed: {}", output.status);
    let processors = children(&String::from_utf8_lossy(&output.stdout));
    let processors = processors.context("the shell does not say what its commands took")?;
    Ok(Cost { seconds: start.elapsed().as_secs_f64(), processors })
}

/// The seconds of the commands, of the program's and the system's code, from the second line of `times`.
fn children(times: &str) -> Option<f64> {
    times.lines().nth(1)?.split_whitespace().try_fold(0.0, |sum, time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(sum + 60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
    })
}

fn in_folder(folder: &Path, verb: &str) -> Command {
    let mut command = cargo(&[verb, "--quiet"]);
    command.current_dir(folder).env("CARGO_TARGET_DIR", folder.join("target"));
    command.stdout(Stdio::null());
    command
}

fn finish(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    ensure!(status.success(), "cargo failed: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::children;

    #[test]
    fn parses_times_from_the_second_line() {
        assert_eq!(children("0m0.01s 0m0.02s\n1m2.50s 0m1.25s\n"), Some(63.75));
        assert_eq!(children("0m0.01s 0m0.02s\n"), None);
    }
}
