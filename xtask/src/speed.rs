//! Fills the marked regions of `README.md` and `docs/speed.md`, draws the charts of `README.md`, and writes the reports
//! in `docs/speed` and the pages in `peers/results`. The numbers come from the CSV files in `peers/results`, from
//! `docs/evidence.json` and from `docs/evidence-ct.md`.

mod backends;
mod chart;
pub(crate) mod lookups;
mod report;

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::evidence::grouped;
use crate::generate::{Mode, write_or_check};
use crate::run::root;

/// Ratio of the fastest peer's time to astragal's time below which astragal counts as slower. Differences of up to 3 %
/// count as equal.
const BEHIND: f64 = 0.97;
/// Message length in bytes of the measurements that the charts show.
const CHARTED_BYTES: usize = 16384;
/// Algorithms in the chart of `README.md`. Each entry has the name of a results file, and the algorithms whose speed is
/// taken from that file.
const FLAGSHIPS: [(&str, &[&str]); 2] = [
    ("avx512", &["sha256", "sha512", "sha3-256", "shake128", "kt128", "blake2b-512", "blake3"]),
    ("ciphers-avx512", &["aes-256-gcm", "aes-128-xts", "aes-128-ctr"]),
];
/// Times of astragal and of the fastest peer (another library) for one algorithm at one message length.
struct Cell {
    algorithm: String,
    bytes: usize,
    /// Times per call in nanoseconds: astragal's and the peer's.
    ns: [f64; 2],
    /// Time of astragal in nanoseconds if the algorithm is looked up by its name.
    by_name: Option<f64>,
    peer: String,
    /// [`lookups::MARK`] if the peer indexes tables in this measurement, otherwise an empty string.
    mark: &'static str,
}

impl Cell {
    fn ratio(&self) -> f64 {
        self.ns[1] / self.ns[0]
    }

    fn is_behind(&self) -> bool {
        self.ratio() < BEHIND
    }

    fn is_marked(&self) -> bool {
        !self.mark.is_empty()
    }

    fn is_ahead(&self) -> bool {
        self.ratio() > 2.0 - BEHIND
    }
}

/// Writes the pages, charts and reports, or compares them with the committed files.
pub(crate) fn pages(mode: Mode) -> Result<()> {
    for page in ["README.md", "docs/speed.md"] {
        write_or_check(mode, page, &filled(&read(page)?).context(page)?)?;
    }
    let files = FLAGSHIPS.into_iter().map(|(file, names)| Ok((cells(file)?, names)));
    let files = files.collect::<Result<Vec<_>>>()?;
    let mut flagships = Vec::new();
    for (cells, names) in &files {
        for name in *names {
            let cell =
                cells.iter().find(|cell| cell.algorithm == *name && cell.bytes == CHARTED_BYTES);
            flagships.push(cell.with_context(|| format!("no measurement of {name} at 16 KiB"))?);
        }
    }
    for (theme, colors) in chart::THEMES {
        let file = format!("docs/speed-{theme}.svg");
        write_or_check(mode, &file, &chart::draw("Flagship algorithms", &flagships, colors)?)?;
    }
    backends::page(mode)?;
    report::all(mode)
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("no file {path}"))
}

/// Fills the generated regions of a page. A region begins with `<!-- begin NAME -->` and ends with `<!-- end NAME -->`.
fn filled(page: &str) -> Result<String> {
    let mut text = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        writeln!(text, "{line}")?;
        let Some(words) = line.strip_prefix("<!-- begin ").and_then(|w| w.strip_suffix(" -->"))
        else {
            continue;
        };
        let words: Vec<&str> = words.split(' ').collect();
        let content = match &words[..] {
            ["summary"] => summary()?,
            ["slower"] => slower()?,
            ["proof"] => proof()?,
            ["build"] => build()?,
            ["reports"] => report::list()?,
            _ => bail!("unknown region {line}"),
        };
        let end = format!("<!-- end {} -->", words[0]);
        lines.find(|line| *line == end).with_context(|| format!("no {end}"))?;
        write!(text, "\n{content}\n{end}\n")?;
    }
    Ok(text)
}

