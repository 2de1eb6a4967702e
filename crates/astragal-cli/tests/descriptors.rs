//! Descriptors that are closed, devices that are full, readers that leave before a verdict, and too little memory.
#![cfg(target_os = "linux")]

mod common;

use std::process::Stdio;

use common::{Folder, code, peak_memory, shell};

#[test]
fn closed_pipe_keeps_the_exit_code() {
    let folder = Folder::new();
    folder.write("f", "f");
    let wrong = format!("{}  f\n", "0".repeat(64));
    folder.write("BAD", wrong.repeat(20_000));
    assert_eq!(code(&folder, "$D -c sha256 BAD | head -1 >/dev/null"), 1);
    assert_eq!(code(&folder, "$D check -a sha256 BAD | true"), 1);
    folder.write("key", "key");
    let zeros = "0".repeat(64);
    let verify =
        format!("(sleep 0.3; $D mac hmac-sha256 --key-file key --verify {zeros} f) | true");
    assert_eq!(code(&folder, &verify), 1);
    folder.write("bad.txt", "alg = sha3-256\nmsg = 61\nmd = 00\n");
    assert_eq!(code(&folder, "(sleep 0.3; $D selftest --vectors bad.txt) | true"), 1);
    assert_eq!(code(&folder, "$D outboard f tree"), 0);
    let verify = format!("(sleep 0.3; $D outboard --verify {zeros} f tree) | true");
    assert_eq!(code(&folder, &verify), 1);
    let verify = format!("(sleep 0.3; $D tree --verify {zeros} .) | true");
    assert_eq!(code(&folder, &verify), 1);
    // What is no verdict ends as every tool does.
    assert_eq!(code(&folder, "(sleep 0.3; $D list) | true"), 141);
    assert_eq!(code(&folder, "(sleep 0.3; $D --help) | true"), 141);
}

#[test]
fn rejects_closed_descriptor() {
    let folder = Folder::new();
    folder.write("f", "f");
    let ran = shell(&folder, "$D sha256 f >&-");
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("standard output is closed"));
    let ran = shell(&folder, "$D sha256 <&-");
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
        assert_eq!(code(&folder, line), 1, "{line}");
    }
    // Nothing is to be said, so nothing is lost.
    folder.write("SUMS", shell(&folder, "$D sha256 f").stdout);
    assert_eq!(code(&folder, "$D -c --status sha256 SUMS >&-"), 0);
    assert_eq!(code(&folder, "$D sha256 f 2>&-"), 0);
    assert_eq!(code(&folder, "$D sha256 f </dev/null >/dev/null"), 0);
}

#[test]
fn help_to_a_full_device_fails() {
    let folder = Folder::new();
    for line in [
        "$D --help >/dev/full",
        "$D -V >/dev/full",
        "$D help mac >/dev/full",
        "$D selftest >/dev/full",
    ] {
        assert_eq!(code(&folder, line), 1, "{line}");
    }
}

#[test]
fn check_reports_while_the_list_is_written() {
    let folder = Folder::new();
    folder.write("f", "f");
    folder.write("SUMS", shell(&folder, "$D sha256 f").stdout);
    let mut child = folder.command(&["-c", "sha256", "-"]);
    let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let sums = std::fs::read(folder.path().join("SUMS")).expect("it is there");
    std::io::Write::write_all(&mut stdin, &sums).expect("it is read");
    let mut stdout = child.stdout.take().expect("it is piped");
    let mut line = [0; 6];
    std::io::Read::read_exact(&mut stdout, &mut line).expect("the verdict comes");
    assert_eq!(&line, b"f: OK\n");
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// A million lines of files that are missing, in the memory of one.
#[test]
fn long_list_bounds_memory() {
    let folder = Folder::new();
    let line = format!("SHA256 (there is no such file) = {}\n", "0".repeat(64));
    folder.write("SUMS", line.repeat(200_000));
    let mut command = folder.command(&["-c", "--ignore-missing", "SUMS"]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    let highest = peak_memory(&mut child);
    assert!((1..24 << 10).contains(&highest), "{highest} kB");
}

#[test]
fn full_device_is_not_blamed_on_the_file() {
    let folder = Folder::new();
    folder.write("f", "f");
    let digest = folder.run(&["blake3", "--no-names", "f"]).text().trim_end().to_owned();
    assert_eq!(folder.run(&["outboard", "f", "tree"]).code, 0);
    let ran = shell(&folder, &format!("$D outboard --verify {digest} --cat f tree > /dev/full"));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!((ran.status.code(), said.as_str()), (Some(1), "digest: No space left on device\n"));
}

/// More memory than the system gives is an error like any other.
#[test]
fn failed_allocation_is_reported() {
    let folder = Folder::new();
    folder.write("key", [7; 32]);
    folder.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(folder.path().join("large"));
    large.and_then(|file| file.set_len(200 << 20)).expect("it may be long");
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
        let ran = shell(&folder, &format!("ulimit -v 120000; {line}"));
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{line}: {said}");
        assert!(said.contains("memory"), "{line}: {said}");
    }
}
