//! Proofs that two nodes are equal for all inputs. [`Graph::prove`] tries each method in turn.

use std::collections::{BTreeSet, BinaryHeap};

use super::{Bit, Graph, Map, Node};

/// Limits that bound the time of a proof. A proof by XOR has a maximum number of expanded nodes. A proof by truth table
/// has maximum numbers of expanded nodes, arguments and frontier nodes. A proof by polynomials has a maximum number of
/// steps.
const XOR_STEPS: usize = 4000;
pub(super) const CONE: usize = 700;
const ARGUMENTS: usize = 11;
pub(super) const FRONT: usize = 120;
const MONOMIAL_STEPS: usize = 4000;
/// Total number of steps that failed proofs by polynomials may take. Each successful proof by polynomials raises this
/// limit by [`MONOMIAL_STEPS`]. While the limit is exceeded, this method is not tried.
const LOST_STEPS: usize = 200_000;

impl Graph {
    /// Returns whether two bits can be proved equal for all inputs.
    pub(super) fn prove(&self, a: Bit, b: Bit) -> bool {
        let difference = [a >> 1, b >> 1];
        let constant = (a ^ b) & 1;
        if let [Node::Table(a), Node::Table(b)] = difference.map(|node| self.nodes[node as usize]) {
            let [(nodes, _), (others, _)] = [a, b].map(|table| &self.tables[table as usize]);
            if nodes == others {
                return false;
            }
        }
        constant == 0 && self.prove_by_terms(difference)
            || self.prove_by_xor(difference, constant)
            || self.prove_by_functions(difference, constant)
            || self.prove_by_truth_table(difference, constant)
            || self.prove_by_polynomials(difference, constant)
    }

    /// Proves that two bits at the same position of two sums are equal. Compares only the lower bits of the terms,
    /// because higher bits do not affect this position.
    fn prove_by_terms(&self, difference: [u32; 2]) -> bool {
        let [Node::Sum(a, place), Node::Sum(b, other)] =
            difference.map(|node| self.nodes[node as usize])
        else {
            return false;
        };
        if place != other {
            return false;
        }
        let place = place as usize;
        let [a, b] = [a, b].map(|sum| &self.terms[sum as usize]);
        let mut factors: Map<&[Bit], u64> = Map::default();
        for (sum, sign) in [(a, 1), (b, u64::MAX)] {
            for &(word, factor) in &sum.terms {
                let entry = factors.entry(&self.words[word as usize][..=place]).or_default();
                *entry = entry.wrapping_add(factor.wrapping_mul(sign));
            }
        }
        let keep = u64::MAX >> (63 - place);
        (a.constant ^ b.constant) & keep == 0 && factors.values().all(|factor| factor & keep == 0)
    }

    /// Proof by XOR. The difference of the two nodes is their XOR, kept as a list of nodes. Repeatedly replaces the
    /// newest node in the list with its operands, and removes pairs of equal nodes, until the list is empty.
    fn prove_by_xor(&self, difference: [u32; 2], mut constant: Bit) -> bool {
        let mut heap = BinaryHeap::from(difference);
        for _ in 0..XOR_STEPS {
            let Some(node) = heap.pop() else { return constant == 0 };
            if heap.peek() == Some(&node) {
                heap.pop();
                continue;
            }
            match self.nodes[node as usize] {
                Node::Xor(a, b) => {
                    constant ^= (a ^ b) & 1;
                    heap.extend([a >> 1, b >> 1]);
                }
                Node::Zero => {}
                _ => return false,
            }
        }
        false
    }

    /// Returns the operands of an XOR, AND or table node, and `None` for any other node.
    pub(super) fn parts(&self, node: u32) -> Option<Vec<u32>> {
        match self.nodes[node as usize] {
            Node::Xor(a, b) | Node::And(a, b) => Some(vec![a >> 1, b >> 1]),
            Node::Table(table) => Some(self.tables[table as usize].0.clone()),
            Node::Zero | Node::Input(_) | Node::Sum(..) => None,
        }
    }

