//! Measures whether the time of operations depends on secrets, like dudect (Reparaz, Balasch and Verbauwhede, «Dude, is
//! my code constant time?», 2017). Each operation runs on one fixed input and on random inputs, in random order.
//! Welch's t-test compares the times. `cargo xtask ct --statistics` runs this program. Without the argument
//! `--seconds`, the program does nothing.
//!
//! For operations that declare `constant-time`, the t statistic must stay below [`BOUND`]. For deliberate leaks, it
//! must exceed the bound.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "reads the processor's time-stamp counter")
)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use astragal::aead::Gcm;
use astragal::cipher::Aes128;
use astragal::hazmat::cpu::{Level, limit};
use astragal::registry::{self, Implementation, MacParams, Timing};

/// Threshold of the t statistic. If the time does not depend on the input, one measurement in 150,000 exceeds the
/// threshold by chance.
const BOUND: f64 = 4.5;

/// Number of inputs generated before each batch of measurements.
const BATCH: usize = 4096;

const TEXT_BYTES: usize = 256;

fn main() -> ExitCode {
    let seconds = std::env::args().skip_while(|word| word != "--seconds").nth(1);
    let Some(seconds) = seconds.and_then(|number| number.parse().ok()) else {
        println!("no duration given; run `cargo xtask ct --statistics`");
        return ExitCode::SUCCESS;
    };
    println!(
        "| operation | backend | the row says | measurements | t | t of the faster nine tenths |"
    );
    println!("| --- | --- | --- | ---: | ---: | ---: |");
    let mut is_good = true;
    let levels = [Level::Portable, Level::Avx2, Level::Gfni, Level::Avx512];
    let mut measured = Vec::new();
    for level in levels {
        limit(level);
        for mut operation in operations() {
            // Skips a backend that was already measured. A backend can come up twice: if the processor lacks an
            // instruction-set level, a lower level is used instead, which may have the same backend.
            let what = (operation.name.clone(), operation.backend);
            if !measured.contains(&what) {
                measured.push(what);
                is_good &= operation.is_as_it_says(Duration::from_secs(seconds));
            }
        }
    }
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Operation to measure. The argument of `run` is either the fixed input (a copy of `input`), or a random input (a copy
/// of `input` whose bytes from index `from` on are random).
struct Operation {
    name: String,
    backend: &'static str,
    timing: &'static str,
    input: Vec<u8>,
    from: usize,
    run: Run,
}

type Run = Box<dyn FnMut(&mut [u8])>;

fn operations() -> Vec<Operation> {
    let ciphers = ["kuznyechik", "cast256-256", "twofish-256"];
    let mut operations = vec![gcm(), hmac(), first_difference()];
    operations.extend(ciphers.into_iter().flat_map(|name| [blocks(name), key(name)]));
    operations
}

impl Operation {
    fn new(name: &str, by: Implementation, input: Vec<u8>, run: Run) -> Self {
        let timing = match by.timing {
            Timing::Constant => "constant-time",
            Timing::TableBased => "table-based",
            _ => "data-dependent",
        };
        Self { name: name.to_owned(), backend: by.backend, timing, input, from: 0, run }
    }

    /// Measures the operation, prints a row, and returns whether the result matches the declared timing. If a
    /// constant-time operation exceeds the bound of the t statistic, measures it again for longer, because a chance
    /// result rarely repeats.
    fn is_as_it_says(&mut self, time: Duration) -> bool {
        let mut welch = self.measure(time);
        if self.timing == "constant-time" && welch.iter().any(Welch::tells) {
            welch = self.measure(2 * time);
        }
        let (Self { name, backend, timing, .. }, [all, faster]) = (&*self, &welch);
        let (count, t, of_faster) = (all.count(), all.t(), faster.t());
        println!("| {name} | {backend} | {timing} | {count} | {t:.2} | {of_faster:.2} |");
        let tells = welch.iter().any(Welch::tells);
        match *timing {
            "constant-time" => !tells,
            "a leak" => tells,
            // For other operations, any result is accepted. If a lookup table fits completely in the first-level cache,
            // for example, the cache hides the leak.
            _ => true,
        }
    }

    /// Returns two statistics: one over all times, and one over the times below a limit. The limit is the 90th
    /// percentile of the first batch. Longer times are mostly caused by interrupts.
    fn measure(&mut self, time: Duration) -> [Welch; 2] {
        let (mut random, mut welch) = (Random(1), [Welch::default(), Welch::default()]);
        let (start, mut most) = (Instant::now(), None);
        let bytes = self.input.len();
        let mut inputs = vec![0; BATCH * bytes];
        let mut input = vec![0; bytes];
        while start.elapsed() < time {
            let classes: Vec<usize> = (0..BATCH).map(|_| usize::from(random.next() & 1)).collect();
            for (slot, class) in inputs.chunks_mut(bytes).zip(&classes) {
                slot.copy_from_slice(&self.input);
                if *class == 1 {
                    slot[self.from..].fill_with(|| random.next());
                }
            }
            let times: Vec<u64> = inputs
                .chunks(bytes)
                .map(|slot| {
                    input.copy_from_slice(slot);
                    let start = ticks();
                    (self.run)(black_box(&mut input));
                    ticks().wrapping_sub(start)
                })
                .collect();
            let Some(most) = most else {
                let mut sorted = times;
                sorted.sort_unstable();
                most = Some(sorted[BATCH / 10 * 9]);
                continue;
            };
            for (&ticks, class) in times.iter().zip(classes) {
                welch[0].add(class, ticks);
                if ticks <= most {
                    welch[1].add(class, ticks);
                }
            }
        }
        welch
    }
}

/// GCM decryption with a wrong tag. The fixed tag is wrong only in its last byte; the other tags are random.
fn gcm() -> Operation {
    let gcm = Gcm::<Aes128>::new(&[7; 16]);
    let mut sealed = vec![1; TEXT_BYTES];
    let mut tag = gcm
        .encrypt_in_place_detached(&[1; 12], b"", &mut sealed)
        .expect("the message is not too long");
    tag[15] ^= 1;
    sealed.extend(tag);
    let run = Box::new(move |sealed: &mut [u8]| {
        let (text, tag) = sealed.split_at_mut(TEXT_BYTES);
        let tag: &[u8; 16] = tag.first_chunk().expect("the tag has 16 bytes");
        let opened = gcm.decrypt_in_place_detached(&[1; 12], b"", text, tag);
        assert!(black_box(opened).is_err());
    });
    let row = registry::aead("aes-128-gcm").expect("the registry has the algorithm");
    let operation = Operation::new("aes-128-gcm, a wrong tag", row.implementation(), sealed, run);
    Operation { from: TEXT_BYTES, ..operation }
}

/// HMAC verification of a wrong tag. The fixed tag is wrong only in its last byte; the other tags are random.
fn hmac() -> Operation {
    let row = registry::mac("hmac-sha256").expect("the registry has the algorithm");
    let mut mac =
        row.new_mac(&[7; 32], &MacParams::default()).expect("the key has the right length");
    let mut tag = vec![0; 32];
    mac.finalize_into_reset(&mut tag).expect("the buffer has the tag's length");
    tag[31] ^= 1;
    let run = Box::new(move |tag: &mut [u8]| assert!(mac.verify_reset(tag).is_err()));
    Operation::new("hmac-sha256, a wrong tag", row.implementation(), tag, run)
}

/// Control test: a comparison with early exit. The measurement must show that its time depends on the input.
fn first_difference() -> Operation {
    let tag = [7_u8; 32];
    let run = Box::new(move |given: &mut [u8]| {
        for (given, byte) in given.iter().zip(&tag) {
            if black_box(given) != black_box(byte) {
                break;
            }
        }
    });
    let by = registry::mac("hmac-sha256").expect("the registry has the algorithm").implementation();
    let operation = Operation::new("a comparison that ends early", by, vec![7; 32], run);
    Operation { backend: "none", timing: "a leak", ..operation }
}

/// Encryption of 16 blocks with one key. The fixed input consists of zeros; the other inputs are random blocks.
fn blocks(name: &str) -> Operation {
    let row = registry::cipher(name).expect("the registry has the algorithm");
    let cipher = row.new_cipher(&vec![7; row.key_bytes]).expect("the key has the right length");
    let run = Box::new(move |text: &mut [u8]| {
        cipher.encrypt_blocks(text).expect("the buffer consists of complete blocks")
    });
    Operation::new(&format!("{name}, 16 blocks"), row.implementation(), vec![0; TEXT_BYTES], run)
}

/// Key expansion and encryption of a block. The fixed key and block consist of zeros; the other keys and blocks are
/// random.
fn key(name: &str) -> Operation {
    let row = registry::cipher(name).expect("the registry has the algorithm");
    let run = Box::new(move |input: &mut [u8]| {
        let (key, block) = input.split_at_mut(row.key_bytes);
        let cipher = row.new_cipher(key).expect("the key has the right length");
        cipher.encrypt_blocks(block).expect("the block has 16 bytes");
    });
    let input = vec![0; row.key_bytes + row.block_bytes];
    Operation::new(&format!("{name}, a key and a block"), row.implementation(), input, run)
}

/// Means and variances of the times for the fixed input and for the random inputs, updated with Welford's method.
/// Welch's t-test compares the two means.
#[derive(Default)]
struct Welch([Class; 2]);

#[derive(Clone, Copy, Default)]
struct Class {
    count: u32,
    mean: f64,
    squares: f64,
}

impl Welch {
    fn add(&mut self, class: usize, ticks: u64) {
        let Class { count, mean, squares } = &mut self.0[class];
        // Limits the time to `u32::MAX` ticks, because `f64::from` does not accept `u64`. No operation takes longer.
        let ticks = f64::from(u32::try_from(ticks).unwrap_or(u32::MAX));
        *count += 1;
        let before = ticks - *mean;
        *mean += before / f64::from(*count);
        *squares += before * (ticks - *mean);
    }

    fn count(&self) -> u32 {
        self.0[0].count + self.0[1].count
    }

    fn t(&self) -> f64 {
        let [fixed, random] = self.0;
        let part =
            |class: Class| class.squares / (f64::from(class.count) - 1.0) / f64::from(class.count);
        (fixed.mean - random.mean) / (part(fixed) + part(random)).sqrt()
    }

    fn tells(&self) -> bool {
        self.t().abs() >= BOUND
    }
}

/// Pseudorandom number generator: returns the high byte of a linear congruential generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u8 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        self.0.to_be_bytes()[0]
    }
}

/// Returns the processor's time-stamp counter. All earlier instructions have completed when it is read.
#[cfg(target_arch = "x86_64")]
fn ticks() -> u64 {
    use core::arch::x86_64::{_mm_lfence, _rdtsc};
    // SAFETY: every x86-64 processor has LFENCE and RDTSC.
    unsafe {
        _mm_lfence();
        let ticks = _rdtsc();
        _mm_lfence();
        ticks
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn ticks() -> u64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    let elapsed = START.get_or_init(Instant::now).elapsed();
    u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX)
}
