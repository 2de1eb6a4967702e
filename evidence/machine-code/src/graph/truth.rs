//! Truth tables of nodes over common arguments.

use std::collections::{BTreeSet, BinaryHeap};

use super::proofs::{CONE, FRONT};
use super::{Bit, Graph, Map, Node, Truth, UNKNOWN};

/// Truth tables of the functions that return argument n, for n from 0 to 5. If there are more than six arguments, the
/// truth table of such a function repeats its 64-bit word.
const LOW: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Truth tables of nodes over the same arguments.
pub(super) struct Tables {
    /// Number of words in each table. If there are fewer than six arguments, the table is a single word, in which the
    /// values repeat.
    length: usize,
    /// Index of each node's table in `words`.
    places: Map<u32, usize>,
    words: Vec<u64>,
}

impl Tables {
    /// Returns the truth table of a node.
    pub(super) fn of(&self, node: u32) -> &[u64] {
        &self.words[self.places[&node]..][..self.length]
    }

    /// Returns the truth table of a bit over at most eight arguments.
    fn truth(&self, bit: Bit) -> Truth {
        let flip = 0_u64.wrapping_sub(u64::from(bit & 1));
        let words = self.of(bit >> 1);
        [0, 1, 2, 3].map(|n| words.get(n).map_or(0, |word| word ^ flip))
    }
}

impl Graph {
    /// Returns the truth tables over `arguments` of all nodes in `cone`. `cone` lists the newest node first. Returns
    /// `None` if a node is not a function of other nodes.
    pub(super) fn tables_over(&self, arguments: &[u32], cone: &[u32]) -> Option<Tables> {
        let length = 1 << arguments.len().saturating_sub(6);
        // Node 0 is the constant 0.
        let mut places: Map<u32, usize> = Map::default();
        places.insert(0, 0);
        let mut words = vec![0; length];
        for (at, &node) in arguments.iter().enumerate() {
            places.insert(node, words.len());
            words.extend((0..length).map(|n| match LOW.get(at) {
                Some(&low) => low,
                None => 0_u64.wrapping_sub((n >> (at - 6) & 1) as u64),
            }));
        }
        for &node in cone.iter().rev() {
            let of = |bit: Bit| (places[&(bit >> 1)], 0_u64.wrapping_sub((bit & 1).into()));
            let first = words.len();
            match self.nodes[node as usize] {
                Node::Xor(a, b) => {
                    let ((a, flip_a), (b, flip_b)) = (of(a), of(b));
                    (0..length)
                        .for_each(|n| words.push(words[a + n] ^ words[b + n] ^ flip_a ^ flip_b));
                }
                Node::And(a, b) => {
                    let ((a, flip_a), (b, flip_b)) = (of(a), of(b));
                    (0..length).for_each(|n| {
                        words.push((words[a + n] ^ flip_a) & (words[b + n] ^ flip_b))
                    });
                }
                Node::Table(table) => {
                    let (nodes, values) = &self.tables[table as usize];
                    let nodes: Vec<usize> = nodes.iter().map(|node| places[node]).collect();
                    for n in 0..length {
                        let arguments = nodes.iter().map(|place| words[place + n]);
                        let word = apply(values, arguments);
                        words.push(word);
                    }
                }
                Node::Zero | Node::Input(_) | Node::Sum(..) => return None,
            }
            places.insert(node, first);
        }
        Some(Tables { length, places, words })
    }

    /// Returns the truth table of a node over `arguments`, or `None` if it is not a function of them.
    pub(super) fn truth_over(&self, node: u32, arguments: &[u32]) -> Option<Truth> {
        const STEPS: usize = 400;
        let oldest = arguments.iter().min()?;
        let (mut heap, mut cone) = (BinaryHeap::from([node]), Vec::new());
        while let Some(node) = heap.pop() {
            if arguments.contains(&node) || cone.last() == Some(&node) {
                continue;
            }
            if node < *oldest || cone.len() == STEPS {
                return None;
            }
            cone.push(node);
            heap.extend(self.parts(node)?);
        }
        Some(self.tables_over(arguments, &cone)?.truth(node << 1))
    }

