//! Tests links to `digest` that have the names of other tools, such as `sha256sum`. The tests compare standard output
//! and exit status with the original tool. If a tool is not installed, its test is skipped, or fails if `CI=true`.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::common::{TestDir, skip};

fn run(dir: &TestDir, program: &Path, arguments: &[&str], input: &str) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(dir.path()).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    // Ignores a write error, because the command may exit before it reads its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Some(child.wait_with_output().unwrap())
}

/// Runs `digest` through a link named `tool`.
fn run_link(dir: &TestDir, tool: &str, arguments: &[&str], input: &str) -> Output {
    let bin = dir.path().join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let link = bin.join(tool);
    if !link.exists() {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_digest"), &link).unwrap();
    }
    run(dir, &link, arguments, input).unwrap()
}

/// Asserts that the link and the tool have the same output and exit status. Returns the output of the link, or `None`
/// if the tool is not installed.
fn same(dir: &TestDir, tool: &str, arguments: &[&str]) -> Option<Output> {
    let Some(expected) = run(dir, Path::new(tool), arguments, "abc\n") else {
        skip(tool);
        return None;
    };
    let actual = run_link(dir, tool, arguments, "abc\n");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        (text(&actual.stdout), actual.status.code()),
        (text(&expected.stdout), expected.status.code()),
        "{tool} {arguments:?}\n{}\n{}",
        text(&actual.stderr),
        text(&expected.stderr),
    );
    let is_silent = |output: &Output| output.stderr.is_empty();
    assert_eq!(
        is_silent(&actual),
        is_silent(&expected),
        "{tool} {arguments:?} {}",
        text(&actual.stderr)
    );
    Some(actual)
}

fn files() -> TestDir {
    let dir = TestDir::new();
    dir.write("f", "abc");
    dir.write("empty", "");
    dir.write("new\nline", "x");
    dir.write("back\\slash", "y");
    dir
}

/// Argument lists for the hash tools of coreutils. The tools reject some of these lists.
const GNU: &[&[&str]] = &[
    &["f"],
    &["f", "empty", "new\nline", "back\\slash"],
    &["-b", "f"],
    &["--binary", "f"],
    &["-t", "f"],
    &["--text", "f", "-b"],
    &["-b", "-t", "f"],
    &["-bt", "f"],
    &["-tb", "f"],
    &["--tag", "f", "new\nline"],
    &["--tag", "-b", "f"],
    &["--tag", "--text", "f"],
    &["--text", "--tag", "f"],
    &["--ta", "f"],
    &["-z", "f", "new\nline"],
    &["-zb", "f"],
    &[],
    &["-"],
    &["-", "-"],
    &["f", "-"],
    &[""],
    &["missing", "f"],
    &["bin"],
    &["--", "f"],
    &["--quiet", "f"],
    &["--strict", "f"],
    &["--nonsense"],
    &["-q", "f"],
    &["-c", "SUMS"],
    &["-c", "TAGGED"],
    &["-c", "BINARY"],
    &["--check", "SUMS", "BINARY"],
    &["-bc", "SUMS"],
    &["-c", "-t", "SUMS"],
    &["-c", "--tag", "SUMS"],
    &["-cz", "SUMS"],
    &["-c", "CHANGED"],
    &["-c", "--status", "CHANGED"],
    &["-c", "--quiet", "CHANGED"],
    &["-c", "--quiet", "SUMS"],
    &["-cw", "MALFORMED"],
    &["-c", "--strict", "MALFORMED"],
    &["-c", "MISSING"],
    &["-c", "--ignore-missing", "MISSING"],
    &["-c", "--ignore-miss", "MISSING"],
    &["-c", "NONSENSE"],
    &["-c", "nofile"],
];

/// Writes checksum files with the tool, and modified copies of these files. Returns whether the tool is installed.
fn lists(dir: &TestDir, tool: &str, length: &[&str]) -> bool {
    let make = |flags: &[&str]| {
        let words = [length, flags, &["f", "empty", "new\nline"]].concat();
        run(dir, Path::new(tool), &words, "").map(|output| output.stdout)
    };
    let Some(sums) = make(&[]) else {
        skip(tool);
        return false;
    };
    let text = String::from_utf8(sums.clone()).unwrap();
    dir.write("SUMS", sums);
    dir.write("TAGGED", make(&["--tag"]).unwrap());
    dir.write("BINARY", make(&["-b"]).unwrap());
    dir.write("CHANGED", text.replace("  f", "  empty"));
    dir.write("MISSING", text.replace("  f", "  nofile"));
    dir.write("MALFORMED", format!("{text}nonsense\n"));
    dir.write("NONSENSE", "nonsense\n");
    true
}

