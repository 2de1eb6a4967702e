//! astragal for C and C++, with opaque objects, result codes, pointers and lengths. No panic unwinds into C.
//!
//! The algorithms come from the library's registry (its list of algorithms by name), so a new entry of the registry
//! needs no further code in this crate. `alg` looks up static handles by name. `kind` contains the objects and one-shot
//! functions of each kind of algorithm. `object` manages the memory of objects, which is on the heap or provided by the
//! caller. `typed` contains functions and stack states of common algorithms. `guard` wraps every function: it catches
//! panics, and converts an error to a result code and a message.
//!
//! `include/astragal.h` is generated from the doc comments of this crate. The rules for all pointers are stated once,
//! at the beginning of the header. The test `header` fails if the header is out of date.
#![cfg_attr(not(feature = "std"), no_std)]
#![expect(unsafe_code, reason = "C callers pass raw pointers")]
#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "the comments are written for C, where brackets do not mark links"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the C header states the contract of all pointers in one place"
)]

extern crate alloc;

pub mod alg;
pub mod allocator;
pub mod error;
pub mod executor;
pub mod kind;
pub mod library;
pub mod params;
pub mod permutation;
pub mod typed;
pub mod utils;

mod boxed;
mod buffers;
mod guard;
#[cfg(not(feature = "std"))]
mod no_std;
mod object;
mod state;
