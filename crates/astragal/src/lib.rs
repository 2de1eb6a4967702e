#![allow(
    clippy::needless_range_loop,
    reason = "iterators would add several functions to compile per instance of a generic kernel"
)]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        unused_variables,
        reason = "vector code is unused on targets without vectors"
    )
)]
#![doc = include_str!("../README.md")]
#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod aead;
pub mod cipher;
pub mod error;
pub mod hash;
pub mod hazmat;
pub mod kdf;
pub mod keccak;
pub mod mac;
#[cfg(feature = "registry")]
pub mod registry;
/// Settings of the threads that parallel operations use.
#[cfg(feature = "parallel")]
pub mod threads {
    pub use crate::platform::cores::{Executor, on_threads, set_executor};
}
pub mod xof;

mod algorithm;
mod construction;
#[cfg(any(feature = "aead-0_6", feature = "cipher-0_5", feature = "digest-0_11", feature = "std"))]
mod ecosystem;
mod platform;
mod traits;
