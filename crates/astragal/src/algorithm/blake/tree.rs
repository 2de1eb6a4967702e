//! BLAKE3's tree (§2.1, §5.1): chunks of 1024 bytes are its leaves, and a stack keeps the roots of the
//! complete subtrees, one for each bit that is set in the number of chunks.
//!
//! Whole subtrees are hashed straight from the caller's slice, with many chunks and many parents side by
//! side. Memory does not grow with the message.

use zeroize::Zeroize;

use super::backend::Backend3;
use super::blake3::{Inputs, flag};
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::construction::block_buffer::{BlockBuffer, Eager};
use crate::kind::Implementation;
use crate::kind::state::{Carried, Carry, Fields};
use crate::machine::cores::Cores;
use crate::machine::stack::{FRAMES, erase_after};
use crate::machine::words::{erase, store_le};

pub(crate) const CHUNK_BYTES: usize = 1024;
pub(crate) const CHUNK_BLOCKS: usize = 16;
/// The most inputs that any backend hashes side by side.
pub(crate) const WIDEST: usize = 16;
/// Subtrees on the stack: 2^54 chunks are 2^64 bytes.
const HIGHEST: usize = 54;

/// A chaining value in bytes, as a parent takes it.
pub(crate) type ChainingBytes = [u8; 32];

/// What all nodes of a tree have.
#[derive(Clone, Copy)]
pub(crate) struct Mode {
    /// The first chaining value of every node: the key, or the initial value.
    pub(crate) key: [u32; 8],
    /// The flags of the mode.
    pub(crate) flags: u32,
}

impl Mode {
    /// Runs `body`, and erases its stack if the mode has a secret.
    fn guarded<R>(self, body: impl FnOnce() -> R) -> R {
        guarded(self.flags, body)
    }
}

/// Runs `body`, and erases its stack if these are the flags of a mode with a secret.
fn guarded<R>(flags: u32, body: impl FnOnce() -> R) -> R {
    if flags & (flag::KEYED_HASH | flag::DERIVE_KEY_MATERIAL) == 0 {
        return body();
    }
    erase_after(FRAMES, body)
}

/// A tree that grows.
#[derive(Clone)]
pub(crate) struct Blake3Tree {
    mode: Mode,
    chunk: Chunk,
    stack: [ChainingBytes; HIGHEST],
    height: usize,
}

impl Blake3Tree {
    /// Under a key or the initial value, with the flags of the mode.
    pub(crate) const fn new(key: [u32; 8], flags: u32) -> Self {
        let mode = Mode { key, flags };
        Self { mode, chunk: Chunk::new(&mode, 0), stack: [[0; 32]; HIGHEST], height: 0 }
    }

    pub(crate) fn implementation() -> Implementation {
        Implementation { backend: Backend3::best().name(), ..Implementation::PORTABLE }
    }

    /// Appends `data` to the message.
    pub(crate) fn absorb(&mut self, data: &[u8], cores: Cores) {
        let mode = self.mode;
        mode.guarded(|| self.absorb_by(data, cores));
    }

    /// [`absorb`](Self::absorb), the stack left as it is.
    pub(crate) fn absorb_by(&mut self, mut data: &[u8], cores: Cores) {
        if self.chunk.length() > 0 {
            let room = CHUNK_BYTES - self.chunk.length();
            let (head, rest) = data.split_at(room.min(data.len()));
            self.chunk.absorb(&self.mode, head);
            if rest.is_empty() {
                // A full chunk stays: only more input tells that it is not the root.
                return;
            }
            let chaining_value = self.chunk.output(&self.mode).chaining_value();
            let counter = self.chunk.counter;
            self.push(&chaining_value, counter);
            self.chunk = Chunk::new(&self.mode, counter + 1);
            data = rest;
        }
        while data.len() > CHUNK_BYTES {
            let counter = self.chunk.counter;
            let chunks = largest_subtree(data.len(), counter);
            let (subtree, rest) = data.split_at(chunks * CHUNK_BYTES);
            if chunks == 1 {
                self.push(&chunk_value(&self.mode, subtree, counter), counter);
            } else {
                // Its halves, because it may be the whole message, and then their parent is the root.
                let [left, right] = halves(&self.mode, subtree, counter, cores);
                self.push(&left, counter);
                self.push(&right, counter + chunks as u64 / 2);
            }
            self.chunk.counter += chunks as u64;
            data = rest;
        }
        if !data.is_empty() {
            self.chunk.absorb(&self.mode, data);
            self.merge(self.chunk.counter);
        }
    }

