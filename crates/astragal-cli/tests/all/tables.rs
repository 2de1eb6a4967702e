//! Tests the output of `list`, `info`, `bench`, `test`, `bctest`, `selftest`, `man` and `completions`.

use crate::common::{ABC, TestDir};
use astragal::registry::{
    CIPHERS, HASHES, SIZED_HASHES, XOFS, algorithms, composed_aeads, composed_kdfs, composed_macs,
    key_wraps, macs, modes,
};

#[test]
fn list_shows_every_algorithm() {
    let dir = TestDir::new();
    let mut table = dir.run(&["list"]).text().to_owned();
    let compositions =
        "hmac cmac gcm ccm gcm-siv siv ocb cbc ctr cfb ofb xts kw kwp pbkdf2 scrypt hkdf kbkdf";
    for composition in compositions.split(' ') {
        assert!(table.contains(&format!("`digest list {composition}`")), "{composition}");
        table += dir.run(&["list", composition]).text();
    }
    assert!(table.lines().all(|line| line.len() <= 80), "{table}");
    let json = dir.run(&["list", "--json"]);
    let json: serde_json::Value = serde_json::from_str(json.text()).unwrap();
    let listed: Vec<&str> =
        json.as_array().unwrap().iter().filter_map(|row| row["name"].as_str()).collect();
    let composed = composed_macs().map(|row| row.name).chain(composed_aeads().map(|row| row.name));
    let composed = composed.chain(composed_kdfs().map(|row| row.name));
    let composed = composed.chain(key_wraps().map(|row| row.name)).map(str::to_owned);
    let composed = composed.chain(modes().map(|mode| mode.name()));
    for name in algorithms().map(|row| row.name.to_owned()).chain(composed) {
        assert!(listed.contains(&name.as_str()), "{name}");
        assert!(table.contains(&format!(" {name} ")), "{name}");
    }
    let limits = |name: &str| {
        json.as_array().unwrap().iter().find(|row| row["name"] == name).unwrap()["limits"].clone()
    };
    assert_eq!(limits("aes-256-gcm")["message_bytes"], 68_719_476_704_u64);
    assert_eq!(limits("aes-256-gcm-siv")["is_nonce_reuse_fatal"], false);
    assert!(limits("sha3-256").is_null());
}

#[test]
fn list_filters_by_kind_family_status_and_name() {
    let dir = TestDir::new();
    let names = |words: &[&str]| dir.run(&[&["list", "--names"], words].concat()).text().to_owned();
    for kind in ["hash", "xof", "mac", "aead", "cipher", "mode", "kdf", "key-wrap"] {
        let json = dir.run(&["list", "--json", kind]);
        let json: serde_json::Value = serde_json::from_str(json.text()).unwrap();
        let rows = json.as_array().unwrap();
        assert!(!rows.is_empty() && rows.iter().all(|row| row["kind"] == kind), "{kind}");
        let table = dir.run(&["list", kind]);
        let is_kind = |line: &str| line.starts_with("kind ") || line.starts_with(kind);
        assert!(table.text().lines().all(is_kind), "{}", table.text());
    }
    assert!(names(&["aead"]).contains("sm4-gcm\n"));
    assert_eq!(names(&["mode", "sm4", "ctr"]), "sm4-ctr\n");
    assert_eq!(names(&["cipher", "aes"]).lines().count(), 3);
    assert!(names(&["kdf", "argon2"]).lines().all(|name| name.starts_with("argon2")));
    assert!(names(&["cipher", "recommended"]).contains("aes-256\n"));
    assert!(names(&["mac", "broken"]).contains("hmac-md5\n"));
    let ran = dir.run(&["list", "nothing"]);
    assert!(ran.code == 2 && ran.stderr.contains("expected a kind (hash, xof"), "{}", ran.stderr);
}

#[test]
fn info_describes_modes() {
    let dir = TestDir::new();
    for (name, lines) in [
        ("aes-128-cbc", ["kind      mode", "standard  SP 800-38A §6.2", "iv        16 bytes"]),
        ("sm4-xts", ["kind      mode", "key       32 bytes", "family    sm4"]),
        ("aes-256-gcm-siv", ["kind      aead", "standard  RFC 8452", "nonce     12 bytes"]),
        ("aria-256-kwp", ["kind      key-wrap", "standard  RFC 5649", "key       32 bytes"]),
        ("kbkdf-cmac-aes-128", ["kind      kdf", "status    recommended", "key       32 bytes"]),
    ] {
        let ran = dir.run(&["info", name]);
        for line in lines {
            assert!(ran.text().contains(line), "{name}: {}", ran.text());
        }
    }
}

