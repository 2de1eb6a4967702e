//! Running commands from the repository's root.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::stages::Missing;

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask is a folder of the repository").to_owned()
}

/// A path in cargo's folder for what it builds: `CARGO_TARGET_DIR`, or `target` in the repository.
pub(crate) fn target_path(path: &str) -> PathBuf {
    target_in(env::var_os("CARGO_TARGET_DIR")).join(path)
}

fn target_in(set: Option<OsString>) -> PathBuf {
    // Relative to where cargo was called, though commands start in the repository's root.
    let absolute = set.map(|folder| std::path::absolute(&folder).unwrap_or(folder.into()));
    absolute.unwrap_or_else(|| root().join("target"))
}

/// A command that starts in the repository's root. Cargo under it keeps nothing for building the same crate again
/// after a change, as that would be 14 GB of 23 for a run of all tests; `CARGO_INCREMENTAL=1` has it keep all.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(root());
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    if env::var_os("CARGO_TARGET_DIR").is_some() {
        command.env("CARGO_TARGET_DIR", target_path(""));
    }
    command
}

/// A `cargo` command, by the cargo that runs this.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    command(&cargo, arguments)
}

/// A program that the first step of the tests has built beside this one, `digest` or `examples/NAME`; built now for a
/// verb that comes without that step.
pub(crate) fn built(program: &str) -> Result<PathBuf> {
    let beside = env::current_exe().context("this program does not know where it lies")?;
    let path = beside.with_file_name(format!("{program}{}", env::consts::EXE_SUFFIX));
    if !path.exists() {
        run(&mut match program.strip_prefix("examples/") {
            Some(example) => {
                let mut build = cargo(&["build", "--example", example]);
                build.args(WHOLE);
                build
            }
            None => build_all(),
        })?;
    }
    Ok(path)
}

/// Cargo's words for all packages of the workspace but this one, with everything in them. What is built so once serves
/// every stage; a choice of packages would choose other features of what they share, and build the library anew.
pub(crate) const WHOLE: [&str; 6] =
    [PACKAGES[0], PACKAGES[1], PACKAGES[2], PACKAGES[3], "--profile", QUICK];

/// The same for another profile.
pub(crate) const PACKAGES: [&str; 4] = ["--workspace", "--exclude", "xtask", "--all-features"];

/// Builds the libraries, the programs, and their tests. Stages that need any of them build all of them by this one
/// command: without the tests, cargo would choose other features of what the command depends on, and build it anew.
pub(crate) fn build_all() -> Command {
    let mut build = cargo(&["build", "--lib", "--bins", "--tests"]);
    build.args(WHOLE);
    build
}

/// The profile of what is built for tests.
pub(crate) const QUICK: &str = "quick";

/// Libraries of the system that are peers where pkg-config finds them, and the features that are for them.
const PEERS_OF_THE_SYSTEM: [(&str, &str); 7] = [
    ("openssl >= 3", "openssl"),
    ("libargon2", "libargon2"),
    ("libgcrypt >= 1.10", "libgcrypt"),
    ("libtomcrypt", "libtomcrypt"),
    ("botan-2", "botan"),
    ("libcrypto++ >= 8.3", "cryptopp"),
    ("nettle >= 3.8", "nettle"),
];

/// A `cargo` command in the workspace of the peers, those of the system among them where they can be built.
pub(crate) fn peers_cargo(verb: &str) -> Command {
    let mut command = cargo(&[verb, "--release", "--manifest-path"]);
    command.arg(root().join("peers/Cargo.toml"));
    for (package, feature) in PEERS_OF_THE_SYSTEM {
        let found = Command::new("pkg-config").args(["--exists", package]).status();
        if found.is_ok_and(|status| status.success()) {
            command.args(["--features", feature]);
        }
    }
    command
}

/// What a release build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// To be handed out or measured.
    Use,
    /// To be checked: with little optimisation, which takes minutes for each program.
    Checks,
}

impl For {
    /// Tells cargo, or what calls it.
    pub(crate) fn tell(self, command: &mut Command) -> &mut Command {
        match self {
            Self::Use => command,
            Self::Checks => command
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        }
    }
}

/// [`peers_cargo`] for what is not measured.
pub(crate) fn peers_cargo_unmeasured(verb: &str) -> Command {
    let mut command = peers_cargo(verb);
    For::Checks.tell(&mut command);
    command
}