    /// Runs `body`, which uses the tree, and erases its stack if the mode has a secret.
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        self.mode.guarded(body)
    }

    /// The root, not compressed yet.
    pub(crate) fn output(&self) -> OpenNode {
        let mut left = self.height;
        let mut node = if self.chunk.length() > 0 || left == 0 {
            self.chunk.output(&self.mode)
        } else {
            left -= 2;
            parent(&self.mode, &self.stack[left], &self.stack[left + 1])
        };
        while left > 0 {
            left -= 1;
            node = parent(&self.mode, &self.stack[left], &node.chaining_value());
        }
        node
    }

    /// Appends a subtree of so many chunks that was hashed elsewhere.
    #[cfg(feature = "alloc")]
    pub(crate) fn absorb_subtree(&mut self, chaining_value: &ChainingBytes, chunks: u64) {
        let counter = self.chunk.counter;
        if self.chunk.length() > 0 {
            let value = self.chunk.output(&self.mode).chaining_value();
            self.push(&value, counter);
            self.chunk = Chunk::new(&self.mode, counter + 1);
        }
        let counter = self.chunk.counter;
        self.push(chaining_value, counter);
        self.chunk.counter += chunks;
    }

    /// Carries the mode of a tree without a key, or with one.
    pub(crate) fn carry_mode(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.mode.carry(fields)
    }

    /// What its nodes have.
    pub(crate) const fn mode(&self) -> &Mode {
        &self.mode
    }

    /// Pushes a subtree that begins at chunk `counter`, after merging what is complete before it.
    fn push(&mut self, chaining_value: &ChainingBytes, counter: u64) {
        self.merge(counter);
        self.stack[self.height] = *chaining_value;
        self.height += 1;
    }

    /// Merges subtrees of equal size until there is one for each bit of the number of chunks. Not done
    /// before more input has come, since the last merge may be the root.
    fn merge(&mut self, chunks: u64) {
        while self.height > chunks.count_ones() as usize {
            let [left, right] = [self.stack[self.height - 2], self.stack[self.height - 1]];
            self.stack[self.height - 2] = parent(&self.mode, &left, &right).chaining_value();
            self.height -= 1;
            erase(&mut self.stack[self.height]);
        }
    }
}

/// The mode is its owner's to carry: it may hold a key.
impl Carry for Blake3Tree {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.chunk.carry(fields)?;
        // Looked at first: a tree that is refused is dropped, and erases so many of its stack.
        let mut height = self.height;
        fields.small(&mut height)?;
        Fields::check(height <= HIGHEST)?;
        self.height = height;
        self.check()?;
        fields.bytes(self.stack[..self.height].as_flattened_mut())
    }
}

impl Blake3Tree {
    /// Whether chunks and subtrees can stand together, far enough from the longest message that no more input
    /// overflows the stack.
    fn check(&self) -> Carried {
        let Chunk { counter, .. } = self.chunk;
        Fields::check(counter < 1 << (HIGHEST - 1))?;
        Fields::check(self.height >= counter.count_ones() as usize)?;
        Fields::check((self.height == 0) == (counter == 0))?;
        // Without a chunk behind them, the last two subtrees are the root's children.
        Fields::check(self.chunk.length() > 0 || self.height != 1)
    }
}

impl Carry for Mode {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.flags.carry(fields)?;
        match self.flags {
            0 => {
                self.key = IV;
                Some(())
            }
            flag::KEYED_HASH | flag::DERIVE_KEY_MATERIAL => self.key.carry(fields),
            _ => None,
        }
    }
}

impl Drop for Blake3Tree {
    fn drop(&mut self) {
        self.mode.key.zeroize();
        erase(self.stack[..self.height].as_flattened_mut());
    }
}

/// The chaining value of a chunk that is not the root.
pub(crate) fn chunk_value(mode: &Mode, bytes: &[u8], counter: u64) -> ChainingBytes {
    let mut chunk = Chunk::new(mode, counter);
    chunk.absorb(mode, bytes);
    chunk.output(mode).chaining_value()
}

/// The number of chunks of the largest complete subtree that begins at chunk `counter` and that `bytes`
/// bytes fill.
pub(crate) fn largest_subtree(bytes: usize, counter: u64) -> usize {
    let fits = 1 << (bytes / CHUNK_BYTES).ilog2();
    match counter.trailing_zeros() {
        zeros if zeros < usize::BITS => fits.min(1 << zeros),
        _ => fits,
    }
}

