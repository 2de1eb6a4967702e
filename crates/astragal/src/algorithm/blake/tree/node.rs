//! Nodes of a BLAKE3 tree: chunks and parents.

use crate::algorithm::blake::backend::Backend3;
use crate::algorithm::blake::compress::blake3::{
    CHUNK_BLOCKS, ChainingBytes, Chunk as Chunk3, Inputs, Mode, flag, guarded,
};
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::platform::words::{erase, store_le};
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Incremental state of a BLAKE3 chunk.
#[derive(Clone)]
pub(super) struct Chunk {
    chaining_value: [u32; 8],
    pub(super) counter: u64,
    /// Number of compressed blocks.
    blocks: usize,
    buffer: BlockBuffer<64>,
}

impl Chunk {
    pub(super) const fn new(mode: &Mode, counter: u64) -> Self {
        Self { chaining_value: mode.key, counter, blocks: 0, buffer: BlockBuffer::new() }
    }

    /// Returns the number of bytes absorbed.
    pub(super) fn length(&self) -> usize {
        64 * self.blocks + self.buffer.pending().len()
    }

    pub(super) fn absorb(&mut self, mode: &Mode, data: &[u8]) {
        self.buffer.update(Eager::No, data, |blocks| {
            let start = start_flag(self.blocks);
            let inputs = Inputs { counter: self.counter, length: 64, flags: mode.flags };
            Backend3::best().compress_3(&mut self.chaining_value, blocks, inputs, start);
            self.blocks += blocks.len();
        });
    }

    pub(super) fn output(&self, mode: &Mode) -> OpenNode {
        let pending = self.buffer.pending();
        let mut block = [0; 64];
        block[..pending.len()].copy_from_slice(pending);
        #[expect(clippy::cast_possible_truncation, reason = "a block has at most 64 bytes")]
        let length = pending.len() as u32;
        let flags = mode.flags | start_flag(self.blocks) | flag::CHUNK_END;
        let inputs = Inputs { counter: self.counter, length, flags };
        OpenNode { chaining_value: self.chaining_value, block, inputs }
    }
}

/// Returns the flag for the next block of a chunk, after `blocks` blocks: `CHUNK_START` for the first block, and 0 for
/// the other blocks.
const fn start_flag(blocks: usize) -> u32 {
    if blocks == 0 { flag::CHUNK_START } else { 0 }
}

impl SerializeState for Chunk {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining_value.serialize(fields)?;
        self.counter.serialize(fields)?;
        fields.small(&mut self.blocks)?;
        self.buffer.serialize(Eager::No, fields)?;
        // The last block of a chunk has the flag `CHUNK_END`, so a block stays in the buffer until more input of the
        // chunk follows. If blocks have been compressed, the buffer is therefore not empty.
        let waits = self.blocks == 0 || !self.buffer.pending().is_empty();
        Fields::check(waits && self.blocks < CHUNK_BLOCKS)
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        erase(&mut self.chaining_value);
    }
}

/// Returns the chaining value of a chunk that is not the root of the tree.
pub(crate) fn chunk_value(mode: &Mode, bytes: &[u8], counter: u64) -> ChainingBytes {
    let flags = [mode.flags, flag::CHUNK_START, flag::CHUNK_END];
    let mut value = [0; 32];
    Backend3::best().chunk_3(&mode.key, &Chunk3 { bytes, counter, flags }, &mut value);
    value
}

/// Fills `digest` with the digest of a message of one chunk. `digest` has at most 32 bytes.
pub(crate) fn digest_of_chunk(mode: &Mode, bytes: &[u8], digest: &mut [u8]) {
    let flags = [mode.flags, flag::CHUNK_START, flag::CHUNK_END | flag::ROOT];
    Backend3::best().chunk_3(&mode.key, &Chunk3 { bytes, counter: 0, flags }, digest);
}

