//! Descriptors that are closed, devices that are full, readers that leave before a verdict, and signals.
#![cfg(target_os = "linux")]

mod common;

use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::Folder;

/// Runs a line of the shell in the folder; `$D` is the command. Signals act as usual, also where whoever started
/// the tests ignores them, as the shell does for what it puts into the background.
fn shell(folder: &Folder, line: &str) -> Output {
    let mut shell = Command::new("env");
    shell.args(["--default-signal=HUP,INT,QUIT,TERM", "bash", "-c"]);
    shell.arg(format!("set -o pipefail; {line}")).current_dir(folder.path());
    shell.env("D", env!("CARGO_BIN_EXE_digest")).env_remove("ASTRAGAL_CPU");
    shell.output().expect("there is a shell")
}

fn code(folder: &Folder, line: &str) -> i32 {
    shell(folder, line).status.code().expect("the shell ends")
}

#[test]
fn a_verdict_is_not_lost_with_its_reader() {
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
    // What is no verdict ends as every tool does.
    assert_eq!(code(&folder, "(sleep 0.3; $D list) | true"), 141);
    assert_eq!(code(&folder, "(sleep 0.3; $D --help) | true"), 141);
}

#[test]
fn a_closed_descriptor_is_no_file() {
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
fn help_for_a_full_device_fails() {
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
fn verdicts_come_while_the_list_is_still_written() {
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
fn a_long_list_takes_little_memory() {
    let folder = Folder::new();
    let line = format!("SHA256 (there is no such file) = {}\n", "0".repeat(64));
    folder.write("SUMS", line.repeat(200_000));
    let mut command = folder.command(&["-c", "--ignore-missing", "SUMS"]);
    let mut child = command.stderr(Stdio::null()).spawn().expect("it starts");
    let mut highest = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let kilobytes = status.unwrap_or_default().lines().find_map(|line| {
            line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u32>().ok()
        });
        highest = highest.max(kilobytes.unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!((1..24 << 10).contains(&highest), "{highest} kB");
}

#[test]
fn a_signal_says_how_far_the_work_came() {
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
fn a_signal_that_is_ignored_stays_so() {
    let folder = Folder::new();
    let line = "trap '' HUP; (sleep 0.7; echo x) | $D sha256 - & sleep 0.3; kill -HUP $!; wait $!";
    let ran = shell(&folder, line);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
}
