//! Tests closed pipes, full disks, slow writers and large files.

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use crate::common::{TestDir, peak_memory};

#[test]
fn closed_pipe_exits_like_sigpipe() {
    let dir = TestDir::new();
    let mut command = dir.command(&["shake128", "-l", "50000000B", "/dev/null"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn closed_pipe_stops_hashing() {
    let dir = TestDir::new();
    dir.write("small", "small");
    dir.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(dir.path().join("large"));
    // Hashing this sparse file of 8 TiB would take hours. The test ends only because the closed pipe stops the command.
    large.and_then(|file| file.set_len(1 << 43)).unwrap();
    let mut arguments = vec!["sha3-512"];
    arguments.extend([["small", "large"]; 64].as_flattened());
    let mut child = dir.command(&arguments).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
}

/// BLAKE3 digest of "abc".
const KEY_DIGEST: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";

#[test]
fn full_disk_is_an_error() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").ok();
    if full().is_none() {
        eprintln!("skipped: /dev/full does not exist");
        return;
    }
    let dir = TestDir::new();
    dir.write("key", "abc");
    assert_eq!(dir.run(&["outboard", "key", "tree"]).code, 0);
    for arguments in [
        &["sha3-256", "/dev/null"][..],
        &["list"],
        &["list", "--json"],
        &["info", "sha3-256"],
        &["completions", "bash"],
        &["man"],
        &["test", "1", "/dev/null"],
        &["bctest", "1", "/dev/null"],
        &["kdf", "hkdf-sha256", "--password-file", "key"],
        &["kdf", "hkdf-sha256", "--password-file", "key", "--raw"],
        &["password", "hash", "--password-file", "key", "--preset", "owasp-2023-argon2id"],
        &["outboard", "--verify", KEY_DIGEST, "key", "tree"],
        &["outboard", "--verify", KEY_DIGEST, "--cat", "key", "tree"],
    ] {
        let full = full().unwrap();
        let output = dir.command(arguments).stdout(full).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
    let mut command = dir.command(&["sha3-256", "/nowhere"]);
    let status = command.stderr(full().unwrap()).status();
    assert_eq!(status.unwrap().code(), Some(1));
}

#[test]
fn reads_input_byte_by_byte() {
    let dir = TestDir::new();
    let mut command = dir.command(&["sha3-256"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for byte in b"abc" {
        stdin.write_all(&[*byte]).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{}  -\n", crate::common::ABC));
}

#[cfg(target_os = "linux")]
#[test]
fn hashes_a_long_file_in_32_mib() {
    let dir = TestDir::new();
    dir.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(dir.path().join("large"));
    large.and_then(|file| file.set_len(256 << 20)).unwrap();
    for algorithm in ["blake3", "kt128"] {
        let child = dir.command(&[algorithm, "large"]).stdout(Stdio::null()).spawn();
        let highest = peak_memory(&mut child.unwrap());
        assert!((1..32 << 10).contains(&highest), "{algorithm}: {highest} kB");
    }
}
