//! Checks operations of the Keccak family's types that the registry does not call.

use std::io::{Error, ErrorKind, Read};

use astragal::hash::{ParallelHash128, ParallelHash256, TupleHash128, TupleHash256};
use astragal::hazmat::tree::{Assembly, TreeHash as _};
use astragal::hazmat::{KeccakSponge, keccak_p1600};
use astragal::mac::{Kmac128, Kmac256, KmacXof128, KmacXof256};
use astragal::registry;
use astragal::xof::{
    Kt128, ParallelHashXof128, ParallelHashXof256, Shake128, Shake256, TupleHashXof128,
    TupleHashXof256, TurboShake128, TurboShake256, Xof,
};
use astragal_vectors::{builtin, parse};

fn message(bytes: usize) -> Vec<u8> {
    (0..=250).cycle().take(bytes).collect()
}

/// Reader that gives at most three bytes per call, and is interrupted before every call that gives bytes.
struct Slow<'m>(&'m [u8], bool);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.1 = !self.1;
        if self.1 {
            return Err(Error::from(ErrorKind::Interrupted));
        }
        let count = self.0.len().min(out.len()).min(3);
        self.0.read(&mut out[..count])
    }
}

#[test]
fn tree_hashes_absorb_from_slices_and_readers() {
    let message = message(20_000);
    macro_rules! check {
        ($($new:expr, $end:expr;)+) => { $(
            let (mut expected, mut found) = ($new, $new);
            expected.absorb(&message);
            found.absorb_parallel(&message[..9000]);
            let read = found.absorb_reader(Slow(&message[9000..], false)).expect("reading works");
            assert_eq!(read, 11_000);
            let (mut digest, mut other) = ([0; 40], [0; 40]);
            $end(expected, &mut digest);
            $end(found, &mut other);
            assert_eq!(digest, other, stringify!($new));
        )+ };
    }
    check! {
        Kt128::new(), |hash: Kt128, out: &mut _| hash.finalize().squeeze(out);
        ParallelHash128::new(100, b"custom").expect("the block size is allowed"),
            |hash: ParallelHash128, out: &mut _| hash.finalize_into(out);
        ParallelHashXof128::new(100, b"custom").expect("the block size is allowed"),
            |hash: ParallelHashXof128, out: &mut _| hash.finalize().squeeze(out);
    }
    let mut short = Kt128::new();
    assert_eq!(short.absorb_reader(&message[..1]).expect("reading works"), 1);
    assert_eq!(short.finalize().squeeze_array::<40>(), Kt128::hash(&message[..1], b""));
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(Error::from(ErrorKind::BrokenPipe))
        }
    }
    let error = Kt128::new().absorb_reader(Failing).expect_err("the reader fails");
    assert_eq!(error.kind(), ErrorKind::BrokenPipe);
}

#[test]
fn reset_keeps_key_and_customization() {
    macro_rules! check {
        ($($new:expr, $absorb:ident, $end:expr;)+) => { $(
            let (mut expected, mut found) = ($new, $new);
            found.$absorb(b"what is forgotten");
            found.reset();
            found.$absorb(b"message");
            expected.$absorb(b"message");
            let (mut digest, mut other) = ([0; 40], [0; 40]);
            $end(expected, &mut digest);
            $end(found, &mut other);
            assert_eq!(digest, other, stringify!($new));
        )+ };
    }
    check! {
        Kmac128::new(b"key", b"custom"), update,
            |mac: Kmac128, out: &mut _| mac.finalize_into(out);
        ParallelHash128::new(4, b"custom").expect("the block size is allowed"), absorb,
            |hash: ParallelHash128, out: &mut _| hash.finalize_into(out);
        TupleHash128::new(b"custom"), item,
            |hash: TupleHash128, out: &mut _| hash.finalize_into(out);
        TupleHashXof128::new(b"custom"), item,
            |hash: TupleHashXof128, out: &mut _| hash.finalize().squeeze(out);
    }
}

#[test]
fn tuple_hash_fills_a_buffer_of_any_length() {
    let mut hash = TupleHash128::new(b"custom");
    hash.item(b"message");
    let mut digest = [0; 40];
    hash.finalize_into(&mut digest);
    assert_eq!(digest, TupleHash128::hash(b"custom", &[b"message"]));
}

