//! Writes a page for each algorithm. `docs/rows/page.txt` is the template of these pages. `docs/rows/KIND.txt` is the
//! template of the examples for algorithms of the kind KIND.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::facts::{Facts, LEVELS, Row, markdown};
use super::pages::{Page, sources_of};
use super::speed;
use crate::files::{empty_folder, entries, files_below, stem, write};
use crate::run::{built, command, output, parallel_map, root, target_path};

/// Kinds of algorithms in the order of the table of contents, with the titles of the pages that list their algorithms.
const KINDS: [(&str, &str); 8] = [
    ("hash", "Hashes"),
    ("xof", "Extendable-output functions"),
    ("mac", "Message authentication codes"),
    ("aead", "Authenticated ciphers"),
    ("cipher", "Block ciphers"),
    ("mode", "Modes without authentication"),
    ("kdf", "Key derivation functions"),
    ("key-wrap", "Key wrapping"),
];

/// Algorithms whose examples are run as tests. Together, their pages use every template, and satisfy each `@if`
/// condition at least once.
const SAMPLES: [&str; 11] = [
    "hash/sha3-256",
    "xof/shake128",
    "mac/hmac-sha256",
    "aead/aes-256-gcm",
    "cipher/aes-256",
    "mode/aes-256-cbc",
    "kdf/argon2id",
    "kdf/pbkdf2-hmac-sha256",
    "kdf/hkdf-sha256",
    "kdf/kbkdf-hmac-sha256",
    "key-wrap/aes-256-kw",
];

/// Results files with the measurements that the pages show.
const MEASURED: [&str; 5] = ["avx512", "ciphers-avx512", "avx2", "ciphers-avx2", "levels"];

/// Returns a page for every algorithm, and for each kind a page that lists its algorithms.
pub(super) fn pages(facts: &Facts) -> Result<Vec<Page>> {
    let sources = Sources::read()?;
    let pages = parallel_map(facts.rows.iter().collect(), |row| page(row, &sources));
    let mut pages = pages.into_iter().collect::<Result<Vec<_>>>()?;
    for (kind, title) in KINDS {
        let rows = facts.rows.iter().filter(|row| row.text("kind") == kind);
        // Each algorithm gets a heading, because mdBook's search index contains an entry per heading.
        let item = |row: &Row| {
            let [name, standard, status] = ["name", "standard", "status"].map(|key| row.text(key));
            let names = row.aliases();
            format!("## {name}\n\n[{standard}, {status}]({kind}/{name}.md) {names}\n\n")
        };
        let list: String = rows.map(item).collect();
        let text = format!("# {title}\n\n<div class=\"rows\">\n\n{list}</div>\n");
        pages.push(generated(format!("row/{kind}.md"), text));
    }
    Ok(pages)
}

/// Makes search results for algorithms link to the pages of these algorithms. mdBook's search index contains only lists
/// of algorithms, one per kind, so its results would link to the lists. An index of all pages would take 12 MB instead
/// of 1 MB.
pub(super) fn link_search_results(book: &Path) -> Result<()> {
    let facts = Facts::query()?;
    for file in entries(book)? {
        if !file.to_string_lossy().contains("searchindex") {
            continue;
        }
        let mut text = fs::read_to_string(&file)?;
        for row in &facts.rows {
            let [kind, name] = ["kind", "name"].map(|key| row.text(key));
            let heading = format!("\"row/{kind}.html#{name}\"");
            ensure!(text.contains(&heading), "the search index has no {name}");
            text = text.replace(&heading, &format!("\"row/{kind}/{name}.html\""));
        }
        fs::write(file, text)?;
    }
    Ok(())
}

/// Returns the lines of `SUMMARY.md` that link to the pages of all algorithms.
pub(super) fn summary(facts: &Facts) -> String {
    let mut text = String::new();
    for (kind, title) in KINDS {
        text += &format!("- [{title}](row/{kind}.md)\n");
        let rows = facts.rows.iter().filter(|row| row.text("kind") == kind);
        text.extend(rows.map(|row| format!("  - {}\n", row.link(""))));
    }
    text
}

