//! Tests output on a terminal: progress, prompts, colors. The tool `script` provides the pseudo-terminal.

use std::process::{Command, Stdio};

use crate::common::{TestDir, skip, with_default_signals};

/// Runs a shell command in a terminal of `columns` columns, with `typed` as input. Returns all output.
fn terminal(dir: &TestDir, columns: u32, line: &str, typed: &[u8]) -> Option<String> {
    let line = format!("stty cols {columns} rows 24; {line}");
    if Command::new("script").arg("--version").output().is_err() {
        skip("script");
        return None;
    }
    let mut script = with_default_signals("script");
    script.args(["-qec", &line, "/dev/null"]).current_dir(dir.path());
    script.env("D", env!("CARGO_BIN_EXE_digest")).env("TERM", "xterm").env("SHELL", "/bin/sh");
    script.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = script.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, typed).unwrap();
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns all lines drawn on the terminal, without control sequences.
fn drawn_lines(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                chars.next_if_eq(&'[');
                while chars.next().is_some_and(|c| !c.is_ascii_alphabetic()) {}
            }
            '\r' | '\n' => lines.push(String::new()),
            c => lines.last_mut().unwrap().push(c),
        }
    }
    lines
}

/// Writes a sparse file that takes minutes to hash.
fn large(dir: &TestDir) {
    dir.write("a file of a name that is long", "");
    let path = dir.path().join("a file of a name that is long");
    let file = std::fs::OpenOptions::new().write(true).open(path).unwrap();
    file.set_len(64 << 30).unwrap();
}

/// Runs `line` in a terminal. Truncates the large file after some progress reports have appeared, so that hashing ends
/// soon.
fn until_truncated(dir: &TestDir, columns: u32, line: &str) -> Option<String> {
    let line = format!("(sleep 1.8; : > 'a file of a name that is long') & {line}; wait");
    terminal(dir, columns, &line, b"")
}

#[test]
fn progress_fits_a_narrow_terminal() {
    let dir = TestDir::new();
    for line in [
        "$D -j1 md5 --quiet 'a file of a name that is long'",
        "$D md5 --quiet < 'a file of a name that is long'",
    ] {
        large(&dir);
        let Some(text) = until_truncated(&dir, 40, line) else { return };
        let lines = drawn_lines(&text);
        let shown: Vec<&String> = lines.iter().filter(|line| line.contains("/s ")).collect();
        assert!(!shown.is_empty(), "{text}");
        for line in shown {
            // The last column must stay empty, because a full line would make the terminal wrap.
            assert!(line.chars().count() <= 39, "{line}");
            assert!(line.starts_with("1/1 ") && line.contains("% "), "{line}");
            // The rate must count only the bytes that were read, not the size of the sparse file.
            assert!(!line.contains("TiB/s"), "{line}");
        }
        assert!(text.contains("a fil") || line.contains('<'), "{text}");
    }
}

#[test]
fn progress_option_controls_display() {
    let dir = TestDir::new();
    dir.write("f", "f");
    assert_eq!(dir.run(&["sha256", "--progress=never", "f"]).stderr, "");
    let Some(text) = terminal(&dir, 80, "$D sha256 --progress=never f; $D sha256 f", b"") else {
        return;
    };
    assert_eq!(drawn_lines(&text).iter().filter(|line| !line.is_empty()).count(), 2, "{text}");
}

#[test]
fn prompts_for_a_key_without_echo() {
    let dir = TestDir::new();
    dir.write("f", "f");
    let line = "$D mac hmac-sha256 --key-stdin f";
    let Some(text) = terminal(&dir, 80, line, b"typed secret\n") else { return };
    assert!(text.contains("Key: "), "{text}");
    assert!(!text.contains("typed secret"), "{text}");
    dir.write("key", "typed secret");
    let expected = dir.run(&["mac", "hmac-sha256", "--key-file", "key", "f"]);
    assert!(text.contains(expected.text().trim_end()), "{text}");
}

