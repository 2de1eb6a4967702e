//! Proofs that two nodes are equal for all inputs. [`Graph::prove`] tries each method in turn.

use std::collections::{BTreeSet, BinaryHeap};

use super::{Bit, Graph, Map, Node};

/// Limits that bound the time of a proof: expanded nodes of a proof by XOR; expanded nodes, arguments and frontier
/// nodes of a proof by truth table; and steps of a proof by polynomials.
const XOR_STEPS: usize = 4000;
const CONE: usize = 700;
const ARGUMENTS: usize = 11;
const FRONT: usize = 48;
const MONOMIAL_STEPS: usize = 4000;

impl Graph {
    /// Returns whether two bits can be proved equal for all inputs.
    pub(super) fn prove(&self, a: Bit, b: Bit) -> bool {
        let difference = [a >> 1, b >> 1];
        let constant = (a ^ b) & 1;
        constant == 0 && self.prove_by_terms(difference)
            || self.prove_by_xor(difference, constant)
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

    /// Proof by XOR: repeatedly replaces the newest node of the difference with its operands, until all operands
    /// cancel.
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

    fn parts(&self, node: u32) -> Option<Vec<u32>> {
        match self.nodes[node as usize] {
            Node::Xor(a, b) | Node::And(a, b) => Some(vec![a >> 1, b >> 1]),
            Node::Table(table) => Some(self.tables[table as usize].0.clone()),
            Node::Zero | Node::Input(_) | Node::Sum(..) => None,
        }
    }

    /// Proof by truth table: repeatedly replaces the newest node with its operands. If few operands remain, compares
    /// the truth tables of both nodes over them.
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
        const LOW: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        let length = 1 << arguments.len().saturating_sub(6);
        let mut tables: Map<u32, Vec<u64>> = Map::default();
        tables.insert(0, vec![0; length]);
        for (place, &node) in arguments.iter().enumerate() {
            let part = |n: usize| {
                if place < 6 {
                    LOW[place]
                } else {
                    0_u64.wrapping_sub((n >> (place - 6) & 1) as u64)
                }
            };
            tables.insert(node, (0..length).map(part).collect());
        }
        for &node in cone.iter().rev() {
            let of =
                |bit: Bit, n: usize| tables[&(bit >> 1)][n] ^ 0_u64.wrapping_sub((bit & 1).into());
            let table: Vec<u64> = match self.nodes[node as usize] {
                Node::Xor(a, b) => (0..length).map(|n| of(a, n) ^ of(b, n)).collect(),
                Node::And(a, b) => (0..length).map(|n| of(a, n) & of(b, n)).collect(),
                Node::Table(table) => {
                    let (nodes, values) = &self.tables[table as usize];
                    (0..length)
                        .map(|n| {
                            (0..64).fold(0, |all, lane| {
                                let index =
                                    nodes.iter().enumerate().fold(0, |index, (at, node)| {
                                        index | (tables[node][n] >> lane & 1) << at
                                    });
                                let index = index as usize;
                                all | (values[index / 64] >> (index % 64) & 1) << lane
                            })
                        })
                        .collect()
                }
                _ => vec![0; length],
            };
            tables.insert(node, table);
        }
        let flip = 0_u64.wrapping_sub(constant.into());
        let [a, b] = difference.map(|node| &tables[&node]);
        a.iter().zip(b).all(|(a, b)| *a == *b ^ flip)
    }

    /// Proof by polynomials: expands the difference of two nodes as a polynomial over GF(2), starting with the newest
    /// node, until all monomials cancel.
    fn prove_by_polynomials(&self, difference: [u32; 2], constant: Bit) -> bool {
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
        for _ in 0..MONOMIAL_STEPS {
            let Some(monomial) = monomials.pop_last() else { return true };
            let is_product =
                |node: &u32| matches!(self.nodes[*node as usize], Node::Xor(..) | Node::And(..));
            let Some(place) = monomial.iter().position(is_product) else { return false };
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
                _ => return false,
            }
        }
        false
    }
}
