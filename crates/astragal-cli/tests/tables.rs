//! What `list`, `info`, `test` and `selftest` print.

mod common;

use astragal::registry::{CIPHERS, HASHES, SIZED_HASHES, XOFS, algorithms, macs};
use common::{ABC, Folder};

#[test]
fn the_list_shows_every_algorithm() {
    let folder = Folder::new();
    let mut table = folder.run(&["list"]).text().to_owned();
    for rule in ["hmac", "pbkdf2", "scrypt", "hkdf", "kbkdf"] {
        assert!(table.contains(&format!("`digest list {rule}`")), "{rule}");
        table += folder.run(&["list", rule]).text();
    }
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
    let json = folder.run(&["list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(json.text()).expect("it is JSON");
    let listed: Vec<&str> =
        json.as_array().expect("a list").iter().filter_map(|row| row["name"].as_str()).collect();
    for name in algorithms().map(|row| row.name) {
        assert!(listed.contains(&name), "{name}");
        assert!(table.contains(&format!(" {name} ")), "{name}");
    }
}

#[test]
fn info_answers_to_an_alias() {
    let folder = Folder::new();
    let ran = folder.run(&["info", "K12"]);
    assert_eq!(ran.code, 0);
    for line in ["name      kt128", "aliases   kangarootwelve, k12", "standard  RFC 9861 §3"] {
        assert!(ran.text().contains(line), "{}", ran.text());
    }
}

#[test]
fn the_speed_table_has_every_algorithm_that_gives_a_digest() {
    let folder = Folder::new();
    folder.write("abc", "abc");
    let ran = folder.run(&["test", "2", "abc"]);
    let line = |name: &str| {
        let start = format!("{name:<14} ");
        ran.text().lines().find(|line| line.starts_with(&start)).expect(name).to_owned()
    };
    // cppcrypto's names, and digests that others have published.
    assert!(line("sha3/256").ends_with(ABC));
    assert!(line("md5").ends_with(" 900150983cd24fb0d6963f7d28e17f72"));
    assert!(line("shake128").contains(" MB/s) "));
    for name in [
        "skein512/256",
        "groestl/512",
        "kupyna/256",
        "streebog/512",
        "hmac-sha3/256",
        "kmac256",
        "blake3 keyed",
    ] {
        assert!(line(name).contains(" MB/s) "), "{name}");
    }
    let lines = ran.text().lines().filter(|line| line.contains(" MB/s) ")).count();
    let xofs = SIZED_HASHES
        .iter()
        .chain(XOFS)
        .filter(|xof| HASHES.iter().all(|row| row.name != xof.name))
        .count();
    assert_eq!(lines, HASHES.len() + xofs + macs().count());
}

#[test]
fn the_other_speed_table_has_every_block_cipher() {
    let folder = Folder::new();
    folder.write("message", [7; 1000]);
    let ran = folder.run(&["bctest", "2", "message"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let (head, table) = ran.text().split_once('\n').expect("there is a head");
    assert!(head.contains("CBC encryption") && head.contains("CTR decryption"), "{head}");
    for name in ["rijndael128/256", "camellia/128", "kalyna512/512", "threefish/1024", "sm4"] {
        let line = table.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        assert_eq!(line.matches(" MB/s)").count(), 4, "{line}");
    }
    assert_eq!(table.lines().count(), CIPHERS.len());
    assert_eq!(folder.run(&["bctest", "0", "message"]).code, 2);
    assert_eq!(folder.run(&["bctest", "1", "absent"]).code, 1);
}

#[test]
fn codes_composed_by_rule_are_computed_and_explained() {
    let folder = Folder::new();
    // RFC 4493 §4, example 2.
    folder.write("key", 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes());
    folder.write("message", 0x6bc1_bee2_2e40_9f96_e93d_7e11_7393_172a_u128.to_be_bytes());
    let mac = folder.run(&["mac", "cmac-aes-128", "--key-file", "key", "message"]);
    assert_eq!(mac.text(), "070a16b46b4d4144f79bdd9dd04a287c  message\n", "{}", mac.stderr);
    assert!(folder.run(&["info", "cmac-sm4"]).text().contains("kind      mac"));
}

#[test]
fn the_built_in_answers_are_given() {
    let ran = Folder::new().run(&["selftest"]);
    assert_eq!(ran.code, 0);
    assert!(ran.text().ends_with(" passed, 0 failed\n"), "{}", ran.text());
}

#[test]
fn completions_are_scripts() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(Folder::new().run(&["completions", shell]).text().contains("digest"));
    }
}

#[test]
fn the_manual_page_is_one() {
    let ran = Folder::new().run(&["man"]);
    assert!(ran.text().contains(".TH digest 1"), "{}", ran.text());
}

#[test]
fn a_command_is_a_file_behind_an_algorithm() {
    let folder = Folder::new();
    for name in ["list", "test", "man"] {
        folder.write(name, "abc");
        assert_eq!(folder.run(&["sha3-256", name]).text(), format!("{}  {name}\n", common::ABC));
    }
}
