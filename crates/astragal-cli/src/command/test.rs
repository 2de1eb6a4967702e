//! `digest test N FILE`: cppcrypto's table, the speed of every hash, extendable-output function and keyed
//! hash on one file, grouped by the length of what they give.

use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::Context as _;
use astragal::registry::{HASHES, SIZED_HASHES, XOFS, macs};

use crate::bench::contender::key;
use crate::cli::Parameters;
use crate::console::Out;
use crate::digester::Digester;
use crate::encoding::hex;
use crate::exit::Exit;
use crate::stream::{Parallel, StreamOutput};

pub(crate) fn run(count: u32, file: &Path) -> anyhow::Result<Exit> {
    let data = std::fs::read(file).with_context(|| file.display().to_string())?;
    let none = Parameters::default();
    let hashes = HASHES.iter().map(|row| Digester::new(row.name, None, &none));
    let is_new = |name: &&str| !HASHES.iter().any(|row| row.name == *name);
    let xofs = SIZED_HASHES.iter().chain(XOFS).map(|row| row.name).filter(is_new);
    let xofs = xofs.map(|name| Digester::new(name, None, &none));
    let keyed = macs().map(|row| Digester::keyed(row.name, &key(row), None, None));
    let mut algorithms: Vec<Digester> =
        hashes.chain(xofs).chain(keyed).collect::<anyhow::Result<_>>()?;
    // Stable: within a size the order is the registry's.
    algorithms.sort_by_key(Digester::output_bytes);
    let mut to = Out::new();
    let mut size = 0;
    for algorithm in &algorithms {
        if algorithm.output_bytes() != size {
            size = algorithm.output_bytes();
            writeln!(to, "{} bits", 8 * size)?;
        }
        let (result, time) = timed(count, data.len(), || digest(algorithm, black_box(&data)));
        let name = name(algorithm);
        match result {
            Ok(digest) => {
                writeln!(to, "{name:<14} {time} {}", hex(&digest))?;
            }
            // Some codes take only short messages.
            Err(error) => writeln!(to, "{name:<14} {error}")?,
        }
        to.flush()?;
    }
    Ok(Exit::Good)
}

/// What the last of `count` calls gives, and how long all take with `bytes` each, as cppcrypto writes it.
pub(super) fn timed<T>(count: u32, bytes: usize, mut call: impl FnMut() -> T) -> (T, String) {
    let start = Instant::now();
    for _ in 1..count {
        black_box(call());
    }
    let last = call();
    let seconds = start.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
    let rate = bytes as f64 * f64::from(count) / seconds / 1e6;
    (last, format!("{seconds:.3} ({rate:.2} MB/s)"))
}

/// The name as cppcrypto writes it, the length behind a slash.
pub(super) fn slashed(name: &str) -> String {
    match name.rsplit_once('-') {
        Some((family, bits)) if bits.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("{family}/{bits}")
        }
        _ => name.to_owned(),
    }
}

/// Its name; a code that is called like a hash says so.
fn name(algorithm: &Digester) -> String {
    let name = slashed(algorithm.name());
    let is_ambiguous = algorithm.is_keyed() && Digester::is_known(algorithm.name());
    if is_ambiguous { format!("{name} keyed") } else { name }
}

fn digest(algorithm: &Digester, data: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut stream = algorithm.stream()?;
    stream.begin(data.len() as u64)?;
    stream.update(data, Parallel::No)?;
    stream.finish().and_then(StreamOutput::whole)
}
