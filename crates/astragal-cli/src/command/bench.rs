//! `digest bench`: measures the speed of algorithms.

use std::fs::File;
use std::hint::black_box;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use astragal::hazmat::cpu::{Level, allow_table_lookups, limit};

use crate::bench::benchmark::Benchmark;
use crate::bench::measurement::{Baseline, Measurement};
use crate::bench::{best_seconds, chart, cycles_per_second, zeros};
use crate::cli::{BenchArgs, When};
use crate::console::{Out, columns};
use crate::cpu::level;
use crate::exit::{Exit, usage};
use crate::job;

/// Width of the longest bar, in terminal columns.
const MAX_BAR_COLUMNS: usize = 24;

/// Number of terminal columns to the left of the bars.
const LABEL_COLUMNS: usize = 41;

pub(crate) fn run(arguments: &BenchArgs) -> anyhow::Result<Exit> {
    job::configure_threads(arguments.thread_options.jobs, When::Never);
    if arguments.table_lookups {
        allow_table_lookups();
    }
    let benchmarks = Benchmark::select(&arguments.words)?;
    let baseline = arguments.compare.as_deref().map(Baseline::read).transpose()?;
    let levels: Vec<Option<Level>> = match arguments.cpu.as_slice() {
        [] => vec![None],
        names => {
            names.iter().map(|name| native_level(name).map(Some)).collect::<anyhow::Result<_>>()?
        }
    };
    let sizes: &[usize] = if arguments.sizes.is_empty() { &[1 << 20] } else { &arguments.sizes };
    let longest = sizes.iter().copied().max().unwrap_or(0);
    let mut data = zeros(longest)?;
    data.iter_mut().zip((0..=250).cycle()).for_each(|(byte, value)| *byte = value);
    // Opens the output files before the measurements start, so that an error is reported early.
    for path in [&arguments.save, &arguments.svg].into_iter().flatten() {
        let file = File::options().append(true).create(true).open(path);
        file.with_context(|| path.display().to_string())?;
    }
    let hertz = cycles_per_second();
    let mut out = Out::stdout();
    let mut measurements = Vec::new();
    let is_table = !arguments.json;
    if is_table {
        write_head(&mut out, baseline.is_some())?;
    }
    for level in levels {
        if let Some(level) = level {
            limit(level);
        }
        for benchmark in &benchmarks {
            for &bytes in sizes {
                let mut call = benchmark.call(arguments.threads)?;
                let message = &mut data[..bytes];
                let budget = Duration::from_millis(arguments.time);
                let seconds = best_seconds(budget, || call(black_box(message)));
                #[expect(clippy::cast_precision_loss, reason = "the output shows three digits")]
                let cycles_per_byte = seconds * hertz / bytes as f64;
                let measurement = Measurement {
                    kind: benchmark.kind().into(),
                    name: benchmark.name().into(),
                    backend: benchmark.backend().into(),
                    cpu: level.map_or("all", Level::name).into(),
                    bytes,
                    seconds,
                    cycles_per_byte,
                };
                if is_table {
                    write_row(&mut out, &measurement, baseline.as_ref())?;
                } else {
                    writeln!(out, "{}", measurement.to_json())?;
                }
                out.flush()?;
                measurements.push(measurement);
            }
        }
    }
    let longest: Vec<&Measurement> =
        measurements.iter().filter(|measurement| measurement.bytes == longest).collect();
    if is_table && longest.len() > 1 && std::io::stdout().is_terminal() {
        write_bars(&mut out, &longest)?;
    }
    if let Some(path) = &arguments.svg {
        chart::draw(&longest, path)?;
    }
    if let Some(path) = &arguments.save {
        let lines: String =
            measurements.iter().map(|measurement| format!("{}\n", measurement.to_json())).collect();
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

/// Returns the instruction-set level named `name`.
///
/// # Errors
/// Returns a usage error if the level is unknown or belongs to another processor architecture.
fn native_level(name: &str) -> anyhow::Result<Level> {
    let found = level("--cpu", name)?;
    if !is_native(found) {
        let native = Level::ALL.into_iter().filter(|level| is_native(*level)).map(Level::name);
        let native = native.collect::<Vec<_>>().join(", ");
        return Err(usage(format_args!(
            "--cpu is {name:?}; this processor architecture has {native}"
        )));
    }
    Ok(found)
}

/// Returns whether an instruction-set level belongs to this processor architecture.
fn is_native(level: Level) -> bool {
    match level {
        Level::Portable => true,
        Level::Ssse3 | Level::Avx2 | Level::Vaes | Level::Gfni | Level::Avx512 => {
            cfg!(target_arch = "x86_64")
        }
        Level::Neon | Level::ArmSha3 => cfg!(target_arch = "aarch64"),
        _ => cfg!(target_arch = "wasm32"),
    }
}

/// Minimum terminal width for the columns `backend` and `c/B`. Narrower tables omit them.
const WIDE_COLUMNS: usize = 65;

fn write_head(out: &mut Out, compares: bool) -> anyhow::Result<()> {
    let change = if compares { "  change" } else { "" };
    let (name, backend, bytes, rate, cycles) = ("name", "backend", "bytes", "MB/s", "c/B");
    if columns() < WIDE_COLUMNS {
        writeln!(out, "{name:<20} {bytes:>9} {rate:>9}")?;
        return Ok(());
    }
    writeln!(out, "{name:<20} {backend:<9} {bytes:>9} {rate:>9} {cycles:>6}{change}")?;
    Ok(())
}

fn write_row(
    out: &mut Out,
    measurement: &Measurement,
    baseline: Option<&Baseline>,
) -> anyhow::Result<()> {
    if columns() < WIDE_COLUMNS {
        let (name, bytes) = (&measurement.name, measurement.bytes);
        writeln!(out, "{name:<20} {bytes:>9} {:>9.0}", measurement.megabytes_per_second())?;
        return Ok(());
    }
    let change = match baseline {
        None => String::new(),
        Some(baseline) => match baseline.speedup(measurement) {
            Some(speedup) => format!("  {speedup:>5.2}x"),
            None => "       -".into(),
        },
    };
    writeln!(
        out,
        "{:<20} {:<9} {:>9} {:>9.0} {:>6.2}{change}",
        measurement.name,
        measurement.backend,
        measurement.bytes,
        measurement.megabytes_per_second(),
        measurement.cycles_per_byte,
    )?;
    Ok(())
}

/// Writes a bar chart with the fastest algorithm first. Writes nothing if the terminal is too narrow for bars.
fn write_bars(out: &mut Out, measurements: &[&Measurement]) -> anyhow::Result<()> {
    let longest = columns().saturating_sub(LABEL_COLUMNS).min(MAX_BAR_COLUMNS);
    if longest == 0 {
        return Ok(());
    }
    let mut measurements = measurements.to_vec();
    measurements.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let fastest =
        measurements.first().map_or(1.0, |measurement| measurement.megabytes_per_second());
    writeln!(out)?;
    for measurement in measurements {
        let share = measurement.megabytes_per_second() / fastest;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "at least 0 and at most the terminal's width"
        )]
        let columns = (share * longest as f64).ceil() as usize;
        let rate = measurement.megabytes_per_second();
        let (name, backend, bar) = (&measurement.name, &measurement.backend, "█".repeat(columns));
        writeln!(out, "{name:<20} {backend:<9} {rate:>9.0} {bar}")?;
    }
    Ok(())
}
