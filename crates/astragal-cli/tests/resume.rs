//! `--resume`: a run that was cut off goes on, and not on a file that has changed.
#![cfg(target_os = "linux")]

mod common;

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use common::{Folder, Ran};

const SIZE: u64 = 256 << 20;

/// Sparse, with something at both ends.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("file", "beginning");
    let file = std::fs::File::options().write(true).open(folder.path().join("file")).unwrap();
    file.set_len(SIZE).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"end", SIZE - 3).unwrap();
    folder
}

/// Starts a run on the slowest code there is, and asks it to end by `signal` while it is under way.
fn cut_off(folder: &Folder, words: &[&str], signal: &str) -> Ran {
    let mut command = folder.command(&[words, &["--resume", "state", "file"]].concat());
    let command = command.env("ASTRAGAL_CPU", "portable");
    let child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    // Who has opened the file listens to signals already.
    let opened = || {
        let held = std::fs::read_dir(format!("/proc/{id}/fd")).into_iter().flatten().flatten();
        held.filter_map(|entry| std::fs::read_link(entry.path()).ok())
            .any(|to| to.ends_with("file"))
    };
    for _ in 0..1000 {
        if opened() {
            break;
        }
        sleep(Duration::from_millis(5));
    }
    // Long enough for a first part, and far less than the whole file takes.
    sleep(Duration::from_millis(100));
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    child.wait_with_output().unwrap().into()
}

fn resume(folder: &Folder, words: &[&str]) -> Ran {
    folder.run(&[words, &["--resume", "state", "file"]].concat())
}

fn has_state(folder: &Folder) -> bool {
    folder.path().join("state").exists()
}

#[test]
fn resumes_from_a_saved_state() {
    let folder = folder();
    for (words, signal, code) in [
        (&["streebog-256"][..], "-INT", 130),
        (&["tuplehash256", "--custom", "x", "-l", "400"], "-TERM", 143),
        (&["blake2s", "-l", "200"], "-INT", 130),
    ] {
        let expected = folder.run(&[words, &["file"]].concat());
        let ran = cut_off(&folder, words, signal);
        assert_eq!((ran.code, ran.text()), (code, ""), "{words:?}: {}", ran.stderr);
        assert!(has_state(&folder), "{words:?} leaves its state");
        let other = resume(&folder, &["whirlpool"]);
        assert_eq!((other.code, other.text()), (1, ""));
        assert!(other.stderr.contains("; WHIRLPOOL is asked for"), "{}", other.stderr);
        let ran = resume(&folder, words);
        assert_eq!((ran.code, ran.text()), (0, expected.text()), "{}", ran.stderr);
        assert!(ran.stderr.contains("digest: file: resuming at "), "{}", ran.stderr);
        assert!(ran.stderr.contains("iB\n"), "{}", ran.stderr);
        assert!(!has_state(&folder), "{words:?} has done with its state");
    }
}

#[test]
fn resume_rejects_a_changed_file() {
    let folder = folder();
    let ran = cut_off(&folder, &["streebog-256"], "-INT");
    assert_eq!(ran.code, 130, "{}", ran.stderr);
    let state = std::fs::read(folder.path().join("state")).unwrap();
    // Altered or cut off.
    for i in [0, 20, 60, state.len() / 2, state.len() - 1] {
        let mut altered = state.clone();
        altered[i] ^= 1;
        for damaged in [&altered[..], &state[..i]] {
            folder.write("state", damaged);
            let ran = resume(&folder, &["streebog-256"]);
            assert_eq!((ran.code, ran.text()), (1, ""), "byte {i}");
            assert!(ran.stderr.contains("this is no whole state of a run"), "{}", ran.stderr);
        }
    }
    folder.write("state", &state);
    let name = folder.path().join("file");
    let file = std::fs::File::options().write(true).open(&name).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"x", 100).unwrap();
    let ran = resume(&folder, &["streebog-256"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("is not what it was when the run was cut off"), "{}", ran.stderr);
}

#[test]
fn resume_names_states_it_cannot_continue() {
    let folder = Folder::new();
    folder.write("file", "abc");
    for (words, text) in [
        (
            &["sha256", "--resume", "state"][..],
            "--resume takes one algorithm and one file by its name; 0 files are given",
        ),
        (&["sha256", "--resume", "state", "-"], "by its name, not standard input"),
        (&["sha256", "-r", "--resume", "state", "."], "not folders or lists"),
        (&["sha256", "--resume", "state", "."], "not folders or lists"),
        (&["sha256", "--resume", "state", "file", "file"], "2 files are given"),
        (&["blake3", "--derive-key", "c", "--resume", "state", "file"], "would hold the key"),
    ] {
        let ran = folder.run(words);
        assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}");
        assert!(ran.stderr.contains(text), "{}", ran.stderr);
    }
    let ran = folder.run(&["sha256", "--resume", "state", "/dev/null"]);
    assert_eq!(ran.code, 1);
    // A run that nothing cuts off is like any other.
    let ran = folder.run(&["sha256", "--resume", "state", "file"]);
    assert_eq!(ran.text(), folder.run(&["sha256", "file"]).text());
    assert!(!has_state(&folder));
}

/// Before the first byte is hashed, not after seconds or hours.
#[test]
fn rejects_unwritable_state_at_the_start() {
    let folder = Folder::new();
    folder.write("file", "abc");
    let ran = folder.run(&["sha256", "--resume", "nowhere/state", "file"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("nowhere/state: No such file"), "{}", ran.stderr);
}
