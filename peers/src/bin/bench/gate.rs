//! Regression test of speed. A ratio is the time of a peer (another library) divided by astragal's time. The test fails
//! if a ratio is more than 5 % below its stored value.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use peers::without_version;

use crate::report::Measurement;

/// Tolerance. The test fails if a measured ratio is below the stored ratio times this factor.
const LEAST: f64 = 0.95;
/// Number of times that a measurement may be repeated if its ratio is too low, because noise may be the cause.
const TRIES: usize = 3;

/// Time of a peer divided by the time of astragal, for each algorithm, message length and peer.
type Ratios = HashMap<(String, usize, String), f64>;

/// Compares the ratios in `rows` with the ratios in `file`, a table that `--output` wrote. The two measurements may
/// have used different versions of the libraries. `again` repeats the measurements of one algorithm at one message
/// length.
///
/// # Errors
/// If the table cannot be read, if it contains none of the measured rows, or if a ratio is too low. Each ratio that is
/// too low is also printed, and the error states their number.
pub(crate) fn check(
    rows: &[Measurement],
    file: &Path,
    mut again: impl FnMut(&'static str, usize) -> Vec<Measurement>,
) -> Result<()> {
    let stored = read(file)?;
    let before = |row: &Measurement| {
        let library = without_version(row.contender).to_owned();
        let key = (row.algorithm.to_owned(), row.size, library);
        row.ratio.and(stored.get(&key).copied())
    };
    let compared = rows.iter().filter(|row| before(row).is_some()).count();
    if compared == 0 {
        bail!("{} has none of the measured rows", file.display());
    }
    let mut fallen = 0;
    for row in rows {
        let (Some(before), Some(mut now)) = (before(row), row.ratio) else { continue };
        for _ in 0..TRIES {
            if now >= LEAST * before {
                break;
            }
            let rows = again(row.algorithm, row.size);
            let same = rows.iter().find(|other| other.contender == row.contender);
            now = same.and_then(|row| row.ratio).map_or(now, |ratio| now.max(ratio));
        }
        if now < LEAST * before {
            fallen += 1;
            let (name, size, peer) = (row.algorithm, row.size, row.contender);
            println!("slower: {name}, {size} bytes: ratio to {peer} was {before:.2}, is {now:.2}");
        }
    }
    if fallen > 0 {
        bail!("{fallen} of {compared} ratios are more than 5 % below {}", file.display());
    }
    println!("none of {compared} ratios is more than 5 % below {}", file.display());
    Ok(())
}

fn read(file: &Path) -> Result<Ratios> {
    let text =
        fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let ratios = text.lines().skip(1).filter_map(|line| {
        // The name of the library may contain commas, so the five fields after the name are counted from the end.
        let mut front = line.splitn(3, ',');
        let (algorithm, size, rest) = (front.next()?, front.next()?, front.next()?);
        let mut back = rest.rsplitn(6, ',');
        let ratio = back.next()?.parse().ok()?;
        let library = back.nth(4)?;
        let library = without_version(library).to_owned();
        Some(((algorithm.to_owned(), size.parse().ok()?, library), ratio))
    });
    Ok(ratios.collect())
}
