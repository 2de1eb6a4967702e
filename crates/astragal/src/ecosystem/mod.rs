//! `std::io` and the traits of the RustCrypto project, for every type that they fit: a file for each. A feature is
//! named by the version that it follows, and stands outside semver, for that version may pass.

#[cfg(feature = "aead-0_6")]
mod aead;
#[cfg(feature = "cipher-0_5")]
mod cipher;
#[cfg(feature = "digest-0_11")]
mod digest;
#[cfg(feature = "std")]
mod io;
