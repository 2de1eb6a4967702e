//! A chart of what was measured.

use std::path::Path;

use anyhow::anyhow;
use plotters::prelude::*;

use super::measurement::Measurement;

/// Draws a bar for each measurement.
pub(crate) fn draw(measurements: &[&Measurement], path: &Path) -> anyhow::Result<()> {
    const ROW: u32 = 18;
    let fastest = measurements
        .iter()
        .map(|measurement| measurement.megabytes_per_second())
        .fold(0.0, f64::max);
    let height = ROW * u32::try_from(measurements.len())? + 80;
    let bytes = measurements.first().map_or(0, |measurement| measurement.bytes);
    let area = SVGBackend::new(path, (900, height)).into_drawing_area();
    let failed = |error: String| anyhow!("{}: {error}", path.display());
    area.fill(&WHITE).map_err(|error| failed(error.to_string()))?;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("MB/s, messages of {bytes} bytes"), ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(28)
        .y_label_area_size(240)
        .build_cartesian_2d(0.0..fastest * 1.05, (0..measurements.len()).into_segmented())
        .map_err(|error| failed(error.to_string()))?;
    let label = |segment: &SegmentValue<usize>| match segment {
        SegmentValue::CenterOf(i) if *i < measurements.len() => {
            let measurement = measurements[measurements.len() - 1 - i];
            format!("{} · {}", measurement.name, measurement.backend)
        }
        _ => String::new(),
    };
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().y_labels(measurements.len()).y_label_formatter(&label);
    mesh.draw().map_err(|error| failed(error.to_string()))?;
    let bars = measurements.iter().rev().enumerate().map(|(i, measurement)| {
        let corners = [
            (0.0, SegmentValue::Exact(i)),
            (measurement.megabytes_per_second(), SegmentValue::Exact(i + 1)),
        ];
        let mut bar = Rectangle::new(corners, RGBColor(40, 110, 160).filled());
        bar.set_margin(2, 2, 0, 0);
        bar
    });
    chart.draw_series(bars).map_err(|error| failed(error.to_string()))?;
    area.present().map_err(|error| failed(error.to_string()))
}
