//! Fills the marked regions of `README.md` and `docs/speed.md`, and draws the charts of `README.md`. The numbers come
//! from `peers/results`, `docs/evidence.json` and `docs/evidence-ct.md`.

use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::evidence::grouped;
use crate::generate::{Mode, write_or_check};
use crate::run::root;

/// Ratio below which astragal counts as slower than the fastest peer. Differences up to 3 % are ties.
const BEHIND: f64 = 0.97;
/// Rows of the chart, which shows speeds for messages of 16 KiB. Each entry names a results file and the algorithms to
/// take from it.
const FLAGSHIPS: [(&str, &[&str]); 2] = [
    ("avx512", &["sha256", "sha512", "sha3-256", "shake128", "kt128", "blake2b-512", "blake3"]),
    ("ciphers-avx512", &["aes-256-gcm", "aes-128-xts", "aes-128-ctr"]),
];
/// Colour themes of the chart. Each entry is a name, and the colours of text, astragal's bars and the peers' bars.
const THEMES: [(&str, [&str; 3]); 2] =
    [("light", ["#1f2328", "#a8541c", "#b8bcc2"]), ("dark", ["#e6edf3", "#e0904f", "#5a626c"])];

/// Times of astragal and of the fastest peer for an algorithm at one message length.
struct Cell {
    algorithm: String,
    bytes: usize,
    /// Nanoseconds of astragal and of the peer.
    ns: [f64; 2],
    peer: String,
}

impl Cell {
    fn ratio(&self) -> f64 {
        self.ns[1] / self.ns[0]
    }

    fn is_behind(&self) -> bool {
        self.ratio() < BEHIND
    }
}

/// Writes the pages and the charts, or compares them with the committed files.
pub(crate) fn pages(mode: Mode) -> Result<()> {
    for page in ["README.md", "docs/speed.md"] {
        write_or_check(mode, page, &filled(&read(page)?).context(page)?)?;
    }
    THEMES.into_iter().try_for_each(|(theme, colors)| {
        write_or_check(mode, &format!("docs/speed-{theme}.svg"), &chart(colors)?)
    })
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(root().join(path)).with_context(|| format!("no file {path}"))
}

/// Replaces the text between each `<!-- begin WORDS -->` and the line `<!-- end WORD -->` with the first of these
/// words.
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
            ["losses", file] => losses(file)?,
            _ => bail!("unknown region {line}"),
        };
        let end = format!("<!-- end {} -->", words[0]);
        lines.find(|line| *line == end).with_context(|| format!("no {end}"))?;
        write!(text, "\n{content}\n{end}\n")?;
    }
    Ok(text)
}

/// Returns a cell for each algorithm and message length for which a peer was measured.
fn cells(file: &str) -> Result<Vec<Cell>> {
    let path = format!("peers/results/{file}.csv");
    let mut cells: Vec<Cell> = Vec::new();
    for line in read(&path)?.lines().skip(1) {
        // The name of a library may contain commas.
        let fields: Vec<&str> = line.split(',').collect();
        let [algorithm, bytes, library @ .., _, ns, _, _, _] = &fields[..] else {
            bail!("{path} has a line in a different format: {line}");
        };
        let (bytes, ns, library) = (bytes.parse()?, ns.parse()?, library.join(","));
        if !cells.last().is_some_and(|c| c.algorithm == *algorithm && c.bytes == bytes) {
            let (algorithm, peer) = ((*algorithm).to_owned(), String::new());
            cells.push(Cell { algorithm, bytes, ns: [f64::INFINITY; 2], peer });
        }
        let Some(cell) = cells.last_mut() else { continue };
        match library.as_str() {
            "astragal" => cell.ns[0] = ns,
            "astragal by name" => {}
            _ if ns < cell.ns[1] => (cell.ns[1], cell.peer) = (ns, library),
            _ => {}
        }
    }
    cells.retain(|cell| cell.ns.iter().all(|ns| ns.is_finite()));
    Ok(cells)
}

/// Returns the sentence that names the machine, date, compiler and command of a results file.
pub(crate) fn origin(file: &str) -> Result<String> {
    let runs: Value = serde_json::from_str(&read("peers/results/runs.json")?)?;
    let field = |name: &str| {
        runs[file][name].as_str().with_context(|| format!("runs.json has no {name} of {file}"))
    };
    let [machine, date, compiler] = [field("machine")?, field("date")?, field("compiler")?];
    Ok(format!("Measured on {machine}, {date}, {compiler}, by `{}`", field("command")?))
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
    let count = |is: fn(&Cell) -> bool| all.iter().filter(|cell| is(cell)).count();
    let (behind, ahead) = (count(Cell::is_behind), count(|cell| cell.ratio() > 2.0 - BEHIND));
    Ok(format!(
        "Of {} comparisons with the fastest peer, astragal is faster in {ahead}, equal within 3 % in {}, and slower in \
         {behind}. The chart shows messages of 16 KiB. {}. [All tables](docs/speed.md), [raw data](peers/results).\n",
        all.len(),
        all.len() - ahead - behind,
        origin("avx512")?
    ))
}