/// Writes the pages of [`SAMPLES`] and returns them. Their source paths are absolute.
pub(super) fn samples() -> Result<Vec<Page>> {
    let (facts, sources, folder) = (Facts::query()?, Sources::read()?, samples_folder());
    empty_folder(&folder)?;
    let sample = |sample: &str| {
        let row = facts.rows.iter().find(|row| row.place() == format!("row/{sample}.md"));
        let mut page = page(row.with_context(|| format!("no row {sample}"))?, &sources)?;
        page.source = folder.join(sample.replace('/', "-")).with_extension("md");
        write(&page.source, &page.text)?;
        Ok(page)
    };
    SAMPLES.into_iter().map(sample).collect()
}

/// Returns the site paths of the pages of [`SAMPLES`], and of one page that lists algorithms.
pub(super) fn sample_places() -> impl Iterator<Item = PathBuf> {
    SAMPLES
        .into_iter()
        .chain(["mac"])
        .map(|place| Path::new("row").join(place).with_extension("md"))
}

/// Returns the folder into which [`samples`] writes.
pub(super) fn samples_folder() -> PathBuf {
    target_path("site-programs/rows")
}

fn generated(place: String, text: String) -> Page {
    Page { source: "docs/rows".into(), place: place.into(), text }
}

/// Data that the algorithm pages show and that is not in the registry.
struct Sources {
    templates: BTreeMap<String, String>,
    /// Results of the constant-time test as text, by `kind/name/backend`. A key `kind/name` with an empty value marks
    /// each tested algorithm.
    tested: BTreeMap<String, String>,
    /// For each instruction-set level without findings, the date on which the machine-code interpreter last checked the
    /// release code.
    interpreted: BTreeMap<&'static str, String>,
    /// For each algorithm, the number of known answers from each source.
    answers: BTreeMap<String, BTreeMap<String, u64>>,
    /// Names of the results files, each with the algorithms that it contains.
    measured: Vec<(&'static str, BTreeSet<String>)>,
    /// Pages that describe algorithm families. Each page is listed with the text after `<!-- facts` in its lines, which
    /// names the families.
    families: Vec<(String, String)>,
}

impl Sources {
    fn read() -> Result<Self> {
        let read = |path: &str| {
            fs::read_to_string(root().join(path)).with_context(|| format!("no file {path}"))
        };
        let files = |folder: &str, end: &str| -> Result<Vec<(String, String)>> {
            let files = files_below(&root().join(folder), end)?;
            files.iter().map(|path| Ok((stem(path), fs::read_to_string(path)?))).collect()
        };
        let mut tested = BTreeMap::new();
        for line in read("docs/evidence-ct.md")?.lines() {
            let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
            if let [kind, name, backend, _, vectors, operations, dependences] = cells[..] {
                let code = if vectors == "models" { "source over models" } else { "machine code" };
                let result = format!("{code}, {operations} operations, {dependences} dependences");
                tested.insert(format!("{kind}/{name}/{backend}"), result);
                tested.insert(format!("{kind}/{name}"), String::new());
            }
        }
        let evidence: Value = serde_json::from_str(&read("docs/evidence.json")?)?;
        let interpreted = LEVELS.into_iter().filter_map(|(level, _)| {
            let run = &evidence["runs"][format!("machine-code {level}")];
            let is_clean = run["result"].as_str()?.contains(" 0 findings");
            is_clean.then(|| Some((level, run["date"].as_str()?.to_owned())))?
        });
        let mut answers: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for (_, text) in files("crates/astragal-vectors/vectors", "txt")? {
            let origin = sources_of(&text).join("; ");
            for case in text.split("\n\n") {
                let field = |name: &str| {
                    case.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))
                };
                let Some(name) = field("alg") else { continue };
                let mode = field("mode").map(|mode| format!("-{mode}")).unwrap_or_default();
                let counts = answers.entry(name.to_owned() + &mode).or_default();
                *counts.entry(origin.clone()).or_default() += 1;
            }
        }
        let measured = MEASURED.into_iter().map(|file| {
            let text = read(&format!("peers/results/{file}.csv"))?;
            let names = text.lines().filter_map(|line| Some(line.split_once(',')?.0.to_owned()));
            Ok((file, names.collect()))
        });
        let measured = measured.collect::<Result<_>>()?;
        let templates = files("docs/rows", "txt")?.into_iter().collect();
        let families = files("docs/families", "md")?.into_iter().map(|(page, text)| {
            let words = text.lines().filter_map(|line| line.strip_prefix("<!-- facts"));
            (page, words.collect::<String>())
        });
        let families = families.collect();
        Ok(Self {
            templates,
            tested,
            interpreted: interpreted.collect(),
            answers,
            measured,
            families,
        })
    }

    fn template(&self, name: &str) -> Result<&str> {
        Ok(self.templates.get(name).with_context(|| format!("no docs/rows/{name}.txt"))?)
    }
}

