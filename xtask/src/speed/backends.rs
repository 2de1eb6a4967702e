//! Writes `peers/results/backends.md`: how much faster each backend is than the next lower one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result, bail, ensure};

use super::{field, read};
use crate::generate::{Mode, write_or_check};
use crate::programs::LEVELS;

/// Results file of a processor, and its levels of instruction sets.
type File = (&'static str, &'static [&'static str]);

/// Measured processors, by vendor. The second AMD processor has AVX-512, the first has not.
const AMD: [File; 2] =
    [("levels-zen3", &["portable", "ssse3", "avx2", "vaes"]), ("levels", &["avx2", "avx512"])];
const INTEL: [File; 1] = [("levels-intel", &LEVELS)];

/// A backend must be faster than the next lower one by this factor, for short or for long messages, on one vendor's
/// processors.
const WORTH: f64 = 1.10;

/// Backends that are not, each with the reason to keep it.
const REASONS: [(&str, &str, &str); 5] = [
    ("cast256", "ssse3", CONSTANT),
    ("kalyna", "ssse3", CONSTANT),
    ("kupyna", "gfni", "Grøstl, Streebog and Whirlpool have the same backends"),
    ("kuznyechik", "ssse3", CONSTANT),
    ("sha512", "avx512", "without it, short messages would take 1.08 times as long"),
];
const CONSTANT: &str = "it is constant-time, the portable code indexes tables";

/// Backends that run the code of the next lower one.
const SAME: [(&str, &str); 15] = [
    ("anubis", "vaes"),
    ("aria", "vaes"),
    ("cast256", "gfni"),
    ("cast256", "vaes"),
    ("kalyna", "vaes"),
    ("kuznyechik", "vaes"),
    ("mars", "gfni"),
    ("mars", "vaes"),
    ("rijndael", "vaes"),
    ("serpent", "gfni"),
    ("serpent", "vaes"),
    ("sm4", "vaes"),
    ("threefish", "gfni"),
    ("threefish", "vaes"),
    ("twofish", "vaes"),
];

/// Names of algorithms that stand on the same permutation.
const KECCAK: [&str; 8] =
    ["cshake", "keccak", "kt", "parallelhash", "sha3", "shake", "tuplehash", "turboshake"];

/// Lengths in bytes of short and of long messages.
const SHORT: usize = 64;
const LONG: usize = 16384;

/// Smallest and largest ratio of the times of two backends.
#[derive(Clone, Copy)]
struct Range(f64, f64);

impl Range {
    fn with(range: Option<Self>, ratio: f64) -> Self {
        range.map_or(Self(ratio, ratio), |Self(low, high)| Self(low.min(ratio), high.max(ratio)))
    }

    fn text(range: Option<Self>) -> String {
        match range {
            None => String::new(),
            Some(Self(low, high)) if high - low < 0.1 => format!("{high:.2}"),
            Some(Self(low, high)) => format!("{low:.2} to {high:.2}"),
        }
    }
}

/// Ratios of a backend: short and long messages on AMD, then on Intel.
type Ratios = [Option<Range>; 4];

pub(super) fn page(mode: Mode) -> Result<()> {
    let mut rows: BTreeMap<(String, usize, String), Ratios> = BTreeMap::new();
    for (vendor, processors) in [&AMD[..], &INTEL[..]].into_iter().enumerate() {
        for file in processors {
            add(*file, 2 * vendor, &mut rows)?;
        }
    }
    let mut text = format!(
        "# Backends\n\nTime of the next lower backend divided by the time of this one, without other libraries. Above 1, \
         this backend is faster. A backend stays if it is at least {WORTH:.2} times as fast for short (64 bytes) or \
         long (16 KiB) messages on AMD or on Intel, or for the reason in the last column. An algorithm without a row has \
         one backend.\n\n- AMD: {}, {}; AVX-512: {}, {}.\n- Intel: {}, {}.\n\n\
         | algorithms | backend | AMD, short | AMD, long | Intel, short | Intel, long | kept because |\n\
         | --- | --- | ---: | ---: | ---: | ---: | --- |\n",
        field("levels-zen3", "machine")?,
        field("levels-zen3", "date")?,
        field("levels", "machine")?,
        field("levels", "date")?,
        field("levels-intel", "machine")?,
        field("levels-intel", "date")?,
    );
    let mut unused: Vec<_> =
        REASONS.iter().map(|(family, backend, _)| (*family, *backend)).collect();
    let mut missing = Vec::new();
    for ((family, _, backend), ratios) in &rows {
        let pays = ratios.iter().flatten().any(|range| range.1 >= WORTH);
        let reason = REASONS.iter().find(|(f, b, _)| family == f && backend == b);
        unused.retain(|pair| *pair != (family.as_str(), backend.as_str()));
        if !pays && reason.is_none() {
            missing.push(format!("{family} {backend}"));
        }
        let cells = ratios.map(Range::text).join(" | ");
        let reason = reason.map_or("", |(.., reason)| reason);
        writeln!(text, "| {family} | {backend} | {cells} | {reason} |")?;
    }
    ensure!(missing.is_empty(), "these backends do not pay: {}", missing.join(", "));
    ensure!(unused.is_empty(), "reasons for backends without a row: {unused:?}");
    write_or_check(mode, "peers/results/backends.md", &text)
}

/// Adds the ratios that were measured on one processor to the columns `at` and `at + 1`.
fn add(
    (file, levels): File,
    at: usize,
    rows: &mut BTreeMap<(String, usize, String), Ratios>,
) -> Result<()> {
    let mut lower: BTreeMap<(String, usize), (f64, String)> = BTreeMap::new();
    for level in levels {
        let rank = LEVELS.iter().position(|other| other == level).context("level")?;
        for (key, (ns, backend)) in times(file, level)? {
            if let Some((before, other)) = lower.get(&key)
                && *other != backend
            {
                let (name, bytes) = &key;
                let family = family(name);
                if SAME.contains(&(family.as_str(), backend.as_str())) {
                    continue;
                }
                let ratios = rows.entry((family, rank, backend.clone())).or_default();
                let cell = &mut ratios[at + usize::from(*bytes == LONG)];
                *cell = Some(Range::with(*cell, before / ns));
            }
            lower.insert(key, (ns, backend));
        }
    }
    Ok(())
}

/// Returns the name of the table row of an algorithm.
fn family(name: &str) -> String {
    let start = name.split('-').next().unwrap_or(name);
    let base = start.trim_end_matches(|c: char| c.is_ascii_digit());
    if KECCAK.iter().any(|prefix| start.starts_with(prefix)) {
        return "keccak".to_owned();
    }
    match base {
        "kalyna" | "skein" | "threefish" => base.to_owned(),
        "rijndael" if start == "rijndael128" => "aes".to_owned(),
        "rijndael" => base.to_owned(),
        _ => start.to_owned(),
    }
}

/// Returns astragal's times in nanoseconds at a level, and the names of the backends, by algorithm and message length.
fn times(file: &str, level: &str) -> Result<BTreeMap<(String, usize), (f64, String)>> {
    let path = format!("peers/results/{file}.csv");
    let mut times = BTreeMap::new();
    for line in read(&path)?.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [name, bytes, backend, own_level, ns, _, _, _] = &fields[..] else {
            bail!("{path} has a line in a different format");
        };
        if *own_level != level {
            continue;
        }
        let bytes: usize = bytes.parse().context("length")?;
        if [SHORT, LONG].contains(&bytes) {
            times.insert(((*name).to_owned(), bytes), (ns.parse()?, (*backend).to_owned()));
        }
    }
    ensure!(!times.is_empty(), "{path} has no level {level}");
    Ok(times)
}
