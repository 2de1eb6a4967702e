//! KT128 and KT256 (RFC 9861 §3), also called KangarooTwelve: TurboSHAKE over a one-level tree. The message is cut into
//! 8192-byte chunks. The final node absorbs the first chunk directly. Every other chunk is a leaf, and the final
//! node absorbs its chaining value.

#[cfg(feature = "registry")]
use alloc::vec::Vec;
use core::fmt;

use super::backend::ParallelBackend;
use super::encode::{Encoded, length_encode};
use super::hash_many::SpongeFunction;
use super::sponge::{Sponge, SpongeReader};
#[cfg(feature = "std")]
use super::tree::read_all;
use super::tree::{Leaves, SpongeTree};
use super::{by_strength, turboshake};
use crate::platform::cores::Cores;
#[cfg(feature = "registry")]
use crate::platform::words::erase;
use crate::traits::Implementation;
use crate::traits::state::{self, Fields, SerializeState, Serialized, StateKind};
use crate::traits::xof::Xof;

/// Chunk length in bytes (RFC 9861 §3.2).
pub(crate) const CHUNK_BYTES: usize = 8192;
/// Domain separation bytes (RFC 9861 §3.2) of a single node, of a leaf, and of the final node of a tree.
const SINGLE: u8 = 0x07;
const LEAF: u8 = 0x0b;
const FINAL: u8 = 0x06;

/// KangarooTwelve with a rate of `RATE` bytes (RFC 9861 §3).
///
/// ```
/// use astragal::xof::Kt128;
/// let mut xof = Kt128::new();
/// xof.absorb(b"abc");
/// let mut out = [0; 32];
/// xof.finalize_with(b"customization").squeeze(&mut out);
/// ```
#[derive(Clone)]
pub struct Kt<const RATE: usize>(pub(super) KtTree);

/// KT128 (RFC 9861 §3), also known as KangarooTwelve: 128-bit security with 32 bytes of output or more.
pub type Kt128 = Kt<168>;
/// KT256 (RFC 9861 §3): 256-bit security with 64 bytes of output or more.
pub type Kt256 = Kt<136>;

/// State of KT128 or KT256: the final node and its leaves.
#[derive(Clone)]
pub(crate) struct KtTree {
    tree: SpongeTree,
    /// Number of free bytes in the first chunk, or `None` once the message is longer than this chunk.
    first: Option<usize>,
}

/// Returns the parameters of the leaves for a rate of 168 or 136 bytes. Their chaining values have 32 or 64 bytes (RFC
/// 9861 §3.2).
pub(super) const fn leaves(rate: usize) -> Leaves {
    Leaves {
        function: SpongeFunction { rate, rounds: turboshake::ROUNDS, domain: LEAF },
        bytes: CHUNK_BYTES,
        chaining_bytes: by_strength(rate, 32, 64),
    }
}

impl KtTree {
    pub(crate) const fn new(rate: usize) -> Self {
        let node = Sponge::new(rate, turboshake::ROUNDS);
        Self { tree: SpongeTree::new(node, leaves(rate)), first: Some(CHUNK_BYTES) }
    }

    pub(crate) fn absorb(&mut self, mut data: &[u8], cores: Cores) {
        if let Some(free) = self.first {
            let (head, rest) = data.split_at(free.min(data.len()));
            self.tree.node.absorb(head);
            self.first = Some(free - head.len());
            if rest.is_empty() {
                return;
            }
            self.end_first_chunk();
            data = rest;
        }
        self.tree.absorb(data, cores);
    }

    /// Absorbs the marker that follows the first chunk (RFC 9861 §3.2): the bits 110, then 61 zero bits.
    fn end_first_chunk(&mut self) {
        self.tree.node.absorb(&[3, 0, 0, 0, 0, 0, 0, 0]);
        self.first = None;
    }

    /// Appends the chaining values of `count` chunks. All earlier chunks must be complete.
    #[cfg(feature = "alloc")]
    pub(super) fn absorb_leaves(&mut self, chaining_values: &[u8], count: u64) {
        if self.first.is_some() {
            self.end_first_chunk();
        }
        self.tree.absorb_values(chaining_values, count);
    }

