//! `checksum ALG FILE…` prints digests as GNU coreutils does, and `checksum ALG -c SUMS` verifies such lines.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::process::ExitCode;

use astragal::registry::{self, HashRow};

fn digest_of(row: &HashRow, path: &str) -> io::Result<String> {
    let mut hash = row.new_hash();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(hash.finalize_reset().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Verifies the lines of a checksum file. Returns whether every line matches.
fn check(row: &HashRow, sums: &str) -> io::Result<bool> {
    let (mut is_good, mut count) = (true, 0);
    for line in BufReader::new(File::open(sums)?).lines() {
        let line = line?;
        let malformed = || io::Error::other(format!("{sums}: not a checksum line: {line:?}"));
        let (digest, path) = line.split_once("  ").ok_or_else(malformed)?;
        let is_equal = digest_of(row, path).is_ok_and(|found| found.eq_ignore_ascii_case(digest));
        println!("{path}: {}", if is_equal { "OK" } else { "FAILED" });
        is_good &= is_equal;
        count += 1;
    }
    if count == 0 {
        return Err(io::Error::other(format!("{sums}: no checksum lines")));
    }
    Ok(is_good)
}

fn run(arguments: &[String]) -> Result<bool, Box<dyn std::error::Error>> {
    match arguments {
        [name, option, sums] if option == "-c" => Ok(check(registry::hash(name)?, sums)?),
        [name, files @ ..] if !files.is_empty() => {
            let row = registry::hash(name)?;
            for file in files {
                let digest = digest_of(row, file).map_err(|error| format!("{file}: {error}"))?;
                println!("{digest}  {file}");
            }
            Ok(true)
        }
        _ => Err("usage: checksum ALG FILE... or checksum ALG -c SUMS".into()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("checksum: {error}");
            ExitCode::from(2)
        }
    }
}