/// Reads a results file. Returns the times of astragal and of the fastest peer for each algorithm and message length.
/// Leaves out algorithms for which no peer was measured.
fn cells(file: &str) -> Result<Vec<Cell>> {
    let path = format!("peers/results/{file}.csv");
    let mut cells = parse(&read(&path)?).context(path)?;
    for cell in &mut cells {
        cell.mark = lookups::mark(file, &cell.algorithm, cell.bytes, &cell.peer)?;
    }
    Ok(cells)
}

fn parse(results: &str) -> Result<Vec<Cell>> {
    let mut cells: Vec<Cell> = Vec::new();
    for line in results.lines().skip(1) {
        // The library's name may contain commas, so the fields after it are counted from the end of the line.
        let fields: Vec<&str> = line.split(',').collect();
        let [algorithm, bytes, library @ .., _, ns, _, _, _] = &fields[..] else {
            bail!("a line has a different format: {line}");
        };
        let (bytes, ns, library) = (bytes.parse()?, ns.parse()?, library.join(","));
        if !cells.last().is_some_and(|c| c.algorithm == *algorithm && c.bytes == bytes) {
            let (algorithm, peer) = ((*algorithm).to_owned(), String::new());
            let ns = [f64::INFINITY; 2];
            cells.push(Cell { algorithm, bytes, ns, by_name: None, peer, mark: "" });
        }
        let Some(cell) = cells.last_mut() else { continue };
        match library.as_str() {
            "astragal" => cell.ns[0] = ns,
            "astragal by name" => cell.by_name = Some(ns),
            // Skips measurements of other operations, such as `astragal, open`.
            name if name.starts_with("astragal, ") => {}
            _ if ns < cell.ns[1] => (cell.ns[1], cell.peer) = (ns, library),
            _ => {}
        }
    }
    cells.retain(|cell| cell.ns.iter().all(|ns| ns.is_finite()));
    // An authenticated cipher is measured separately with each peer, which gives several measurements. Only the
    // measurement with the fastest peer is kept.
    let mut fastest: Vec<Cell> = Vec::new();
    for cell in cells {
        let is_same =
            |other: &&mut Cell| (&other.algorithm, other.bytes) == (&cell.algorithm, cell.bytes);
        match fastest.iter_mut().find(is_same) {
            Some(other) if cell.ratio() < other.ratio() => *other = cell,
            Some(_) => {}
            None => fastest.push(cell),
        }
    }
    Ok(fastest)
}

/// Returns the value of the field `name` in the entry of `peers/results/runs.json` for the results file `file`.
fn field(file: &str, name: &str) -> Result<String> {
    let runs: Value = serde_json::from_str(&read("peers/results/runs.json")?)?;
    let text = runs[file][name].as_str();
    Ok(text.with_context(|| format!("runs.json has no {name} of {file}"))?.to_owned())
}

/// Returns a sentence that names the machine, date and compiler of the measurements in a results file.
pub(crate) fn origin(file: &str) -> Result<String> {
    let [machine, date, compiler] = ["machine", "date", "compiler"].map(|name| field(file, name));
    Ok(format!("Measured on {}, {}, {}", machine?, date?, compiler?))
}

fn length(bytes: usize) -> String {
    match bytes {
        1_048_576.. => format!("{} MiB", bytes >> 20),
        1024.. => format!("{} KiB", bytes >> 10),
        1 => "key".into(),
        _ => format!("{bytes} B"),
    }
}

fn summary() -> Result<String> {
    let all: Vec<Cell> = cells("avx512")?.into_iter().chain(cells("ciphers-avx512")?).collect();
    let [ahead, ties, behind, marked] = report::counts(&all);
    Ok(format!(
        "Of {} comparisons with the fastest peer, astragal is faster in {ahead}, equal within 3 % in {ties}, and slower \
         in {behind} ({marked} of them than code that indexes tables by key-dependent data). The chart shows messages \
         of 16 KiB. {}. The [reports](docs/speed.md#reports) have commit, command, libraries and \
         [raw data](peers/results).\n",
        all.len(),
        origin("avx512")?
    ))
}

