//! Tests chunked encryption with known answers from a second implementation.

use std::io::{Cursor, Read as _, Seek as _, SeekFrom, Write as _};

use astragal::aead::Gcm;
use astragal::aead::chunked::{AnyCobblestone, OpenStream};
use astragal::cipher::Aes128;
use astragal::error::ChunkedError;
use astragal::hash::Sha512;
use astragal::hazmat::ChunkedAead;

/// Known answers, computed by `peers/generate/known_answers_chunked.py`.
const ANSWERS: &str = include_str!("../chunked.txt");

#[test]
fn chunked_messages_match_a_second_implementation() {
    let cases = astragal_vectors::parse(ANSWERS).unwrap();
    assert_eq!(cases.len(), 16);
    for case in &cases {
        let bytes = |field| case.bytes(field).unwrap().unwrap();
        let key = AnyCobblestone::from_slice(&bytes("key")).unwrap();
        assert_eq!(key.name(), case.alg());
        let (salt, context) = (bytes("salt").try_into().unwrap(), bytes("custom"));
        let plaintext = astragal_vectors::Message::of(case).unwrap().to_vec();
        for key in [key.clone(), key.parallel()] {
            let sealed = key.seal(&salt, &context, &plaintext).unwrap();
            assert_eq!(Sha512::hash(&sealed).as_ref(), bytes("md"), "{case:?}");
            assert!(key.open(&context, &sealed).unwrap() == plaintext);
            let mut sealer = key.sealer(&salt, &context, Vec::new());
            plaintext.chunks(10_007).for_each(|piece| sealer.write_all(piece).unwrap());
            assert!(sealer.finish().unwrap() == sealed);
        }
    }
}

/// Encrypts `message` with a stream, in parts of `part` bytes.
fn seal_by_stream(key: &AnyCobblestone, message: &[u8], part: usize) -> Vec<u8> {
    let (mut stream, mut sealed) = (key.seal_stream(&[1; 24], b"context"), Vec::new());
    for part in message.chunks(part) {
        let mut out = vec![0; stream.update_bytes(part.len())];
        stream.update_into(part, &mut out).unwrap();
        sealed.extend(out);
    }
    let mut out = vec![0; stream.finish_bytes()];
    stream.finish_into(&mut out).unwrap();
    sealed.extend(out);
    assert_eq!(stream.update_into(b"", &mut []), Err(ChunkedError::Ended));
    sealed
}

pub(super) fn feed(
    stream: &mut OpenStream,
    sealed: &[u8],
    part: usize,
) -> Result<Vec<u8>, ChunkedError> {
    let mut plaintext = Vec::new();
    for part in sealed.chunks(part) {
        let mut out = vec![0; stream.update_bytes(part.len())];
        stream.update_into(part, &mut out)?;
        plaintext.extend(out);
    }
    let mut out = vec![0; stream.finish_bytes()];
    stream.finish_into(&mut out)?;
    plaintext.extend(out);
    Ok(plaintext)
}

const LENGTHS: [usize; 7] = [0, 1, 16_383, 16_384, 16_385, 49_152, 300_007];

#[test]
fn streams_match_one_shot_for_any_piece_length() {
    for key in [&[7; 32][..], &[7; 16]] {
        let key = AnyCobblestone::from_slice(key).unwrap();
        for key in [key.clone(), key.parallel()] {
            for bytes in LENGTHS {
                let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
                let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
                for part in [97, 16_383, 16_384, 16_400, 40_000, 1 << 20] {
                    assert!(seal_by_stream(&key, &message, part) == sealed, "{bytes} {part}");
                    let opened = feed(&mut key.open_stream(b"context"), &sealed, part);
                    assert!(opened.unwrap() == message, "{bytes} {part}");
                }
            }
        }
    }
}

/// The same as above for three lengths and two keys, which takes less time. Parts of 40,000 bytes leave an incomplete
/// chunk in the buffer before it grows.
#[test]
fn streams_of_few_chunks_match_one_shot() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    for key in [key.clone(), key.parallel()] {
        for (bytes, parts) in
            [(1, [5000, 1 << 20]), (20_000, [5000, 1 << 20]), (100_007, [40_000, 1 << 20])]
        {
            let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
            let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
            for part in parts {
                assert!(seal_by_stream(&key, &message, part) == sealed, "{bytes} {part}");
                let opened = feed(&mut key.open_stream(b"context"), &sealed, part);
                assert!(opened.unwrap() == message, "{bytes} {part}");
            }
        }
    }
}

