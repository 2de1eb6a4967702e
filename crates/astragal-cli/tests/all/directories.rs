//! Tests commands on directories: `-r`, `--files0-from`, `digest audit` and `digest tree`.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};

use crate::common::TestDir;

fn names(text: &str) -> Vec<&str> {
    text.lines().map(|line| &line[66..]).collect()
}

fn tree() -> TestDir {
    let dir = TestDir::new();
    for path in ["d/sub/deep", "d/.hidden"] {
        fs::create_dir_all(dir.path().join(path)).unwrap();
    }
    for name in ["d/b.rs", "d/a.txt", "d/sub/c.rs", "d/sub/deep/e.rs", "d/.hidden/h.rs"] {
        dir.write(name, name);
    }
    symlink("a.txt", dir.path().join("d/link")).unwrap();
    symlink("sub", dir.path().join("d/sublink")).unwrap();
    dir
}

#[test]
fn walks_directories_in_name_order() {
    let dir = tree();
    let all = ["d/.hidden/h.rs", "d/a.txt", "d/b.rs", "d/sub/c.rs", "d/sub/deep/e.rs"];
    for jobs in ["-j1", "-j2", "-j7"] {
        assert_eq!(names(dir.run(&["sha256", jobs, "-r", "d"]).text()), all);
    }
    let some = |flags: &[&str]| {
        let ran = dir.run(&[&["sha256", "-r", "d"], flags].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        names(ran.text()).iter().map(|name| name.replace("d/", "")).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(some(&["--include", "*.rs"]), ".hidden/h.rs b.rs sub/c.rs sub/deep/e.rs");
    assert_eq!(some(&["--exclude", "sub"]), ".hidden/h.rs a.txt b.rs");
    assert_eq!(
        some(&["--include", "*.rs", "--exclude", "deep", "--exclude", ".*"]),
        "b.rs sub/c.rs"
    );
    assert_eq!(some(&["--max-depth", "1"]), "a.txt b.rs");
    assert_eq!(
        some(&["--one-file-system", "--max-depth", "2"]),
        ".hidden/h.rs a.txt b.rs sub/c.rs"
    );
    assert!(some(&["--follow"]).contains("link sub/c.rs sub/deep/e.rs sublink/c.rs"));
    dir.write("ignored", "*.txt\n/d/sub/deep\n");
    assert_eq!(some(&["--ignore-file", "ignored"]), ".hidden/h.rs b.rs sub/c.rs");
}

#[test]
fn walk_errors_name_the_cause() {
    let dir = tree();
    symlink(".", dir.path().join("d/loop")).unwrap();
    let ran = dir.run(&["sha256", "-r", "--follow", "d"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("d/loop: symbolic link loop to d"), "{}", ran.stderr);
    let ran = dir.run(&["sha256", "-r", "--include", "{a", "d"]);
    assert_eq!((ran.code, ran.text()), (2, ""), "{}", ran.stderr);
    let ran = dir.run(&["sha256", "--include", "*.rs", "d"]);
    assert!(ran.code == 2 && ran.stderr.contains("--include requires -r"), "{}", ran.stderr);
}

#[test]
fn reads_file_names_from_a_list() {
    let dir = tree();
    let ran = dir.run_with_input(&["sha256", "--files0-from", "-"], b"d/b.rs\0d/a.txt\0");
    assert_eq!(names(ran.text()), ["d/b.rs", "d/a.txt"]);
    let ran = dir.run_with_input(&["sha256", "--files0-from", "-"], b"d/b.rs\0\0d/a.txt");
    assert_eq!((ran.code, names(ran.text())), (1, vec!["d/b.rs", "d/a.txt"]));
    assert!(ran.stderr.contains("standard input: name 2 is empty"), "{}", ran.stderr);
    let ran = dir.run(&["sha256", "--files0-from", "missing"]);
    assert_eq!(ran.code, 1);
    assert_eq!(dir.run(&["sha256", "--files0-from", "x", "y"]).code, 2);
}

#[test]
fn audit_reports_each_file() {
    let dir = tree();
    dir.write("d/twin", "same");
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256,blake3", "-r", "d"]).stdout);
    let ran = dir.run(&["audit", "SUMS", "d"]);
    assert_eq!((ran.code, ran.text()), (0, "6 ok, 0 changed, 0 new, 0 missing, 0 moved\n"));
    dir.write("d/a.txt", "other");
    fs::rename(dir.path().join("d/b.rs"), dir.path().join("d/c.rs")).unwrap();
    fs::remove_file(dir.path().join("d/sub/c.rs")).unwrap();
    dir.write("d/fresh\n", "fresh");
    dir.write("d/twin2", "same");
    let ran = dir.run(&["audit", "SUMS", "./d/"]);
    let expected = "changed  d/a.txt\nmoved    d/b.rs -> d/c.rs\nnew      \\d/fresh\\n\nnew      d/twin2\n\
        missing  d/sub/c.rs\n3 ok, 1 changed, 2 new, 1 missing, 1 moved\n";
    assert_eq!((ran.code, ran.text()), (1, expected));
    assert_eq!(dir.run(&["audit", "--status", "SUMS", "d"]).text(), "");
    let before = fs::read(dir.path().join("SUMS")).unwrap();
    let ran = dir.run(&["audit", "--update", "SUMS", "d"]);
    assert!(ran.text().ends_with("moved; 3 appended\n"), "{}", ran.text());
    let after = fs::read(dir.path().join("SUMS")).unwrap();
    assert!(after.starts_with(&before), "existing lines must be kept");
    let ran = dir.run(&["audit", "SUMS", "d"]);
    assert!(ran.text().ends_with("6 ok, 1 changed, 0 new, 2 missing, 0 moved\n"), "{}", ran.text());
    // If two digests are listed for a file, both must match.
    let forged =
        String::from_utf8_lossy(&before).replacen("BLAKE3 (d/twin) = ", "BLAKE3 (d/twin) = 0", 1);
    dir.write("FORGED", forged);
    assert_eq!(dir.run(&["audit", "FORGED", "d"]).code, 1);
}

#[test]
fn audit_pairs_moved_files_of_equal_content() {
    let dir = TestDir::new();
    fs::create_dir(dir.path().join("d")).unwrap();
    dir.write("d/a", "same");
    dir.write("d/b", "same");
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256", "-r", "d"]).stdout);
    fs::rename(dir.path().join("d/a"), dir.path().join("d/x")).unwrap();
    fs::rename(dir.path().join("d/b"), dir.path().join("d/y")).unwrap();
    dir.write("d/z", "same");
    let ran = dir.run(&["audit", "-a", "sha256", "SUMS", "d"]);
    let expected = "moved    d/a -> d/x\nmoved    d/b -> d/y\nnew      d/z\n\
        0 ok, 0 changed, 1 new, 0 missing, 2 moved\n";
    assert_eq!((ran.code, ran.text()), (1, expected), "{}", ran.stderr);
}

#[test]
fn audit_of_nothing_fails() {
    let dir = tree();
    dir.write("SUMS", "no sums\n");
    let ran = dir.run(&["audit", "SUMS", "d"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("no properly formatted line"), "{}", ran.stderr);
    dir.write("SUMS", dir.run(&["sha256", "d/b.rs"]).stdout);
    assert_eq!(dir.run(&["audit", "-a", "sha256", "SUMS", "d/sub"]).code, 1);
    let ran = dir.run(&["audit", "-a", "sha256", "--allow-new", "SUMS", "d"]);
    assert!(ran.text().ends_with("1 ok, 0 changed, 4 new, 0 missing, 0 moved\n"), "{}", ran.text());
    assert_eq!(ran.code, 0);
}

/// Compares digests with the vectors in docs/directory-digest.md, which an independent program computed.
#[test]
fn directory_digest_matches_published_vectors() {
    let dir = TestDir::new();
    for (path, text) in [("a", "abc"), ("a b", "x"), ("sub/empty", ""), ("sub.txt", "1")] {
        let path = format!("one/{path}");
        let place = dir.path().join(&path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        dir.write(&path, text);
    }
    fs::create_dir_all(dir.path().join("one/z")).unwrap();
    fs::create_dir_all(dir.path().join("empty")).unwrap();
    symlink("a", dir.path().join("one/link")).unwrap();
    let modes = [
        ("a", 0o755),
        ("sub", 0o755),
        ("z", 0o755),
        ("a b", 0o644),
        ("sub/empty", 0o644),
        ("sub.txt", 0o644),
    ];
    for (path, mode) in modes {
        let path = dir.path().join("one").join(path);
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }
    for (arguments, digest) in [
        (&["empty"][..], "dbaa24b38183e4a2808259ee23729b2ccba04a1349731c737666119da61225a6"),
        (
            &["-a", "sha256", "empty"],
            "1eee3f5b383da37680c633842aa0c030b778d5e5c00fcec1dc9bb0147a50fed2",
        ),
        (&["one"], "74981aacc1b345532f43f0424c6745b896b8cad72307d265d7b35b487d4c8621"),
        (&["--mode", "one"], "015d4d18141d99e2ae9c283c7be479d4f0742462b6ba7db853cb034a4e907893"),
        (
            &["-a", "sha256", "one"],
            "59e23ba1a6b5441f7b9bd21e7a6f65cd295a3aa03820f90b119e47cd673012fc",
        ),
        (
            &["-a", "sha256", "--mode", "one"],
            "bfeb666d39f66b9bf6ce3d43e99e777a0417c78bc1c370eef933959623fdf0c4",
        ),
    ] {
        let ran = dir.run(&[&["tree"], arguments].concat());
        assert_eq!(ran.text().split(' ').next(), Some(digest), "{arguments:?}: {}", ran.stderr);
        let verify = [&["tree", "--verify", digest], arguments].concat();
        assert_eq!(dir.run(&verify).code, 0);
    }
    dir.write("one/sub/empty", "no longer");
    let digest = "74981aacc1b345532f43f0424c6745b896b8cad72307d265d7b35b487d4c8621";
    let ran = dir.run(&["tree", "--verify", digest, "one"]);
    assert_eq!((ran.code, ran.text()), (1, "one: FAILED\n"));
    let ran = dir.run(&["tree", "--show", "one"]);
    assert!(ran.text().contains("\n  l a  link\n"), "{}", ran.text());
}

#[test]
fn unreadable_directory_has_no_digest() {
    let dir = tree();
    symlink("/nowhere", dir.path().join("d/dangling")).unwrap();
    assert_eq!(dir.run(&["tree", "d"]).code, 0);
    let socket = std::os::unix::net::UnixListener::bind(dir.path().join("d/socket"));
    socket.unwrap();
    let ran = dir.run(&["tree", "d"]);
    assert_eq!((ran.code, ran.text()), (1, ""));
    assert!(ran.stderr.contains("d/socket: is not a file"), "{}", ran.stderr);
    assert_eq!(dir.run(&["tree", "missing"]).code, 1);
}

#[test]
fn audit_keeps_the_format_of_the_checksum_file() {
    let dir = tree();
    let list = |name: &str| fs::read(dir.path().join(name)).unwrap();
    dir.write("SUMS", dir.run(&["sha256", "-z", "-r", "d/sub"]).stdout);
    assert_eq!(dir.run(&["audit", "-z", "-a", "sha256", "--update", "SUMS", "d"]).code, 0);
    assert_eq!(list("SUMS").iter().filter(|&&byte| byte == 0).count(), 5);
    assert_eq!(list("SUMS").last(), Some(&0));
    assert_eq!(dir.run(&["audit", "-z", "-a", "sha256", "SUMS", "d"]).code, 0);
    // `audit --update` adds a missing newline at the end of the checksum file.
    let sums = dir.run(&["sha256", "-r", "d/sub"]).stdout;
    dir.write("SUMS", &sums[..sums.len() - 1]);
    assert_eq!(dir.run(&["audit", "-a", "sha256", "--update", "SUMS", "d"]).code, 0);
    assert!(list("SUMS").starts_with(&sums));
    assert_eq!(dir.run(&["audit", "-a", "sha256", "SUMS", "d"]).code, 0);
}

#[test]
fn audit_reports_malformed_lines_once() {
    let dir = tree();
    let sums = dir.run(&["sha256", "--tag", "d/a.txt"]);
    dir.write("SUMS", format!("{}x\ny\n", sums.text()));
    let ran = dir.run(&["audit", "--allow-new", "SUMS", "d"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "digest: WARNING: 2 lines are malformed\n"));
    dir.write("SUMS", "x\ny\n");
    let ran = dir.run(&["audit", "SUMS", "d"]);
    assert!(ran.code == 1 && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("`digest audit -a ALG SUMS DIR`"), "{}", ran.stderr);
}

#[test]
fn json_audit_reports_the_former_path() {
    let dir = tree();
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256,sm3", "-r", "d"]).stdout);
    fs::rename(dir.path().join("d/b.rs"), dir.path().join("d/c.rs")).unwrap();
    let ran = dir.run(&["audit", "--json", "SUMS", "d"]);
    assert_eq!(ran.text(), "{\"path\":\"d/c.rs\",\"from\":\"d/b.rs\",\"status\":\"moved\"}\n");
    assert_eq!(ran.code, 1);
}

#[test]
fn output_below_its_directory_is_not_hashed() {
    let dir = tree();
    let command = |arguments: &[&str], output: &str| {
        let file = fs::File::create(dir.path().join(output)).unwrap();
        let status = dir.command(arguments).stdout(file).status().unwrap();
        assert!(status.success());
    };
    command(&["sha256", "-r", "d"], "d/SUMS");
    let ran = dir.run(&["-c", "--quiet", "sha256", "d/SUMS"]);
    assert_eq!((ran.code, ran.text(), ran.stderr.as_str()), (0, "", ""));
    let text = fs::read_to_string(dir.path().join("d/SUMS")).unwrap();
    assert!(!text.contains("SUMS") && text.lines().count() == 5, "{text}");
    // A file named as an argument is hashed even if it is also the output file.
    command(&["sha256", "d/SUMS"], "d/SUMS");
    assert!(fs::read_to_string(dir.path().join("d/SUMS")).is_ok_and(|text| text.contains("SUMS")));
}

#[test]
fn audit_accepts_differences() {
    let dir = tree();
    let sums = || fs::read_to_string(dir.path().join("SUMS")).unwrap();
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256", "-r", "d"]).stdout);
    dir.write("SUMS", format!("# kept\n{}", sums()));
    dir.write("d/a.txt", "other");
    fs::rename(dir.path().join("d/b.rs"), dir.path().join("d/c.rs")).unwrap();
    fs::remove_file(dir.path().join("d/sub/c.rs")).unwrap();
    dir.write("d/fresh", "fresh");
    let ran = dir.run(&["audit", "--accept", "SUMS", "d"]);
    assert!(
        ran.text().ends_with("2 ok, 1 changed, 1 new, 1 missing, 1 moved; 3 accepted\n"),
        "{}",
        ran.text()
    );
    assert_eq!(ran.code, 1, "a new file must be rejected without --update");
    assert!(sums().starts_with("# kept\n"));
    let ran = dir.run(&["audit", "--accept", "--update", "SUMS", "d"]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let ran = dir.run(&["audit", "SUMS", "d"]);
    assert_eq!((ran.code, ran.text()), (0, "5 ok, 0 changed, 0 new, 0 missing, 0 moved\n"));
    assert_eq!(dir.run(&["-c", "--quiet", "SUMS"]).code, 0);
    assert!(!dir.path().join("SUMS.part").exists());
}

#[test]
fn audit_creates_a_checksum_file() {
    let dir = tree();
    assert_eq!(dir.run(&["audit", "-a", "sha256", "SUMS", "d"]).code, 1);
    let ran = dir.run(&["audit", "--update", "SUMS", "d"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("missing option -a ALG"), "{}", ran.stderr);
    let ran = dir.run(&["audit", "-a", "sha256", "--update", "SUMS", "d"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.text().ends_with("5 new, 0 missing, 0 moved; 5 appended\n"), "{}", ran.text());
    let ran = dir.run(&["audit", "-a", "sha256", "SUMS", "d"]);
    assert_eq!((ran.code, ran.text()), (0, "5 ok, 0 changed, 0 new, 0 missing, 0 moved\n"));
    // An empty checksum file is treated like a missing one.
    dir.write("EMPTY", "");
    assert_eq!(dir.run(&["audit", "-a", "sha256", "--update", "EMPTY", "d"]).code, 0);
}

#[test]
fn audit_in_the_wrong_directory_gives_a_hint() {
    let dir = tree();
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256", "-r", "d"]).stdout);
    let mut command = dir.command(&["audit", "../SUMS", "."]);
    let output = command.current_dir(dir.path().join("d")).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]));
    assert!(stderr.contains("all listed names start with d/; run this in"), "{stderr}");
}

/// A file counts as damaged instead of changed if its content differs but its size and modification time do not.
#[test]
fn audit_distinguishes_damage_from_change() {
    let dir = tree();
    dir.write("SUMS", dir.run(&["hash", "-a", "sha256", "--json", "-r", "d"]).stdout);
    let name = dir.path().join("d/a.txt");
    let modified = fs::metadata(&name).and_then(|found| found.modified()).unwrap();
    dir.write("d/a.txt", "D/A.TXT");
    dir.write("d/b.rs", "another");
    let file = fs::File::options().write(true).open(&name).unwrap();
    file.set_modified(modified).unwrap();
    let ran = dir.run(&["audit", "SUMS", "d"]);
    let expected = "damaged  d/a.txt\nchanged  d/b.rs\n\
        3 ok, 1 changed, 0 new, 0 missing, 0 moved, 1 damaged\n";
    assert_eq!((ran.code, ran.text()), (1, expected));
    let ran = dir.run(&["audit", "--accept", "SUMS", "d"]);
    assert_eq!(ran.code, 0, "{}", ran.text());
    let sums = fs::read_to_string(dir.path().join("SUMS")).unwrap();
    assert!(sums.lines().all(|line| line.starts_with('{')), "{sums}");
    assert_eq!(dir.run(&["audit", "SUMS", "d"]).code, 0);
}
