//! Runs the commands in the documentation and compares their output: the console blocks on every page, and the table on
//! the migration page.

use std::path::Path;
use std::process::Command;

use walkdir::WalkDir;

use crate::common::{TestDir, skip};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the README and the pages of the site that contain commands. `ASTRAGAL_PAGES` names a folder with more pages.
fn pages() -> Vec<String> {
    let root = Path::new(ROOT);
    let more = std::env::var_os("ASTRAGAL_PAGES").map(WalkDir::new);
    let docs = [WalkDir::new(root.join("docs"))].into_iter().chain(more).flatten();
    let docs = docs.map(|entry| entry.unwrap().into_path());
    let paths = docs.chain([
        root.join("README.md"),
        root.join("ARCHITECTURE.md"),
        root.join("crates/astragal-cli/docs/directory-digest.md"),
    ]);
    let pages = paths.filter(|path| path.extension().is_some_and(|end| end == "md"));
    pages.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Runs a shell command with `digest` on the `PATH`. Returns whether it succeeded, and its output.
fn run(dir: &TestDir, command: &str) -> (bool, String) {
    let bin = std::path::Path::new(env!("CARGO_BIN_EXE_digest")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(dir.path());
    shell.env("PATH", format!("{}:{path}", bin.display())).env("LC_ALL", "C.UTF-8");
    let output = shell.stdin(std::process::Stdio::null()).output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the commands in the console blocks of a page, with their expected output. A backslash at the end of a line
/// continues a command.
fn commands(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        if let Some(language) = line.strip_prefix("```") {
            is_console = language == "console";
        } else if is_console {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.into(), String::new())),
                (None, Some((command, _))) if command.ends_with('\\') => {
                    *command += &format!("\n{line}");
                }
                (None, Some((_, expected))) => *expected += &format!("{line}\n"),
                (None, None) => {}
            }
        }
    }
    found
}

/// Returns whether the output matches the expected lines. A line `...` matches any lines.
fn is_like(printed: &[&str], expected: &[&str]) -> bool {
    match expected {
        [] => printed.is_empty(),
        ["...", rest @ ..] => (0..=printed.len()).any(|skip| is_like(&printed[skip..], rest)),
        [first, rest @ ..] => printed.first() == Some(first) && is_like(&printed[1..], rest),
    }
}

#[test]
fn documented_commands_print_the_documented_output() {
    /// Programs that download or install something. The test does not run commands that start with their names.
    const INSTALLERS: [&str; 6] = ["cargo", "pip", "apt-get", "ln", "python", "python3"];
    let mut count = 0;
    for page in pages() {
        let dir = TestDir::new();
        for (command, expected) in commands(&page) {
            if INSTALLERS.contains(&command.split(' ').next().unwrap_or_default()) {
                continue;
            }
            let (_, printed) = run(&dir, &command);
            let (got, wanted): (Vec<_>, Vec<_>) =
                (printed.lines().collect(), expected.lines().collect());
            assert!(is_like(&got, &wanted), "{command} prints\n{printed}expected\n{expected}");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} commands");
}

/// Runs each command in the right column of the migration page's table.
#[test]
fn migration_table_commands_run() {
    let dir = TestDir::new();
    dir.write("FILE", "abc");
    dir.write("KEY", "a key of at least 32 bytes, please");
    dir.write("PW", "password");
    std::fs::create_dir(dir.path().join("DIR")).unwrap();
    dir.write("DIR/x", "abc");
    dir.write("SUMS", dir.run(&["sha256", "FILE"]).stdout);
    dir.write("TAGGED", dir.run(&["sha256", "--tag", "FILE"]).stdout);
    dir.write("LIST.sfv", "FILE 352441C2\n");
    let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let mut count = 0;
    let page = include_str!("../../../../docs/migrate-commands.md");
    for line in page.lines().filter(|line| line.starts_with("| `")) {
        let here = line.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let command = here.split('`').nth(1).unwrap();
        assert!(command.starts_with("digest "), "{command}");
        let (is_success, printed) = run(&dir, &command.replace("HEX", hex));
        assert!(is_success, "{command}: {printed}");
        count += 1;
    }
    assert_eq!(count, 19);
}

#[test]
fn verifies_checksum_files_of_other_tools() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    dir.write("d/one", "one");
    dir.write("d/two words", "two");
    for (tool, make, check) in [
        ("hashdeep", "hashdeep -l -r d > LIST", "digest -c --quiet LIST"),
        ("hashdeep", "hashdeep -l -r d > LIST", "digest audit LIST d"),
        (
            "hashdeep",
            "hashdeep -c md5,sha1,sha256,tiger,whirlpool -l -r d > LIST",
            "digest -c LIST",
        ),
        ("hashdeep", "hashdeep -r d > LIST", "digest audit LIST $PWD/d"),
        ("md5deep", "md5deep -l -r d > LIST", "digest -c md5 LIST"),
        ("cksfv", "cksfv d/one 'd/two words' > LIST.sfv", "digest -c LIST.sfv"),
        ("rhash", "rhash --sfv d/one 'd/two words' > LIST.sfv", "digest -c LIST.sfv"),
        ("rhash", "rhash --sfv d/one 'd/two words' > LIST", "digest -c crc32 LIST"),
        ("rhash", "rhash --md5 --sha1 d/one 'd/two words' > LIST", "digest -c sha1 LIST"),
        ("rhash", "rhash --md5 --sha1 d/one 'd/two words' > LIST", "digest -c md5 LIST"),
        ("rhash", "rhash --simple --sha256 d/one 'd/two words' > LIST", "digest -c sha256 LIST"),
        ("rhash", "rhash --bsd --md5 --sha512 d/one 'd/two words' > LIST", "digest -c LIST"),
        ("cksum", "cksum d/one 'd/two words' > LIST", "digest -c cksum LIST"),
    ] {
        if !run(&dir, &format!("command -v {tool}")).0 {
            skip(tool);
            continue;
        }
        let (is_made, printed) = run(&dir, make);
        assert!(is_made, "{make}: {printed}");
        let (is_success, printed) = run(&dir, check);
        assert!(is_success, "{make}; {check}: {printed}");
        assert!(!printed.contains("malformed"), "{make}; {check}: {printed}");
        // The documented command must detect a change of one byte.
        let (_, _) = run(&dir, "cp d/one d/.old; printf 0ne > d/one");
        let (is_success, printed) = run(&dir, check);
        assert!(!is_success, "{make}; {check}: {printed}");
        run(&dir, "mv d/.old d/one");
    }
}
