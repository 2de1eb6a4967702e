//! Writes one report and one page for each results file. The reports are in `docs/speed` and are named after their
//! dates. The pages are in `peers/results`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use anyhow::Result;

use super::{CHARTED_BYTES, Cell, cells, chart, field, length, lookups, losses, read};
use crate::generate::{Mode, write_or_check};

/// Results files that have a report, each with the report's title.
const FILES: [(&str, &str); 8] = [
    ("avx512", "Hashes, MACs and authenticated ciphers, AVX-512, AMD"),
    ("ciphers-avx512", "Block ciphers and modes, AVX-512, AMD"),
    ("avx512-intel", "Hashes, MACs and authenticated ciphers, AVX-512, Intel"),
    ("ciphers-avx512-intel", "All block ciphers and modes, AVX-512, Intel"),
    ("avx2", "Hashes, MACs and authenticated ciphers, AVX2, AMD"),
    ("ciphers-avx2", "Block ciphers and modes, AVX2 and VAES, AMD"),
    ("avx2-intel", "Hashes, MACs and authenticated ciphers, AVX2, Intel"),
    ("ciphers-avx2-intel", "All block ciphers and modes, AVX2, Intel"),
];

/// Message length in bytes below which a page shows the time per call.
const SHORT: usize = 1024;

/// Charts in the reports. Each entry has the file name, the title, and prefixes of algorithm names. An algorithm is
/// shown in the first chart that lists a prefix of its name.
const FAMILIES: [(&str, &str, &[&str]); 9] = [
    (
        "keccak",
        "Keccak",
        &["sha3-", "keccak", "shake", "cshake", "kmac", "tuple", "parallel", "turbo", "kt"],
    ),
    ("ascon", "Ascon", &["ascon"]),
    ("sha2", "SHA-2, SHA-1, MD5 and RIPEMD-160", &["sha", "md5", "ripemd"]),
    ("blake", "BLAKE, BLAKE2 and BLAKE3", &["blake"]),
    ("finalists", "Skein, JH and Grøstl", &["skein", "jh", "groestl"]),
    (
        "national",
        "SM3, Streebog, Kupyna and Whirlpool",
        &["sm3", "streebog", "kupyna", "whirlpool"],
    ),
    ("hmac", "HMAC", &["hmac-"]),
    ("aes", "AES", &["aes"]),
    ("ciphers", "Other ciphers", &[""]),
];

fn name(file: &str) -> Result<String> {
    Ok(format!("{}-{file}", field(file, "date")?))
}

/// Returns a table of the reports. Each row shows in how many measurements astragal is faster, equal and slower.
pub(super) fn list() -> Result<String> {
    let mut text = String::from(
        "| report | faster | equal within 3 % | slower |\n| --- | ---: | ---: | ---: |\n",
    );
    for (file, title) in FILES {
        let (cells, name) = (cells(file)?, name(file)?);
        let [ahead, ties, ..] = counts(&cells);
        let (date, behind) = (field(file, "date")?, behind(&cells));
        writeln!(text, "| [{date}: {title}](speed/{name}.md) | {ahead} | {ties} | {behind} |")?;
    }
    Ok(text + "\n" + lookups::LEGEND)
}

/// Counts the measurements in which astragal is faster than the fastest peer, equal to it within 3 %, and slower than
/// it. The last number counts the slower measurements whose peer has [`lookups::MARK`].
pub(super) fn counts(cells: &[Cell]) -> [usize; 4] {
    let count = |is: fn(&&Cell) -> bool| cells.iter().filter(is).count();
    let (ahead, behind) = (count(|cell| cell.is_ahead()), count(|cell| cell.is_behind()));
    let marked = count(|cell| cell.is_behind() && cell.is_marked());
    [ahead, cells.len() - ahead - behind, behind, marked]
}

/// Returns the number of measurements in which astragal is slower than the peer. The number of these measurements whose
/// peer has [`lookups::MARK`] follows in parentheses, unless it is 0.
fn behind(cells: &[Cell]) -> String {
    match counts(cells) {
        [_, _, behind, 0] => behind.to_string(),
        [_, _, behind, marked] => format!("{behind} ({marked}{})", lookups::MARK),
    }
}

/// Writes all reports and their charts, or compares them with the committed files.
pub(super) fn all(mode: Mode) -> Result<()> {
    for (file, title) in FILES {
        let (cells, name) = (cells(file)?, name(file)?);
        let ([ahead, ties, ..], behind) = (counts(&cells), behind(&cells));
        let mut text =
            format!("# {title}, {}\n\n| property | value |\n| --- | --- |\n", field(file, "date")?);
        for what in ["commit", "machine", "compiler", "command"] {
            let value = field(file, what)?;
            let value = if what == "command" { format!("`{value}`") } else { value };
            writeln!(text, "| {what} | {value} |")?;
        }
        let libraries = libraries(&read(&format!("peers/results/{file}.csv"))?);
        writeln!(text, "| libraries | {} |", field(file, "libraries").unwrap_or(libraries))?;
        writeln!(text, "| raw data | [{file}.csv](../../peers/results/{file}.csv) |")?;
        write!(
            text,
            "\nA ratio is the time of the fastest peer divided by astragal's: above 1, astragal is faster. Of {} \
             comparisons, astragal is faster in {ahead}, equal within 3 % in {ties}, and slower in {behind}.\n\n\
             ## Where astragal is slower\n\n{}",
            cells.len(),
            losses(&cells)?
        )?;
        for (chart, title, _) in FAMILIES {
            let is_shown =
                |cell: &&Cell| cell.bytes == CHARTED_BYTES && family(&cell.algorithm) == chart;
            let shown: Vec<&Cell> = cells.iter().filter(is_shown).collect();
            if !shown.is_empty() {
                let svg = format!("{name}-{chart}.svg");
                let alt = format!("{title}: speeds of astragal and of the fastest peer");
                write!(text, "\n## {title}, 16 KiB\n\n![{alt}]({svg})\n")?;
                let drawn = chart::draw(title, &shown, chart::ON_WHITE)?;
                write_or_check(mode, &format!("docs/speed/{svg}"), &drawn)?;
            }
        }
        write_or_check(mode, &format!("docs/speed/{name}.md"), &text)?;
        write_or_check(mode, &format!("peers/results/{file}.md"), &page(file)?)?;
    }
    Ok(())
}

