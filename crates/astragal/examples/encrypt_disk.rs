//! A block cipher by itself and in a mode: sectors of a disk in XTS, each under its own number, so that any of
//! them is read and written alone.

use astragal::cipher::{Aes256, Xts};
use astragal::error::ParameterError;

const SECTOR_BYTES: usize = 512;

fn main() -> Result<(), ParameterError> {
    // Two keys, one behind the other; secret ones in earnest, and never the same twice.
    let mut key = [0x42; 64];
    key[32..].fill(0x17);
    let xts = Xts::<Aes256>::from_slice(&key)?;

    let mut disk = vec![0; 8 * SECTOR_BYTES];
    for (number, sector) in (0_u128..).zip(disk.chunks_exact_mut(SECTOR_BYTES)) {
        xts.encrypt_in_place(&number.to_le_bytes(), sector)?;
    }
    // Equal sectors do not encrypt equally, nor do equal blocks of a sector.
    assert_ne!(disk[..SECTOR_BYTES], disk[SECTOR_BYTES..2 * SECTOR_BYTES]);
    assert_ne!(disk[..16], disk[16..32]);

    // One sector is changed without the others.
    let number: u128 = 5;
    let sector = &mut disk[5 * SECTOR_BYTES..6 * SECTOR_BYTES];
    xts.decrypt_in_place(&number.to_le_bytes(), sector)?;
    assert_eq!(sector, [0; SECTOR_BYTES]);
    sector[..5].copy_from_slice(b"hello");
    xts.encrypt_in_place(&number.to_le_bytes(), sector)?;

    // A block by itself: what modes are made of, and no way to encrypt a message.
    let cipher = Aes256::new(&[0x42; 32]);
    let mut block = *b"sixteen bytes...";
    cipher.encrypt_block(&mut block);
    cipher.decrypt_block(&mut block);
    assert_eq!(&block, b"sixteen bytes...");

    println!("{} sectors encrypted, one of them rewritten", disk.len() / SECTOR_BYTES);
    Ok(())
}