/// Fills `digest` with the digest of the message `block` ‖ `bytes`, which is at most one chunk long. `digest` has at
/// most 32 bytes.
pub(crate) fn digest_of_prefixed(mode: &Mode, block: &[u8; 64], bytes: &[u8], digest: &mut [u8]) {
    if bytes.is_empty() {
        return digest_of_chunk(mode, block, digest);
    }
    let inputs = Inputs { counter: 0, length: 64, flags: mode.flags };
    let (mut value, block) = (mode.key, core::slice::from_ref(block));
    let backend = Backend3::best();
    backend.compress_3(&mut value, block, inputs, flag::CHUNK_START);
    let flags = [mode.flags, 0, flag::CHUNK_END | flag::ROOT];
    backend.chunk_3(&value, &Chunk3 { bytes, counter: 0, flags }, digest);
}

/// Tree node whose last block has not been compressed yet. If the node is the root, this block is compressed with an
/// additional flag.
#[derive(Clone)]
pub(crate) struct OpenNode {
    chaining_value: [u32; 8],
    block: [u8; 64],
    pub(super) inputs: Inputs,
}

impl OpenNode {
    /// Compresses the last block and returns the chaining value. The node must not be the root.
    pub(crate) fn chaining_value(&self) -> ChainingBytes {
        let mut chaining_value = self.chaining_value;
        let block = core::slice::from_ref(&self.block);
        Backend3::best().compress_3(&mut chaining_value, block, self.inputs, 0);
        let mut bytes = [0; 32];
        store_le(&chaining_value, &mut bytes);
        bytes
    }

    /// Calls `body`, which works on the node, and wipes its stack afterwards if the mode handles a secret.
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        guarded(self.inputs.flags, body)
    }

    /// Treats this node as the root and fills `out` with its output, starting at output byte `position` (§2.6).
    pub(crate) fn squeeze(&self, position: u64, mut out: &mut [u8]) {
        let mut inputs = self.inputs;
        inputs.flags |= flag::ROOT;
        inputs.counter = position / 64;
        if position == 0 && out.len() <= 32 {
            let mut words = self.chaining_value;
            let block = core::slice::from_ref(&self.block);
            Backend3::best().compress_3(&mut words, block, inputs, 0);
            store_le(&words, out);
            erase(&mut words);
            return;
        }
        let backend = Backend3::best();
        let skip = (position % 64) as usize;
        if skip > 0 {
            let mut block = [[0; 64]];
            backend.squeeze_3(&self.chaining_value, &self.block, inputs, &mut block);
            let (head, rest) = out.split_at_mut(out.len().min(64 - skip));
            head.copy_from_slice(&block[0][skip..skip + head.len()]);
            inputs.counter = inputs.counter.wrapping_add(1);
            out = rest;
        }
        let (blocks, tail) = out.as_chunks_mut::<64>();
        backend.squeeze_3(&self.chaining_value, &self.block, inputs, blocks);
        if !tail.is_empty() {
            let mut block = [[0; 64]];
            inputs.counter = inputs.counter.wrapping_add(blocks.len() as u64);
            backend.squeeze_3(&self.chaining_value, &self.block, inputs, &mut block);
            tail.copy_from_slice(&block[0][..tail.len()]);
        }
    }
}

impl SerializeState for OpenNode {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.chaining_value.serialize(fields)?;
        self.block.serialize(fields)?;
        let Inputs { counter, length, flags } = &mut self.inputs;
        counter.serialize(fields)?;
        length.serialize(fields)?;
        flags.serialize(fields)
    }
}

impl Drop for OpenNode {
    fn drop(&mut self) {
        erase(&mut self.chaining_value);
        erase(&mut self.block);
    }
}

/// Returns the parent node of two nodes, given by their chaining values.
pub(crate) fn parent(mode: &Mode, left: &ChainingBytes, right: &ChainingBytes) -> OpenNode {
    let mut block = [0; 64];
    block[..32].copy_from_slice(left);
    block[32..].copy_from_slice(right);
    let inputs = Inputs { counter: 0, length: 64, flags: mode.flags | flag::PARENT };
    OpenNode { chaining_value: mode.key, block, inputs }
}
