//! `digest bench`: the speed of algorithms on this machine.

use std::hint::black_box;
use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use anyhow::Context as _;
use astragal::hazmat::cpu::{Level, limit};

use crate::bench::contender::Contender;
use crate::bench::record::{Before, Record};
use crate::bench::{best_seconds, chart, cycles_per_second};
use crate::cli::{BenchArgs, level};
use crate::console::Out;
use crate::exit::{Exit, usage};

/// The columns that the longest bar takes.
const BAR: usize = 24;

pub(crate) fn run(arguments: &BenchArgs) -> anyhow::Result<Exit> {
    let contenders = Contender::of(&arguments.words)?;
    let before = arguments.compare.as_deref().map(Before::read).transpose()?;
    let levels: Vec<Option<Level>> = match arguments.cpu.as_slice() {
        [] => vec![None],
        names => names.iter().map(|name| named(name).map(Some)).collect::<anyhow::Result<_>>()?,
    };
    let sizes: &[usize] = if arguments.sizes.is_empty() { &[1 << 20] } else { &arguments.sizes };
    let longest = sizes.iter().copied().max().unwrap_or(0);
    let mut data: Vec<u8> = (0..=250).cycle().take(longest).collect();
    let hertz = cycles_per_second();
    let mut to = Out::new();
    let mut records = Vec::new();
    let is_table = !arguments.json;
    if is_table {
        let change = if before.is_some() { "  change" } else { "" };
        writeln!(
            to,
            "{:<20} {:<9} {:>9} {:>9} {:>6}{change}",
            "name", "backend", "bytes", "MB/s", "c/B"
        )?;
    }
    for level in &levels {
        if let Some(level) = level {
            limit(*level);
        }
        let cpu = level.map_or("all", Level::name);
        for contender in &contenders {
            for &bytes in sizes {
                let mut call = contender.call(arguments.threads)?;
                let message = &mut data[..bytes];
                let budget = Duration::from_millis(arguments.time);
                let seconds = best_seconds(budget, || call(black_box(message)));
                #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
                let cycles_per_byte = seconds * hertz / bytes as f64;
                let record = Record {
                    kind: contender.kind().into(),
                    name: contender.name().into(),
                    backend: contender.backend().into(),
                    cpu: cpu.into(),
                    bytes,
                    seconds,
                    cycles_per_byte,
                };
                if is_table {
                    write_row(&mut to, &record, before.as_ref())?;
                } else {
                    writeln!(to, "{}", record.to_json())?;
                }
                to.flush()?;
                records.push(record);
            }
        }
    }
    let longest: Vec<&Record> = records.iter().filter(|record| record.bytes == longest).collect();
    if is_table && longest.len() > 1 && std::io::stdout().is_terminal() {
        write_bars(&mut to, &longest)?;
    }
    if let Some(path) = &arguments.svg {
        chart::draw(&longest, path)?;
    }
    if let Some(path) = &arguments.save {
        let lines: String =
            records.iter().map(|record| format!("{}\n", record.to_json())).collect();
        std::fs::write(path, lines).with_context(|| path.display().to_string())?;
    }
    to.flush()?;
    Ok(Exit::Good)
}

fn named(name: &str) -> anyhow::Result<Level> {
    level(name).map_err(|allowed| usage(format_args!("--cpu is {name}; it may be {allowed}")))
}

fn write_row(to: &mut Out, record: &Record, before: Option<&Before>) -> anyhow::Result<()> {
    let change = match before {
        None => String::new(),
        Some(before) => match before.ratio(record) {
            Some(ratio) => format!("  {ratio:>5.2}x"),
            None => "       -".into(),
        },
    };
    writeln!(
        to,
        "{:<20} {:<9} {:>9} {:>9.0} {:>6.2}{change}",
        record.name,
        record.backend,
        record.bytes,
        record.megabytes_per_second(),
        record.cycles_per_byte,
    )?;
    Ok(())
}

/// The fastest first, as bars.
fn write_bars(to: &mut Out, records: &[&Record]) -> anyhow::Result<()> {
    let mut records = records.to_vec();
    records.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let fastest = records.first().map_or(1.0, |record| record.megabytes_per_second());
    writeln!(to)?;
    for record in records {
        let share = record.megabytes_per_second() / fastest;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share of a few columns"
        )]
        let columns = (share * BAR as f64).ceil() as usize;
        let rate = record.megabytes_per_second();
        let (name, backend, bar) = (&record.name, &record.backend, "█".repeat(columns));
        writeln!(to, "{name:<20} {backend:<9} {rate:>9.0} {bar}")?;
    }
    Ok(())
}