/// Returns the page of an algorithm.
fn page(row: &Row, sources: &Sources) -> Result<Page> {
    let [name, kind, family] = ["name", "kind", "family"].map(|key| row.text(key));
    let mut values = row.value.clone();
    let takes = row.value["takes"].as_array().map_or(&[][..], Vec::as_slice);
    let options = takes.iter().filter_map(Value::as_str).map(|flag| format!("`{flag}`"));
    values["options"] = options.collect::<Vec<_>>().join(" ").into();
    values["names"] = row.aliases().into();
    let is_of = |words: &str| words.split(' ').any(|word| word == family);
    let place = sources.families.iter().find(|(_, words)| is_of(words));
    values["family_link"] = place
        .map_or(family.clone(), |(place, _)| format!("[{family}](../../families/{place}.md)"))
        .into();
    if ["cipher", "mode"].contains(&kind.as_str()) {
        values["output_bytes"] = Value::Null;
    }
    values["key"] = length(&row.text("key_bytes"), 32).into();
    values["nonce"] = length(&row.text("nonce_bytes"), 12).into();
    let is_sized = kind == "hash" && !takes.is_empty();
    values["finder"] = if is_sized { "sized_hash" } else { "xof" }.into();
    if ["hash", "xof"].contains(&kind.as_str()) {
        let digest = command(built("digest")?, &[&name, "-s", "abc"]);
        values["answer"] = output(&mut { digest })?.into();
    }
    let is_taken = takes.iter().filter_map(|flag| Some((flag.as_str()?.to_owned(), json!(true))));
    values["takes"] = is_taken.collect::<serde_json::Map<_, _>>().into();
    values["timing"] = timing(row, sources).into();
    values["answers"] = sources
        .answers
        .get(&name)
        .map_or(String::new(), |origins| {
            let line = |(origin, count): (&String, &u64)| format!("\n- {count}: {origin}");
            let lines: String = origins.iter().map(line).collect();
            format!("## Known answers\n\nNone is made by astragal itself:\n{lines}")
        })
        .into();
    let template = sources.template(if is_sized { "xof" } else { &kind })?;
    values["examples"] = filled(template, &values)?.into();
    let measured = sources.measured.iter().filter(|(_, names)| names.contains(&name));
    let tables = measured.map(|(file, _)| speed::table(file, &[&name]));
    let tables = tables.collect::<Result<Vec<_>>>()?.join("\n");
    let title = if tables.is_empty() { "" } else { "## Speed\n\n" };
    values["speed"] = format!("{title}{tables}").into();
    Ok(generated(row.place(), filled(sources.template("page")?, &values)?))
}