/// Lists the algorithms that are slower than a peer, for three ranges of message lengths. The algorithm that is slowest
/// relative to its peer comes first.
fn slower() -> Result<String> {
    let mut all: Vec<Cell> = cells("avx512")?.into_iter().chain(cells("ciphers-avx512")?).collect();
    all.retain(Cell::is_behind);
    all.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let mut text = String::new();
    for (title, range) in [
        ("4 KiB and longer", 4096..usize::MAX),
        ("32 B to 1 KiB", 32..4096),
        ("empty message, key setup", 0..32),
    ] {
        let mut names: Vec<String> = Vec::new();
        for cell in all.iter().filter(|cell| range.contains(&cell.bytes)) {
            if !names.iter().any(|name| name.split(' ').next() == Some(cell.algorithm.as_str())) {
                names.push(format!("{} {:.2}{}", cell.algorithm, cell.ratio(), cell.mark));
            }
        }
        let more = names.split_off(names.len().min(6)).len();
        writeln!(text, "- {title}: {}; {more} more", names.join(", "))?;
    }
    Ok(text + "\n" + lookups::LEGEND)
}

/// Returns a table of the measurements in which astragal is slower than a peer. The algorithm that is slowest relative
/// to its peer comes first. Appends the explanation of the marks.
fn losses(all: &[Cell]) -> Result<String> {
    let mut slower: Vec<&Cell> = all.iter().filter(|cell| cell.is_behind()).collect();
    slower.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let mut text = String::from("| algorithm | slower at |\n| --- | --- |\n");
    while let Some(first) = slower.first().copied() {
        let (own, rest) =
            slower.iter().partition::<Vec<&Cell>, _>(|c| c.algorithm == first.algorithm);
        let each = own
            .iter()
            .map(|c| format!("{} {:.2} ({}{})", length(c.bytes), c.ratio(), c.peer, c.mark));
        writeln!(text, "| `{}` | {} |", first.algorithm, each.collect::<Vec<_>>().join(" · "))?;
        slower = rest;
    }
    Ok(text + &lookups::legend(all.iter().any(Cell::is_marked)))
}

/// Returns a list that states how many checks of each kind were run, each with a link to the page that documents the
/// checks.
fn proof() -> Result<String> {
    let page = read("docs/evidence-ct.md")?;
    let rows = |vectors: &str| {
        let end = format!("| constant-time | {vectors} |");
        page.lines().filter(|line| line.contains(&end) && line.ends_with("| 0 |")).count() as u64
    };
    let data: Value = serde_json::from_str(&read("docs/evidence.json")?)?;
    let runs = data["runs"].as_object().context("no runs")?;
    let result =
        |name: &str| runs[name]["result"].as_str().with_context(|| format!("no result of {name}"));
    let (mut executions, mut seconds) = (0, 0);
    for name in runs.keys().filter(|name| name.starts_with("fuzz ")) {
        let words: Vec<&str> = result(name)?.split(' ').collect();
        let [count, "executions", "in", time, "s"] = words[..] else { bail!("no times of {name}") };
        executions += count.replace(',', "").parse::<u64>()?;
        seconds += time.replace(',', "").parse::<u64>()?;
    }
    // For each instruction-set level, the number of algorithms that the interpreter checked, if it has no findings.
    let mut interpreted = Vec::new();
    for run in runs.keys().filter(|name| name.starts_with("machine-code ")) {
        let rows = result(run)?.split_once(" of ").and_then(|(_, rest)| rest.split_once(" rows; "));
        if let Some((rows, rest)) = rows
            && rest.contains(" 0 findings")
        {
            interpreted.push(rows.replace(',', "").parse::<u64>()?);
        }
    }
    let least = interpreted.iter().min().context("no run of machine-code")?;
    let answers = result("cross s390x-unknown-linux-gnu")?.split(' ').next().unwrap_or_default();
    Ok(format!(
        "- [{} rows](docs/evidence-ct.md) (an algorithm on a backend) have no secret-dependent branch or address in \
         machine code, under valgrind; {} more in source over models of the instructions only.\n\
         - [{} algorithms at each of {} levels](docs/evidence.md), AVX-512 included: release code interpreted, no \
         secret-dependent branch, address or division where the registry promises none.\n\
         - [{answers} known answers](docs/evidence.md), none made by astragal; [{} fuzz executions](docs/evidence.md) in \
         {:.1} hours; [mutants](docs/evidence.md) of AES, Ascon, Camellia, Keccak, Serpent, of the \
         constructions and of the registry, each detected or listed with a reason.\n",
        grouped(rows("instructions")),
        grouped(rows("models")),
        grouped(*least),
        interpreted.len(),
        grouped(executions),
        seconds as f64 / 3600.0
    ))
}

