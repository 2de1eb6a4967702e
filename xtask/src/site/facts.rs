//! Tables of the site that describe algorithms. The data is the output of `digest list`, which is run once at each
//! instruction-set level.

use anyhow::{Result, bail};
use serde_json::Value;

use crate::run::{built, command, output};

/// Instruction-set levels that the site lists. Each entry has the value of `ASTRAGAL_CPU` and the displayed name.
pub(super) const LEVELS: [(&str, &str); 4] =
    [("portable", "portable"), ("ssse3", "SSSE3"), ("avx2", "AVX2"), ("avx512", "AVX-512")];

/// Name prefixes of algorithms that are constructed from a hash, and exist for almost every hash. The tables omit these
/// algorithms, because the text of the pages describes them.
const DERIVED: [&str; 5] = ["hmac-", "pbkdf2-hmac-", "scrypt-hmac-", "hkdf-", "kbkdf-hmac-"];

const KINDS: [&str; 6] = ["hash", "xof", "mac", "aead", "cipher", "kdf"];

/// Algorithm in the registry, as `digest list` describes it.
pub(super) struct Row {
    /// JSON object that `digest list --json` prints for the algorithm.
    pub(super) value: Value,
    /// Backend and timing of the algorithm at each of [`LEVELS`].
    pub(super) runs: Vec<(String, String)>,
    /// Whether the algorithm is a mode or a MAC over a cipher. The tables omit such an algorithm, because the text of
    /// the pages describes it.
    is_composed: bool,
}

/// A table column: its name, and the function that returns the text of a cell.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 9] = [
    ("also", Row::aliases),
    ("kind", |row| row.text("kind")),
    ("output", |row| if row.is("cipher") { String::new() } else { row.text("output_bytes") }),
    ("key", |row| row.text("key_bytes")),
    ("nonce", |row| row.text("nonce_bytes")),
    ("block", |row| row.text("block_bytes")),
    ("standard", |row| row.text("standard")),
    ("status", |row| row.text("status")),
    ("constant-time", Row::timing),
];

/// All algorithms of the registry.
pub(super) struct Facts {
    pub(super) rows: Vec<Row>,
}

impl Facts {
    pub(super) fn query() -> Result<Self> {
        let mut rows: Vec<Row> = Vec::new();
        for (level, _) in LEVELS {
            let mut list = command(built("digest")?, &["list", "--json"]);
            let listed: Vec<Value> =
                serde_json::from_str(&output(list.env("ASTRAGAL_CPU", level))?)?;
            if rows.is_empty() {
                let row =
                    |value: &Value| Row { value: value.clone(), runs: vec![], is_composed: false };
                rows = listed.iter().map(row).collect();
            }
            for (row, value) in rows.iter_mut().zip(&listed) {
                row.runs.push((text(value, "backend"), text(value, "timing")));
            }
        }
        let ciphers: Vec<Value> =
            rows.iter().filter(|r| r.is("cipher")).map(|r| r.value["family"].clone()).collect();
        for row in &mut rows {
            row.is_composed = !row.is("cipher") && ciphers.contains(&row.value["family"]);
        }
        Ok(Self { rows })
    }

