//! A link named like another tool is that tool, option for option: standard output and exit status of both are compared.
//! A tool that is not installed is skipped and named; under `CI=true` that is a failure.
#![cfg(unix)]

mod common;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::{Folder, skip};

fn run(folder: &Folder, program: &Path, arguments: &[&str], input: &str) -> Option<Output> {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder.path()).env("LC_ALL", "C");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    // A command that fails early may not read it.
    let _ = child.stdin.take().expect("it is piped").write_all(input.as_bytes());
    Some(child.wait_with_output().expect("it ends"))
}

/// The link of this name.
fn linked(folder: &Folder, tool: &str, arguments: &[&str], input: &str) -> Output {
    let bin = folder.path().join("bin");
    std::fs::create_dir_all(&bin).expect("there is room");
    let link = bin.join(tool);
    if !link.exists() {
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_digest"), &link).expect("links can be made");
    }
    run(folder, &link, arguments, input).expect("the link runs")
}

/// Both commands do the same; the link's output, where the tool is installed.
fn same(folder: &Folder, tool: &str, arguments: &[&str]) -> Option<Output> {
    let Some(theirs) = run(folder, Path::new(tool), arguments, "abc\n") else {
        skip(tool);
        return None;
    };
    let ours = linked(folder, tool, arguments, "abc\n");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(
        (text(&ours.stdout), ours.status.code()),
        (text(&theirs.stdout), theirs.status.code()),
        "{tool} {arguments:?}\n{}\n{}",
        text(&ours.stderr),
        text(&theirs.stderr),
    );
    let is_silent = |output: &Output| output.stderr.is_empty();
    assert_eq!(is_silent(&ours), is_silent(&theirs), "{tool} {arguments:?} {}", text(&ours.stderr));
    Some(ours)
}

fn files() -> Folder {
    let folder = Folder::new();
    folder.write("f", "abc");
    folder.write("empty", "");
    folder.write("new\nline", "x");
    folder.write("back\\slash", "y");
    folder
}

/// What the tools of coreutils share.
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

/// Lists by the tool itself, and others that differ from them.
fn lists(folder: &Folder, tool: &str, length: &[&str]) -> bool {
    let make = |flags: &[&str]| {
        let words = [length, flags, &["f", "empty", "new\nline"]].concat();
        run(folder, Path::new(tool), &words, "").map(|output| output.stdout)
    };
    let Some(sums) = make(&[]) else {
        skip(tool);
        return false;
    };
    let text = String::from_utf8(sums.clone()).expect("it is text");
    folder.write("SUMS", sums);
    folder.write("TAGGED", make(&["--tag"]).expect("it is there"));
    folder.write("BINARY", make(&["-b"]).expect("it is there"));
    folder.write("CHANGED", text.replace("  f", "  empty"));
    folder.write("MISSING", text.replace("  f", "  nofile"));
    folder.write("MALFORMED", format!("{text}nonsense\n"));
    folder.write("NONSENSE", "nonsense\n");
    true
}

#[test]
fn gnu_links_match_coreutils() {
    let folder = files();
    for tool in ["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum"] {
        if !lists(&folder, tool, &[]) {
            continue;
        }
        // One tool of a kind with all options, the others with some.
        let some = if ["sha256sum", "b2sum"].contains(&tool) { GNU } else { &GNU[..8] };
        for arguments in some {
            same(&folder, tool, arguments);
        }
        same(&folder, tool, &["-c", "SUMS"]);
    }
}

#[test]
fn b2sum_link_takes_lengths_in_bits() {
    let folder = files();
    if !lists(&folder, "b2sum", &["-l", "128"]) {
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
        same(&folder, "b2sum", arguments);
    }
}

#[test]
fn cksum_link_matches_coreutils() {
    let folder = files();
    let Some(_) = same(&folder, "cksum", &["f"]) else { return };
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
        same(&folder, "cksum", arguments);
    }
    let tagged = linked(&folder, "cksum", &["-a", "sha256", "f", "empty"], "");
    folder.write("TAGGED", &tagged.stdout);
    let untagged = linked(&folder, "cksum", &["-a", "md5", "--untagged", "f"], "");
    folder.write("UNTAGGED", &untagged.stdout);
    for arguments in [
        &["-c", "TAGGED"][..],
        &["-c", "-a", "sha256", "TAGGED"],
        &["--check", "--quiet", "TAGGED"],
        &["-c", "-a", "md5", "UNTAGGED"],
        &["-c", "UNTAGGED"],
        &["-c", "--strict", "TAGGED", "UNTAGGED"],
    ] {
        same(&folder, "cksum", arguments);
    }
}

