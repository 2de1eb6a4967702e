//! What is written can be read back, or a warning says that it cannot.

mod common;

use common::Folder;

#[test]
fn tagged_lines_round_trip_parameters() {
    let folder = Folder::new();
    folder.write("f", "f");
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
            let ran = folder.run(&[arguments, &[style, "f"]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{arguments:?}");
            folder.write("SUMS", &ran.stdout);
            let checked = folder.run(&["-c", "SUMS"]);
            assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", ran.text());
            let contradicted = folder.run(&["-c", "SUMS", "--custom", "another"]);
            assert_eq!(contradicted.code, 1, "{}", ran.text());
        }
        let ran = folder.run(&[arguments, &["f"]].concat());
        assert!(ran.stderr.contains("do not keep"), "{arguments:?}: {}", ran.stderr);
    }
    let ran = folder.run(&["shake128", "-l", "64", "--tag", "f"]);
    assert!(ran.stderr.contains("give -l 64 again"), "{}", ran.stderr);
    assert_eq!(folder.run(&["shake128", "-l", "64", "--tag", "--quiet", "f"]).stderr, "");
    assert_eq!(folder.run(&["shake128", "-l", "1024", "f"]).stderr, "");
}

#[test]
fn rejects_noncanonical_parameters() {
    let folder = Folder::new();
    folder.write("f", "f");
    let digest = folder.run(&["kt128", "--custom", "a", "--quiet", "f"]).text()[..64].to_owned();
    for (tag, is_read) in [
        ("KT128-256;custom=a", true),
        ("KT128-256;custom=%61", false),
        ("KT128-256;custom=a;custom=a", false),
        ("KT128-256;customs=a", false),
        ("KT128-256;keyed;custom=a", false),
        ("KT128-256;", false),
        ("KT128;custom=a", true),
    ] {
        folder.write("SUMS", format!("{tag} (f) = {digest}\n"));
        assert_eq!(folder.run(&["-c", "SUMS"]).code == 0, is_read, "{tag}");
    }
}

#[test]
fn verifies_every_digest_encoding() {
    let folder = Folder::new();
    folder.write("f", "f");
    for flag in ["--base64", "--base64url", "--sri", "--untagged"] {
        let ran = folder.run(&["hash", "-a", "sha384", flag, "f"]);
        folder.write("SUMS", &ran.stdout);
        let checked = folder.run(&["-c", "sha384", "SUMS"]);
        assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", ran.text());
    }
    // The HTML specification's form names the algorithm itself.
    folder.write("SUMS", folder.run(&["sha256", "--sri", "f"]).stdout);
    assert_eq!(folder.run(&["-c", "SUMS"]).text(), "f: OK\n");
}

#[cfg(target_os = "linux")]
#[test]
fn json_round_trips_any_file_name() {
    use std::ffi::OsString;
    let folder = Folder::new();
    let name: OsString = std::os::unix::ffi::OsStringExt::from_vec(b"no \xff UTF-8\n\"".to_vec());
    folder.write(&name, "f");
    let ran =
        folder.run(&["hash".into(), "-a".into(), "sha256,kt128".into(), "--json".into(), name]);
    for line in ran.text().lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert_eq!(
            (&value["bits"], &value["size"], &value["status"]),
            (&256.into(), &1.into(), &"ok".into())
        );
    }
    folder.write("SUMS", &ran.stdout);
    let checked = folder.run(&["check", "--json", "SUMS"]);
    assert_eq!((checked.code, checked.text().lines().count()), (0, 2), "{}", checked.stderr);
}

#[test]
fn template_formats_the_output() {
    let folder = Folder::new();
    folder.write("abc", "abc");
    let template = "%{alg} %{bits} %{tag} %{path} %{size}%%\\t%{hex}";
    let ran = folder.run(&["sha3-256", "--format", template, "abc"]);
    assert_eq!(ran.text(), format!("sha3-256 256 SHA3-256 abc 3%\t{}\n", common::ABC));
    for wrong in ["%{", "%x", "\\q", "%{digest}"] {
        assert_eq!(folder.run(&["sha256", "--format", wrong, "abc"]).code, 2, "{wrong}");
    }
    assert_eq!(folder.run(&["sha3-256", "--no-names", "abc"]).text(), format!("{}\n", common::ABC));
}

#[test]
fn several_algorithms_read_input_once() {
    let folder = Folder::new();
    folder.write("f", "f");
    let ran = folder.run_with_input(&["hash", "-a", "sha256,blake3,sm3"], b"f");
    assert_eq!(ran.text().lines().count(), 3);
    for (line, algorithm) in ran.text().lines().zip(["sha256", "blake3", "sm3"]) {
        let alone = folder.run(&[algorithm, "--tag", "f"]);
        assert_eq!(line.replace("(-)", "(f)"), alone.text().trim_end());
    }
}