/// Lists the algorithms that are slower than a peer, for three ranges of message lengths. The lowest ratio comes first.
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
                names.push(format!("{} {:.2}", cell.algorithm, cell.ratio()));
            }
        }
        let more = names.split_off(names.len().min(6)).len();
        writeln!(text, "- {title}: {}; {more} more", names.join(", "))?;
    }
    Ok(text)
}

/// Returns a table of the measurements in which astragal is slower than a peer. The algorithm with the lowest ratio
/// comes first.
fn losses(file: &str) -> Result<String> {
    let all = cells(file)?;
    let mut slower: Vec<&Cell> = all.iter().filter(|cell| cell.is_behind()).collect();
    slower.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let (behind, count, origin) = (slower.len(), all.len(), origin(file)?);
    let mut text = format!(
        "{behind} of {count} cells. {origin}.\n\n| algorithm | slower at |\n| --- | --- |\n"
    );
    while let Some(first) = slower.first().copied() {
        let (own, rest) =
            slower.iter().partition::<Vec<&Cell>, _>(|c| c.algorithm == first.algorithm);
        let each = own.iter().map(|c| format!("{} {:.2} ({})", length(c.bytes), c.ratio(), c.peer));
        writeln!(text, "| `{}` | {} |", first.algorithm, each.collect::<Vec<_>>().join(" · "))?;
        slower = rest;
    }
    Ok(text)
}

/// Returns the numbers of checks in the evidence, each with a link.
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
    let answers = result("cross s390x-unknown-linux-gnu")?.split(' ').next().unwrap_or_default();
    Ok(format!(
        "- [{} rows](docs/evidence-ct.md) (an algorithm on a backend) have no secret-dependent branch or address in \
         machine code, under valgrind; {} more in source over models of the instructions only.\n\
         - [{answers} known answers](docs/evidence.md), none made by astragal; [{} fuzz executions](docs/evidence.md) in \
         {:.1} hours; [mutants](docs/evidence.md) in samples only.\n",
        grouped(rows("instructions")),
        grouped(rows("models")),
        grouped(executions),
        seconds as f64 / 3600.0
    ))
}

/// Returns the build times in seconds with astragal's features and with peers.
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

/// Draws two bars for each flagship algorithm. The longer bar of each pair has full length.
fn chart([ink, ours, theirs]: [&str; 3]) -> Result<String> {
    let mut bars = String::new();
    let mut y = 34;
    for (file, names) in FLAGSHIPS {
        let all = cells(file)?;
        for name in names {
            let cell = all.iter().find(|c| c.algorithm == *name && c.bytes == 16384);
            let cell = cell.with_context(|| format!("{file} has no {name} of 16 KiB"))?;
            let rates = cell.ns.map(|ns| 16384.0 / ns);
            let most = rates[0].max(rates[1]);
            writeln!(bars, "<text x=\"112\" y=\"{}\" text-anchor=\"end\">{name}</text>", y + 15)?;
            for (rate, color, label, y) in
                [(rates[0], ours, "", y), (rates[1], theirs, cell.peer.as_str(), y + 12)]
            {
                let width = rate / most * 380.0;
                writeln!(
                    bars,
                    "<rect x=\"120\" y=\"{y}\" width=\"{width:.0}\" height=\"10\" fill=\"{color}\"/>"
                )?;
                let x = width + 126.0;
                let label = format!("{rate:.2} GB/s {label}");
                writeln!(
                    bars,
                    "<text x=\"{x:.0}\" y=\"{}\" font-size=\"10\">{}</text>",
                    y + 9,
                    label.trim()
                )?;
            }
            y += 32;
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 {y}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"{ink}\">\n<title>astragal and the fastest peer, 16 KiB</title>\n\
         <rect x=\"120\" y=\"8\" width=\"12\" height=\"12\" fill=\"{ours}\"/><text x=\"138\" y=\"18\">astragal</text>\n\
         <rect x=\"220\" y=\"8\" width=\"12\" height=\"12\" fill=\"{theirs}\"/><text x=\"238\" y=\"18\">fastest peer, \
         named at its bar</text>\n{bars}</svg>\n"
    ))
}
