//! Where the known answers come from that an algorithm is tested with: the heads of their files.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Result, bail};

use crate::run::root;

/// How many files of a source are named.
const SHOWN: usize = 8;

/// A line for each source of the files named, whose names may end in `*`.
pub(super) fn list(names: &[&str]) -> Result<String> {
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut unused: Vec<&str> = names.to_vec();
    for entry in fs::read_dir(root().join("crates/astragal-vectors/vectors"))? {
        let path = entry?.path();
        let file = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is = |name: &str| match name.strip_suffix('*') {
            Some(start) => file.starts_with(start),
            None => file == name,
        };
        if names.iter().any(|name| is(name)) {
            unused.retain(|name| !is(name));
            for source in of_text(&fs::read_to_string(&path)?) {
                sources.entry(source).or_default().push(file.clone());
            }
        }
    }
    if let Some(name) = unused.first() {
        bail!("no file of known answers is {name}");
    }
    let mut list = String::from("**Known answers.** None is made by astragal itself:\n");
    for (source, mut files) in sources {
        files.sort();
        let shown: Vec<String> = files.iter().take(SHOWN).map(|file| format!("`{file}`")).collect();
        let more = files.len().saturating_sub(SHOWN);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        list += &format!("\n- {source}: {}{more}", shown.join(", "));
    }
    Ok(list + "\n")
}

/// The sources that a file names, each with its further lines.
fn of_text(text: &str) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let comment = line.strip_prefix('#').map(str::trim);
        match (comment.and_then(|c| c.strip_prefix("source: ")), comment) {
            (Some(source), _) => {
                sources.push(source.to_owned());
                is_open = true;
            }
            // A source goes on until another word with a colon, or the end of the comment.
            (None, Some(more)) if is_open && !more.is_empty() && !begins_a_field(more) => {
                if let Some(source) = sources.last_mut() {
                    source.push(' ');
                    *source += more;
                }
            }
            _ => is_open = false,
        }
    }
    sources
}

fn begins_a_field(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(word, _)| !word.contains(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_span_lines() {
        let text = "# source: A book,\n# page 3\n# license: free\n\ncase\n# source: another\n";
        assert_eq!(of_text(text), ["A book, page 3", "another"]);
    }
}
