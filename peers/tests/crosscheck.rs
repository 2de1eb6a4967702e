//! Compares astragal's hashes, extendable-output functions, MACs and authenticated ciphers with those of every other
//! library, at critical message lengths.

use std::collections::BTreeSet;

use astragal::xof::Shake256;
use peers::{Kind, Ours, aead_peers, names, peers};

/// Returns the message lengths in bytes: all short lengths, lengths near block, chunk and subtree boundaries, and
/// some long lengths.
fn lengths() -> impl Iterator<Item = usize> {
    let edges =
        [511, 512, 513, 1023, 1024, 1025, 4096, 8190, 8191, 8192, 8193, 16383, 16384, 16385];
    (0..=300).chain(edges).chain([65_536 + 8192, 100_003, 300_000])
}

#[test]
fn hashes_and_macs_match_their_peers() {
    let longest = lengths().max().expect("the list is not empty");
    let mut data = vec![0; longest];
    let mut xof = Shake256::new();
    xof.absorb(b"cross-check");
    xof.finalize().squeeze(&mut data);

    let mut compared = 0;
    for peer in peers() {
        let Some(ours) = Ours::find(peer.algorithm) else {
            println!("skipped: astragal has no {}", peer.algorithm);
            continue;
        };
        let outputs = match ours.kind() {
            Kind::Fixed(bytes) => vec![bytes],
            Kind::Extendable => vec![1, 32, 64, 135, 136, 137, 167, 168, 169, 500],
        };
        for length in lengths() {
            // Takes the message from the end of the data, so that messages start at addresses with various alignments.
            let message = &data[longest - length..];
            for &bytes in &outputs {
                let (mut expected, mut out) = (vec![0; bytes], vec![0; bytes]);
                (peer.function)(message, &mut expected);
                ours.run(message, &mut out);
                assert_eq!(
                    out, expected,
                    "{} and {} disagree on {length} bytes, output {bytes}",
                    peer.algorithm, peer.name
                );
                compared += 1;
            }
        }
        println!("{} agrees with {}", peer.algorithm, peer.name);
    }
    let covered: BTreeSet<&str> = peers().iter().map(|peer| peer.algorithm).collect();
    let alone: Vec<&str> = names().into_iter().filter(|name| !covered.contains(name)).collect();
    println!("{compared} answers compared; no peer, vectors alone: {alone:?}");
    assert!(compared > 0);
}

#[test]
fn keccak_p1600_matches_the_crate_keccak() {
    let mut ours: [u64; 25] = std::array::from_fn(|i| i as u64);
    let mut theirs = ours;
    let keccak = keccak::Keccak::new();
    for _ in 0..100 {
        astragal::hazmat::keccak_p1600(&mut ours, 24).expect("24 rounds are allowed");
        keccak.with_f1600(|f1600| f1600(&mut theirs));
        assert_eq!(ours, theirs);
        astragal::hazmat::keccak_p1600(&mut ours, 12).expect("12 rounds are allowed");
        keccak.with_p1600::<12>(|p1600| p1600(&mut theirs));
        assert_eq!(ours, theirs);
    }
}

#[test]
fn authenticated_ciphers_match_their_peers() {
    for peer in aead_peers() {
        let row = astragal::registry::aead(peer.algorithm).expect("astragal has the algorithm");
        for length in (0..=100).chain([1000, 10_000]) {
            let bytes: Vec<u8> = (0..=250).cycle().take(length + 100).collect();
            let (key, nonce) = (&bytes[..row.key_bytes], &bytes[40..40 + row.nonce_bytes]);
            for data in [0, 1, 7, 8, 15, 16, 17, 32, 64] {
                let data = &bytes[..data];
                let (mut ours, mut theirs) = (bytes[..length].to_vec(), bytes[..length].to_vec());
                let (mut tag, mut expected) = (vec![0; row.tag_bytes], vec![0; row.tag_bytes]);
                let cipher = row.new_aead(key).expect("the key has the right length");
                cipher
                    .encrypt_in_place_detached(nonce, data, &mut ours, &mut tag)
                    .expect("the lengths are allowed");
                (peer.seal)(key, nonce, data, &mut theirs, &mut expected);
                assert_eq!(
                    (&ours, &tag),
                    (&theirs, &expected),
                    "{} on {length} bytes",
                    peer.algorithm
                );
                cipher
                    .decrypt_in_place_detached(nonce, data, &mut ours, &expected)
                    .expect("the tag is valid");
                assert_eq!(ours, bytes[..length]);
            }
        }
        println!("{} agrees with {}", peer.algorithm, peer.name);
    }
}
