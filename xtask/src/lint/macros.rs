//! Macros are short: what does not vary between a macro's uses is better read as a generic type or function.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::source::{relative, rust_files};

const LONGEST_LINES: usize = 40;

/// Macros over tables: functions for C, since a generic function has no exported name, and an enumeration with a variant
/// per engine.
const OVER_TABLES: [&str; 5] = [
    "crates/astragal/src/registry/hash/erased.rs",
    "crates/astragal-capi/src/kind.rs",
    "crates/astragal-capi/src/typed/state.rs",
    "crates/astragal-capi/tests/arguments/state.rs",
    "crates/astragal-capi/tests/header/states.rs",
];

/// The macros with more lines than that, each with its place.
pub(super) fn too_long(root: &Path) -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for folder in ["crates", "xtask", "peers", "fuzz"] {
        for file in rust_files(&root.join(folder))? {
            let name = relative(&file, root);
            if OVER_TABLES.contains(&name.as_str()) {
                continue;
            }
            for found in macros(&fs::read_to_string(&file)?) {
                if found.lines > LONGEST_LINES {
                    faults.push(format!(
                        "{name}:{}: the macro {} has {} lines; {LONGEST_LINES} are allowed",
                        found.first, found.name, found.lines
                    ));
                }
            }
        }
    }
    Ok(faults)
}

struct Macro<'a> {
    /// The number of its first line, from 1.
    first: usize,
    name: &'a str,
    lines: usize,
}

/// The macros of a file that rustfmt has set: each ends with the brace in the column that it began in.
fn macros(source: &str) -> Vec<Macro<'_>> {
    let lines: Vec<&str> = source.lines().collect();
    let found = lines.iter().enumerate().filter_map(|(i, line)| {
        let (before, after) = line.split_once("macro_rules! ")?;
        let name = before.trim().is_empty().then(|| after.split(' ').next())??;
        let ends =
            |line: &&str| line.strip_prefix(before).is_some_and(|rest| rest.starts_with('}'));
        let below = lines[i + 1..].iter().position(ends).map_or(0, |position| position + 1);
        let is_one_line = line.ends_with('}');
        Some(Macro { first: i + 1, name, lines: 1 + if is_one_line { 0 } else { below } })
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with a macro of that many lines, inside a module.
    fn planted(lines: usize) -> String {
        let rules = "        (a) => { 1 };\n".repeat(lines - 2);
        format!("mod m {{\n    macro_rules! long {{\n{rules}    }}\n    long!(a);\n}}\n")
    }

    fn faults(source: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for crates in ["crates", "xtask", "peers", "fuzz"] {
            fs::create_dir(folder.path().join(crates)).unwrap();
        }
        fs::write(folder.path().join("crates/lib.rs"), source).unwrap();
        too_long(folder.path()).unwrap()
    }

    #[test]
    fn rejects_long_macro_with_place_and_name() {
        let refused = "crates/lib.rs:2: the macro long has 41 lines; 40 are allowed";
        assert_eq!(faults(&planted(41)), [refused]);
    }

    #[test]
    fn accepts_macros_up_to_the_bound() {
        assert_eq!(faults(&planted(40)), [""; 0]);
        let one_line = "macro_rules! unit { () => {} }\n".to_owned() + &"fn f() {}\n".repeat(50);
        assert_eq!(faults(&one_line), [""; 0]);
    }

    #[test]
    fn project_macros_stay_within_the_bound() {
        let faults = too_long(&crate::run::root()).unwrap();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}
