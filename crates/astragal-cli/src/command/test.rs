//! `digest test N FILE`: measures the speed of all hashes, extendable-output functions and MACs on one file. Prints
//! the speeds in the format of cppcrypto, sorted by output length.

use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use astragal::registry::{HASHES, SIZED_HASHES, XOFS, macs};

use crate::algorithm::Algorithm;
use crate::algorithm::names::is_known;
use crate::bench::benchmark::key;
use crate::cli::Parameters;
use crate::console::Out;
use crate::encoding::hex;
use crate::exit::Exit;
use crate::hasher::{HashOutput, Parallel};

pub(crate) fn run(count: u32, file: &Path) -> anyhow::Result<Exit> {
    let data = std::fs::read(file).with_context(|| file.display().to_string())?;
    let none = Parameters::default();
    let mut algorithms: Vec<Algorithm> = Vec::new();
    for row in HASHES {
        algorithms.push(Algorithm::new(row.name, None, &none)?);
    }
    let is_new = |name: &str| !HASHES.iter().any(|row| row.name == name);
    for row in SIZED_HASHES.iter().chain(XOFS).filter(|row| is_new(row.name)) {
        algorithms.push(Algorithm::new(row.name, None, &none)?);
    }
    for row in macs() {
        algorithms.push(Algorithm::keyed(row.name, &key(row), None, None)?);
    }
    // The sort is stable, so algorithms with the same output length stay in the registry's order.
    algorithms.sort_by_key(Algorithm::output_bytes);
    let mut out = Out::stdout();
    let mut size = 0;
    for algorithm in &algorithms {
        if algorithm.output_bytes() != size {
            size = algorithm.output_bytes();
            writeln!(out, "{} bits", 8 * size)?;
        }
        let (result, speed) = timed(count, data.len(), || digest(algorithm, black_box(&data)));
        let name = name(algorithm);
        match result {
            Ok(digest) => {
                writeln!(out, "{name:<14} {} {}", speed.text(), hex(&digest))?;
            }
            // A MAC that accepts only short messages may return an error, which is printed instead of the speed.
            Err(error) => writeln!(out, "{name:<14} {error}")?,
        }
        out.flush()?;
    }
    Ok(Exit::Success)
}

/// Total time of all calls of a function, and the resulting speed.
pub(super) struct Speed {
    seconds: f64,
    /// Speed in megabytes per second.
    pub(super) megabytes: f64,
}

impl Speed {
    /// Returns the time and the speed in the format of cppcrypto.
    pub(super) fn text(&self) -> String {
        format!("{:.3} ({:.2} MB/s)", self.seconds, self.megabytes)
    }
}

/// Calls a function `count` times on a message of `bytes` bytes. Returns the result of the last call, and the speed.
pub(super) fn timed<T>(count: u32, bytes: usize, mut call: impl FnMut() -> T) -> (T, Speed) {
    let start = Instant::now();
    for _ in 1..count {
        black_box(call());
    }
    let last = call();
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "the output shows two digits")]
    let megabytes = bytes as f64 * f64::from(count) / seconds / 1e6;
    (last, Speed { seconds, megabytes })
}

/// Returns an algorithm's name as cppcrypto writes it, with a slash before the digest length.
pub(super) fn slashed(name: &str) -> String {
    match name.rsplit_once('-') {
        Some((family, bits)) if bits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{family}/{bits}")
        }
        _ => name.to_owned(),
    }
}

/// Returns the name, followed by `keyed` for a MAC that shares its name with a hash.
fn name(algorithm: &Algorithm) -> String {
    let name = slashed(algorithm.name());
    let is_ambiguous = algorithm.is_keyed() && is_known(algorithm.name());
    if is_ambiguous { format!("{name} keyed") } else { name }
}

fn digest(algorithm: &Algorithm, data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut hasher = algorithm.hasher()?;
    hasher.set_length(data.len() as u64)?;
    hasher.update(data, Parallel::No)?;
    hasher.finish().and_then(HashOutput::into_bytes)
}
