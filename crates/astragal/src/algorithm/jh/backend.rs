//! Backends for JH. `avx2`, `avx512` and `neon` compile the compression function of `jh/round.rs` for a vector type.
//! The portable code is in `jh/portable.rs`.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use super::portable::{State, compress};
use crate::construction::block_buffer::Blocks;
use crate::platform::backends::operation;
use crate::traits::Implementation;

operation! {
    /// Backend that compresses blocks of JH.
    pub(super) enum Backend: Blocks<'_, State, 64> {
        "x86_64" Avx512(Avx512) = "avx512" => avx512::compress_blocks,
        "x86_64" Avx2(Avx2) = "avx2" => avx2::compress_blocks,
        "aarch64" Neon(Neon) = "neon" => neon::compress_blocks,
        Portable => portable,
    }
}

fn portable(work: &mut Blocks<'_, State, 64>) {
    let &mut (ref mut state, blocks) = work;
    blocks.iter().for_each(|block| **state = compress(**state, block));
}

impl Backend {
    /// Returns the name and the timing behaviour of the active backend. Every backend is constant-time.
    pub(super) fn implementation(self) -> Implementation {
        Implementation { backend: self.name(), ..Implementation::PORTABLE }
    }
}
