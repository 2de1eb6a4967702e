use std::io::{BufRead as _, Cursor, Error, ErrorKind, Read, Seek, SeekFrom, Write};
use std::vec;
use std::vec::Vec;

use crate::aead::chunked::{
    AnyCobblestone, Cobblestone128, Cobblestone256, plaintext_bytes, sealed_bytes,
};
use crate::aead::{Ccm, Gcm};
use crate::cipher::{Aes128, Aes256};
use crate::error::{ChunkedError, ParameterError};
use crate::hazmat::ChunkedAead;

/// Length of a chunk in bytes. Under Miri, which is slow, chunks are short.
const CHUNK: usize = if cfg!(miri) { 64 } else { 16_384 };
const SEALED_CHUNK: usize = CHUNK + 16;
const HEADER: usize = 56;
const SALT: [u8; 24] = [9; 24];

/// Plaintext lengths near multiples of the chunk length and of the batch length. A batch is a group of chunks that are
/// encrypted or decrypted together, on one core or on all cores. Under Miri, only a few lengths.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[0, CHUNK, 8 * CHUNK + 1]
} else {
    &[
        0,
        1,
        7,
        CHUNK - 1,
        CHUNK,
        CHUNK + 1,
        2 * CHUNK,
        3 * CHUNK + 5,
        7 * CHUNK,
        8 * CHUNK - 1,
        15 * CHUNK + 1,
        31 * CHUNK,
        128 * CHUNK,
        300 * CHUNK + 17,
    ]
};

fn message(bytes: usize) -> Vec<u8> {
    (0..=250).cycle().take(bytes).collect()
}

fn key() -> AnyCobblestone {
    AnyCobblestone::from_slice(&[7; 32]).unwrap()
}

/// Returns the [`ChunkedError`] inside an I/O error.
fn cause(error: &Error) -> ChunkedError {
    *error.get_ref().unwrap().downcast_ref().unwrap()
}

/// Opens `sealed` with an `Opener`. Returns the plaintext read up to the end or up to the first error, and this error
/// if there was one.
fn read(key: &AnyCobblestone, sealed: &[u8]) -> (Vec<u8>, Result<(), ChunkedError>) {
    let (mut plaintext, mut opener) = (Vec::new(), key.opener(b"", sealed));
    let ended = opener.read_to_end(&mut plaintext).map(|_| ()).map_err(|error| cause(&error));
    if let Err(error) = ended {
        // After an error, later reads fail too.
        assert_eq!(cause(&opener.read(&mut [0; 5]).unwrap_err()), error);
        assert_eq!(cause(&opener.fill_buf().unwrap_err()), error);
    }
    (plaintext, ended)
}

/// Reader and writer that processes data in pieces of irregular lengths. Every fifth call returns `Interrupted`.
struct Trickle<T> {
    inner: T,
    turn: usize,
}

impl<T> Trickle<T> {
    fn piece(&mut self, bytes: usize) -> std::io::Result<usize> {
        self.turn += 1;
        if self.turn.is_multiple_of(5) {
            return Err(ErrorKind::Interrupted.into());
        }
        Ok(bytes.min([1, CHUNK / 4 + 3, CHUNK - 1, 4 * CHUNK + 5][self.turn % 4]))
    }
}

impl<T: Read> Read for Trickle<T> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let bytes = self.piece(out.len())?;
        self.inner.read(&mut out[..bytes])
    }
}

impl<T: Write> Write for Trickle<T> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        let bytes = self.piece(data.len())?;
        self.inner.write(&data[..bytes])
    }
    fn flush(&mut self) -> std::io::Result<()> {
        self.inner.flush()
    }
}

