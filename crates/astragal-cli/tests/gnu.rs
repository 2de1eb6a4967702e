//! Beside GNU coreutils and OpenSSL: the same lines, and each verifies what the other wrote. A tool that
//! is not installed is skipped.
#![cfg(unix)]

mod common;

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Output};

use common::{Folder, skip};

/// Our name of the algorithm, and the tool for it.
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

fn folder_of_odd_names() -> (Folder, Vec<OsString>) {
    let folder = Folder::new();
    for (i, name) in NAMES.iter().enumerate() {
        folder.write(OsStr::from_bytes(name), vec![b'x'; 100 * i]);
    }
    (folder, NAMES.iter().map(|name| OsStr::from_bytes(name).to_owned()).collect())
}

fn tool(folder: &Folder, name: &str, arguments: &[OsString]) -> Option<Output> {
    let output = Command::new(name).args(arguments).current_dir(folder.path()).output();
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
    let (folder, names) = folder_of_odd_names();
    for &(algorithm, program) in TOOLS {
        for flags in [&["--"][..], &["--tag", "--"], &["-z", "--"]] {
            let Some(theirs) = tool(&folder, program, &words(flags, &names)) else { continue };
            let ours = [&[algorithm, "--quiet"], flags].concat();
            let ours = folder.run(&words(&ours, &names));
            assert!(
                ours.stdout == theirs.stdout,
                "{algorithm} {flags:?}:\n{}\n{}",
                String::from_utf8_lossy(&ours.stdout),
                String::from_utf8_lossy(&theirs.stdout)
            );
            assert_eq!(ours.code, 0);
        }
    }
}

#[test]
fn verifies_coreutils_output_and_back() {
    let (folder, names) = folder_of_odd_names();
    for &(algorithm, program) in TOOLS {
        for flag in ["--tag", "--text"] {
            let Some(theirs) = tool(&folder, program, &words(&[flag, "--"], &names)) else {
                continue;
            };
            folder.write("THEIRS", theirs.stdout);
            let named = folder.run(&["-c", "--quiet", algorithm, "THEIRS"]);
            assert_eq!((named.code, named.text(), named.stderr.as_str()), (0, "", ""));
            if flag == "--tag" {
                let tagged = folder.run(&["-c", "--quiet", "THEIRS"]);
                assert_eq!((tagged.code, tagged.text()), (0, ""), "{}", tagged.stderr);
            }
        }
        for flags in [&["--quiet", "--"][..], &["--quiet", "--tag", "--"]] {
            let ours = folder.run(&words(&[&[algorithm], flags].concat(), &names));
            folder.write("OURS", ours.stdout);
            let verified = tool(&folder, program, &words(&["-c", "--strict", "OURS"], &[]));
            assert!(verified.is_none_or(|output| output.status.success()), "{program} {flags:?}");
        }
    }
}

/// `b2sum -l`, also of lengths that no other tool has a name for.
#[test]
fn blake2b_lengths_match_b2sum() {
    let (folder, names) = folder_of_odd_names();
    for bits in ["8", "128", "200", "256", "504", "512"] {
        let theirs = words(&["-l", bits, "--tag", "--"], &names);
        let Some(theirs) = tool(&folder, "b2sum", &theirs) else { return };
        let ours = words(&["blake2b", "-l", bits, "--tag", "--"], &names);
        assert!(folder.run(&ours).stdout == theirs.stdout, "{bits}");
        folder.write("THEIRS", theirs.stdout);
        let believed = folder.run(&["-c", "--quiet", "THEIRS"]);
        // So short a digest is compared only where somebody asks for it.
        assert_eq!(believed.code, i32::from(bits == "8"), "{bits}: {}", believed.stderr);
        assert_eq!(folder.run(&["-c", "--quiet", "-l", bits, "THEIRS"]).code, 0, "{bits}");
        let name = format!("blake2b-{bits}");
        let ours = folder.run(&words(&[&name, "--"], &names));
        folder.write("OURS", &ours.stdout);
        let verified = tool(&folder, "b2sum", &words(&["-c", "-l", bits, "OURS"], &[]));
        assert!(verified.is_none_or(|output| output.status.success()), "{bits}");
        assert_eq!(folder.run(&["-c", "--quiet", &name, "OURS"]).code, 0, "{bits}");
        let json = folder.run(&words(&["blake2b", "-l", bits, "--json", "--"], &names[..1]));
        folder.write("JSON", &json.stdout);
        assert_eq!(folder.run(&["-c", "--quiet", "-l", bits, "JSON"]).code, 0, "{}", json.text());
    }
    for (name, bits) in [("blake2b", "520"), ("blake2b", "0"), ("blake2s", "264")] {
        let ran = folder.run(&[name, "-l", bits, "plain"]);
        assert_eq!((ran.code, ran.text()), (2, ""), "{name} {bits}");
    }
    // RFC 7693 has the parameter block; the digest is that of Python's hashlib, which has both.
    folder.write("abc", "abc");
    let python = "import hashlib; print(hashlib.blake2s(b'abc', digest_size=25).hexdigest())";
    let Some(theirs) = tool(&folder, "python3", &words(&["-c", python], &[])) else { return };
    let ours = folder.run(&["blake2s", "-l", "200", "--no-names", "abc"]);
    assert_eq!(ours.text().as_bytes(), theirs.stdout);
}

