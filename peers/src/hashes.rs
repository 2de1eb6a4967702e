//! Hashes from C libraries.

#[cfg(feature = "botan")]
mod botan;
#[cfg(feature = "libgcrypt")]
mod gcrypt;
#[cfg(feature = "nettle")]
mod nettle;

use crate::Peer;

/// Returns the hashes of the C libraries that this build links.
#[cfg_attr(
    not(any(feature = "botan", feature = "libgcrypt", feature = "nettle")),
    expect(unused_mut, reason = "without these features, nothing is added to the list")
)]
pub(crate) fn peers() -> Vec<Peer> {
    let mut all = Vec::new();
    #[cfg(feature = "libgcrypt")]
    all.extend(gcrypt::peers());
    #[cfg(feature = "botan")]
    all.extend(botan::peers());
    #[cfg(feature = "nettle")]
    all.extend(nettle::peers());
    all
}
