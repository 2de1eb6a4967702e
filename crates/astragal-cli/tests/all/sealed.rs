//! Tests `digest seal`, `digest open` and `digest keygen`.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

use crate::common::{TestDir, code, peak_memory, shell};

/// Length of the test file in bytes: several chunks, and not a multiple of the chunk length.
const BYTES: usize = 300_007;
const CHUNK: usize = 16_384;
const SEALED_CHUNK: usize = CHUNK + 16;
/// Total length in bytes of the two headers of a file that is sealed with a key: `digest`'s own header (19) and the
/// standard format's header (56).
const HEADER: usize = 19 + 56;

fn data() -> Vec<u8> {
    (0..=250).cycle().take(BYTES).collect()
}

/// Creates a directory with a key, another key, a file, and the sealed file.
fn sealed_dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("file", data());
    for key in ["key", "other"] {
        assert_eq!(dir.run(&["keygen", key]).code, 0);
    }
    let ran = dir.run(&["seal", "--key-file", "key", "file"]);
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "", ""));
    dir
}

fn read(dir: &TestDir, name: &str) -> Vec<u8> {
    fs::read(dir.path().join(name)).unwrap()
}

fn exists(dir: &TestDir, name: &str) -> bool {
    fs::symlink_metadata(dir.path().join(name)).is_ok()
}

#[test]
fn open_restores_a_sealed_file() {
    let dir = sealed_dir();
    let sealed = read(&dir, "file.sealed");
    assert_eq!(sealed.len(), HEADER + BYTES + 16 * (BYTES / CHUNK + 1));
    assert!(sealed.starts_with(b"astragal sealed 1\nk"));
    fs::rename(dir.path().join("file"), dir.path().join("before")).unwrap();
    let ran = dir.run(&["open", "--key-file", "key", "file.sealed"]);
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "", ""));
    assert!(read(&dir, "file") == data());
    assert!(!exists(&dir, "file.part") && !exists(&dir, "file.sealed.part"));
}

