//! astragal for C and C++: opaque objects, return codes, no unwinding, nothing but pointers and lengths.
//!
//! Written over the registry: an algorithm with a row there is here without a line of code. `alg` hands
//! out static handles by name, `kind` has the objects of each kind, `object` keeps them, on the heap or in
//! memory of the caller's, `typed` has one-shot functions for names that everybody knows. `guard` stands
//! around every body: it turns a mistake into a code and a message, and stops a panic.
//!
//! `include/astragal.h` is generated from the comments here; the contract of all pointers stands at its
//! head, once. `tests/header.rs` fails when it is stale.
#![cfg_attr(not(feature = "std"), no_std)]
#![expect(unsafe_code, reason = "C hands over pointers")]
#![allow(rustdoc::broken_intra_doc_links, reason = "the comments are for C: brackets are text")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the header states the contract of all pointers once"
)]

extern crate alloc;

pub mod alg;
pub mod allocator;
pub mod code;
pub mod executor;
pub mod general;
pub mod kind;
pub mod memory;
pub mod params;
pub mod permutation;
pub mod typed;

#[cfg(not(feature = "std"))]
mod bare;
mod bytes;
mod guard;
mod object;
mod state;
