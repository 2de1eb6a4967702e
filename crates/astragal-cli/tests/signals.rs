//! Signals: how a run ends that was told to, and what it leaves behind.
#![cfg(target_os = "linux")]

mod common;

use std::time::{Duration, Instant};

use common::{Folder, code, shell};

#[test]
fn signal_reports_progress() {
    let folder = Folder::new();
    folder.write("small", "small");
    assert_eq!(code(&folder, "mkfifo pipe"), 0);
    for (signal, expected) in [("INT", 130), ("TERM", 143)] {
        let start = Instant::now();
        let line = format!("set -m; $D sha256 small pipe & sleep 0.7; kill -{signal} $!; wait $!");
        let ran = shell(&folder, &line);
        assert_eq!(ran.status.code(), Some(expected), "{signal}");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.contains("digest: interrupted after 1"), "{said}");
        assert!(ran.stdout.ends_with(b"  small\n"));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn ignored_signal_stays_ignored() {
    let folder = Folder::new();
    let line = "trap '' HUP; (sleep 0.7; echo x) | $D sha256 - & sleep 0.3; kill -HUP $!; wait $!";
    let ran = shell(&folder, line);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Runs a line, interrupts it after 0.7 seconds, and gives what it wrote and what it said.
fn interrupted(folder: &Folder, line: &str) -> (String, String) {
    let ran = shell(folder, &format!("set -m; $D {line} & sleep 0.7; kill -INT $!; wait $!"));
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(130), "{line}: {said}");
    (String::from_utf8_lossy(&ran.stdout).into_owned(), said)
}

/// Files that are hours of work and take no room.
fn folder_of_long_files() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).expect("there is room");
    for name in ["d/1", "d/2", "d/3"] {
        folder.write(name, "");
        let file = std::fs::OpenOptions::new().write(true).open(folder.path().join(name));
        file.and_then(|file| file.set_len(1 << 43)).expect("it may be long");
    }
    folder.write("key", [7; 32]);
    // A key that others can read is warned of.
    assert_eq!(code(&folder, "chmod 600 key"), 0);
    folder
}

#[test]
fn interrupted_file_is_not_reported_as_failed() {
    let folder = folder_of_long_files();
    let zeros = "0".repeat(64);
    folder.write("SUMS", format!("{zeros}  d/1\n{zeros}  d/2\n"));
    for line in [
        "hash -a sha256,blake3 -r d",
        "-j1 sha256 -r d",
        "-c sha256 SUMS",
        "-j1 -c sha256 SUMS",
        "audit -a sha256 SUMS d",
        "tree d",
        "mac hmac-sha256 --key-file key d/1",
    ] {
        let (written, said) = interrupted(&folder, line);
        assert_eq!(written, "", "{line}");
        let lines: Vec<&str> = said.lines().filter(|line| !line.starts_with('[')).collect();
        assert_eq!(lines.len(), 1, "{line}: {said}");
        assert!(lines[0].starts_with("digest: interrupted after 0 files, "), "{line}: {said}");
    }
}

#[test]
fn interrupted_part_and_outboard_leave_no_partial_file() {
    let folder = folder_of_long_files();
    for line in ["part blake3 --range 0: d/1 > part", "outboard d/1 tree"] {
        let (_, said) = interrupted(&folder, line);
        assert!(said.contains("digest: interrupted after 0 of 1 file, "), "{line}: {said}");
        assert!(said.contains("B read"), "{line}: {said}");
    }
    assert_eq!(std::fs::read(folder.path().join("part")).expect("the shell made it"), b"");
    assert!(!std::fs::exists(folder.path().join("tree")).expect("it can be asked"));
}

#[test]
fn signal_ends_commands_without_files() {
    let folder = Folder::new();
    folder.write("key", [7; 32]);
    for line in [
        "kdf pbkdf2-hmac-sha256 -i 4000000000 --salt 0011223344556677 --password-file key",
        "kdf scrypt -N 1048576 -r 8 -p 1000 --salt 0011223344556677 --password-file key",
        "test 400000000 key > table",
        "bctest 400000000 key > table",
        "bench sha256 --time 100000 > table",
    ] {
        let (_, said) = interrupted(&folder, line);
        assert!(said.contains("digest: interrupted\n"), "{line}: {said}");
    }
}
