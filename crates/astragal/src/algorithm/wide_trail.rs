//! Hashes of the wide-trail design: Grøstl, Kupyna, Whirlpool and Streebog work on a square of bytes as AES
//! does, and on two such states at once.
//!
//! Each hash writes its compression once over [`StatePair`], two states side by side: P and Q, or key and
//! cipher. Behind it stand
//!
//! - `backend/zmm.rs`, with AVX-512: a register or two for each state. The S-box is a lookup among registers,
//!   a multiplication in GF(2^8) a matrix of bits.
//! - `rows.rs`, a register for each row of both states, so that turning columns costs nothing: NEON, and AVX2
//!   for 16 columns. The S-box is a sum of shuffles, or the hash's own circuit of nibbles.
//! - `backend/folded.rs`, two rows in each register of AVX2: 8 columns.
//!
//! None of them indexes memory by data; the portable code, which is each hash's own, does.

mod backend;
mod layer;
mod rows;
mod state_pair;

pub(crate) use backend::{Backend, Columns8, Columns16, PermutationKernel};
pub(crate) use layer::{Four, Layer, Linear, One};
pub(crate) use state_pair::StatePair;
