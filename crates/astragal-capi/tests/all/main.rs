//! Tests of the exported functions, called as C calls them. The tests are modules of one program, because linking the
//! library takes seconds per program. `remains` and `header` are programs of their own, for their allocator and their
//! generator.
#![expect(unsafe_code, reason = "calls functions as C does, and counts allocations")]

mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod hex;
mod objects;
mod overlap;
mod vectors;