/// A chunk that is being filled.
#[derive(Clone)]
struct Chunk {
    chaining_value: [u32; 8],
    counter: u64,
    /// Blocks compressed.
    blocks: usize,
    buffer: BlockBuffer<64>,
}

impl Chunk {
    const fn new(mode: &Mode, counter: u64) -> Self {
        Self { chaining_value: mode.key, counter, blocks: 0, buffer: BlockBuffer::new() }
    }

    /// Bytes so far.
    fn length(&self) -> usize {
        64 * self.blocks + self.buffer.pending().len()
    }

    fn absorb(&mut self, mode: &Mode, data: &[u8]) {
        self.buffer.update(Eager::No, data, |blocks| {
            let start = start_flag(self.blocks);
            let inputs = Inputs { counter: self.counter, length: 64, flags: mode.flags };
            Backend3::best().compress_3(&mut self.chaining_value, blocks, inputs, start);
            self.blocks += blocks.len();
        });
    }

    fn output(&self, mode: &Mode) -> OpenNode {
        let pending = self.buffer.pending();
        let mut block = [0; 64];
        block[..pending.len()].copy_from_slice(pending);
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let length = pending.len() as u32;
        let flags = mode.flags | start_flag(self.blocks) | flag::CHUNK_END;
        let inputs = Inputs { counter: self.counter, length, flags };
        OpenNode { chaining_value: self.chaining_value, block, inputs }
    }
}

/// The flag of a chunk's first block, if no block is compressed yet.
const fn start_flag(blocks: usize) -> u32 {
    if blocks == 0 { flag::CHUNK_START } else { 0 }
}

impl Carry for Chunk {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.chaining_value.carry(fields)?;
        self.counter.carry(fields)?;
        fields.small(&mut self.blocks)?;
        self.buffer.carry(Eager::No, fields)?;
        // A block waits behind others, which may be the chunk's last.
        let waits = self.blocks == 0 || !self.buffer.pending().is_empty();
        Fields::check(waits && self.blocks < CHUNK_BLOCKS)
    }
}

impl Drop for Chunk {
    fn drop(&mut self) {
        self.chaining_value.zeroize();
    }
}

/// A node whose last block is not compressed yet: it may turn out to be the root.
#[derive(Clone)]
pub(crate) struct OpenNode {
    chaining_value: [u32; 8],
    block: [u8; 64],
    inputs: Inputs,
}

impl OpenNode {
    /// The node's chaining value, if it is not the root.
    pub(crate) fn chaining_value(&self) -> ChainingBytes {
        let mut chaining_value = self.chaining_value;
        let block = core::slice::from_ref(&self.block);
        Backend3::best().compress_3(&mut chaining_value, block, self.inputs, 0);
        let mut bytes = [0; 32];
        store_le(&chaining_value, &mut bytes);
        bytes
    }

    /// Runs `body`, which uses the node, and erases its stack if the mode has a secret.
    pub(crate) fn guarded<R>(&self, body: impl FnOnce() -> R) -> R {
        guarded(self.inputs.flags, body)
    }

