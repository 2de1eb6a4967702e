//! Sums of words. A sum is a list of words with factors, so the order of its additions does not matter.

use std::collections::BTreeMap;

use super::{Bit, Graph, Node, ONE, Sample, UNKNOWN, ZERO, constant_of, not};

/// Linear combination of words with integer factors, plus a constant, modulo a power of 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Sum {
    pub(super) width: usize,
    pub(super) constant: u64,
    /// Index and factor of each word, sorted by index.
    pub(super) terms: Vec<(u32, u64)>,
}

impl Graph {
    /// Returns the sum of `constant` and all `parts` modulo 2^n. Each part is a word multiplied by a factor. n is the
    /// length of the words in bits, at most 64.
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
        // For each part, the indices of its words. A part that is itself a sum has several words.
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
        // `join` compares words of different parts. Words of the same part were already compared when this part was
        // created. The part with the most words is therefore left out: the words of the other parts are compared with
        // its words.
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

    /// Replaces two words that have the same factor with their OR, if the words never have a 1 at the same bit
    /// position. Compilers compute the OR of such words as a sum, for example to combine the results of a selection.
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
    /// so that equal sums have equal terms. For the same reason, moves bits that are always 1 into the constant of the
    /// sum.
    fn normal_word(&mut self, sum: &mut Sum, mut word: Vec<Bit>, mut factor: u64) -> (u32, u64) {
        if word.iter().all(|&bit| bit & 1 == 1) {
            // Replaces the word x with its complement. Since x = -1 - !x, subtracts the factor from the constant and
            // negates the factor.
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

    /// Returns the bits of a sum that can be computed without carries. Such a sum is a constant, a single word, or
    /// words that never have a 1 at the same bit position.
    fn simple_sum(&mut self, sum: &Sum) -> Option<Vec<Bit>> {
        if let [(word, factor)] = sum.terms[..] {
            let word = &self.words[word as usize];
            let keep = u64::MAX >> (64 - sum.width);
            if factor == keep && sum.constant == keep {
                return Some(word.iter().map(|bit| not(*bit)).collect());
            }
            // If only bit 0 of the word x can be 1, all bits of -x equal this bit, and all bits of x - 1 equal its
            // complement.
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
        self.spread(sum)
    }

    /// Returns the bits of a sum that only copies bits. In such a sum, each unknown bit has a factor, and no two
    /// factors have a common bit. For example, if only every fourth bit of x can be 1, then 16x - x copies each of
    /// these bits to four positions.
    fn spread(&self, sum: &Sum) -> Option<Vec<Bit>> {
        let keep = u64::MAX >> (64 - sum.width);
        let mut constant = sum.constant;
        let mut factors: BTreeMap<u32, (Bit, u64)> = BTreeMap::new();
        for &(word, factor) in &sum.terms {
            for (place, &bit) in self.words[word as usize].iter().enumerate() {
                let step = factor << place;
                if bit == ONE {
                    constant = constant.wrapping_add(step);
                } else if bit != ZERO {
                    let (first, all) = factors.entry(bit >> 1).or_insert((bit, 0));
                    if *first == bit {
                        *all = all.wrapping_add(step);
                    } else {
                        constant = constant.wrapping_add(step);
                        *all = all.wrapping_sub(step);
                    }
                }
            }
            if factors.len() > sum.width {
                return None;
            }
        }
        let mut used = constant & keep;
        let mut bits: Vec<Bit> = (0..sum.width).map(|n| (used >> n & 1) as Bit).collect();
        for (bit, factor) in factors.into_values() {
            let factor = factor & keep;
            if factor & used != 0 {
                return None;
            }
            used |= factor;
            (0..sum.width).filter(|n| factor >> n & 1 == 1).for_each(|n| bits[n] = bit);
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