#[test]
fn hash_many_of_xofs_matches_single_messages() {
    let message = message(700);
    let messages: Vec<&[u8]> = [0, 1, 168, 137, 700].map(|bytes| &message[..bytes]).to_vec();
    macro_rules! check {
        ($($xof:ident)+) => { $(
            let mut outputs = [[0; 200]; 5];
            let expected: Vec<[u8; 200]> = messages.iter().map(|bytes| $xof::hash(bytes)).collect();
            $xof::hash_many(&messages, &mut outputs);
            assert_eq!(outputs[..], expected, stringify!($xof));
            let row = registry::xof(<$xof as Xof>::NAME).expect("the registry has the algorithm");
            outputs = [[0; 200]; 5];
            let done = row.hash_many(&messages, 200, outputs.as_flattened_mut());
            done.expect("the buffer has this length");
            assert_eq!(outputs[..], expected, "{}", row.name);
        )+ };
    }
    check!(Shake128 Shake256 TurboShake128 TurboShake256);
}

/// KT128 copies short messages in batches of 64, and hashes messages of more than one chunk separately.
#[test]
fn hash_many_of_kt128_matches_single_messages() {
    let message = message(9000);
    // The first long message has exactly one chunk, and the customization string begins the next chunk.
    let messages: Vec<&[u8]> = (0..80)
        .map(|i| if i % 9 == 4 { &message[..8188 + i] } else { &message[i..3 * i] })
        .collect();
    let mut outputs = [[0; 40]; 80];
    let row = registry::xof("kt128").expect("the registry has the algorithm");
    row.hash_many(&messages, 40, outputs.as_flattened_mut()).expect("the buffer has this length");
    for (output, message) in outputs.iter().zip(&messages) {
        assert_eq!(*output, Kt128::hash(message, b""), "{} bytes", message.len());
    }
}

#[test]
fn kt128_with_customization_matches_streaming_near_a_chunk() {
    let bytes = message(9000);
    for (message, custom) in
        [(0, 0), (8191, 0), (8192, 0), (8190, 1), (8188, 1), (8000, 300), (0, 9000)]
    {
        let (message, custom) = (&bytes[..message], &bytes[..custom]);
        let mut xof = Kt128::new();
        message.chunks(1000).for_each(|piece| xof.absorb(piece));
        let expected: [u8; 40] = xof.finalize_with(custom).squeeze_array();
        assert_eq!(Kt128::hash(message, custom), expected, "{} {}", message.len(), custom.len());
    }
}

#[test]
fn domain_byte_of_turboshake_separates_outputs() {
    let read = |domain| {
        let mut xof = TurboShake128::new();
        xof.absorb(b"message");
        xof.finalize_with_domain(domain).map(|mut reader| reader.squeeze_array::<32>())
    };
    assert_eq!(read(0x1f), Ok(TurboShake128::hash(b"message")));
    assert_ne!(read(0x01), read(0x1f));
    assert!(read(0).is_err() && read(0x80).is_err());
}

#[test]
fn blocks_of_a_reader_continue_its_output() {
    let expected: [u8; 336] = Shake128::hash(b"seed");
    let mut xof = Shake128::new();
    xof.absorb(b"seed");
    let mut reader = xof.finalize();
    assert_eq!([reader.squeeze_block(), reader.squeeze_block()].concat(), expected);
}

/// Applies one round of Keccak-p (FIPS 202 §3.2), written with one loop per step.
fn round(a: &mut [u64; 25], constant: u64) {
    let column = |x: usize| (0..5).fold(0, |sum, y| sum ^ a[x % 5 + 5 * y]);
    let parities: [u64; 5] = std::array::from_fn(column);
    for (i, lane) in a.iter_mut().enumerate() {
        *lane ^= parities[(i + 4) % 5] ^ parities[(i + 1) % 5].rotate_left(1);
    }
    let (mut b, mut x, mut y) = (*a, 1, 0);
    for t in 0..24 {
        let rotated = a[x + 5 * y].rotate_left((t + 1) * (t + 2) / 2 % 64);
        (x, y) = (y, (2 * x + 3 * y) % 5);
        b[x + 5 * y] = rotated;
    }
    for (i, lane) in a.iter_mut().enumerate() {
        let row = i - i % 5;
        *lane = b[i] ^ !b[row + (i + 1) % 5] & b[row + (i + 2) % 5];
    }
    a[0] ^= constant;
}

