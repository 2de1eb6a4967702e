//! Tests `digest kdf` and `digest password`.

use std::process::{Command, Stdio};

use crate::common::{TestDir, skip};

#[test]
fn kdf_reads_secret_from_standard_input_file_or_descriptor() {
    let dir = TestDir::new();
    // Output of the `argon2` command: printf password | argon2 somesalt -id -t 2 -k 65536 -p 1 -l 32 -r
    let expected = "09316115d5cf24ed5a15a31a3ba326e5cf32edc24702987c02b6566f61913cf7\n";
    let words = ["kdf", "argon2id", "-k", "65536", "-t", "2", "-p", "1", "--salt-text", "somesalt"];
    let ran = dir.run_with_input(&words, b"password");
    assert_eq!((ran.code, ran.text()), (0, expected), "{}", ran.stderr);
    dir.write("pw", b"password");
    let ran = dir.run(&[&words[..], &["--password-file", "pw"]].concat());
    assert_eq!((ran.code, ran.text()), (0, expected), "{}", ran.stderr);
    #[cfg(unix)]
    {
        let mut shell = Command::new("bash");
        let line = format!("\"$0\" {} --password-fd 7 7< pw", words.join(" "));
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_digest")]).current_dir(dir.path());
        let ran: crate::common::Ran = shell.stdin(Stdio::null()).output().unwrap().into();
        assert_eq!((ran.code, ran.text()), (0, expected), "{}", ran.stderr);
    }
    // Test vector from RFC 7914 §12.
    let words = ["kdf", "scrypt", "-N", "1024", "-r", "8", "-p", "16", "--salt", "4e61436c"];
    let ran = dir.run_with_input(&[&words[..], &["-l", "128"]].concat(), b"password");
    assert_eq!(ran.text(), "fdbabe1c9d3472007856e7190d01e9fe\n", "{}", ran.stderr);
    // Test vector from RFC 5869 §A.1.
    dir.write("ikm", [0x0b; 22]);
    let ran = dir.run(&[
        "kdf",
        "hkdf-sha256",
        "--salt",
        "000102030405060708090a0b0c",
        "--password-file",
        "ikm",
        "--raw",
        "-l",
        "16B",
    ]);
    assert_eq!(ran.stdout.len(), 16, "{}", ran.stderr);
}

#[test]
fn kdf_matches_the_argon2_command() {
    let dir = TestDir::new();
    for (kind, name) in [("-i", "argon2i"), ("-d", "argon2d"), ("-id", "argon2id")] {
        for (passes, memory, lanes, bytes) in
            [("1", "8", "1", "4"), ("3", "1024", "4", "32"), ("2", "77", "3", "100")]
        {
            let mut peer = Command::new("argon2");
            peer.args(["salt of ours", kind, "-t", passes, "-k", memory, "-p", lanes]);
            peer.args(["-l", bytes, "-r"]).stdin(Stdio::piped()).stdout(Stdio::piped());
            let Ok(mut peer) = peer.spawn() else {
                skip("argon2");
                return;
            };
            let mut stdin = peer.stdin.take().unwrap();
            std::io::Write::write_all(&mut stdin, b"pw").unwrap();
            drop(stdin);
            let expected: crate::common::Ran = peer.wait_with_output().unwrap().into();
            assert_eq!(expected.code, 0);
            let length = format!("{bytes}B");
            let actual = dir.run_with_input(
                &[
                    "kdf",
                    name,
                    "-t",
                    passes,
                    "-k",
                    memory,
                    "-p",
                    lanes,
                    "-l",
                    &length,
                    "--salt-text",
                    "salt of ours",
                ],
                b"pw",
            );
            assert_eq!(actual.text(), expected.text(), "{name} {memory}: {}", actual.stderr);
        }
    }
}

