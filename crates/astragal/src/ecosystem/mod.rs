//! Implementations of `std::io` and RustCrypto traits, one file per foreign crate. The name of a cargo feature contains
//! the version of the foreign crate. These features are exempt from semver, because a version of a foreign crate may
//! become obsolete.

#[cfg(feature = "aead-0_6")]
mod aead;
#[cfg(all(feature = "aes", feature = "sha2", feature = "std"))]
mod chunked;
#[cfg(feature = "cipher-0_5")]
mod cipher;
#[cfg(feature = "digest-0_11")]
mod digest;
#[cfg(feature = "std")]
mod io;
