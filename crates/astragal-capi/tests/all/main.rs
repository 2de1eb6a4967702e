//! Tests the exported functions by calling them as C does. The tests are modules of one program, because linking the
//! library takes seconds per program. Only `remains` and `header` are separate programs: `remains` needs its own
//! allocator, and `header` generates the C header in addition to its tests.
#![expect(
    unsafe_code,
    reason = "the tests call the exported C functions and install a counting allocator"
)]

mod arguments;
#[path = "../common/mod.rs"]
mod common;
mod hex;
mod objects;
mod overlap;
mod vectors;
