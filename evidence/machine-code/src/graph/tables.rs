//! Functions of up to 8 bits, given by truth tables.

use std::collections::BTreeSet;

use super::truth::{affine, apply, depends_on};
use super::{Bit, Graph, Node, Sample, Truth, UNKNOWN};

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
        // For each argument: the index of its node in `nodes`, and 1 if the argument is negated. Constants have no
        // node.
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
            if !depends_on(&values, place) {
                let is = |n: usize| values[n / 64] >> (n % 64) & 1;
                let (low, rest) =
                    ((1 << place) - 1, nodes[..place].iter().chain(&nodes[place + 1..]));
                let rest: Vec<Bit> = rest.map(|node| node << 1).collect();
                return self.table(&rest, &|n| is(n & low | (n & !low) << 1) == 1);
            }
        }
        self.table_of_nodes(nodes, values)
    }

    /// Returns the function of `nodes` that has the truth table `values`.
    fn table_of_nodes(&mut self, nodes: Vec<u32>, values: Truth) -> Bit {
        if let Some((flip, used)) = affine(&values, nodes.len()) {
            return used.into_iter().fold(flip.into(), |sum, n| self.xor(sum, nodes[n] << 1));
        }
        let key = (nodes, values);
        if let Some(&bit) = self.table_bits.get(&key) {
            return bit;
        }
        if let Some((arguments, truths)) = self.older_arguments(&key.0) {
            // Builds the table over older nodes, `arguments`, instead of `nodes`. Two equal functions often have the
            // same older arguments but different intermediate nodes. With this choice, they get the same table.
            let arguments: Vec<Bit> = arguments.into_iter().map(|node| node << 1).collect();
            let bit = self.table(&arguments, &|n| {
                let is = |truth: &Truth, n: usize| truth[n / 64] >> (n % 64) & 1;
                let bits = truths.iter().enumerate();
                let index = bits.fold(0, |all, (at, truth)| all | is(truth, n) << at);
                is(&values, index as usize) == 1
            });
            self.table_bits.insert(key, bit);
            return bit;
        }
        let sample = self.table_sample(&key.0, &values);
        let node = Node::Table(self.tables.len() as u32);
        self.tables.push(key.clone());
        let bit = self.make(node, sample);
        self.table_bits.insert(key, bit);
        bit
    }

    /// Evaluates the function of `nodes` with the truth table `values` on the 256 random inputs for which every node's
    /// values are stored.
    fn table_sample(&self, nodes: &[u32], values: &Truth) -> Sample {
        let samples: Vec<Sample> = nodes.iter().map(|&node| self.samples[node as usize]).collect();
        [0, 1, 2, 3].map(|n| apply(values, samples.iter().map(|sample| sample[n])))
    }
}
