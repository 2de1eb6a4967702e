//! Hashes several messages with BLAKE3. One call hashes a batch of one-chunk messages, or one level of a batch of small
//! trees.

use super::super::BlakeWord;
use super::super::backend::Backend3;
use super::super::compress::blake3::{CHUNK_BYTES, ChainingBytes, Chunk, Mode, SCHEDULES, flag};
use super::super::g::{Words32, arranged, round};
use super::super::tree::digest_of;
use crate::algorithm::sha2::constants::SHA256_IV as IV;
use crate::construction::multi_buffer::{LaneInput, MultiBuffer, Task, Wide, WideWord};
use crate::platform::array::Flat as _;
use crate::platform::simd::Lanes;
use crate::platform::unroll::unroll;
use crate::platform::words::{erase, store_le};

/// Hashes several messages without a key.
pub(in super::super) fn hash_many<'d>(
    wide: Wide,
    messages: &[&[u8]],
    digests: impl Iterator<Item = &'d mut [u8]>,
) {
    let mut trees = Trees::new(wide);
    let mut queue = messages.iter().zip(digests).filter_map(|(message, digest)| {
        if message.len() <= CHUNK_BYTES {
            return Some((Node::chunk(0, flag::ROOT), *message, digest));
        }
        trees.push(message, digest);
        None
    });
    hash_nodes(wide, &mut queue);
    trees.hash();
}

/// Counter and flags of a BLAKE3 node. `flags` holds three values: the flags of every block, the extra flags of the
/// first block, and the extra flags of the last block.
#[derive(Clone, Copy, Default)]
struct Node {
    counter: u64,
    flags: [u32; 3],
}

impl Node {
    const fn chunk(counter: u64, root: u32) -> Self {
        Self { counter, flags: [0, flag::CHUNK_START, flag::CHUNK_END | root] }
    }

    const fn parent(root: u32) -> Self {
        Self { counter: 0, flags: [flag::PARENT | root, 0, 0] }
    }
}

struct Blake3MultiBuffer;

impl MultiBuffer<u32, 64, 8> for Blake3MultiBuffer {
    type Job = Node;

    fn end(message: &[u8], last: &mut [[u8; 64]; 2]) -> [usize; 2] {
        super::end(message, last)
    }

    #[inline(always)]
    fn compress<V: Lanes<u32, N>, const N: usize>(
        proof: V::Proof,
        state: &mut [V; 8],
        w: [V; 16],
        inputs: &[LaneInput<Node>; N],
    ) {
        let mut d = [[0; N]; 4];
        for j in 0..N {
            let LaneInput { job: Node { counter, flags: [all, first, last] }, .. } = inputs[j];
            [d[0][j], d[1][j]] = u32::split(counter.into());
            #[expect(clippy::cast_possible_truncation, reason = "a block has at most 64 bytes")]
            {
                d[2][j] = inputs[j].bytes as u32;
            }
            let first = if inputs[j].number == 0 { first } else { 0 };
            d[3][j] = all | first | if inputs[j].is_last { last } else { 0 };
        }
        let [h0, h1, h2, h3, h4, h5, h6, h7] = *state;
        let (mut c, mut rest) = ([h0; 4], [h0; 4]);
        for i in 0..4 {
            c[i] = V::splat(proof, IV[i]);
            rest[i] = V::new(proof, d[i]);
        }
        let mut v = [[h0, h1, h2, h3], [h4, h5, h6, h7], c, rest];
        unroll!(for r in 0..7 {
            v = round::<Words32, [V; 4]>(v, arranged(&w, &SCHEDULES[r]));
        });
        let [a, b, c, d] = v;
        for i in 0..4 {
            state[i] = a[i].xor(c[i]);
            state[4 + i] = b[i].xor(d[i]);
        }
    }

    fn write(chaining: &[u32; 8], digest: &mut [u8]) {
        store_le(chaining, digest);
    }
}

