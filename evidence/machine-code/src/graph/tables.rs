//! Functions of up to 8 bits, given by truth tables.

use std::collections::BTreeSet;

use super::{Bit, Graph, Node, ONE, Sample, Truth, UNKNOWN, ZERO};

/// Functions of the same arguments, with their truth tables in echelon form, so that Gaussian elimination can express
/// another table as an XOR of them. Each entry has a truth table, its pivot position, and the bit with this function.
/// At the pivot position, the table is 1 and all later tables are 0.
pub(super) type Basis = Vec<(Truth, usize, Bit)>;

impl Graph {
    /// Returns the function of `arguments` with the truth table `truth`. `truth(n)` is the function's value if the
    /// arguments are the bits of n.
    pub fn table(&mut self, arguments: &[Bit], truth: &dyn Fn(usize) -> bool) -> Bit {
        if arguments.contains(&UNKNOWN) {
            return UNKNOWN;
        }
        let nodes: BTreeSet<u32> =
            arguments.iter().map(|bit| bit >> 1).filter(|&n| n > 0).collect();
        let nodes: Vec<u32> = nodes.into_iter().collect();
        assert!(nodes.len() <= 8, "tables have at most 8 arguments");
        let size = 1_usize << nodes.len();
        // Node of each argument, and whether the argument is negated. Constants have no node.
        let from = |bit: &Bit| (nodes.iter().position(|&node| node == bit >> 1), *bit as usize & 1);
        let from: Vec<(Option<usize>, usize)> = arguments.iter().map(from).collect();
        let mut values: Truth = [0; 4];
        for n in 0..size {
            let index = from.iter().enumerate().fold(0, |all, (at, (place, flip))| {
                all | (place.map_or(0, |place| n >> place & 1) ^ flip) << at
            });
            values[n / 64] |= u64::from(truth(index)) << (n % 64);
        }
        // Omits arguments on which the function does not depend, so that equal functions have equal lists of arguments.
        for place in 0..nodes.len() {
            let is = |n: usize| values[n / 64] >> (n % 64) & 1;
            if (0..size).all(|n| is(n) == is(n ^ 1 << place)) {
                let (low, rest) =
                    ((1 << place) - 1, nodes[..place].iter().chain(&nodes[place + 1..]));
                let rest: Vec<Bit> = rest.map(|node| node << 1).collect();
                return self.table(&rest, &|n| is(n & low | (n & !low) << 1) == 1);
            }
        }
        self.table_of_nodes(nodes, values)
    }

    /// Returns the function as an XOR of existing functions with the same arguments. Adds a new function only if it is
    /// linearly independent of them. All tables derived from one S-box, such as its multiples in AES, then are XORs of
    /// the S-box's eight output bits.
    fn table_of_nodes(&mut self, nodes: Vec<u32>, mut values: Truth) -> Bit {
        let is = |values: &Truth, n: usize| values[n / 64] >> (n % 64) & 1 == 1;
        let size = 1_usize << nodes.len();
        let mut basis = self.bases.remove(&nodes).unwrap_or_default();
        if basis.is_empty() {
            let of = |f: &dyn Fn(usize) -> bool| {
                (0..size).fold([0; 4], |mut all: Truth, n| {
                    all[n / 64] |= u64::from(f(n)) << (n % 64);
                    all
                })
            };
            basis.push((of(&|_| true), 0, ONE));
            for (place, node) in nodes.iter().enumerate() {
                basis.push((of(&|n| n >> place & 1 == 1), 1 << place, node << 1));
            }
        }
        let mut result = ZERO;
        for (table, place, bit) in &basis {
            if is(&values, *place) {
                (0..4).for_each(|n| values[n] ^= table[n]);
                result = self.xor(result, *bit);
            }
        }
        if let Some(place) = (0..size).find(|&n| is(&values, n)) {
            let samples: Vec<Sample> = nodes.iter().map(|node| self.sample(node << 1)).collect();
            let mut sample = [0; 4];
            for n in 0..256 {
                let bits = samples.iter().enumerate();
                let index = bits.fold(0, |all, (at, s)| all | (s[n / 64] >> (n % 64) & 1) << at);
                sample[n / 64] |= u64::from(is(&values, index as usize)) << (n % 64);
            }
            let node = Node::Table(self.tables.len() as u32);
            self.tables.push((nodes.clone(), values));
            let bit = self.make(node, sample);
            basis.push((values, place, bit));
            result = self.xor(result, bit);
        }
        self.bases.insert(nodes, basis);
        result
    }
}
