//! Checks that operations on all cores give the same results as operations on one core. The program runs the operations
//! on the library's threads and on its own threads. It also runs them from several threads at the same time, and while
//! another thread replaces the executor. `cargo xtask races` runs this program under ThreadSanitizer.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use astragal::aead::Gcm;
use astragal::cipher::{Aes128, Aes256, Ctr, Xts};
use astragal::hash::{ParallelHash128, ParallelHash256};
use astragal::hazmat::tree::{Assembly, TreeHash, Whole};
use astragal::kdf::{Argon2Params, Argon2id, Work};
use astragal::registry::{self, XofParams};
use astragal::threads::{Executor, on_threads, set_executor};
use astragal::xof::{Blake3Xof, Kt128, Kt256};

/// Message length in bytes, longer than the chunk that any operation gives to one core.
const LENGTH: usize = (1 << 20) + 4321;

fn message(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

#[derive(Clone, Copy)]
enum On {
    OneCore,
    AllCores,
}

/// Returns the outputs of all operations that can use several cores.
fn outputs(on: On, message: &[u8]) -> Vec<Vec<u8>> {
    let mut outputs = hashes(on, message);
    outputs.extend(trees(on, message));
    outputs.extend(ciphers(on, message));
    let argon2 = Argon2id::new(Argon2Params::new(128, 2, 4)).expect("the parameters are allowed");
    let mut work = match on {
        On::OneCore => Work::default().on_one_core(),
        On::AllCores => Work::default(),
    };
    let mut key = [0; 32];
    argon2
        .derive_with(b"password", &[1; 16], &mut key, &mut work)
        .expect("the memory can be allocated");
    outputs.push(key.to_vec());
    outputs
}

fn hashes(on: On, message: &[u8]) -> Vec<Vec<u8>> {
    let (mut kt, mut blake3) = (Kt128::new(), Blake3Xof::keyed(&[7; 32]));
    // `short` has 8-byte leaves. The library limits the memory for chaining values, so it hashes a message with such
    // short leaves in several segments. `common` has leaves of a typical length.
    let mut short = ParallelHash128::new(8, b"custom").expect("the block size is allowed");
    let mut common = ParallelHash256::new(8192, b"").expect("the block size is allowed");
    let named = registry::xof("kt256").expect("the registry has the algorithm");
    let mut named =
        named.new_xof(&XofParams::default()).expect("the default parameters are allowed");
    match on {
        On::OneCore => {
            kt.absorb(message);
            blake3.absorb(message);
            short.absorb(message);
            common.absorb(message);
            named.absorb(message).expect("no output has been squeezed");
        }
        On::AllCores => {
            kt.absorb_parallel(message);
            blake3.absorb_parallel(message);
            short.absorb_parallel(message);
            common.absorb_parallel(message);
            named.absorb_parallel(message).expect("no output has been squeezed");
        }
    }
    let mut of_named = vec![0; 64];
    named.squeeze(&mut of_named).expect("the output has no length limit");
    let kt: [u8; 32] = kt.finalize().squeeze_array();
    let blake3: [u8; 32] = blake3.finalize().squeeze_array();
    let (short, common): ([u8; 32], [u8; 64]) = (short.finalize(), common.finalize());
    vec![kt.to_vec(), blake3.to_vec(), short.to_vec(), common.to_vec(), of_named]
}

/// Hashes two parts of the message separately and combines them, with KangarooTwelve and with BLAKE3.
fn trees(on: On, message: &[u8]) -> [Vec<u8>; 2] {
    fn whole<T: TreeHash>(on: On, hash: T, message: &[u8]) -> Whole<T> {
        let cut = 64 * 8192;
        let mut assembly = Assembly::new(hash.clone());
        for (start, text) in [(0, &message[..cut]), (cut, &message[cut..])] {
            let mut part = hash.part(start as u64).expect("a part may start at this offset");
            match on {
                On::OneCore => part.update(text),
                On::AllCores => part.update_parallel(text),
            }
            assembly.add(part.finish()).expect("the part follows the previous part");
        }
        assembly.finish(message.len() as u64).expect("the parts cover the message")
    }
    let kt: [u8; 32] = whole(on, Kt256::new(), message).finalize_with(b"").squeeze_array();
    let blake3: [u8; 32] = whole(on, Blake3Xof::new(), message).finalize().squeeze_array();
    [kt.to_vec(), blake3.to_vec()]
}

/// Encrypts the message with CTR, GCM and XTS, and returns the ciphertexts and the tag.
fn ciphers(on: On, message: &[u8]) -> [Vec<u8>; 4] {
    let mut ctr = Ctr::<Aes256>::new(&[1; 32], &[0xff; 16]);
    let gcm = Gcm::<Aes128>::new(&[2; 16]);
    let xts = Xts::<Aes128>::new(&[3; 16], &[4; 16]).expect("the halves of the key differ");
    let [mut streamed, mut sealed, mut units] = [(); 3].map(|()| message.to_vec());
    units.truncate(1 << 20);
    let tag;
    match on {
        On::OneCore => {
            ctr.apply(&mut streamed);
            tag = gcm
                .encrypt_in_place_detached(&[5; 12], b"header", &mut sealed)
                .expect("the message is not too long");
            for (number, unit) in (7_u128..).zip(units.chunks_mut(4096)) {
                xts.encrypt_in_place(&number.to_le_bytes(), unit).expect("the lengths are allowed");
            }
        }
        On::AllCores => {
            ctr.apply_parallel(&mut streamed);
            tag = gcm
                .encrypt_parallel(&[5; 12], b"header", &mut sealed)
                .expect("the message is not too long");
            let mut opened = sealed.clone();
            gcm.decrypt_parallel(&[5; 12], b"header", &mut opened, &tag).expect("the tag is valid");
            assert!(opened == message, "decryption must return the plaintext");
            xts.encrypt_units(7, 4096, &mut units).expect("the lengths are allowed");
        }
    }
    [streamed, sealed, units, tag.to_vec()]
}

/// Executor that belongs to the test program. It starts new threads for each operation.
struct Programs {
    threads: usize,
    pieces: AtomicUsize,
}

impl Executor for Programs {
    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads).expect("the number of threads is not zero")
    }

    fn run(&self, tasks: usize, task: Arc<dyn Fn(usize) + Send + Sync>) {
        self.pieces.fetch_add(1, Ordering::Relaxed);
        thread::scope(|scope| {
            for i in 0..tasks {
                let task = &task;
                scope.spawn(move || task(i));
            }
        });
    }
}

