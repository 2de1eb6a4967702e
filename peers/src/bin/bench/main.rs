//! Benchmark of astragal and its peers. Prints a table of the times, and of their ratios to astragal's times. The
//! libraries are measured in short, alternating turns, so that noise affects all of them equally. The fastest turn of
//! each library is reported.

mod at_a_glance;
mod buffer;
mod ciphers;
mod clock;
mod gate;
mod report;

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use peers::{AeadPeer, Kind, Ours, Seal, aead_peers, cap, level, peers, typed, typed_seal};

use crate::buffer::Buffer;
use crate::clock::{best_of_turns, cycles_per_second};
use crate::report::{BY_NAME, Measurement, OURS};

/// Measures astragal and other libraries
#[derive(Parser)]
struct Arguments {
    /// Algorithms: all, a family (keccak, ascon, sha2, rijndael, ...), the beginning of a name (aes-128-ctr) or a
    /// pattern (*-gcm)
    #[arg(default_value = "all")]
    names: Vec<String>,
    /// Message lengths in bytes
    #[arg(long, value_delimiter = ',', default_value = "0,32,64,200,576,1024,4096,16384,1048576")]
    sizes: Vec<usize>,
    /// Limit the instruction sets of astragal to CPU: portable, ssse3, avx2, vaes, gfni, avx512, neon or arm-sha3. The
    /// limits avx2, vaes and gfni also apply to OpenSSL, libgcrypt and Botan
    #[arg(long)]
    cpu: Option<String>,
    /// Skip algorithms without a peer
    #[arg(long)]
    peers_only: bool,
    /// Write NAME.csv and NAME.svg into this folder
    #[arg(long)]
    output: Option<PathBuf>,
    /// Base name of the files in --output [default: the algorithms, joined by hyphens]
    #[arg(long)]
    name: Option<String>,
    /// Fail if a ratio is more than 5 % below the ratio in this table, which --output wrote
    #[arg(long, value_name = "FILE")]
    gate: Option<PathBuf>,
    /// Number of turns of each library
    #[arg(long, default_value_t = 60)]
    turns: usize,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = &arguments.cpu {
        cap(level(name)?)?;
    }
    let hertz = cycles_per_second();
    println!("{:.2} GHz, measured with a chain of multiplications\n", hertz / 1e9);
    let wanted = |name: &str| {
        let family = Ours::find(name).map(|ours| ours.family());
        arguments.names.iter().any(|word| {
            word == "all" || name.starts_with(word.as_str()) || family == Some(word.as_str())
        })
    };
    let mut rows = Vec::new();
    for name in peers::names().into_iter().filter(|name| wanted(name)) {
        for &size in &arguments.sizes {
            rows.extend(measure(name, size, &arguments));
        }
    }
    for peer in aead_peers().into_iter().filter(|peer| wanted(peer.algorithm)) {
        for &size in &arguments.sizes {
            rows.extend(seal(&peer, size, arguments.turns));
        }
    }
    let among = |name: &str, family: &str| {
        let named = |word: &String| word == "all" || word == family || matches(name, word);
        arguments.names.iter().any(named)
    };
    rows.extend(ciphers::rows(among, &arguments.sizes, arguments.peers_only, arguments.turns));
    for rounds in [1, 6, 8, 12] {
        if wanted(ASCON_P[rounds]) {
            rows.extend(ascon_p(rounds, arguments.turns));
        }
    }
    if wanted("keccak-f1600") {
        rows.extend(permutation(arguments.turns));
    }
    let keccak = arguments.names.iter().any(|word| word == "keccak" || word == "all");
    if keccak {
        let backend = Ours::find("sha3-256").expect("astragal has SHA3-256").backend();
        rows.extend(at_a_glance::rows(backend, arguments.turns));
    }
    report::print(&rows, hertz);
    if keccak {
        at_a_glance::print_by_unit(&rows);
    }
    if let Some(folder) = &arguments.output {
        fs::create_dir_all(folder)?;
        let name = arguments.name.clone().unwrap_or_else(|| arguments.names.join("-"));
        let file = |ending| folder.join(format!("{name}.{ending}"));
        report::write_csv(&rows, hertz, &file("csv"))?;
        report::draw(&rows, &file("svg"))?;
    }
    let Some(table) = &arguments.gate else { return Ok(()) };
    gate::check(&rows, table, |algorithm, size| {
        let sealing = aead_peers().into_iter().find(|peer| peer.algorithm == algorithm);
        match sealing {
            Some(peer) => seal(&peer, size, arguments.turns),
            None => measure(algorithm, size, &arguments),
        }
    })
}

