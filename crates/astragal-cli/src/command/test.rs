//! `digest test N FILE`: the speed of every hash on one file.

use std::fs;
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use astragal::registry::HASHES;

use crate::console::Out;
use crate::encoding::hex;
use crate::exit::Exit;

pub(crate) fn run(count: u32, file: &Path) -> anyhow::Result<Exit> {
    let data = fs::read(file).with_context(|| file.display().to_string())?;
    let mut rows: Vec<_> = HASHES.iter().collect();
    // Stable: within a size the order is the registry's.
    rows.sort_by_key(|row| row.digest_bytes);
    let mut to = Out::new();
    let mut size = 0;
    for row in rows {
        if row.digest_bytes != size {
            size = row.digest_bytes;
            writeln!(to, "{} bits", 8 * size)?;
        }
        let start = Instant::now();
        let mut digest = Vec::new();
        for _ in 0..count {
            digest = row.hash(black_box(&data));
        }
        let seconds = start.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
        let rate = data.len() as f64 * f64::from(count) / seconds / 1e6;
        writeln!(to, "{:<14} {seconds:.3} ({rate:.2} MB/s) {}", row.name, hex(&digest))?;
        to.flush()?;
    }
    Ok(Exit::Good)
}
