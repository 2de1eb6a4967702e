//! Functions of unknown input bits, as a graph. Its nodes are XORs, ANDs, tables of up to 8 bits, and bits of sums.
//!
//! Functions that were proved equal share a node. Each node stores its values on 256 random inputs. If a new node
//! agrees with an older one on all of them, [`Graph::prove`] tries to prove that both are equal for all inputs. It
//! compares the terms of two sums, or expands both nodes as XORs, as XORs of functions of few bits, as truth tables
//! over common operands, or as polynomials over GF(2). After a proof, the older node replaces the new one, so later
//! proofs need not expand the new one again. Random inputs only select candidates; they prove nothing.

mod functions;
mod mixer;
mod proofs;
mod sums;
mod tables;
mod truth;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use self::functions::Function;
use self::mixer::Mixer;
pub use self::mixer::mix;
use self::sums::Sum;

/// Reference to a bit. The value is twice the index of a node, plus 1 if the bit is the complement of this node.
pub type Bit = u32;
pub const ZERO: Bit = 0;
pub const ONE: Bit = 1;
/// Bit whose function is unknown, because an instruction has no symbolic model.
pub const UNKNOWN: Bit = u32::MAX;

/// Values of a node on 256 random inputs. Value 0 is the value in the interpreted run.
type Sample = [u64; 4];
/// Truth table of a function of up to 8 bits. Bit n is the function's value if the arguments are the bits of n.
type Truth = [u64; 4];

