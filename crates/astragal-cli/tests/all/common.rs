//! Test helpers that run `digest` in a temporary directory.
#![allow(dead_code, reason = "some items are used only by tests for Linux")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Reports a skipped test and the Debian package of the missing tool. Panics if `CI=true` on Linux, where `.ci/install`
/// installs all tools.
pub(crate) fn skip(tool: &str) {
    const PACKAGES: [(&str, &str); 12] = [
        ("argon2", "argon2"),
        ("b3sum", "b3sum"),
        ("cksfv", "cksfv"),
        ("hashdeep", "hashdeep"),
        ("md5deep", "hashdeep"),
        ("openssl", "openssl"),
        ("python3", "python3"),
        ("rhash", "rhash"),
        ("script", "bsdutils"),
        ("sha1deep", "hashdeep"),
        ("sha256deep", "hashdeep"),
        ("shasum", "perl"),
    ];
    let found = PACKAGES.iter().find(|(name, _)| *name == tool);
    let message = format!(
        "{tool} is missing; apt-get install {}",
        found.map_or("coreutils", |(_, package)| package)
    );
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!(is_ci && cfg!(target_os = "linux")), "{message}");
    // Writes to standard error directly, because libtest hides the output of `eprintln!`, and `cargo xtask test` counts
    // these lines.
    let _ = writeln!(std::io::stderr(), "skipped: {message}");
}

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.stdout).unwrap()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub(crate) struct TestDir(tempfile::TempDir);

impl TestDir {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, data: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name.as_ref()), data).unwrap();
    }

    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_digest"));
        command.args(arguments).current_dir(self.path());
        command.env_remove("ASTRAGAL_CPU").env_remove("ASTRAGAL_TIMING");
        command
    }

    pub(crate) fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Ran {
        self.command(arguments).stdin(Stdio::null()).output().unwrap().into()
    }

    pub(crate) fn run_with_input(&self, arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // Ignores a write error, because the command may exit before it reads its input.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().unwrap().into()
    }
}

/// Returns a command that starts `program` with the default actions for signals, even if the test process ignores
/// them. For example, a background job of a shell script ignores SIGINT.
pub(crate) fn with_default_signals(program: &str) -> Command {
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,QUIT,TERM", program]);
    command
}

/// Runs a shell command in the directory, with the path of `digest` in `$D`. Signals have their default actions.
pub(crate) fn shell(dir: &TestDir, line: &str) -> Output {
    let mut shell = with_default_signals("bash");
    shell.arg("-c").arg(format!("set -o pipefail; {line}")).current_dir(dir.path());
    shell.env("D", env!("CARGO_BIN_EXE_digest")).env_remove("ASTRAGAL_CPU");
    shell.output().unwrap()
}

pub(crate) fn code(dir: &TestDir, line: &str) -> i32 {
    shell(dir, line).status.code().unwrap()
}

/// Waits for a process to end and returns its peak memory use in KiB.
pub(crate) fn peak_memory(child: &mut Child) -> u32 {
    let mut highest = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let kilobytes = status.unwrap_or_default().lines().find_map(|line| {
            line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u32>().ok()
        });
        highest = highest.max(kilobytes.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    highest
}

/// SHA3-256 of "abc" and of the empty message, published by NIST.
pub(crate) const ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";
pub(crate) const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
