//! Prints the table "at a glance", with the speeds of the Keccak family. Speeds are relative to OpenSSL's SHA3-256, so
//! that results from different machines are comparable.

use std::hint::black_box;
use std::iter;

use astragal::hash::Sha3_256;
use astragal::keccak::batch;
use astragal::xof::{Kt128, Shake128, TurboShake128};
use digest::{ExtendableOutput, Update, XofReader};

use crate::clock::best_of_turns;
use crate::report::{BY_NAME, Measurement, OURS};

/// Measurement that the table uses as its unit of speed: algorithm, library, and message length in bytes.
const UNIT: (&str, &str, usize) = ("sha3-256", "OpenSSL", 16384);

/// Name of a library, and a closure that calls one of its functions.
type Contender = (&'static str, Box<dyn FnMut()>);

/// Measures operations other than hashing one message: squeezing output, hashing with interleaved states, and hashing
/// on all cores.
pub(crate) fn rows(backend: &'static str, turns: usize) -> Vec<Measurement> {
    let mut rows = Vec::new();
    let mut add = |algorithm, size, contenders: Vec<Contender>| {
        // Long messages are measured in fewer turns, because each call takes a long time.
        let turns = if size > 1 << 20 { turns.min(8) } else { turns };
        let (names, mut contenders): (Vec<_>, Vec<_>) = contenders.into_iter().unzip();
        let seconds = best_of_turns(&mut contenders, turns);
        for (contender, time) in iter::zip(names, &seconds) {
            let ours = contender == "astragal";
            rows.push(Measurement {
                algorithm,
                size,
                contender,
                backend: if ours { backend } else { "" },
                seconds: *time,
                ratio: (!ours).then(|| time / seconds[0]),
            });
        }
    };

    let mut ours = Shake128::new().finalize();
    let mut out = vec![0; 16384];
    let mut theirs = shake::Shake128::default().finalize_xof();
    let mut their_out = vec![0; 16384];
    add(
        "shake128 squeeze",
        16384,
        vec![
            ("astragal", Box::new(move || ours.squeeze(black_box(&mut out)))),
            ("shake", Box::new(move || theirs.read(black_box(&mut their_out)))),
        ],
    );

    let mut ours = TurboShake128::new().finalize();
    let mut out = vec![0; 16384];
    let mut theirs = turboshake::TurboShake128::default();
    theirs.update(b"");
    let mut theirs = theirs.finalize_xof();
    let mut their_out = vec![0; 16384];
    add(
        "turboshake128 squeeze",
        16384,
        vec![
            ("astragal", Box::new(move || ours.squeeze(black_box(&mut out)))),
            ("turboshake", Box::new(move || theirs.read(black_box(&mut their_out)))),
        ],
    );

    let mut states = [[1; 25]; 8];
    let mut lanes = [[1; 8]; 25];
    add(
        "keccak-f1600 ×8",
        1600,
        vec![
            (
                "astragal",
                Box::new(move || {
                    batch::keccak_p1600_lanes(black_box(&mut lanes), 24)
                        .expect("24 rounds are allowed");
                }),
            ),
            (
                "astragal, by states",
                Box::new(move || {
                    batch::keccak_p1600_x8(black_box(&mut states), 24)
                        .expect("24 rounds are allowed");
                }),
            ),
        ],
    );

    let messages = vec![vec![0x5a; 1024]; 8];
    let singly = messages.clone();
    add(
        "sha3-256 of 8",
        8192,
        vec![
            (
                "astragal",
                Box::new(move || {
                    let messages: [&[u8]; 8] = std::array::from_fn(|i| messages[i].as_slice());
                    black_box(batch::sha3_256(black_box(messages)));
                }),
            ),
            (
                "astragal, singly",
                Box::new(move || {
                    for message in &singly {
                        black_box(Sha3_256::hash(black_box(message)));
                    }
                }),
            ),
        ],
    );

    let message: &[u8] = vec![0x5a; 1 << 30].leak();
    add(
        "kt128 on all cores",
        message.len(),
        vec![
            (
                "astragal",
                Box::new(move || {
                    let mut kt = Kt128::new();
                    kt.absorb_parallel(black_box(message));
                    black_box(kt.finalize().squeeze_array::<32>());
                }),
            ),
            (
                "astragal, one core",
                Box::new(move || {
                    let mut kt = Kt128::new();
                    kt.absorb(black_box(message));
                    black_box(kt.finalize().squeeze_array::<32>());
                }),
            ),
        ],
    );
    rows
}

/// For each operation, prints the speeds of astragal and of the best peer, relative to the speed of OpenSSL's SHA3-256.
pub(crate) fn print_by_unit(rows: &[Measurement]) {
    let (algorithm, name, size) = UNIT;
    let unit =
        rows.iter().find(|row| (row.algorithm, row.contender, row.size) == (algorithm, name, size));
    let Some(unit) = unit else {
        println!("\nno table relative to {name}'s {algorithm}: install libssl-dev to measure it");
        return;
    };
    let unit = unit.megabytes_per_second();
    println!("\nrelative to {name}'s {algorithm} on {size} bytes, {unit:.0} MB/s:\n");
    println!("| work | bytes | astragal MB/s | ÷ unit | best peer MB/s | astragal ÷ peer |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: |");
    for ours in rows.iter().filter(|row| row.contender == "astragal" && row.size >= 200) {
        let same = |row: &&Measurement| row.algorithm == ours.algorithm && row.size == ours.size;
        let peer = rows
            .iter()
            .filter(same)
            .filter(|row| ![OURS, BY_NAME].contains(&row.contender))
            .min_by(|a, b| a.seconds.total_cmp(&b.seconds));
        let rate = ours.megabytes_per_second();
        let (theirs, ratio) = peer.map_or_else(Default::default, |peer| {
            let theirs = peer.megabytes_per_second();
            (format!("{} {theirs:.0}", peer.contender), format!("{:.2}", rate / theirs))
        });
        let (name, size) = (ours.algorithm, ours.size);
        println!("| {name} | {size} | {rate:.0} | {:.2} | {theirs} | {ratio} |", rate / unit);
    }
}