/// BLAKE2b of other lengths and SM3, which `cksum` alone has.
#[test]
fn tagged_lines_match_cksum() {
    let (folder, names) = folder_of_odd_names();
    for (ours, theirs) in [
        (&["sm3", "--tag", "--"][..], &["-a", "sm3", "--"][..]),
        (&["blake2b", "-l", "256", "--tag", "--"], &["-a", "blake2b", "-l", "256", "--"]),
        (&["blake2b", "--tag", "--"], &["-a", "blake2b", "--"]),
        (&["sha256", "--tag", "--"], &["-a", "sha256", "--"]),
    ] {
        let Some(theirs) = tool(&folder, "cksum", &words(theirs, &names)) else { return };
        if !theirs.status.success() {
            eprintln!("skipped: cksum is too old");
            return;
        }
        let ours = folder.run(&words(ours, &names));
        assert_eq!(String::from_utf8_lossy(&ours.stdout), String::from_utf8_lossy(&theirs.stdout));
        folder.write("THEIRS", theirs.stdout);
        assert_eq!(folder.run(&["-c", "--quiet", "THEIRS"]).code, 0);
    }
}

#[test]
fn check_exit_codes_match_coreutils() {
    let folder = Folder::new();
    folder.write("good", "good");
    folder.write("other", "other");
    let sums = folder.run(&["sha256", "good", "other"]);
    let sums = sums.text();
    folder.write("GOOD", sums);
    folder.write("CHANGED", sums.replace("good", "other"));
    folder.write("MISSING", sums.replace("other", "nowhere"));
    folder.write("ALL_MISSING", sums.replace("other", "nowhere").replace("good", "nowhere"));
    folder.write("MALFORMED", format!("{sums}nonsense\n"));
    folder.write("NONSENSE", "nonsense\n");
    folder.write("EMPTY", "");
    let flags = ["", "--ignore-missing", "--quiet", "--status", "--strict", "-w"];
    for file in ["GOOD", "CHANGED", "MISSING", "ALL_MISSING", "MALFORMED", "NONSENSE", "EMPTY"] {
        for flag in flags {
            let mut arguments = vec!["-c", file];
            arguments.extend((!flag.is_empty()).then_some(flag));
            let Some(theirs) = tool(&folder, "sha256sum", &words(&arguments, &[])) else { return };
            arguments.insert(1, "sha256");
            let ours = folder.run(&arguments);
            assert_eq!(Some(ours.code), theirs.status.code(), "{file} {flag}: {}", ours.stderr);
            assert_eq!(ours.text(), String::from_utf8_lossy(&theirs.stdout), "{file} {flag}");
            assert_eq!(ours.stderr.is_empty(), theirs.stderr.is_empty(), "{file} {flag}");
        }
    }
}

/// Of `--quiet`, `--status` and `-w` the last counts, as with GNU.
#[test]
fn last_silencing_flag_wins() {
    let folder = Folder::new();
    folder.write("good", "good");
    let sums = folder.run(&["sha256", "good"]);
    folder.write("SUMS", format!("{}nonsense\n", sums.text()));
    for flags in [
        ["--quiet", "-w"],
        ["-w", "--quiet"],
        ["--status", "-w"],
        ["-w", "--status"],
        ["--status", "--quiet"],
        ["--quiet", "--status"],
    ] {
        let theirs = words(&[&flags[..], &["-c", "SUMS"]].concat(), &[]);
        let Some(theirs) = tool(&folder, "sha256sum", &theirs) else { return };
        let ours = folder.run(&[&flags[..], &["-c", "sha256", "SUMS"]].concat());
        assert_eq!(ours.text(), String::from_utf8_lossy(&theirs.stdout), "{flags:?}");
        let lines = String::from_utf8_lossy(&theirs.stderr).lines().count();
        assert_eq!(ours.stderr.lines().count(), lines, "{flags:?}: {}", ours.stderr);
    }
}

/// `openssl dgst` writes a form of its own, and the coreutils form with `-r`.
#[test]
fn verifies_openssl_dgst_lines() {
    let folder = Folder::new();
    folder.write("abc", "abc");
    for (flag, algorithm) in [
        ("-sha3-256", "sha3-256"),
        ("-sha256", "sha256"),
        ("-sha512-256", "sha512-256"),
        ("-blake2b512", "blake2b-512"),
        ("-blake2s256", "blake2s-256"),
    ] {
        let Some(theirs) = tool(&folder, "openssl", &words(&["dgst", flag, "abc"], &[])) else {
            return;
        };
        folder.write("OPENSSL", theirs.stdout);
        let named = folder.run(&["-c", algorithm, "OPENSSL"]);
        assert_eq!((named.code, named.text()), (0, "abc: OK\n"), "{flag}: {}", named.stderr);
        let tagged = folder.run(&["-c", "OPENSSL"]);
        assert_eq!((tagged.code, tagged.text()), (0, "abc: OK\n"), "{flag}: {}", tagged.stderr);
        let short = words(&["dgst", "-r", flag, "abc"], &[]);
        let Some(short) = tool(&folder, "openssl", &short) else { return };
        folder.write("OPENSSL", short.stdout);
        assert_eq!(folder.run(&["-c", algorithm, "OPENSSL"]).text(), "abc: OK\n", "{flag}");
    }
}