/// Computes the digest or the chaining value of each node in `queue`.
fn hash_nodes<'m, 'd>(wide: Wide, queue: &mut dyn Iterator<Item = Task<'m, 'd, Node>>) {
    u32::hash_queue::<Blake3MultiBuffer, 8>(wide, [3, 2], &IV, queue, &|rest, digest| {
        let Node { counter, flags: [all, first, last] } = rest.job;
        let first = if rest.number == 0 { first } else { 0 };
        let chunk = Chunk { bytes: rest.bytes, counter, flags: [all, first, last] };
        Backend3::best().chunk_3(rest.chaining, &chunk, digest);
    });
}

/// A message of at most this many chunks shares vector lanes with other messages. A longer message fills the lanes with
/// its own chunks.
const MAX_CHUNKS: usize = 16;
/// Maximum number of chaining values in memory at a time.
const VALUES: usize = 128;
/// Maximum number of trees that are hashed at a time. Each tree has at least two chunks, so at most `VALUES` / 2 trees
/// fit.
const MAX_TREES: usize = VALUES / 2;

/// Queue of messages with 2 to 16 chunks. Their trees are hashed level by level.
struct Trees<'m, 'd> {
    wide: Wide,
    /// For each tree: the message, the number of nodes on the current level, and the slice for the digest.
    trees: [(&'m [u8], usize, &'d mut [u8]); MAX_TREES],
    count: usize,
    chunks: usize,
}

impl<'m, 'd> Trees<'m, 'd> {
    fn new(wide: Wide) -> Self {
        let trees = [(); MAX_TREES].map(|()| (&[][..], 0, &mut [][..]));
        Self { wide, trees, count: 0, chunks: 0 }
    }

    fn push(&mut self, message: &'m [u8], digest: &'d mut [u8]) {
        let chunks = message.len().div_ceil(CHUNK_BYTES);
        if chunks > MAX_CHUNKS || matches!(self.wide, Wide::Portable) {
            return digest_of(&Mode { key: IV, flags: 0 }, message, digest);
        }
        if self.chunks + chunks > VALUES {
            self.hash();
        }
        self.trees[self.count] = (message, chunks, digest);
        self.count += 1;
        self.chunks += chunks;
    }

    fn hash(&mut self) {
        let mut values = [[0; 32]; VALUES];
        let trees = &mut self.trees[..self.count];
        let chunks = trees.iter().flat_map(|tree| (0..).zip(tree.0.chunks(CHUNK_BYTES)));
        let mut queue = chunks.zip(&mut values).map(|((counter, chunk), value)| {
            (Node::chunk(counter, 0), chunk, value.as_mut_slice())
        });
        hash_nodes(self.wide, &mut queue);
        let mut children = [[0; 32]; VALUES];
        while trees.iter().any(|tree| tree.1 > 0) {
            children = values;
            let mut tasks = [(); VALUES / 2].map(|()| None);
            parents(trees, &children, &mut values, &mut tasks);
            hash_nodes(self.wide, &mut tasks.into_iter().flatten());
        }
        erase(values.flat_mut());
        erase(children.flat_mut());
        (self.count, self.chunks) = (0, 0);
    }
}

/// Creates one hashing task for each parent node on the next level of the trees. The last level of a tree is the root,
/// whose output is the digest.
fn parents<'a>(
    trees: &'a mut [(&[u8], usize, &mut [u8])],
    mut children: &'a [ChainingBytes],
    values: &'a mut [ChainingBytes],
    tasks: &mut [Option<Task<'a, 'a, Node>>],
) {
    let (mut values, mut tasks) = (values.iter_mut(), tasks.iter_mut());
    for (_, nodes, digest) in trees {
        let own;
        (own, children) = children.split_at(*nodes);
        *nodes = own.len().div_ceil(2);
        let (pairs, odd) = own.as_chunks::<2>();
        if own.len() == 2 {
            *nodes = 0;
            if let Some(task) = tasks.next() {
                *task = Some((Node::parent(flag::ROOT), own.flat(), &mut **digest));
            }
            continue;
        }
        for ((pair, value), task) in pairs.iter().zip(&mut values).zip(&mut tasks) {
            *task = Some((Node::parent(0), pair.flat(), value.as_mut_slice()));
        }
        // A node without a sibling moves to the next level unchanged.
        for (odd, value) in odd.iter().zip(&mut values) {
            *value = *odd;
        }
    }
}