    /// Proof by truth table. Starts with the set of the two nodes, and repeatedly replaces the newest node in the set
    /// with its operands. Whenever the set is small, compares the truth tables of the two nodes over its elements.
    fn prove_by_truth_table(&self, difference: [u32; 2], constant: Bit) -> bool {
        let mut front: BTreeSet<u32> = difference.into_iter().filter(|&node| node > 0).collect();
        let (mut fixed, mut cone) = (Vec::new(), Vec::new());
        while let Some(node) = front.pop_last() {
            let Some(parts) = self.parts(node) else {
                fixed.push(node);
                continue;
            };
            let added = parts.iter().filter(|&part| !front.contains(part)).count();
            let count = front.len() + 1 + fixed.len();
            if added > 1 && count <= ARGUMENTS && cone.len() > 1 {
                let arguments = front.iter().chain(&fixed).copied().chain([node]);
                if self.are_equal_on(&arguments.collect::<Vec<_>>(), &cone, difference, constant) {
                    return true;
                }
            }
            cone.push(node);
            front.extend(parts);
            if front.len() + fixed.len() > FRONT || cone.len() > CONE {
                return false;
            }
        }
        fixed.len() <= ARGUMENTS && self.are_equal_on(&fixed, &cone, difference, constant)
    }

    /// Compares the truth tables of two nodes over `arguments`. `cone` contains the nodes between the arguments and the
    /// two nodes, newest first.
    fn are_equal_on(
        &self,
        arguments: &[u32],
        cone: &[u32],
        difference: [u32; 2],
        constant: Bit,
    ) -> bool {
        let Some(tables) = self.tables_over(arguments, cone) else { return false };
        let flip = 0_u64.wrapping_sub(constant.into());
        let [a, b] = difference.map(|node| tables.of(node));
        a.iter().zip(b).all(|(a, b)| *a == *b ^ flip)
    }

    /// Tries a proof by polynomials. Returns `false` at once if earlier failed proofs have taken more steps than
    /// allowed (see [`LOST_STEPS`]).
    fn prove_by_polynomials(&self, difference: [u32; 2], constant: Bit) -> bool {
        let (proved, lost) = self.polynomials.get();
        if lost > LOST_STEPS + MONOMIAL_STEPS * proved {
            return false;
        }
        let (is_proved, steps) = self.cancel_monomials(difference, constant);
        self.polynomials.set(if is_proved { (proved + 1, lost) } else { (proved, lost + steps) });
        is_proved
    }

    /// Expands the XOR of two nodes to a polynomial over GF(2), and repeatedly substitutes the operands of the newest
    /// node, until all monomials cancel. Returns whether they cancel, and the number of steps.
    fn cancel_monomials(&self, difference: [u32; 2], constant: Bit) -> (bool, usize) {
        let mut monomials: BTreeSet<Vec<u32>> = BTreeSet::new();
        let toggle = |monomials: &mut BTreeSet<Vec<u32>>, monomial: Vec<u32>| {
            if !monomials.remove(&monomial) {
                monomials.insert(monomial);
            }
        };
        difference.iter().for_each(|&node| toggle(&mut monomials, vec![node]));
        if constant == 1 {
            toggle(&mut monomials, Vec::new());
        }
        for steps in 0..MONOMIAL_STEPS {
            let Some(monomial) = monomials.pop_last() else { return (true, steps) };
            let is_product =
                |node: &u32| matches!(self.nodes[*node as usize], Node::Xor(..) | Node::And(..));
            let Some(place) = monomial.iter().position(is_product) else { return (false, steps) };
            let mut rest = monomial.clone();
            let node = rest.remove(place);
            let with = |parts: &[u32]| {
                let mut all = rest.clone();
                all.extend(parts);
                all.sort_unstable_by(|a, b| b.cmp(a));
                all.dedup();
                all
            };
            match self.nodes[node as usize] {
                Node::Xor(a, b) => {
                    toggle(&mut monomials, with(&[a >> 1]));
                    toggle(&mut monomials, with(&[b >> 1]));
                }
                Node::And(a, b) => {
                    toggle(&mut monomials, with(&[a >> 1, b >> 1]));
                    if b & 1 == 1 {
                        toggle(&mut monomials, with(&[a >> 1]));
                    }
                    if a & 1 == 1 {
                        toggle(&mut monomials, with(&[b >> 1]));
                    }
                    if a & b & 1 == 1 {
                        toggle(&mut monomials, rest.clone());
                    }
                }
                _ => return (false, steps),
            }
        }
        (false, MONOMIAL_STEPS)
    }
}