#[test]
fn all_functions_give_the_same_chunked_message() {
    for &bytes in LENGTHS {
        let plaintext = message(bytes);
        let sealed = key().seal(&SALT, b"", &plaintext).unwrap();
        assert_eq!(sealed_bytes(bytes as u64), Some(sealed.len() as u64));
        assert_eq!(plaintext_bytes(sealed.len() as u64), Some(bytes as u64));
        for key in [key(), key().parallel()] {
            assert!(key.seal(&SALT, b"", &plaintext).unwrap() == sealed, "{bytes}");
            assert!(key.open(b"", &sealed).unwrap() == plaintext, "{bytes}");

            let mut buffer = plaintext.clone();
            buffer.resize(sealed.len(), 0xaa);
            key.seal_in_place(&SALT, b"", &mut buffer, bytes).unwrap();
            assert!(buffer == sealed, "{bytes}");
            assert!(key.open_in_place(b"", &mut buffer).unwrap() == plaintext, "{bytes}");
            assert!(buffer[bytes..].iter().all(|&byte| byte == 0), "{bytes}");

            let mut sealer = key.sealer(&SALT, b"", Trickle { inner: Vec::new(), turn: 0 });
            for (i, piece) in plaintext.chunks(5 * CHUNK / 2 + 9).enumerate() {
                sealer.write_all(piece).unwrap();
                if i % 3 == 0 {
                    sealer.flush().unwrap();
                }
            }
            assert!(sealer.finish().unwrap().inner == sealed, "{bytes}");

            for piece_bytes in [CHUNK / 16 - 1, CHUNK, 6 * CHUNK + 3, 320 * CHUNK] {
                let mut opener = key.opener(b"", Trickle { inner: &sealed[..], turn: 0 });
                let (mut read, mut piece) = (Vec::new(), vec![0; piece_bytes]);
                loop {
                    let filled = opener.read(&mut piece).unwrap();
                    if filled == 0 {
                        break;
                    }
                    read.extend_from_slice(&piece[..filled]);
                }
                assert!(read == plaintext, "{bytes}");
            }
        }
    }
}

#[test]
fn key_length_selects_the_chunked_variant() {
    let (short, long) = (Cobblestone128::new(&[7; 16]), Cobblestone256::new(&[7; 32]));
    let sealed = short.seal(&SALT, b"c", b"text").unwrap();
    assert_eq!(AnyCobblestone::from_slice(&[7; 16]).unwrap().open(b"c", &sealed).unwrap(), b"text");
    let sealed = long.seal(&SALT, b"c", b"text").unwrap();
    assert_eq!(key().open(b"c", &sealed).unwrap(), b"text");
    assert_eq!((short.name(), long.name()), ("cobblestone-128", "cobblestone-256"));
    for bytes in [0, 15, 17, 24, 31, 33] {
        let error = AnyCobblestone::from_slice(&vec![7; bytes]).unwrap_err();
        assert!(matches!(error, ParameterError::Length { what: "key", .. }));
    }
}

#[test]
fn chunked_message_needs_its_key_and_context() {
    let sealed = key().seal(&SALT, b"context", b"message").unwrap();
    let other = Cobblestone256::new(&[8; 32]);
    for result in
        [key().open(b"Context", &sealed), key().open(b"", &sealed), other.open(b"context", &sealed)]
    {
        assert_eq!(result, Err(ChunkedError::InvalidCommitment));
    }
}

#[test]
fn rejects_every_truncated_length_of_a_chunked_message() {
    let sealed = key().seal(&SALT, b"", &message(50)).unwrap();
    for bytes in (0..sealed.len()).step_by(if cfg!(miri) { 35 } else { 1 }) {
        let error = key().open(b"", &sealed[..bytes]).unwrap_err();
        let expected = match bytes {
            ..72 => ChunkedError::Truncated,
            _ => ChunkedError::InvalidChunk { chunk: 0 },
        };
        assert_eq!(error, expected, "{bytes}");
        assert_eq!(read(&key(), &sealed[..bytes]), (vec![], Err(expected)), "{bytes}");
    }
}

#[test]
fn truncation_between_chunks_is_an_error_after_the_chunks() {
    let plaintext = message(3 * CHUNK + 5);
    let sealed = key().seal(&SALT, b"", &plaintext).unwrap();
    for chunks in 0..=3 {
        for more in [0, 1, 15] {
            let end = HEADER + chunks * SEALED_CHUNK + more;
            assert_eq!(key().open(b"", &sealed[..end]), Err(ChunkedError::Truncated));
            let (prefix, ended) = read(&key(), &sealed[..end]);
            assert!(prefix == plaintext[..chunks * CHUNK], "{chunks}");
            assert_eq!(ended, Err(ChunkedError::Truncated));
        }
    }
}

