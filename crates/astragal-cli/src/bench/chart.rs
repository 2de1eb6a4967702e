//! SVG charts of measurements.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Context as _;

use super::measurement::Measurement;

/// Sizes in pixels: image width, row height, label width and maximum bar width.
const WIDTH: usize = 900;
const ROW: usize = 18;
const LABELS: usize = 260;
const LONGEST: f64 = 560.0;

/// Writes a bar chart with one bar per measurement.
pub(crate) fn draw(measurements: &[&Measurement], path: &Path) -> anyhow::Result<()> {
    let rates = measurements.iter().map(|measurement| measurement.megabytes_per_second());
    let fastest = rates.fold(f64::MIN_POSITIVE, f64::max);
    let bytes = measurements.first().map_or(0, |measurement| measurement.bytes);
    let height = ROW * measurements.len() + 50;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
        font-family=\"sans-serif\" font-size=\"12\">\n\
        <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
        <text x=\"12\" y=\"24\" font-size=\"16\">MB/s, messages of {bytes} bytes</text>\n"
    );
    for (i, measurement) in measurements.iter().enumerate() {
        let rate = measurement.megabytes_per_second();
        let bar = LONGEST * rate / fastest;
        let (top, line) = (ROW * i + 40, ROW * i + 52);
        // The label needs no XML escaping: names and backends consist of letters, digits and hyphens.
        let label = format!("{} · {}", measurement.name, measurement.backend);
        let (label_end, rate_offset) = (LABELS - 8, bar + 6.0);
        writeln!(svg, "<text x=\"{label_end}\" y=\"{line}\" text-anchor=\"end\">{label}</text>")?;
        writeln!(
            svg,
            "<rect x=\"{LABELS}\" y=\"{top}\" width=\"{bar:.1}\" height=\"14\" fill=\"#286ea0\"/>"
        )?;
        let place = f64::from(u32::try_from(LABELS)?) + rate_offset;
        writeln!(svg, "<text x=\"{place:.1}\" y=\"{line}\">{rate:.0}</text>")?;
    }
    svg += "</svg>\n";
    std::fs::write(path, svg).with_context(|| path.display().to_string())
}
