//! Tests error messages and their exit status.

use crate::common::{ABC, TestDir};

#[test]
fn usage_error_exits_2_with_the_reason() {
    let dir = TestDir::new();
    for (arguments, message) in [
        (&["sha3-265"][..], "there is no algorithm named \"sha3-265\"; did you mean sha3-256"),
        (&[], "missing algorithm"),
        (&["sha3-256", "-l", "128"], "sha3-256: length is 128 bits; expected 256"),
        (&["shake128", "-l", "7"], "expected a multiple of 8 bits"),
        (
            &["turboshake128", "--domain", "0x80"],
            "domain byte is 128; turboshake128 takes 1 to 127",
        ),
        (&["turboshake128", "--domain", "0"], "domain byte is 0; turboshake128 takes"),
        (&["turboshake128", "--domain", "300"], "expected a byte"),
        (
            &["parallelhash256", "--block", "0"],
            "block size is 0; parallelhash256 takes 1 byte or more",
        ),
        (&["sha3-256", "--custom", "x"], "sha3-256 takes no customization string"),
        (&["kt128", "--name", "x"], "kt128 takes no function name"),
        (&["--raw", "sha3-256", "a", "b"], "--raw writes one digest; got 2 files"),
        (&["sha3-256", "-r"], "-r (--recursive) needs a directory"),
        (&["hash", "-a", "sha256", "-r", "--max-depth", "0", "."], "expected at least 1"),
        (&["hash", "-a", "sha256,SHA-256"], "sha256 is given twice"),
        (&["hash", "-a", "sha256,sm3", "--verify", "00"], "--verify takes one algorithm; got 2"),
        (&["sha256", "-s", "abc", "file"], "-s TEXT cannot be combined with files"),
        (&["list", "-j", "2"], "unexpected argument '-j'"),
        (&["info", "--progress", "never", "md5"], "unexpected argument '--progress'"),
        (&["kdf", "--color", "never", "scrypt"], "unexpected argument '--color'"),
        (&["-j1", "list"], "list is a command; put it before all options"),
        (&["mac", "crc32", "--key-env", "HOME"], "it has no MAC"),
        (&["kdf", "hkdf-crc32", "--salt", "00"], "there is no key derivation function"),
        (&["-c", "sha3-256", "-", "-"], "standard input (-) is given twice"),
        (&["-c", "sha3-256", "-l", "128"], "sha3-256: length is 128 bits; expected 256"),
        (&["--base64", "--raw", "sha3-256"], "--raw"),
        (
            &["mac", "kmacxof128", "--key-env", "HOME", "-l", "99999999999999B"],
            "length is 99999999999999 bytes",
        ),
        (&["shake128", "-l", "0"], "length is 0"),
        (&["--ignore-missing", "sha3-256"], "--check"),
        (&["--strict", "sha3-256"], "--check"),
        (&["-c", "--tag", "sha3-256"], "--tag"),
        (&["-c", "nosuch", "nofile"], "there is no algorithm named \"nosuch\""),
        (&["info", "sha9"], "there is no algorithm named \"sha9\""),
        (&["mac", "hmac-sha3-256"], "--key-file"),
        (
            &["mac", "kmac", "--key-env", "HOME"],
            "there is no message authentication code named \"kmac\"",
        ),
        (&["test", "0", "file"], "0"),
        (&["kdf", "argon", "--salt", "00"], "there is no key derivation function named \"argon\""),
        (&["kdf", "qwertz", "--salt", "00"], "see `digest list kdf`"),
        (&["mac", "qwertz", "--key-env", "HOME"], "see `digest list mac`"),
        (&["tree", "--verify", "00", "."], "--verify is \"00\"; expected 64 hex digits"),
    ] {
        let ran = dir.run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{arguments:?}: {}", ran.stderr);
        assert_eq!(ran.text(), "", "{arguments:?}");
    }
}

#[test]
fn unreadable_file_does_not_stop_the_others() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    std::fs::create_dir(dir.path().join("folder")).unwrap();
    let ran = dir.run(&["sha3-256", "missing", "folder", "abc"]);
    assert_eq!(ran.text(), format!("{ABC}  abc\n"));
    assert!(ran.stderr.contains("digest: missing: "), "{}", ran.stderr);
    assert!(ran.stderr.contains("digest: folder: is a directory"), "{}", ran.stderr);
    assert_eq!(ran.code, 1);
}

#[test]
fn unreadable_check_file_fails() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("folder")).unwrap();
    for file in ["missing", "folder"] {
        let ran = dir.run(&["-c", "sha3-256", file]);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.starts_with(&format!("digest: {file}: ")), "{}", ran.stderr);
    }
}