/// Returns whether a benchmark's name matches a word of the command line. The word is either the beginning of the name,
/// or a pattern with one `*`, which stands for any text.
fn matches(name: &str, word: &str) -> bool {
    match word.split_once('*') {
        None => name.starts_with(word),
        Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
    }
}

/// Measures an algorithm at one message length in astragal and in all peers.
fn measure(name: &'static str, size: usize, arguments: &Arguments) -> Vec<Measurement> {
    let Some(ours) = Ours::find(name) else {
        return Vec::new();
    };
    let rivals: Vec<_> = peers().into_iter().filter(|peer| peer.algorithm == name).collect();
    if arguments.peers_only && rivals.is_empty() {
        return Vec::new();
    }
    let bytes = match ours.kind() {
        Kind::Fixed(bytes) => bytes,
        Kind::Extendable => 32,
    };
    let call = |mut call: Box<dyn FnMut(&[u8], &mut [u8])>| -> Box<dyn FnMut()> {
        let (message, mut out) = (Buffer::filled(0x5a, size), Buffer::filled(0, bytes));
        Box::new(move || {
            call(black_box(&message), &mut out);
            black_box(&out);
        })
    };
    let named = {
        let ours = Ours::find(name).expect("astragal has the algorithm");
        call(Box::new(move |message, out| ours.run(message, out)))
    };
    // Measures astragal through the registry. Also measures the algorithm's Rust type, if `typed` lists it.
    let mut libraries = vec![named];
    if let Some(function) = typed(name) {
        libraries.insert(0, call(Box::new(function)));
    }
    let own = libraries.len();
    libraries.extend(rivals.iter().map(|peer| call(Box::new(peer.function))));
    // Long messages are measured in fewer turns, because each call takes a long time.
    let turns = if size > 1 << 17 { arguments.turns.min(12) } else { arguments.turns };
    let seconds = best_of_turns(&mut libraries, turns);
    let row = |contender: &'static str, backend, seconds| Measurement {
        algorithm: name,
        size,
        contender,
        backend,
        seconds,
        ratio: None,
    };
    let mut rows = vec![row(OURS, ours.backend(), seconds[0])];
    if own == 2 {
        rows.push(row(BY_NAME, ours.backend(), seconds[1]));
    }
    for (peer, &theirs) in rivals.iter().zip(&seconds[own..]) {
        rows.push(Measurement { ratio: Some(theirs / seconds[0]), ..row(peer.name, "", theirs) });
    }
    rows
}

/// Measures Keccak-f[1600] in astragal and in the crate `keccak`. Times are for one 200-byte state.
fn permutation(turns: usize) -> Vec<Measurement> {
    let (mut ours, mut theirs) = ([1; 25], [1; 25]);
    let keccak = keccak::Keccak::new();
    let mut libraries: Vec<Box<dyn FnMut()>> = vec![
        Box::new(move || {
            astragal::hazmat::keccak_p1600(black_box(&mut ours), 24)
                .expect("24 rounds are allowed");
        }),
        Box::new(move || keccak.with_f1600(|f1600| f1600(black_box(&mut theirs)))),
    ];
    let seconds = best_of_turns(&mut libraries, turns);
    let backend = Ours::find("sha3-256").expect("astragal has SHA3-256").backend();
    let row = |contender, backend, seconds, ratio| Measurement {
        algorithm: "keccak-f1600",
        size: 200,
        contender,
        backend,
        seconds,
        ratio,
    };
    vec![
        row("astragal", backend, seconds[0], None),
        row("keccak", "", seconds[1], Some(seconds[1] / seconds[0])),
    ]
}

