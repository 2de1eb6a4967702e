//! The table of `docs/evidence.md`: each promise, how it is shown, by which command, and what that came to when it last
//! ran. It is generated from `docs/evidence.json`, where the promises are typed; the results of commands that do not run
//! with every change are written there by these themselves, with `--record`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value, json};

use crate::generate::{Mode, settle};
use crate::run::root;

const DATA: &str = "docs/evidence.json";
const PAGE: &str = "docs/evidence.md";

/// What the table stands between on the page.
const BEGIN: &str = "<!-- begin evidence -->\n";
const END: &str = "<!-- end evidence -->\n";

/// A whole run of a command that ended well: only such a run makes one.
pub(crate) struct Run {
    /// The verb, and which of its parts: `fuzz forgery`.
    name: String,
    /// What was counted.
    result: String,
}

impl Run {
    /// A run of `name` in which `count` of something were good: none is no result.
    pub(crate) fn counted(name: &str, count: u64, of: &str) -> Result<Self> {
        ensure!(count > 0, "{name} has looked at nothing");
        Ok(Self { name: name.to_owned(), result: format!("{} {of}", grouped(count)) })
    }
}

/// Keeps the runs in the table, if that `is_wanted`.
pub(crate) fn keep(is_wanted: bool, runs: &[Run]) -> Result<()> {
    if !is_wanted {
        return Ok(());
    }
    let mut data = read()?;
    let kept = data["runs"].as_object_mut().context("docs/evidence.json has no runs")?;
    for Run { name, result } in runs {
        kept.insert(name.clone(), json!({ "date": today(), "result": result }));
        println!("recorded: {name}: {result}");
    }
    fs::write(root().join(DATA), serde_json::to_string_pretty(&data)? + "\n")?;
    page(Mode::Write)
}

/// Writes the table, or compares it.
pub(crate) fn page(mode: Mode) -> Result<()> {
    let text = fs::read_to_string(root().join(PAGE)).with_context(|| format!("no {PAGE}"))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.with_context(|| format!("{PAGE} has no {BEGIN}"))?;
    settle(mode, PAGE, &format!("{before}{BEGIN}{}{END}{after}", table(&read()?)?))
}

fn read() -> Result<Value> {
    let text = fs::read_to_string(root().join(DATA)).with_context(|| format!("no {DATA}"))?;
    serde_json::from_str(&text).with_context(|| format!("{DATA} is no JSON"))
}

fn table(data: &Value) -> Result<String> {
    let promises = data["promises"].as_array().context("there are no promises")?;
    let runs = data["runs"].as_object().context("there are no runs")?;
    let mut table = String::from(
        "\n| promise | how it is shown | command | last result |\n| --- | --- | --- | --- |\n",
    );
    for promise in promises {
        let word = |name: &str| {
            let word = promise[name].as_str();
            word.with_context(|| format!("a promise has no {name:?}: {promise}"))
        };
        let row = [word("promise")?, word("shown")?, word("command")?, &result(promise, runs)?];
        writeln!(table, "| {} |", row.join(" | "))?;
    }
    let is_shown = |name: &str| promises.iter().any(|promise| of(promise, name).is_some());
    if let Some(name) = runs.keys().find(|name| !is_shown(name)) {
        bail!("{DATA} has a run of {name:?}, and no promise that it is for");
    }
    table.push('\n');
    Ok(table)
}

/// What the promise calls the run, if it rests on it: of `fuzz forgery`, `forgery`, and of `races` nothing. An option,
/// as in `ct --statistics`, makes it another verb's.
fn of<'n>(promise: &Value, name: &'n str) -> Option<&'n str> {
    let verbs = promise["runs"].as_array()?;
    let part = verbs.iter().filter_map(Value::as_str).find_map(|verb| {
        let part = name.strip_prefix(verb)?;
        (part.is_empty() || part.starts_with(' ') && !part.starts_with(" --")).then_some(part)
    })?;
    let is_one_of_many = part.is_empty() && verbs.len() > 1;
    Some(if is_one_of_many { name.split_once(' ')?.1 } else { part.trim_start() })
}

/// What is typed, and what was recorded, by days.
fn result(promise: &Value, runs: &Map<String, Value>) -> Result<String> {
    let mut days: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, run) in runs {
        let Some(part) = of(promise, name) else { continue };
        let word = |field: &str| run[field].as_str().with_context(|| format!("{name}: {field}?"));
        let part = if part.is_empty() { String::new() } else { format!("{part} ") };
        days.entry(word("date")?).or_default().push(part + word("result")?);
    }
    let days: Vec<String> =
        days.iter().map(|(day, results)| format!("{day}: {}", results.join(", "))).collect();
    let typed = promise["result"].as_str();
    if typed.is_none() && days.is_empty() {
        bail!("a promise has no result, neither typed nor recorded: {}", promise["promise"]);
    }
    Ok([days.join("; "), typed.unwrap_or_default().to_owned()]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join(". "))
}

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The day in UTC, as `2026-11-23`.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    day(since.as_secs() / 86_400)
}

/// The day so many days after 1970-01-01: years are counted from March, so that a leap day is a year's last.
fn day(days: u64) -> String {
    let since_march = days + 719_468;
    let (era, day) = (since_march / 146_097, since_march % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    format!("{:04}-{month:02}-{day:02}", year + 400 * era)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_numbers_match_the_calendar() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(20_513), "2026-03-01");
        assert_eq!(day(20_512), "2026-02-28");
        assert_eq!(day(20_818), "2026-12-31");
    }

    #[test]
    fn groups_digits_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn promise_shows_its_runs() {
        let promise = json!({
            "promise": "p", "shown": "s", "command": "c", "result": "found one", "runs": ["fuzz"]
        });
        let run = |result: &str| json!({ "date": "2026-11-23", "result": result });
        let data = |runs: Value| json!({ "promises": [promise], "runs": runs });
        let good = data(json!({ "fuzz a": run("1 execution"), "fuzz b": run("2 executions") }));
        let table = table(&good).unwrap();
        let row = "| p | s | c | 2026-11-23: a 1 execution, b 2 executions. found one |\n";
        assert!(table.contains(row), "{table}");
        let names = json!({ "runs": ["fuzz a", "fuzz b"] });
        assert_eq!(of(&names, "fuzz b"), Some("b"));
        assert_eq!(of(&names, "fuzz"), None);
        assert_eq!(of(&json!({ "runs": ["ct"] }), "ct --statistics"), None);
        let unknown = super::table(&data(json!({ "fuzzy": run("1") }))).unwrap_err();
        assert!(unknown.to_string().contains("no promise"), "{unknown}");
    }

    #[test]
    fn rejects_a_count_of_zero() {
        assert!(Run::counted("races", 0, "tests").is_err());
        assert_eq!(Run::counted("races", 1200, "tests").unwrap().result, "1,200 tests");
    }
}
