//! Tests interoperation with GNU coreutils and OpenSSL. Each tool must print the same output as `digest` and verify the
//! output of `digest`. Conversely, `digest` must verify the output of the tool. Tests of tools that are not installed
//! are skipped.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Output};

use crate::common::{TestDir, skip};

/// Names of algorithms, each with the tool that computes it.
const TOOLS: &[(&str, &str)] = &[
    ("md5", "md5sum"),
    ("sha1", "sha1sum"),
    ("sha224", "sha224sum"),
    ("sha256", "sha256sum"),
    ("sha384", "sha384sum"),
    ("sha512", "sha512sum"),
    ("blake2b", "b2sum"),
];

const NAMES: &[&[u8]] = &[
    b"plain",
    b"new\nline",
    b"back\\slash",
    b"carriage\rreturn",
    b"ends with return\r",
    b"\xff\xfe not UTF-8",
    b" blank",
    b"a) = (b",
    b"*star",
    b"-dash",
    b"SHA256 (x) = 00",
];

fn dir_of_unusual_names() -> (TestDir, Vec<OsString>) {
    let dir = TestDir::new();
    for (i, name) in NAMES.iter().enumerate() {
        dir.write(OsStr::from_bytes(name), vec![b'x'; 100 * i]);
    }
    (dir, NAMES.iter().map(|name| OsStr::from_bytes(name).to_owned()).collect())
}

fn tool(dir: &TestDir, name: &str, arguments: &[OsString]) -> Option<Output> {
    let output = Command::new(name).args(arguments).current_dir(dir.path()).output();
    if output.is_err() {
        skip(name);
    }
    output.ok()
}

fn words(words: &[&str], names: &[OsString]) -> Vec<OsString> {
    words.iter().map(OsString::from).chain(names.iter().cloned()).collect()
}

#[test]
fn lines_match_coreutils() {
    let (dir, names) = dir_of_unusual_names();
    for &(algorithm, program) in TOOLS {
        for flags in [&["--"][..], &["--tag", "--"], &["-z", "--"]] {
            let Some(expected) = tool(&dir, program, &words(flags, &names)) else { continue };
            let actual = [&[algorithm, "--quiet"], flags].concat();
            let actual = dir.run(&words(&actual, &names));
            assert!(
                actual.stdout == expected.stdout,
                "{algorithm} {flags:?}:\n{}\n{}",
                String::from_utf8_lossy(&actual.stdout),
                String::from_utf8_lossy(&expected.stdout)
            );
            assert_eq!(actual.code, 0);
        }
    }
}

#[test]
fn verifies_coreutils_output_and_back() {
    let (dir, names) = dir_of_unusual_names();
    for &(algorithm, program) in TOOLS {
        for flag in ["--tag", "--text"] {
            let Some(expected) = tool(&dir, program, &words(&[flag, "--"], &names)) else {
                continue;
            };
            dir.write("THEIRS", expected.stdout);
            let named = dir.run(&["-c", "--quiet", algorithm, "THEIRS"]);
            assert_eq!((named.code, named.text(), named.stderr.as_str()), (0, "", ""));
            if flag == "--tag" {
                let tagged = dir.run(&["-c", "--quiet", "THEIRS"]);
                assert_eq!((tagged.code, tagged.text()), (0, ""), "{}", tagged.stderr);
            }
        }
        for flags in [&["--quiet", "--"][..], &["--quiet", "--tag", "--"]] {
            let actual = dir.run(&words(&[&[algorithm], flags].concat(), &names));
            dir.write("OURS", actual.stdout);
            let verified = tool(&dir, program, &words(&["-c", "--strict", "OURS"], &[]));
            assert!(verified.is_none_or(|output| output.status.success()), "{program} {flags:?}");
        }
    }
}

