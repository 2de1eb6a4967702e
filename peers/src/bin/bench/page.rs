//! Writes the benchmark results as a Markdown page with a table. The algorithm with the lowest ratio of the peer's time
//! to astragal's time comes first.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::report::{BY_NAME, Measurement, OURS};

/// Message length in bytes below which the page shows the time per call instead of the rate.
const SHORT: usize = 1024;
/// astragal counts as slower if the fastest peer's time, divided by astragal's time, is below this number.
const BEHIND: f64 = 0.97;

/// Times of astragal and of the fastest peer, for an algorithm at one message length.
struct Cell<'a> {
    ours: &'a Measurement,
    by_name: Option<&'a Measurement>,
    /// Measurement of the fastest peer at this length.
    peer: &'a Measurement,
}

impl Cell<'_> {
    fn ratio(&self) -> f64 {
        self.peer.seconds / self.ours.seconds
    }
}

/// Table row for an algorithm, with a cell for each message length.
struct Row<'a> {
    algorithm: &'static str,
    cells: Vec<Option<Cell<'a>>>,
}

impl Row<'_> {
    fn worst(&self) -> f64 {
        self.cells.iter().flatten().map(Cell::ratio).fold(f64::INFINITY, f64::min)
    }
}

/// Writes the page to `path`. `title` contains the name of the machine.
pub(crate) fn write(rows: &[Measurement], title: &str, path: &Path) -> Result<()> {
    // Collects the message lengths that become columns of the table. Considers only measurements of registry objects:
    // other operations have lengths of their own, which must not add columns.
    let mut sizes: Vec<usize> = Vec::new();
    for row in rows.iter().filter(|row| row.contender == BY_NAME) {
        if !sizes.contains(&row.size) {
            sizes.push(row.size);
        }
    }
    sizes.sort_unstable();
    let mut names: Vec<&'static str> = rows.iter().map(|row| row.algorithm).collect();
    names.sort_unstable();
    names.dedup();
    let row = |algorithm| {
        let cells = sizes.iter().map(|&size| cell(rows, algorithm, size)).collect();
        Row { algorithm, cells }
    };
    let mut table: Vec<Row<'_>> = names.into_iter().map(row).collect();
    table.retain(|row| row.cells.iter().any(Option::is_some));
    table.sort_by(|a, b| a.worst().total_cmp(&b.worst()));
    fs::write(path, page(&table, &sizes, title))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn cell<'a>(rows: &'a [Measurement], algorithm: &str, size: usize) -> Option<Cell<'a>> {
    let here = || rows.iter().filter(|row| row.algorithm == algorithm && row.size == size);
    let peers = here().filter(|row| !row.contender.starts_with(OURS));
    Some(Cell {
        ours: here().find(|row| row.contender == OURS)?,
        by_name: here().find(|row| row.contender == BY_NAME),
        peer: peers.min_by(|a, b| a.seconds.total_cmp(&b.seconds))?,
    })
}

fn page(table: &[Row<'_>], sizes: &[usize], title: &str) -> String {
    let cells = || table.iter().flat_map(|row| row.cells.iter().flatten());
    let behind = cells().filter(|cell| cell.ratio() < BEHIND).count();
    let mut text = format!(
        "# {title}\n\nTime of the best peer divided by astragal's, lowest first. Above 1, astragal is faster; **bold** is \
         slower by more than 3 %: {behind} of {}.\n\n",
        cells().count()
    );
    let heads = |from: &[usize]| {
        from.iter().map(|&size| format!(" {} |", length(size))).collect::<String>()
    };
    let lines = |count| " ---: |".repeat(count);
    let _ = writeln!(text, "| | worst |{} best peer |", heads(sizes));
    let _ = writeln!(text, "| --- | ---: |{} --- |", lines(sizes.len()));
    for row in table {
        let _ = write!(text, "| {} | {} |", row.algorithm, ratio(row.worst()));
        for cell in &row.cells {
            let _ = write!(
                text,
                " {} |",
                cell.as_ref().map_or_else(String::new, |cell| ratio(cell.ratio()))
            );
        }
        let longest = row.cells.iter().flatten().next_back();
        let longest = longest.map_or_else(String::new, |cell| cell.peer.versioned_name());
        let _ = writeln!(text, " {longest} |");
    }
    let short: Vec<usize> = sizes.iter().copied().filter(|&size| size < SHORT).collect();
    text += "\n## Nanoseconds per call\n\nBy type / by name / the best peer.\n\n";
    let _ = writeln!(text, "| |{}", heads(&short));
    let _ = writeln!(text, "| --- |{}", lines(short.len()));
    for row in table {
        let _ = write!(text, "| {} |", row.algorithm);
        for cell in &row.cells[..short.len()] {
            let _ = write!(text, " {} |", cell.as_ref().map_or_else(String::new, times));
        }
        text.push('\n');
    }
    text
}

fn ratio(ratio: f64) -> String {
    if ratio < BEHIND { format!("**{ratio:.2}**") } else { format!("{ratio:.2}") }
}

fn times(cell: &Cell<'_>) -> String {
    let ns = |row: &Measurement| format!("{:.0}", row.seconds * 1e9);
    let by_name = cell.by_name.map_or_else(|| "–".into(), ns);
    format!("{} / {by_name} / {}", ns(cell.ours), ns(cell.peer))
}

fn length(bytes: usize) -> String {
    match bytes {
        _ if bytes >= 1 << 20 => format!("{} MiB", bytes >> 20),
        _ if bytes >= 4096 => format!("{} KiB", bytes >> 10),
        _ => bytes.to_string(),
    }
}
