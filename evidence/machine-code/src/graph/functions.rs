//! Proves that XORs of functions are equal, such as XORs of S-box outputs after a linear layer. Compilers merge the
//! XORs inside an S-box with the XORs after it. The graph then lacks nodes for the outputs of the S-box.

use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use super::truth::affine;
use super::{Bit, Graph, Node, Truth};

/// Function of a node: its arguments, and its truth table over them.
pub(super) type Function = (Vec<u32>, Truth);

/// Limits of a proof, which bound its time: the maximum number of expanded nodes, and the maximum number of groups. The
/// functions in a group have the same arguments.
const STEPS: usize = 6000;
const GROUPS: usize = 40;

impl Graph {
    /// Proves that two nodes are equal, by showing that their XOR is constant. Expands the XOR into terms, and groups
    /// the AND and table nodes that have the same arguments. In each group, the XOR of the truth tables must be an XOR
    /// of arguments. These arguments are expanded in the same way, until all terms cancel.
    pub(super) fn prove_by_functions(&self, difference: [u32; 2], mut constant: Bit) -> bool {
        let mut heap = BinaryHeap::from(difference);
        // Maps the arguments of each group to the XOR of the group's truth tables. The arguments are in descending
        // order, so the last group has the newest argument.
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

    /// Returns the function of an AND or table node, with its arguments in descending order. For an AND node, first
    /// tries to express the function in the arguments of one of `groups`, and only then searches for arguments. The
    /// search expands the newest nodes first. It can therefore miss the input bits of an S-box: it expands them too if
    /// they are newer than another node that it has yet to expand.
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
        // Does not store the function of the newest node. This node may be removed after the proof, and another node
        // then gets its index.
        if node as usize + 1 < self.nodes.len() {
            self.functions.borrow_mut().insert(node, function.clone());
        }
        Some(function)
    }
}
