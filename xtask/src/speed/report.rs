//! Reports in `docs/speed`: one for each results file, named after its date.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use anyhow::Result;

use super::{CHARTED_BYTES, Cell, cells, chart, field, losses, read};
use crate::generate::{Mode, write_or_check};

/// Results files that have a report, each with the report's title.
const FILES: [(&str, &str); 4] = [
    ("avx512", "Hashes, MACs and authenticated ciphers, AVX-512"),
    ("ciphers-avx512", "Block ciphers and modes, AVX-512"),
    ("avx2", "Hashes, MACs and authenticated ciphers, AVX2"),
    ("ciphers-avx2", "Block ciphers and modes, AVX2"),
];

/// Charts in the reports. Each entry has the file name, the title, and prefixes of algorithm names. An algorithm is
/// shown in the first chart that lists a prefix of its name.
const FAMILIES: [(&str, &str, &[&str]); 9] = [
    (
        "keccak",
        "Keccak",
        &["sha3-", "keccak", "shake", "cshake", "kmac", "tuple", "parallel", "turbo", "kt"],
    ),
    ("ascon", "Ascon", &["ascon"]),
    ("sha2", "SHA-2, SHA-1, MD5 and RIPEMD-160", &["sha", "md5", "ripemd"]),
    ("blake", "BLAKE, BLAKE2 and BLAKE3", &["blake"]),
    ("finalists", "Skein, JH and Grøstl", &["skein", "jh", "groestl"]),
    (
        "national",
        "SM3, Streebog, Kupyna and Whirlpool",
        &["sm3", "streebog", "kupyna", "whirlpool"],
    ),
    ("hmac", "HMAC", &["hmac-"]),
    ("aes", "AES", &["aes"]),
    ("ciphers", "Other ciphers", &[""]),
];

fn name(file: &str) -> Result<String> {
    Ok(format!("{}-{file}", field(file, "date")?))
}

/// Returns a table of the reports. Each row shows in how many measurements astragal is faster, equal and slower.
pub(super) fn list() -> Result<String> {
    let mut text = String::from(
        "| report | faster | equal within 3 % | slower |\n| --- | ---: | ---: | ---: |\n",
    );
    for (file, title) in FILES {
        let (cells, name) = (cells(file)?, name(file)?);
        let [ahead, ties, behind] = counts(&cells);
        let date = field(file, "date")?;
        writeln!(text, "| [{date}: {title}](speed/{name}.md) | {ahead} | {ties} | {behind} |")?;
    }
    Ok(text)
}

/// Counts the cells in which astragal is faster than the fastest peer, equal to it within 3 %, and slower than it.
pub(super) fn counts(cells: &[Cell]) -> [usize; 3] {
    let behind = cells.iter().filter(|cell| cell.is_behind()).count();
    let ahead = cells.iter().filter(|cell| cell.is_ahead()).count();
    [ahead, cells.len() - ahead - behind, behind]
}

/// Writes all reports and their charts, or compares them with the committed files.
pub(super) fn all(mode: Mode) -> Result<()> {
    for (file, title) in FILES {
        let (cells, name) = (cells(file)?, name(file)?);
        let [ahead, ties, behind] = counts(&cells);
        let mut text =
            format!("# {title}, {}\n\n| property | value |\n| --- | --- |\n", field(file, "date")?);
        for what in ["commit", "machine", "compiler", "command"] {
            let value = field(file, what)?;
            let value = if what == "command" { format!("`{value}`") } else { value };
            writeln!(text, "| {what} | {value} |")?;
        }
        let libraries = libraries(&read(&format!("peers/results/{file}.csv"))?);
        writeln!(text, "| libraries | {} |", field(file, "libraries").unwrap_or(libraries))?;
        writeln!(text, "| raw data | [{file}.csv](../../peers/results/{file}.csv) |")?;
        write!(
            text,
            "\nA ratio is the time of the fastest peer divided by astragal's: above 1, astragal is faster. Of {} \
             comparisons, astragal is faster in {ahead}, equal within 3 % in {ties}, and slower in {behind}.\n\n\
             ## Where astragal is slower\n\n{}",
            cells.len(),
            losses(&cells)?
        )?;
        for (chart, title, _) in FAMILIES {
            let is_shown =
                |cell: &&Cell| cell.bytes == CHARTED_BYTES && family(&cell.algorithm) == chart;
            let shown: Vec<&Cell> = cells.iter().filter(is_shown).collect();
            if !shown.is_empty() {
                let svg = format!("{name}-{chart}.svg");
                let alt = format!("{title}: speeds of astragal and of the fastest peer");
                write!(text, "\n## {title}, 16 KiB\n\n![{alt}]({svg})\n")?;
                let drawn = chart::draw(title, &shown, chart::ON_WHITE)?;
                write_or_check(mode, &format!("docs/speed/{svg}"), &drawn)?;
            }
        }
        write_or_check(mode, &format!("docs/speed/{name}.md"), &text)?;
    }
    Ok(())
}

/// Returns the file name of the chart that shows an algorithm.
fn family(algorithm: &str) -> &'static str {
    let is_of = |prefixes: &[&str]| prefixes.iter().any(|prefix| algorithm.starts_with(prefix));
    FAMILIES.iter().find(|(.., prefixes)| is_of(prefixes)).map_or("ciphers", |(chart, ..)| chart)
}

/// Returns the names of the measured libraries, with the versions in the results file.
fn libraries(results: &str) -> String {
    let names = results.lines().skip(1).filter_map(|line| {
        let (before, _) = line.rsplit_once(',')?;
        let fields: Vec<&str> = before.split(',').collect();
        let name = fields.get(2..fields.len().checked_sub(4)?)?.join(",");
        (!name.starts_with("astragal") && !name.starts_with("hmac + ")).then_some(name)
    });
    names.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::parse;

    #[test]
    fn every_algorithm_has_a_family() {
        for (algorithm, chart) in [
            ("sha3-256", "keccak"),
            ("sha384", "sha2"),
            ("hmac-sha3-256", "hmac"),
            ("sm4-ctr", "ciphers"),
            ("kt128", "keccak"),
        ] {
            assert_eq!(family(algorithm), chart, "{algorithm}");
        }
    }

    #[test]
    fn lists_peers_once() {
        let results = "head\na,1,astragal,avx2,1,1,1,\na,1,x, y 1.0,,1,1,1,1\na,2,x, y 1.0,,1,1,1,1\na,2,hmac + z,,1,1,1,1\n";
        assert_eq!(libraries(results), "x, y 1.0");
        assert_eq!(counts(&parse(results).unwrap()), [0, 1, 0]);
    }
}
