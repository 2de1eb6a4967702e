//! Tests `-c` and `digest check`, which verify checksum files.

use crate::common::{ABC, EMPTY, TestDir};

fn dir_with_sums() -> TestDir {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    dir.write("empty", "");
    dir.write("SUMS", format!("{ABC}  abc\n{EMPTY}  empty\n"));
    dir
}

#[test]
fn verifies_its_own_output() {
    let dir = dir_with_sums();
    let algorithms =
        ["sha3-256", "keccak-512", "shake128", "kt256", "parallelhash128", "tuplehash256"];
    for algorithm in algorithms {
        for tag in ["--tag", "--untagged"] {
            for zero in [&[][..], &["-z"]] {
                let written = dir.run(&[&[algorithm, tag, "abc", "empty"], zero].concat());
                dir.write("WRITTEN", &written.stdout);
                let mut arguments = vec!["-c"];
                arguments.extend(zero);
                if tag == "--untagged" {
                    arguments.push(algorithm);
                }
                arguments.push("WRITTEN");
                let ran = dir.run(&arguments);
                assert_eq!(ran.text(), "abc: OK\nempty: OK\n", "{algorithm} {tag} {}", ran.stderr);
                assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
            }
        }
    }
}

#[test]
fn mismatch_fails_with_a_message() {
    let dir = dir_with_sums();
    dir.write("empty", "not empty");
    let ran = dir.run(&["-c", "sha3-256", "SUMS"]);
    assert_eq!(ran.text(), "abc: OK\nempty: FAILED\n");
    assert_eq!(ran.stderr, "digest: WARNING: 1 digest did NOT match\n");
    assert_eq!(ran.code, 1);
    let quiet = dir.run(&["-c", "--quiet", "sha3-256", "SUMS"]);
    assert_eq!((quiet.code, quiet.text()), (1, "empty: FAILED\n"));
    let status = dir.run(&["-c", "--status", "sha3-256", "SUMS"]);
    assert_eq!((status.code, status.text(), status.stderr.as_str()), (1, "", ""));
}

#[test]
fn missing_file_fails_without_ignore_missing() {
    let dir = dir_with_sums();
    std::fs::remove_file(dir.path().join("empty")).unwrap();
    let ran = dir.run(&["-c", "sha3-256", "SUMS"]);
    assert_eq!(ran.text(), "abc: OK\nempty: FAILED open or read\n");
    assert!(ran.stderr.contains("empty: No such file") && ran.stderr.contains("could not be read"));
    assert_eq!(ran.code, 1);
    let ignored = dir.run(&["-c", "--ignore-missing", "sha3-256", "SUMS"]);
    assert_eq!((ignored.code, ignored.text(), ignored.stderr.as_str()), (0, "abc: OK\n", ""));
}

#[test]
fn verifying_nothing_fails() {
    let dir = dir_with_sums();
    dir.write("NONE", format!("{ABC}  nowhere\n"));
    let ran = dir.run(&["-c", "--ignore-missing", "sha3-256", "NONE"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, "digest: NONE: no file was verified\n"));
    dir.write("NONE", "# a comment\n\n");
    let ran = dir.run(&["-c", "sha3-256", "NONE"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("NONE: no properly formatted line found"), "{}", ran.stderr);
    let ran = dir.run_with_input(&["-c", "sha3-256"], b"");
    assert_eq!(ran.code, 1);
}

#[test]
fn malformed_lines_fail_only_under_strict() {
    let dir = dir_with_sums();
    dir.write("SUMS", format!("{ABC}  abc\nnonsense\n{}  abc\n", &ABC[2..]));
    let ran = dir.run(&["-c", "sha3-256", "SUMS"]);
    assert_eq!((ran.code, ran.text()), (0, "abc: OK\n"));
    assert_eq!(ran.stderr, "digest: WARNING: 2 lines are malformed\n");
    assert_eq!(dir.run(&["-c", "--strict", "sha3-256", "SUMS"]).code, 1);
    let warned = dir.run(&["-cw", "sha3-256", "SUMS"]);
    assert!(warned.stderr.contains("SUMS: line 2 is malformed\n"));
    assert!(warned.stderr.contains("SUMS: line 3 is malformed\n"));
}

#[test]
fn untagged_lines_need_an_algorithm() {
    let dir = dir_with_sums();
    let ran = dir.run(&["-c", "SUMS"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("digest -c ALG SUMS"), "{}", ran.stderr);
}

#[test]
fn rejects_shortened_digest_by_tag() {
    let dir = dir_with_sums();
    let short = dir.run(&["--tag", "-l", "8", "shake128", "abc"]);
    dir.write("SHORT", &short.stdout);
    assert_eq!(dir.run(&["-c", "SHORT"]).code, 1);
    let long = dir.run(&["--tag", "-l", "512", "shake128", "abc"]);
    dir.write("LONG", &long.stdout);
    assert_eq!(dir.run(&["-c", "LONG"]).text(), "abc: OK\n");
    let ran = dir.run(&["-c", "-l", "8", "SHORT"]);
    assert_eq!((ran.code, ran.text()), (0, "abc: OK\n"));
}

#[test]
fn path_selects_a_file_named_like_an_algorithm() {
    let dir = dir_with_sums();
    dir.write("sha3-256", format!("SHA3-256 (abc) = {ABC}\n"));
    assert_eq!(dir.run(&["-c", "./sha3-256"]).text(), "abc: OK\n");
    assert_eq!(dir.run(&["-c", "sha3-256", "./sha3-256"]).text(), "abc: OK\n");
}

#[test]
fn verifies_all_checksum_files() {
    let dir = dir_with_sums();
    dir.write("BAD", format!("{EMPTY}  abc\n"));
    let ran = dir.run(&["-c", "sha3-256", "BAD", "SUMS"]);
    assert_eq!(ran.text(), "abc: FAILED\nabc: OK\nempty: OK\n");
    assert_eq!(ran.code, 1);
}

#[cfg(unix)]
#[test]
fn odd_file_names_round_trip() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    let dir = TestDir::new();
    let names = [&b"a\nb"[..], b"\\", b"c\r", b"\xff", b" blank", b"a) = (b", b"-"];
    let mut arguments = vec![OsStr::new("sha3-256"), OsStr::new("--tag"), OsStr::new("--")];
    let paths: Vec<Vec<u8>> = names.iter().map(|name| [b"./", *name].concat()).collect();
    for path in &paths {
        dir.write(OsStr::from_bytes(path), "abc");
        arguments.push(OsStr::from_bytes(path));
    }
    dir.write("SUMS", dir.run(&arguments).stdout);
    let ran = dir.run(&["-c", "--quiet", "SUMS"]);
    assert_eq!((ran.code, ran.stdout.as_slice(), ran.stderr.as_str()), (0, &b""[..], ""));
}

#[test]
fn verifies_formats_of_other_tools() {
    let dir = dir_with_sums();
    let upper = ABC.to_uppercase();
    for sums in [
        format!("{upper}  abc\r\n"),
        format!("\u{feff}{ABC} *abc\r\n"),
        format!("# comment\n\n; comment\n{ABC} abc"),
        format!("SHA3-256 (abc) = {upper}\r\n"),
        format!("sha3_256 (abc) = {ABC}\n"),
        "SHA3-256 (abc) = Ophdp0/iJbIEXBcta9OQvYVfCG4+nVJbRr/iRRFDFTI=\n".to_owned(),
    ] {
        dir.write("SUMS", &sums);
        let ran = dir.run(&["-c", "--strict", "sha3-256", "SUMS"]);
        assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "abc: OK\n", ""), "{sums:?}");
    }
}

