//! Tests signals: exit status, messages and files of an interrupted command.

use std::time::{Duration, Instant};

use crate::common::{TestDir, code, shell};

#[test]
fn signal_reports_progress() {
    let dir = TestDir::new();
    dir.write("small", "small");
    assert_eq!(code(&dir, "mkfifo pipe"), 0);
    for (signal, expected) in [("INT", 130), ("TERM", 143)] {
        let start = Instant::now();
        let line = format!("set -m; $D sha256 small pipe & sleep 0.7; kill -{signal} $!; wait $!");
        let ran = shell(&dir, &line);
        assert_eq!(ran.status.code(), Some(expected), "{signal}");
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(stderr.contains("digest: interrupted after 1"), "{stderr}");
        assert!(ran.stdout.ends_with(b"  small\n"));
        assert!(start.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn ignored_signal_stays_ignored() {
    let dir = TestDir::new();
    let line = "trap '' HUP; (sleep 0.7; echo x) | $D sha256 - & sleep 0.3; kill -HUP $!; wait $!";
    let ran = shell(&dir, line);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// Runs a shell command, interrupts it after 0.7 seconds, and returns standard output and standard error.
fn interrupted(dir: &TestDir, line: &str) -> (String, String) {
    let ran = shell(dir, &format!("set -m; $D {line} & sleep 0.7; kill -INT $!; wait $!"));
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(130), "{line}: {stderr}");
    (String::from_utf8_lossy(&ran.stdout).into_owned(), stderr)
}

/// Creates a directory of sparse files that take hours to hash.
fn dir_of_large_files() -> TestDir {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    for name in ["d/1", "d/2", "d/3"] {
        dir.write(name, "");
        let file = std::fs::OpenOptions::new().write(true).open(dir.path().join(name));
        file.and_then(|file| file.set_len(1 << 43)).unwrap();
    }
    dir.write("key", [7; 32]);
    // A key that other users can read causes a warning.
    assert_eq!(code(&dir, "chmod 600 key"), 0);
    dir
}

#[test]
fn interrupted_file_is_not_reported_as_failed() {
    let dir = dir_of_large_files();
    let zeros = "0".repeat(64);
    dir.write("SUMS", format!("{zeros}  d/1\n{zeros}  d/2\n"));
    for line in [
        "hash -a sha256,blake3 -r d",
        "-j1 sha256 -r d",
        "-c sha256 SUMS",
        "-j1 -c sha256 SUMS",
        "audit -a sha256 SUMS d",
        "tree d",
        "mac hmac-sha256 --key-file key d/1",
    ] {
        let (written, stderr) = interrupted(&dir, line);
        assert_eq!(written, "", "{line}");
        let lines: Vec<&str> = stderr.lines().filter(|line| !line.starts_with('[')).collect();
        assert_eq!(lines.len(), 1, "{line}: {stderr}");
        assert!(lines[0].starts_with("digest: interrupted after 0 files, "), "{line}: {stderr}");
    }
}

#[test]
fn interrupted_part_and_outboard_leave_no_partial_file() {
    let dir = dir_of_large_files();
    for line in ["part blake3 --range 0: d/1 > part", "outboard d/1 tree"] {
        let (_, stderr) = interrupted(&dir, line);
        assert!(stderr.contains("digest: interrupted after 0 of 1 file, "), "{line}: {stderr}");
        assert!(stderr.contains("B read"), "{line}: {stderr}");
    }
    assert_eq!(std::fs::read(dir.path().join("part")).unwrap(), b"");
    assert!(!std::fs::exists(dir.path().join("tree")).unwrap());
}

#[test]
fn signal_ends_commands_without_files() {
    let dir = TestDir::new();
    dir.write("key", [7; 32]);
    for line in [
        "kdf pbkdf2-hmac-sha256 -i 4000000000 --salt 0011223344556677 --password-file key",
        "kdf scrypt -N 1048576 -r 8 -p 1000 --salt 0011223344556677 --password-file key",
        "test 400000000 key > table",
        "bctest 400000000 key > table",
        "bench sha256 --time 100000 > table",
    ] {
        let (_, stderr) = interrupted(&dir, line);
        assert!(stderr.contains("digest: interrupted\n"), "{line}: {stderr}");
    }
}
