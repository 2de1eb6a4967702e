//! Test message, and the positions in it at which an object's state is exported and imported.

use astragal::registry::DynXof;

/// Length of the test message in bytes.
pub(crate) const LONGEST: usize = 40_000;

/// Positions in bytes near the ends of blocks, chunks and leaves, and near the batch sizes of parallel backends.
pub(crate) const POSITIONS: [usize; 26] = [
    0, 1, 7, 8, 9, 55, 63, 64, 65, 127, 128, 129, 135, 136, 137, 168, 1023, 1024, 1025, 2048, 3072,
    8191, 8192, 8193, 16_384, 33_001,
];

pub(crate) fn message() -> Vec<u8> {
    (0..=250).cycle().take(LONGEST).collect()
}

/// Squeezes the next `bytes` bytes of output.
pub(crate) fn squeezed(xof: &mut dyn DynXof, bytes: usize) -> Vec<u8> {
    let mut out = vec![0; bytes];
    xof.squeeze(&mut out).unwrap();
    out
}