/// Runs the command, showing it first.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Runs the command and shows what it prints as it comes; gives its standard output.
pub(crate) fn run_told(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    println!("$ {shown}");
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{shown}`"))?;
    let mut told = String::new();
    for line in BufReader::new(child.stdout.take().context("it is piped")?).lines() {
        let line = line?;
        println!("{line}");
        told += &line;
        told.push('\n');
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(told)
}

/// Runs a command of `cargo test`; how many tests were good.
pub(crate) fn run_tests(command: &mut Command) -> Result<u64> {
    Ok(passed(&run_told(command)?))
}

/// The tests that the lines of summary count.
fn passed(told: &str) -> u64 {
    let count = |line: &str| {
        let (_, rest) = line.split_once("test result: ok. ")?;
        rest.split_once(" passed")?.0.parse::<u64>().ok()
    };
    told.lines().filter_map(count).sum()
}

/// Runs all of them, as many at a time as there are cores, and shows each with what it printed when it has ended.
/// After one that failed, none is started.
pub(crate) fn run_side_by_side(commands: Vec<Command>) -> Result<()> {
    let has_failed = AtomicBool::new(false);
    let results = on_all_cores(commands, |mut command| {
        if has_failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let result = run_captured(&mut command);
        has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
        result.map(drop)
    });
    results.into_iter().collect()
}

/// Calls `work` with every item, as many at a time as there are cores; the results are in the order of the items.
pub(crate) fn on_all_cores<I: Send, T: Send>(
    items: Vec<I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let waiting = Mutex::new(items.into_iter().enumerate());
    let next = || waiting.lock().expect("nobody panics with the list").next();
    let work = || {
        let mut results = Vec::new();
        while let Some((place, item)) = next() {
            results.push((place, work(item)));
        }
        results
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let ended = workers.into_iter().map(|worker| worker.join().expect("nothing panics"));
        ended.flatten().collect()
    });
    results.sort_by_key(|(place, _)| *place);
    results.into_iter().map(|(_, result)| result).collect()
}

/// [`run_tests`], what is printed coming in one piece with the command.
pub(crate) fn run_tests_captured(command: &mut Command) -> Result<u64> {
    Ok(passed(&run_captured(command)?))
}

/// [`run`], what is printed coming in one piece with the command. Returns standard output.
fn run_captured(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("cannot start `{shown}`"))?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "$ {shown}")?;
    out.write_all(&output.stdout)?;
    out.write_all(&output.stderr)?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", output.status);
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether the program can be started at all.
pub(crate) fn exists(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok()
}

/// Fails where Rust's standard library for one of these targets is neither installed nor to be had by rustup.
pub(crate) fn add_targets<'a>(targets: impl IntoIterator<Item = &'a str>) -> Result<()> {
    for target in targets {
        if has_target(target)? {
            continue;
        }
        let add = ["target", "add", target];
        let is_added = command("rustup", &add).status().is_ok_and(|status| status.success());
        if !is_added {
            let what = format!("Rust's standard library for {target}");
            bail!(Missing::exempt(&what, &format!("rustup target add {target}")));
        }
    }
    Ok(())
}

/// Whether the compiler has the standard library of this target.
fn has_target(target: &str) -> Result<bool> {
    let mut ask = command("rustc", &["--print", "target-libdir", "--target", target]);
    let output = ask.stderr(Stdio::null()).output().context("cannot start rustc")?;
    let folder = String::from_utf8(output.stdout)?;
    Ok(output.status.success() && Path::new(folder.trim()).is_dir())
}

/// The names of the files in a folder, without what follows the dot, in order.
pub(crate) fn names_in(folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root().join(folder))? {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let (true, Some(stem)) = (path.is_file(), stem) {
            names.push(stem.to_owned());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Announces a step, runs it, and tells how long it took.
pub(crate) fn step<T>(name: &str, body: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n== {name}");
    let start = Instant::now();
    let made = body().with_context(|| format!("step failed: {name}"))?;
    println!("== {name}: good, {:.0} s", start.elapsed().as_secs_f64());
    Ok(made)
}

/// The command as it is shown.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let mut words = vec![name.to_string_lossy()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy()));
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_folder_is_that_of_cargo() {
        assert_eq!(target_in(None), root().join("target"));
        assert_eq!(target_in(Some("/elsewhere".into())), Path::new("/elsewhere"));
        let relative = target_in(Some("elsewhere".into()));
        assert_eq!(relative, env::current_dir().unwrap().join("elsewhere"));
    }

    #[test]
    fn counts_passed_tests() {
        let told = "test a ... ok\ntest result: ok. 6 passed; 0 failed; 1 ignored\n\n\
            test result: ok. 11 passed; 0 failed\ntest result: FAILED. 5 passed; 1 failed\n";
        assert_eq!(passed(told), 17);
    }
}