/// After the header or after a whole chunk, the buffer of a stream is empty.
#[test]
fn stream_announces_plaintext_of_whole_chunks() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let message: Vec<u8> = (0..=250).cycle().take(40_000).collect();
    let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
    let mut stream = key.open_stream(b"context");
    assert_eq!(
        [55, 56, 56 + 16_399, 56 + 16_400].map(|n| stream.update_bytes(n)),
        [0, 0, 0, 16_384]
    );
    stream.update_into(&sealed[..56], &mut []).unwrap();
    let mut opened = Vec::new();
    for chunk in sealed[56..56 + 2 * 16_400].chunks(16_400) {
        assert_eq!([1, 16_399, 16_400].map(|n| stream.update_bytes(n)), [0, 0, 16_384]);
        let mut plaintext = [0; 16_384];
        stream.update_into(chunk, &mut plaintext).unwrap();
        opened.extend(plaintext);
    }
    assert_eq!(stream.finish_bytes(), 0);
    stream.update_into(&sealed[56 + 2 * 16_400..], &mut []).unwrap();
    let mut last = vec![0; stream.finish_bytes()];
    stream.finish_into(&mut last).unwrap();
    assert!([opened, last].concat() == message);
}

#[test]
fn buffers_and_messages_in_place_match_vectors() {
    let key = AnyCobblestone::from_slice(&[7; 16]).unwrap();
    for bytes in [0, 1, 16_383, 16_384, 32_768, 50_000] {
        let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
        let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
        for key in [key.clone(), key.clone().parallel()] {
            let mut found = vec![9; sealed.len()];
            key.seal_into(&[1; 24], b"context", &message, &mut found).unwrap();
            assert!(found == sealed, "{bytes}");
            found[..bytes].copy_from_slice(&message);
            key.seal_in_place(&[1; 24], b"context", &mut found, bytes).unwrap();
            assert!(found == sealed, "{bytes}");
            assert!(key.open_in_place(b"context", &mut found).unwrap() == message, "{bytes}");
            assert!(found[bytes..].iter().all(|&byte| byte == 0), "{bytes}");
            let mut opened = vec![9; bytes];
            key.open_into(b"context", &sealed, &mut opened).unwrap();
            assert!(opened == message, "{bytes}");
            let mut wrong = sealed.clone();
            wrong[sealed.len() - 1] ^= 1;
            assert!(key.open_into(b"context", &wrong, &mut opened).is_err());
            assert!(opened.iter().all(|&byte| byte == 0), "{bytes}");
            assert!(key.open_in_place(b"context", &mut wrong).is_err());
            assert!(wrong[56..].iter().all(|&byte| byte == 0), "{bytes}");
        }
    }
}

/// A buffer without a header has no space for the tag of an empty message, or of a chunk after a full buffer.
#[test]
fn sealer_without_a_header_ends_full_and_empty_buffers() {
    let chunked = ChunkedAead::<Gcm<Aes128>>::new(&[7; 16], &[1; 12]);
    for bytes in [0, 1, 16_384, 49_152, 50_000] {
        let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
        let mut sealer = chunked.clone().sealer(Vec::new());
        sealer.write_all(&message).unwrap();
        let sealed = sealer.finish().unwrap();
        assert!(sealed == chunked.seal(&message).unwrap(), "{bytes}");
        assert!(chunked.open(&sealed).unwrap() == message, "{bytes}");
    }
}

#[test]
fn streams_refuse_buffers_of_another_length_and_calls_after_the_end() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let sealed = key.seal(&[1; 24], b"", b"message").unwrap();
    let is_refused = |result| matches!(result, Err(ChunkedError::Parameter(_)));
    let mut seal = key.seal_stream(&[1; 24], b"");
    for bytes in [55, 57] {
        assert!(is_refused(seal.update_into(b"message", &mut vec![0; bytes])));
    }
    seal.update_into(b"message", &mut [0; 56]).unwrap();
    for bytes in [22, 24] {
        assert!(is_refused(seal.finish_into(&mut vec![0; bytes])));
    }
    seal.finish_into(&mut [0; 23]).unwrap();
    assert_eq!(seal.finish_into(&mut [0; 16]), Err(ChunkedError::Ended));
    assert_eq!(seal.update_into(b"", &mut []), Err(ChunkedError::Ended));
    let mut open = key.open_stream(b"");
    assert!(is_refused(open.update_into(&sealed, &mut [0; 1])));
    open.update_into(&sealed, &mut []).unwrap();
    for bytes in [6, 8] {
        assert!(is_refused(open.finish_into(&mut vec![0; bytes])));
    }
    open.finish_into(&mut [0; 7]).unwrap();
    assert_eq!(open.finish_into(&mut []), Err(ChunkedError::Ended));
    assert_eq!(open.update_into(b"", &mut []), Err(ChunkedError::Ended));
}

