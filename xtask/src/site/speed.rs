//! The site's tables of measurements, generated from `peers/results`.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::run::root;
use crate::speed::lookups;

/// A measurement, which is one line of a results file.
struct Measurement {
    algorithm: String,
    bytes: usize,
    /// Name of the measured library.
    measured: String,
    /// Instruction-set level if the measurement comes from the file `levels.csv`, otherwise the backend.
    level: String,
    /// Speed in megabytes per second.
    rate: f64,
    /// Time of the measured library divided by astragal's time.
    ratio: Option<f64>,
}

impl Measurement {
    /// Parses a line `algorithm,bytes,library,level,…,rate,…,ratio`. The name of the library may contain commas.
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [algorithm, bytes, library @ .., level, _, rate, _, ratio] = &fields[..] else {
            return None;
        };
        Some(Self {
            algorithm: (*algorithm).into(),
            bytes: bytes.parse().ok()?,
            measured: library.join(","),
            level: (*level).into(),
            rate: rate.parse().ok()?,
            ratio: ratio.parse().ok(),
        })
    }
}

/// Columns of the tables, except those of the file `levels.csv`. Each entry has the message length in bytes and the
/// title.
const LENGTHS: [(usize, &str); 3] = [(64, "64 B"), (576, "576 B"), (16384, "16 KiB")];
const OF_LEVELS: [(usize, &str, &str); 4] = [
    (64, "64 B, AVX2", "avx2"),
    (64, "64 B, AVX-512", "avx512"),
    (1 << 20, "1 MiB, AVX2", "avx2"),
    (1 << 20, "1 MiB, AVX-512", "avx512"),
];

/// Returns a table of rates in megabytes per second. For the file `levels`, each column shows a message length at an
/// instruction-set level. For any other file, each column shows a message length, and the last columns show the fastest
/// peer at 16 KiB.
pub(super) fn table(file: &str, names: &[&str]) -> Result<String> {
    let path = format!("peers/results/{file}.csv");
    let text = fs::read_to_string(root().join(&path)).with_context(|| format!("no file {path}"))?;
    let rows: Vec<Measurement> = text.lines().skip(1).filter_map(Measurement::parse).collect();
    ensure!(rows.len() + 1 == text.lines().count(), "{path} has a line in a different format");
    let columns: Vec<(usize, &str, Option<&str>)> = match file {
        "levels" => OF_LEVELS.map(|(bytes, title, level)| (bytes, title, Some(level))).to_vec(),
        _ => {
            let is_measured =
                |bytes| rows.iter().any(|row| row.algorithm == names[0] && row.bytes == bytes);
            let lengths = LENGTHS.into_iter().filter(|(bytes, _)| is_measured(*bytes));
            lengths.map(|(bytes, title)| (bytes, title, None)).collect()
        }
    };
    let titles: Vec<&str> = columns.iter().map(|(_, title, _)| *title).collect();
    let (peer_title, peer_line) = match file {
        "levels" => ("", ""),
        _ => (" best peer | its time by astragal's, 16 KiB |", " --- | ---: |"),
    };
    let origin = crate::speed::origin(file)?;
    let mut table = format!("{origin}.\n\n| MB/s | {} |{peer_title}\n| --- |", titles.join(" | "));
    table += &(" ---: |".repeat(columns.len()) + peer_line);
    let mut is_marked = false;
    for name in names {
        write!(table, "\n| `{name}` |")?;
        let of_name = |row: &&Measurement| row.algorithm == *name;
        for (bytes, _, level) in &columns {
            let is = |row: &&Measurement| match level {
                Some(level) => row.level == *level,
                None => row.measured == "astragal",
            };
            let row = rows.iter().filter(of_name).filter(|row| row.bytes == *bytes).find(is);
            let row = row.with_context(|| format!("{path} has no {name} at {bytes} bytes"))?;
            write!(table, " {:.0} |", row.rate)?;
        }
        let peers = rows.iter().filter(of_name).filter(|row| row.bytes == LENGTHS[2].0);
        let best = peers.filter_map(|row| Some((row.ratio?, &row.measured)));
        match best.min_by(|a, b| a.0.total_cmp(&b.0)) {
            _ if file == "levels" => {}
            Some((ratio, peer)) => {
                let mark = lookups::mark(file, name, LENGTHS[2].0, peer)?;
                is_marked |= !mark.is_empty();
                write!(table, " {peer}{mark} | {ratio:.2} |")?;
            }
            None => table += " | |",
        }
    }
    Ok(table + "\n" + &lookups::legend(is_marked))
}
