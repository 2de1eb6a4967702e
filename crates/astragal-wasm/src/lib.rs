//! The library as a WebAssembly module. Only the JavaScript code in `js/` calls it.
//!
//! Data is exchanged through three static buffers, so that a short message costs one copy and one call:
//! - the input buffer contains a message, or a part of it;
//! - the parameter buffer contains a key and the parameters that `params` decodes, and is wiped by every call that
//!   reads a secret from it;
//! - the output buffer contains a digest, or an error message.
//!
//! Longer data is passed in memory from `allocate`. Objects and the registry's entries for algorithms are passed as
//! addresses, which are numbers in JavaScript. A function that fails returns null, `ERROR` or `INVALID_TAG`.

//!
//! The module contains neither the standard library nor the texts of panics, which would make it a tenth larger. A
//! panic stops the module with a trap. Other targets only check this crate, and there `std` supplies the allocator.

#![no_std]

extern crate alloc;
#[cfg(not(target_arch = "wasm32"))]
extern crate std;

#[cfg(feature = "aeads")]
mod aead;
#[cfg(feature = "all")]
mod chunked;
#[cfg(feature = "all")]
mod cipher;
#[cfg(feature = "passwords")]
mod kdf;
#[cfg(feature = "all")]
mod key_wrap;
mod memory;
mod object;
mod params;
#[cfg(feature = "passwords")]
mod password;
mod row;
#[cfg(target_arch = "wasm32")]
mod runtime;
#[cfg(feature = "all")]
mod tree;

/// Status of a failed call. The error message is in the output buffer.
const ERROR: i32 = -1;
/// Status of a call that found an invalid tag. The error message is in the output buffer.
#[cfg(feature = "aeads")]
const INVALID_TAG: i32 = -2;
/// Status of a successful call.
const OK: i32 = 0;