#[test]
fn permutation_applies_the_last_rounds() {
    let last = [0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008];
    for rounds in 0..=3 {
        let mut state: [u64; 25] = std::array::from_fn(|i| 0x0123_4567_89ab_cdef << i);
        let mut expected = state;
        last[3 - rounds..].iter().for_each(|constant| round(&mut expected, *constant));
        keccak_p1600(&mut state, rounds).expect("at most 24 rounds");
        assert_eq!(state, expected, "{rounds} rounds");
    }
}

#[test]
fn raw_sponge_of_any_rate_absorbs_and_squeezes_blocks() {
    for (rate, rounds) in (8..=192).step_by(8).flat_map(|rate| [(rate, 24), (rate, 3)]) {
        let message = message(3 * rate + 5);
        let mut sponge = KeccakSponge::new(rate, rounds).expect("the rate is allowed");
        message.chunks(2 * rate + 1).for_each(|piece| sponge.absorb(piece));
        let mut output = vec![0; 2 * rate + 3];
        sponge.finalize(6).expect("the domain byte is allowed").squeeze(&mut output);

        let mut padded = message;
        padded.push(6);
        padded.resize(4 * rate, 0);
        padded[4 * rate - 1] ^= 0x80;
        let (mut state, mut expected) = ([0; 25], Vec::new());
        for block in padded.chunks(rate) {
            for (lane, bytes) in state.iter_mut().zip(block.as_chunks().0) {
                *lane ^= u64::from_le_bytes(*bytes);
            }
            keccak_p1600(&mut state, rounds).expect("at most 24 rounds");
        }
        while expected.len() < output.len() {
            expected.extend(&state.map(u64::to_le_bytes).as_flattened()[..rate]);
            keccak_p1600(&mut state, rounds).expect("at most 24 rounds");
        }
        assert_eq!(output, expected[..output.len()], "a rate of {rate} bytes, {rounds} rounds");
    }
}

#[test]
fn debug_output_of_types_with_parameters_names_the_type() {
    let sponge = KeccakSponge::new(136, 24).expect("the rate is allowed");
    let reader = sponge.clone().finalize(6).expect("the domain byte is allowed");
    for (given, expected) in [
        (format!("{:?}", Kmac128::new(b"key", b"")), "Kmac128"),
        (format!("{:?}", ParallelHash128::new(8, b"")), "Ok(ParallelHash128"),
        (format!("{:?}", TupleHash128::new(b"")), "TupleHash128"),
        (format!("{:?}", TupleHashXof128::new(b"")), "TupleHashXof128"),
        (format!("{sponge:?}"), "KeccakSponge"),
        (format!("{reader:?}"), "KeccakReader"),
    ] {
        let end = if expected.starts_with("Ok(") { ")" } else { "" };
        assert_eq!(given, format!("{expected} {{ .. }}{end}"));
    }
}