    /// Finds at most eight older nodes, the arguments, such that `nodes` are functions of them. The arguments are
    /// neither AND nor table nodes. Returns the arguments, and the truth tables of `nodes` over them. If there are
    /// several choices, prefers older arguments, unless they are more numerous. Functions of a byte and functions of a
    /// linear image of this byte therefore get the same arguments.
    pub(super) fn older_arguments(&self, nodes: &[u32]) -> Option<(Vec<u32>, Vec<Truth>)> {
        const STEPS: usize = 250;
        const WIDTH: usize = 72;
        // Limits on the search for still older arguments, after the first arguments were found.
        const MORE_STEPS: usize = 48;
        const MORE_WIDTH: usize = 20;
        let is_function =
            |node: &u32| matches!(self.nodes[*node as usize], Node::And(..) | Node::Table(_));
        let mut front: BTreeSet<u32> = nodes.iter().copied().collect();
        // Number of AND and table nodes in `front`.
        let mut functions = front.iter().filter(|node| is_function(node)).count();
        let (mut fixed, mut cone) = (Vec::new(), Vec::new());
        let (mut limit, mut steps, mut width) = (8, STEPS, WIDTH);
        let mut found: Option<(Vec<u32>, usize)> = None;
        loop {
            let count = front.len() + fixed.len();
            if functions == 0 && count <= limit {
                found = Some((front.iter().chain(&fixed).copied().collect(), cone.len()));
                (limit, steps, width) = (count, cone.len() + MORE_STEPS, MORE_WIDTH);
            }
            if cone.len() >= steps || count > width || functions > 0 && found.is_some() {
                break;
            }
            let Some(node) = front.pop_last() else { break };
            functions -= usize::from(is_function(&node));
            match self.parts(node) {
                None => fixed.push(node),
                Some(parts) => {
                    cone.push(node);
                    for part in parts {
                        functions += usize::from(front.insert(part) && is_function(&part));
                    }
                }
            }
        }
        let (arguments, steps) = found.filter(|(_, steps)| *steps > 0)?;
        let tables = self.tables_over(&arguments, &cone[..steps])?;
        let truths = nodes.iter().map(|&node| tables.truth(node << 1)).collect();
        Some((arguments, truths))
    }

    /// Finds at most eight bits, the arguments, such that all of `bits` are functions of them. Returns the arguments,
    /// and the truth table of each of `bits` over them.
    pub fn common_arguments(&self, bits: &[Bit]) -> Option<(Vec<Bit>, Vec<Truth>)> {
        if bits.contains(&UNKNOWN) {
            return None;
        }
        let mut front: BTreeSet<u32> = bits.iter().map(|bit| bit >> 1).filter(|&n| n > 0).collect();
        let (mut fixed, mut cone) = (Vec::new(), Vec::new());
        while front.len() + fixed.len() > 8 {
            let node = front.pop_last()?;
            match self.parts(node) {
                None => fixed.push(node),
                Some(parts) => {
                    cone.push(node);
                    front.extend(parts);
                }
            }
            if front.len() + fixed.len() > FRONT || cone.len() > CONE {
                return None;
            }
        }
        let arguments: Vec<u32> = front.into_iter().chain(fixed).collect();
        let tables = self.tables_over(&arguments, &cone)?;
        let truths = bits.iter().map(|&bit| tables.truth(bit)).collect();
        Some((arguments.into_iter().map(|node| node << 1).collect(), truths))
    }
}

/// Applies a truth table to 64 lists of arguments. Bit k of word n is argument n of list k.
pub(super) fn apply(values: &Truth, words: impl Iterator<Item = u64>) -> u64 {
    let mut indices = [0_u8; 64];
    for (at, word) in words.enumerate() {
        indices.iter_mut().enumerate().for_each(|(k, index)| {
            *index |= ((word >> k & 1) as u8) << at;
        });
    }
    let is = |index: u8| values[usize::from(index) / 64] >> (index % 64) & 1;
    indices.iter().enumerate().fold(0, |all, (k, &index)| all | is(index) << k)
}

/// Returns whether a function depends on the argument with index `place`.
pub(super) fn depends_on(values: &Truth, place: usize) -> bool {
    match LOW.get(place) {
        Some(low) => values.iter().any(|word| (word >> (1 << place) ^ word) & !low != 0),
        None if place == 6 => values[0] != values[1] || values[2] != values[3],
        None => values[..2] != values[2..],
    }
}

/// If the function of `count` arguments is the XOR of a constant and some arguments, returns the constant and the
/// indices of these arguments. Otherwise, returns `None`.
pub(super) fn affine(values: &Truth, count: usize) -> Option<(bool, Vec<usize>)> {
    let is = |n: usize| values[n / 64] >> (n % 64) & 1 == 1;
    let used: Vec<usize> = (0..count).filter(|&place| is(1 << place) != is(0)).collect();
    let keep = if count < 6 { (1 << (1 << count)) - 1 } else { u64::MAX };
    let constant = if is(0) { keep } else { 0 };
    for (n, &word) in values.iter().enumerate().take(1 << count.saturating_sub(6)) {
        let sum = used.iter().fold(constant, |sum, &place| match LOW.get(place) {
            Some(low) => sum ^ low & keep,
            None => sum ^ 0_u64.wrapping_sub((n >> (place - 6) & 1) as u64),
        });
        if sum != word {
            return None;
        }
    }
    Some((is(0), used))
}
