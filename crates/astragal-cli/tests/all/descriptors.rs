//! Tests closed descriptors, full devices, closed pipes and failed allocations.

use std::process::Stdio;

use crate::common::{TestDir, code, peak_memory, shell};

#[test]
fn closed_pipe_does_not_hide_a_mismatch() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let wrong = format!("{}  f\n", "0".repeat(64));
    dir.write("BAD", wrong.repeat(20_000));
    assert_eq!(code(&dir, "$D -c sha256 BAD | head -1 >/dev/null"), 1);
    assert_eq!(code(&dir, "$D check -a sha256 BAD | true"), 1);
    dir.write("key", "key");
    let zeros = "0".repeat(64);
    let verify =
        format!("(sleep 0.3; $D mac hmac-sha256 --key-file key --verify {zeros} f) | true");
    assert_eq!(code(&dir, &verify), 1);
    dir.write("bad.txt", "alg = sha3-256\nmsg = 61\nmd = 00\n");
    assert_eq!(code(&dir, "(sleep 0.3; $D selftest --vectors bad.txt) | true"), 1);
    assert_eq!(code(&dir, "$D outboard f tree"), 0);
    let verify = format!("(sleep 0.3; $D outboard --verify {zeros} f tree) | true");
    assert_eq!(code(&dir, &verify), 1);
    let verify = format!("(sleep 0.3; $D tree --verify {zeros} .) | true");
    assert_eq!(code(&dir, &verify), 1);
    // If the output pipe is closed, commands that verify nothing exit with status 141, as after SIGPIPE.
    assert_eq!(code(&dir, "(sleep 0.3; $D list) | true"), 141);
    assert_eq!(code(&dir, "(sleep 0.3; $D --help) | true"), 141);
}

#[test]
fn rejects_closed_descriptor() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let ran = shell(&dir, "$D sha256 f >&-");
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("standard output is closed"));
    let ran = shell(&dir, "$D sha256 <&-");
    assert_eq!((ran.status.code(), ran.stdout.as_slice()), (Some(1), &b""[..]));
    for line in [
        "$D --help >&-",
        "$D -V >&-",
        "$D list >&-",
        "$D -c sha256 <&-",
        "$D mac hmac-sha256 --key-stdin f <&-",
        "$D kdf hkdf-sha256 <&-",
        "$D kdf hkdf-sha256 --password-file f >&-",
        "$D password hash <&-",
        "$D outboard f tree >&-",
    ] {
        assert_eq!(code(&dir, line), 1, "{line}");
    }
    // A closed descriptor is not an error if the command does not use it.
    dir.write("SUMS", shell(&dir, "$D sha256 f").stdout);
    assert_eq!(code(&dir, "$D -c --status sha256 SUMS >&-"), 0);
    assert_eq!(code(&dir, "$D sha256 f 2>&-"), 0);
    assert_eq!(code(&dir, "$D sha256 f </dev/null >/dev/null"), 0);
}

#[test]
fn help_to_a_full_device_fails() {
    let dir = TestDir::new();
    for line in [
        "$D --help >/dev/full",
        "$D -V >/dev/full",
        "$D help mac >/dev/full",
        "$D selftest >/dev/full",
    ] {
        assert_eq!(code(&dir, line), 1, "{line}");
    }
}

#[test]
fn check_prints_results_while_its_input_is_written() {
    let dir = TestDir::new();
    dir.write("f", "f");
    dir.write("SUMS", shell(&dir, "$D sha256 f").stdout);
    let mut child = dir.command(&["-c", "sha256", "-"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let sums = std::fs::read(dir.path().join("SUMS")).unwrap();
    std::io::Write::write_all(&mut stdin, &sums).unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut line = [0; 6];
    std::io::Read::read_exact(&mut stdout, &mut line).unwrap();
    assert_eq!(&line, b"f: OK\n");
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn long_checksum_file_takes_bounded_memory() {
    let dir = TestDir::new();
    let line = format!("SHA256 (there is no such file) = {}\n", "0".repeat(64));
    dir.write("SUMS", line.repeat(200_000));
    let mut command = dir.command(&["-c", "--ignore-missing", "SUMS"]);
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let highest = peak_memory(&mut child);
    assert!((1..24 << 10).contains(&highest), "{highest} kB");
}

#[test]
fn full_device_is_not_blamed_on_the_file() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let digest = dir.run(&["blake3", "--no-names", "f"]).text().trim_end().to_owned();
    assert_eq!(dir.run(&["outboard", "f", "tree"]).code, 0);
    let ran = shell(&dir, &format!("$D outboard --verify {digest} --cat f tree > /dev/full"));
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(
        (ran.status.code(), stderr.as_str()),
        (Some(1), "digest: No space left on device\n")
    );
}

#[test]
fn failed_allocation_is_reported() {
    let dir = TestDir::new();
    dir.write("key", [7; 32]);
    dir.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(dir.path().join("large"));
    large.and_then(|file| file.set_len(200 << 20)).unwrap();
    for line in [
        "$D bctest 1 large",
        "$D test 1 large",
        "$D bench sha256 --sizes 1G",
        "$D kdf argon2id -t 1 -k 1048576 -p 1 --salt-text somesalt --password-file key",
        "$D password hash --preset rfc9106-first --password-file key",
        "$D tuplehash128 < large",
        "$D mac hmac-sha256 --key-file large key",
        "$D merge large",
    ] {
        let ran = shell(&dir, &format!("ulimit -v 120000; {line}"));
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{line}: {stderr}");
        assert!(stderr.contains("memory"), "{line}: {stderr}");
    }
}