    /// Returns a table of algorithms. `words` selects the rows. A kind, such as `hash`, restricts the table to
    /// algorithms of this kind. Any other word is a family, a name, or a prefix of names followed by `*`. `up` is the
    /// path from the page to the site's root.
    pub(super) fn table(&self, words: &[&str], up: &str) -> Result<String> {
        let (kinds, names): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| KINDS.contains(word));
        let mut rows: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| !row.is_composed)
            .filter(|row| kinds.is_empty() || kinds.iter().any(|kind| row.is(kind)))
            .filter(|row| !DERIVED.iter().any(|start| row.name().starts_with(start)))
            .filter(|row| names.is_empty() || names.iter().any(|name| row.is(name)))
            .collect();
        rows.sort_by_key(|row| names.iter().position(|name| row.is(name)));
        if let Some(name) = names.iter().find(|name| !rows.iter().any(|row| row.is(name))) {
            bail!("no algorithm {name}");
        }
        // Omits empty columns. Also omits the column `kind` if all rows have the same kind.
        let columns: Vec<Column> = COLUMNS
            .into_iter()
            .filter(|(_, cell)| rows.iter().any(|row| !cell(row).is_empty()))
            .filter(|(name, cell)| {
                *name != "kind" || rows.iter().any(|row| cell(row) != cell(rows[0]))
            })
            .collect();
        let titles = ["name"].into_iter().chain(columns.iter().map(|(name, _)| *name));
        let cells = |row: &&Row| {
            let link = std::iter::once(row.link(up));
            link.chain(columns.iter().map(|(_, cell)| cell(row))).collect()
        };
        let table = markdown(titles, rows.iter().map(cells));
        Ok(format!("Sizes are in bytes.\n\n{table}\n"))
    }

    /// Returns a table of the hashes and ciphers that are not constant-time at every instruction-set level. Each row
    /// shows the timing of one family at each level.
    pub(super) fn levels(&self) -> String {
        let titles = ["algorithms"].into_iter().chain(LEVELS.map(|(_, shown)| shown));
        let is_constant = |row: &&Row| row.runs.iter().all(|(_, timing)| timing == "constant-time");
        let rows =
            self.rows.iter().filter(|row| row.is("hash") && !row.is_composed || row.is("cipher"));
        let cells = |row: &Row| {
            let run = |(backend, timing): &(String, String)| format!("{timing} ({backend})");
            [row.text("family")].into_iter().chain(row.runs.iter().map(run)).collect()
        };
        let mut rows: Vec<Vec<String>> = rows.filter(|row| !is_constant(row)).map(cells).collect();
        rows.sort();
        rows.dedup();
        markdown(titles, rows) + "\n"
    }
}

/// Formats titles and rows as a Markdown table.
pub(super) fn markdown<'t>(
    titles: impl Iterator<Item = &'t str>,
    rows: impl IntoIterator<Item = Vec<String>>,
) -> String {
    let titles: Vec<String> = titles.map(str::to_owned).collect();
    let line = titles.iter().map(|_| "---".to_owned()).collect();
    let lines = [titles, line].into_iter().chain(rows);
    lines.map(|cells| format!("| {} |", cells.join(" | "))).collect::<Vec<_>>().join("\n")
}

impl Row {
    fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    /// Returns the path of the algorithm's page on the site.
    pub(super) fn place(&self) -> String {
        format!("row/{}/{}.md", self.text("kind"), self.name())
    }

    /// Returns a link to the algorithm's page. `up` is the path to the site's root.
    pub(super) fn link(&self, up: &str) -> String {
        format!("[`{}`]({up}{})", self.name(), self.place())
    }

    pub(super) fn text(&self, key: &str) -> String {
        text(&self.value, key)
    }

    /// Returns the algorithm's aliases. Omits aliases that differ from the name only in hyphens.
    pub(super) fn aliases(&self) -> String {
        let aliases = self.value["aliases"].as_array().map_or(&[][..], Vec::as_slice);
        let bare = |name: &str| name.replace('-', "");
        let shown =
            aliases.iter().filter_map(Value::as_str).filter(|a| bare(a) != bare(self.name()));
        shown.map(|alias| format!("`{alias}`")).collect::<Vec<_>>().join(" ")
    }

    /// Returns whether `word` is the algorithm's name, family or kind. A word that ends in `*` need only match the
    /// beginning of the name.
    fn is(&self, word: &str) -> bool {
        match word.strip_suffix('*') {
            Some(start) => self.name().starts_with(start),
            None => ["name", "family", "kind"].iter().any(|key| self.value[key] == word),
        }
    }

    /// Returns the text of the column `constant-time`: `yes`, or `yes, but` with the instruction-set levels at which
    /// the timing is not constant.
    fn timing(&self) -> String {
        let not: Vec<String> = LEVELS
            .iter()
            .zip(&self.runs)
            .filter(|(_, (_, timing))| timing != "constant-time")
            .map(|((_, level), (_, timing))| format!("{level}: {timing}"))
            .collect();
        if not.is_empty() { "yes".into() } else { format!("yes, but {}", not.join(", ")) }
    }
}

fn text(value: &Value, key: &str) -> String {
    match &value[key] {
        Value::String(text) => text.strip_suffix(" bytes").unwrap_or(text).to_owned(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
