//! Checks that batches of Keccak states and messages give the same results as one state or message at a time.

use astragal::error::ParameterError;
use astragal::hash::{Sha3_256, Sha3_512};
use astragal::hazmat::keccak_p1600;
use astragal::keccak::batch::{self, Batch, BatchReader, SupportedBatch};
use astragal::xof::{Shake128, Shake256, TurboShake128, TurboShake256};

/// Returns states in which no two lanes are equal.
fn states<const N: usize>() -> [[u64; 25]; N] {
    let mut lane = 0_u64;
    [[0; 25]; N].map(|state| {
        state.map(|_| {
            lane = lane.wrapping_add(0x9e37_79b9_7f4a_7c15);
            lane
        })
    })
}

fn permuted<const N: usize>(rounds: usize) -> [[u64; 25]; N] {
    let mut all = states();
    all.iter_mut().for_each(|state| keccak_p1600(state, rounds).expect("at most 24 rounds"));
    all
}

#[test]
fn batches_of_states_match_single_permutations() {
    type Permute<const N: usize> = fn(&mut [[u64; 25]; N], usize) -> Result<(), ParameterError>;
    fn check<const N: usize>(permute: Permute<N>)
    where
        Batch<N>: SupportedBatch,
    {
        for rounds in [0, 1, 12, 24] {
            let expected = permuted::<N>(rounds);
            let mut found = states::<N>();
            permute(&mut found, rounds).expect("at most 24 rounds");
            assert_eq!(found, expected, "{N} states, {rounds} rounds");
            let mut lanes: [[u64; N]; 25] =
                std::array::from_fn(|i| std::array::from_fn(|j| states::<N>()[j][i]));
            batch::keccak_p1600_lanes(&mut lanes, rounds).expect("at most 24 rounds");
            let found = std::array::from_fn(|j| std::array::from_fn(|i| lanes[i][j]));
            assert_eq!(expected, found, "{N} interleaved states, {rounds} rounds");
        }
        let mut given = states::<N>();
        assert!(permute(&mut given, 25).is_err());
        assert_eq!(given, states());
    }
    check(batch::keccak_p1600_x2);
    check(batch::keccak_p1600_x4);
    check(batch::keccak_p1600_x8);
}

/// Checks a reader's output in pieces of many lengths. `expected` returns the output for one message.
fn check_reader<const RATE: usize, const N: usize>(
    mut reader: BatchReader<RATE, N>,
    expected: impl Fn(usize) -> [u8; 600],
) {
    let expected: [[u8; 600]; N] = std::array::from_fn(expected);
    let mut done = 0;
    macro_rules! check {
        ($($bytes:literal)+) => { $(
            let part: [[u8; $bytes]; N] = reader.squeeze();
            for (part, expected) in part.iter().zip(&expected) {
                assert_eq!(part[..], expected[done..done + $bytes], "{done} to {}", done + $bytes);
            }
            done += $bytes;
        )+ };
    }
    check!(1 16 7 3 1 4 8 0 5 2 9 16 7 120 33 168 136);
    assert_eq!(format!("{reader:?}"), "BatchReader { .. }");
    for (block, expected) in reader.squeeze_blocks().iter().zip(&expected) {
        let known = (expected.len() - done).min(RATE);
        assert_eq!(block[..known], expected[done..done + known]);
    }
}

#[test]
fn batches_of_messages_match_single_messages() {
    fn check<const N: usize>()
    where
        Batch<N>: SupportedBatch,
    {
        let bytes: Vec<u8> = (0..=250).cycle().take(1000).collect();
        for lengths in [
            [0; 8],
            [136, 168, 72, 71, 73, 135, 167, 169],
            [5, 500, 7, 136, 700, 0, 1, 168],
            [700, 168, 336, 5, 8, 272, 144, 900],
        ] {
            let messages: [&[u8]; N] = std::array::from_fn(|j| &bytes[j..j + lengths[j]]);
            assert_eq!(batch::sha3_256(messages), messages.map(Sha3_256::hash));
            assert_eq!(batch::sha3_512(messages), messages.map(Sha3_512::hash));
            check_reader(batch::shake128(messages), |j| Shake128::hash(messages[j]));
            check_reader(batch::shake256(messages), |j| Shake256::hash(messages[j]));
            check_reader(
                batch::turboshake128(messages, 0x1f).expect("the domain is allowed"),
                |j| TurboShake128::hash(messages[j]),
            );
            check_reader(
                batch::turboshake256(messages, 0x1f).expect("the domain is allowed"),
                |j| TurboShake256::hash(messages[j]),
            );
            assert!(batch::turboshake128(messages, 0).is_err());
            assert!(batch::turboshake256(messages, 0x80).is_err());
        }
    }
    check::<2>();
    check::<4>();
    check::<8>();
}