#[test]
fn gnu_links_match_coreutils() {
    let dir = files();
    for tool in ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"] {
        if !lists(&dir, tool, &[]) {
            continue;
        }
        // `sha256sum` and `b2sum` run with all argument lists of [`GNU`]; the other tools run only with the first 8.
        let some = if ["sha256sum", "b2sum"].contains(&tool) { GNU } else { &GNU[..8] };
        for arguments in some {
            same(&dir, tool, arguments);
        }
        same(&dir, tool, &["-c", "SUMS"]);
    }
}

#[test]
fn b2sum_link_takes_lengths_in_bits() {
    let dir = files();
    if !lists(&dir, "b2sum", &["-l", "128"]) {
        return;
    }
    for arguments in [
        &["-l", "128", "f"][..],
        &["--length=256", "f"],
        &["-l256", "--tag", "f"],
        &["-l", "0", "f"],
        &["-l", "8", "f"],
        &["-l", "12", "f"],
        &["-l", "1024", "f"],
        &["-l", "x", "f"],
        &["-c", "SUMS"],
        &["-c", "TAGGED"],
        &["-c", "-l", "128", "SUMS"],
        &["-c", "CHANGED"],
    ] {
        same(&dir, "b2sum", arguments);
    }
}

#[test]
fn cksum_link_matches_coreutils() {
    let dir = files();
    let Some(_) = same(&dir, "cksum", &["f"]) else { return };
    for arguments in [
        &["f", "empty", "back\\slash"][..],
        &[],
        &["-"],
        &["missing", "f"],
        &["-z", "f", "empty"],
        &["-a", "crc", "f"],
        &["-a", "bsd", "f", "empty"],
        &["-a", "sysv", "f", "empty"],
        &["-a", "bsd"],
        &["-a", "sysv", "-"],
        &["-a", "md5", "f"],
        &["-a", "sha256", "f", "new\nline"],
        &["--algorithm=sm3", "f"],
        &["-a", "sha256", "--untagged", "f", "new\nline"],
        &["-a", "sha256", "--untagged", "--tag", "f"],
        &["-a", "sha256", "--tag", "f"],
        &["-a", "sha256", "-z", "f"],
        &["-a", "blake2b", "f"],
        &["-a", "blake2b", "-l", "256", "f"],
        &["-a", "blake2b", "-l", "12", "f"],
        &["-a", "sha256", "-l", "256", "f"],
        &["-a", "nonsense", "f"],
        &["--nonsense"],
        &["-c", "f"],
        &["--quiet", "f"],
        &["-a", "crc", "-c", "f"],
    ] {
        same(&dir, "cksum", arguments);
    }
    let tagged = run_link(&dir, "cksum", &["-a", "sha256", "f", "empty"], "");
    dir.write("TAGGED", &tagged.stdout);
    let untagged = run_link(&dir, "cksum", &["-a", "md5", "--untagged", "f"], "");
    dir.write("UNTAGGED", &untagged.stdout);
    for arguments in [
        &["-c", "TAGGED"][..],
        &["-c", "-a", "sha256", "TAGGED"],
        &["--check", "--quiet", "TAGGED"],
        &["-c", "-a", "md5", "UNTAGGED"],
        &["-c", "UNTAGGED"],
        &["-c", "--strict", "TAGGED", "UNTAGGED"],
    ] {
        same(&dir, "cksum", arguments);
    }
}

