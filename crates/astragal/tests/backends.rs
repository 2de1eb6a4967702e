//! Compares every backend with the portable code. [`Processor::all`] returns the sets of instructions to test: each
//! level that this machine supports, and single optional features. With each set, every algorithm of the registry must
//! compute the same outputs. These tests are a separate program, because they limit the instruction sets of the process.
//!
//! Fails if the environment variable `ASTRAGAL_REQUIRE` names a level that this machine does not support. Prints the
//! levels that were not compared.
#![cfg(all(feature = "state", feature = "aes", feature = "keccak"))]

#[path = "common/checksum.rs"]
mod checksum;

use std::io::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use astragal::aead::Gcm;
use astragal::cipher::{Aes128, Cbc, Padding, Xts};
use astragal::error::Allowed;
use astragal::hazmat::cpu::{Level, Processor, allow_table_lookups};
use astragal::hazmat::{KeccakSponge, keccak_p1600};
use astragal::kdf::Work;
use astragal::registry::{
    AeadRow, Algorithm, CIPHERS, CipherMode, CipherRow, Direction, HashRow, KdfParams, KdfRow,
    KdfRule, KeyWrapRow, Kind, MacParams, MacRow, Mode, XofParams, XofRow, algorithms, import_hash,
};

/// Numbers of blocks to process. The numbers up to 20 exceed the number of blocks that most backends process in
/// parallel. The last three numbers are for the widest backends.
const COUNTS: [usize; 23] =
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 64, 65, 150];

/// Numbers of blocks to process with each mode. Fewer numbers than in [`COUNTS`] are enough, because modes process
/// batches of blocks like the plain ciphers.
const FEWER_COUNTS: [usize; 8] = [1, 2, 3, 7, 17, 31, 64, 150];

/// Returns the elements of `all` that the test uses. With [`IS_MODEL`], these are only 1 and 17.
fn counts(all: &[usize]) -> impl Iterator<Item = usize> {
    all.iter().copied().filter(|count| !IS_MODEL || [1, 17].contains(count))
}

/// Longest message in bytes.
const LONGEST: usize = if IS_MODEL { 10_000 } else { 70_000 };

/// Whether the library replaces vector instructions with models, which are slow without optimization. The test then
/// covers only hashes, extendable-output functions, ciphers and AES-128-GCM, at few lengths.
const IS_MODEL: bool = cfg!(astragal_model);

/// Outputs of an algorithm, each with a description of the operation.
#[derive(Default, PartialEq)]
struct Outputs(Vec<(String, Vec<u8>)>);

impl Outputs {
    fn add(&mut self, operation: impl Into<String>, output: impl Into<Vec<u8>>) {
        self.0.push((operation.into(), output.into()));
    }
}

/// Returns pseudorandom bytes in which no block occurs twice.
fn sample(bytes: usize) -> Vec<u8> {
    let mut state = 7_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..bytes).map(|_| next()).collect()
}

#[test]
fn levels_match_portable() {
    let (levels, _) = processors();
    let names: Vec<_> = levels.iter().map(|processor| processor.name).collect();
    let lacking = |level: &Level| !names.contains(&level.name());
    let lacking: Vec<_> = Level::ALL.iter().filter(|level| lacking(level)).collect();
    // Writes to the error output directly, because the test harness captures the output of a test that passes.
    let line = format!("compared: {names:?}; levels not compared: {lacking:?}\n");
    let _ = std::io::stderr().write_all(line.as_bytes());
    if let Ok(name) = std::env::var("ASTRAGAL_REQUIRE") {
        assert!(names.contains(&name.as_str()), "this machine lacks {name}, which is required");
    }
    compare(levels);
}

#[test]
#[ignore = "slow; `cargo xtask verify levels` runs it"]
fn single_instruction_sets_match_portable() {
    let (mut levels, sets) = processors();
    levels.truncate(1);
    compare(levels.into_iter().chain(sets));
}

/// Returns the processors for [`compare`]: the levels, of which the first is portable, and those with a single optional
/// instruction set.
fn processors() -> (Vec<Processor>, Vec<Processor>) {
    let is_level = |name| Level::ALL.iter().any(|level| level.name() == name);
    Processor::all().into_iter().partition(|processor| is_level(processor.name))
}