#[test]
fn types_match_the_samples_of_sp800_185() {
    let (_, text) =
        builtin().find(|(name, _)| name.contains("sp800-185")).expect("the file exists");
    let mut checked = 0;
    for case in parse(&text).expect("the file is valid") {
        let bytes = |field| case.bytes(field).expect("the field is hex").unwrap_or_default();
        let [key, custom, message, expected] = ["key", "custom", "msg", "out"].map(bytes);
        let items = case.items().expect("the items are hex");
        let block = case.number("block").expect("the block size is a number").unwrap_or_default();
        let mut found = Vec::new();
        let mut out = vec![0x5a; expected.len()];
        macro_rules! kmac {
            ($kmac:ident, $bytes:literal) => {{
                let mut kmac = $kmac::new(&key, &custom);
                found.push(kmac.clone().mac::<$bytes>(&message).to_vec());
                assert_eq!(kmac.clone().verify(&message, &expected), Ok(()));
                kmac.update(&message);
                found.push(kmac.clone().finalize::<$bytes>().to_vec());
                kmac.finalize_into(&mut out);
            }};
        }
        macro_rules! parallel_hash {
            ($hash:ident, $bytes:literal) => {{
                let mut hash = $hash::new(block, &custom).expect("the block size is allowed");
                message.chunks(5).for_each(|piece| hash.absorb(piece));
                found.push(hash.clone().finalize::<$bytes>().to_vec());
                hash.finalize_into(&mut out);
            }};
        }
        macro_rules! tuple_hash {
            ($hash:ident, $bytes:literal) => {{
                let items: Vec<&[u8]> = items.iter().map(Vec::as_slice).collect();
                found.push($hash::hash::<$bytes>(&custom, &items).to_vec());
                let mut hash = $hash::new(&custom);
                items.iter().for_each(|item| hash.item(item));
                found.push(hash.clone().finalize::<$bytes>().to_vec());
                hash.finalize_into(&mut out);
            }};
        }
        macro_rules! xof {
            ($xof:expr) => {{
                let mut xof = $xof;
                items.iter().for_each(|item| xof.item(item));
                xof.finalize().squeeze(&mut out);
            }};
            ($xof:expr, absorb) => {{
                let mut xof = $xof;
                message.chunks(5).for_each(|piece| xof.absorb(piece));
                xof.finalize().squeeze(&mut out);
            }};
        }
        match case.alg() {
            "kmac128" => kmac!(Kmac128, 32),
            "kmac256" => kmac!(Kmac256, 64),
            "kmacxof128" => xof!(KmacXof128::new(&key, &custom), absorb),
            "kmacxof256" => xof!(KmacXof256::new(&key, &custom), absorb),
            "parallelhash128" => parallel_hash!(ParallelHash128, 32),
            "parallelhash256" => parallel_hash!(ParallelHash256, 64),
            "parallelhashxof128" => xof!(
                ParallelHashXof128::new(block, &custom).expect("the block size is allowed"),
                absorb
            ),
            "parallelhashxof256" => xof!(
                ParallelHashXof256::new(block, &custom).expect("the block size is allowed"),
                absorb
            ),
            "tuplehash128" => tuple_hash!(TupleHash128, 32),
            "tuplehash256" => tuple_hash!(TupleHash256, 64),
            "tuplehashxof128" => xof!(TupleHashXof128::new(&custom)),
            "tuplehashxof256" => xof!(TupleHashXof256::new(&custom)),
            _ => continue,
        }
        found.push(out);
        assert!(found.iter().all(|found| *found == expected), "{}", case.id());
        checked += 1;
    }
    assert_eq!(checked, 36);
}

#[test]
fn absorb_parallel_of_the_trait_matches_absorb() {
    fn check<X: Xof>(mut expected: X) {
        let (mut found, message) = (expected.clone(), message(20_000));
        expected.absorb(&message);
        found.absorb_parallel(&message);
        let read = |xof: X| {
            let mut out = [0; 32];
            astragal::xof::XofReader::squeeze(&mut xof.finalize(), &mut out);
            out
        };
        assert_eq!(read(found), read(expected), "{}", X::NAME);
    }
    check(Kt128::new());
    check(ParallelHashXof128::new(1000, b"custom").expect("the block size is allowed"));
}

/// A part buffers the message's first chunk and an incomplete last chunk. Other chunks are hashed at once.
#[test]
fn parts_of_kt128_in_pieces_match_the_whole() {
    let message = message(5 * 8192 + 100);
    for piece_bytes in [100, 3000, 8192, 8193, 20_000] {
        let mut assembly = Assembly::new(Kt128::new());
        let mut start = 0;
        for half in [&message[..3 * 8192], &message[3 * 8192..]] {
            let mut part = Kt128::new().part(start).expect("a chunk starts here");
            half.chunks(piece_bytes).for_each(|piece| part.update(piece));
            assembly.add(part.finish()).expect("the part comes next");
            start += half.len() as u64;
        }
        let whole = assembly.finish(start).expect("the parts cover the message");
        let found: [u8; 40] = whole.finalize_with(b"custom").squeeze_array();
        assert_eq!(found, Kt128::hash(&message, b"custom"), "pieces of {piece_bytes} bytes");
    }
}

#[test]
fn raw_sponge_takes_positions_in_a_block_and_domains_of_seven_bits() {
    let resume = |position| KeccakSponge::resume([0; 25], position, 136, 24);
    assert!(resume(135).is_ok() && resume(136).is_err());
    for domain in 0..=255 {
        let finished = KeccakSponge::new(136, 24).expect("the rate is allowed").finalize(domain);
        assert_eq!(finished.is_ok(), (1..=127).contains(&domain), "domain {domain}");
    }
}
