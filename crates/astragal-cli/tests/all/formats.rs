//! Tests output formats: `digest -c` must be able to verify the output of `digest`. The exception is output for which
//! `digest` printed a warning that verification needs further options.

use crate::common::TestDir;

#[test]
fn tagged_lines_round_trip_parameters() {
    let dir = TestDir::new();
    dir.write("f", "f");
    for arguments in [
        &["kt128", "--custom", "a b(;=%)ü"][..],
        &["cshake256", "--name", "N", "--custom", ""],
        &["turboshake128", "--domain", "0x07"],
        &["parallelhash256", "--block", "4096", "-l", "1024"],
        &["shake128", "--seek", "7"],
        &["blake3", "--derive-key", "my context"],
        &["blake3", "--seek", "64", "-l", "512"],
        &["tuplehash128", "--custom", "x"],
    ] {
        for style in ["--tag", "--json"] {
            let ran = dir.run(&[arguments, &[style, "f"]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
            dir.write("SUMS", &ran.stdout);
            let checked = dir.run(&["-c", "SUMS"]);
            assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", ran.text());
            let contradicted = dir.run(&["-c", "SUMS", "--custom", "another"]);
            assert_eq!(contradicted.code, 1, "{}", ran.text());
        }
        let ran = dir.run(&[arguments, &["f"]].concat());
        assert!(ran.stderr.contains("do not record"), "{arguments:?}: {}", ran.stderr);
    }
    let ran = dir.run(&["shake128", "-l", "64", "--tag", "f"]);
    assert!(ran.stderr.contains("repeat -l 64"), "{}", ran.stderr);
    assert_eq!(dir.run(&["shake128", "-l", "64", "--tag", "--quiet", "f"]).stderr, "");
    assert_eq!(dir.run(&["shake128", "-l", "1024", "f"]).stderr, "");
}

#[test]
fn rejects_noncanonical_parameters() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let digest = dir.run(&["kt128", "--custom", "a", "--quiet", "f"]).text()[..64].to_owned();
    for (tag, is_read) in [
        ("KT128-256;custom=a", true),
        ("KT128-256;custom=%61", false),
        ("KT128-256;custom=a;custom=a", false),
        ("KT128-256;customs=a", false),
        ("KT128-256;keyed;custom=a", false),
        ("KT128-256;", false),
        ("KT128;custom=a", true),
    ] {
        dir.write("SUMS", format!("{tag} (f) = {digest}\n"));
        assert_eq!(dir.run(&["-c", "SUMS"]).code == 0, is_read, "{tag}");
    }
}

#[test]
fn verifies_every_digest_encoding() {
    let dir = TestDir::new();
    dir.write("f", "f");
    for flag in ["--base64", "--base64url", "--sri", "--untagged"] {
        let ran = dir.run(&["hash", "-a", "sha384", flag, "f"]);
        dir.write("SUMS", &ran.stdout);
        let checked = dir.run(&["-c", "sha384", "SUMS"]);
        assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", ran.text());
    }
    // A Subresource Integrity digest contains the name of its algorithm.
    dir.write("SUMS", dir.run(&["sha256", "--sri", "f"]).stdout);
    assert_eq!(dir.run(&["-c", "SUMS"]).text(), "f: OK\n");
}

#[cfg(target_os = "linux")]
#[test]
fn json_round_trips_any_file_name() {
    use std::ffi::OsString;
    let dir = TestDir::new();
    let name: OsString = std::os::unix::ffi::OsStringExt::from_vec(b"no \xff UTF-8\n\"".to_vec());
    dir.write(&name, "f");
    let ran = dir.run(&["hash".into(), "-a".into(), "sha256,kt128".into(), "--json".into(), name]);
    for line in ran.text().lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&value["bits"], &value["size"], &value["status"]),
            (&256.into(), &1.into(), &"ok".into())
        );
    }
    dir.write("SUMS", &ran.stdout);
    let checked = dir.run(&["check", "--json", "SUMS"]);
    assert_eq!((checked.code, checked.text().lines().count()), (0, 2), "{}", checked.stderr);
}

