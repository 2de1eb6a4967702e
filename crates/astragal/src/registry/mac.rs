//! Table of all MACs except HMAC and CMAC, which exist for many hashes and ciphers. `mac/row.rs` declares the row type
//! and the trait `DynMac`, and `mac/object.rs` implements `DynMac`. Each other file contains the rows of one family,
//! except `mac/hmac.rs`, which creates the HMAC row of every hash. CMAC is in `cipher/composed.rs`.

#[cfg(feature = "ascon")]
pub(super) mod ascon;
#[cfg(feature = "blake")]
mod blake2;
#[cfg(feature = "blake3")]
pub(super) mod blake3;
#[cfg(feature = "chacha")]
mod chacha;
pub(super) mod hmac;
#[cfg(feature = "keccak")]
pub(super) mod keccak;
mod object;
mod row;
#[cfg(feature = "siphash")]
mod siphash;
#[cfg(feature = "skein")]
mod skein;

pub(super) use object::{Authenticate, object};
pub(super) use row::Request;
pub use row::{DynMac, MacRow, Macs};

use super::rows::rows;

/// Rows of all message authentication codes except HMAC and CMAC. [`macs`](super::macs) includes HMAC.
pub static MACS: &[MacRow] = rows! {
    "keccak": keccak::kmac_fixed::<168>(), keccak::kmac_fixed::<136>(), keccak::kmac_xof::<168>(),
        keccak::kmac_xof::<136>();
    "blake": blake2::blake2b::<16>(), blake2::blake2b::<20>(), blake2::blake2b::<28>(), blake2::blake2b::<32>(),
        blake2::blake2b::<48>(), blake2::blake2b::<64>(), blake2::blake2s::<16>(), blake2::blake2s::<20>(),
        blake2::blake2s::<28>(), blake2::blake2s::<32>();
    "blake3": blake3::BLAKE3;
    "chacha": chacha::POLY1305;
    "ascon": ascon::ASCON_PRF, ascon::ASCON_MAC, ascon::ASCON_PRFSHORT;
    "siphash": siphash::siphash::<2, 4>(), siphash::siphash::<1, 3>();
    "skein": skein::skein::<4, 32>(), skein::skein::<8, 64>(), skein::skein::<16, 128>();
};
