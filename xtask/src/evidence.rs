//! Generates the table of `docs/evidence.md` from `docs/evidence.json`. Each row contains a claim, the method that
//! supports it, the command, and the last result. The claims are written by hand. Commands with `--record` add their
//! results to the data.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Map, Value, json};

use crate::generate::{Mode, write_or_check};
use crate::run::{command, output, root};

const DATA: &str = "docs/evidence.json";
const PAGE: &str = "docs/evidence.md";

/// Markers in `docs/evidence.md` before and after the generated table.
const BEGIN: &str = "<!-- begin evidence -->\n";
const END: &str = "<!-- end evidence -->\n";

/// Successful run of an `xtask` command, to be recorded as evidence.
pub(crate) struct Run {
    /// Name of the command and of the checked part, such as `fuzz forgery`.
    name: String,
    result: String,
}

impl Run {
    /// Creates the record of a successful run that checked `count` items. `of` names the items, such as `tests`.
    /// Returns an error if `count` is 0, because a run without checks is no evidence.
    pub(crate) fn counted(name: &str, count: u64, of: &str) -> Result<Self> {
        ensure!(count > 0, "{name} checked nothing");
        Ok(Self { name: name.to_owned(), result: format!("{} {of}", grouped(count)) })
    }
}

/// Records the runs in `docs/evidence.json` with today's date in UTC, the commit and the machine. Then updates the
/// table in `docs/evidence.md`.
pub(crate) fn record(runs: &[Run]) -> Result<()> {
    let today = output(&mut command("date", &["-u", "+%Y-%m-%d"]))?;
    let commit = commit()?;
    let machine = machine();
    let mut data = read()?;
    let recorded = data["runs"].as_object_mut().with_context(|| format!("{DATA} has no runs"))?;
    for Run { name, result } in runs {
        let run = json!({ "date": today, "commit": commit, "machine": machine, "result": result });
        recorded.insert(name.clone(), run);
        println!("recorded: {name}: {result}");
    }
    fs::write(root().join(DATA), serde_json::to_string_pretty(&data)? + "\n")?;
    page(Mode::Write)
}

/// Returns the abbreviated commit, followed by `+` if sources of the crates have uncommitted changes.
fn commit() -> Result<String> {
    let commit = output(&mut command("git", &["rev-parse", "--short", "HEAD"]))?;
    let changes = output(&mut command("git", &["status", "--porcelain", "crates"]))?;
    Ok(if changes.is_empty() { commit } else { commit + "+" })
}

/// Returns the processor's model on Linux, and only its architecture on other systems.
fn machine() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or(std::env::consts::ARCH, |(_, model)| model).to_owned()
}

/// Writes the table of evidence into `docs/evidence.md`. In check mode, returns an error if the file contains a
/// different table.
pub(crate) fn page(mode: Mode) -> Result<()> {
    let text =
        fs::read_to_string(root().join(PAGE)).with_context(|| format!("cannot read {PAGE}"))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = parts.with_context(|| format!("{PAGE} has no {BEGIN}"))?;
    write_or_check(mode, PAGE, &format!("{before}{BEGIN}{}{END}{after}", table(&read()?)?))
}

fn read() -> Result<Value> {
    let text =
        fs::read_to_string(root().join(DATA)).with_context(|| format!("cannot read {DATA}"))?;
    serde_json::from_str(&text).with_context(|| format!("{DATA} is not valid JSON"))
}

fn table(data: &Value) -> Result<String> {
    let claims = data["promises"].as_array().context("evidence has no promises")?;
    let runs = data["runs"].as_object().context("evidence has no runs")?;
    let mut table = String::from(
        "\n| promise | how it is shown | command | last result |\n| --- | --- | --- | --- |\n",
    );
    for claim in claims {
        let [promise, shown, command] =
            [text(claim, "promise")?, text(claim, "shown")?, text(claim, "command")?];
        writeln!(table, "| {promise} | {shown} | {command} | {} |", result(claim, runs)?)?;
    }
    let is_shown = |name: &str| claims.iter().any(|claim| part_of(claim, name).is_some());
    if let Some(name) = runs.keys().find(|name| !is_shown(name)) {
        bail!("{DATA} has a run {name:?} that belongs to no promise");
    }
    Ok(table + "\n")
}

fn text<'v>(value: &'v Value, field: &str) -> Result<&'v str> {
    value[field].as_str().with_context(|| format!("{DATA} has no {field:?} in {value}"))
}

/// Returns the part of the claim that a run checked. `name` is the name of the run: a command that the claim lists,
/// followed by the checked part. For example, the run `fuzz forgery` checked the part `forgery`. A name without a part,
/// such as `races`, means that the run checked everything. A command with an option, such as `ct --statistics`, is a
/// separate command.
///
/// Returns `None` if the claim does not list the command of the run.
fn part_of<'n>(claim: &Value, name: &'n str) -> Option<&'n str> {
    let verbs = claim["runs"].as_array()?;
    let part = verbs.iter().filter_map(Value::as_str).find_map(|verb| {
        let part = name.strip_prefix(verb)?;
        (part.is_empty() || part.starts_with(' ') && !part.starts_with(" --")).then_some(part)
    })?;
    let is_one_of_many = part.is_empty() && verbs.len() > 1;
    Some(if is_one_of_many { name.split_once(' ')?.1 } else { part.trim_start() })
}

/// Returns the last cell in the table row of a claim: the recorded results grouped by day, followed by the result that
/// was written by hand.
fn result(claim: &Value, runs: &Map<String, Value>) -> Result<String> {
    let mut days: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, run) in runs {
        let Some(part) = part_of(claim, name) else { continue };
        let result = format!("{part} {}", text(run, "result")?).trim_start().to_owned();
        days.entry(text(run, "date")?).or_default().push(result);
    }
    let days = days.iter().map(|(day, results)| format!("{day}: {}", results.join("<br>")));
    let days = days.collect::<Vec<_>>().join("<br>");
    match (days.as_str(), claim["result"].as_str()) {
        ("", None) => bail!("promise without result: {}", claim["promise"]),
        ("", Some(typed)) => Ok(typed.to_owned()),
        (_, None) => Ok(days),
        (_, Some(typed)) => Ok(format!("{days}. {typed}")),
    }
}

/// Formats a number as `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn row_shows_recorded_and_typed_results() {
        let promise = json!({
            "promise": "p", "shown": "s", "command": "c", "result": "found one", "runs": ["fuzz"]
        });
        let run = |result: &str| json!({ "date": "2026-11-23", "result": result });
        let data = |runs: Value| json!({ "promises": [promise], "runs": runs });
        let good = data(json!({ "fuzz a": run("1 execution"), "fuzz b": run("2 executions") }));
        let row = "| p | s | c | 2026-11-23: a 1 execution<br>b 2 executions. found one |\n";
        assert!(table(&good).unwrap().contains(row));
        let names = json!({ "runs": ["fuzz a", "fuzz b"] });
        assert_eq!(part_of(&names, "fuzz b"), Some("b"));
        assert_eq!(part_of(&names, "fuzz"), None);
        assert_eq!(part_of(&json!({ "runs": ["ct"] }), "ct --statistics"), None);
        let unknown = table(&data(json!({ "fuzzy": run("1") }))).unwrap_err();
        assert!(unknown.to_string().contains("belongs to no promise"), "{unknown}");
    }

    #[test]
    fn rejects_a_count_of_zero() {
        assert!(Run::counted("races", 0, "tests").is_err());
        let run = Run::counted("races", 1_234_567, "tests").unwrap();
        assert_eq!(run.result, "1,234,567 tests");
    }
}