#[test]
fn shasum_link_matches_perl() {
    let dir = files();
    dir.write("lines", "a\r\nb\rc\n\r\n");
    dir.write("bits", "0110 0001\n01100010");
    let Some(_) = same(&dir, "shasum", &["f"]) else { return };
    for arguments in [
        &["-a", "1", "f"][..],
        &["-a", "224", "f"],
        &["-a256", "f"],
        &["-a", "384", "f"],
        &["-a", "512", "f"],
        &["-a", "512224", "f"],
        &["-a", "512256", "f"],
        &["-b", "f"],
        &["-t", "f"],
        &["--tag", "-a", "256", "f"],
        &["-U", "lines"],
        &["-a", "256", "-0", "bits"],
        &[],
        &["f", "empty"],
        &["missing", "f"],
    ] {
        same(&dir, "shasum", arguments);
    }
    for number in ["1", "224", "256", "384", "512"] {
        let list = run_link(&dir, "shasum", &["-a", number, "f", "empty"], "");
        dir.write("SUMS", &list.stdout);
        same(&dir, "shasum", &["-c", "SUMS"]);
        same(&dir, "shasum", &["-q", "-c", "SUMS"]);
    }
    let list = run_link(&dir, "shasum", &["-a", "512256", "f"], "");
    dir.write("SUMS", &list.stdout);
    same(&dir, "shasum", &["-a", "512256", "-c", "SUMS"]);
    assert_eq!(run_link(&dir, "shasum", &["-a", "5", "f"], "").status.code(), Some(1));
}

#[test]
fn b3sum_link_matches_b3sum() {
    let dir = files();
    dir.write("key", [7; 32]);
    let Some(_) = same(&dir, "b3sum", &["f"]) else { return };
    for arguments in [
        &["f", "empty", "back\\slash"][..],
        &["-"],
        &[],
        &["--no-mmap", "f"],
        &["--num-threads", "1", "f"],
        &["--no-names", "f"],
        &["--raw", "f"],
        &["--raw", "-l", "100", "f"],
        &["-l", "64", "f"],
        &["--length=5", "f"],
        &["--derive-key", "context", "f"],
        &["missing", "f"],
    ] {
        same(&dir, "b3sum", arguments);
    }
    let list = run_link(&dir, "b3sum", &["f", "empty"], "");
    dir.write("SUMS", &list.stdout);
    same(&dir, "b3sum", &["-c", "SUMS"]);
    same(&dir, "b3sum", &["-c", "--quiet", "SUMS"]);
    let list = String::from_utf8(list.stdout).unwrap();
    dir.write("CHANGED", list.replace("  f", "  empty"));
    assert_eq!(run_link(&dir, "b3sum", &["-c", "CHANGED"], "").status.code(), Some(1));
    let key = String::from_utf8(vec![7; 32]).unwrap();
    let actual = run_link(&dir, "b3sum", &["--keyed", "f"], &key);
    let expected = run(&dir, Path::new("b3sum"), &["--keyed", "f"], &key).unwrap();
    assert_eq!(actual.stdout, expected.stdout);
    // Older versions of b3sum do not have `--seek` and `--tag`, so the following checks do not run the installed b3sum.
    let whole = run_link(&dir, "b3sum", &["-l", "64", "--no-names", "f"], "").stdout;
    let rest = run_link(&dir, "b3sum", &["--seek", "32", "--no-names", "f"], "").stdout;
    assert_eq!(whole[64..], rest);
    let tagged = run_link(&dir, "b3sum", &["--tag", "f"], "").stdout;
    assert!(tagged.starts_with(b"BLAKE3 (f) = "));
}

/// A link named after an algorithm accepts all options of `digest`.
#[test]
fn link_named_after_an_algorithm_computes_it() {
    let dir = files();
    let ran = run_link(&dir, "sha3-256sum", &["-b", "f"], "");
    assert_eq!(ran.stdout, format!("{} *f\n", crate::common::ABC).into_bytes());
    let ran = run_link(&dir, "sha3-256sum", &["--json", "f"], "");
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn messages_start_with_the_name_of_the_link() {
    let dir = files();
    for (tool, code) in [("md5sum", 1), ("cksum", 1), ("shasum", 1), ("b3sum", 2)] {
        let ran = run_link(&dir, tool, &["--nonsense"], "");
        let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(code), "{tool}");
        assert!(stderr.starts_with(&format!("{tool}: ")), "{stderr}");
        let help = run_link(&dir, tool, &["--help"], "");
        assert!(help.status.success(), "{tool}");
        assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: "), "{tool}");
    }
    // The original tools print no warning about broken algorithms, so `digest` prints none when it imitates them.
    assert!(run_link(&dir, "md5sum", &["f"], "").stderr.is_empty());
}