#[test]
fn rejects_each_flipped_bit_of_a_chunked_message() {
    let sealed = key().seal(&SALT, b"", b"message").unwrap();
    for bit in (0..8 * sealed.len()).step_by(if cfg!(miri) { 101 } else { 1 }) {
        let mut changed = sealed.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        let expected = match bit / 8 {
            ..HEADER => ChunkedError::InvalidCommitment,
            _ => ChunkedError::InvalidChunk { chunk: 0 },
        };
        assert_eq!(key().open(b"", &changed), Err(expected), "{bit}");
        assert_eq!(read(&key(), &changed), (vec![], Err(expected)), "{bit}");
        let (mut plaintext, mut in_place) = (vec![0xaa; 7], changed.clone());
        assert_eq!(key().open_into(b"", &changed, &mut plaintext), Err(expected));
        assert!(key().open_in_place(b"", &mut in_place).is_err());
        if bit / 8 >= HEADER {
            assert_eq!(plaintext, [0; 7]);
            assert!(in_place[HEADER..].iter().all(|&byte| byte == 0));
        }
    }
}

#[test]
fn rejects_exchanged_repeated_and_appended_chunks() {
    let plaintext = message(20 * CHUNK + 5);
    let sealed = key().seal(&SALT, b"", &plaintext).unwrap();
    let chunk = |index: usize| HEADER + index * SEALED_CHUNK..HEADER + (index + 1) * SEALED_CHUNK;
    let exchanged = {
        let mut bytes = sealed.clone();
        bytes[chunk(11)].copy_from_slice(&sealed[chunk(12)]);
        bytes[chunk(12)].copy_from_slice(&sealed[chunk(11)]);
        bytes
    };
    let mut repeated = sealed.clone();
    drop(repeated.splice(chunk(11).start..chunk(11).start, sealed[chunk(10)].iter().copied()));
    let mut removed = sealed.clone();
    drop(removed.drain(chunk(11)));
    for (bytes, invalid) in [
        (exchanged, 11),
        (repeated, 11),
        (removed, 11),
        ([&sealed[..], b"more"].concat(), 20),
        ([&sealed[..], &[0; SEALED_CHUNK]].concat(), 20),
        ([&sealed[..], &sealed[chunk(19).end..]].concat(), 20),
    ] {
        let expected = Err(ChunkedError::InvalidChunk { chunk: invalid as u64 });
        for key in [key(), key().parallel()] {
            assert_eq!(key.open(b"", &bytes).map(drop), expected);
            let (prefix, ended) = read(&key, &bytes);
            assert!(prefix == plaintext[..invalid * CHUNK]);
            assert_eq!(ended, expected);
        }
    }
}

#[test]
fn opener_seeks_like_a_cursor() {
    let turns = if cfg!(miri) { 20 } else { 200 };
    for bytes in [0, 1, CHUNK, 3 * CHUNK + 5, 40 * CHUNK - 1] {
        let plaintext = message(bytes);
        let sealed = [b"before".to_vec(), key().seal(&SALT, b"", &plaintext).unwrap()].concat();
        for key in [key(), key().parallel()] {
            let mut source = Cursor::new(&sealed[..]);
            source.set_position(6);
            let (mut opener, mut model) = (key.opener(b"", source), Cursor::new(&plaintext[..]));
            let mut state = 1_u64;
            for turn in 0..turns {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(turn);
                let random = (state >> 33) % (bytes + 5 * CHUNK / 4) as u64;
                let signed = random.cast_signed();
                let target = match turn % 4 {
                    0 => SeekFrom::Start(random),
                    1 => SeekFrom::End(-signed),
                    2 => SeekFrom::Current(signed / 2 - (5 * CHUNK / 8) as i64),
                    _ => SeekFrom::End(signed / 8),
                };
                let (ours, theirs) = (opener.seek(target), model.seek(target));
                assert_eq!(ours.ok(), theirs.ok(), "{target:?}");
                let (mut a, mut b) =
                    (vec![0; usize::try_from(state >> 45).unwrap() % (5 * CHUNK / 2)], Vec::new());
                b.resize(a.len(), 0);
                let filled = model.read(&mut b).unwrap();
                if filled == b.len() {
                    opener.read_exact(&mut a).unwrap();
                } else {
                    a.clear();
                    opener.read_to_end(&mut a).unwrap();
                    model.set_position(model.position().max(plaintext.len() as u64));
                }
                assert!(a[..filled] == b[..filled]);
                assert_eq!(opener.stream_position().unwrap(), model.position());
            }
        }
    }
}

