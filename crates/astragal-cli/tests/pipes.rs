//! Pipes: a reader that leaves, and writers that give little at a time.
#![cfg(unix)]

mod common;

use std::io::Read as _;
use std::process::Stdio;

use common::Folder;

#[test]
fn a_reader_that_leaves_is_no_error() {
    let folder = Folder::new();
    let mut command = folder.command(&["shake128", "-l", "50000000B", "/dev/null"]);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts");
    let mut stdout = child.stdout.take().expect("it is piped");
    stdout.read_exact(&mut [0; 100]).expect("output begins");
    drop(stdout);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full here");
        return;
    };
    let output = Folder::new().command(&["sha3-256", "/dev/null"]).stdout(full).output();
    let output = output.expect("the command starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(!output.stderr.is_empty());
}
