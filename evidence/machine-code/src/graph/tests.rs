//! Tests of the normal forms and of the proofs.

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
    let bits: Vec<Bit> = (0..8).map(|n| graph.table(&byte, &|x| cube(x) >> n & 1 == 1)).collect();
    let sum = graph.xor(bits[0], bits[5]);
    assert_eq!(graph.table(&byte, &|x| (cube(x) ^ cube(x) >> 5) & 1 == 1), sum);
    assert_ne!(graph.table(&byte, &|x| (cube(x) ^ cube(x) >> 5) & 1 == usize::from(x != 77)), sum);
    // Computes bit 0 of `cube` with a tree of selections.
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

#[test]
fn differences_that_copy_bits_have_no_carries() {
    let mut graph = Graph::new();
    let mut word = vec![ZERO; 32];
    (0..8).for_each(|n| word[4 * n] = graph.input(n, n % 3 == 0));
    let shifted: Vec<Bit> = [&[ZERO; 4][..], &word[..28]].concat();
    let copies: Vec<Bit> = (0..32).map(|n| word[n / 4 * 4]).collect();
    assert_eq!(graph.sum(&[(&shifted, 1), (&word, u64::MAX)], 0), copies);
    word[1] = graph.input(8, true);
    assert_ne!(graph.sum(&[(&shifted, 1), (&word, u64::MAX)], 0), copies);
}

#[test]
fn xors_of_s_boxes_equal_in_any_order() {
    let mut graph = Graph::new();
    // A nonlinear map of eight bits, as a circuit and as a table.
    let circuit = |graph: &mut Graph, byte: &[Bit]| -> Vec<Bit> {
        let next = |n: usize| byte[(n + 1) % 8];
        let products: Vec<Bit> = (0..8).map(|n| graph.and(byte[n], next(n))).collect();
        (0..8).map(|n| graph.and(products[n], byte[(n + 3) % 8])).collect()
    };
    let value = |x: usize, n: usize| [n, n + 1, n + 3].iter().all(|by| x >> (by % 8) & 1 == 1);
    let bytes: Vec<Vec<Bit>> = (0..3).map(|n| inputs(&mut graph, 8 * n, 8)).collect();
    let products: Vec<Vec<Bit>> = bytes.iter().map(|byte| circuit(&mut graph, byte)).collect();
    let [a, b, c] = [0, 1, 2].map(|n| (products[n][0], products[n][5]));
    let sum = [a.0, b.0, c.0, a.1, b.1, c.1]
        .into_iter()
        .fold(bytes[0][2], |sum, bit| graph.xor(sum, bit));
    let tables: Vec<Bit> = bytes
        .iter()
        .map(|byte| graph.table(byte, &|x| value(x, 0) ^ value(x, 5) ^ (x >> 2 & 1 == 1)))
        .collect();
    let rest = graph.xor(bytes[1][2], bytes[2][2]);
    let other = tables.into_iter().fold(rest, |sum, bit| graph.xor(sum, bit));
    assert_eq!(other, sum);
}

#[test]
fn functions_of_removed_nodes_are_not_kept() {
    let mut graph = Graph::new();
    let [a, b, c] = inputs(&mut graph, 0, 3)[..] else { unreachable!() };
    let both = graph.and(a, b) >> 1;
    let next = graph.nodes.len() as u32;
    graph.nodes.push(Node::And(a, b));
    assert!(graph.prove_by_functions([next, both], 0));
    graph.nodes.pop();
    graph.nodes.push(Node::And(a, c));
    assert!(!graph.prove_by_functions([next, both], 0));
}

#[test]
fn bytes_with_common_bits_have_common_arguments() {
    let mut graph = Graph::new();
    let byte = inputs(&mut graph, 0, 8);
    let sums: Vec<Bit> = (0..8).map(|n| graph.xor(byte[n], byte[(n + 1) % 8])).collect();
    let (arguments, truths) = graph.common_arguments(&[&byte[..], &sums].concat()).unwrap();
    assert_eq!(arguments.len(), 8);
    assert_eq!(truths.len(), 16);
    let more = inputs(&mut graph, 8, 1);
    assert!(graph.common_arguments(&[&byte[..], &more].concat()).is_none());
}
