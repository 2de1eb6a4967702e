//! Compares astragal's results with the results of other libraries. Each input selects an algorithm and a library to
//! compare with. The algorithms are hashes, extendable-output functions, MACs, ciphers in a mode, and authenticated
//! ciphers.
#![no_main]

use std::cell::OnceCell;
use std::mem::ManuallyDrop;

use arbitrary::Arbitrary;
use astragal::registry;
use libfuzzer_sys::fuzz_target;
use peers::{AeadPeer, CipherPeer, Kind, Ours, Peer, Use, aead_peers, cipher_peers, ours, peers};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    which: u16,
    secret: [u8; 32],
    iv_bytes: u8,
    output_bytes: u16,
    header: &'a [u8],
    message: &'a [u8],
}

struct Peers {
    plain: Vec<Peer>,
    ciphers: Vec<CipherPeer>,
    aeads: Vec<AeadPeer>,
}

thread_local! {
    // The memory of the peers' names is leaked on purpose. The leak check at exit accepts leaked memory only if
    // something still refers to it. This list refers to the names, so it is never dropped.
    static ALL: OnceCell<ManuallyDrop<Peers>> = const { OnceCell::new() };
}

fuzz_target!(|input: Input<'_>| {
    ALL.with(|all| {
        let all = all.get_or_init(|| {
            let (plain, ciphers, aeads) = (peers(), cipher_peers(), aead_peers());
            ManuallyDrop::new(Peers { plain, ciphers, aeads })
        });
        let mut which =
            usize::from(input.which) % (all.plain.len() + all.ciphers.len() + all.aeads.len());
        if let Some(peer) = all.plain.get(which) {
            return plain(peer, &input);
        }
        which -= all.plain.len();
        if let Some(peer) = all.ciphers.get(which) {
            return encrypted(peer, &input);
        }
        authenticated(&all.aeads[which - all.ciphers.len()], &input);
    });
});

fn plain(peer: &Peer, input: &Input<'_>) {
    let Some(ours) = Ours::find(peer.algorithm) else { return };
    let bytes = match ours.kind() {
        Kind::Fixed(bytes) => bytes,
        Kind::Extendable => usize::from(input.output_bytes % 1000) + 1,
    };
    let (mut expected, mut out) = (vec![0; bytes], vec![0; bytes]);
    (peer.function)(input.message, &mut expected);
    ours.run(input.message, &mut out);
    assert_eq!(out, expected, "{} and {} disagree", peer.algorithm, peer.name);
}

fn encrypted(peer: &CipherPeer, input: &Input<'_>) {
    let row = registry::cipher(peer.cipher).expect("astragal has every cipher of the peers");
    let block = row.block_bytes;
    let bytes = |count: usize| {
        input.secret.iter().zip(0_u8..).cycle().map(|(s, i)| s.wrapping_add(i)).take(count)
    };
    let halves = if peer.used == Use::Xts { 2 } else { 1 };
    let mut key: Vec<u8> = bytes(halves * row.key_bytes).collect();
    // XTS rejects keys whose halves are equal, so one byte is changed if it is the same in both halves.
    key[0] = key[0].wrapping_add(u8::from(halves == 2 && key[0] == key[row.key_bytes]));
    let text = match peer.used {
        Use::Blocks => &input.message[..input.message.len() / block * block],
        Use::Xts if input.message.len() < block => return,
        _ => input.message,
    };
    let iv_bytes = match peer.used {
        Use::Gcm => 1 + usize::from(input.iv_bytes % 40),
        Use::Ccm => 7 + usize::from(input.iv_bytes % 7),
        Use::GcmSiv => 12,
        Use::Blocks => row.tweak_bytes.map_or(0, |_| 16),
        _ => block,
    };
    let iv: Vec<u8> = bytes(iv_bytes).map(|byte| byte ^ input.iv_bytes).collect();
    let given = peers::Input {
        key: &key,
        iv: &iv,
        associated_data: input.header,
        text,
        tag_bytes: if peer.used.has_tag() { 16 } else { 0 },
    };
    let Some(expected) = peer.encrypt(&given) else { return };
    let name = peer.used.name(peer.cipher);
    let got = ours(peer.cipher, peer.used, &given)
        .expect("astragal accepts the input that its peer accepts");
    assert_eq!(got, expected, "{name} and {} disagree", peer.name);
}

fn authenticated(peer: &AeadPeer, input: &Input<'_>) {
    let row = registry::aead(peer.algorithm).expect("astragal has the algorithm");
    let key = &input.secret[..row.key_bytes];
    let nonce = vec![input.iv_bytes; row.nonce_bytes];
    let mut expected = (input.message.to_vec(), vec![0; row.tag_bytes]);
    (peer.seal)(key, &nonce, input.header, &mut expected.0, &mut expected.1);
    let cipher = row.new_aead(key).expect("the key has the right length");
    let sealed =
        cipher.encrypt(&nonce, input.header, input.message).expect("the message is not too long");
    assert_eq!(
        sealed,
        [expected.0, expected.1].concat(),
        "{} and {} disagree",
        peer.algorithm,
        peer.name
    );
}