#[test]
fn concurrent_callers_get_the_single_core_result() {
    let message = message(LENGTH);
    let expected = outputs(On::OneCore, &message);
    let check = || assert!(outputs(On::AllCores, &message) == expected, "outputs differ");
    let numbers = [1, 2, 3, 5]
        .map(|threads| NonZeroUsize::new(threads).expect("the number of threads is not zero"));
    thread::scope(|scope| {
        for threads in numbers {
            scope.spawn(move || on_threads(threads, check));
        }
        scope.spawn(check);
        check();
    });
}

#[test]
fn executor_may_change_during_work() {
    let message = message(LENGTH);
    let expected = outputs(On::OneCore, &message);
    let check = || assert!(outputs(On::AllCores, &message) == expected, "outputs differ");
    let programs = Arc::new(Programs { threads: 3, pieces: AtomicUsize::new(0) });
    set_executor(Some(programs.clone()));
    check();
    assert!(programs.pieces.load(Ordering::Relaxed) > 0, "the executor was not called");
    let are_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !are_done.load(Ordering::Relaxed) {
                set_executor(Some(programs.clone()));
                thread::yield_now();
                set_executor(None);
            }
        });
        let callers = [0; 3].map(|_| scope.spawn(check));
        let ended = callers.map(thread::ScopedJoinHandle::join);
        are_done.store(true, Ordering::Relaxed);
        ended.into_iter().for_each(|ended| ended.expect("outputs equal those of one core"));
    });
    set_executor(None);
}

#[test]
fn reader_is_hashed_while_it_is_read() {
    // The message is longer than two of the chunks that `absorb_reader` reads.
    let message = message((17 << 20) + 5);
    let mut hash = Kt128::new();
    assert_eq!(hash.absorb_reader(&message[..]).expect("memory can be read"), message.len() as u64);
    let found: [u8; 32] = hash.finalize().squeeze_array();
    let expected: [u8; 32] = Kt128::hash(&message, b"");
    assert_eq!(found, expected);
}

/// Control test: a deliberate data race that ThreadSanitizer must report.
#[test]
#[ignore = "two threads write one number without a lock; `cargo xtask races` expects a report"]
#[expect(unsafe_code, reason = "the test needs a data race, which safe code cannot have")]
fn control_data_race() {
    struct Shared(core::cell::UnsafeCell<u64>);
    // SAFETY: deliberately unsound. `Shared` is not thread-safe, because this test needs the threads to race.
    unsafe impl Sync for Shared {}
    let shared = Shared(core::cell::UnsafeCell::new(0));
    // Both threads start counting at the same time. Otherwise the first may end before the second begins.
    let start = Barrier::new(2);
    let count = || {
        let shared = &shared;
        start.wait();
        // SAFETY: deliberately unsound, because this test needs a data race: another thread writes the number at the
        // same time.
        (0..100_000).for_each(|_| unsafe { *shared.0.get() += 1 });
    };
    thread::scope(|scope| {
        scope.spawn(count);
        scope.spawn(count);
    });
}
