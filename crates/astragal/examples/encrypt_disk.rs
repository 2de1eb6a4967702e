//! Encrypts disk sectors with AES-256 in XTS mode. The sector number is the tweak, so each sector can be read and
//! written independently. Also shows the block cipher without a mode.

use astragal::cipher::{Aes256, Xts};
use astragal::error::ParameterError;

const SECTOR_BYTES: usize = 512;

fn main() -> Result<(), ParameterError> {
    // XTS takes two concatenated keys. Real keys must be secret, random and different.
    let mut key = [0x42; 64];
    key[32..].fill(0x17);
    let xts = Xts::<Aes256>::from_slice(&key)?;

    let mut disk = vec![0; 8 * SECTOR_BYTES];
    for (number, sector) in (0_u128..).zip(disk.chunks_exact_mut(SECTOR_BYTES)) {
        xts.encrypt_in_place(&number.to_le_bytes(), sector)?;
    }
    // Equal sectors have different ciphertexts. Equal blocks within a sector have different ciphertexts too.
    assert_ne!(disk[..SECTOR_BYTES], disk[SECTOR_BYTES..2 * SECTOR_BYTES]);
    assert_ne!(disk[..16], disk[16..32]);

    // Rewrites one sector without access to the other sectors.
    let number: u128 = 5;
    let sector = &mut disk[5 * SECTOR_BYTES..6 * SECTOR_BYTES];
    xts.decrypt_in_place(&number.to_le_bytes(), sector)?;
    assert_eq!(sector, [0; SECTOR_BYTES]);
    sector[..5].copy_from_slice(b"hello");
    xts.encrypt_in_place(&number.to_le_bytes(), sector)?;

    // Encrypts a single block. Modes are built from this operation. Never encrypt a message with it directly.
    let cipher = Aes256::new(&[0x42; 32]);
    let mut block = *b"sixteen bytes...";
    cipher.encrypt_block(&mut block);
    cipher.decrypt_block(&mut block);
    assert_eq!(&block, b"sixteen bytes...");

    println!("{} sectors encrypted, one of them rewritten", disk.len() / SECTOR_BYTES);
    Ok(())
}