/// Measures encryption in place with 32 bytes of associated data, including the key setup. Compares astragal's Rust
/// type, its registry object, and one peer. Also measures decryption with astragal.
fn seal(peer: &AeadPeer, size: usize, turns: usize) -> Vec<Measurement> {
    let row = astragal::registry::aead(peer.algorithm).expect("astragal has the algorithm");
    let (key, nonce, data) = (vec![1; row.key_bytes], vec![2; row.nonce_bytes], [3; 32]);
    let sealing = |seal: Seal| -> Box<dyn FnMut()> {
        let (key, nonce) = (key.clone(), nonce.clone());
        let (mut text, mut tag) = (Buffer::filled(0x5a, size), vec![0; row.tag_bytes]);
        Box::new(move || seal(black_box(&key), &nonce, &data, black_box(&mut text), &mut tag))
    };
    let ours = typed_seal(peer.algorithm).expect("the algorithm has a public type");
    let named = {
        let (key, nonce) = (key.clone(), nonce.clone());
        let (mut text, mut tag) = (Buffer::filled(0x5a, size), vec![0; row.tag_bytes]);
        move || {
            let cipher = row.new_aead(black_box(&key)).expect("the key has the right length");
            let text = black_box(&mut text);
            cipher
                .encrypt_in_place_detached(&nonce, &data, text, &mut tag)
                .expect("the lengths are allowed");
        }
    };
    let opened = {
        let (key, nonce) = (key.clone(), nonce.clone());
        let cipher = row.new_aead(&key).expect("the key has the right length");
        let sealed =
            cipher.encrypt(&nonce, &data, &vec![0x5a; size]).expect("the lengths are allowed");
        let mut text = Buffer::filled(0, size);
        move || {
            let cipher = row.new_aead(black_box(&key)).expect("the key has the right length");
            text.copy_from_slice(&sealed[..size]);
            let text = black_box(&mut text);
            cipher
                .decrypt_in_place_detached(&nonce, &data, text, &sealed[size..])
                .expect("the tag is valid");
        }
    };
    let mut libraries: Vec<Box<dyn FnMut()>> =
        vec![sealing(ours), Box::new(named), Box::new(opened), sealing(peer.seal)];
    let turns = if size > 1 << 17 { turns.min(12) } else { turns };
    let seconds = best_of_turns(&mut libraries, turns);
    let line = |contender, backend, seconds, ratio| Measurement {
        algorithm: peer.algorithm,
        size,
        contender,
        backend,
        seconds,
        ratio,
    };
    let backend = row.implementation().backend;
    vec![
        line(OURS, backend, seconds[0], None),
        line(BY_NAME, backend, seconds[1], None),
        line("astragal, open", backend, seconds[2], None),
        line(peer.name, "", seconds[3], Some(seconds[3] / seconds[0])),
    ]
}

/// Benchmark names of Ascon's permutation, indexed by the number of rounds. A number of rounds without a benchmark has
/// an empty name.
const ASCON_P: [&str; 13] =
    ["", "ascon-p1", "", "", "", "", "ascon-p6", "", "ascon-p8", "", "", "", "ascon-p12"];

/// Measures Ascon's permutation with this number of rounds. Times are for one 40-byte state.
fn ascon_p(rounds: usize, turns: usize) -> Vec<Measurement> {
    let (mut ours, mut theirs) = ([1; 5], [1; 5]);
    let mut libraries: Vec<Box<dyn FnMut()>> = vec![
        Box::new(move || {
            for _ in 0..16 {
                astragal::hazmat::ascon_p(black_box(&mut ours), rounds)
                    .expect("the number of rounds is allowed");
            }
        }),
        Box::new(move || {
            for _ in 0..16 {
                let state = black_box(&mut theirs);
                match rounds {
                    1 => ascon::permute::<1>(state),
                    6 => ascon::permute6(state),
                    8 => ascon::permute8(state),
                    _ => ascon::permute12(state),
                }
            }
        }),
    ];
    let seconds = best_of_turns(&mut libraries, turns);
    let row = |contender, seconds, ratio| Measurement {
        algorithm: ASCON_P[rounds],
        size: 40,
        contender,
        backend: "",
        seconds: seconds / 16.0,
        ratio,
    };
    vec![row("astragal", seconds[0], None), row("ascon", seconds[1], Some(seconds[1] / seconds[0]))]
}