/// Returns a table of build times in seconds, for astragal with several sets of features and for peers.
fn build() -> Result<String> {
    let pairs = "sha2=sha2 keccak=sha3 blake=blake3 ascon=ascon-aead aes=ring".split(' ');
    let pairs =
        pairs.filter_map(|pair| pair.split_once('=')).chain([("everything, by name", "aws-lc-rs")]);
    let file = read("peers/results/build.csv")?;
    let seconds = |library: &str| {
        let start = format!("\"{library}\",");
        let line = file.lines().find_map(|line| line.strip_prefix(&start)?.split(',').next());
        line.with_context(|| format!("build.csv has no {library}"))
    };
    let mut text = String::from("Seconds of a cold release build on two cores:");
    for (i, (ours, peer)) in pairs.enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let [a, b] = [seconds(&format!("astragal: {ours}"))?, seconds(peer)?];
        write!(text, "{comma} {ours} {a} (`{peer}` {b})")?;
    }
    Ok(text + ". [Bytes of code](peers/results/firmware.md).\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULTS: &str = "algorithm,bytes,library,backend,ns,MB_per_s,cycles_per_byte,astragal_ratio\n\
        a,64,astragal,avx2,100.0,1,1,\n\
        a,64,astragal by name,avx2,1.0,1,1,\n\
        a,64,one, two 1.0,,90.0,1,1,0.9\n\
        a,64,three,,95.0,1,1,0.95\n\
        a,16384,astragal,avx2,100.0,1,1,\n\
        a,16384,three,,97.0,1,1,0.97\n\
        b,64,astragal,avx2,100.0,1,1,\n\
        b,64,three,,50.0,1,1,0.5\n\
        c,64,astragal,avx2,100.0,1,1,\n\
        c,64,astragal, open,avx2,50.0,1,1,\n\
        a,16384,astragal,avx2,99.0,1,1,\n\
        a,16384,four,,100.0,1,1,1.01\n";

    #[test]
    fn takes_the_fastest_peer_and_omits_cells_without_one() {
        let cells = parse(RESULTS).unwrap();
        let shown: Vec<_> =
            cells.iter().map(|c| (c.algorithm.as_str(), c.bytes, c.peer.as_str())).collect();
        assert_eq!(shown, [("a", 64, "one, two 1.0"), ("a", 16384, "three"), ("b", 64, "three")]);
        assert_eq!(cells[0].ns, [100.0, 90.0]);
        let error = parse("head\na,64,ns\n").map(drop).unwrap_err().to_string();
        assert_eq!(error, "a line has a different format: a,64,ns");
    }

    #[test]
    fn losses_exclude_ties_and_begin_with_the_lowest_ratio() {
        let table = losses(&parse(RESULTS).unwrap()).unwrap();
        let rows: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(rows, ["| `b` | 64 B 0.50 (three) |", "| `a` | 64 B 0.90 (one, two 1.0) |"]);
    }

    #[test]
    fn lengths_have_units() {
        let shown = [0, 1, 576, 1024, 16384, 1 << 20].map(length);
        assert_eq!(shown, ["0 B", "key", "576 B", "1 KiB", "16 KiB", "1 MiB"]);
    }

    #[test]
    fn regions_are_replaced_and_errors_name_them() {
        let text = filled("a\n<!-- begin reports -->\nold\n<!-- end reports -->\nb\n").unwrap();
        assert!(
            text.starts_with("a\n<!-- begin reports -->\n\n|")
                && text.ends_with("\n<!-- end reports -->\nb\n")
        );
        assert!(!text.contains("old"));
        let error = |page: &str| filled(page).unwrap_err().to_string();
        assert_eq!(error("<!-- begin nothing -->\n"), "unknown region <!-- begin nothing -->");
        assert_eq!(error("<!-- begin reports -->\n"), "no <!-- end reports -->");
    }
}
