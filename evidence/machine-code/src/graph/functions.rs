//! Proofs for XORs of functions, such as the outputs of several S-boxes after a linear layer. Compilers merge the XORs
//! of an S-box with the XORs after it, so the outputs of the S-box may not be nodes of the graph.

use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use super::truth::affine;
use super::{Bit, Graph, Node, Truth};

/// Function of a node: its arguments, and its truth table over them.
pub(super) type Function = (Vec<u32>, Truth);

/// Limits on the number of expanded nodes, and of groups of functions with the same arguments. They bound the time of a
/// proof.
const STEPS: usize = 6000;
const GROUPS: usize = 40;

impl Graph {
    /// Proves that two nodes are equal, by showing that their XOR is constant. Expands this XOR into its terms. Groups
    /// the terms that are AND or table nodes by their arguments, and XORs the truth tables of each group. The result
    /// must be an XOR of the arguments, which is expanded in the same way, until all terms cancel.
    pub(super) fn prove_by_functions(&self, difference: [u32; 2], mut constant: Bit) -> bool {
        let mut heap = BinaryHeap::from(difference);
        // Sums of the functions with the same arguments. The arguments of a group are in descending order, so the last
        // group has the newest argument.
        let mut groups: BTreeMap<Vec<u32>, Truth> = BTreeMap::new();
        for _ in 0..STEPS {
            let newest = groups.last_key_value().map(|(arguments, _)| arguments[0]);
            if newest.is_some() && newest >= heap.peek().copied() {
                let Some((arguments, sum)) = groups.pop_last() else { return false };
                let Some((flip, used)) = affine(&sum, arguments.len()) else { return false };
                constant ^= Bit::from(flip);
                heap.extend(used.into_iter().map(|place| arguments[place]));
                continue;
            }
            let Some(node) = heap.pop() else { return constant == 0 };
            if heap.peek() == Some(&node) {
                heap.pop();
                continue;
            }
            if let Node::Xor(a, b) = self.nodes[node as usize] {
                constant ^= (a ^ b) & 1;
                heap.extend([a >> 1, b >> 1]);
                continue;
            }
            if node == 0 {
                continue;
            }
            let Some(function) = self.function(node, &groups) else { return false };
            let (arguments, truth) = &*function;
            let sum = groups.entry(arguments.clone()).or_default();
            (0..4).for_each(|n| sum[n] ^= truth[n]);
            if *sum == [0; 4] {
                groups.remove(arguments);
            }
            if groups.len() > GROUPS {
                return false;
            }
        }
        false
    }

    /// Returns the function of an AND or table node. Its arguments are in descending order. Prefers the arguments of
    /// one of `groups`, because the bits at the input of an S-box need not be older than all bits between them and the
    /// node.
    fn function(&self, node: u32, groups: &BTreeMap<Vec<u32>, Truth>) -> Option<Rc<Function>> {
        let kept = self.functions.borrow().get(&node).cloned();
        if let Some(function) = &kept
            && groups.contains_key(&function.0)
        {
            return kept;
        }
        let function = if let Node::Table(table) = self.nodes[node as usize] {
            let mut arguments = self.tables[table as usize].0.clone();
            arguments.sort_unstable_by(|a, b| b.cmp(a));
            let truth = self.truth_over(node, &arguments)?;
            Rc::new((arguments, truth))
        } else {
            let over = |arguments: &Vec<u32>| {
                Some(Rc::new((arguments.clone(), self.truth_over(node, arguments)?)))
            };
            let common = groups.keys().rev().find_map(over).or(kept);
            match common {
                Some(function) => function,
                None => {
                    let (mut arguments, _) = self.older_arguments(&[node])?;
                    arguments.sort_unstable_by(|a, b| b.cmp(a));
                    over(&arguments)?
                }
            }
        };
        // The newest node may be removed after the proof. Another node then gets its number.
        if node as usize + 1 < self.nodes.len() {
            self.functions.borrow_mut().insert(node, function.clone());
        }
        Some(function)
    }
}
