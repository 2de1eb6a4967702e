//! SHA-1 and SHA-256 instructions.

use iced_x86::{Instruction, Mnemonic as M};

use super::Symbolic;
use crate::graph::{Bit, Graph, ZERO};
use crate::vector::immediate;

impl Symbolic {
    /// Models the SHA instructions. Variables are named as in Intel's manual. Word 0 of a register is the lowest.
    pub(super) fn sha(
        &mut self,
        i: &Instruction,
        a: &[Vec<Bit>],
        b: &[Vec<Bit>],
        extra: &[Vec<Bit>],
    ) -> Vec<Vec<Bit>> {
        let graph = &mut self.graph;
        let rotated = |word: &[Bit], by: usize| -> Vec<Bit> { [&word[by..], &word[..by]].concat() };
        let shifted =
            |word: &[Bit], by: usize| -> Vec<Bit> { [&word[by..], &vec![ZERO; by][..]].concat() };
        let xor = |graph: &mut Graph, words: &[&[Bit]]| -> Vec<Bit> {
            (0..32).map(|n| words.iter().fold(ZERO, |sum, word| graph.xor(sum, word[n]))).collect()
        };
        let add = |graph: &mut Graph, words: &[&[Bit]], constant: u64| -> Vec<Bit> {
            let parts: Vec<(&[Bit], u64)> = words.iter().map(|word| (*word, 1)).collect();
            graph.sum(&parts, constant)
        };
        let choose = |graph: &mut Graph, e: &[Bit], f: &[Bit], g: &[Bit]| -> Vec<Bit> {
            (0..32).map(|n| graph.select(e[n], f[n], g[n])).collect()
        };
        let majority = |graph: &mut Graph, a: &[Bit], b: &[Bit], c: &[Bit]| -> Vec<Bit> {
            (0..32)
                .map(|n| {
                    let (both, either) = (graph.and(a[n], b[n]), graph.or(a[n], b[n]));
                    let third = graph.and(either, c[n]);
                    graph.or(both, third)
                })
                .collect()
        };
        match i.mnemonic() {
            M::Sha256rnds2 => {
                let [mut wa, mut wb, mut we, mut wf] = [3, 2, 1, 0].map(|n| b[n].clone());
                let [mut wc, mut wd, mut wg, mut wh] = [3, 2, 1, 0].map(|n| a[n].clone());
                for wk in &extra[..2] {
                    let ch = choose(graph, &we, &wf, &wg);
                    let s1 = xor(graph, &[&rotated(&we, 6), &rotated(&we, 11), &rotated(&we, 25)]);
                    let maj = majority(graph, &wa, &wb, &wc);
                    let s0 = xor(graph, &[&rotated(&wa, 2), &rotated(&wa, 13), &rotated(&wa, 22)]);
                    let new_a = add(graph, &[&ch, &s1, wk, &wh, &maj, &s0], 0);
                    let new_e = add(graph, &[&ch, &s1, wk, &wh, &wd], 0);
                    (wh, wg, wf, we, wd, wc, wb, wa) = (wg, wf, we, new_e, wc, wb, wa, new_a);
                }
                vec![wf, we, wb, wa]
            }
            M::Sha256msg1 => (0..4)
                .map(|n| {
                    let next = if n == 3 { &b[0] } else { &a[n + 1] };
                    let s0 =
                        xor(graph, &[&rotated(next, 7), &rotated(next, 18), &shifted(next, 3)]);
                    add(graph, &[&a[n], &s0], 0)
                })
                .collect(),
            M::Sha256msg2 => {
                let mut words = vec![b[2].clone(), b[3].clone()];
                for n in 0..4 {
                    let s1 = xor(
                        graph,
                        &[
                            &rotated(&words[n], 17),
                            &rotated(&words[n], 19),
                            &shifted(&words[n], 10),
                        ],
                    );
                    words.push(add(graph, &[&a[n], &s1], 0));
                }
                words.split_off(2)
            }
            M::Sha1msg1 => {
                let later = [&b[2], &b[3], &a[0], &a[1]];
                (0..4).map(|n| xor(graph, &[&a[n], later[n]])).collect()
            }
            M::Sha1msg2 => {
                let left = |word: &[Bit]| rotated(word, 31);
                let w16 = left(&xor(graph, &[&a[3], &b[2]]));
                let w17 = left(&xor(graph, &[&a[2], &b[1]]));
                let w18 = left(&xor(graph, &[&a[1], &b[0]]));
                let w19 = left(&xor(graph, &[&a[0], &w16]));
                vec![w19, w18, w17, w16]
            }
            M::Sha1nexte => {
                let sum = add(graph, &[&b[3], &rotated(&a[3], 2)], 0);
                vec![b[0].clone(), b[1].clone(), b[2].clone(), sum]
            }
            _ => {
                const CONSTANTS: [u64; 4] = [0x5a82_7999, 0x6ed9_eba1, 0x8f1b_bcdc, 0xca62_c1d6];
                let function = usize::from(immediate(i) & 3);
                let [mut wa, mut wb, mut wc, mut wd] = [3, 2, 1, 0].map(|n| a[n].clone());
                let mut we = vec![ZERO; 32];
                for n in (0..4).rev() {
                    let f = match function {
                        0 => choose(graph, &wb, &wc, &wd),
                        2 => majority(graph, &wb, &wc, &wd),
                        _ => xor(graph, &[&wb, &wc, &wd]),
                    };
                    let sum = add(graph, &[&f, &rotated(&wa, 27), &b[n], &we], CONSTANTS[function]);
                    (we, wd, wc, wb, wa) = (wd, wc, rotated(&wb, 2), wa, sum);
                }
                vec![wd, wc, wb, wa]
            }
        }
    }
}
