//! Tests `digest outboard`: hash trees and verified ranges.

use crate::common::TestDir;

/// Writes a file of 293 chunks and its hash tree. Returns the digest.
fn write_tree(dir: &TestDir) -> String {
    let data: Vec<u8> = (0..=250).cycle().take(300_000).collect();
    dir.write("file", data);
    let ran = dir.run(&["outboard", "file", "tree"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.text(), dir.run(&["blake3", "file"]).text());
    ran.text()[..64].to_owned()
}

#[test]
fn outboard_verifies_and_prints_a_range() {
    let dir = TestDir::new();
    let digest = write_tree(&dir);
    let data = std::fs::read(dir.path().join("file")).unwrap();
    for (range, expected) in [
        ("0:300000", &data[..]),
        ("0:", &data),
        ("5000:5001", &data[5000..5001]),
        ("1023:1025", &data[1023..1025]),
        ("299999:", &data[299_999..]),
        ("7:7", &[]),
    ] {
        let words = ["outboard", "--verify", &digest, "--range", range, "--cat", "file", "tree"];
        let ran = dir.run(&words);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{range}");
        assert!(ran.stdout == expected, "{range}");
    }
    let ran = dir.run(&["outboard", "--verify", &digest, "file", "tree"]);
    assert_eq!((ran.code, ran.text()), (0, "file: OK\n"));
}

#[test]
fn outboard_outputs_no_unverified_byte() {
    let dir = TestDir::new();
    let digest = write_tree(&dir);
    let data = std::fs::read(dir.path().join("file")).unwrap();
    let mut changed = data.clone();
    changed[200_000] ^= 1;
    dir.write("changed", &changed);
    dir.write("shorter", &data[..100_000]);
    let tree = std::fs::read(dir.path().join("tree")).unwrap();
    let mut bad = tree.clone();
    bad[8] ^= 1;
    dir.write("bad", &bad);
    bad = tree.clone();
    bad[0] ^= 1;
    dir.write("lying", &bad);
    dir.write("cut", &tree[..100]);
    dir.write("empty", "");
    let other = "0".repeat(64);
    for (hex, range, file, tree, expected) in [
        (&digest, "0:", "changed", "tree", "message does not match the hash in bytes"),
        (&digest, "199900:200100", "changed", "tree", "message does not match the hash in bytes"),
        (&digest, "150000:", "shorter", "tree", "shorter ends before byte"),
        (&digest, "5:9", "file", "bad", "does not match the hash at byte 8"),
        (&digest, "0:", "file", "lying", ""),
        (&digest, "5:9", "file", "cut", "cut ends before byte"),
        (&digest, "0:", "file", "empty", "empty"),
        (
            &digest,
            "0:300001",
            "file",
            "tree",
            "the range is 0:300001; the message has 300000 bytes",
        ),
        (&other, "5:9", "file", "tree", "tree does not match the hash"),
        (&digest, "0:", "absent", "tree", "absent: No such file"),
    ] {
        let words = ["outboard", "--verify", hex, "--range", range, file, tree];
        let ran = dir.run(&words);
        assert_eq!((ran.code, ran.text()), (1, &*format!("{file}: FAILED\n")), "{words:?}");
        assert!(ran.stderr.contains(expected), "{words:?}: {}", ran.stderr);
    }
    // The output must end before the damaged chunk.
    let words = ["outboard", "--verify", &digest, "--cat", "changed", "tree"];
    let ran = dir.run(&words);
    assert_eq!(ran.code, 1);
    assert!(data.starts_with(&ran.stdout) && ran.stdout.len() <= 200_000);
    // A range that does not contain the damaged chunk can still be verified.
    let words = ["outboard", "--verify", &digest, "--range", "0:100000", "changed", "tree"];
    assert_eq!(dir.run(&words).code, 0);
}

#[test]
fn outboard_refuses_to_overwrite() {
    let dir = TestDir::new();
    dir.write("file", "abc");
    for words in [["outboard", "file", "file"], ["outboard", ".", "tree"], ["outboard", "a", "b"]] {
        let ran = dir.run(&words);
        assert_eq!((ran.code, ran.text()), (1, ""), "{words:?}");
    }
    assert_eq!(dir.run(&["sha3-256", "file"]).text(), format!("{}  file\n", crate::common::ABC));
    assert!(!dir.path().join("tree").exists() && !dir.path().join("b").exists());
    assert_eq!(dir.run(&["outboard", "--verify", "12", "file", "tree"]).code, 2);
    assert_eq!(dir.run(&["outboard", "--cat", "file", "tree"]).code, 2);
}

#[test]
fn keyed_outboard_needs_its_key() {
    let dir = TestDir::new();
    let data: Vec<u8> = (0..=250).cycle().take(70_000).collect();
    dir.write("file", &data);
    dir.write("key", [7; 32]);
    dir.write("other", [8; 32]);
    dir.write("short", [7; 31]);
    let keyed = ["--key-file", "key"];
    let derived = ["--derive-key", "example.com 2026-11-21 trees"];
    for (tree, mode) in [("keyed", &keyed), ("derived", &derived)] {
        let ran = dir.run(&[&["outboard", "file", tree], &mode[..]].concat());
        let hash: &[&str] = if tree == "keyed" { &["mac", "blake3"] } else { &["blake3"] };
        let expected = dir.run(&[hash, mode, &["file"]].concat());
        assert_eq!((ran.code, ran.text()), (0, expected.text()), "{}", expected.stderr);
        let digest = &ran.text()[..64];
        let words = ["outboard", "--verify", digest, "--range", "5000:6000", "--cat", "file", tree];
        let ran = dir.run(&[&words[..], mode].concat());
        assert!(ran.code == 0 && ran.stdout == data[5000..6000], "{}", ran.stderr);
        for wrong in [&[][..], &["--key-file", "other"], &["--derive-key", "another"]] {
            let ran = dir.run(&[&words[..], wrong].concat());
            assert!(ran.code == 1 && ran.stdout.is_empty(), "{wrong:?}");
            assert!(ran.stderr.contains("does not match the hash at byte 8"), "{}", ran.stderr);
        }
    }
    let ran = dir.run(&["outboard", "--key-file", "short", "file", "tree"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("key is 31 bytes; expected 32"), "{}", ran.stderr);
    assert!(!dir.path().join("tree").exists());
    let both = [&["outboard", "file", "tree"], &keyed[..], &derived].concat();
    assert_eq!(dir.run(&both).code, 2);
}

#[cfg(target_os = "linux")]
#[test]
fn killed_run_does_not_block_the_next() {
    let dir = TestDir::new();
    dir.write("file", "");
    let file = std::fs::File::options().write(true).open(dir.path().join("file"));
    file.and_then(|file| file.set_len(1 << 43)).unwrap();
    let mut child = dir.command(&["outboard", "file", "tree"]).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!dir.path().join("tree").exists());
    dir.write("file", "abc");
    let ran = dir.run(&["outboard", "file", "tree"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(dir.path().join("tree").exists() && !dir.path().join("tree.part").exists());
}