/// Tests standard digest lengths, and lengths that the registry does not list as algorithms.
#[test]
fn blake2b_lengths_match_b2sum() {
    let (dir, names) = dir_of_unusual_names();
    for bits in ["8", "128", "200", "256", "504", "512"] {
        let expected = words(&["-l", bits, "--tag", "--"], &names);
        let Some(expected) = tool(&dir, "b2sum", &expected) else { return };
        let actual = words(&["blake2b", "-l", bits, "--tag", "--"], &names);
        assert!(dir.run(&actual).stdout == expected.stdout, "{bits}");
        dir.write("THEIRS", expected.stdout);
        let accepted = dir.run(&["-c", "--quiet", "THEIRS"]);
        // `digest -c` accepts an 8-bit digest only if `-l` is given explicitly.
        assert_eq!(accepted.code, i32::from(bits == "8"), "{bits}: {}", accepted.stderr);
        assert_eq!(dir.run(&["-c", "--quiet", "-l", bits, "THEIRS"]).code, 0, "{bits}");
        let name = format!("blake2b-{bits}");
        let actual = dir.run(&words(&[&name, "--"], &names));
        dir.write("OURS", &actual.stdout);
        let verified = tool(&dir, "b2sum", &words(&["-c", "-l", bits, "OURS"], &[]));
        assert!(verified.is_none_or(|output| output.status.success()), "{bits}");
        assert_eq!(dir.run(&["-c", "--quiet", &name, "OURS"]).code, 0, "{bits}");
        let json = dir.run(&words(&["blake2b", "-l", bits, "--json", "--"], &names[..1]));
        dir.write("JSON", &json.stdout);
        assert_eq!(dir.run(&["-c", "--quiet", "-l", bits, "JSON"]).code, 0, "{}", json.text());
    }
    for (name, bits) in [("blake2b", "520"), ("blake2b", "0"), ("blake2s", "264")] {
        let ran = dir.run(&[name, "-l", bits, "plain"]);
        assert_eq!((ran.code, ran.text()), (2, ""), "{name} {bits}");
    }
    // BLAKE2s with a 25-byte digest. The expected digest is computed by Python's hashlib.
    dir.write("abc", "abc");
    let python = "import hashlib; print(hashlib.blake2s(b'abc', digest_size=25).hexdigest())";
    let Some(expected) = tool(&dir, "python3", &words(&["-c", python], &[])) else { return };
    let actual = dir.run(&["blake2s", "-l", "200", "--no-names", "abc"]);
    assert_eq!(actual.text().as_bytes(), expected.stdout);
}

/// Tests several algorithms, including SM3. `cksum` is the only tool of coreutils that supports SM3.
#[test]
fn tagged_lines_match_cksum() {
    let (dir, names) = dir_of_unusual_names();
    for (actual, expected) in [
        (&["sm3", "--tag", "--"][..], &["-a", "sm3", "--"][..]),
        (&["blake2b", "-l", "256", "--tag", "--"], &["-a", "blake2b", "-l", "256", "--"]),
        (&["blake2b", "--tag", "--"], &["-a", "blake2b", "--"]),
        (&["sha256", "--tag", "--"], &["-a", "sha256", "--"]),
    ] {
        let Some(expected) = tool(&dir, "cksum", &words(expected, &names)) else { return };
        if !expected.status.success() {
            eprintln!("skipped: cksum is too old");
            return;
        }
        let actual = dir.run(&words(actual, &names));
        assert_eq!(
            String::from_utf8_lossy(&actual.stdout),
            String::from_utf8_lossy(&expected.stdout)
        );
        dir.write("THEIRS", expected.stdout);
        assert_eq!(dir.run(&["-c", "--quiet", "THEIRS"]).code, 0);
    }
}

