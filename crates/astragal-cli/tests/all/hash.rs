//! Tests `digest ALG FILE...`, which prints the digests of files.

use crate::common::{ABC, EMPTY, TestDir};

#[test]
fn line_is_digest_two_spaces_and_name() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    dir.write("empty", "");
    let ran = dir.run(&["sha3-256", "abc", "empty"]);
    assert_eq!(ran.text(), format!("{ABC}  abc\n{EMPTY}  empty\n"));
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
}

#[test]
fn reads_standard_input_for_dash_or_no_file() {
    let dir = TestDir::new();
    for arguments in [&["sha3-256"][..], &["SHA3/256", "-"]] {
        assert_eq!(dir.run_with_input(arguments, b"abc").text(), format!("{ABC}  -\n"));
    }
}

#[test]
fn prints_many_files_in_order() {
    let dir = TestDir::new();
    let names: Vec<String> = (0..200).map(|i| format!("file{i}")).collect();
    for (i, name) in names.iter().enumerate() {
        dir.write(name, vec![7; (200 - i) * 1000]);
    }
    let arguments: Vec<&str> =
        std::iter::once("kt128").chain(names.iter().map(String::as_str)).collect();
    let ran = dir.run(&arguments);
    let listed: Vec<&str> = ran.text().lines().filter_map(|line| line.split("  ").nth(1)).collect();
    assert_eq!(listed, names);
}

#[test]
fn accepts_lengths_in_bits_and_bytes() {
    let dir = TestDir::new();
    let shake = |length: &[&str]| {
        let arguments = [&["shake128"][..], length].concat();
        dir.run_with_input(&arguments, b"").text().trim_end().to_owned()
    };
    // SHAKE128 output for the empty message, from NIST's example values.
    let default = "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26  -";
    assert_eq!(shake(&[]), default);
    assert_eq!(shake(&["-l", "256"]), default);
    assert_eq!(shake(&["-l", "32B"]), default);
    assert_eq!(shake(&["-l64"]), "7f9c2ba4e88f827d  -");
    let sha3 = dir.run_with_input(&["sha3", "-l", "512"], b"").text().len();
    assert_eq!(sha3, 128 + 4);
    assert_eq!(dir.run_with_input(&["sha3-256", "-l256"], b"abc").text(), format!("{ABC}  -\n"));
}

#[test]
fn streams_long_output() {
    let dir = TestDir::new();
    let ran = dir.run_with_input(&["shake256", "--raw", "-l", "3000001B"], b"");
    assert_eq!(ran.stdout.len(), 3_000_001);
    let hex = dir.run_with_input(&["shake256", "-l", "100000B"], b"");
    assert_eq!(hex.stdout.len(), 200_000 + 4);
    let base64 = dir.run_with_input(&["shake256", "--base64", "-l", "100000B"], b"");
    assert_eq!(base64.stdout.len(), 100_000_usize.div_ceil(3) * 4 + 4);
    assert!(!base64.text().trim_end_matches("  -\n").trim_end_matches('=').contains('='));
}

#[test]
fn formats_match_cksum() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    assert_eq!(dir.run(&["--tag", "sha3-256", "abc"]).text(), format!("SHA3-256 (abc) = {ABC}\n"));
    assert_eq!(
        dir.run(&["sha3-256", "--tag", "--untagged", "abc"]).text(),
        format!("{ABC}  abc\n")
    );
    assert_eq!(dir.run(&["-z", "sha3-256", "abc"]).text(), format!("{ABC}  abc\0"));
    assert_eq!(
        dir.run(&["--base64", "sha3-256", "abc"]).text(),
        "Ophdp0/iJbIEXBcta9OQvYVfCG4+nVJbRr/iRRFDFTI=  abc\n"
    );
    assert_eq!(dir.run(&["--raw", "sha3-256", "abc"]).stdout.len(), 32);
    let tagged = dir.run(&["--tag", "shake128", "abc"]);
    assert!(tagged.text().starts_with("SHAKE128-256 (abc) = "));
}

#[test]
fn parameters_reach_the_algorithm() {
    let dir = TestDir::new();
    // NIST test vector: cSHAKE sample 1 from SP 800-185.
    let ran = dir.run_with_input(&["cshake128", "--custom", "Email Signature"], &[0, 1, 2, 3]);
    let expected = "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5  -\n";
    assert_eq!(ran.text(), expected);
    for domain in ["31", "0x1f"] {
        let ran = dir.run_with_input(&["turboshake128", "--domain", domain], b"");
        assert_eq!(ran.text(), dir.run_with_input(&["turboshake128"], b"").text());
    }
    let blocks = |size: &str| {
        dir.run_with_input(&["parallelhash128", "--block", size], b"abc").text().to_owned()
    };
    assert_ne!(blocks("8"), blocks("8192"));
}

#[test]
fn tuple_hash_hashes_a_file_as_one_element() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    let file = dir.run(&["tuplehash128", "abc"]);
    let piped = dir.run_with_input(&["tuplehash128"], b"abc");
    assert_eq!(file.text().replace("  abc", "  -"), piped.text());
    assert_eq!(file.code, 0);
}

#[cfg(unix)]
#[test]
fn file_names_keep_every_byte() {
    use std::os::unix::ffi::OsStrExt as _;

    let dir = TestDir::new();
    let name = |bytes: &'static [u8]| std::ffi::OsStr::from_bytes(bytes);
    for (bytes, line) in
        [(&b"a\nb"[..], &b"a\\nb"[..]), (b"back\\slash", b"back\\\\slash"), (b"c\rr", b"c\\rr")]
    {
        dir.write(name(bytes), "abc");
        let ran = dir.run(&[name(b"sha3-256"), name(bytes)]);
        assert_eq!(ran.stdout, [b"\\", ABC.as_bytes(), b"  ", line, b"\n"].concat());
        let ran = dir.run(&[name(b"-z"), name(b"sha3-256"), name(bytes)]);
        assert_eq!(ran.stdout, [ABC.as_bytes(), b"  ", bytes, b"\0"].concat());
    }
    dir.write(name(b"\xff\xfe"), "abc");
    let ran = dir.run(&[name(b"sha3-256"), name(b"\xff\xfe")]);
    assert_eq!(ran.stdout, [ABC.as_bytes(), b"  \xff\xfe\n"].concat());
}

#[test]
fn accepts_names_with_a_leading_dash_after_two_dashes() {
    let dir = TestDir::new();
    dir.write("-x", "abc");
    assert_eq!(dir.run(&["sha3-256", "--", "-x"]).text(), format!("{ABC}  -x\n"));
}

#[test]
fn reads_mac_key_from_file_or_environment() {
    let dir = TestDir::new();
    dir.write("key", "key");
    dir.write("abc", "abc");
    let by_file = dir.run(&["mac", "hmac-sha3-256", "--key-file", "key", "abc"]);
    let mut command = dir.command(&["mac", "hmac-sha3-256", "--key-env", "K", "abc"]);
    let by_variable = command.env("K", "key").output().unwrap();
    assert_eq!(by_file.stdout, by_variable.stdout);
    let tag = by_file.text().split(' ').next().unwrap().to_owned();
    let verify = ["mac", "hmac-sha3-256", "--key-file", "key", "abc", "--verify"];
    let verified = dir.run(&[&verify[..], &[&tag]].concat());
    assert_eq!((verified.code, verified.text()), (0, "abc: OK\n"));
    let refused = dir.run(&[&verify[..], &[&tag[2..]]].concat());
    assert_eq!((refused.code, refused.text()), (1, "abc: FAILED\n"));
}
