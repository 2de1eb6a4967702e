//! Benchmark of key derivation. Prints the times of astragal and other libraries, and their ratios. The libraries are
//! measured in alternating turns, so that noise affects all of them equally. The fastest turn of each library is
//! reported. Libraries reuse memory between calls if their interface allows it.

use std::cell::RefCell;
use std::time::Instant;

use anyhow::Result;
use astragal::hash::{Sha1, Sha256, Sha512};
use astragal::kdf::{Arena, Pbkdf2, Work};
use astragal::registry::{self, KdfParams};
use clap::Parser;
use peers::{Costs, cap, kdf_peers, level, with_version};

/// Measures key derivation in astragal and in other libraries
#[derive(Parser)]
struct Arguments {
    /// Measure algorithms whose names begin with NAME
    #[arg(default_value = "")]
    name: String,
    /// Limit the instruction sets of astragal. The limits avx2, vaes and gfni also apply to OpenSSL
    #[arg(long)]
    cpu: Option<String>,
    /// Number of turns of each library
    #[arg(long, default_value_t = 15)]
    turns: usize,
    /// Use one thread for all lanes of Argon2
    #[arg(long)]
    one_core: bool,
}

const PASSWORD: &[u8] = b"correct horse battery staple";
const SALT: &[u8] = b"sixteen bytes of";

thread_local! {
    static ARENA: RefCell<Arena> = const { RefCell::new(Arena::new()) };
}

fn ours(algorithm: &str, costs: &Costs, key: &mut [u8], one_core: bool) {
    let row = registry::kdf(algorithm).expect("astragal has the algorithm");
    let given = |value: u32| (value > 0).then_some(value);
    let mut params = KdfParams::default();
    params.salt = Some(SALT);
    params.iterations = given(costs.iterations);
    params.n = (costs.log_n > 0).then(|| 1 << costs.log_n);
    params.r = given(costs.r);
    params.p = given(costs.p);
    params.m = given(costs.m);
    params.t = given(costs.t);
    params.version = given(costs.version);
    ARENA.with_borrow_mut(|arena| {
        let mut work = Work::default().in_arena(arena);
        if one_core {
            work = work.on_one_core();
        }
        row.derive(PASSWORD, &params, key, &mut work).expect("the parameters are allowed");
    });
}

type Run<'a> = Box<dyn FnMut() + 'a>;

/// Returns the duration in seconds of each library's fastest call.
fn best(libraries: &mut [(&str, Run<'_>)], turns: usize) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; libraries.len()];
    for _ in 0..turns {
        for ((_, run), best) in libraries.iter_mut().zip(&mut best) {
            let start = Instant::now();
            run();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

fn show(what: &str, mut libraries: Vec<(&str, Run<'_>)>, turns: usize) {
    let times = best(&mut libraries, turns);
    for (i, ((name, _), time)) in libraries.iter().zip(&times).enumerate() {
        let ratio = if i == 0 { String::new() } else { format!("{:6.2}", time / times[0]) };
        let name = with_version(name, "");
        println!("{what:<44} {name:<22} {:>10.3} ms {ratio}", time * 1e3);
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    if let Some(name) = &arguments.cpu {
        cap(level(name)?)?;
    }
    let argon2 = |m, t, p| Costs { m, t, p, version: 19, ..Costs::default() };
    let scrypt = |log_n, r, p| Costs { log_n, r, p, ..Costs::default() };
    let pbkdf2 = |iterations| Costs { iterations, ..Costs::default() };
    for (algorithm, costs, key_bytes) in [
        ("argon2id", argon2(1 << 16, 3, 1), 32),
        ("argon2id", argon2(1 << 16, 3, 4), 32),
        ("argon2id", argon2(19_456, 2, 1), 32),
        ("argon2i", argon2(1 << 16, 3, 1), 32),
        ("argon2d", argon2(1 << 16, 3, 1), 32),
        ("scrypt", scrypt(14, 8, 1), 32),
        ("scrypt", scrypt(14, 8, 4), 32),
        ("scrypt", scrypt(17, 8, 1), 32),
        ("pbkdf2-hmac-sha1", pbkdf2(10_000), 20),
        ("pbkdf2-hmac-sha1", pbkdf2(10_000), 320),
        ("pbkdf2-hmac-sha256", pbkdf2(10_000), 32),
        ("pbkdf2-hmac-sha256", pbkdf2(10_000), 64),
        ("pbkdf2-hmac-sha256", pbkdf2(10_000), 512),
        ("pbkdf2-hmac-sha512", pbkdf2(10_000), 64),
        ("pbkdf2-hmac-sha512", pbkdf2(10_000), 512),
    ] {
        if !algorithm.starts_with(&arguments.name) {
            continue;
        }
        let mut keys = vec![vec![0; key_bytes]; 8];
        let mut libraries: Vec<(&str, Run<'_>)> = Vec::new();
        let mut keys = keys.iter_mut();
        let key = keys.next().expect("the array has eight keys");
        let one_core = arguments.one_core;
        libraries.push(("astragal", Box::new(move || ours(algorithm, &costs, key, one_core))));
        for (peer, key) in kdf_peers().into_iter().filter(|p| p.algorithm == algorithm).zip(keys) {
            libraries
                .push((peer.name, Box::new(move || (peer.derive)(&costs, PASSWORD, SALT, key))));
        }
        let what = match algorithm {
            "scrypt" => format!("{algorithm} N=2^{} r={} p={}", costs.log_n, costs.r, costs.p),
            _ if costs.m > 0 => format!("{algorithm} m={} t={} p={}", costs.m, costs.t, costs.p),
            _ => format!("{algorithm} c={} {key_bytes} bytes", costs.iterations),
        };
        show(&what, libraries, arguments.turns);
    }
    many(&arguments);
    Ok(())
}

/// Measures the derivation of keys from 16 passwords, in one call of astragal and in 16 calls of each peer.
fn many(arguments: &Arguments) {
    macro_rules! many {
        ($algorithm:literal, $hash:ty, $bytes:literal) => {
            if $algorithm.starts_with(&arguments.name) {
                let costs = Costs { iterations: 2000, ..Costs::default() };
                let inputs = [(PASSWORD, SALT); 16];
                let mut keys = [[0; $bytes]; 16];
                let pbkdf2 = Pbkdf2::<$hash>::new(costs.iterations)
                    .expect("the number of iterations is not zero");
                let mut libraries: Vec<(&str, Run<'_>)> = vec![(
                    "astragal",
                    Box::new(move || {
                        pbkdf2
                            .derive_many(&inputs, &mut keys)
                            .expect("the outputs are not too long")
                    }),
                )];
                for peer in kdf_peers().into_iter().filter(|peer| peer.algorithm == $algorithm) {
                    libraries.push((
                        peer.name,
                        Box::new(move || {
                            for key in &mut [[0; $bytes]; 16] {
                                (peer.derive)(&costs, PASSWORD, SALT, key);
                            }
                        }),
                    ));
                }
                let what = format!("{} c=2000, 16 passwords", $algorithm);
                show(&what, libraries, arguments.turns);
            }
        };
    }
    many!("pbkdf2-hmac-sha1", Sha1, 20);
    many!("pbkdf2-hmac-sha256", Sha256, 32);
    many!("pbkdf2-hmac-sha512", Sha512, 64);
}
