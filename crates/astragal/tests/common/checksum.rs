//! Checksum of exported states.

/// Appends the correct CRC-64/XZ checksum, so that the import checks the fields instead of rejecting the checksum.
pub(crate) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let mut crc = u64::MAX;
    for &byte in &bytes {
        crc ^= u64::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xc96c_5795_d787_0f42 } else { crc >> 1 };
        }
    }
    bytes.extend((!crc).to_le_bytes());
    bytes
}