#[test]
fn verifies_lists_of_macs() {
    let folder = Folder::new();
    folder.write("f", "f");
    folder.write("key", [7; 32]);
    folder.write("empty", "");
    for algorithm in ["hmac-sha2-256", "kmac128", "blake3", "blake2b-256"] {
        let made = folder.run(&["mac", algorithm, "--key-file", "key", "--tag", "f"]);
        folder.write("MACS", &made.stdout);
        let checked = folder.run(&["mac", "-c", "--key-file", "key", "MACS"]);
        assert_eq!((checked.code, checked.text()), (0, "f: OK\n"), "{}", made.text());
        // Who has no key can verify nothing, not even by a hash of the same name.
        assert_eq!(folder.run(&["-c", "MACS"]).code, 1);
        let mut flipped = made.stdout.clone();
        let last = flipped.len() - 2;
        flipped[last] = if flipped[last] == b'0' { b'1' } else { b'0' };
        folder.write("MACS", flipped);
        assert_eq!(folder.run(&["mac", "-c", "--key-file", "key", "MACS"]).text(), "f: FAILED\n");
    }
    let ran = folder.run(&["mac", "hmac-sha256", "--key-file", "empty", "f"]);
    assert!(ran.code == 2 && ran.stderr.contains("key is empty"), "{}", ran.stderr);
    let ran = folder.run(&["mac", "hmac-sha256", "--key-file", "empty", "--allow-empty-key", "f"]);
    assert_eq!(ran.code, 0);
    let ran = folder.run(&["mac", "hmac-md5", "--key-file", "key", "f"]);
    assert!(ran.stderr.contains("hmac-md5 is broken"), "{}", ran.stderr);
}

#[test]
fn accepts_names_of_other_tools_and_kinds() {
    let folder = Folder::new();
    folder.write("f", "f");
    let text = |arguments: &[&str]| folder.run(arguments).text().to_owned();
    assert_eq!(text(&["shake128/512", "f"]), text(&["shake128", "-l", "512", "f"]));
    assert_eq!(text(&["gost12-256", "f"]), text(&["streebog-256", "f"]));
    let ran = folder.run(&["kmac128", "f"]);
    assert!(ran.stderr.contains("digest mac kmac128"), "{}", ran.stderr);
    let ran = folder.run(&["mac", "sha256", "--key-file", "f", "f"]);
    assert!(ran.stderr.contains("HMAC over it is hmac-sha256"), "{}", ran.stderr);
    let ran = folder.run(&["blake", "f"]);
    let mut suggested: Vec<&str> =
        ran.stderr.split([' ', ',', '?']).filter(|word| word.starts_with("blake")).collect();
    let count = suggested.len();
    suggested.sort_unstable();
    suggested.dedup();
    assert_eq!(suggested.len(), count, "{}", ran.stderr);
    let ran = folder.run(&["x".repeat(100_000)]);
    assert!(ran.code == 2 && ran.stderr.len() < 500, "{}", ran.stderr.len());
    // RHash pads its tags.
    let md5 = text(&["md5", "--quiet", "f"]);
    folder.write("SUMS", format!("MD5        (f) = {}\n", &md5[..32]));
    assert_eq!(text(&["-c", "SUMS"]), "f: OK\n");
}

/// The name of a hash that takes a key is its keyed form, not HMAC over it.
#[test]
fn mac_by_name_of_a_keyed_hash_is_its_keyed_form() {
    let folder = Folder::new();
    folder.write("f", "f");
    folder.write("key", [7; 32]);
    let mac = |name: &str| folder.run(&["mac", name, "--key-file", "key", "f"]).text().to_owned();
    assert_eq!(mac("blake2b"), mac("blake2b-512"));
    assert_eq!(mac("blake2s"), mac("blake2s-256"));
    assert_ne!(mac("blake2b"), mac("hmac-blake2b-512"));
    assert!(!mac("blake2b").is_empty());
}

/// What `digest hash` writes, `check` and `audit` read without being told the algorithm.
#[test]
fn hash_writes_tagged_lines() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).expect("there is room");
    folder.write("d/f", "f");
    let ran = folder.run(&["hash", "-a", "sha256", "-r", "d"]);
    assert!(ran.text().starts_with("SHA256 (d/f) = "), "{}", ran.text());
    folder.write("SUMS", &ran.stdout);
    assert_eq!(folder.run(&["audit", "SUMS", "d"]).code, 0);
    assert_eq!(folder.run(&["check", "SUMS"]).text(), "d/f: OK\n");
    let untagged = folder.run(&["hash", "-a", "sha256", "--untagged", "d/f"]);
    assert_eq!(untagged.text(), folder.run(&["sha256", "d/f"]).text());
    for layout in ["--sri", "--no-names", "--raw", "--json"] {
        let long = folder.run(&["hash", "-a", "sha256", layout, "d/f"]);
        assert_eq!((long.code, &long.stdout), (0, &folder.run(&["sha256", layout, "d/f"]).stdout));
    }
}