/// Returns a table of the algorithm's backend and timing at each instruction-set level. The table also lists the tests
/// that confirm the declared timing.
fn timing(row: &Row, sources: &Sources) -> String {
    let line = |((level, shown), (backend, timing)): (&(&'static str, &str), &(String, String))| {
        let key = format!("{}/{}", row.text("kind"), row.text("name"));
        let is_run = timing == "constant-time" && sources.tested.contains_key(&key);
        let tested = sources.tested.get(&format!("{key}/{backend}"));
        let tested = tested.map(|result| format!("[valgrind](../../evidence-ct.md): {result}"));
        let date = sources.interpreted.get(level).filter(|_| is_run);
        let date = date.map(|date| format!("[release code](../../evidence.md) interpreted {date}"));
        let by = tested.into_iter().chain(date).collect::<Vec<_>>().join("; ");
        vec![(*shown).to_owned(), backend.clone(), timing.clone(), by]
    };
    let titles = ["instruction sets", "backend", "timing", "shown by"];
    markdown(titles.into_iter(), LEVELS.iter().zip(&row.runs).map(line))
}

/// Replaces each `@PATH@` in a template with the value at this path in `values`. Omits table rows whose value is
/// missing or empty. In a line that starts with `@if OPTION@`, keeps the rest of the line only if the algorithm has
/// this option in the command `digest`.
fn filled(template: &str, values: &Value) -> Result<String> {
    let mut filled = String::new();
    for line in template.lines() {
        let line = match line.strip_prefix("@if ").and_then(|rest| rest.split_once('@')) {
            Some((option, _)) if values["takes"].get(option).is_none() => continue,
            Some((_, rest)) => rest,
            None => line,
        };
        let mut text = String::new();
        let mut is_complete = true;
        for (i, word) in line.split('@').enumerate() {
            match values.pointer(&format!("/{word}")).unwrap_or_default() {
                _ if i % 2 == 0 => text += word,
                Value::Null => is_complete = false,
                Value::String(value) => {
                    text += value;
                    is_complete &= !value.is_empty();
                }
                Value::Bool(value) => text += if *value { "yes" } else { "no" },
                value => text += &value.to_string(),
            }
        }
        ensure!(is_complete || line.starts_with(['|', '@']), "no value for the line {line:?}");
        if is_complete || line.starts_with('@') {
            filled += &(text + "\n");
        }
    }
    Ok(filled)
}

/// Chooses an allowed length. `allowed` is the registry's text about the allowed lengths, such as "16, 24 or 32" or "at
/// least 64". For a list of lengths, returns the last one. Otherwise, returns `usual` if it is allowed, or else an
/// allowed length near it.
fn length(allowed: &str, usual: u64) -> u64 {
    let numbers = allowed.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok());
    match (numbers.collect::<Vec<u64>>().as_slice(), allowed) {
        ([], _) => usual,
        ([most], text) if text.starts_with("at most") => usual.min(*most),
        ([least], text) if text.starts_with("at least") => usual.max(*least),
        ([unit], text) if text.starts_with("multiples") => usual.next_multiple_of(*unit),
        ([low, high], text) if text.contains(" to ") => usual.clamp(*low, *high),
        ([.., last], _) => *last,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_an_allowed_length() {
        for (allowed, chosen) in [
            ("16", 16),
            ("", 32),
            ("at most 16", 16),
            ("at least 64", 64),
            ("multiples of 24", 48),
            ("1 to 64", 32),
            ("8, 16 or 48", 48),
        ] {
            assert_eq!(length(allowed, 32), chosen, "{allowed:?}");
        }
    }

    #[test]
    fn omits_lines_without_a_value() {
        let values = json!({ "name": "n", "key": 16, "also": "", "limits": { "commits": true }, "takes": { "--salt": "" } });
        let template = "@name@ @key@\n| @also@ |\n| @limits/commits@ |\n| @limits/reuse@ |\n@if --salt@ b\n@if --cost@ c\n";
        assert_eq!(filled(template, &values).unwrap(), "n 16\n| yes |\n b\n");
        let error = filled("text @limits/reuse@\n", &values).unwrap_err().to_string();
        assert_eq!(error, "no value for the line \"text @limits/reuse@\"");
    }
}