#[test]
fn rejects_unknown_instruction_set() {
    let dir = TestDir::new();
    let run = |level: &str| {
        dir.command(&["sha3-256", "/dev/null"]).env("ASTRAGAL_CPU", level).output().unwrap()
    };
    assert_eq!(run("portable").status.code(), Some(0));
    let ran = run("sse9");
    assert_eq!(ran.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&ran.stderr)
            .contains("ASTRAGAL_CPU is \"sse9\"; expected one of portable")
    );
}

#[test]
fn selftest_names_a_failing_vector() {
    let dir = TestDir::new();
    dir.write("good.txt", format!("alg = sha3-256\nmsg = 616263\nmd = {ABC}\n"));
    let ran = dir.run(&["selftest", "--vectors", "good.txt"]);
    assert_eq!((ran.code, ran.text()), (0, "1 passed, 0 failed\n"));
    dir.write("bad.txt", format!("id = wrong one\nalg = sha3-256\nmsg = 61\nmd = {ABC}\n"));
    let ran = dir.run(&["selftest", "--vectors", "."]);
    assert_eq!(ran.code, 1);
    assert!(ran.text().contains("bad.txt: wrong one (sha3-256)"), "{}", ran.text());
    assert!(ran.text().ends_with("1 passed, 1 failed\n"), "{}", ran.text());
    let ran = dir.run(&["selftest", "--vectors", "missing"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("missing"), "{}", ran.stderr);
}

#[test]
fn errors_escape_control_characters_in_names() {
    let dir = TestDir::new();
    let ran = dir.run(&["sha3-256", "\u{1b}[2J\n"]);
    assert!(ran.stderr.contains("\"\\u{1b}[2J\\n\": No such file"), "{}", ran.stderr);
    assert_eq!(ran.code, 1);
}

/// Long texts are shortened in error messages, but paths short enough for the operating system are shown whole.
#[test]
fn error_messages_are_bounded() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let long = "x".repeat(100_000);
    for arguments in [
        &["list", &long][..],
        &["kdf", &long],
        &["part", &long, "--range", "0:", "f"],
        &["completions", &long],
        &["bench", "sha256", "--cpu", &long],
        &["man", &long],
        &["tree", "--verify", &long, "."],
        &["outboard", "--verify", &long, "f", "f"],
        &["kdf", "hkdf-sha256", "--salt", &long],
        &["sha256", "--format", &format!("%{{{long}}}"), "f"],
        &["sha256", &long],
        &["bench", "sha256", "--save", &long],
    ] {
        let ran = dir.run(arguments);
        assert!(ran.code == 1 || ran.code == 2, "{:?}", arguments[0]);
        assert!(ran.stderr.len() < 1000 && ran.text().is_empty(), "{}", ran.stderr.len());
    }
    // A name in a list may be longer than any argument of a command line.
    dir.write("LIST", format!("{}\0f\0", "x".repeat(1 << 20)));
    let ran = dir.run(&["sha3-256", "--files0-from", "LIST"]);
    assert_eq!((ran.code, ran.text().len()), (1, 68));
    assert!(ran.stderr.ends_with("x: File name too long\n"), "{}", ran.stderr.len());
    let path = "directory/".repeat(400);
    assert!(dir.run(&["sha256", &path]).stderr.contains(&path));
}