#[test]
fn shasum_link_matches_perl() {
    let folder = files();
    folder.write("lines", "a\r\nb\rc\n\r\n");
    folder.write("bits", "0110 0001\n01100010");
    let Some(_) = same(&folder, "shasum", &["f"]) else { return };
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
        same(&folder, "shasum", arguments);
    }
    for number in ["1", "224", "256", "384", "512"] {
        let list = linked(&folder, "shasum", &["-a", number, "f", "empty"], "");
        folder.write("SUMS", &list.stdout);
        same(&folder, "shasum", &["-c", "SUMS"]);
        same(&folder, "shasum", &["-q", "-c", "SUMS"]);
    }
    let list = linked(&folder, "shasum", &["-a", "512256", "f"], "");
    folder.write("SUMS", &list.stdout);
    same(&folder, "shasum", &["-a", "512256", "-c", "SUMS"]);
    assert_eq!(linked(&folder, "shasum", &["-a", "5", "f"], "").status.code(), Some(1));
}

#[test]
fn b3sum_link_matches_b3sum() {
    let folder = files();
    folder.write("key", [7; 32]);
    let Some(_) = same(&folder, "b3sum", &["f"]) else { return };
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
        same(&folder, "b3sum", arguments);
    }
    let list = linked(&folder, "b3sum", &["f", "empty"], "");
    folder.write("SUMS", &list.stdout);
    same(&folder, "b3sum", &["-c", "SUMS"]);
    same(&folder, "b3sum", &["-c", "--quiet", "SUMS"]);
    let list = String::from_utf8(list.stdout).expect("it is text");
    folder.write("CHANGED", list.replace("  f", "  empty"));
    assert_eq!(linked(&folder, "b3sum", &["-c", "CHANGED"], "").status.code(), Some(1));
    let key = String::from_utf8(vec![7; 32]).expect("it is text");
    let ours = linked(&folder, "b3sum", &["--keyed", "f"], &key);
    let theirs = run(&folder, Path::new("b3sum"), &["--keyed", "f"], &key).expect("it is there");
    assert_eq!(ours.stdout, theirs.stdout);
    // Newer than the b3sum of some systems.
    let whole = linked(&folder, "b3sum", &["-l", "64", "--no-names", "f"], "").stdout;
    let rest = linked(&folder, "b3sum", &["--seek", "32", "--no-names", "f"], "").stdout;
    assert_eq!(whole[64..], rest);
    let tagged = linked(&folder, "b3sum", &["--tag", "f"], "").stdout;
    assert!(tagged.starts_with(b"BLAKE3 (f) = "));
}

/// A link of a name that no tool has is an algorithm, with all options of `digest`.
#[test]
fn link_named_after_an_algorithm_computes_it() {
    let folder = files();
    let ran = linked(&folder, "sha3-256sum", &["-b", "f"], "");
    assert_eq!(ran.stdout, format!("{} *f\n", common::ABC).into_bytes());
    let ran = linked(&folder, "sha3-256sum", &["--json", "f"], "");
    assert_eq!(ran.status.code(), Some(0));
}

#[test]
fn link_messages_begin_with_its_name() {
    let folder = files();
    for (tool, code) in [("md5sum", 1), ("cksum", 1), ("shasum", 1), ("b3sum", 2)] {
        let ran = linked(&folder, tool, &["--nonsense"], "");
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(code), "{tool}");
        assert!(said.starts_with(&format!("{tool}: ")), "{said}");
        let help = linked(&folder, tool, &["--help"], "");
        assert!(help.status.success(), "{tool}");
        assert!(String::from_utf8_lossy(&help.stdout).contains("Usage: "), "{tool}");
    }
    // No warning of a broken algorithm, which is what was asked for.
    assert!(linked(&folder, "md5sum", &["f"], "").stderr.is_empty());
}