#[test]
fn template_formats_the_output() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    let template = "%{alg} %{bits} %{tag} %{path} %{size}%%\\t%{hex}";
    let ran = dir.run(&["sha3-256", "--format", template, "abc"]);
    assert_eq!(ran.text(), format!("sha3-256 256 SHA3-256 abc 3%\t{}\n", crate::common::ABC));
    for wrong in ["%{", "%x", "\\q", "%{digest}"] {
        assert_eq!(dir.run(&["sha256", "--format", wrong, "abc"]).code, 2, "{wrong}");
    }
    assert_eq!(
        dir.run(&["sha3-256", "--no-names", "abc"]).text(),
        format!("{}\n", crate::common::ABC)
    );
}

#[test]
fn several_algorithms_read_input_once() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let ran = dir.run_with_input(&["hash", "-a", "sha256,blake3,sm3"], b"f");
    assert_eq!(ran.text().lines().count(), 3);
    for (line, algorithm) in ran.text().lines().zip(["sha256", "blake3", "sm3"]) {
        let alone = dir.run(&[algorithm, "--tag", "f"]);
        assert_eq!(line.replace("(-)", "(f)"), alone.text().trim_end());
    }
}

#[test]
fn verifies_mac_lines_with_their_key() {
    let dir = TestDir::new();
    dir.write("f", "f");
    dir.write("key", [7; 32]);
    for algorithm in ["hmac-sha2-256", "kmac128", "blake3", "blake2b-256"] {
        let made = dir.run(&["mac", algorithm, "--key-file", "key", "--tag", "f"]);
        dir.write("MACS", &made.stdout);
        let checked = dir.run(&["mac", "-c", "--key-file", "key", "MACS"]);
        assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", made.text());
        // Without the key, verification fails: `digest` must not verify with the unkeyed hash of the same name.
        assert_eq!(dir.run(&["-c", "MACS"]).code, 1);
        let mut flipped = made.stdout.clone();
        let last = flipped.len() - 2;
        flipped[last] = if flipped[last] == b'0' { b'1' } else { b'0' };
        dir.write("MACS", flipped);
        assert_eq!(dir.run(&["mac", "-c", "--key-file", "key", "MACS"]).text(), "f: FAILED\n");
    }
}

#[test]
fn empty_key_needs_an_option() {
    let dir = TestDir::new();
    dir.write("empty", "");
    let ran = dir.run(&["mac", "hmac-sha256", "--key-file", "empty", "empty"]);
    assert!(ran.code == 2 && ran.stderr.contains("key is empty"), "{}", ran.stderr);
    let ran = dir.run(&["mac", "hmac-sha256", "--key-file", "empty", "--allow-empty-key", "empty"]);
    assert_eq!(ran.code, 0);
}

#[test]
fn warns_about_a_broken_mac() {
    let dir = TestDir::new();
    dir.write("key", [7; 32]);
    let ran = dir.run(&["mac", "hmac-md5", "--key-file", "key", "key"]);
    assert!(ran.stderr.contains("hmac-md5 is broken"), "{}", ran.stderr);
}

#[test]
fn accepts_names_of_other_tools() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let text = |arguments: &[&str]| dir.run(arguments).text().to_owned();
    assert_eq!(text(&["shake128/512", "f"]), text(&["shake128", "-l", "512", "f"]));
    assert_eq!(text(&["gost12-256", "f"]), text(&["streebog-256", "f"]));
    // RHash pads its tags with blanks.
    let md5 = text(&["md5", "--quiet", "f"]);
    dir.write("SUMS", format!("MD5        (f) = {}\n", &md5[..32]));
    assert_eq!(text(&["-c", "SUMS"]), "f: OK\n");
}

