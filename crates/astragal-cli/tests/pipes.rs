//! Pipes: a reader that leaves, and writers that give little at a time.
#![cfg(unix)]

mod common;

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use common::{Folder, peak_memory};

#[test]
fn closed_pipe_exits_like_sigpipe() {
    let folder = Folder::new();
    let mut command = folder.command(&["shake128", "-l", "50000000B", "/dev/null"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut [0; 100]).expect("output begins");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// The files behind the one that met the closed pipe are not read.
#[test]
fn closed_pipe_stops_the_work() {
    let folder = Folder::new();
    folder.write("small", "small");
    folder.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(folder.path().join("large"));
    // Sparse, and hours of work.
    large.and_then(|file| file.set_len(1 << 43)).expect("it may be long");
    let mut arguments = vec!["sha3-512"];
    arguments.extend([["small", "large"]; 64].as_flattened());
    let mut child = folder.command(&arguments).stdout(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("the command ends").code(), Some(141));
}

/// BLAKE3 of "abc".
const KEY_DIGEST: &str = "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85";

#[test]
fn full_disk_is_an_error() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").ok();
    if full().is_none() {
        eprintln!("skipped: there is no /dev/full here");
        return;
    }
    let folder = Folder::new();
    folder.write("key", "abc");
    assert_eq!(folder.run(&["outboard", "key", "tree"]).code, 0);
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
        let full = full().expect("it was there before");
        let output = folder.command(arguments).stdout(full).output();
        let output = output.expect("the command starts");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
    let mut command = folder.command(&["sha3-256", "/nowhere"]);
    let status = command.stderr(full().expect("it was there before")).status();
    assert_eq!(status.expect("the command starts").code(), Some(1));
}

#[test]
fn reads_input_byte_by_byte() {
    let folder = Folder::new();
    let mut command = folder.command(&["sha3-256"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    for byte in b"abc" {
        stdin.write_all(&[*byte]).expect("it is read");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    drop(stdin);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{}  -\n", common::ABC));
}

/// A gigabyte passes in less than 32 MiB of memory.
#[cfg(target_os = "linux")]
#[test]
fn streams_a_large_file() {
    let folder = Folder::new();
    folder.write("large", "");
    let large = std::fs::OpenOptions::new().write(true).open(folder.path().join("large"));
    large.and_then(|file| file.set_len(1 << 30)).expect("it may be long");
    for algorithm in ["blake3", "kt128"] {
        let child = folder.command(&[algorithm, "large"]).stdout(Stdio::null()).spawn();
        let highest = peak_memory(&mut child.expect("the command starts"));
        assert!((1..32 << 10).contains(&highest), "{algorithm}: {highest} kB");
    }
}
