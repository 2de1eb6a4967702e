//! The exported functions, called as C calls them, as modules of one program: linking the library takes seconds per
//! program. `remains` and `header` have their own, for their allocator and their generator.
#![expect(unsafe_code, reason = "calls functions as C does, and counts allocations")]

mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod hex;
mod objects;
mod overlap;
mod vectors;
