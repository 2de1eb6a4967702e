//! Hashes from the crate `tiny-keccak`, which implements most of SP 800-185.

use tiny_keccak::{
    CShake, Hasher, IntoXof, KangarooTwelve, Keccak, Kmac, ParallelHash, Sha3, Shake,
};
use tiny_keccak::{TupleHash, Xof};

use crate::{BLOCK_BYTES, CUSTOM, KEY, Peer};

/// Computes output whose length is fixed in advance. KMAC and similar functions include this length in the hashed
/// input.
fn fixed(mut hasher: impl Hasher, message: &[u8], out: &mut [u8]) {
    hasher.update(message);
    hasher.finalize(out);
}

fn extendable(mut hasher: impl Hasher + IntoXof, message: &[u8], out: &mut [u8]) {
    hasher.update(message);
    hasher.into_xof().squeeze(out);
}

pub(crate) fn peers() -> Vec<Peer> {
    let peer = |algorithm, function| Peer { name: "tiny-keccak", algorithm, function };
    vec![
        peer("sha3-224", |m, out| fixed(Sha3::v224(), m, out)),
        peer("sha3-256", |m, out| fixed(Sha3::v256(), m, out)),
        peer("sha3-384", |m, out| fixed(Sha3::v384(), m, out)),
        peer("sha3-512", |m, out| fixed(Sha3::v512(), m, out)),
        peer("keccak-224", |m, out| fixed(Keccak::v224(), m, out)),
        peer("keccak-256", |m, out| fixed(Keccak::v256(), m, out)),
        peer("keccak-384", |m, out| fixed(Keccak::v384(), m, out)),
        peer("keccak-512", |m, out| fixed(Keccak::v512(), m, out)),
        peer("shake128", |m, out| fixed(Shake::v128(), m, out)),
        peer("shake256", |m, out| fixed(Shake::v256(), m, out)),
        peer("cshake128", |m, out| fixed(CShake::v128(b"", CUSTOM), m, out)),
        peer("cshake256", |m, out| fixed(CShake::v256(b"", CUSTOM), m, out)),
        peer("kmac128", |m, out| fixed(Kmac::v128(KEY, CUSTOM), m, out)),
        peer("kmac256", |m, out| fixed(Kmac::v256(KEY, CUSTOM), m, out)),
        peer("kmacxof128", |m, out| extendable(Kmac::v128(KEY, CUSTOM), m, out)),
        peer("kmacxof256", |m, out| extendable(Kmac::v256(KEY, CUSTOM), m, out)),
        peer("tuplehash128", |m, out| fixed(TupleHash::v128(CUSTOM), m, out)),
        peer("tuplehash256", |m, out| fixed(TupleHash::v256(CUSTOM), m, out)),
        peer("tuplehashxof128", |m, out| extendable(TupleHash::v128(CUSTOM), m, out)),
        peer("tuplehashxof256", |m, out| extendable(TupleHash::v256(CUSTOM), m, out)),
        peer("parallelhash128", |m, out| fixed(ParallelHash::v128(CUSTOM, BLOCK_BYTES), m, out)),
        peer("parallelhash256", |m, out| fixed(ParallelHash::v256(CUSTOM, BLOCK_BYTES), m, out)),
        peer("parallelhashxof128", |m, out| {
            extendable(ParallelHash::v128(CUSTOM, BLOCK_BYTES), m, out);
        }),
        peer("parallelhashxof256", |m, out| {
            extendable(ParallelHash::v256(CUSTOM, BLOCK_BYTES), m, out);
        }),
        peer("kt128", |m, out| fixed(KangarooTwelve::new(CUSTOM), m, out)),
    ]
}