#[test]
fn check_exit_codes_match_coreutils() {
    let dir = TestDir::new();
    dir.write("good", "good");
    dir.write("other", "other");
    let sums = dir.run(&["sha256", "good", "other"]);
    let sums = sums.text();
    dir.write("GOOD", sums);
    dir.write("CHANGED", sums.replace("good", "other"));
    dir.write("MISSING", sums.replace("other", "nowhere"));
    dir.write("ALL_MISSING", sums.replace("other", "nowhere").replace("good", "nowhere"));
    dir.write("MALFORMED", format!("{sums}nonsense\n"));
    dir.write("NONSENSE", "nonsense\n");
    dir.write("EMPTY", "");
    let flags = ["", "--ignore-missing", "--quiet", "--status", "--strict", "-w"];
    for file in ["GOOD", "CHANGED", "MISSING", "ALL_MISSING", "MALFORMED", "NONSENSE", "EMPTY"] {
        for flag in flags {
            let mut arguments = vec!["-c", file];
            arguments.extend((!flag.is_empty()).then_some(flag));
            let Some(expected) = tool(&dir, "sha256sum", &words(&arguments, &[])) else { return };
            arguments.insert(1, "sha256");
            let actual = dir.run(&arguments);
            assert_eq!(
                Some(actual.code),
                expected.status.code(),
                "{file} {flag}: {}",
                actual.stderr
            );
            assert_eq!(actual.text(), String::from_utf8_lossy(&expected.stdout), "{file} {flag}");
            assert_eq!(actual.stderr.is_empty(), expected.stderr.is_empty(), "{file} {flag}");
        }
    }
}

/// If several of `--quiet`, `--status` and `-w` are given, the last one takes effect.
#[test]
fn last_silencing_flag_wins() {
    let dir = TestDir::new();
    dir.write("good", "good");
    let sums = dir.run(&["sha256", "good"]);
    dir.write("SUMS", format!("{}nonsense\n", sums.text()));
    for flags in [
        ["--quiet", "-w"],
        ["-w", "--quiet"],
        ["--status", "-w"],
        ["-w", "--status"],
        ["--status", "--quiet"],
        ["--quiet", "--status"],
    ] {
        let expected = words(&[&flags[..], &["-c", "SUMS"]].concat(), &[]);
        let Some(expected) = tool(&dir, "sha256sum", &expected) else { return };
        let actual = dir.run(&[&flags[..], &["-c", "sha256", "SUMS"]].concat());
        assert_eq!(actual.text(), String::from_utf8_lossy(&expected.stdout), "{flags:?}");
        let lines = String::from_utf8_lossy(&expected.stderr).lines().count();
        assert_eq!(actual.stderr.lines().count(), lines, "{flags:?}: {}", actual.stderr);
    }
}

/// Tests both output formats of `openssl dgst`: OpenSSL's own format, and the format of coreutils with `-r`.
#[test]
fn verifies_openssl_dgst_lines() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    for (flag, algorithm) in [
        ("-sha3-256", "sha3-256"),
        ("-sha256", "sha256"),
        ("-sha512-256", "sha512-256"),
        ("-blake2b512", "blake2b-512"),
        ("-blake2s256", "blake2s-256"),
    ] {
        let Some(expected) = tool(&dir, "openssl", &words(&["dgst", flag, "abc"], &[])) else {
            return;
        };
        dir.write("OPENSSL", expected.stdout);
        let named = dir.run(&["-c", algorithm, "OPENSSL"]);
        assert_eq!((named.code, named.text()), (0, "abc: OK\n"), "{flag}: {}", named.stderr);
        let tagged = dir.run(&["-c", "OPENSSL"]);
        assert_eq!((tagged.code, tagged.text()), (0, "abc: OK\n"), "{flag}: {}", tagged.stderr);
        let short = words(&["dgst", "-r", flag, "abc"], &[]);
        let Some(short) = tool(&dir, "openssl", &short) else { return };
        dir.write("OPENSSL", short.stdout);
        assert_eq!(dir.run(&["-c", algorithm, "OPENSSL"]).text(), "abc: OK\n", "{flag}");
    }
}