#[test]
fn prompts_twice_for_a_new_password() {
    let dir = TestDir::new();
    let line = "$D password hash --preset owasp-2023-argon2id > hash; echo code $?";
    let Some(text) = terminal(&dir, 80, line, b"a secret\na secret\n") else { return };
    assert!(text.contains("Password: ") && text.contains("Repeat password: "), "{text}");
    assert!(text.contains("code 0") && !text.contains("a secret"), "{text}");
    assert_eq!(dir.run_with_input(&["password", "verify", "hash"], b"a secret").code, 0);
    let Some(text) = terminal(&dir, 80, line, b"a secret\na secreT\n") else { return };
    assert!(text.contains("passwords do not match"), "{text}");
    assert!(text.contains("code 2"), "{text}");
}

#[test]
fn results_are_colored_and_names_escaped() {
    let dir = TestDir::new();
    dir.write("\u{1b}[2Jf", "f");
    let sums = dir.run(&["sha256", "\u{1b}[2Jf"]);
    dir.write("SUMS", &sums.stdout);
    let Some(text) = terminal(&dir, 80, "$D -c sha256 SUMS; $D -c --color=never sha256 SUMS", b"")
    else {
        return;
    };
    assert!(text.contains("\"\\u{1b}[2Jf\": \u{1b}[32mOK\u{1b}[0m"), "{text:?}");
    assert!(text.contains("\"\\u{1b}[2Jf\": OK"), "{text:?}");
    assert!(!text.contains("\u{1b}[2J"), "{text:?}");
}

/// Returns the lines that are visible on the screen at the end, after later output has erased or overwritten earlier
/// output.
fn screen(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut line, mut column): (Vec<char>, usize) = (Vec::new(), 0);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\x1b' => {
                chars.next_if_eq(&'[');
                let end = chars.find(|c| c.is_ascii_alphabetic());
                if end == Some('K') {
                    line.truncate(column);
                }
            }
            '\r' => column = 0,
            '\n' => {
                lines.push(line.drain(..).collect());
                column = 0;
            }
            c => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = c;
                column += 1;
            }
        }
    }
    lines.push(line.into_iter().collect());
    lines
}

#[test]
fn progress_is_erased_before_messages() {
    let dir = TestDir::new();
    large(&dir);
    let line = "$D -j1 md5 --quiet 'a file of a name that is long' missing";
    let Some(text) = until_truncated(&dir, 60, line) else { return };
    assert!(text.contains("ETA "), "{text}");
    let lines = screen(&text);
    assert!(
        lines.iter().any(|line| line.starts_with("digest: missing: No such file")),
        "{lines:?}"
    );
    assert!(!lines.iter().any(|line| line.contains("ETA ")), "{lines:?}");
}

#[test]
fn progress_is_erased_on_interrupt() {
    let dir = TestDir::new();
    large(&dir);
    let line = "(sleep 2.5; kill -INT $$) & exec $D md5 --quiet 'a file of a name that is long'";
    let Some(text) = terminal(&dir, 60, line, b"") else { return };
    let lines = screen(&text);
    assert!(lines.iter().any(|line| line.starts_with("digest: interrupted after")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("ETA ")), "{lines:?}");
    // The cursor must stay at the start of the progress line, where the terminal echoes `^C`.
    assert!(text.contains("\x1b[K\r"), "{text:?}");
}

#[test]
fn progress_has_percent_and_eta() {
    let dir = TestDir::new();
    std::fs::create_dir(dir.path().join("d")).unwrap();
    large(&dir);
    std::fs::hard_link(dir.path().join("a file of a name that is long"), dir.path().join("d/f"))
        .unwrap();
    dir.write("SUMS", format!("{}  d/f\n", "0".repeat(32)));
    for line in ["$D -c md5 --quiet SUMS", "$D tree -a md5 d", "$D audit -a md5 SUMS d"] {
        let Some(text) = until_truncated(&dir, 80, line) else { return };
        large(&dir);
        assert!(text.contains("% ") && text.contains("ETA "), "{line}: {text}");
    }
}

#[test]
fn tables_fit_a_narrow_terminal() {
    let dir = TestDir::new();
    for line in [
        "$D list",
        "$D bench sha256 sha512-256 --time 1 --sizes 64,1K",
        "$D list hash not-cryptographic",
    ] {
        let Some(text) = terminal(&dir, 40, line, b"") else { return };
        for line in screen(&text) {
            assert!(line.chars().count() <= 40, "{line:?}");
        }
        assert!(text.contains("sha256") || text.contains("crc32"), "{text}");
    }
}
