//! What is written can be read back, or a warning says that it cannot.

mod common;

use common::Folder;

#[test]
fn tagged_lines_keep_the_parameters() {
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
fn parameters_that_are_not_exactly_written_are_malformed() {
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
fn every_encoding_of_a_digest_verifies() {
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
fn json_loses_no_byte_of_a_name() {
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
fn a_template_says_what_is_written() {
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
fn several_algorithms_read_a_file_once() {
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
fn codes_have_lists() {
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
fn names_of_other_tools_and_kinds() {
    let folder = Folder::new();
    folder.write("f", "f");
    let text = |arguments: &[&str]| folder.run(arguments).text().to_owned();
    assert_eq!(text(&["shake128/512", "f"]), text(&["shake128", "-l", "512", "f"]));
    assert_eq!(text(&["gost12-256", "f"]), text(&["streebog-256", "f"]));
    let ran = folder.run(&["kmac128", "f"]);
    assert!(ran.stderr.contains("digest mac kmac128"), "{}", ran.stderr);
    let ran = folder.run(&["mac", "sha256", "--key-file", "f", "f"]);
    assert!(ran.stderr.contains("its code is hmac-sha256"), "{}", ran.stderr);
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