#[test]
fn keys_come_from_file_environment_and_standard_input() {
    let dir = sealed_dir();
    let words = ["open", "--key-stdin", "-o", "-", "file.sealed"];
    let ran = dir.run_with_input(&words, &read(&dir, "key"));
    assert!(ran.code == 0 && ran.stdout == data(), "{}", ran.stderr);
    let line = "export KEY=0123456789abcdef; $D seal --key-env KEY < file > s && $D open --key-env KEY < s | cmp - file";
    assert_eq!(code(&dir, line), 0);
    for (key, message) in
        [("", "key is 0 bytes"), ("x", "key is 1 byte;"), ("123456789abcdef01", "key is 17 bytes")]
    {
        dir.write("bad", key);
        let ran = dir.run(&["open", "--key-file", "bad", "file.sealed"]);
        assert_eq!(ran.code, 2);
        assert!(
            ran.stderr.contains(message) && ran.stderr.contains("expected 16 or 32"),
            "{}",
            ran.stderr
        );
    }
    let ran = dir.run(&["open", "--key-stdin"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("standard input contains the key"), "{}", ran.stderr);
}

#[test]
fn keygen_creates_private_keys_and_overwrites_nothing() {
    let dir = TestDir::new();
    for (bits, bytes) in [("256", 32), ("128", 16)] {
        assert_eq!(dir.run(&["keygen", "--bits", bits, bits]).code, 0);
        assert_eq!(read(&dir, bits).len(), bytes);
        let mode = fs::metadata(dir.path().join(bits)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let before = read(&dir, "256");
    let ran = dir.run(&["keygen", "256"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("already exists"), "{}", ran.stderr);
    assert_eq!(read(&dir, "256"), before);
    assert_eq!(dir.run(&["keygen", "--bits", "192", "k"]).code, 2);
}

#[test]
fn password_needs_no_key() {
    let dir = TestDir::new();
    dir.write("file", "message");
    dir.write("pw", "secret\n");
    dir.write("wrong", "secrets\n");
    let costs = ["-k", "64", "-t", "1", "-p", "2"];
    let words = [&["seal", "--password-file", "pw"], &costs[..], &["file"]].concat();
    let ran = dir.run(&words);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(read(&dir, "file.sealed").len(), 59 + 56 + 7 + 16);
    let ran = dir.run(&["open", "--password-file", "pw", "-o", "-", "file.sealed"]);
    assert_eq!((ran.code, ran.text()), (0, "message"), "{}", ran.stderr);
    // Without an option, the password is read from standard input.
    let ran = dir.run_with_input(&["open", "-o", "-", "file.sealed"], b"secret");
    assert_eq!((ran.code, ran.text()), (0, "message"), "{}", ran.stderr);
    for (words, message) in [
        (
            &["open", "--password-file", "wrong", "-o", "new", "file.sealed"],
            "commitment does not match",
        ),
        (&["open", "--key-file", "wrong", "-o", "new", "file.sealed"], "key is 8 bytes"),
    ] {
        let ran = dir.run(words);
        assert!(ran.code != 0 && ran.stderr.contains(message), "{}", ran.stderr);
        assert!(!exists(&dir, "new"));
    }
    dir.run(&["keygen", "key"]);
    let ran = dir.run(&["open", "--key-file", "key", "--check", "file.sealed"]);
    assert_eq!((ran.code, ran.text()), (1, "file.sealed: FAILED\n"));
    assert!(ran.stderr.contains("is sealed with a password"), "{}", ran.stderr);
    // A header that demands 2^64 - 1 KiB of memory is rejected before the key derivation starts.
    let mut hostile = read(&dir, "file.sealed");
    hostile[19..27].copy_from_slice(&u64::MAX.to_le_bytes());
    dir.write("hostile.sealed", hostile);
    let ran = dir.run(&["open", "--password-file", "pw", "hostile.sealed"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("expected at most 2097152 KiB"), "{}", ran.stderr);
}

#[test]
fn raw_output_is_the_standard_format() {
    let dir = sealed_dir();
    assert_eq!(dir.run(&["seal", "--raw", "--key-file", "key", "-o", "raw", "file"]).code, 0);
    assert_eq!(read(&dir, "raw").len(), read(&dir, "file.sealed").len() - 19);
    let ran = dir.run(&["open", "--key-file", "key", "-o", "-", "raw"]);
    assert!(ran.code == 0 && ran.stdout == data(), "{}", ran.stderr);
    let ran = dir.run(&["open", "--key-file", "key", "--range", "5:9", "raw"]);
    assert!(ran.code == 0 && ran.stdout == data()[5..9], "{}", ran.stderr);
    // A sealed file in the standard format, without `digest`'s own header, can also be opened.
    dir.write("tail", &read(&dir, "file.sealed")[19..]);
    let ran = dir.run(&["open", "--key-file", "key", "-o", "-", "tail"]);
    assert!(ran.code == 0 && ran.stdout == data(), "{}", ran.stderr);
    dir.write("pw", "secret");
    let ran = dir.run(&["seal", "--raw", "--password-file", "pw", "file"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--raw requires a key"), "{}", ran.stderr);
}

#[test]
fn context_must_match() {
    let dir = sealed_dir();
    assert_eq!(
        dir.run(&["seal", "--key-file", "key", "--context", "backup", "-o", "s", "file"]).code,
        0
    );
    for (context, expected) in [("backup", 0), ("Backup", 1), ("", 1)] {
        let ran = dir.run(&["open", "--key-file", "key", "--context", context, "--check", "s"]);
        assert_eq!(ran.code, expected, "{context}: {}", ran.stderr);
    }
}

#[test]
fn damaged_files_leave_no_output() {
    let dir = sealed_dir();
    let sealed = read(&dir, "file.sealed");
    fs::remove_file(dir.path().join("file")).unwrap();
    let flipped = |at: usize| {
        let mut bytes = sealed.clone();
        bytes[at] ^= 1;
        bytes
    };
    for (bytes, message) in [
        (flipped(30), "commitment does not match"),
        (flipped(70), "commitment does not match"),
        (flipped(HEADER), "chunk 0 does not verify"),
        (flipped(HEADER + 5 * SEALED_CHUNK + 7), "chunk 5 does not verify"),
        (flipped(sealed.len() - 1), "chunk 18 does not verify"),
        (sealed[..sealed.len() - 1].to_vec(), "chunk 18 does not verify"),
        (sealed[..HEADER + 3 * SEALED_CHUNK].to_vec(), "the message is truncated"),
        (sealed[..HEADER].to_vec(), "the message is truncated"),
        (sealed[..HEADER - 20].to_vec(), "the message is truncated"),
        (sealed[..10].to_vec(), "the message is truncated"),
        (sealed[..18].to_vec(), "the header is truncated"),
        (Vec::new(), "the message is truncated"),
        ([&sealed[..], b"x"].concat(), "chunk 18 does not verify"),
        ([b"astragal sealed 1\nz", &sealed[19..]].concat(), "unknown kind of header 0x7a"),
    ] {
        dir.write("file.sealed", bytes);
        let ran = dir.run(&["open", "--key-file", "key", "file.sealed"]);
        assert_eq!(ran.code, 1, "{message}");
        assert!(ran.stderr.contains(message), "{message}: {}", ran.stderr);
        assert!(!exists(&dir, "file") && !exists(&dir, "file.part"), "{message}");
        let ran = dir.run(&["open", "--key-file", "key", "--check", "file.sealed"]);
        assert_eq!((ran.code, ran.text()), (1, "file.sealed: FAILED\n"), "{message}");
    }
    dir.write("file.sealed", &sealed);
    let ran = dir.run(&["open", "--key-file", "other", "file.sealed"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("commitment does not match"), "{}", ran.stderr);
    assert!(!exists(&dir, "file"));
}

#[test]
fn rejects_every_truncated_length_of_a_short_file() {
    let dir = sealed_dir();
    dir.write("short", "short message");
    assert_eq!(dir.run(&["seal", "--key-file", "key", "short"]).code, 0);
    let sealed = read(&dir, "short.sealed");
    for end in 0..sealed.len() {
        dir.write("t.sealed", &sealed[..end]);
        let ran = dir.run(&["open", "--key-file", "key", "t.sealed"]);
        assert_eq!((ran.code, ran.text()), (1, ""), "{end}");
        assert!(!ran.stderr.is_empty() && !exists(&dir, "t") && !exists(&dir, "t.part"), "{end}");
    }
}

#[test]
fn rejects_exchanged_missing_and_repeated_chunks() {
    let dir = sealed_dir();
    let sealed = read(&dir, "file.sealed");
    let (header, chunks) = sealed.split_at(HEADER);
    let chunks: Vec<&[u8]> = chunks.chunks(SEALED_CHUNK).collect();
    let last = chunks.len() - 1;
    let mut exchanged = chunks.clone();
    exchanged.swap(0, 1);
    let missing: Vec<&[u8]> = [&chunks[..3], &chunks[4..]].concat();
    let repeated = [&chunks[..], &chunks[last..]].concat();
    let only_last = vec![chunks[last]];
    for (order, chunk) in [(exchanged, 0), (missing, 3), (repeated, last), (only_last, 0)] {
        dir.write("t.sealed", [header, &order.concat()].concat());
        let ran = dir.run(&["open", "--key-file", "key", "t.sealed"]);
        assert_eq!((ran.code, ran.text()), (1, ""));
        let message = format!("chunk {chunk} does not verify");
        assert!(ran.stderr.contains(&message), "{message}: {}", ran.stderr);
        assert!(!exists(&dir, "t") && !exists(&dir, "t.part"));
    }
}

#[test]
fn pipe_gets_verified_chunks_before_a_truncation() {
    let dir = sealed_dir();
    let sealed = read(&dir, "file.sealed");
    let ran =
        dir.run_with_input(&["open", "--key-file", "key"], &sealed[..HEADER + 4 * SEALED_CHUNK]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout == data()[..4 * CHUNK]);
    assert!(
        ran.stderr.contains("output is incomplete: the message is truncated"),
        "{}",
        ran.stderr
    );
    let ran = dir
        .run_with_input(&["open", "--key-file", "key"], &sealed[..HEADER + 4 * SEALED_CHUNK + 99]);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout == data()[..4 * CHUNK]);
}

#[test]
fn check_verifies_without_writing() {
    let dir = sealed_dir();
    fs::copy(dir.path().join("file.sealed"), dir.path().join("two.sealed")).unwrap();
    let ran =
        dir.run(&["open", "--check", "--key-file", "key", "file.sealed", "absent", "two.sealed"]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.text(), "file.sealed: OK\nabsent: FAILED\ntwo.sealed: OK\n");
    assert!(ran.stderr.contains("absent: No such file"), "{}", ran.stderr);
    assert!(!exists(&dir, "two"));
    let ran = dir.run(&["open", "--check", "--quiet", "--key-file", "key", "two.sealed"]);
    assert_eq!((ran.code, ran.text()), (0, ""));
}

#[test]
fn range_is_verified_and_reads_its_chunks_only() {
    let dir = sealed_dir();
    let data = data();
    let open =
        |range: &str, name: &str| dir.run(&["open", "--key-file", "key", "--range", range, name]);
    for (range, expected) in [
        ("0:", &data[..]),
        ("0:300007", &data),
        ("16383:16385", &data[16_383..16_385]),
        ("300006:", &data[300_006..]),
        ("7:7", &[]),
        ("300007:", &[]),
    ] {
        let ran = open(range, "file.sealed");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{range}");
        assert!(ran.stdout == expected, "{range}");
    }
    // Damage outside the range does not cause an error.
    let mut sealed = read(&dir, "file.sealed");
    sealed[HEADER + 5 * SEALED_CHUNK] ^= 1;
    dir.write("damaged", &sealed);
    let ran = open("0:81920", "damaged");
    assert!(ran.code == 0 && ran.stdout == data[..81_920], "{}", ran.stderr);
    let ran = open("98304:", "damaged");
    assert!(ran.code == 0 && ran.stdout == data[98_304..], "{}", ran.stderr);
    let ran = open("81919:81921", "damaged");
    assert!(ran.code == 1 && data[81_919..].starts_with(&ran.stdout), "{}", ran.stderr);
    let message = "output is incomplete: chunk 5 does not verify";
    assert!(ran.stderr.contains(message), "{}", ran.stderr);
    for (range, message) in [
        ("0:300008", "range is 0:300008; the plaintext is 300007 bytes"),
        ("300008:", "range is 300008:; the plaintext is 300007 bytes"),
    ] {
        let ran = open(range, "file.sealed");
        assert_eq!((ran.code, ran.text()), (1, ""));
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
    assert_eq!(open("5:4", "file.sealed").code, 2);
    assert_eq!(open("0:1", "-").code, 2);
    let ran =
        dir.run(&["open", "--key-file", "key", "--range", "1:4", "-o", "part", "file.sealed"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(read(&dir, "part"), data[1..4]);
}

#[test]
fn existing_names_are_kept_without_force() {
    let dir = sealed_dir();
    dir.write("file", "changed");
    symlink("nowhere", dir.path().join("link")).unwrap();
    fs::create_dir(dir.path().join("dir")).unwrap();
    let sealed = read(&dir, "file.sealed");
    for (words, message) in [
        (&["seal", "--key-file", "key", "file"][..], "file.sealed: already exists"),
        (&["open", "--key-file", "key", "file.sealed"], "file: already exists"),
        (&["open", "--key-file", "key", "-o", "link", "file.sealed"], "link: already exists"),
        (&["open", "--key-file", "key", "-o", "dir", "file.sealed"], "dir: already exists"),
        (&["seal", "--force", "--key-file", "key", "-o", "file", "file"], "are the same file"),
        (&["seal", "--key-file", "key", "-o", "new", "dir"], "dir: is a directory"),
        (&["seal", "--key-file", "key", "-o", "absent/new", "file"], "absent/new: No such file"),
    ] {
        let ran = dir.run(words);
        assert_eq!(ran.code, 1, "{words:?}");
        assert!(ran.stderr.contains(message), "{words:?}: {}", ran.stderr);
    }
    assert_eq!(read(&dir, "file"), b"changed");
    assert!(read(&dir, "file.sealed") == sealed && !exists(&dir, "new"));
    let ran = dir.run(&["open", "--force", "--key-file", "key", "file.sealed"]);
    assert!(ran.code == 0 && read(&dir, "file") == data(), "{}", ran.stderr);
    for (words, message) in [
        (&["open", "--key-file", "key", "file"][..], "does not end in .sealed"),
        (
            &["open", "--key-file", "key", "-o", "x", "file.sealed", "file.sealed"],
            "takes one input file",
        ),
        (
            &["open", "--key-file", "key", "--password-file", "key", "file.sealed"],
            "cannot be used with",
        ),
    ] {
        let ran = dir.run(words);
        assert_eq!(ran.code, 2, "{words:?}");
        assert!(ran.stderr.contains(message), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn temporary_name_does_not_follow_links() {
    let dir = sealed_dir();
    dir.write("victim", "keep");
    fs::remove_file(dir.path().join("file")).unwrap();
    symlink("victim", dir.path().join("file.part")).unwrap();
    let ran = dir.run(&["open", "--key-file", "key", "file.sealed"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(read(&dir, "victim"), b"keep");
    assert!(read(&dir, "file") == data() && !exists(&dir, "file.part"));
}

#[test]
fn empty_file_round_trips() {
    let dir = sealed_dir();
    dir.write("empty", "");
    assert_eq!(dir.run(&["seal", "--key-file", "key", "empty"]).code, 0);
    assert_eq!(read(&dir, "empty.sealed").len(), HEADER + 16);
    let ran = dir.run(&["open", "--key-file", "key", "-o", "again", "empty.sealed"]);
    assert_eq!((ran.code, read(&dir, "again").len()), (0, 0));
}

#[test]
fn errors_of_one_file_do_not_stop_the_others() {
    let dir = sealed_dir();
    dir.write("two", "two");
    let ran = dir.run(&["seal", "--key-file", "key", "absent", "two"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("absent: No such file") && exists(&dir, "two.sealed"));
    assert!(!exists(&dir, "absent.sealed"));
}

#[test]
fn output_errors_are_reported() {
    let dir = sealed_dir();
    for (line, expected, message) in [
        ("$D seal --key-file key < file > /dev/full", 1, "standard output: No space left"),
        ("$D open --key-file key < file.sealed > /dev/full", 1, "standard output: No space left"),
        ("$D seal --key-file key -o /dev/full file", 1, "/dev/full: No space left"),
        ("$D open --key-file key < file.sealed >&-", 1, "standard output is closed"),
        ("$D open --key-file key < file.sealed | head -c 1 > /dev/null", 141, ""),
        ("$D open --key-file key <&-", 1, "is closed"),
    ] {
        let output = shell(&dir, line);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(expected), "{line}: {stderr}");
        assert!(stderr.contains(message), "{line}: {stderr}");
    }
}

#[test]
fn killed_run_leaves_no_file_under_the_final_name() {
    let dir = sealed_dir();
    for signal in ["KILL", "TERM"] {
        let line = format!(
            "mkfifo pipe; ($D open --key-file key -o new < pipe & echo $! > pid; wait $!) & \
             exec 3> pipe; head -c 150000 file.sealed >&3; sleep 0.5; kill -{signal} $(cat pid); sleep 0.6; rm pipe"
        );
        shell(&dir, &line);
        assert!(!exists(&dir, "new"), "{signal}");
        assert_eq!(exists(&dir, "new.part"), signal == "KILL");
    }
    // The temporary file of a killed process does not block the next run.
    let ran = dir.run(&["open", "--key-file", "key", "-o", "new", "file.sealed"]);
    assert!(ran.code == 0 && read(&dir, "new") == data() && !exists(&dir, "new.part"));
}

#[test]
fn two_runs_do_not_write_the_same_file() {
    let dir = sealed_dir();
    let line = "mkfifo pipe; ($D open --key-file key -o new < pipe; echo $? > first) & exec 3> pipe; \
                head -c 150000 file.sealed >&3; sleep 0.5; \
                $D open --key-file key -o new file.sealed; echo $? > second; \
                tail -c +150001 file.sealed >&3; exec 3>&-; wait";
    let output = shell(&dir, line);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let message = "digest: file.sealed: new: another process is writing this file\n";
    assert_eq!(stderr, message);
    assert_eq!((read(&dir, "first"), read(&dir, "second")), (b"0\n".to_vec(), b"1\n".to_vec()));
    assert!(read(&dir, "new") == data() && !exists(&dir, "new.part"));
}

/// `digest` must not rename a temporary file that another process has replaced.
#[test]
fn replaced_temporary_file_is_not_renamed() {
    let dir = sealed_dir();
    let line = "mkfifo pipe; ($D open --key-file key -o new < pipe; echo $? > first) & exec 3> pipe; \
                head -c 150000 file.sealed >&3; sleep 0.5; rm new.part; echo unverified > new.part; \
                tail -c +150001 file.sealed >&3; exec 3>&-; wait";
    let output = shell(&dir, line);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("another process replaced the temporary file"), "{stderr}");
    assert_eq!(read(&dir, "first"), b"1\n");
    assert!(!exists(&dir, "new") && read(&dir, "new.part") == b"unverified\n");
}

#[cfg(target_os = "linux")]
#[test]
fn full_file_system_keeps_the_former_file() {
    let dir = sealed_dir();
    dir.write("new", "former");
    let line = "ulimit -f 100; trap '' XFSZ; $D open --force --key-file key -o new file.sealed";
    let output = shell(&dir, line);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("file.sealed: new: File too large"));
    assert!(read(&dir, "new") == b"former" && !exists(&dir, "new.part"));
}

#[cfg(target_os = "linux")]
#[test]
fn long_files_take_constant_memory() {
    let dir = sealed_dir();
    fs::File::create(dir.path().join("long")).unwrap().set_len(200 << 20).unwrap();
    for words in [
        ["seal", "--key-file", "key", "-o", "long.sealed", "long"],
        ["open", "--key-file", "key", "-o", "again", "long.sealed"],
    ] {
        let mut child = dir.command(&words).spawn().unwrap();
        let kilobytes = peak_memory(&mut child);
        assert!(kilobytes < 64 << 10, "{words:?}: {kilobytes} KiB");
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(fs::metadata(dir.path().join("again")).unwrap().len(), 200 << 20);
}