/// Reader that counts the bytes read.
struct Counted<T>(T, usize);

impl<T: Read> Read for Counted<T> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let bytes = self.0.read(out)?;
        self.1 += bytes;
        Ok(bytes)
    }
}

impl<T: Seek> Seek for Counted<T> {
    fn seek(&mut self, target: SeekFrom) -> std::io::Result<u64> {
        self.0.seek(target)
    }
}

#[test]
fn range_reads_only_its_chunks() {
    let plaintext = message(100 * CHUNK);
    let sealed = key().seal(&SALT, b"", &plaintext).unwrap();
    for (start, bytes, chunks) in [
        (50 * CHUNK + 3, 10, 1),
        (50 * CHUNK, CHUNK, 1),
        (50 * CHUNK - 1, CHUNK + 2, 3),
        (99 * CHUNK + 9, 5, 1),
        (20 * CHUNK, 5 * CHUNK, 5),
    ] {
        for key in [key(), key().parallel()] {
            let mut opener = key.opener(b"", Counted(Cursor::new(&sealed), 0));
            opener.seek(SeekFrom::Start(start as u64)).unwrap();
            let mut out = vec![0; bytes];
            opener.read_exact(&mut out).unwrap();
            assert!(out == plaintext[start..start + bytes]);
            assert_eq!(opener.get_ref().1, HEADER + chunks * SEALED_CHUNK, "{start}");
        }
    }
}

#[test]
fn seek_verifies_the_length() {
    let sealed = key().seal(&SALT, b"", &message(3 * CHUNK + 5)).unwrap();
    for end in [HEADER + 2 * SEALED_CHUNK, HEADER + 2 * SEALED_CHUNK + 7, HEADER] {
        let mut opener = key().opener(b"", Cursor::new(&sealed[..end]));
        let error = opener.seek(SeekFrom::End(0)).unwrap_err();
        assert_eq!(cause(&error), ChunkedError::Truncated);
        let error = opener.seek(SeekFrom::Start(1 << 40)).unwrap_err();
        assert_eq!(cause(&error), ChunkedError::Truncated);
    }
    for end in [HEADER + SEALED_CHUNK + CHUNK / 2, sealed.len() - 1] {
        let mut opener = key().opener(b"", Cursor::new(&sealed[..end]));
        let chunk = (end - HEADER) as u64 / SEALED_CHUNK as u64;
        for target in [SeekFrom::End(-1), SeekFrom::Start(1 << 62)] {
            let error = opener.seek(target).unwrap_err();
            assert_eq!(cause(&error), ChunkedError::InvalidChunk { chunk });
        }
        // Chunks before the damaged chunk remain readable.
        opener.seek(SeekFrom::Start(5)).unwrap();
        opener.read_exact(&mut [0; CHUNK / 2]).unwrap();
    }
    let mut opener = Cobblestone256::new(&[1; 32]).opener(b"", Cursor::new(&sealed));
    for _ in 0..2 {
        let error = opener.seek(SeekFrom::Start(5)).unwrap_err();
        assert_eq!(cause(&error), ChunkedError::InvalidCommitment);
    }
}

/// Reader and writer that fails on every second call.
struct Failing<T>(T, usize);

impl<T: Write> Write for Failing<T> {
    fn write(&mut self, data: &[u8]) -> std::io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(2) {
            self.0.write(data)
        } else {
            Err(ErrorKind::WouldBlock.into())
        }
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<T: Read> Read for Failing<T> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        let bytes = out.len().min(CHUNK / 3);
        if self.1.is_multiple_of(2) {
            self.0.read(&mut out[..bytes])
        } else {
            Err(ErrorKind::WouldBlock.into())
        }
    }
}

