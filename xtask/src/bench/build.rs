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
    ("sha3", r#"sha3 = "0.10""#),
    ("sha2", r#"sha2 = "0.10""#),
    ("ascon-aead", r#"ascon-aead = "0.4""#),
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
    let mut table = format!("# seconds, cold, release, on {cores} cores\nlibrary,seconds\n");
    for (name, dependency) in rows {
        let seconds = seconds(&dependency).with_context(|| format!("cannot build {name}"))?;
        println!("{seconds:7.1} s  {name}");
        writeln!(table, "\"{name}\",{seconds:.1}")?;
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

/// Builds a program with this dependency in a folder of its own; what it has downloaded before does not count.
fn seconds(dependency: &str) -> Result<f64> {
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
    let start = Instant::now();
    finish(in_folder(&folder, "build").args(["--release", "--offline"]))?;
    Ok(start.elapsed().as_secs_f64())
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
