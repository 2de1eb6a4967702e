//! Prints the table of measurements, and writes the CSV file and the chart.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::{Result, anyhow};
use peers::with_version;
use plotters::prelude::*;

/// Name shown for astragal when it is called through its Rust types, or when there is only one way to call it.
pub(crate) const OURS: &str = "astragal";
/// Name shown for astragal when it is called through the registry.
pub(crate) const BY_NAME: &str = "astragal by name";

/// Measured time of one library for an algorithm at one message length.
pub(crate) struct Measurement {
    pub(crate) algorithm: &'static str,
    pub(crate) size: usize,
    /// Name of a peer. For astragal, [`OURS`] or [`BY_NAME`].
    pub(crate) contender: &'static str,
    /// Backend that astragal used. Empty for peers.
    pub(crate) backend: &'static str,
    pub(crate) seconds: f64,
    /// Time of the peer divided by the time of astragal. A ratio above 1 means that astragal is faster.
    pub(crate) ratio: Option<f64>,
}

impl Measurement {
    pub(crate) fn megabytes_per_second(&self) -> f64 {
        self.size as f64 / self.seconds / 1e6
    }

    /// Returns the measured library's name. For a peer, the name includes the version.
    pub(crate) fn versioned_name(&self) -> String {
        match self.contender {
            OURS | BY_NAME => self.contender.to_owned(),
            peer => with_version(peer, self.algorithm),
        }
    }

    fn cycles_per_byte(&self, hertz: f64) -> f64 {
        self.seconds * hertz / self.size.max(1) as f64
    }
}

pub(crate) fn print(rows: &[Measurement], hertz: f64) {
    println!(
        "{:<21} {:>8}  {:<22} {:<10} {:>10} {:>8} {:>12}  {:>12}",
        "algorithm", "bytes", "library", "backend", "ns", "MB/s", "cycles/byte", "astragal is"
    );
    for row in rows {
        let ratio = row.ratio.map_or_else(String::new, |ratio| format!("{ratio:.2} ×"));
        println!(
            "{:<21} {:>8}  {:<22} {:<10} {:>10.1} {:>8.0} {:>12.2}  {ratio:>12}",
            row.algorithm,
            row.size,
            row.versioned_name(),
            row.backend,
            row.seconds * 1e9,
            row.megabytes_per_second(),
            row.cycles_per_byte(hertz),
        );
    }
}

pub(crate) fn write_csv(rows: &[Measurement], hertz: f64, path: &Path) -> Result<()> {
    let mut to = BufWriter::new(File::create(path)?);
    writeln!(to, "algorithm,bytes,library,backend,ns,MB_per_s,cycles_per_byte,astragal_ratio")?;
    for row in rows {
        let ratio = row.ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}"));
        let (name, size, contender, backend) =
            (row.algorithm, row.size, row.versioned_name(), row.backend);
        let (ns, rate) = (row.seconds * 1e9, row.megabytes_per_second());
        let cycles = row.cycles_per_byte(hertz);
        writeln!(to, "{name},{size},{contender},{backend},{ns:.1},{rate:.1},{cycles:.3},{ratio}")?;
    }
    Ok(())
}

/// Draws a chart with a bar for each library. Shows the measurements at 16 KiB, or at the greatest length if there are
/// none at 16 KiB.
pub(crate) fn draw(rows: &[Measurement], path: &Path) -> Result<()> {
    let size = if rows.iter().any(|row| row.size == 16384) {
        16384
    } else {
        rows.iter().map(|row| row.size).max().ok_or_else(|| anyhow!("nothing was measured"))?
    };
    let bars: Vec<&Measurement> = rows.iter().filter(|row| row.size == size).collect();
    let fastest = bars.iter().map(|row| row.megabytes_per_second()).fold(0.0, f64::max);
    let height = u32::try_from(bars.len())? * 18 + 80;
    let area = SVGBackend::new(path, (900, height)).into_drawing_area();
    let failed = |error: String| anyhow!("drawing {}: {error}", path.display());
    area.fill(&WHITE).map_err(|error| failed(error.to_string()))?;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("MB/s on {size} bytes"), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(270)
        .build_cartesian_2d(0.0..fastest * 1.05, (0..bars.len()).into_segmented())
        .map_err(|error| failed(error.to_string()))?;
    let label = |segment: &SegmentValue<usize>| match segment {
        SegmentValue::CenterOf(i) if *i < bars.len() => {
            let row = bars[bars.len() - 1 - i];
            format!("{} · {}", row.algorithm, row.versioned_name())
        }
        _ => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(bars.len())
        .y_label_formatter(&label)
        .draw()
        .map_err(|error| failed(error.to_string()))?;
    let shapes = bars.iter().rev().enumerate().map(|(i, row)| {
        let color = if row.contender == "astragal" {
            RGBColor(200, 60, 40)
        } else {
            RGBColor(150, 150, 160)
        };
        let mut bar = Rectangle::new(
            [
                (0.0, SegmentValue::Exact(i)),
                (row.megabytes_per_second(), SegmentValue::Exact(i + 1)),
            ],
            color.filled(),
        );
        bar.set_margin(2, 2, 0, 0);
        bar
    });
    chart.draw_series(shapes).map_err(|error| failed(error.to_string()))?;
    area.present().map_err(|error| failed(error.to_string()))
}
