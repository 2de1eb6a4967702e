//! `digest bench`: the speed of algorithms on this machine.

use std::fs::File;
use std::hint::black_box;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use astragal::hazmat::cpu::{Level, limit};

use crate::bench::contender::Contender;
use crate::bench::measurement::{Before, Measurement};
use crate::bench::{best_seconds, chart, cycles_per_second, zeros};
use crate::cli::{BenchArgs, level};
use crate::console::{Out, columns};
use crate::exit::{Exit, usage};

/// The columns that the longest bar takes, and those before the bars.
const BAR: usize = 24;
const BEFORE_BAR: usize = 41;

pub(crate) fn run(arguments: &BenchArgs) -> anyhow::Result<Exit> {
    arguments.running.apply();
    let contenders = Contender::of(&arguments.words)?;
    let before = arguments.compare.as_deref().map(Before::read).transpose()?;
    let levels: Vec<Option<Level>> = match arguments.cpu.as_slice() {
        [] => vec![None],
        names => names.iter().map(|name| named(name).map(Some)).collect::<anyhow::Result<_>>()?,
    };
    let sizes: &[usize] = if arguments.sizes.is_empty() { &[1 << 20] } else { &arguments.sizes };
    let longest = sizes.iter().copied().max().unwrap_or(0);
    let mut data = zeros(longest)?;
    data.iter_mut().zip((0..=250).cycle()).for_each(|(byte, value)| *byte = value);
    // A file that cannot be written is told before the measurements, not after them.
    for path in [&arguments.save, &arguments.svg].into_iter().flatten() {
        let file = File::options().append(true).create(true).open(path);
        file.with_context(|| path.display().to_string())?;
    }
    let hertz = cycles_per_second();
    let mut to = Out::new();
    let mut measurements = Vec::new();
    let is_table = !arguments.json;
    if is_table {
        write_head(&mut to, before.is_some())?;
    }
    for level in levels {
        if let Some(level) = level {
            limit(level);
        }
        for contender in &contenders {
            for &bytes in sizes {
                let mut call = contender.call(arguments.threads)?;
                let message = &mut data[..bytes];
                let budget = Duration::from_millis(arguments.time);
                let seconds = best_seconds(budget, || call(black_box(message)));
                #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
                let cycles_per_byte = seconds * hertz / bytes as f64;
                let measurement = Measurement {
                    kind: contender.kind().into(),
                    name: contender.name().into(),
                    backend: contender.backend().into(),
                    cpu: level.map_or("all", Level::name).into(),
                    bytes,
                    seconds,
                    cycles_per_byte,
                };
                if is_table {
                    write_row(&mut to, &measurement, before.as_ref())?;
                } else {
                    writeln!(to, "{}", measurement.to_json())?;
                }
                to.flush()?;
                measurements.push(measurement);
            }
        }
    }
    let longest: Vec<&Measurement> =
        measurements.iter().filter(|measurement| measurement.bytes == longest).collect();
    if is_table && longest.len() > 1 && std::io::stdout().is_terminal() {
        write_bars(&mut to, &longest)?;
    }
    if let Some(path) = &arguments.svg {
        chart::draw(&longest, path)?;
    }
    if let Some(path) = &arguments.save {
        let lines: String =
            measurements.iter().map(|measurement| format!("{}\n", measurement.to_json())).collect();
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

/// The level of this name, if this machine has its instruction sets.
fn named(name: &str) -> anyhow::Result<Level> {
    let found = level(name)
        .map_err(|allowed| usage(format_args!("--cpu is {name}; it may be {allowed}")))?;
    if !is_here(found) {
        let here: Vec<_> =
            Level::ALL.into_iter().filter(|level| is_here(*level)).map(Level::name).collect();
        let hint = "which is of other processors; this one takes";
        return Err(usage(format_args!("--cpu is {name}, {hint} {}", here.join(", "))));
    }
    Ok(found)
}

/// Whether the level is one of this kind of processor.
fn is_here(level: Level) -> bool {
    match level {
        Level::Portable => true,
        Level::Ssse3 | Level::Avx2 | Level::Vaes | Level::Gfni | Level::Avx512 => {
            cfg!(target_arch = "x86_64")
        }
        Level::Neon | Level::ArmSha3 => cfg!(target_arch = "aarch64"),
        _ => cfg!(target_arch = "wasm32"),
    }
}

/// Where fewer columns are, backend and cycles are left out.
const WIDE: usize = 65;

fn write_head(to: &mut Out, compares: bool) -> anyhow::Result<()> {
    let change = if compares { "  change" } else { "" };
    let (name, backend, bytes, rate, cycles) = ("name", "backend", "bytes", "MB/s", "c/B");
    if columns() < WIDE {
        writeln!(to, "{name:<20} {bytes:>9} {rate:>9}")?;
        return Ok(());
    }
    writeln!(to, "{name:<20} {backend:<9} {bytes:>9} {rate:>9} {cycles:>6}{change}")?;
    Ok(())
}

fn write_row(
    to: &mut Out,
    measurement: &Measurement,
    before: Option<&Before>,
) -> anyhow::Result<()> {
    if columns() < WIDE {
        let (name, bytes) = (&measurement.name, measurement.bytes);
        writeln!(to, "{name:<20} {bytes:>9} {:>9.0}", measurement.megabytes_per_second())?;
        return Ok(());
    }
    let change = match before {
        None => String::new(),
        Some(before) => match before.ratio(measurement) {
            Some(ratio) => format!("  {ratio:>5.2}x"),
            None => "       -".into(),
        },
    };
    writeln!(
        to,
        "{:<20} {:<9} {:>9} {:>9.0} {:>6.2}{change}",
        measurement.name,
        measurement.backend,
        measurement.bytes,
        measurement.megabytes_per_second(),
        measurement.cycles_per_byte,
    )?;
    Ok(())
}

/// The fastest first, as bars, where the terminal has room for them.
fn write_bars(to: &mut Out, measurements: &[&Measurement]) -> anyhow::Result<()> {
    let longest = columns().saturating_sub(BEFORE_BAR).min(BAR);
    if longest == 0 {
        return Ok(());
    }
    let mut measurements = measurements.to_vec();
    measurements.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let fastest =
        measurements.first().map_or(1.0, |measurement| measurement.megabytes_per_second());
    writeln!(to)?;
    for measurement in measurements {
        let share = measurement.megabytes_per_second() / fastest;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a few columns"
        )]
        let columns = (share * longest as f64).ceil() as usize;
        let rate = measurement.megabytes_per_second();
        let (name, backend, bar) = (&measurement.name, &measurement.backend, "█".repeat(columns));
        writeln!(to, "{name:<20} {backend:<9} {rate:>9.0} {bar}")?;
    }
    Ok(())
}
