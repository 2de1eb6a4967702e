//! Tests `--resume`: interrupted hashing continues where it stopped, unless the file has changed.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use crate::common::{Ran, TestDir, with_default_signals};

/// Size of the test file in bytes. The file is so large that the command is interrupted long before it has hashed the
/// whole file.
const SIZE: u64 = 96 << 20;

/// Writes a sparse file with data at both ends.
fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("file", "beginning");
    let file = std::fs::File::options().write(true).open(dir.path().join("file")).unwrap();
    file.set_len(SIZE).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"end", SIZE - 3).unwrap();
    dir
}

/// Returns the number of input bytes that a process has read: the largest file position among its open files.
fn position(id: &str) -> u64 {
    let open = std::fs::read_dir(format!("/proc/{id}/fdinfo")).into_iter().flatten().flatten();
    let texts = open.filter_map(|entry| std::fs::read_to_string(entry.path()).ok());
    let position = |text: String| text.lines().next()?.strip_prefix("pos:")?.trim().parse().ok();
    texts.filter_map(position).max().unwrap_or(0)
}

/// Starts hashing with the portable backend, which is slow, and interrupts it with `signal`.
fn interrupt(dir: &TestDir, words: &[&str], signal: &str) -> Ran {
    let mut command = with_default_signals(env!("CARGO_BIN_EXE_digest"));
    command.args(words).args(["--resume", "state", "file"]).current_dir(dir.path());
    command.env("ASTRAGAL_CPU", "portable").env_remove("ASTRAGAL_TIMING");
    let child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    // Waits until the command has read 8 MiB. It reads at most two buffers of 2 MiB ahead, so it has then hashed some
    // data. Hashing the whole file takes much longer than this wait.
    let mut waits = 0;
    while position(&id) < 8 << 20 && waits < 2000 {
        waits += 1;
        sleep(Duration::from_millis(5));
    }
    // Every shell has `kill`. The program of this name is missing on small systems.
    let mut kill = Command::new("sh");
    kill.args(["-c", "kill \"$1\" \"$2\"", "sh", signal, &id]);
    assert!(kill.status().unwrap().success());
    child.wait_with_output().unwrap().into()
}

fn resume(dir: &TestDir, words: &[&str]) -> Ran {
    dir.run(&[words, &["--resume", "state", "file"]].concat())
}

fn has_state(dir: &TestDir) -> bool {
    dir.path().join("state").exists()
}

#[test]
fn resumes_from_a_saved_state() {
    let dir = dir();
    // Tests slow algorithms: even on a loaded machine, each must process the data of one read within the grace period
    // after a signal.
    for (words, signal, code) in [
        (&["sha512"][..], "-INT", 130),
        (&["tuplehash256", "--custom", "x", "-l", "400"], "-TERM", 143),
        (&["blake2s", "-l", "200"], "-INT", 130),
    ] {
        let expected = dir.run(&[words, &["file"]].concat());
        let interrupted_and_resumed = |_| {
            let ran = interrupt(&dir, words, signal);
            assert_eq!((ran.code, ran.text()), (code, ""), "{words:?}: {}", ran.stderr);
            assert!(has_state(&dir), "{words:?} must save its state");
            let other = resume(&dir, &["whirlpool"]);
            assert_eq!((other.code, other.text()), (1, ""));
            assert!(other.stderr.contains("; expected WHIRLPOOL"), "{}", other.stderr);
            let ran = resume(&dir, words);
            assert_eq!((ran.code, ran.text()), (0, expected.text()), "{}", ran.stderr);
            ran
        };
        // On a loaded machine, the grace period may end before the data of one read is processed. The state file then
        // holds the state of the beginning.
        let resumes = |ran: &Ran| ran.stderr.contains("digest: file: resuming at ");
        let ran = (0..5).map(interrupted_and_resumed).find(resumes);
        let ran = ran.expect("the state of an interrupted run holds processed data");
        assert!(ran.stderr.contains("iB\n"), "{}", ran.stderr);
        assert!(!has_state(&dir), "{words:?} must remove its state");
    }
}

#[test]
fn resume_rejects_a_changed_file() {
    let dir = dir();
    let ran = interrupt(&dir, &["sha512"], "-INT");
    assert_eq!(ran.code, 130, "{}", ran.stderr);
    let state = std::fs::read(dir.path().join("state")).unwrap();
    // Tests damaged and truncated state files.
    for i in [0, 20, 60, state.len() / 2, state.len() - 1] {
        let mut altered = state.clone();
        altered[i] ^= 1;
        for damaged in [&altered[..], &state[..i]] {
            dir.write("state", damaged);
            let ran = resume(&dir, &["sha512"]);
            assert_eq!((ran.code, ran.text()), (1, ""), "changed byte {i}");
            assert!(ran.stderr.contains("not a valid state file"), "{}", ran.stderr);
        }
    }
    dir.write("state", &state);
    let name = dir.path().join("file");
    let file = std::fs::File::options().write(true).open(&name).unwrap();
    std::os::unix::fs::FileExt::write_all_at(&file, b"x", 100).unwrap();
    let ran = resume(&dir, &["sha512"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(
        ran.stderr.contains("the file has changed since the state was saved"),
        "{}",
        ran.stderr
    );
}

#[test]
fn resume_rejects_unsuitable_input() {
    let dir = TestDir::new();
    dir.write("file", "abc");
    for (words, text) in [
        (&["sha256", "--resume", "state"][..], "--resume takes one file; got 0"),
        (&["sha256", "--resume", "state", "-"], "--resume cannot be used with standard input"),
        (&["sha256", "-r", "--resume", "state", "."], "not directories or lists of names"),
        (&["sha256", "--resume", "state", "."], "not directories or lists of names"),
        (&["sha256", "--resume", "state", "file", "file"], "--resume takes one file; got 2"),
        (
            &["blake3", "--derive-key", "c", "--resume", "state", "file"],
            "the state would contain it",
        ),
    ] {
        let ran = dir.run(words);
        assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}");
        assert!(ran.stderr.contains(text), "{}", ran.stderr);
    }
    let ran = dir.run(&["sha256", "--resume", "state", "/dev/null"]);
    assert_eq!(ran.code, 1);
    // Without a saved state and without an interruption, `--resume` must not change the output.
    let ran = dir.run(&["sha256", "--resume", "state", "file"]);
    assert_eq!(ran.text(), dir.run(&["sha256", "file"]).text());
    assert!(!has_state(&dir));
}

#[test]
fn rejects_unwritable_state_at_the_start() {
    let dir = TestDir::new();
    dir.write("file", "abc");
    let ran = dir.run(&["sha256", "--resume", "nowhere/state", "file"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("nowhere/state: No such file"), "{}", ran.stderr);
}