#[test]
fn name_of_another_kind_gets_a_hint() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let ran = dir.run(&["kmac128", "f"]);
    assert!(ran.stderr.contains("digest mac kmac128"), "{}", ran.stderr);
    let ran = dir.run(&["mac", "sha256", "--key-file", "f", "f"]);
    assert!(ran.stderr.contains("use hmac-sha256"), "{}", ran.stderr);
}

#[test]
fn suggestions_are_unique() {
    let ran = TestDir::new().run(&["blake", "f"]);
    let mut suggested: Vec<&str> =
        ran.stderr.split([' ', ',', '?']).filter(|word| word.starts_with("blake")).collect();
    let count = suggested.len();
    suggested.sort_unstable();
    suggested.dedup();
    assert_eq!(suggested.len(), count, "{}", ran.stderr);
}

/// `digest mac blake2b` computes keyed BLAKE2b, not HMAC.
#[test]
fn mac_by_name_of_a_keyed_hash_is_its_keyed_form() {
    let dir = TestDir::new();
    dir.write("f", "f");
    dir.write("key", [7; 32]);
    let mac = |name: &str| dir.run(&["mac", name, "--key-file", "key", "f"]).text().to_owned();
    assert_eq!(mac("blake2b"), mac("blake2b-512"));
    assert_eq!(mac("blake2s"), mac("blake2s-256"));
    assert_ne!(mac("blake2b"), mac("hmac-blake2b-512"));
    assert!(!mac("blake2b").is_empty());
}

/// `digest hash` writes tagged lines, so `check` and `audit` verify them without an option that names the algorithm.
#[test]
fn hash_writes_tagged_lines() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    dir.write("d/f", "f");
    let ran = dir.run(&["hash", "-a", "sha256", "-r", "d"]);
    assert!(ran.text().starts_with("SHA256 (d/f) = "), "{}", ran.text());
    dir.write("SUMS", &ran.stdout);
    assert_eq!(dir.run(&["audit", "SUMS", "d"]).code, 0);
    assert_eq!(dir.run(&["check", "SUMS"]).text(), "d/f: OK\n");
    let untagged = dir.run(&["hash", "-a", "sha256", "--untagged", "d/f"]);
    assert_eq!(untagged.text(), dir.run(&["sha256", "d/f"]).text());
    for layout in ["--sri", "--no-names", "--raw", "--json"] {
        let long = dir.run(&["hash", "-a", "sha256", layout, "d/f"]);
        assert_eq!((long.code, &long.stdout), (0, &dir.run(&["sha256", layout, "d/f"]).stdout));
    }
}

#[test]
fn hashes_a_text() {
    let dir = TestDir::new();
    let ran = dir.run(&["sha3-256", "-s", "abc"]);
    assert_eq!((ran.code, ran.text()), (0, &*format!("{}\n", crate::common::ABC)));
    let ran = dir.run(&["sha3-256", "--tag", "-s", "abc"]);
    assert_eq!(ran.text(), format!("SHA3-256 (\"abc\") = {}\n", crate::common::ABC));
    let ran = dir.run(&["hash", "-a", "sha3-256,sha256", "-s", ""]);
    assert!(
        ran.text().starts_with(&format!("SHA3-256 (\"\") = {}\n", crate::common::EMPTY)),
        "{}",
        ran.text()
    );
    assert_eq!(
        dir.run(&["sha3-256", "-s", "abc", "--verify", crate::common::ABC]).text(),
        "\"abc\": OK\n"
    );
}