/// Maximum number of older nodes that a new node is compared with.
const CANDIDATES: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Node {
    Zero,
    Input(u32),
    Xor(Bit, Bit),
    And(Bit, Bit),
    /// Function given by a truth table. The number is an index into [`Graph::tables`].
    Table(u32),
    /// Bit of a sum. The numbers are the index of the sum and the position of the bit.
    Sum(u32, u32),
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

pub struct Graph {
    nodes: Vec<Node>,
    samples: Vec<Sample>,
    known: Map<Node, Bit>,
    /// Maps the values of nodes on the random inputs to the first node that has these values or their complements. The
    /// map `siblings` leads from each node to the next node with these values.
    classes: Map<Sample, u32>,
    siblings: Map<u32, u32>,
    inputs: Vec<Bit>,
    tables: Vec<(Vec<u32>, Truth)>,
    /// Maps a function, given by its argument nodes and its truth table, to the bit that represents the function.
    table_bits: Map<(Vec<u32>, Truth), Bit>,
    words: Vec<Vec<Bit>>,
    word_numbers: Map<Vec<Bit>, u32>,
    sums: Map<Sum, u32>,
    terms: Vec<Sum>,
    /// For each word that is a sum: index of the word, and index of the sum in `terms`.
    sum_of: Map<u32, u32>,
    /// Functions of AND and table nodes that [`Graph::prove_by_functions`] has already computed.
    functions: RefCell<Map<u32, Rc<Function>>>,
    /// Number of successful proofs by polynomials, and total number of steps of the attempts that failed.
    polynomials: Cell<(usize, usize)>,
}

impl Graph {
    pub fn new() -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            samples: Vec::new(),
            known: Map::default(),
            classes: Map::default(),
            siblings: Map::default(),
            inputs: Vec::new(),
            tables: Vec::new(),
            table_bits: Map::default(),
            words: Vec::new(),
            word_numbers: Map::default(),
            sums: Map::default(),
            terms: Vec::new(),
            sum_of: Map::default(),
            functions: RefCell::default(),
            polynomials: Cell::default(),
        };
        graph.make(Node::Zero, [0; 4]);
        graph
    }

    /// Returns the bit of the unknown input with index `number`. In the interpreted run, this input has the value
    /// `value`.
    pub fn input(&mut self, number: usize, value: bool) -> Bit {
        for n in self.inputs.len()..=number {
            let mut sample = [0, 1, 2, 3].map(|part| mix(4 * n as u64 + part + 1));
            sample[0] = sample[0] & !1 | u64::from(value);
            let bit = self.make(Node::Input(n as u32), sample);
            self.inputs.push(bit);
        }
        self.inputs[number]
    }

    /// Returns the values of a bit on the 256 random inputs.
    pub fn sample(&self, bit: Bit) -> Sample {
        let flip = 0_u64.wrapping_sub(u64::from(bit & 1));
        self.samples[(bit >> 1) as usize].map(|part| part ^ flip)
    }

    /// Returns the value of a bit on random input `n`.
    pub fn value(&self, bit: Bit, n: usize) -> bool {
        self.samples[(bit >> 1) as usize][n / 64] >> (n % 64) & 1 != u64::from(bit & 1)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        if a == UNKNOWN || b == UNKNOWN {
            return UNKNOWN;
        }
        let flip = (a ^ b) & 1;
        let (a, b) = ((a & !1).min(b & !1), (a & !1).max(b & !1));
        if a == b {
            return flip;
        }
        if a == ZERO {
            return b ^ flip;
        }
        let node = Node::Xor(a, b);
        if let Some(&bit) = self.known.get(&node) {
            return bit ^ flip;
        }
        let (x, y) = (self.sample(a), self.sample(b));
        self.make(node, [0, 1, 2, 3].map(|n| x[n] ^ y[n])) ^ flip
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (ZERO, _) => return ZERO,
            (ONE, _) => return b,
            _ if a == b => return a,
            (_, UNKNOWN) => return UNKNOWN,
            _ if a ^ b == 1 => return ZERO,
            _ => {}
        }
        let node = Node::And(a, b);
        if let Some(&bit) = self.known.get(&node) {
            return bit;
        }
        let (x, y) = (self.sample(a), self.sample(b));
        self.make(node, [0, 1, 2, 3].map(|n| x[n] & y[n]))
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        let neither = self.and(not(a), not(b));
        not(neither)
    }

    /// Returns `yes` if `choice` is 1, and `no` otherwise.
    pub fn select(&mut self, choice: Bit, yes: Bit, no: Bit) -> Bit {
        match choice {
            ONE => return yes,
            ZERO => return no,
            _ => {}
        }
        let change = self.xor(yes, no);
        let change = self.and(choice, change);
        self.xor(change, no)
    }

    /// Adds a node and returns its bit. If an older node can be proved equal, returns the bit of the older node.
    fn make(&mut self, node: Node, sample: Sample) -> Bit {
        let bit = self.older(node, sample).unwrap_or_else(|| self.add(node, sample));
        self.known.insert(node, bit);
        bit
    }

    /// Returns the bit of an older node that is proved equal to a new node.
    fn older(&mut self, node: Node, sample: Sample) -> Option<Bit> {
        let number = self.nodes.len() as u32;
        let mut candidates = [0; CANDIDATES];
        let mut count = 0;
        let (phase, key) = key_of(sample);
        let mut other = self.classes.get(&key).copied();
        while let Some(candidate) = other.filter(|_| count < CANDIDATES) {
            candidates[count] = candidate;
            count += 1;
            other = self.siblings.get(&candidate).copied();
        }
        if count == 0 {
            return None;
        }
        self.nodes.push(node);
        let mut bits = candidates[..count].iter().map(|&candidate| {
            candidate << 1 | self.samples[candidate as usize][0] as Bit & 1 ^ phase
        });
        let proved = bits.find(|&bit| self.prove(number << 1, bit));
        self.nodes.pop();
        proved
    }

    /// Adds a node. Links it to the older nodes that have the same values, or the complements, on the random inputs,
    /// unless [`CANDIDATES`] such nodes are already linked.
    fn add(&mut self, node: Node, sample: Sample) -> Bit {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.samples.push(sample);
        let (_, key) = key_of(sample);
        let Some(&first) = self.classes.get(&key) else {
            self.classes.insert(key, number);
            return number << 1;
        };
        let (mut last, mut count) = (first, 1);
        while let Some(&next) = self.siblings.get(&last) {
            (last, count) = (next, count + 1);
        }
        if count < CANDIDATES {
            self.siblings.insert(last, number);
        }
        number << 1
    }
}

/// Returns the first of a node's values on the random inputs. Also returns all of these values, complemented if the
/// first is 1, so that a node and its complement have the same key in `Graph::classes`.
fn key_of(sample: Sample) -> (Bit, Sample) {
    let phase = sample[0] as Bit & 1;
    (phase, sample.map(|part| part ^ 0_u64.wrapping_sub(phase.into())))
}

pub fn not(bit: Bit) -> Bit {
    if bit == UNKNOWN { UNKNOWN } else { bit ^ 1 }
}

pub fn is_constant(bit: Bit) -> bool {
    bit <= ONE
}

/// Returns the value of a word if all its bits are constant.
pub fn constant_of(word: &[Bit]) -> Option<u64> {
    word.iter().all(|&bit| is_constant(bit)).then(|| {
        word.iter().take(64).enumerate().fold(0, |all, (n, bit)| all | u64::from(*bit) << n)
    })
}

#[cfg(test)]
mod tests;