    /// Ends the message with the customization string `custom` and returns the final node, ready to squeeze.
    pub(crate) fn end(&mut self, custom: &[u8]) -> &mut Sponge {
        for bytes in Suffix::new(custom).parts() {
            self.absorb(bytes, Cores::One);
        }
        let mut domain = SINGLE;
        if self.first.is_none() {
            let leaves = self.tree.finish();
            self.tree.node.absorb(length_encode(leaves).as_ref());
            self.tree.node.absorb(&[0xff, 0xff]);
            domain = FINAL;
        }
        self.tree.node.finish(domain);
        &mut self.tree.node
    }
}

impl SerializeState for KtTree {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.tree.serialize(fields)?;
        // Serializes `first` as 0 if it is `None`, and as n + 1 if n bytes of the first chunk are free.
        let mut free = self.first.map_or(0, |free| free + 1);
        fields.size(&mut free)?;
        self.first = free.checked_sub(1);
        Fields::check(free <= CHUNK_BYTES + 1)
    }
}

impl<const RATE: usize> Kt<RATE> {
    /// Creates an XOF with an empty message.
    #[must_use]
    pub const fn new() -> Self {
        Self(KtTree::new(RATE))
    }

    /// Appends `data` to the message.
    pub fn absorb(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::One);
    }

    /// Appends `data` to the message. Hashes the chunks on all cores if `data` is long enough. `data` may be a
    /// memory-mapped file. Without the feature `parallel`, this method does the same as [`absorb`](Self::absorb).
    pub fn absorb_parallel(&mut self, data: &[u8]) {
        self.0.absorb(data, Cores::All);
    }

    /// Appends all bytes of `reader` to the message and returns the number of bytes read. If the feature `parallel` is
    /// on, hashes on all cores. Uses less than 20 MiB of memory.
    ///
    /// # Errors
    /// Any error that `reader` returns. The bytes read before the error remain part of the message.
    #[cfg(feature = "std")]
    pub fn absorb_reader(&mut self, reader: impl std::io::Read + Send) -> std::io::Result<u64> {
        read_all(reader, |data| self.absorb_parallel(data))
    }

    /// Ends the message with an empty customization string and returns a reader for the output.
    #[must_use]
    pub fn finalize(self) -> SpongeReader<RATE> {
        self.finalize_with(b"")
    }

    /// Ends the message with customization string C, of any length, and returns a reader for the output.
    #[must_use]
    pub fn finalize_with(mut self, custom: &[u8]) -> SpongeReader<RATE> {
        self.0.end(custom);
        SpongeReader::of(self.0.tree.node)
    }

    /// Resets the function to an empty message.
    pub fn reset(&mut self) {
        *self = Self::new();
    }

    /// Returns the first `N` bytes of output for the message `data` with customization string C.
    #[must_use]
    pub fn hash<const N: usize>(data: &[u8], custom: &[u8]) -> [u8; N] {
        let mut out = [0; N];
        if hash_single(RATE, data, custom, &mut out) {
            return out;
        }
        let mut xof = Self::new();
        xof.absorb(data);
        xof.finalize_with(custom).squeeze_array()
    }
}

/// Bytes that RFC 9861 §3.2 appends to the message: `C ‖ length_encode(|C|)`.
struct Suffix<'c> {
    custom: &'c [u8],
    length: Encoded,
}

impl<'c> Suffix<'c> {
    fn new(custom: &'c [u8]) -> Self {
        Self { custom, length: length_encode(custom.len() as u128) }
    }

    fn parts(&self) -> [&[u8]; 2] {
        [self.custom, self.length.as_ref()]
    }

    fn len(&self) -> usize {
        self.custom.len() + self.length.as_ref().len()
    }
}

/// If the message fits in a single node, hashes it into `out` and returns `true`. Otherwise returns `false` without
/// hashing.
pub(crate) fn hash_single(rate: usize, data: &[u8], custom: &[u8], out: &mut [u8]) -> bool {
    let suffix = Suffix::new(custom);
    if data.len() + suffix.len() > CHUNK_BYTES {
        return false;
    }
    let mut sponge = Sponge::new(rate, turboshake::ROUNDS);
    sponge.absorb(data);
    suffix.parts().into_iter().for_each(|bytes| sponge.absorb(bytes));
    sponge.finish(SINGLE);
    sponge.squeeze(out);
    true
}

/// Number of short messages that are copied and hashed in one batch.
#[cfg(feature = "registry")]
const BATCH_MESSAGES: usize = 64;