#[test]
fn hashes_a_text() {
    let folder = Folder::new();
    let ran = folder.run(&["sha3-256", "-s", "abc"]);
    assert_eq!((ran.code, ran.text()), (0, &*format!("{}\n", common::ABC)));
    let ran = folder.run(&["sha3-256", "--tag", "-s", "abc"]);
    assert_eq!(ran.text(), format!("SHA3-256 (\"abc\") = {}\n", common::ABC));
    let ran = folder.run(&["hash", "-a", "sha3-256,sha256", "-s", ""]);
    assert!(
        ran.text().starts_with(&format!("SHA3-256 (\"\") = {}\n", common::EMPTY)),
        "{}",
        ran.text()
    );
    assert_eq!(
        folder.run(&["sha3-256", "-s", "abc", "--verify", common::ABC]).text(),
        "\"abc\": OK\n"
    );
}

#[test]
fn verifies_one_digest() {
    let folder = Folder::new();
    folder.write("abc", "abc");
    let upper = common::ABC.to_uppercase();
    let base64 = folder.run(&["sha3-256", "--base64", "--no-names", "abc"]);
    for digest in [common::ABC, &upper, base64.text().trim_end()] {
        for words in [&["sha3-256"][..], &["hash", "-a", "sha3-256"]] {
            let ran = folder.run(&[words, &["--verify", digest, "abc"]].concat());
            assert_eq!((ran.code, ran.text()), (0, "abc: OK\n"), "{digest}: {}", ran.stderr);
        }
    }
    for wrong in [common::EMPTY, "00", &common::ABC[2..]] {
        let ran = folder.run(&["sha3-256", "--verify", wrong, "abc"]);
        assert_eq!((ran.code, ran.text()), (1, "abc: FAILED\n"), "{wrong}");
    }
    assert_eq!(folder.run(&["sha3-256", "--verify", "xyz", "abc"]).code, 2);
    assert_eq!(folder.run(&["sha3-256", "--verify", common::ABC, "missing"]).code, 1);
    let ran = folder.run_with_input(&["sha3-256", "--verify", common::ABC], b"abc");
    assert_eq!((ran.code, ran.text()), (0, "standard input: OK\n"));
}

/// The file appears whole, replaces an older one, and is not hashed itself.
#[test]
fn writes_results_to_a_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("d")).expect("there is room");
    folder.write("d/f", "abc");
    folder.write("d/SUMS", "old\n");
    let ran = folder.run(&["sha3-256", "-r", "d", "-o", "d/SUMS"]);
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "", ""));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name));
    assert_eq!(read("d/SUMS").expect("it is there"), format!("{}  d/f\n", common::ABC));
    assert_eq!(std::fs::read_dir(folder.path().join("d")).expect("it is there").count(), 2);
    // A run that fails leaves nothing.
    assert_eq!(folder.run(&["sha3-256", "--verify", "zz", "-o", "NEW", "d/f"]).code, 2);
    assert_eq!(folder.run(&["sha3-256", "-o", "nowhere/NEW", "d/f"]).code, 1);
    assert!(read("NEW").is_err() && read("NEW.part").is_err());
    #[cfg(target_os = "linux")]
    assert_eq!(folder.run(&["sha3-256", "-o", "/dev/full", "d/f"]).code, 1);
}

/// A list is believed only where it does not contradict itself.
#[test]
fn rejects_contradicting_json() {
    let folder = Folder::new();
    folder.write("abc", "abc");
    folder.write("other", "abc");
    let digest = common::ABC;
    let rest = format!("\"alg\":\"sha3-256\",\"bits\":256,\"digest\":\"{digest}\"}}");
    // "abc" in base64.
    for (start, is_good) in [
        ("{\"path\":\"abc\",", true),
        ("{\"path\":\"abc\",\"path_b64\":\"YWJj\",", true),
        ("{\"path_b64\":\"YWJj\",", true),
        ("{\"path\":\"other\",\"path_b64\":\"YWJj\",", false),
        ("{\"path\":\"abc\",\"path\":\"abc\",", false),
        ("{\"path\":\"abc\",\"path\":\"other\",", false),
    ] {
        folder.write("JSON", format!("{start}{rest}\n"));
        let ran = folder.run(&["-c", "JSON"]);
        assert_eq!(ran.code, i32::from(!is_good), "{start}: {}", ran.stderr);
    }
}

/// The checksums of archives; Python computes two of them.
#[test]
fn checksums_match_published_check_values() {
    let folder = Folder::new();
    folder.write("f", "123456789");
    for (name, expected) in [
        ("crc32", "cbf43926"),
        ("crc32b", "cbf43926"),
        ("crc32c", "e3069283"),
        ("cksum", "377a6011"),
        ("crc32-posix", "377a6011"),
    ] {
        assert_eq!(folder.run(&[name, "f"]).text(), format!("{expected}  f\n"), "{name}");
        assert!(
            folder.run(&["info", name]).text().contains("status    not-cryptographic"),
            "{name}"
        );
    }
    folder.write("SUMS", folder.run(&["crc32", "--tag", "f"]).stdout);
    assert_eq!(folder.run(&["-c", "SUMS"]).text(), "f: OK\n");
    for name in ["hmac-crc32", "hmac-crc32c", "hmac-crc32-posix"] {
        assert_eq!(folder.run(&["mac", name, "--key-env", "HOME", "f"]).code, 2, "{name}");
    }
}
