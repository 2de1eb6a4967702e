//! Tests `digest part` and `digest merge`: hashing a file in ranges.

use crate::common::TestDir;

fn message(length: usize) -> Vec<u8> {
    (0..=250).cycle().take(length).collect()
}

/// Hashes the ranges that start at the offsets `cuts`; the last range extends to the end of the file. Writes their
/// records as `0.part`, `1.part`, … and returns these names.
fn parts(dir: &TestDir, words: &[&str], cuts: &[u64]) -> Vec<String> {
    let bounds: Vec<String> = cuts.iter().map(u64::to_string).chain([String::new()]).collect();
    let ranges = bounds.windows(2).map(|pair| format!("{}:{}", pair[0], pair[1]));
    ranges
        .enumerate()
        .map(|(i, range)| {
            let ran = dir.run(&[&["part", "--range", &range], words, &["file"]].concat());
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{range}");
            let name = format!("{i}.part");
            dir.write(&name, ran.stdout);
            name
        })
        .collect()
}

#[test]
fn parts_in_any_order_merge_to_the_file_digest() {
    let dir = TestDir::new();
    dir.write("file", message(1_000_000));
    dir.write("key", [7; 32]);
    // `digest` would warn about a key file that other users can read.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(dir.path().join("key"), mode).unwrap();
    }
    let cuts = [0, 8192, 16384, 40960, 409_600, 819_200, 999_424];
    for (part, whole) in [
        (&["kt128"][..], &["kt128", "file"][..]),
        (&["blake3"], &["blake3", "file"]),
        (&["blake3", "--derive-key", "c"], &["blake3", "--derive-key", "c", "file"]),
        (&["blake3", "--key-file", "key"], &["mac", "blake3", "--key-file", "key", "file"]),
        (
            &["parallelhashxof256", "--block", "4096"],
            &["parallelhashxof256", "--block", "4096", "file"],
        ),
        (&["parallelhash256"], &["parallelhash256", "file"]),
    ] {
        let mut records = parts(&dir, part, &cuts);
        records.reverse();
        let extra: Vec<&str> = if part[0] == "blake3" { part[1..].to_vec() } else { Vec::new() };
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        let merged = dir.run(&[&["merge"], extra.as_slice(), records.as_slice()].concat());
        let expected = dir.run(whole);
        assert_eq!(merged.code, 0, "{part:?}: {}", merged.stderr);
        let expected = expected.text().split_whitespace().next().unwrap().to_owned();
        assert_eq!(merged.text().trim_end(), expected, "{part:?}");
    }
}

#[test]
fn merge_rejects_wrong_parts_without_output() {
    let dir = TestDir::new();
    dir.write("file", message(100_000));
    let records = parts(&dir, &["kt128"], &[0, 32768, 65536]);
    dir.write("other", dir.run(&["part", "--range", "65536:", "kt256", "file"]).stdout);
    dir.write("cut", &std::fs::read(dir.path().join("1.part")).unwrap()[..100]);
    dir.write("shorter", message(99_000));
    dir.write("lie", dir.run(&["part", "--range", "65536:", "kt128", "shorter"]).stdout);
    for (words, message) in [
        (&["0.part", "2.part"][..], "no part covers bytes 32768 to 65536"),
        (&["0.part", "1.part"], "no part covers bytes 65536 to 100000"),
        (&["0.part", "1.part", "1.part", "2.part"], "two parts cover bytes 32768 to 65536"),
        (&["0.part", "1.part", "other"], "to \"kt256\"; the other records belong to kt128"),
        (&["0.part", "cut", "2.part"], "the record is truncated or altered"),
        (
            &["0.part", "1.part", "lie"],
            "the record belongs to a message of 99000 bytes; the other records belong to one of 100000 bytes",
        ),
        (&["file"], "the bytes are not the record of a part"),
    ] {
        let ran = dir.run(&[&["merge"], words].concat());
        assert_eq!((ran.code, ran.text()), (1, ""), "{words:?}");
        assert!(ran.stderr.contains(message), "{words:?}: {}", ran.stderr);
    }
    assert_eq!(records.len(), 3);
    for (words, message) in [
        (&["part", "--range", "100:", "kt128", "file"][..], "takes multiples of 8192"),
        (&["part", "--range", "0:100", "kt128", "file"], "takes multiples of 8192"),
        (&["part", "--range", "0:200000", "kt128", "file"], "file is 100000 bytes"),
        (&["part", "--range", "9:1", "kt128", "file"], "ends before it starts"),
        (&["part", "--range", "0:", "sha256", "file"], "is not a tree hash"),
    ] {
        let ran = dir.run(words);
        assert_eq!((ran.code, ran.text()), (2, ""), "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{words:?}: {}", ran.stderr);
    }
}