#[test]
fn info_accepts_an_alias() {
    let dir = TestDir::new();
    let ran = dir.run(&["info", "K12"]);
    assert_eq!(ran.code, 0);
    for line in ["name      kt128", "aliases   kangarootwelve, k12", "standard  RFC 9861 §3"] {
        assert!(ran.text().contains(line), "{}", ran.text());
    }
}

#[test]
fn test_covers_every_hash_xof_and_mac() {
    let dir = TestDir::new();
    dir.write("abc", "abc");
    let ran = dir.run(&["test", "2", "abc"]);
    let line = |name: &str| {
        let start = format!("{name:<14} ");
        ran.text().lines().find(|line| line.starts_with(&start)).expect(name).to_owned()
    };
    // The expected names are in cppcrypto's format. The expected digests are published test vectors.
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
fn table_lookups_are_off_unless_allowed() {
    let dir = TestDir::new();
    let timing = |name: &str, value: &str| {
        let ran = dir.command(&["info", name]).env("ASTRAGAL_TIMING", value).output().unwrap();
        String::from_utf8(ran.stdout).unwrap().lines().last().unwrap().to_owned()
    };
    assert!(timing("cast256-256", "tables").ends_with("table-based"));
    assert!(timing("mars-256", "tables").ends_with("data-dependent"));
    assert_eq!(timing("aes-256", "tables"), timing("aes-256", ""));
    assert_eq!(timing("cast256-256", "constant"), timing("cast256-256", ""));
    let ran = dir.command(&["list"]).env("ASTRAGAL_TIMING", "yes").output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let message = String::from_utf8(ran.stderr).unwrap();
    assert!(
        message.contains("ASTRAGAL_TIMING is \"yes\"; expected constant or tables"),
        "{message}"
    );
    let bench = ["bench", "cast256-128", "--table-lookups", "--time", "1", "--sizes", "64"];
    assert_eq!(dir.run(&bench).code, 0);
}

#[test]
fn bctest_covers_every_block_cipher() {
    let dir = TestDir::new();
    dir.write("message", [7; 1000]);
    let ran = dir.run(&["bctest", "2", "message"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let (head, table) = ran.text().split_once('\n').unwrap();
    assert!(head.contains("CBC encryption") && head.contains("CTR decryption"), "{head}");
    for name in ["aes/256", "camellia/128", "kalyna512/512", "threefish/1024", "sm4"] {
        let line = table.lines().find(|line| line.starts_with(&format!("{name} "))).expect(name);
        assert_eq!(line.matches(" MB/s)").count(), 4, "{line}");
    }
    assert_eq!(table.lines().count(), CIPHERS.len());
    assert_eq!(dir.run(&["bctest", "--table-lookups", "1", "message"]).code, 0);
    let ran = dir.run(&["bctest", "--compare", "1", "message"]);
    let line =
        |name: &str| ran.text().lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("anubis/320 ").contains(" 158 MB/s (ratio "));
    assert!(line("mars/448 ").contains(" 159 MB/s (ratio "));
    assert!(!line("anubis/192 ").contains("ratio"), "no speed is published");
    assert_eq!(ran.text().matches(" (ratio ").count(), 37);
    assert_eq!(dir.run(&["bctest", "0", "message"]).code, 2);
    assert_eq!(dir.run(&["bctest", "1", "absent"]).code, 1);
}

#[test]
fn computes_and_describes_composed_macs() {
    let dir = TestDir::new();
    // Key, message and tag of RFC 4493 §4, example 2.
    dir.write("key", 0x2b7e_1516_28ae_d2a6_abf7_1588_09cf_4f3c_u128.to_be_bytes());
    dir.write("message", 0x6bc1_bee2_2e40_9f96_e93d_7e11_7393_172a_u128.to_be_bytes());
    let mac = dir.run(&["mac", "cmac-aes-128", "--key-file", "key", "message"]);
    assert_eq!(mac.text(), "070a16b46b4d4144f79bdd9dd04a287c  message\n", "{}", mac.stderr);
    assert!(dir.run(&["info", "cmac-sm4"]).text().contains("kind      mac"));
}

#[test]
fn selftest_passes() {
    let ran = TestDir::new().run(&["selftest"]);
    assert_eq!(ran.code, 0);
    assert!(ran.text().ends_with(" passed, 0 failed\n"), "{}", ran.text());
}

#[test]
fn completion_scripts_contain_commands_and_algorithms() {
    let dir = TestDir::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = dir.run(&["completions", shell]);
        for word in commands().into_iter().chain(["files0-from".into()]) {
            assert!(ran.text().contains(&word), "{shell}: {word}");
        }
        // Only the scripts for bash and zsh complete the values of arguments.
        if ["bash", "zsh"].contains(&shell) {
            for word in ["sha3-256", "hmac-sha256", "argon2id"] {
                assert!(ran.text().contains(word), "{shell}: {word}");
            }
        }
    }
}

/// Returns the commands listed in the help.
fn commands() -> Vec<String> {
    let dir = TestDir::new();
    let help = dir.run(&["--help"]);
    let (_, commands) = help.text().split_once("Commands:\n").unwrap();
    let lines = commands.lines().take_while(|line| !line.is_empty());
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    lines
        .filter(is_command)
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_command_has_a_manual_page_citing_existing_ones() {
    let dir = TestDir::new();
    assert!(dir.run(&["man"]).text().contains(".TH digest 1"));
    assert_eq!(dir.run(&["man", "--all", "pages"]).code, 0);
    let pages = |name: &str| dir.path().join("pages").join(format!("{name}.1"));
    for command in commands() {
        let page = std::fs::read_to_string(pages(&format!("digest-{command}")));
        let page = page.unwrap();
        assert_eq!(dir.run(&["man", &command]).text(), page);
        let help = dir.run(&["help", &command]);
        assert!(help.code == 0 && help.text().contains("Usage: digest "), "{command}");
        assert_eq!(help.text(), dir.run(&[command.as_str(), "--help"]).text(), "{command}");
    }
    assert!(dir.run(&["help", "password", "hash"]).text().contains("--preset"));
    assert!(dir.run(&["man", "password", "hash"]).text().contains("preset"));
    assert_eq!(dir.run(&["man", "password", "nothing"]).code, 2);
    for page in std::fs::read_dir(dir.path().join("pages")).unwrap() {
        let text = std::fs::read_to_string(page.unwrap().path()).unwrap();
        let cited = text.split("(1)").filter_map(|before| before.split_whitespace().last());
        for name in cited.filter(|name| name.starts_with("digest")) {
            assert!(pages(&name.replace("\\-", "-")).exists(), "{name}");
        }
    }
}

/// Checks that the synopsis of each manual page equals the usage line of `--help`.
#[test]
fn synopsis_shows_repeated_arguments() {
    let dir = TestDir::new();
    for (command, ends) in
        [("hash", "[FILE]..."), ("audit", "<SUMS> <DIR>..."), ("tree", "<DIR>...")]
    {
        let page = dir.run(&["man", command]);
        let (_, after) = page.text().split_once(".SH SYNOPSIS\n").unwrap();
        let line = after.lines().next().unwrap().replace('\\', "");
        assert!(line.ends_with(ends), "{line}");
    }
}

#[test]
fn chart_has_a_bar_per_measurement() {
    let dir = TestDir::new();
    let ran =
        dir.run(&["bench", "sha256", "md5", "--time", "1", "--sizes", "64", "--svg", "chart.svg"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let chart = std::fs::read_to_string(dir.path().join("chart.svg")).unwrap();
    assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{chart}");
    assert_eq!(
        chart.matches("<rect ").count(),
        3,
        "the chart must have a background and two bars: {chart}"
    );
    for text in ["sha256 · ", "md5 · portable", "messages of 64 bytes"] {
        assert!(chart.contains(text), "{text}: {chart}");
    }
}

#[test]
fn help_fits_80_columns() {
    let dir = TestDir::new();
    for command in commands() {
        let mut help = dir.command(&["help", &command]);
        let help = help.env("COLUMNS", "80").output().unwrap();
        let help = String::from_utf8_lossy(&help.stdout).into_owned();
        let prose =
            help.lines().filter(|line| !line.starts_with("  ") && !line.starts_with("Usage"));
        assert!(prose.clone().all(|line| line.chars().count() <= 80), "{command}: {help}");
        // Paragraphs of the help must wrap only at the width of the terminal, not at the line ends of the source text.
        assert!(!help.contains("Files:\n  -j"), "{help}");
    }
}

#[test]
fn command_word_after_an_algorithm_is_a_file() {
    let dir = TestDir::new();
    for name in ["list", "test", "man"] {
        dir.write(name, "abc");
        assert_eq!(
            dir.run(&["sha3-256", name]).text(),
            format!("{}  {name}\n", crate::common::ABC)
        );
    }
}