#[test]
fn rejects_empty_digest() {
    let dir = dir_with_sums();
    dir.write("SUMS", "SHAKE128-0 (abc) = \n  abc\n");
    assert_eq!(dir.run(&["-c", "SUMS"]).code, 1);
}

#[test]
fn rejects_lengths_out_of_range() {
    let dir = dir_with_sums();
    dir.write("SUMS", format!("{ABC}  abc\n"));
    let ran = dir.run(&["-c", "-l", "0", "shake128", "SUMS"]);
    assert_eq!((ran.code, ran.text()), (2, ""));
    let ran = dir.run(&["-c", "-l", "9223372036854775808B", "shake128", "SUMS"]);
    assert_eq!((ran.code, ran.text()), (2, ""), "{}", ran.stderr);
}

/// Computing suggestions for a misspelled algorithm name is slow, so the command must not do it for every line.
#[test]
fn rejects_many_unknown_tags_quickly() {
    let dir = TestDir::new();
    let lines: Vec<String> =
        (0..20_000).map(|i| format!("SHAKY{i}-XYZ (abc) = {EMPTY}\n")).collect();
    dir.write("SUMS", lines.concat());
    let start = std::time::Instant::now();
    assert_eq!(dir.run(&["-c", "SUMS"]).code, 1);
    assert!(start.elapsed().as_secs() < 10, "{:?}", start.elapsed());
}

#[cfg(unix)]
#[test]
fn listed_pipe_does_not_block() {
    let dir = dir_with_sums();
    let pipe = dir.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    dir.write("SUMS", format!("{ABC}  pipe\n{ABC}  abc\n"));
    let ran = dir.run(&["-c", "sha3-256", "SUMS"]);
    assert_eq!((ran.code, ran.text()), (1, "pipe: FAILED open or read\nabc: OK\n"));
    assert!(ran.stderr.contains("pipe: is a pipe"), "{}", ran.stderr);
}

#[test]
fn reads_standard_input_once() {
    let dir = dir_with_sums();
    dir.write("SUMS", format!("{ABC}  -\n{ABC}  abc\n{EMPTY}  -\n"));
    let ran = dir.run_with_input(&["-c", "sha3-256", "SUMS"], b"abc");
    assert_eq!(ran.text(), "-: OK\nabc: OK\n-: FAILED open or read\n");
    assert!(ran.stderr.contains("standard input: has been read already"), "{}", ran.stderr);
    assert_eq!(ran.code, 1);
    let ran = dir.run_with_input(&["-c", "sha3-256"], format!("{EMPTY}  -\n").as_bytes());
    assert_eq!((ran.code, ran.text()), (1, "-: FAILED open or read\n"));
}

#[test]
fn warns_once_about_a_broken_algorithm() {
    let dir = dir_with_sums();
    let sums = dir.run(&["--tag", "--quiet", "md5", "abc", "empty"]);
    assert_eq!(sums.stderr, "");
    dir.write("SUMS", &sums.stdout);
    let warning = "digest: WARNING: md5 is broken; do not rely on it against an adversary\n";
    for arguments in [&["-c", "SUMS"][..], &["-c", "md5", "SUMS"], &["md5", "abc", "empty"]] {
        assert_eq!(dir.run(arguments).stderr, warning, "{arguments:?}");
    }
    for silence in ["--quiet", "--status"] {
        let ran = dir.run(&["-c", silence, "SUMS"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    }
}
