//! Comparison of the backends with the portable rounds, for the tests of cipher families.

extern crate std;
use std::vec;

pub(crate) use super::super::each_block::EachBlock;
use super::super::engine::Blocks;
use super::super::lanes::{Direction, Lanes};
use super::super::scalar::ScalarCipher;
use super::*;

/// Asserts that every backend gives the same result as the portable rounds, for up to 150 blocks.
pub(crate) fn match_portable<F: RoundsFamily>(forms: F) {
    let mut blocks = vec![F::Block::ZERO; 150];
    let mut seed = 1_u32;
    for block in &mut blocks {
        for byte in block.as_mut() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = seed.to_be_bytes()[0];
        }
    }
    let mut expected = blocks.clone();
    Backend::Portable.run_wide_and_narrow(forms, forms, EachBlock(&mut expected));
    for backend in Backend::available() {
        for count in [1, 3, 64, 65, 150] {
            let mut found = blocks[..count].to_vec();
            backend.run_wide_and_narrow(forms, forms, EachBlock(&mut found));
            assert_eq!(found, expected[..count], "{backend:?}, {count} blocks");
            let mut found = blocks[..count].to_vec();
            if let [block] = &mut found[..] {
                One(block).run(backend, forms, forms);
            } else {
                Each(&mut found).run(backend, forms, forms);
            }
            assert_eq!(found, expected[..count], "{backend:?}, {count} blocks in place");
        }
        backend.run_wide_and_narrow(forms, forms, Count);
    }
}

/// Asserts that encryption and decryption of a key schedule match its portable rounds on every backend.
pub(crate) fn lanes_match_portable<S: Lanes + ScalarCipher<Block = [u8; 16]>>(schedule: &S) {
    match_portable(Direction::<S, false>(schedule));
    match_portable(Direction::<S, true>(schedule));
}

/// Kernel that checks the counter blocks computed by its rounds. The check includes an overflow of the last four bytes
/// of a block.
struct Count;

impl<B: ByteArray> BlockKernel<B> for Count {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, rounds: W, _: N) {
        let mut first = B::ZERO;
        first.as_mut().iter_mut().zip((0..=255).cycle()).for_each(|(byte, i)| *byte = i);
        let last = first.as_ref().len() - 4;
        for start in [0x0c0d_0e0f_u32, 0xffff_fffe, u32::MAX - 0x1_2345] {
            first.as_mut()[last..].copy_from_slice(&start.to_be_bytes());
            let (mut found, mut expected) = (W::Blocks::zero(), W::Blocks::zero());
            rounds.store(rounds.counters(&first, 0x1_2345), found.as_mut());
            for (i, block) in (0..).zip(expected.as_mut()) {
                *block = first;
                let count = start.wrapping_add(0x1_2345).wrapping_add(i);
                block.as_mut()[last..].copy_from_slice(&count.to_be_bytes());
            }
            assert_eq!(found.as_ref(), expected.as_ref(), "from {start:08x}");
        }
    }
}
