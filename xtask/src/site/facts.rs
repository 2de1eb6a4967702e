//! What the registry knows, as tables: asked of `digest list` at each level of instruction sets, so that no page
//! says what the code does not.

use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::Tools;

/// The levels that tables tell apart: as `ASTRAGAL_CPU` takes them, and as they are shown.
const LEVELS: [(&str, &str); 4] =
    [("portable", "portable"), ("ssse3", "SSSE3"), ("avx2", "AVX2"), ("avx512", "AVX-512")];

/// What there is one of for almost every hash: a rule on the page says it in a line.
const BY_RULE: [&str; 5] = ["hmac-", "pbkdf2-hmac-", "scrypt-hmac-", "hkdf-", "kbkdf-hmac-"];

const KINDS: [&str; 6] = ["hash", "xof", "mac", "aead", "cipher", "kdf"];

/// A row of the registry, and which code runs it at each level.
struct Row {
    value: Value,
    /// Backend and timing at each of [`LEVELS`].
    runs: Vec<(String, String)>,
}

/// A column's name, and what stands in it.
type Column = (&'static str, fn(&Row) -> String);

/// All rows.
pub(super) struct Facts {
    rows: Vec<Row>,
}

impl Facts {
    /// Asks the command.
    pub(super) fn gather(tools: &Tools) -> Result<Self> {
        let mut rows: Vec<Row> = Vec::new();
        for (number, (level, _)) in LEVELS.iter().enumerate() {
            let mut list = Command::new(&tools.digest);
            let output = list.args(["list", "--json"]).env("ASTRAGAL_CPU", level).output();
            let output = output.context("cannot start digest")?;
            if !output.status.success() {
                bail!("`digest list` fails: {}", String::from_utf8_lossy(&output.stderr));
            }
            let listed: Vec<Value> = serde_json::from_slice(&output.stdout)?;
            if number == 0 {
                rows =
                    listed.iter().map(|value| Row { value: value.clone(), runs: vec![] }).collect();
            }
            for (row, value) in rows.iter_mut().zip(&listed) {
                row.runs.push((text(value, "backend"), text(value, "timing")));
            }
        }
        // What is composed of a cipher goes by a rule, too: modes, codes and authenticated ciphers.
        let is_cipher = |row: &Row| row.value["kind"] == "cipher";
        let families: Vec<Value> = rows
            .iter()
            .filter(|row| is_cipher(row))
            .map(|row| row.value["family"].clone())
            .collect();
        rows.retain(|row| is_cipher(row) || !families.contains(&row.value["family"]));
        Ok(Self { rows })
    }

    /// The rows of the families or names among `words`, where kinds are, of these kinds; a name may end in `*`.
    pub(super) fn table(&self, words: &[&str]) -> Result<String> {
        let (kinds, wanted): (Vec<&str>, Vec<&str>) =
            words.iter().partition(|word| KINDS.contains(word));
        let mut rows: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| kinds.is_empty() || kinds.contains(&text(&row.value, "kind").as_str()))
            .filter(|row| !BY_RULE.iter().any(|rule| row.name().starts_with(rule)))
            .filter(|row| wanted.is_empty() || wanted.iter().any(|word| row.is(word)))
            .collect();
        // In the order of the words, and of the registry within each.
        rows.sort_by_key(|row| wanted.iter().position(|word| row.is(word)));
        if let Some(word) = wanted.iter().find(|word| !rows.iter().any(|row| row.is(word))) {
            bail!("no algorithm is {word}");
        }
        let columns: [Column; 10] = [
            ("name", |row| format!("`{}`", row.name())),
            ("also", |row| row.aliases()),
            ("kind", |row| text(&row.value, "kind")),
            ("output", |row| {
                if row.is("cipher") { String::new() } else { text(&row.value, "output_bytes") }
            }),
            ("key", |row| text(&row.value, "key_bytes")),
            ("nonce", |row| text(&row.value, "nonce_bytes")),
            ("block", |row| text(&row.value, "block_bytes")),
            ("standard", |row| text(&row.value, "standard")),
            ("status", |row| text(&row.value, "status")),
            ("constant-time", Row::timing),
        ];
        // A column that says nothing, or the one kind that was asked for, is left out.
        let shown: Vec<_> = columns
            .iter()
            .filter(|(name, cell)| {
                let says = rows.iter().any(|row| !cell(row).is_empty());
                says && (*name != "kind" || rows.iter().any(|row| cell(row) != cell(rows[0])))
            })
            .collect();
        let mut table = String::from("Sizes are in bytes.\n\n|");
        shown.iter().for_each(|(name, _)| table += &format!(" {name} |"));
        table += "\n|";
        shown.iter().for_each(|_| table += " --- |");
        for row in rows {
            table += "\n|";
            shown.iter().for_each(|(_, cell)| table += &format!(" {} |", cell(row)));
        }
        Ok(table + "\n")
    }

    /// What is not constant-time at every level, a line for each family and kind of timing.
    pub(super) fn levels(&self, words: &[&str]) -> Result<String> {
        if !words.is_empty() {
            bail!("levels takes no words");
        }
        let mut table = String::from("| algorithms |");
        LEVELS.iter().for_each(|(_, shown)| table += &format!(" {shown} |"));
        table += "\n| --- | --- | --- | --- |";
        let mut seen: Vec<(String, String)> = Vec::new();
        for row in &self.rows {
            if row.runs.iter().all(|(_, timing)| timing == "constant-time") {
                continue;
            }
            // Modes and codes over a cipher or hash are as it is.
            let family = text(&row.value, "family");
            let cells: String =
                row.runs.iter().fold(String::new(), |mut cells, (backend, timing)| {
                    let _ = write!(cells, " {timing} ({backend}) |");
                    cells
                });
            if !["hash", "cipher"].contains(&text(&row.value, "kind").as_str()) {
                continue;
            }
            if !seen.contains(&(family.clone(), cells.clone())) {
                let _ = write!(table, "\n| {} |{cells}", family);
                seen.push((family, cells));
            }
        }
        Ok(table + "\n")
    }
}

impl Row {
    fn name(&self) -> &str {
        self.value["name"].as_str().unwrap_or_default()
    }

    fn aliases(&self) -> String {
        let aliases = self.value["aliases"].as_array().map_or(&[][..], Vec::as_slice);
        // One that differs in hyphens alone tells nobody anything.
        let bare = |name: &str| name.replace('-', "");
        let shown =
            aliases.iter().filter_map(Value::as_str).filter(|a| bare(a) != bare(self.name()));
        shown.map(|alias| format!("`{alias}`")).collect::<Vec<_>>().join(" ")
    }

    fn is(&self, word: &str) -> bool {
        match word.strip_suffix('*') {
            Some(start) => self.name().starts_with(start),
            None => ["name", "family", "kind"].iter().any(|key| self.value[key] == word),
        }
    }

    /// `yes`, or where not.
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
