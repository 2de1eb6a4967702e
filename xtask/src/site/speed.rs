//! Tables of the measurements in `peers/results`.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, ensure};

use crate::run::root;

/// A line of a file of measurements.
struct Measurement {
    algorithm: String,
    bytes: usize,
    library: String,
    /// Level of instruction sets, in the file of levels; elsewhere the backend.
    level: String,
    /// Megabytes per second.
    rate: f64,
    /// The library's time divided by astragal's.
    ratio: Option<f64>,
}

impl Measurement {
    /// Parses `algorithm,bytes,library,level,…,rate,…,ratio`, where a library's name may contain commas.
    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split(',').collect();
        let [algorithm, bytes, library @ .., level, _, rate, _, ratio] = &fields[..] else {
            return None;
        };
        Some(Self {
            algorithm: (*algorithm).into(),
            bytes: bytes.parse().ok()?,
            library: library.join(","),
            level: (*level).into(),
            rate: rate.parse().ok()?,
            ratio: ratio.parse().ok(),
        })
    }
}

/// Lengths, and levels in the file of levels, that a table has columns of.
const LENGTHS: [(usize, &str); 3] = [(64, "64 B"), (1024, "1 KiB"), (16384, "16 KiB")];
const LONG_LENGTHS: [(usize, &str); 2] = [(64, "64 B"), (1 << 20, "1 MiB")];
const LEVELS: [(&str, &str); 2] = [("avx2", "AVX2"), ("avx512", "AVX-512")];

/// Returns a table of rates in megabytes per second. The file `levels` gives a column per level. Other files give a
/// comparison with the fastest peer at 16 KiB.
pub(super) fn table(file: &str, names: &[&str]) -> Result<String> {
    let path = format!("peers/results/{file}.csv");
    let text = fs::read_to_string(root().join(&path)).with_context(|| format!("no file {path}"))?;
    let rows: Vec<Measurement> = text.lines().skip(1).filter_map(Measurement::parse).collect();
    ensure!(rows.len() + 1 == text.lines().count(), "{path} has a line of another format");
    let rate = |name: &str, bytes: usize, is: &dyn Fn(&Measurement) -> bool| {
        let row = rows.iter().find(|row| row.algorithm == name && row.bytes == bytes && is(row));
        row.map(|row| row.rate).with_context(|| format!("{path} has no {name} at {bytes} bytes"))
    };
    let mut columns = Vec::new();
    if file == "levels" {
        let each = |(bytes, length)| LEVELS.map(|(_, level)| (bytes, format!("{length}, {level}")));
        columns.extend(LONG_LENGTHS.into_iter().flat_map(each));
    } else {
        columns.extend(LENGTHS.map(|(bytes, length)| (bytes, length.to_owned())));
    }
    let titles: Vec<&str> = columns.iter().map(|(_, title)| title.as_str()).collect();
    let mut table = format!("| MB/s | {} |", titles.join(" | "));
    if file != "levels" {
        table += " best peer | its time by astragal's, 16 KiB |";
    }
    let right = " ---: |".repeat(columns.len());
    let peer = if file == "levels" { "" } else { " --- | ---: |" };
    write!(table, "\n| --- |{right}{peer}")?;
    for name in names {
        write!(table, "\n| `{name}` |")?;
        for (i, (bytes, _)) in columns.iter().enumerate() {
            let rate = match file {
                "levels" => rate(name, *bytes, &|row| row.level == LEVELS[i % 2].0)?,
                _ => rate(name, *bytes, &|row| row.library == "astragal")?,
            };
            write!(table, " {rate:.0} |")?;
        }
        if file != "levels" {
            let at_16_kib =
                |row: &&Measurement| row.algorithm == *name && row.bytes == LENGTHS[2].0;
            let peers = rows.iter().filter(at_16_kib);
            let best = peers.filter_map(|row| Some((row.ratio?, &row.library)));
            match best.min_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((ratio, library)) => write!(table, " {library} | {ratio:.2} |")?,
                None => table += " | |",
            }
        }
    }
    Ok(table + "\n")
}
