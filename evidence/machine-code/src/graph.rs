//! Functions of unknown input bits, as a graph of XOR, AND, tables of up to 8 bits, and bits of sums.
//!
//! Functions that were proved equal have the same node. Each node has its values on 256 random inputs. If a new node
//! agrees with an older one on all of them, [`Graph::prove`] tries to prove that both are equal for all inputs. It
//! expands both as XORs, as truth tables over common operands, or as polynomials over GF(2). After a proof, the older
//! node replaces the new one, so that later proofs need not expand them again. Random inputs only select candidates;
//! they prove nothing.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

/// Reference to a bit: twice the number of its node, plus 1 if the bit is the complement of the node.
pub type Bit = u32;
pub const ZERO: Bit = 0;
pub const ONE: Bit = 1;
/// Bit with an unknown function, because an instruction has no symbolic model.
pub const UNKNOWN: Bit = u32::MAX;

/// Values of a node on 256 random inputs. Value 0 is the value in the interpreted run.
type Sample = [u64; 4];
/// Truth table of a function of up to 8 bits. Bit n is the function's value if the arguments are the bits of n.
type Truth = [u64; 4];

/// Limits that bound the time of a proof: expanded nodes of a proof by XOR; expanded nodes, arguments and frontier
/// nodes of a proof by truth table; and steps of a proof by polynomials.
const XOR_STEPS: usize = 4000;
const CONE: usize = 700;
const ARGUMENTS: usize = 11;
const FRONT: usize = 48;
const MONOMIAL_STEPS: usize = 4000;
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

/// Linear combination of words with integer factors, plus a constant, modulo a power of 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sum {
    width: usize,
    constant: u64,
    /// Numbers of the words, each with its factor, sorted by number.
    terms: Vec<(u32, u64)>,
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// Functions of the same arguments, with their truth tables in echelon form, so that Gaussian elimination can express
/// another table as an XOR of them. Each entry has a truth table, its pivot position, and the bit with this function.
/// At the pivot position, the table is 1 and all later tables are 0.
type Basis = Vec<(Truth, usize, Bit)>;