#[test]
fn kdf_errors_name_the_cause_and_exit_2() {
    let dir = TestDir::new();
    let argon2 = ["kdf", "argon2id", "--salt-text", "somesalt", "-t", "1", "-p", "1", "-k"];
    for (words, expected) in [
        (&["kdf", "argon2id"][..], "argon2id needs a salt"),
        (&["kdf", "hkdf-sha256", "-t", "1"], "hkdf-sha256 takes no number of passes t"),
        (&["kdf", "hkdf-sha256", "--salt", "0"], "--salt is \"0\"; expected hex digits"),
        (&["kdf", "hkdf-sha256", "-l", "0"], "length is 0 bytes; expected 1 to 1048576"),
        (&["kdf", "hkdf-sha256", "-l", "8161B"], "at most 8160"),
        (&["kdf", "argon3"], "there is no key derivation function"),
        (&["kdf", "hkdf-sha256", "--password-fd", "77"], "descriptor 77 is not open for reading"),
        (&[&argon2[..], &["7"]].concat(), "memory m in KiB is 7"),
        (&["kdf", "hkdf-sha256", "secret"], "unexpected argument 'secret'"),
    ] {
        let ran = dir.run_with_input(words, b"secret");
        assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{words:?}: {}", ran.stderr);
    }
    let ran = dir.run_with_input(&[&argon2[..], &["4294967295"]].concat(), b"pw");
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("cannot allocate"), "{}", ran.stderr);
}

#[test]
fn hashes_and_verifies_a_password() {
    let dir = TestDir::new();
    let hash = ["password", "hash", "--preset", "owasp-2023-argon2id"];
    let ran = dir.run_with_input(&hash, b"pw");
    assert!(ran.text().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", ran.stderr);
    assert_ne!(
        dir.run_with_input(&hash, b"pw").stdout,
        ran.stdout,
        "two password hashes must have different salts"
    );
    dir.write("hash", &ran.stdout);
    assert_eq!(dir.run_with_input(&["password", "verify", "hash"], b"pw").code, 0);
    for right in [&b"pw\n"[..], b"pw\r\n"] {
        let ran = dir.run_with_input(&["password", "verify", "hash"], right);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    }
    for wrong in [&b"PW"[..], b"pw\n\n", b"pw ", b""] {
        let ran = dir.run_with_input(&["password", "verify", "hash"], wrong);
        assert_eq!(ran.code, 1);
        assert!(ran.stderr.contains("the password does not match"), "{}", ran.stderr);
    }
    dir.write("hash", "$argon2id$v=19$m=4294967295,t=9,p=1$c29tZXNhbHQ$AAAAAAAAAAAAAAAAAAAAAA\n");
    let ran = dir.run_with_input(&["password", "verify", "hash"], b"pw");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    dir.write("hash", "no hash");
    assert_eq!(dir.run_with_input(&["password", "verify", "hash"], b"pw").code, 1);
}

/// `echo` appends a line ending. It is removed from a password, but not from a key, which may end with any byte.
#[test]
fn strips_one_line_ending_from_passwords_only() {
    let dir = TestDir::new();
    let password = ["kdf", "pbkdf2-hmac-sha256", "-i", "2", "--salt", "00"];
    let key = ["kdf", "hkdf-sha256", "--salt", "00"];
    for (words, is_same) in [(&password[..], true), (&key[..], false)] {
        let plain = dir.run_with_input(words, b"secret");
        assert_eq!(plain.code, 0, "{}", plain.stderr);
        let ended = dir.run_with_input(words, b"secret\n");
        assert_eq!(ended.stdout == plain.stdout, is_same, "{words:?}");
        dir.write("pw", b"secret\n");
        let file = dir.run(&[words, &["--password-file", "pw"]].concat());
        assert_eq!(file.stdout, ended.stdout, "{words:?}");
    }
    let twice = dir.run_with_input(&password, b"secret\n\n");
    assert_ne!(twice.stdout, dir.run_with_input(&password, b"secret\n").stdout);
}

#[test]
fn rejects_empty_password_without_allow_empty() {
    let dir = TestDir::new();
    dir.write("nothing", "");
    for words in [
        &["kdf", "pbkdf2-hmac-sha256", "-i", "2", "--salt", "00"][..],
        &["kdf", "hkdf-sha256", "--salt", "00"],
        &["password", "hash", "--preset", "owasp-2023-argon2id"],
    ] {
        for input in [&b""[..], b"\n"] {
            // A key file that contains only a line ending is a key of one byte.
            if input == b"\n" && words.contains(&"hkdf-sha256") {
                continue;
            }
            let ran = dir.run_with_input(words, input);
            assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}");
            assert!(ran.stderr.contains("is empty; use --allow-empty"), "{}", ran.stderr);
            let ran = dir.run_with_input(&[words, &["--allow-empty"]].concat(), input);
            assert_eq!(ran.code, 0, "{words:?}: {}", ran.stderr);
        }
        let ran = dir.run(&[words, &["--password-file", "nothing"]].concat());
        assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}");
    }
}