#[test]
fn verifies_one_digest() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    let upper = crate::common::ABC.to_uppercase();
    let base64 = dir.run(&["sha3-256", "--base64", "--no-names", "abc"]);
    for digest in [crate::common::ABC, &upper, base64.text().trim_end()] {
        for words in [&["sha3-256"][..], &["hash", "-a", "sha3-256"]] {
            let ran = dir.run(&[words, &["--verify", digest, "abc"]].concat());
            assert_eq!((ran.code, ran.text()), (0, "abc: OK\n"), "{digest}: {}", ran.stderr);
        }
    }
    for wrong in [crate::common::EMPTY, "00", &crate::common::ABC[2..]] {
        let ran = dir.run(&["sha3-256", "--verify", wrong, "abc"]);
        assert_eq!((ran.code, ran.text()), (1, "abc: FAILED\n"), "{wrong}");
    }
    assert_eq!(dir.run(&["sha3-256", "--verify", "xyz", "abc"]).code, 2);
    assert_eq!(dir.run(&["sha3-256", "--verify", crate::common::ABC, "missing"]).code, 1);
    let ran = dir.run_with_input(&["sha3-256", "--verify", crate::common::ABC], b"abc");
    assert_eq!((ran.code, ran.text()), (0, "standard input: OK\n"));
}

#[test]
fn output_option_replaces_a_file_atomically() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    dir.write("d/f", "abc");
    dir.write("d/SUMS", "old\n");
    let ran = dir.run(&["sha3-256", "-r", "d", "-o", "d/SUMS"]);
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "", ""));
    let read = |name: &str| std::fs::read_to_string(dir.path().join(name));
    assert_eq!(read("d/SUMS").unwrap(), format!("{}  d/f\n", crate::common::ABC));
    assert_eq!(std::fs::read_dir(dir.path().join("d")).unwrap().count(), 2);
    // A failed command must not leave an output file.
    assert_eq!(dir.run(&["sha3-256", "--verify", "zz", "-o", "NEW", "d/f"]).code, 2);
    assert_eq!(dir.run(&["sha3-256", "-o", "nowhere/NEW", "d/f"]).code, 1);
    assert!(read("NEW").is_err() && read("NEW.part").is_err());
    #[cfg(target_os = "linux")]
    assert_eq!(dir.run(&["sha3-256", "-o", "/dev/full", "d/f"]).code, 1);
}

#[test]
fn rejects_contradicting_json() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    dir.write("other", "abc");
    let digest = crate::common::ABC;
    let rest = format!("\"alg\":\"sha3-256\",\"bits\":256,\"digest\":\"{digest}\"}}");
    // `YWJj` is "abc" in base64.
    for (start, is_accepted) in [
        ("{\"path\":\"abc\",", true),
        ("{\"path\":\"abc\",\"path_b64\":\"YWJj\",", true),
        ("{\"path_b64\":\"YWJj\",", true),
        ("{\"path\":\"other\",\"path_b64\":\"YWJj\",", false),
        ("{\"path\":\"abc\",\"path\":\"abc\",", false),
        ("{\"path\":\"abc\",\"path\":\"other\",", false),
    ] {
        dir.write("JSON", format!("{start}{rest}\n"));
        let ran = dir.run(&["-c", "JSON"]);
        assert_eq!(ran.code, i32::from(!is_accepted), "{start}: {}", ran.stderr);
    }
}

#[test]
fn checksums_match_published_check_values() {
    let dir = TestDir::new();
    dir.write("f", "123456789");
    for (name, expected) in [
        ("crc32", "cbf43926"),
        ("crc32b", "cbf43926"),
        ("crc32c", "e3069283"),
        ("cksum", "377a6011"),
        ("crc32-posix", "377a6011"),
    ] {
        assert_eq!(dir.run(&[name, "f"]).text(), format!("{expected}  f\n"), "{name}");
        assert!(dir.run(&["info", name]).text().contains("status    not-cryptographic"), "{name}");
    }
    dir.write("SUMS", dir.run(&["crc32", "--tag", "f"]).stdout);
    assert_eq!(dir.run(&["-c", "SUMS"]).text(), "f: OK\n");
    for name in ["hmac-crc32", "hmac-crc32c", "hmac-crc32-posix"] {
        assert_eq!(dir.run(&["mac", name, "--key-env", "HOME", "f"]).code, 2, "{name}");
    }
}
