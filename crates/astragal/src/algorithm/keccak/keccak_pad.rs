//! Keccak with the padding of the SHA-3 submission, which has no suffix bits. Ethereum uses Keccak-256.

use super::sha3::FixedSponge;
use crate::traits::hash::hash_types;

/// Domain byte: the first padding bit, without suffix bits.
const DOMAIN: u8 = 0x01;

hash_types! { "keccak", FixedSponge<DOMAIN>;
    Keccak224 = "keccak-224", digest 28, block 144, "Keccak submission, round 3": FixedSponge::new(28);
    Keccak256 = "keccak-256", digest 32, block 136, "Keccak submission, round 3": FixedSponge::new(32);
    Keccak384 = "keccak-384", digest 48, block 104, "Keccak submission, round 3": FixedSponge::new(48);
    Keccak512 = "keccak-512", digest 64, block 72, "Keccak submission, round 3": FixedSponge::new(64);
}