/// Truncates a file while `digest` reads it. Retries with a longer delay if `digest` started too late.
#[cfg(target_os = "linux")]
#[test]
fn shrinking_file_prints_no_line() {
    for algorithm in ["sha3-256", "tuplehash128"] {
        let mut stderr = String::new();
        for delay in [100, 300, 1000] {
            let dir = TestDir::new();
            dir.write("file", "");
            let path = dir.path().join("file");
            let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
            // The file is sparse, so that it needs no disk space.
            file.set_len(8 << 30).unwrap();
            let mut command = dir.command(&[algorithm, "file"]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            let child = command.spawn().unwrap();
            std::thread::sleep(std::time::Duration::from_millis(delay));
            file.set_len(1 << 20).unwrap();
            let output = child.wait_with_output().unwrap();
            stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            if stderr.contains("shrank from 8589934592 to ") {
                assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
                break;
            }
        }
        assert!(stderr.contains("shrank from 8589934592 to "), "{stderr}");
    }
}

/// Files in /proc and /sys report a length of 0 or of one page, which is not the number of bytes that they contain.
#[cfg(target_os = "linux")]
#[test]
fn hashes_files_of_unknown_size() {
    let dir = TestDir::new();
    for file in ["/proc/self/limits", "/sys/kernel/mm/transparent_hugepage/enabled"] {
        if !std::fs::exists(file).is_ok_and(|exists| exists) {
            eprintln!("skipped: {file} does not exist");
            continue;
        }
        let ran = dir.run(&["sha3-256", file]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{file}");
    }
}

#[test]
fn bench_rejects_levels_of_other_architectures() {
    let dir = TestDir::new();
    let other = if cfg!(target_arch = "aarch64") { "avx2" } else { "neon" };
    let ran = dir.run(&["bench", "sha256", "--time", "1", "--cpu", other]);
    assert_eq!((ran.code, ran.text()), (2, ""));
    assert!(ran.stderr.contains("this processor architecture has portable"), "{}", ran.stderr);
    assert_eq!(dir.run(&["bench", "sha256", "--time", "1", "--cpu", "portable"]).code, 0);
}

/// Checks that `digest` behaves like GNU's tools in two cases. An empty name is reported as a missing file. If `-` is
/// given twice, the second `-` reads an empty message.
#[test]
fn empty_name_and_repeated_stdin_match_gnu() {
    let dir = TestDir::new();
    let ran = dir.run(&["sha3-256", ""]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.starts_with("digest: '': No such file"), "{}", ran.stderr);
    for jobs in ["-j1", "-j4"] {
        let ran = dir.run_with_input(&["sha3-256", jobs, "-", "-"], b"abc");
        assert_eq!(
            (ran.code, ran.text()),
            (0, &*format!("{ABC}  -\n{}  -\n", crate::common::EMPTY))
        );
    }
}

#[test]
fn accepts_any_number_of_threads() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    let ran = dir.run(&["sha3-256", "-j", "100000", "abc", "abc"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(ran.text(), format!("{ABC}  abc\n{ABC}  abc\n"));
}

#[cfg(target_os = "linux")]
#[test]
fn starts_at_most_256_threads() {
    use std::process::Stdio;
    let dir = TestDir::new();
    let mut command = dir.command(&["blake3", "-j", "100000", "abc", "-", "abc"]);
    dir.write("abc", "abc");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap();
    assert!(threads.trim().parse::<u32>().unwrap() < 300, "{threads}");
}

#[cfg(unix)]
#[test]
fn recursive_error_states_name_and_cause_once() {
    use std::os::unix::fs::symlink;
    let dir = TestDir::new();
    std::fs::create_dir_all(dir.path().join("d/gone")).unwrap();
    symlink("nowhere", dir.path().join("d/link")).unwrap();
    symlink("link2", dir.path().join("d/link2")).unwrap();
    let ran = dir.run(&["sha256", "-r", "--follow", "d"]);
    assert_eq!(ran.code, 1);
    for line in ran.stderr.lines() {
        assert_eq!(line.matches("d/link").count(), 1, "{line}");
        let cause = line.rsplit(": ").next().unwrap();
        assert_eq!(line.matches(cause).count(), 1, "{line}");
        assert!(!line.contains("os error"), "{line}");
    }
    assert_eq!(ran.stderr.lines().count(), 2, "{}", ran.stderr);
}

/// Tests an endless name and an endless sequence of empty names in `--files0-from`.
#[cfg(target_os = "linux")]
#[test]
fn endless_list_of_names_ends_with_an_error() {
    let dir = TestDir::new();
    let endless = "tr '\\0' x < /dev/zero | $D sha256 --files0-from -";
    let line = format!("ulimit -v 4000000; {endless}");
    let ran = crate::common::shell(&dir, &line);
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(stderr.contains("standard input: name 1 is too long"), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    let ran = dir.run(&["sha256", "--files0-from", "/dev/zero"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert_eq!(ran.stderr.lines().count(), 100, "{}", ran.stderr.len());
    assert!(ran.stderr.ends_with("the rest of the list is ignored\n"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn warns_once_about_a_key_file_accessible_to_others() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = TestDir::new();
    dir.write("key", [7; 32]);
    dir.write("f", "f");
    let mode = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(dir.path().join("key"), permissions).unwrap();
        dir.run(&["mac", "hmac-sha256", "--key-file", "key", "f", "f", "f"])
    };
    let ran = mode(0o644);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.stderr.matches("WARNING: key file key is accessible to other users").count(),
        1,
        "{}",
        ran.stderr
    );
    assert_eq!(mode(0o600).stderr, "");
}
