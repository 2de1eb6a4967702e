//! Runs the command in a folder of its own.
#![allow(dead_code, reason = "each test file uses some of it")]

use std::ffi::OsStr;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// Leaves a check out for want of a tool, naming its package in Debian. Under `CI=true` that is a failure on Linux,
/// where `.ci/install` installs it.
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
    eprintln!("skipped: {message}");
}

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Ran {
    pub(crate) fn text(&self) -> &str {
        str::from_utf8(&self.stdout).expect("the output is text")
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().expect("it was not killed"),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }
}

pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("there is room for a folder"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn write(&self, name: impl AsRef<OsStr>, data: impl AsRef<[u8]>) {
        std::fs::write(self.path().join(name.as_ref()), data).expect("the file can be written");
    }

    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_digest"));
        command.args(arguments).current_dir(self.path()).env_remove("ASTRAGAL_CPU");
        command
    }

    pub(crate) fn run(&self, arguments: &[impl AsRef<OsStr>]) -> Ran {
        self.command(arguments).stdin(Stdio::null()).output().expect("the command starts").into()
    }

    pub(crate) fn run_with_input(&self, arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Ran {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // A command that fails early may not read it.
        let _ = stdin.write_all(input);
        drop(stdin);
        child.wait_with_output().expect("the command ends").into()
    }
}

/// Runs a line of the shell in the folder; `$D` is the command. Signals act as usual, also where whoever started
/// the tests ignores them, as the shell does for what it puts into the background.
pub(crate) fn shell(folder: &Folder, line: &str) -> Output {
    let mut shell = Command::new("env");
    shell.args(["--default-signal=HUP,INT,QUIT,TERM", "bash", "-c"]);
    shell.arg(format!("set -o pipefail; {line}")).current_dir(folder.path());
    shell.env("D", env!("CARGO_BIN_EXE_digest")).env_remove("ASTRAGAL_CPU");
    shell.output().expect("there is a shell")
}

pub(crate) fn code(folder: &Folder, line: &str) -> i32 {
    shell(folder, line).status.code().expect("the shell ends")
}

/// The most memory that a running command takes up to its end, in KiB, by which Linux counts it.
pub(crate) fn peak_memory(child: &mut Child) -> u32 {
    let mut highest = 0;
    while child.try_wait().expect("it can be asked").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let kilobytes = status.unwrap_or_default().lines().find_map(|line| {
            line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.parse::<u32>().ok()
        });
        highest = highest.max(kilobytes.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    highest
}

/// Published by NIST: SHA3-256 of "abc" and of nothing.
pub(crate) const ABC: &str = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";
pub(crate) const EMPTY: &str = "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a";