/// Compares the outputs of every algorithm on each processor with those on the first.
fn compare(processors: impl IntoIterator<Item = Processor>) {
    // The imitated processor is a property of the process, so only one test may run at a time.
    static RUNNING: Mutex<()> = Mutex::new(());
    let _running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let algorithms: Vec<_> = algorithms().filter(is_compared).collect();
    let message = sample(LONGEST);
    let (mut expected, mut expected_typed) = (Vec::new(), Outputs::default());
    let mut differences = Vec::new();
    for processor in processors {
        processor.imitate();
        let found = in_parallel(&algorithms, |algorithm| outputs(algorithm, &message));
        let found_typed = typed(&message);
        if expected.is_empty() {
            (expected, expected_typed) = (found, found_typed);
            continue;
        }
        assert!(found_typed == expected_typed, "{}: an operation of a type", processor.name);
        for ((algorithm, found), expected) in algorithms.iter().zip(&found).zip(&expected) {
            let pairs = found.0.iter().zip(&expected.0);
            let different = pairs.filter(|(found, expected)| found != expected);
            let operations: Vec<_> =
                different.map(|((operation, _), _)| operation.as_str()).collect();
            if let Some(first) = operations.first() {
                let (name, count) = (algorithm.name, operations.len());
                differences.push(format!("{}: {name}: {count} results, {first}", processor.name));
            }
        }
    }
    // Only CAST-256 and MARS have code with table lookups.
    allow_table_lookups();
    for (algorithm, expected) in algorithms.iter().zip(&expected) {
        if matches!(algorithm.family, "cast256" | "mars")
            && outputs(algorithm, &message) != *expected
        {
            differences.push(format!("with table lookups: {}", algorithm.name));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

/// Returns the outputs of operations that the registry does not call.
fn typed(message: &[u8]) -> Outputs {
    let mut outputs = Outputs::default();
    for rounds in [12, 24] {
        let mut lanes = [0; 25];
        for (lane, bytes) in lanes.iter_mut().zip(message.chunks_exact(8)) {
            *lane = u64::from_le_bytes(bytes.try_into().expect("the chunk has 8 bytes"));
        }
        keccak_p1600(&mut lanes, rounds).expect("the number of rounds is allowed");
        outputs.add(format!("Keccak-p with {rounds} rounds"), lanes.map(u64::to_le_bytes).concat());
    }
    for rate in (8..=192).step_by(8) {
        let mut sponge = KeccakSponge::new(rate, 24).expect("the rate is allowed");
        sponge.absorb(&message[..5 * rate + 3]);
        let mut output = vec![0; 3 * rate + 5];
        sponge.finalize(6).expect("the byte is allowed").squeeze(&mut output);
        outputs.add(format!("sponge with a rate of {rate} bytes"), output);
    }
    let aes = Aes128::new(&[5; 16]);
    let xts = Xts::<Aes128>::new(&[1; 16], &[2; 16]).expect("the halves of the key differ");
    let gcm = Gcm::<Aes128>::new(&[3; 16]);
    for count in counts(&COUNTS) {
        let mut text = message[..20 * count].to_vec();
        let mut blocks: Vec<_> = text
            .chunks_exact_mut(16)
            .map(|block| <[u8; 16]>::try_from(&*block).expect("the chunk has 16 bytes"))
            .collect();
        let mut messages: Vec<_> = blocks.chunks_mut(3).map(|blocks| ([9; 16], blocks)).collect();
        Cbc::encrypt_many(&aes, &mut messages);
        outputs.add(format!("{count} messages in CBC"), blocks.concat());
        xts.encrypt_units(7, 20, &mut text).expect("the units are long enough");
        outputs.add(format!("{count} data units"), &text[..]);
        let tag =
            gcm.encrypt_parallel(&[1; 12], b"", &mut text).expect("the message is not too long");
        outputs.add(format!("GCM on several cores, {count}"), [&text[..], &tag].concat());
    }
    outputs
}

/// Returns whether the test covers an algorithm. An algorithm composed with a cipher is covered only if
/// [`has_longest_key`] selects the cipher, because all key lengths of a cipher family use the same kernels.
fn is_compared(algorithm: &Algorithm) -> bool {
    if IS_MODEL {
        let is_primitive = matches!(algorithm.kind, Kind::Hash | Kind::Xof | Kind::Cipher);
        return is_primitive || algorithm.name == "aes-128-gcm";
    }
    let cipher = match algorithm.kind {
        Kind::Aead | Kind::KeyWrap => composed_over(algorithm.name),
        Kind::Mac => algorithm.name.strip_prefix("cmac-"),
        Kind::Kdf => algorithm.name.strip_prefix("kbkdf-cmac-"),
        _ => None,
    };
    cipher.and_then(cipher_of).is_none_or(has_longest_key)
}

/// Removes the mode from the name of a composed algorithm: returns `aes-128` for `aes-128-gcm`.
fn composed_over(name: &str) -> Option<&str> {
    let modes = ["-gcm-siv", "-siv", "-gcm", "-ccm", "-ocb", "-gmac", "-kwp", "-kw"];
    modes.into_iter().find_map(|mode| name.strip_suffix(mode))
}

fn cipher_of(name: &str) -> Option<&'static CipherRow> {
    CIPHERS.iter().find(|row| row.name == name)
}

/// Returns whether a cipher is AES, or no cipher of the same family and block length has a longer key.
fn has_longest_key(row: &CipherRow) -> bool {
    let like =
        |other: &&CipherRow| (other.family, other.block_bytes) == (row.family, row.block_bytes);
    row.name.starts_with("aes")
        || CIPHERS.iter().filter(like).all(|other| other.key_bytes <= row.key_bytes)
}

/// Calls `f` for every item, on two threads, and returns the results in the order of the items.
fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let work = || {
        let index = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&i| i < items.len());
        std::iter::from_fn(index).map(|i| (i, f(&items[i]))).collect::<Vec<_>>()
    };
    let mut results: Vec<_> = thread::scope(|scope| {
        let other = scope.spawn(&work);
        work().into_iter().chain(other.join().expect("the other thread has not panicked")).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns the outputs of an algorithm for messages of many lengths.
fn outputs(algorithm: &Algorithm, message: &[u8]) -> Outputs {
    let mut outputs = Outputs::default();
    match *algorithm {
        Algorithm::Hash(row) => hashes(&mut outputs, row, message),
        Algorithm::Xof(row) => xofs(&mut outputs, row, message),
        Algorithm::Mac(row) => macs(&mut outputs, row, message),
        Algorithm::Cipher(row) => ciphers(&mut outputs, row, message),
        Algorithm::Aead(row) => aeads(&mut outputs, row, message),
        Algorithm::Kdf(row) => keys(&mut outputs, row),
        Algorithm::KeyWrap(row) => wrapped(&mut outputs, row, message),
        _ => panic!("{} has no comparison", algorithm.name),
    }
    outputs
}

/// Returns an allowed length in bytes of a key.
fn key_bytes(allowed: Allowed) -> usize {
    match allowed {
        Allowed::Exactly(bytes) => bytes,
        _ => [32, 16]
            .into_iter()
            .find(|&bytes| allowed.contains(bytes))
            .expect("keys have 16 or 32 bytes"),
    }
}

/// Message lengths in bytes. Many are near a multiple of a block length, or of the chunk length of a tree hash.
fn lengths(longest: usize) -> impl Iterator<Item = usize> {
    let short = (0..=300).step_by(3).chain([55, 56, 63, 64, 65, 111, 112, 127, 128, 129, 255, 256]);
    let long = [
        511, 512, 513, 1023, 1024, 1025, 2048, 4096, 4097, 8191, 8192, 8193, 16_385, 33_000,
        LONGEST,
    ];
    const FEW: [usize; 2] = [129, 8193];
    short
        .chain(long)
        .filter(move |length| *length <= longest && (!IS_MODEL || FEW.contains(length)))
}

/// Returns the digest after the hash's message length has passed 2^32 bytes. Does not hash 4 GiB: absorbs a short
/// message, sets the length in its exported state to almost 2^32 bytes, and absorbs more data. Returns `None` if the
/// state does not contain the length.
fn across_4_gib(row: &HashRow, message: &[u8]) -> Option<Vec<u8>> {
    const BUFFERED: usize = 3;
    let block = row.block_bytes;
    let mut object = row.new_hash();
    object.update(&message[..2 * block + BUFFERED]);
    let mut state = object.export_state().ok()?;
    state.truncate(state.len() - 8);
    let number = |bytes: usize| (bytes as u64).to_le_bytes();
    let place = [2 * block, 2 * block + BUFFERED].into_iter().find_map(|length| {
        state.windows(8).position(|window| window == number(length)).map(|at| (at, length))
    });
    let (at, length) = place?;
    state[at..at + 8].copy_from_slice(&number((1 << 32) - 4 * block + length));
    let mut object = import_hash(&checksum::sealed(state)).ok()?;
    object.update(&message[..9 * block]);
    Some(object.finalize_reset())
}

/// Groups of messages for interleaved hashing, each with a description. Within a group, the message lengths are equal,
/// near multiples of `block` bytes, or very different.
fn groups(block: usize, message: &[u8]) -> impl Iterator<Item = (String, Vec<&[u8]>)> {
    type Length = fn(usize, usize) -> usize;
    const PATTERNS: [(&str, Length); 6] = [
        ("empty messages", |_, _| 0),
        ("messages of one block", |_, block| block),
        ("messages near one block", |i, block| (block + i).saturating_sub(20)),
        ("messages near two blocks", |i, block| 2 * block - 1 + i % 3),
        ("different messages", |i, block| i * 37 % (6 * block)),
        ("one long message among short ones", |i, block| if i % 9 == 1 { 6 * block } else { 3 }),
    ];
    let counts = if IS_MODEL { &[9][..] } else { &[0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 35, 70] };
    let patterns = if IS_MODEL { &PATTERNS[4..5] } else { &PATTERNS };
    let all = counts.iter().flat_map(|count| patterns.iter().map(|pattern| (*count, *pattern)));
    all.map(move |(count, (description, length))| {
        let messages = (0..count).map(|i| &message[i..][..length(i, block)]).collect();
        (format!("{count} {description}"), messages)
    })
}

fn hashes(outputs: &mut Outputs, row: &HashRow, message: &[u8]) {
    for length in lengths(LONGEST) {
        outputs.add(format!("{length} bytes"), row.hash(&message[..length]));
    }
    let mut object = row.new_hash();
    for piece in [&message[..1], &message[1..100], &message[100..5000], &message[5000..]] {
        object.update(piece);
    }
    outputs.add("pieces", object.finalize_reset());
    object.update_parallel(message);
    outputs.add("on several cores", object.finalize_reset());
    if let Some(digest) = across_4_gib(row, message) {
        outputs.add("a message of more than 4 GiB", digest);
    }
    for (description, messages) in groups(row.block_bytes, message) {
        let mut digests = vec![0; messages.len() * row.digest_bytes];
        row.hash_many(&messages, &mut digests).expect("the buffer has the right length");
        for (digest, message) in digests.chunks(row.digest_bytes).zip(&messages) {
            assert_eq!(digest, row.hash(message), "{}, {description}", row.name);
        }
        outputs.add(description, digests);
    }
}

fn xofs(outputs: &mut Outputs, row: &'static XofRow, message: &[u8]) {
    let key = (row.kind == Kind::KeyedXof).then_some(&[7; 32][..]);
    let params = XofParams { key, output_bytes: Some(700), ..XofParams::default() };
    let mut object = row.new_xof(&params).expect("the parameters are allowed");
    let mut output = [0; 700];
    for length in lengths(LONGEST) {
        if row.takes.items {
            object.begin_item(length as u64).expect("no item is open");
        }
        object.absorb(&message[..length]).expect("no output has been read");
        object.squeeze(&mut output[..17]).expect("the output is long enough");
        object.squeeze(&mut output[17..]).expect("the output is long enough");
        outputs.add(format!("{length} bytes"), output);
        object.reset();
    }
    if key.is_none() && !row.takes.items {
        for (description, messages) in groups(168, message) {
            let mut digests = vec![0; messages.len() * 200];
            row.hash_many(&messages, 200, &mut digests).expect("the buffer has the right length");
            outputs.add(description, digests);
        }
    }
}

fn macs(outputs: &mut Outputs, row: &'static MacRow, message: &[u8]) {
    let longest = if row.name == "ascon-prfshort" { 16 } else { 17_000 };
    let key = &message[..key_bytes(row.key_bytes)];
    let params = MacParams::default();
    let mut object = row.new_mac(key, &params).expect("the key has an allowed length");
    for length in lengths(longest) {
        let mut tag = vec![0; row.tag_bytes];
        let one_call = row.mac_into(key, &params, &message[..length], &mut tag);
        one_call.expect("the key has an allowed length");
        outputs.add(format!("{length} bytes"), tag);
        let (start, rest) = message[..length].split_at(length / 3);
        object.update(start);
        object.update(rest);
        let tag = object.finalize_reset().expect("the message is not too long");
        outputs.add(format!("{length} bytes in pieces"), tag);
    }
}

fn ciphers(outputs: &mut Outputs, row: &'static CipherRow, message: &[u8]) {
    let block = row.block_bytes;
    if block > 1 {
        let object =
            row.new_cipher(&message[..row.key_bytes]).expect("the key has the right length");
        for count in counts(&COUNTS) {
            let mut text = message[..count * block].to_vec();
            object.encrypt_blocks(&mut text).expect("the buffer is whole blocks");
            outputs.add(format!("{count} blocks encrypted"), &text[..]);
            text.copy_from_slice(&message[..count * block]);
            object.decrypt_blocks(&mut text).expect("the buffer is whole blocks");
            outputs.add(format!("{count} blocks decrypted"), text);
        }
        if !has_longest_key(row) {
            return;
        }
    }
    let modes = if block > 1 { &Mode::ALL[..] } else { &[Mode::Stream] };
    for &mode in modes {
        if mode != Mode::Xts || block == 16 {
            modes_of(outputs, CipherMode { cipher: row, mode }, message);
        }
    }
}

fn modes_of(outputs: &mut Outputs, mode: CipherMode, message: &[u8]) {
    let block = mode.cipher.block_bytes.max(16);
    let key = &message[..mode.key_bytes()];
    let iv_bytes = match mode.iv_bytes() {
        Allowed::Exactly(bytes) => bytes,
        _ => block,
    };
    // All bytes of the IV after the first are 0xff, so that the counter of CTR overflows.
    let mut iv = vec![0xff; iv_bytes];
    iv[0] = 5;
    for direction in [Direction::Encrypt, Direction::Decrypt] {
        for count in counts(&FEWER_COUNTS) {
            let started = mode.start(direction, key, &iv, Padding::None);
            let mut object = started.expect("the lengths are allowed");
            // All modes except CBC accept messages that end with a partial block.
            let part = if mode.mode == Mode::Cbc { 0 } else { count % block };
            let text =
                object.whole(&message[..count * block + part]).expect("the mode allows the length");
            outputs.add(format!("{} {direction:?}, {count} blocks", mode.name()), text);
        }
    }
}

fn aeads(outputs: &mut Outputs, row: &'static AeadRow, message: &[u8]) {
    let object = row.new_aead(&message[..row.key_bytes]).expect("the key has the right length");
    let nonce = &message[7..7 + row.nonce_bytes];
    for length in lengths(9000) {
        let header = &message[..length * 5 % 301];
        let sealed = object.encrypt(nonce, header, &message[..length]);
        let sealed = sealed.expect("the lengths are allowed");
        let opened = object.decrypt(nonce, header, &sealed).expect("the tag is valid");
        assert_eq!(opened, message[..length], "{}, {length} bytes", row.name);
        outputs.add(format!("{length} bytes"), sealed);
    }
}

fn keys(outputs: &mut Outputs, row: &'static KdfRow) {
    let params = KdfParams::default();
    let params = match row.rule {
        KdfRule::Pbkdf2 => params.salt(&[2; 16]).iterations(3),
        KdfRule::Hkdf => params.salt(&[2; 16]).info(&[3; 40]),
        KdfRule::Kbkdf => params.label(&[2; 16]),
        KdfRule::Scrypt => params.salt(&[2; 16]).n(16).r(3).p(5),
        _ => params.salt(&[2; 16]).m(64).t(2).p(2),
    };
    let secret = vec![9; key_bytes(row.key_bytes)];
    for bytes in [16, 100, 300, 1200] {
        let mut key = vec![0; bytes];
        let derived = row.derive(&secret, &params, &mut key, &mut Work::default());
        derived.expect("the parameters are allowed");
        outputs.add(format!("{bytes} bytes"), key);
    }
}

fn wrapped(outputs: &mut Outputs, row: &KeyWrapRow, message: &[u8]) {
    let kek = &message[..row.key_bytes];
    for length in [16, 24, 32, 64, 136] {
        let wrapped = row.wrap(kek, &message[..length]).expect("the length is allowed");
        assert_eq!(row.unwrap(kek, &wrapped).as_deref(), Ok(&message[..length]), "{}", row.name);
        outputs.add(format!("{length} bytes"), wrapped);
    }
}
