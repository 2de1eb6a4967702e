//! Compares astragal's ciphertexts and tags with those of every other library, for random keys, nonces and texts.

use std::collections::BTreeSet;

use astragal::hazmat::cpu::{Level, limit};
use astragal::registry::CIPHERS;
use peers::{CipherPeer, Input, Random, Use, cipher_peers, ours};

/// Text lengths in bytes: zero, close to one block, close to several blocks, and long.
const LENGTHS: [usize; 16] =
    [0, 1, 15, 16, 17, 31, 32, 47, 64, 127, 128, 129, 255, 512, 1000, 4099];

fn compare(peer: &CipherPeer, length: usize, random: &mut Random) -> Option<()> {
    let cipher = peer.used.row(peer.cipher).expect("astragal has the algorithm");
    let block = cipher.block_bytes;
    let some = |random: &mut Random, from: u32, to: u32| from + random.below(to - from + 1);
    let length = match peer.used {
        Use::Blocks => length / block * block,
        Use::Xts => length.max(block),
        Use::KeyWrap => length.max(16) / 8 * 8,
        _ => length,
    };
    let (iv_bytes, tag_bytes) = match peer.used {
        Use::Gcm => ([12, 12, some(random, 1, 40)][length % 3], 12 + random.below(5)),
        Use::Ccm => (some(random, 7, 13), 4 + 2 * random.below(7)),
        Use::GcmSiv | Use::Gmac | Use::Ocb => (12, 16),
        Use::Siv => (16, 16),
        Use::KeyWrap => (0, 8),
        Use::Blocks => (cipher.tweak_bytes.map_or(0, |_| 16), 0),
        _ => (u32::try_from(block).expect("the block size fits in 32 bits"), 0),
    };
    // About half of the comparisons use the default nonce and tag lengths, because some libraries support no other
    // lengths.
    let usual = peer.used.authenticates() && random.below(2) == 0;
    let usual_nonce = match peer.used {
        Use::Ccm => 13,
        Use::Siv => 16,
        _ => 12,
    };
    let (iv_bytes, tag_bytes) = if usual { (usual_nonce, 16) } else { (iv_bytes, tag_bytes) };
    let key = random.bytes(peer.used.keys() * cipher.key_bytes);
    let mut iv = random.bytes(iv_bytes as usize);
    if peer.used == Use::Ctr && length % 2 == 0 {
        // The initial counter overflows after a few increments, so that the carry passes through all bytes.
        iv.fill(0xff);
        iv[block - 1] = 0xfe;
    }
    let data_bytes = random.below(70) as usize;
    let (associated_data, text) = (random.bytes(data_bytes), random.bytes(length));
    let input = Input {
        key: &key,
        iv: &iv,
        associated_data: &associated_data,
        text: &text,
        tag_bytes: tag_bytes as usize,
    };
    let expected = peer.encrypt(&input)?;
    let name = peer.used.name(peer.cipher);
    let got = ours(peer.cipher, peer.used, &input).expect("astragal accepts what its peer accepts");
    assert_eq!(got, expected, "{name} and {} disagree: {input:02x?}", peer.name);
    Some(())
}

#[test]
fn ciphers_match_their_peers() {
    if let Ok(name) = std::env::var("ASTRAGAL_TEST_CPU") {
        limit(Level::from_name(&name).expect("ASTRAGAL_TEST_CPU names a level"));
    }
    let mut covered = BTreeSet::new();
    for peer in cipher_peers() {
        let name = peer.used.name(peer.cipher);
        let mut random = Random::new(format!("{name} of {}", peer.name).as_bytes());
        let mut compared = 0;
        for length in LENGTHS.iter().cycle().take(4 * LENGTHS.len()) {
            compared += usize::from(compare(&peer, *length, &mut random).is_some());
        }
        // Some libraries reject an empty text or unusual nonce lengths. Each library must accept at least a quarter of
        // all inputs.
        assert!(compared >= LENGTHS.len(), "{name} of {} rejects most inputs", peer.name);
        println!("{name} agrees with {} on {compared} texts", peer.name);
        covered.insert(peer.cipher);
    }
    let alone: Vec<_> =
        CIPHERS.iter().map(|row| row.name).filter(|c| !covered.contains(c)).collect();
    println!("no peer, vectors alone: {alone:?}");
    assert!(!covered.is_empty());
}
