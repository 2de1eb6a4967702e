//! Findings of the interpreter in the constant-time test: dependences on secrets, and secrets left on the stack.

use crate::evidence::grouped;

/// Functions that may branch on a secret, because the secret is their result. Each entry has the source file and the
/// function. The first five return whether a verification succeeded. The function for CBC returns whether the padding
/// is correct, and the function for XTS whether the two halves of a key are equal.
const PUBLISHED: [(&str, &str); 7] = [
    ("src/construction/mode.rs", "verified"),
    ("src/registry/aead.rs", "{closure"),
    ("src/registry/mac/row.rs", "verified"),
    ("src/traits/aead.rs", "open"),
    ("src/traits/limited_aead.rs", "decrypt_in_place_any_length"),
    ("src/construction/mode/cbc.rs", "finish_unpadded"),
    ("src/registry/cipher/mode/object.rs", "{closure"),
];

/// Returns the number of secret bytes that an operation of this kind may leave on the stack. MAC verification leaves
/// its result, which is one byte. Kinds whose operations do not wipe the stack have no limit here.
fn allowed_remains(kind: &str) -> u64 {
    match kind {
        "aead" => 0,
        "mac" => 1,
        _ => u64::MAX,
    }
}

/// Findings of the machine-code interpreter for one algorithm in the constant-time test.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    kind: String,
    /// Kind, name, backend and declared timing of the algorithm, separated by spaces.
    name: String,
    is_constant: bool,
    operations: u64,
    /// Number of times that a branch, an address or a division depended on a secret.
    dependences: u64,
    /// Branches that depended on secrets: for each, how often it was executed, and its source line and function.
    branches: Vec<(u64, String)>,
    others: Vec<String>,
    /// Number of secret bytes that the operations left on the stack.
    remains: u64,
}

/// Parses the output that the interpreter prints for the constant-time test.
pub(super) fn parse(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        if let [kind, _, _, timing, operations, dependences] = fields[..] {
            rows.push(Row {
                kind: kind.to_owned(),
                name: fields[..4].join(" "),
                is_constant: timing == "constant-time",
                operations: number(operations),
                dependences: number(dependences),
                branches: Vec::new(),
                others: Vec::new(),
                remains: 0,
            });
        } else if let (Some(found), Some(row)) = (line.strip_prefix("  "), rows.last_mut()) {
            let words = found.splitn(4, ' ').collect::<Vec<_>>();
            match words[..] {
                ["branch", times, "times,", place] => {
                    row.branches.push((number(times), place.to_owned()));
                }
                ["remains", bytes, ..] => row.remains += number(bytes),
                _ => row.others.push(found.to_owned()),
            }
        }
    }
    rows
}

/// Summary of the interpreter's findings at one instruction-set level.
#[derive(Debug, Default)]
pub(super) struct Report {
    rows: u64,
    pub(super) operations: u64,
    /// Number of times that branches on secrets were executed in the functions listed in [`PUBLISHED`], where they are
    /// allowed.
    published: u64,
    /// Number of algorithms that are not declared constant-time and in which the interpreter found dependences on
    /// secrets. They are positive controls: a number above 0 shows that the interpreter can find such dependences.
    controls: u64,
    /// Findings that fail the check, one line each.
    pub(super) broken: Vec<String>,
}

impl Report {
    pub(super) fn new(rows: &[Row]) -> Self {
        let mut report = Self::default();
        for row in rows {
            report.rows += 1;
            report.operations += row.operations;
            let mut broken = |found: &str| report.broken.push(format!("{}: {found}", row.name));
            if row.remains > allowed_remains(&row.kind).saturating_mul(row.operations) {
                broken(&format!("{} secret bytes remain on the stack", row.remains));
            }
            if !row.is_constant {
                report.controls += u64::from(row.dependences > 0);
                continue;
            }
            for (times, place) in &row.branches {
                let is_published = |(file, function): &(&str, &str)| {
                    let found = place.split_once(" in ");
                    found.is_some_and(|(at, name)| at.contains(file) && name.starts_with(function))
                };
                if PUBLISHED.iter().any(is_published) {
                    report.published += times;
                } else {
                    broken(&format!("branch, {place}"));
                }
            }
            row.others.iter().for_each(|found| broken(found));
            if row.dependences > 0 {
                broken(&format!("{} dependences beyond the verdicts", row.dependences));
            }
        }
        report
    }

    pub(super) fn counts(&self) -> String {
        let Self { rows, published, controls, broken, .. } = self;
        format!(
            "operations of {} rows; {} branches on published verdicts, {} findings; {} rows that are not \
             constant-time are flagged",
            grouped(*rows),
            grouped(*published),
            broken.len(),
            grouped(*controls),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &str) -> Report {
        Report::new(&parse(lines))
    }

    #[test]
    fn allows_only_branches_on_published_values() {
        let row = "aead\ta\tavx512\tconstant-time\t12\t0\n";
        let verdict =
            "  branch 7 times, astragal/src/traits/aead.rs:327 in open<T>, inlined into f\n";
        assert!(report(&format!("{row}{verdict}")).broken.is_empty());
        let key = "  branch 1 times, astragal/src/algorithm/aria.rs:5 in open, inlined into f\n";
        assert_eq!(report(&format!("{row}{key}")).broken.len(), 1);
        let index = "  address 1 times, astragal/src/traits/aead.rs:327 in open\n";
        assert_eq!(report(&format!("{row}{index}")).broken.len(), 1);
    }

    #[test]
    fn erasure_is_required_of_keyed_kinds() {
        let left = "  remains 13 bytes, up to 80 bytes below the caller\n";
        let row = |kind: &str| format!("{kind}\ta\tavx512\tconstant-time\t12\t0\n{left}");
        assert_eq!(report(&row("mac")).broken.len(), 1);
        assert!(report(&row("hash")).broken.is_empty());
    }

    #[test]
    fn counts_rows_that_are_not_constant_time() {
        let row = "cipher\ta\tportable\ttable-based\t3\t40\n  address 40 times, x.rs:1 in f\n";
        let report = report(row);
        assert_eq!((report.controls, report.broken.len()), (1, 0));
    }
}