/// Reader of a long file. Only the bytes from offset `known` on exist.
struct Sparse {
    position: u64,
    known: u64,
    bytes: Vec<u8>,
}

impl std::io::Read for Sparse {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let at = self.position.checked_sub(self.known).expect("only known bytes are read");
        let rest = self.bytes.get(usize::try_from(at).unwrap()..).unwrap_or_default();
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
        self.position += count as u64;
        Ok(count)
    }
}

impl std::io::Seek for Sparse {
    fn seek(&mut self, target: SeekFrom) -> std::io::Result<u64> {
        self.position = match target {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset).unwrap(),
            SeekFrom::End(offset) => {
                (self.known + self.bytes.len() as u64).checked_add_signed(offset).unwrap()
            }
        };
        Ok(self.position)
    }
}

/// The index of a chunk is below 2^38.
#[test]
fn opener_opens_the_last_possible_chunk() {
    let chunked = ChunkedAead::<Gcm<Aes128>>::new(&[7; 16], &[1; 12]);
    for (chunk, is_allowed) in [((1 << 38) - 1, true), (1 << 38, false)] {
        let mut bytes = vec![5; 100];
        let tag = chunked.seal_chunk(chunk.min((1 << 38) - 1), &mut bytes).unwrap();
        bytes.extend(tag);
        let reader = Sparse { position: 0, known: chunk * 16_400, bytes };
        let mut opener = chunked.clone().opener(reader);
        opener.seek(SeekFrom::Start(chunk * 16_384 + 3)).unwrap();
        let mut plaintext = Vec::new();
        let read = opener.read_to_end(&mut plaintext);
        if is_allowed {
            assert_eq!((read.ok(), plaintext), (Some(97), vec![5; 97]));
        } else {
            let error = read.unwrap_err();
            let cause = error.get_ref().unwrap().downcast_ref::<ChunkedError>();
            assert_eq!(cause, Some(&ChunkedError::TooLong));
        }
    }
}

/// The first seek computes the offset of the message in the reader from the bytes that have been read.
#[test]
fn opener_seeks_after_reading_a_message_inside_a_file() {
    let chunked = ChunkedAead::<Gcm<Aes128>>::new(&[7; 16], &[1; 12]);
    let message: Vec<u8> = (0..=250).cycle().take(60_000).collect();
    let file = [&[9; 7], &chunked.seal(&message).unwrap()[..]].concat();
    for first in [10, 20_000, 40_000] {
        for position in [5, 17_000, 59_999] {
            let mut reader = Cursor::new(&file);
            reader.set_position(7);
            let mut opener = chunked.clone().opener(reader);
            // Several short reads, so that the buffer holds later chunks than the first.
            for piece in vec![0; first].chunks_mut(5000) {
                opener.read_exact(piece).unwrap();
            }
            opener.seek(SeekFrom::Start(position)).unwrap();
            let mut rest = Vec::new();
            opener.read_to_end(&mut rest).unwrap();
            assert!(rest == message[usize::try_from(position).unwrap()..], "{first} {position}");
        }
    }
}

/// A message must not end with a complete chunk, and the output of an invalid last chunk is zeroed.
#[test]
fn streams_reject_messages_that_end_early() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let sealed = key.seal(&[1; 24], b"", &[5; 40_000]).unwrap();
    for end in [0, 55, 56, 56 + 15, 56 + 16_400, 56 + 16_400 + 15, 56 + 2 * 16_400] {
        for part in [16_400, 1 << 20] {
            let opened = feed(&mut key.open_stream(b""), &sealed[..end], part);
            assert_eq!(opened, Err(ChunkedError::Truncated), "{end} {part}");
        }
    }
    let mut stream = key.open_stream(b"");
    let mut out = vec![0; stream.update_bytes(sealed.len() - 1)];
    stream.update_into(&sealed[..sealed.len() - 1], &mut out).unwrap();
    let mut last = vec![9; stream.finish_bytes()];
    assert_eq!(stream.finish_into(&mut last), Err(ChunkedError::InvalidChunk { chunk: 2 }));
    assert!(last.iter().all(|&byte| byte == 0));
}

/// Writer that takes at most 1000 bytes per call.
struct Slow(Vec<u8>);