    /// Fills `out` with the root's output from byte `position` on (§2.6).
    pub(crate) fn squeeze(&self, position: u64, mut out: &mut [u8]) {
        let mut inputs = self.inputs;
        inputs.flags |= flag::ROOT;
        inputs.counter = position / 64;
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

impl Carry for OpenNode {
    fn carry(&mut self, fields: &mut Fields<'_>) -> Carried {
        self.chaining_value.carry(fields)?;
        self.block.carry(fields)?;
        let Inputs { counter, length, flags } = &mut self.inputs;
        counter.carry(fields)?;
        length.carry(fields)?;
        flags.carry(fields)
    }
}

impl Drop for OpenNode {
    fn drop(&mut self) {
        self.chaining_value.zeroize();
        erase(&mut self.block);
    }
}

/// The parent of two nodes.
pub(crate) fn parent(mode: &Mode, left: &ChainingBytes, right: &ChainingBytes) -> OpenNode {
    let mut block = [0; 64];
    block[..32].copy_from_slice(left);
    block[32..].copy_from_slice(right);
    let inputs = Inputs { counter: 0, length: 64, flags: mode.flags | flag::PARENT };
    OpenNode { chaining_value: mode.key, block, inputs }
}

/// The chaining values of the two halves of a complete subtree of two chunks or more.
pub(crate) fn halves(
    mode: &Mode,
    subtree: &[u8],
    counter: u64,
    cores: Cores,
) -> [ChainingBytes; 2] {
    let mut values = [[0; 32]; WIDEST];
    let mut count = level(mode, subtree, counter, cores, &mut values);
    while count > 2 {
        let children = values;
        count /= 2;
        Backend3::best().parents_3(mode, &children[..2 * count], &mut values[..count]);
    }
    [values[0], values[1]]
}

/// The chaining values of that level of a complete subtree which has [`WIDEST`] nodes, or of its chunks
/// if they are fewer; their number is returned. So parents are hashed side by side, too.
fn level(
    mode: &Mode,
    subtree: &[u8],
    counter: u64,
    cores: Cores,
    out: &mut [ChainingBytes; WIDEST],
) -> usize {
    let (chunks, _) = subtree.as_chunks::<CHUNK_BYTES>();
    if chunks.len() <= WIDEST {
        let out = &mut out[..chunks.len()];
        mode.guarded(|| Backend3::best().chunks_3(mode, chunks, counter, out));
        return chunks.len();
    }
    let (left, right) = subtree.split_at(subtree.len() / 2);
    let middle = counter + chunks.len() as u64 / 2;
    let mut children = [[[0; 32]; WIDEST]; 2];
    let [first, second] = &mut children;
    both(
        cores,
        subtree.len(),
        || level(mode, left, counter, cores, first),
        || level(mode, right, middle, cores, second),
    );
    mode.guarded(|| Backend3::best().parents_3(mode, children.as_flattened(), out));
    erase(children.as_flattened_mut().as_flattened_mut());
    WIDEST
}

/// Below, waking another core costs more than it saves.
#[cfg(feature = "parallel")]
const LEAST_PARALLEL_BYTES: usize = 256 << 10;

/// Does both, on two cores if they may work and the subtree of `bytes` bytes is worth it.
fn both(
    cores: Cores,
    bytes: usize,
    first: impl FnOnce() -> usize + Send,
    second: impl FnOnce() -> usize + Send,
) {
    #[cfg(feature = "parallel")]
    if cores == Cores::All
        && bytes >= LEAST_PARALLEL_BYTES
        && let Some(pool) = crate::machine::cores::pool()
    {
        pool.install(|| rayon::join(first, second));
        return;
    }
    let _ = (cores, bytes);
    first();
    second();
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::blake::blake3::Blake3;
    use crate::machine::words::load_le;
    use std::vec::Vec;

    fn message(length: usize) -> Vec<u8> {
        (0..=250).cycle().take(length).collect()
    }

    /// As §2.1 has it: every chunk alone, and a left subtree that is the largest complete one.
    fn by_definition(message: &[u8], counter: u64, root: u32) -> [u32; 8] {
        let mode = Blake3Tree::new(crate::algorithm::sha2::constants::SHA256_IV, 0).mode;
        if message.len() <= CHUNK_BYTES {
            let mut chunk = Chunk::new(&mode, counter);
            chunk.absorb(&mode, message);
            let mut output = chunk.output(&mode);
            output.inputs.flags |= root;
            return load_le(&output.chaining_value());
        }
        let chunks = message.len().div_ceil(CHUNK_BYTES).next_power_of_two() / 2;
        let (left, right) = message.split_at(chunks * CHUNK_BYTES);
        let (mut a, mut b) = ([0; 32], [0; 32]);
        store_le(&by_definition(left, counter, 0), &mut a);
        store_le(&by_definition(right, counter + chunks as u64, 0), &mut b);
        let mut output = parent(&mode, &a, &b);
        output.inputs.flags |= root;
        load_le(&output.chaining_value())
    }

    #[test]
    fn any_split_gives_the_tree_of_the_definition() {
        for length in [0, 1, 64, 1024, 1025, 2048, 2049, 3072, 5000, 16384, 17000, 32768, 70001] {
            let message = message(length);
            let mut expected = [0; 32];
            store_le(&by_definition(&message, 0, flag::ROOT), &mut expected);
            assert_eq!(Blake3::hash(&message), expected, "{length} bytes");
            for piece in [63, 1000, 1024, 1025, 4096, 5000] {
                let mut hash = Blake3::new();
                message.chunks(piece).for_each(|piece| hash.update(piece));
                assert_eq!(hash.finalize(), expected, "{length} bytes in pieces of {piece}");
            }
        }
    }

    #[cfg(feature = "parallel")]
    #[test]
    fn all_cores_agree_with_one() {
        let message = message(3 << 20);
        for length in [0, 1, 300_000, 1 << 20, 2_500_001] {
            let mut hash = Blake3::new();
            hash.update_parallel(&message[..length]);
            assert_eq!(hash.finalize(), Blake3::hash(&message[..length]), "{length} bytes");
        }
    }
}
