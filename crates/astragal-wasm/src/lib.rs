//! The library as a WebAssembly module, for the JavaScript in `js/`, which is the only caller.
//!
//! Bytes go through rooms of memory that never move, so that a short message costs one copy and one call:
//! - the input room holds a message, or a piece of one;
//! - the parameters' room holds a key and what else `params` reads, and is wiped by each call that reads it;
//! - the output room holds a digest, or the message of an error.
//!
//! What is longer lies in memory that `take` hands out. Rows of the registry and objects go by their
//! addresses, which are numbers in JavaScript. A function that fails returns null or `FAILED`.

mod memory;
mod object;
mod params;
#[cfg(feature = "passwords")]
mod password;
mod row;
#[cfg(feature = "all")]
mod tree;

/// What a function without an object returns when it fails; the error's message is in the output room.
const FAILED: i32 = -1;
/// What it returns otherwise.
const GOOD: i32 = 0;