/// Hashes messages with an empty customization string. Writes `output_bytes` bytes of output per message to `outputs`,
/// in the order of the messages. Short messages are copied together with their suffix and hashed in parallel. Long
/// messages are hashed one after the other, because the leaves of one long message fill the vector lanes.
#[cfg(feature = "registry")]
pub(crate) fn hash_all(rate: usize, messages: &[&[u8]], output_bytes: usize, outputs: &mut [u8]) {
    let mut all = messages.iter().zip(outputs.chunks_exact_mut(output_bytes));
    let suffix = Suffix::new(b"");
    let mut text = Vec::new();
    loop {
        let mut some = Vec::with_capacity(BATCH_MESSAGES);
        for (message, output) in all.by_ref() {
            if message.len() + suffix.len() <= CHUNK_BYTES {
                some.push((*message, output));
                if some.len() == BATCH_MESSAGES {
                    break;
                }
                continue;
            }
            let mut long = KtTree::new(rate);
            long.absorb(message, Cores::One);
            long.end(b"").squeeze(output);
        }
        if some.is_empty() {
            return;
        }
        // Reserves the whole buffer at once. Growing the buffer would leave copies of the messages in freed memory.
        let bytes = some.iter().map(|(message, _)| message.len() + suffix.len()).sum();
        text.reserve_exact(bytes);
        for (message, _) in &some {
            text.extend_from_slice(message);
            suffix.parts().into_iter().for_each(|bytes| text.extend_from_slice(bytes));
        }
        let mut rest = text.as_slice();
        let (padded, outputs): (Vec<_>, Vec<_>) = some
            .into_iter()
            .map(|(message, output)| {
                let padded;
                (padded, rest) = rest.split_at(message.len() + suffix.len());
                (padded, output)
            })
            .unzip();
        let function = SpongeFunction { domain: SINGLE, ..leaves(rate).function };
        function.hash_many(padded.into_iter(), outputs.into_iter());
        erase(&mut text);
        text.clear();
    }
}
impl<const RATE: usize> Default for Kt<RATE> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> Xof for Kt<RATE> {
    const NAME: &'static str = by_strength(RATE, "kt128", "kt256");
    const FAMILY: &'static str = "keccak";
    const STANDARD: &'static str = "RFC 9861 §3";
    const RATE_BYTES: usize = RATE;
    const DEFAULT_OUTPUT_BYTES: usize = by_strength(RATE, 32, 64);
    type Reader = SpongeReader<RATE>;

    fn absorb(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb_parallel(data);
    }
    fn finalize(self) -> Self::Reader {
        self.finalize()
    }
    fn implementation() -> Implementation {
        ParallelBackend::implementation()
    }
}

impl<const RATE: usize> SerializeState for Kt<RATE> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl<const RATE: usize> state::StateEngine for Kt<RATE> {
    const KIND: StateKind = StateKind::Xof;
    fn name(&self) -> &'static str {
        Self::NAME
    }
}

#[cfg(feature = "alloc")]
impl<const RATE: usize> state::ExportState for Kt<RATE> {
    fn empty() -> Self {
        Self::new()
    }
}

impl<const RATE: usize> fmt::Debug for Kt<RATE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ .. }}", by_strength(RATE, "Kt128", "Kt256"))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::vec::Vec;

    /// Returns the number of leaves for a message of `length` bytes with an empty customization string.
    fn leaves(length: usize) -> u128 {
        let mut kt = Kt128::new();
        kt.absorb(&[0; 3 * CHUNK_BYTES][..length]);
        Suffix::new(b"").parts().into_iter().for_each(|bytes| kt.absorb(bytes));
        kt.0.tree.finish()
    }

    /// Reads messages with lengths near multiples of the reader's buffer. Under Miri, the buffer is short.
    #[test]
    fn absorb_reader_matches_absorb() {
        let lengths: &[usize] = if cfg!(miri) {
            &[0, 1, 4096, 8193]
        } else {
            &[0, 1, 8192, 8 << 20, (8 << 20) + 1, (16 << 20) + 12345]
        };
        let longest = lengths[lengths.len() - 1];
        let message: Vec<u8> = (0..=250).cycle().take(longest).collect();
        for &length in lengths {
            let message = &message[..length];
            let mut kt = Kt128::new();
            assert_eq!(kt.absorb_reader(message).unwrap(), length as u64);
            assert_eq!(kt.finalize().squeeze_array::<32>(), Kt128::hash(message, b""));
        }
    }

    #[test]
    fn customization_length_may_start_a_chunk() {
        assert_eq!([0, 8191, 8192, 16383, 16384].map(leaves), [0, 0, 1, 1, 2]);
    }
}