pub struct Graph {
    nodes: Vec<Node>,
    samples: Vec<Sample>,
    known: Map<Node, Bit>,
    /// First node whose sample, or its complement, is the key. From each node, a list leads to the next node with the
    /// same sample.
    classes: Map<Sample, u32>,
    siblings: Map<u32, u32>,
    inputs: Vec<Bit>,
    tables: Vec<(Vec<u32>, Truth)>,
    bases: Map<Vec<u32>, Basis>,
    words: Vec<Vec<Bit>>,
    word_numbers: Map<Vec<Bit>, u32>,
    sums: Map<Sum, u32>,
    terms: Vec<Sum>,
    /// Words that are sums. Each entry maps the number of a word to the number of the sum.
    sum_of: Map<u32, u32>,
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
            bases: Map::default(),
            words: Vec::new(),
            word_numbers: Map::default(),
            sums: Map::default(),
            terms: Vec::new(),
            sum_of: Map::default(),
        };
        graph.make(Node::Zero, [0; 4]);
        graph
    }

    /// Returns input `number`, whose value in the interpreted run is `value`.
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

    /// Returns the sum of `parts`, which are words with factors, and of `constant`. Words have at most 64 bits. The sum
    /// is modulo 2^n, where n is the length of the words in bits.
    pub fn sum(&mut self, parts: &[(&[Bit], u64)], constant: u64) -> Vec<Bit> {
        let width = parts[0].0.len();
        if parts.iter().any(|(word, _)| word.contains(&UNKNOWN)) {
            return vec![UNKNOWN; width];
        }
        let keep = u64::MAX >> (64 - width);
        let mut sum = Sum { width, constant, terms: Vec::new() };
        let mut factors: BTreeMap<u32, u64> = BTreeMap::new();
        let put = |factors: &mut BTreeMap<u32, u64>, word: u32, factor: u64| {
            let entry = factors.entry(word).or_default();
            *entry = entry.wrapping_add(factor);
        };
        // Numbers of the words in each part.
        let mut added: Vec<Vec<u32>> = Vec::new();
        for &(word, factor) in parts {
            if let Some(value) = constant_of(word) {
                sum.constant = sum.constant.wrapping_add(value.wrapping_mul(factor));
                continue;
            }
            let (mut number, mut factor) = (self.word(word), factor);
            if !self.sum_of.contains_key(&number) {
                (number, factor) = self.normal_word(&mut sum, word.to_vec(), factor);
            }
            match self.sum_of.get(&number) {
                Some(&inner) => {
                    let inner = &self.terms[inner as usize];
                    added.push(inner.terms.iter().map(|(word, _)| *word).collect());
                    sum.constant = sum.constant.wrapping_add(inner.constant.wrapping_mul(factor));
                    for (word, inner) in &inner.terms {
                        put(&mut factors, *word, inner.wrapping_mul(factor));
                    }
                }
                None => {
                    added.push(vec![number]);
                    put(&mut factors, number, factor);
                }
            }
        }
        // Starts with the part of fewest words. Words of the same part need no comparison, because they were compared
        // when that part was created.
        added.sort_by_key(Vec::len);
        added.pop();
        self.join(&mut sum, &mut factors, &added.concat());
        sum.constant &= keep;
        let terms = factors.into_iter().map(|(word, factor)| (word, factor & keep));
        sum.terms = terms.filter(|&(_, factor)| factor != 0).collect();
        if let Some(word) = self.simple_sum(&sum) {
            return word;
        }
        if let Some(&word) = self.sums.get(&sum) {
            return self.words[word as usize].clone();
        }
        let samples = self.sum_samples(parts, constant, width);
        let number = self.terms.len() as u32;
        self.terms.push(sum.clone());
        let mut bits = self.low_bits(&sum);
        for (place, sample) in samples.iter().enumerate().skip(bits.len()) {
            bits.push(self.make(Node::Sum(number, place as u32), *sample));
        }
        let word = self.word(&bits);
        self.sum_of.insert(word, number);
        self.sums.insert(sum, word);
        bits
    }

    /// Replaces two words of the sum that have no bit position in common with one word, their OR. Compilers compute an
    /// OR of such words as an addition, for example to combine the results of a selection.
    fn join(&mut self, sum: &mut Sum, factors: &mut BTreeMap<u32, u64>, fresh: &[u32]) {
        for first in fresh {
            let Some(&factor) = factors.get(first) else { continue };
            let others: Vec<u32> = factors
                .iter()
                .filter(|&(second, &other)| other == factor && second != first)
                .map(|(second, _)| *second)
                .collect();
            for second in others {
                let [a, b] = [*first, second].map(|word| &self.words[word as usize]);
                let is_apart = |(a, b): (&Bit, &Bit)| {
                    let (a, b) = (self.sample(*a), self.sample(*b));
                    (0..4).all(|n| a[n] & b[n] == 0)
                };
                if !a.iter().zip(b).all(is_apart) {
                    continue;
                }
                let pairs: Vec<(Bit, Bit)> = a.iter().copied().zip(b.iter().copied()).collect();
                if pairs.iter().any(|&(a, b)| self.and(a, b) != ZERO) {
                    continue;
                }
                let union: Vec<Bit> = pairs.iter().map(|&(a, b)| self.xor(a, b)).collect();
                factors.remove(first);
                factors.remove(&second);
                let (union, factor) = self.normal_word(sum, union, factor);
                let entry = factors.entry(union).or_default();
                *entry = entry.wrapping_add(factor);
                break;
            }
        }
    }

    /// Returns a word and a factor that represent `word` times `factor`. Chooses between the word and its complement,
    /// and moves bits that are always 1 into the constant of the sum, so that equal sums have equal terms.
    fn normal_word(&mut self, sum: &mut Sum, mut word: Vec<Bit>, mut factor: u64) -> (u32, u64) {
        if word.iter().all(|&bit| bit & 1 == 1) {
            // Uses the complement of x, which is -x - 1, so the factor is negated and the constant is adjusted.
            word.iter_mut().for_each(|bit| *bit = not(*bit));
            sum.constant = sum.constant.wrapping_sub(factor);
            factor = factor.wrapping_neg();
        }
        let number = self.word(&word);
        if self.sum_of.contains_key(&number) {
            return (number, factor);
        }
        sum.constant = sum.constant.wrapping_add(take_ones(&mut word).wrapping_mul(factor));
        (self.word(&word), factor)
    }

    /// Returns the lowest bits of a sum, up to the first position into which an unknown carry may enter.
    fn low_bits(&mut self, sum: &Sum) -> Vec<Bit> {
        let (mut bits, mut carry) = (Vec::new(), 0);
        for place in 0..sum.width {
            let mut count = carry + (sum.constant >> place & 1);
            let (mut unknown, mut is_simple) = (Vec::new(), true);
            for &(word, factor) in &sum.terms {
                is_simple &= factor == 1;
                if factor & 1 == 0 {
                    continue;
                }
                match self.words[word as usize][place] {
                    ZERO => {}
                    ONE => count += 1,
                    bit => unknown.push(bit),
                }
            }
            let first = (count & 1) as Bit;
            if place == 0 || is_simple {
                bits.push(unknown.iter().fold(first, |all, &bit| self.xor(all, bit)));
            }
            if !is_simple || unknown.len() > 1 || count & 1 == 1 && !unknown.is_empty() {
                break;
            }
            carry = count >> 1;
        }
        bits
    }

    /// Returns the bits of a sum that can be computed without carries: a constant, a single word, or words that have no
    /// bit position in common.
    fn simple_sum(&mut self, sum: &Sum) -> Option<Vec<Bit>> {
        let constant = |place: usize| (sum.constant >> place & 1) as Bit;
        if let [(word, factor)] = sum.terms[..] {
            let word = &self.words[word as usize];
            let keep = u64::MAX >> (64 - sum.width);
            if factor == keep && sum.constant == keep {
                return Some(word.iter().map(|bit| not(*bit)).collect());
            }
            // If the word is a single bit x, all bits of -x equal x, and all bits of x - 1 equal the complement of x.
            let is_single = word[1..].iter().all(|&bit| bit == ZERO);
            match (factor, sum.constant) {
                (1, all) if all == keep && is_single => return Some(vec![not(word[0]); sum.width]),
                (all, 0) if all == keep && is_single => return Some(vec![word[0]; sum.width]),
                _ => {}
            }
            if factor.is_power_of_two() && sum.constant == 0 {
                let by = factor.trailing_zeros() as usize;
                let low = std::iter::repeat_n(ZERO, by);
                return Some(low.chain(word.iter().copied()).take(sum.width).collect());
            }
        }
        let mut bits: Vec<Bit> = (0..sum.width).map(constant).collect();
        for &(word, factor) in &sum.terms {
            for (to, from) in bits.iter_mut().zip(&self.words[word as usize]) {
                match (*to, *from) {
                    (_, ZERO) => {}
                    (ZERO, bit) if factor == 1 => *to = bit,
                    _ => return None,
                }
            }
        }
        Some(bits)
    }

    /// Returns the values of a sum on the 256 random inputs.
    fn sum_samples(&self, parts: &[(&[Bit], u64)], constant: u64, width: usize) -> Vec<Sample> {
        let mut sum: Vec<Sample> =
            (0..width).map(|n| [0_u64.wrapping_sub(constant >> n & 1); 4]).collect();
        let mut add = |word: &[Bit], by: usize, is_negative: bool| {
            let flip = if is_negative { u64::MAX } else { 0 };
            let mut carry = [flip; 4];
            for n in by..width {
                let sample = self.sample(word[n - by]);
                for k in 0..4 {
                    let (a, b, c) = (sum[n][k], sample[k] ^ flip, carry[k]);
                    sum[n][k] = a ^ b ^ c;
                    carry[k] = a & b | (a ^ b) & c;
                }
            }
        };
        for &(word, factor) in parts {
            let is_negative = factor.cast_signed() < 0;
            let factor = factor.cast_signed().unsigned_abs();
            let places = (0..width).filter(|by| factor >> by & 1 == 1);
            places.for_each(|by| add(word, by, is_negative));
        }
        sum
    }

    fn word(&mut self, bits: &[Bit]) -> u32 {
        if let Some(&number) = self.word_numbers.get(bits) {
            return number;
        }
        let number = self.words.len() as u32;
        self.words.push(bits.to_vec());
        self.word_numbers.insert(bits.to_vec(), number);
        number
    }

    /// Adds a node and returns its bit. If an older node can be proved equal, returns the bit of the older node.
    fn make(&mut self, node: Node, sample: Sample) -> Bit {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.samples.push(sample);
        let phase = sample[0] as Bit & 1;
        let flip = 0_u64.wrapping_sub(phase.into());
        let mut other = self.classes.get(&sample.map(|part| part ^ flip)).copied();
        let (mut last, mut tried) = (None, 0);
        while let Some(candidate) = other {
            tried += 1;
            if tried > CANDIDATES {
                self.known.insert(node, number << 1);
                return number << 1;
            }
            let bit = candidate << 1 | self.samples[candidate as usize][0] as Bit & 1 ^ phase;
            if self.prove(number << 1, bit) {
                self.nodes.pop();
                self.samples.pop();
                self.known.insert(node, bit);
                return bit;
            }
            last = other;
            other = self.siblings.get(&candidate).copied();
        }
        match last {
            Some(last) => {
                self.siblings.insert(last, number);
            }
            None => {
                self.classes.insert(sample.map(|part| part ^ flip), number);
            }
        }
        self.known.insert(node, number << 1);
        number << 1
    }

    /// Returns whether two bits can be proved equal for all inputs.
    fn prove(&self, a: Bit, b: Bit) -> bool {
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

/// Clears the bits of a word that are always 1. Returns them as an integer.
fn take_ones(word: &mut [Bit]) -> u64 {
    let mut value = 0;
    for (place, bit) in word.iter_mut().enumerate().filter(|(_, bit)| **bit == ONE) {
        *bit = ZERO;
        value |= 1 << place;
    }
    value
}

/// Mixes the bits of a number (SplitMix64).
pub fn mix(number: u64) -> u64 {
    let x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

/// Fast hash function for hash tables. It does not resist chosen keys, which do not occur here.
#[derive(Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(graph: &mut Graph, first: usize, count: usize) -> Vec<Bit> {
        (first..first + count).map(|n| graph.input(n, n % 3 == 0)).collect()
    }

    #[test]
    fn formulas_of_majority_are_one_node() {
        let mut graph = Graph::new();
        let [a, b, c] = inputs(&mut graph, 0, 3)[..] else { unreachable!() };
        let pairs = [graph.and(a, b), graph.and(a, c), graph.and(b, c)];
        let sum = pairs.into_iter().fold(ZERO, |sum, pair| graph.xor(sum, pair));
        let (both, either) = (graph.and(a, b), graph.or(a, b));
        let third = graph.and(either, c);
        assert_eq!(graph.or(both, third), sum);
        assert_ne!(graph.or(both, c), sum);
    }

    #[test]
    fn order_of_a_sum_does_not_matter_but_constants_do() {
        let mut graph = Graph::new();
        let [a, b, c] = [0, 32, 64].map(|first| inputs(&mut graph, first, 32));
        let left = graph.sum(&[(&a, 1), (&b, 1)], 7);
        let left = graph.sum(&[(&left, 1), (&c, u64::MAX)], 0);
        let right = graph.sum(&[(&b, 1), (&c, u64::MAX)], 3);
        assert_eq!(graph.sum(&[(&right, 1), (&a, 1)], 4), left);
        assert_ne!(graph.sum(&[(&right, 1), (&a, 1)], 5), left);
        let turned: Vec<Bit> = a.iter().cycle().skip(1).take(32).copied().collect();
        assert_ne!(graph.sum(&[(&right, 1), (&turned, 1)], 4), left);
    }

    #[test]
    fn sum_of_words_without_common_bits_is_their_union() {
        let mut graph = Graph::new();
        let [e, f, g, h] = [0, 32, 64, 96].map(|first| inputs(&mut graph, first, 32));
        let yes: Vec<Bit> = e.iter().zip(&f).map(|(&e, &f)| graph.and(e, f)).collect();
        let no: Vec<Bit> = e.iter().zip(&g).map(|(&e, &g)| graph.and(not(e), g)).collect();
        let choice: Vec<Bit> = (0..32).map(|n| graph.select(e[n], f[n], g[n])).collect();
        let sum = graph.sum(&[(&h, 1), (&yes, 1)], 0);
        let sum = graph.sum(&[(&no, 1), (&sum, 1)], 0);
        assert_eq!(graph.sum(&[(&h, 1), (&choice, 1)], 0), sum);
    }

    #[test]
    fn tables_equal_circuits_and_sums_of_tables() {
        let mut graph = Graph::new();
        let byte = inputs(&mut graph, 0, 8);
        let cube = |x: usize| {
            let product = |a: usize, b: usize| {
                (0..8).fold(0, |all, n| if b >> n & 1 == 1 { all ^ a << n } else { all })
            };
            let reduced = |x: usize| {
                (8..15).rev().fold(x, |x, n| if x >> n & 1 == 1 { x ^ 0x11b << (n - 8) } else { x })
            };
            reduced(product(x, reduced(product(x, x))))
        };
        let bits: Vec<Bit> =
            (0..8).map(|n| graph.table(&byte, &|x| cube(x) >> n & 1 == 1)).collect();
        let sum = graph.xor(bits[0], bits[5]);
        assert_eq!(graph.table(&byte, &|x| (cube(x) ^ cube(x) >> 5) & 1 == 1), sum);
        assert_ne!(
            graph.table(&byte, &|x| (cube(x) ^ cube(x) >> 5) & 1 == usize::from(x != 77)),
            sum
        );
        // Computes the same function with a tree of selections.
        let mut level: Vec<Bit> = (0..256).map(|x| (cube(x) & 1) as Bit).collect();
        for bit in &byte {
            level = level.chunks(2).map(|pair| graph.select(*bit, pair[1], pair[0])).collect();
        }
        assert_eq!(level[0], bits[0]);
    }

    #[test]
    fn products_of_polynomials_are_bilinear() {
        let mut graph = Graph::new();
        let [a, b, c] = [0, 1, 2].map(|n| graph.input(n, false));
        let sum = graph.xor(a, b);
        let product = graph.and(sum, c);
        let parts = [graph.and(a, c), graph.and(b, c)];
        assert_eq!(graph.xor(parts[0], parts[1]), product);
    }
}
