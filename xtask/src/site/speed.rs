//! Measurements of `peers/results` as tables and charts.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail};

use crate::run::root;

/// The lengths that a table shows.
const LENGTHS: [(usize, &str); 3] = [(64, "64 B"), (1024, "1 KiB"), (16384, "16 KiB")];

/// A line of a file of measurements.
struct Measurement {
    algorithm: String,
    bytes: usize,
    /// The library, as the files name it.
    maker: String,
    /// The instruction sets where a file has several; the backend of astragal elsewhere.
    level: String,
    rate: f64,
    ratio: Option<f64>,
}

fn read(file: &str) -> Result<Vec<Measurement>> {
    let path = format!("peers/results/{file}.csv");
    let text = fs::read_to_string(root().join(&path)).with_context(|| format!("no file {path}"))?;
    let mut rows = Vec::new();
    for line in text.lines().skip(1) {
        // A library's name may have a comma.
        let fields: Vec<&str> = line.split(',').collect();
        let [algorithm, bytes, library @ .., level, _, rate, _, ratio] = &fields[..] else {
            bail!("{path}: what is {line:?}?");
        };
        rows.push(Measurement {
            algorithm: (*algorithm).into(),
            bytes: bytes.parse()?,
            maker: library.join(","),
            level: (*level).into(),
            rate: rate.parse()?,
            ratio: ratio.parse().ok(),
        });
    }
    Ok(rows)
}

/// Megabytes in a second at some lengths, and the best peer's time by astragal's at the longest; from the file of
/// levels, both levels instead.
pub(super) fn table(file: &str, names: &[&str]) -> Result<String> {
    if file == "levels" { levels(names) } else { beside_peers(file, names) }
}

fn beside_peers(file: &str, names: &[&str]) -> Result<String> {
    let rows = read(file)?;
    let mut table = String::from("| MB/s |");
    LENGTHS.iter().for_each(|(_, length)| table += &format!(" {length} |"));
    table +=
        " best peer | its time by astragal's, 16 KiB |\n| --- | ---: | ---: | ---: | --- | ---: |";
    for name in names {
        let of =
            |bytes| rows.iter().filter(move |row| row.algorithm == *name && row.bytes == bytes);
        let _ = write!(table, "\n| `{name}` |");
        for (bytes, _) in LENGTHS {
            let ours = of(bytes).find(|row| row.maker == "astragal");
            let ours = ours.with_context(|| format!("{file} has no {name} at {bytes} bytes"))?;
            let _ = write!(table, " {:.0} |", ours.rate);
        }
        let peers = of(LENGTHS[2].0).filter_map(|row| Some((row.ratio?, &row.maker)));
        match peers.min_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((ratio, library)) => table += &format!(" {library} | {ratio:.2} |"),
            None => table += " | |",
        }
    }
    Ok(table + "\n")
}

fn levels(names: &[&str]) -> Result<String> {
    let rows = read("levels")?;
    let lengths = [(64, "64 B"), (1 << 20, "1 MiB")];
    let levels = [("avx2", "AVX2"), ("avx512", "AVX-512")];
    let mut table = String::from("| MB/s |");
    for (_, level) in levels {
        lengths.iter().for_each(|(_, length)| table += &format!(" {level}, {length} |"));
    }
    table += "\n| --- | ---: | ---: | ---: | ---: |";
    for name in names {
        let _ = write!(table, "\n| `{name}` |");
        for (level, _) in levels {
            for (bytes, _) in lengths {
                let row = rows
                    .iter()
                    .find(|row| row.algorithm == *name && row.bytes == bytes && row.level == level)
                    .with_context(|| format!("levels has no {name} at {bytes} bytes on {level}"))?;
                let _ = write!(table, " {:.0} |", row.rate);
            }
        }
    }
    Ok(table + "\n")
}

/// A bar for each library or level that has the algorithm, at 16 KiB or 1 MiB, as HTML that any browser draws.
pub(super) fn bars(file: &str, names: &[&str]) -> Result<String> {
    let rows = read(file)?;
    let length = if file == "levels" { 1 << 20 } else { 16384 };
    let shown: Vec<&Measurement> = names
        .iter()
        .flat_map(|name| {
            rows.iter().filter(move |row| row.algorithm == *name && row.bytes == length)
        })
        .collect();
    if let Some(name) = names.iter().find(|name| !shown.iter().any(|row| row.algorithm == **name)) {
        bail!("{file} has no {name} at {length} bytes");
    }
    // Libraries are compared by algorithm, algorithms with each other.
    let fastest = |name: &str| {
        let compared = shown.iter().filter(|row| file == "levels" || row.algorithm == name);
        compared.map(|row| row.rate).fold(1.0, f64::max)
    };
    let mut chart = String::from(
        "<div class=\"bars\" role=\"img\" aria-label=\"Speed in megabytes per second\">",
    );
    let mut last = "";
    for row in &shown {
        if row.algorithm != last {
            let _ = write!(chart, "\n<div class=\"bar-name\">{}</div>", row.algorithm);
            last = &row.algorithm;
        }
        let (class, share) = (
            if file == "levels" || row.maker == "astragal" { "bar ours" } else { "bar" },
            row.rate / fastest(&row.algorithm) * 100.0,
        );
        let library = if file == "levels" { &row.level } else { &row.maker };
        let _ = write!(
            chart,
            "\n<div class=\"bar-row\"><span>{library}</span><span class=\"bar-room\"><span class=\"{class}\" \
             style=\"width: {share:.1}%\"></span></span><span>{:.0} MB/s</span></div>",
            row.rate
        );
    }
    Ok(chart + "\n</div>\n")
}
