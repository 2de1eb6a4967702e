//! Hashes of the wide-trail design: Grøstl, Kupyna, Whirlpool and Streebog work on a square of bytes as AES
//! does, and on two such states at once.
//!
//! Each hash writes its compression once over [`Sides`], two states side by side: P and Q, or key and
//! cipher. What stands behind it is a register or two per state with AVX-512 (`backend/zmm.rs`), where the
//! S-box is a lookup among registers and a multiplication in GF(2^8) is a matrix of bits; elsewhere the
//! rows of both states, a register each (`rows.rs`), where rotations of a column cost nothing. None of them
//! indexes memory by data; the portable code, which is each hash's own, does.

mod backend;
mod layer;
mod rows;
mod sides;

pub(crate) use backend::{Backend, Columns8, Columns16, Kernel};
pub(crate) use layer::{Layer, Linear, Nibbles, SBox};
pub(crate) use sides::Sides;