#[test]
fn interrupted_streams_continue_without_loss() {
    let plaintext = message(10 * CHUNK + 5);
    let sealed = key().seal(&SALT, b"", &plaintext).unwrap();
    let mut sealer = key().sealer(&SALT, b"", Failing(Vec::new(), 0));
    let mut rest = &plaintext[..];
    while !rest.is_empty() {
        match sealer.write(rest) {
            Ok(taken) => rest = &rest[taken..],
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
    while sealer.flush().is_err() {}
    // The writer fails on every second call, and `finish` cannot be repeated after an error. This line makes the next
    // call of the writer succeed.
    sealer.get_mut().1 = 1;
    assert!(sealer.finish().unwrap().0 == sealed);

    let mut opener = key().opener(b"", Failing(&sealed[..], 0));
    let (mut read, mut piece) = (Vec::new(), [0; CHUNK / 5]);
    loop {
        match opener.read(&mut piece) {
            Ok(0) => break,
            Ok(bytes) => read.extend_from_slice(&piece[..bytes]),
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
    assert!(read == plaintext);
}

#[test]
fn rejects_chunks_beyond_2_pow_38() {
    let raw = || ChunkedAead::<Gcm<Aes128>>::new(&[7; 16], &[1; 12]);
    let mut sealer = raw().sealer(Vec::new());
    sealer.buffer.skip_to((1 << 38) - 2);
    sealer.write_all(&[0; CHUNK]).unwrap();
    sealer.flush().unwrap();
    sealer.write_all(&[0; CHUNK - 1]).unwrap();
    assert_eq!(sealer.finish().unwrap().len(), 2 * SEALED_CHUNK - 1);

    let mut sealer = raw().sealer(Vec::new());
    sealer.buffer.skip_to((1 << 38) - 2);
    sealer.write_all(&[0; 2 * CHUNK]).unwrap();
    assert_eq!(cause(&sealer.finish().unwrap_err()), ChunkedError::TooLong);

    let mut sealer = raw().sealer(Vec::new());
    sealer.buffer.skip_to((1 << 38) - 1);
    sealer.write_all(&[0; CHUNK]).unwrap();
    sealer.flush().unwrap();
    assert_eq!(cause(&sealer.finish().unwrap_err()), ChunkedError::TooLong);

    assert_eq!(raw().seal_chunk(1 << 38, &mut []), Err(ChunkedError::TooLong));
    assert_eq!(raw().open_chunk(1 << 38, &mut [], &[0; 16]), Err(ChunkedError::TooLong));
    let end = (CHUNK as u64) << 38;
    assert_eq!(sealed_bytes(end - 1), Some(end - 1 + (16 << 38) + 56));
    assert_eq!(sealed_bytes(end), None);
    assert_eq!(sealed_bytes(u64::MAX), None);
    assert_eq!(plaintext_bytes(end + (16 << 38) + 56 + 16), None);
    assert_eq!(plaintext_bytes(u64::MAX), None);
}

#[test]
fn raw_mode_seals_chunks_of_any_aead() {
    let plaintext = message(2 * CHUNK + 5);
    let raw = ChunkedAead::<Ccm<Aes256>>::new(&[7; 32], &[1; 12]);
    let sealed = raw.seal(&plaintext).unwrap();
    let ccm = Ccm::<Aes256>::new(&[7; 32]);
    let mut nonce = [1; 12];
    nonce[11] ^= 2;
    assert!(
        sealed[2 * SEALED_CHUNK..] == ccm.encrypt(&nonce, b"", &plaintext[2 * CHUNK..]).unwrap()
    );
    assert!(raw.clone().parallel().open(&sealed).unwrap() == plaintext);
    let mut opener = raw.opener(Cursor::new(&sealed));
    opener.seek(SeekFrom::End(-5)).unwrap();
    let mut tail = Vec::new();
    opener.read_to_end(&mut tail).unwrap();
    assert_eq!(tail, plaintext[2 * CHUNK..]);
}

#[test]
fn chunked_buffers_of_wrong_length_are_rejected() {
    let sealed = key().seal(&SALT, b"", b"message").unwrap();
    for bytes in [0, sealed.len() - 1, sealed.len() + 1] {
        let mut buffer = vec![3; bytes];
        let result = key().seal_into(&SALT, b"", b"message", &mut buffer);
        assert!(matches!(result, Err(ChunkedError::Parameter(_))));
        let result = key().seal_in_place(&SALT, b"", &mut buffer, 7);
        assert!(matches!(result, Err(ChunkedError::Parameter(_))));
        assert!(buffer.iter().all(|&byte| byte == 3));
    }
    for bytes in [0, 6, 8] {
        let result = key().open_into(b"", &sealed, &mut vec![0; bytes]);
        assert!(matches!(result, Err(ChunkedError::Parameter(_))));
    }
}
