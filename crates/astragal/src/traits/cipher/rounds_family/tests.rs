//! Comparison of the backends with the portable rounds, for the tests of cipher families.

extern crate std;
use std::vec::Vec;

use super::super::engine::Blocks as _;
use super::*;

/// Asserts that the key schedules of all backends encrypt and decrypt like the portable one, for 1 to 150 blocks.
/// `schedule` expands the same key for any backend.
pub(crate) fn engines_match_portable<S: ChooseRounds>(schedule: impl Fn(Backend) -> S) {
    let portable = schedule(Backend::Portable);
    let blocks = blocks::<S::Block>();
    let [mut encrypted, mut decrypted] = [(); 2].map(|()| blocks.clone());
    portable.encrypt_in_place(&mut encrypted);
    portable.decrypt_in_place(&mut decrypted);
    assert_ne!(encrypted, decrypted);
    for backend in Backend::available() {
        let schedule = schedule(backend);
        for count in (1..=20).chain([64, 65, 150]) {
            let [mut found, mut chained, mut inverse] = [(); 3].map(|()| blocks[..count].to_vec());
            schedule.encrypt_in_place(&mut found);
            assert_eq!(found, encrypted[..count], "{backend:?}, {count} blocks encrypted");
            schedule.chain_in_place(&mut chained);
            assert_eq!(chained, encrypted[..count], "{backend:?}, {count} blocks, one at a time");
            schedule.decrypt_in_place(&mut inverse);
            assert_eq!(inverse, decrypted[..count], "{backend:?}, {count} blocks decrypted");
            schedule.encryption(count, Counters);
        }
        schedule.chain(Counters);
    }
}

/// Asserts that kernels give the same results with every backend as with the portable rounds. A few cipher families
/// suffice, because all families share the code that passes rounds to a kernel.
pub(crate) fn kernels_match_portable<S: ChooseRounds>(schedule: impl Fn(Backend) -> S) {
    let blocks = blocks::<S::Block>();
    let [mut encrypted, mut decrypted] = [(); 2].map(|()| blocks.clone());
    schedule(Backend::Portable).run_encryption(EachBlock(&mut encrypted));
    schedule(Backend::Portable).run_decryption(EachBlock(&mut decrypted));
    for backend in Backend::available() {
        let schedule = schedule(backend);
        for count in [1, 3, 64, 65, 150] {
            let [mut found, mut inverse] = [(); 2].map(|()| blocks[..count].to_vec());
            schedule.run_encryption(EachBlock(&mut found));
            assert_eq!(found, encrypted[..count], "{backend:?}, {count} blocks encrypted");
            schedule.run_decryption(EachBlock(&mut inverse));
            assert_eq!(inverse, decrypted[..count], "{backend:?}, {count} blocks decrypted");
        }
    }
}

/// Returns 150 different blocks.
fn blocks<B: ByteArray>() -> Vec<B> {
    let mut seed = 1_u32;
    let next = || {
        let mut block = B::ZERO;
        for byte in block.as_mut() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = seed.to_be_bytes()[0];
        }
        block
    };
    std::iter::repeat_with(next).take(150).collect()
}

/// Test of the counter blocks that the rounds compute, including a wrap-around of the 32-bit counter. The type is both
/// the operation and its kernel.
struct Counters;

impl<B: ByteArray> UseRounds<B> for Counters {
    type Output = ();
    const COUNT: BlockCount = BlockCount::Any;

    fn run<W: RoundsFamily<Block = B>, N: RoundsFamily<Block = B>>(
        self,
        backend: Backend,
        wide: W,
        narrow: N,
    ) {
        by_vector!(
            backend,
            W,
            check_counters::<_, W, N>(_, self),
            BlockKernel::run(self, wide.portable(), narrow.portable())
        );
    }
    fn run_portable<R: Rounds<Block = B>>(self, rounds: R) {
        BlockKernel::run(self, rounds, rounds);
    }
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn check_counters<V: Vector, W: RoundsFamily, N: RoundsFamily<Block = W::Block>>(
    cpu: V::Proof,
    kernel: Counters,
) {
    /// Rounds that change nothing. Counter blocks do not depend on the rounds.
    struct Unchanged;
    impl<V: Vector, X> ApplyVectors<V, X> for Unchanged {
        fn apply(&self, _: V::Proof, _: &mut X) {}
    }
    let wide = VectorRounds::<W::State<V>, V>(&Unchanged, cpu);
    enter(cpu, kernel, wide, VectorRounds::<N::State<V>, V>(&Unchanged, cpu));
}

impl<B: ByteArray> BlockKernel<B> for Counters {
    type Output = ();
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) {
        let mut first = B::ZERO;
        first.as_mut().iter_mut().zip((0..=255).cycle()).for_each(|(byte, i)| *byte = i);
        let last = first.as_ref().len() - 4;
        for start in [0x0c0d_0e0f_u32, 0xffff_fffe, u32::MAX - 0x1_2345] {
            first.as_mut()[last..].copy_from_slice(&start.to_be_bytes());
            let (mut many, mut few) = (W::Blocks::zero(), N::Blocks::zero());
            wide.store(wide.counters(&first, 0x1_2345), many.as_mut());
            narrow.store(narrow.counters(&first, 0x1_2345), few.as_mut());
            for found in [many.as_ref(), few.as_ref()] {
                for (i, found) in (0..).zip(found) {
                    let mut expected = first;
                    let count = start.wrapping_add(0x1_2345).wrapping_add(i);
                    expected.as_mut()[last..].copy_from_slice(&count.to_be_bytes());
                    assert_eq!(found.as_ref(), expected.as_ref(), "from {start:08x}");
                }
            }
        }
    }
}
