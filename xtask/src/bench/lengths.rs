//! `cargo xtask bench lengths`: finds message lengths at which the library does not choose its fastest implementation.
//! A lower level of instruction sets, or a longer message, then takes less time. The thresholds of the choice are in
//! `crates/astragal/src/platform/thresholds.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::split_out;
use crate::programs::LEVELS;
use crate::run::{command, run_capture};
use crate::weight::build_digest;

/// Ratio of two times, and difference in nanoseconds, above which a length counts.
const WORTH: f64 = 1.03;
const NOISE_NS: f64 = 2.0;

/// Number of measurements of a length that counts in each of them. The fastest time of each level is compared, so that
/// interruptions by other programs do not remain.
const PASSES: usize = 12;

/// Fastest times in nanoseconds and backends, by algorithm, length and index of the level.
type Times = BTreeMap<(String, usize), BTreeMap<usize, (f64, String)>>;

/// What takes less time: another backend, or a greater length in bytes.
#[derive(Debug, PartialEq, Eq)]
enum Faster {
    Backend(String),
    Length(usize),
}

/// A length at which another implementation is faster.
struct Slow {
    name: String,
    bytes: usize,
    faster: Faster,
    ratio: f64,
}

/// Measures the algorithms `names`, or all hashes, extendable-output functions and ciphers. Prints the lengths, and
/// writes them to the file after the option `--out`.
pub(super) fn bench(arguments: &[String]) -> Result<()> {
    let (names, out) = split_out(arguments)?;
    let kinds = ["hash", "xof", "cipher"].map(String::from);
    let names = if names.is_empty() { &kinds[..] } else { names };
    let digest = build_digest()?;
    let mut times = Times::new();
    measure(&digest, names, &lengths(), &mut times)?;
    for _ in 1..PASSES {
        for (name, lengths) in by_name(&slow(&times)) {
            measure(&digest, &[name], &lengths, &mut times)?;
        }
    }
    let text = page(&slow(&times), times.len())?;
    print!("{text}");
    out.map_or(Ok(()), |out| fs::write(out, &text).with_context(|| out.clone()))
}

/// Returns the measured lengths: each multiple of 16 bytes up to 1 KiB, lengths around the blocks of hashes, and eight
/// for each doubling up to 64 KiB.
fn lengths() -> Vec<usize> {
    let mut lengths: Vec<usize> = (1..=64).map(|blocks| 16 * blocks).collect();
    for block in [56, 64, 72, 104, 112, 128, 136, 168] {
        lengths.extend([block - 1, block, block + 1]);
    }
    lengths.extend((10..16).flat_map(|power| (8..16).map(move |eighths| eighths << (power - 3))));
    lengths.push(64 << 10);
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Measures `names` at `lengths` on each level. Keeps the fastest times.
fn measure(digest: &Path, names: &[String], lengths: &[usize], times: &mut Times) -> Result<()> {
    let sizes: Vec<String> = lengths.iter().map(usize::to_string).collect();
    let mut bench = command(digest, &["bench", "--json", "--time", "1", "--sizes"]);
    bench.arg(sizes.join(",")).args(["--cpu", &LEVELS.join(",")]).args(names);
    for line in run_capture(&mut bench)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        let text = |key: &str| line[key].as_str().map(str::to_owned).context("a value is missing");
        let bytes = line["bytes"].as_u64().context("no length")?;
        let ns = line["ns"].as_f64().context("no time")?;
        let cpu = text("cpu")?;
        let level = LEVELS.iter().position(|level| *level == cpu).context("unknown level")?;
        let cell = times.entry((text("name")?, bytes.try_into()?)).or_default();
        let best = cell.entry(level).or_insert((ns, text("backend")?));
        best.0 = best.0.min(ns);
    }
    Ok(())
}

/// Compares the highest level at each length with the lower levels that run another backend, and with the highest level
/// at greater lengths.
fn slow(times: &Times) -> Vec<Slow> {
    let highest = LEVELS.len() - 1;
    let mut found = Vec::new();
    // The fastest time of a greater length of the same algorithm.
    let mut greater: Option<(&str, f64, usize)> = None;
    for ((name, bytes), levels) in times.iter().rev() {
        let Some((ns, backend)) = levels.get(&highest) else { continue };
        let mut faster: Option<(f64, Faster)> = None;
        let mut add = |other: f64, what: Faster| {
            if ns / other > WORTH
                && ns - other > NOISE_NS
                && faster.as_ref().is_none_or(|f| other < f.0)
            {
                faster = Some((other, what));
            }
        };
        for (level, (other, other_backend)) in levels {
            if other_backend != backend {
                add(*other, Faster::Backend(format!("{other_backend} ({})", LEVELS[*level])));
            }
        }
        if let Some((_, other, length)) = greater.filter(|(of, ..)| of == name) {
            add(other, Faster::Length(length));
        }
        if let Some((other, faster)) = faster {
            found.push(Slow { name: name.clone(), bytes: *bytes, faster, ratio: ns / other });
        }
        if greater.is_none_or(|(of, other, _)| of != name || *ns < other) {
            greater = Some((name, *ns, *bytes));
        }
    }
    found.reverse();
    found
}

/// Returns the lengths to measure again: those that count, and the greater lengths with which they are compared.
fn by_name(slow: &[Slow]) -> BTreeMap<String, Vec<usize>> {
    let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for Slow { name, bytes, faster, .. } in slow {
        let lengths = names.entry(name.clone()).or_default();
        lengths.push(*bytes);
        if let Faster::Length(length) = faster {
            lengths.push(*length);
        }
    }
    for lengths in names.values_mut() {
        lengths.sort_unstable();
        lengths.dedup();
    }
    names
}

fn page(slow: &[Slow], measured: usize) -> Result<String> {
    ensure!(measured > 0, "nothing was measured");
    let mut text = format!(
        "At {} of {measured} lengths, a lower level or a longer message takes at least 3 % less time.\n\n\
         | algorithm | bytes | times as slow as | |\n| --- | ---: | ---: | --- |\n",
        slow.len()
    );
    for Slow { name, bytes, faster, ratio } in slow {
        let faster = match faster {
            Faster::Backend(backend) => backend.clone(),
            Faster::Length(length) => format!("{length} B"),
        };
        writeln!(text, "| {name} | {bytes} | {ratio:.2} | {faster} |")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{Faster, Times, slow};

    fn times(of: &[(usize, usize, f64, &str)]) -> Times {
        let mut times = Times::new();
        for (bytes, level, ns, backend) in of {
            let cell = times.entry(("a".to_owned(), *bytes)).or_default();
            cell.insert(*level, (*ns, (*backend).to_owned()));
        }
        times
    }

    #[test]
    fn finds_faster_levels_and_greater_lengths() {
        let found = slow(&times(&[
            (16, 1, 50.0, "ssse3"),
            (16, 5, 60.0, "avx2"),
            (32, 5, 90.0, "avx2"),
            (48, 5, 70.0, "avx2"),
        ]));
        let found: Vec<_> = found.into_iter().map(|slow| (slow.bytes, slow.faster)).collect();
        let backend = Faster::Backend("ssse3 (ssse3)".to_owned());
        assert_eq!(found, [(16, backend), (32, Faster::Length(48))]);
    }

    #[test]
    fn ignores_equal_backends_and_small_differences() {
        let found =
            slow(&times(&[(16, 1, 50.0, "avx2"), (16, 5, 60.0, "avx2"), (32, 5, 59.0, "avx2")]));
        assert!(found.is_empty());
    }
}