impl std::io::Write for Slow {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(&bytes[..bytes.len().min(1000)])
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn sealer_writes_all_bytes_to_a_slow_writer() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let message: Vec<u8> = (0..=250).cycle().take(70_000).collect();
    let mut sealer = key.sealer(&[1; 24], b"context", Slow(Vec::new()));
    message.chunks(10_007).for_each(|piece| sealer.write_all(piece).unwrap());
    let expected = key.seal(&[1; 24], b"context", &message).unwrap();
    assert!(sealer.finish().unwrap().0 == expected);
}

/// Without a header, chunk k is sealed under the base nonce XOR k. The bits of k are already set in this base nonce.
#[test]
fn raw_chunks_have_the_base_nonce_xor_their_index() {
    let (nonce, gcm) = ([0xff; 12], Gcm::<Aes128>::new(&[7; 16]));
    let chunked = ChunkedAead::<Gcm<Aes128>>::new(&[7; 16], &nonce);
    let message: Vec<u8> = (0..=250).cycle().take(40_000).collect();
    let mut expected = Vec::new();
    for (index, chunk) in (0_u8..).zip(message.chunks(16_384)) {
        let mut nonce = nonce;
        nonce[11] ^= index;
        expected.extend(gcm.encrypt(&nonce, b"", chunk).unwrap());
    }
    assert!(chunked.seal(&message).unwrap() == expected);
    assert!(chunked.open(&expected).unwrap() == message);
    let mut sealer = chunked.clone().sealer(Vec::new());
    message.chunks(10_007).for_each(|piece| sealer.write_all(piece).unwrap());
    assert!(sealer.finish().unwrap() == expected);
    let (mut opened, mut piece) = (Vec::<u8>::new(), [0; 10_007]);
    let mut opener = chunked.opener(&expected[..]);
    while let count @ 1.. = opener.read(&mut piece).unwrap() {
        opened.extend(&piece[..count]);
    }
    assert!(opened == message);
}

#[test]
fn stream_seeks_to_any_position() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    for bytes in LENGTHS {
        let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
        let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
        let mut stream = key.open_stream(b"context");
        assert_eq!(stream.seek(0), None);
        stream.update_into(&sealed[..56], &mut []).unwrap();
        for position in [bytes, bytes / 2, 0, bytes.saturating_sub(1), bytes / 3] {
            for part in [97, 20_000, 1 << 20] {
                let offset = stream.seek(position as u64).unwrap();
                let rest = &sealed[usize::try_from(offset).unwrap()..];
                let opened = feed(&mut stream, rest, part).unwrap();
                assert!(opened == message[position..], "{bytes} {position}");
                assert_eq!(stream.update_into(b"", &mut []), Err(ChunkedError::Ended));
            }
        }
        assert_eq!(stream.seek(u64::MAX), None);
    }
}

#[test]
fn stream_rejects_truncated_and_changed_messages() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let message = vec![5; 40_000];
    let sealed = key.seal(&[1; 24], b"context", &message).unwrap();
    for end in (0..200).chain(sealed.len() - 200..sealed.len()).chain([16_456, 32_856]) {
        for part in [1000, 1 << 20] {
            let opened = feed(&mut key.open_stream(b"context"), &sealed[..end], part);
            let expected = key.open(b"context", &sealed[..end]);
            assert!(opened.is_err() && opened == expected, "{end}: {opened:?}");
        }
    }
    for at in [0, 55, 56, 20_000, sealed.len() - 1] {
        let mut changed = sealed.clone();
        changed[at] ^= 0x80;
        for part in [1000, 1 << 20] {
            let opened = feed(&mut key.open_stream(b"context"), &changed, part);
            assert_eq!(opened, key.open(b"context", &changed), "{at}");
        }
    }
}

/// If a chunk is invalid, the stream zeroes the output. Every later call returns the same error.
#[test]
fn stream_zeroes_its_output_if_a_chunk_is_invalid() {
    let key = AnyCobblestone::from_slice(&[7; 32]).unwrap();
    let message = vec![5; 40_000];
    let mut changed = key.seal(&[1; 24], b"context", &message).unwrap();
    changed[20_000] ^= 1;
    let mut stream = key.open_stream(b"context");
    let mut out = vec![9; stream.update_bytes(changed.len())];
    let error = Err(ChunkedError::InvalidChunk { chunk: 1 });
    assert_eq!(stream.update_into(&changed, &mut out), error);
    assert!(out.iter().all(|&byte| byte == 0));
    assert_eq!(stream.finish_into(&mut []), error);
    // After a seek past the invalid chunk, the next chunks can be opened.
    let offset = usize::try_from(stream.seek(32_768).unwrap()).unwrap();
    assert!(feed(&mut stream, &changed[offset..], 1000).unwrap() == message[32_768..]);
}