/// Returns the page for a results file. The first table shows, for each algorithm, the fastest peer's time divided by
/// astragal's, lowest first. The second table shows the times for short messages.
fn page(file: &str) -> Result<String> {
    let mut cells = cells(file)?;
    // Operations of algorithms that cannot be looked up by name are measured at other message lengths. These lengths
    // must not add columns.
    let named = cells.iter().filter(|cell| cell.by_name.is_some());
    let lengths: BTreeSet<usize> = named.map(|cell| cell.bytes).collect();
    cells.retain(|cell| lengths.contains(&cell.bytes));
    let mut rows: BTreeMap<&str, Vec<&Cell>> = BTreeMap::new();
    for cell in &cells {
        rows.entry(&cell.algorithm).or_default().push(cell);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|(_, a), (_, b)| lowest(a).ratio().total_cmp(&lowest(b).ratio()));
    // Returns one table row with a column for each length below `limit`. The function `text` returns the text of a
    // column.
    let columns = |limit, text: &dyn Fn(usize) -> String| {
        lengths.range(..limit).map(|&bytes| format!(" {} |", text(bytes))).collect::<String>()
    };
    let of = |row: &[&Cell], bytes, text: fn(&Cell) -> String| {
        row.iter().find(|cell| cell.bytes == bytes).map_or_else(String::new, |cell| text(cell))
    };
    let rule = |_| String::from("---:");
    let mut text = format!(
        "# astragal and its peers: {file}\n\nTime of the best peer divided by astragal's, lowest first. Above 1, \
         astragal is faster; **bold** is slower by more than 3 %: {} of {}.\n\n| | worst |{} best peer |\n\
         | --- | ---: |{} --- |\n",
        behind(&cells),
        cells.len(),
        columns(usize::MAX, &length),
        columns(usize::MAX, &rule)
    );
    for (name, row) in &rows {
        let ratios = columns(usize::MAX, &|bytes| of(row, bytes, ratio));
        let peer =
            row.last().map_or_else(String::new, |cell| format!("{}{}", cell.peer, cell.mark));
        writeln!(text, "| {name} | {} |{ratios} {peer} |", ratio(lowest(row)))?;
    }
    write!(
        text,
        "{}\n## Nanoseconds per call\n\nBy type / by name / the best peer.\n\n| |{}\n| --- |{}\n",
        lookups::legend(cells.iter().any(Cell::is_marked)),
        columns(SHORT, &length),
        columns(SHORT, &rule)
    )?;
    for (name, row) in &rows {
        writeln!(text, "| {name} |{}", columns(SHORT, &|bytes| of(row, bytes, times)))?;
    }
    Ok(text)
}

/// Returns the measurement with the lowest ratio.
fn lowest<'c>(row: &[&'c Cell]) -> &'c Cell {
    row.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio())).expect("each row has a cell")
}

fn ratio(cell: &Cell) -> String {
    let bold = if cell.is_behind() { "**" } else { "" };
    format!("{bold}{:.2}{bold}{}", cell.ratio(), cell.mark)
}

fn times(cell: &Cell) -> String {
    let by_name = cell.by_name.map_or_else(|| "–".into(), |ns| format!("{ns:.0}"));
    format!("{:.0} / {by_name} / {:.0}", cell.ns[0], cell.ns[1])
}

/// Returns the file name of the chart that shows an algorithm.
fn family(algorithm: &str) -> &'static str {
    let is_of = |prefixes: &[&str]| prefixes.iter().any(|prefix| algorithm.starts_with(prefix));
    FAMILIES.iter().find(|(.., prefixes)| is_of(prefixes)).map_or("ciphers", |(chart, ..)| chart)
}

/// Returns the names of the measured libraries, with the versions in the results file.
fn libraries(results: &str) -> String {
    let names = results.lines().skip(1).filter_map(|line| {
        let (before, _) = line.rsplit_once(',')?;
        let fields: Vec<&str> = before.split(',').collect();
        let name = fields.get(2..fields.len().checked_sub(4)?)?.join(",");
        (!name.starts_with("astragal") && !name.starts_with("hmac + ")).then_some(name)
    });
    names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::parse;

    #[test]
    fn every_algorithm_has_a_family() {
        for (algorithm, chart) in [
            ("sha3-256", "keccak"),
            ("sha384", "sha2"),
            ("hmac-sha3-256", "hmac"),
            ("sm4-ctr", "ciphers"),
            ("kt128", "keccak"),
        ] {
            assert_eq!(family(algorithm), chart, "{algorithm}");
        }
    }

    #[test]
    fn lists_peers_once() {
        let results = "head\na,1,astragal,avx2,1,1,1,\na,1,x, y 1.0,,1,1,1,1\na,2,x, y 1.0,,1,1,1,1\na,2,hmac + z,,1,1,1,1\n";
        assert_eq!(libraries(results), "x, y 1.0");
        assert_eq!(counts(&parse(results).unwrap()), [0, 1, 0, 0]);
    }
}
