//! Outboard trees of BLAKE3 are those of the crate bao, and each verifies ranges by the other's.

use std::convert::Infallible;
use std::io::{Cursor, Read, Seek, SeekFrom};

use astragal::hazmat::outboard::{OutboardWriter, outboard_bytes, verify_range};

/// Around chunks, around the groups that are made at once, and where the tree is lopsided.
const LENGTHS: [usize; 14] = [
    0, 1, 1023, 1024, 1025, 2048, 3073, 100_000, 1 << 20, (1 << 20) + 1, (1 << 20) - 1, 3 << 20,
    (5 << 20) + 1025, (8 << 20) - 7,
];

#[test]
fn astragal_and_bao_make_and_read_the_same_trees() {
    for length in LENGTHS {
        let message: Vec<u8> = (0..=250).cycle().take(length).collect();
        let (theirs, root) = bao::encode::outboard(&message);
        let mut ours = vec![0; outboard_bytes(length as u64) as usize];
        let mut write = |place: u64, bytes: &[u8]| -> Result<(), Infallible> {
            ours[place as usize..][..bytes.len()].copy_from_slice(bytes);
            Ok(())
        };
        let mut writer = OutboardWriter::new(length as u64);
        writer.update(&message, &mut write).expect("it has the length");
        let digest = writer.finish(&mut write).expect("it has the length");
        assert_eq!(&digest, root.as_bytes(), "{length}");
        assert!(ours == theirs, "the tree of {length} bytes");

        for (start, end) in [(0, length), (length / 3, length / 2), (length / 2, length)] {
            let mut taken = Vec::new();
            verify_range(
                root.as_bytes(),
                start as u64..end as u64,
                &mut |place, out| -> Result<(), Infallible> {
                    out.copy_from_slice(&theirs[place as usize..][..out.len()]);
                    Ok(())
                },
                &mut |place, out| {
                    out.copy_from_slice(&message[place as usize..][..out.len()]);
                    Ok(())
                },
                &mut |bytes| {
                    taken.extend_from_slice(bytes);
                    Ok(())
                },
            )
            .expect("both are bao's");
            assert!(taken == message[start..end], "{start}:{end} of {length}");

            let (data, tree) = (Cursor::new(&message), Cursor::new(&ours));
            let mut decoder = bao::decode::Decoder::new_outboard(data, tree, &root);
            decoder.seek(SeekFrom::Start(start as u64)).expect("it is there");
            let mut read = vec![0; end - start];
            decoder.read_exact(&mut read).expect("bao verifies our tree");
            assert!(read == message[start..end], "{start}:{end} of {length}, by bao");
        }
    }
}
