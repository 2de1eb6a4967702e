//! Functions that run commands. Every command starts in the repository's root folder.

use std::env;
use std::io::{BufRead as _, BufReader, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};

use crate::stages::Missing;

/// Returns the repository's root folder.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask is a folder of the repository").to_owned()
}

/// Returns a path inside cargo's target folder. This folder is `CARGO_TARGET_DIR` if it is set, otherwise `target` in
/// the repository.
pub(crate) fn target_path(path: &str) -> PathBuf {
    // Resolves a relative `CARGO_TARGET_DIR` here, against the current folder. cargo would resolve it against the
    // folder of the command, which is the repository's root.
    let set = env::var_os("CARGO_TARGET_DIR").and_then(|folder| std::path::absolute(folder).ok());
    set.unwrap_or_else(|| root().join("target")).join(path)
}

/// Returns a command that starts in the repository's root. Turns off incremental compilation unless `CARGO_INCREMENTAL`
/// is set. After all tests, the files of incremental compilation took 14 GB of the 23 GB in the target folder.
pub(crate) fn command(program: impl AsRef<Path>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program.as_ref());
    command.args(arguments).current_dir(root());
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    if env::var_os("CARGO_TARGET_DIR").is_some() {
        command.env("CARGO_TARGET_DIR", target_path(""));
    }
    command
}

/// Returns a command for the cargo executable that started this program.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    command(env::var("CARGO").unwrap_or_else(|_| "cargo".into()), arguments)
}

/// Arguments for cargo that select every package except xtask, with all features. With fewer packages, cargo would
/// select other features of the dependencies and compile the library again.
pub(crate) const PACKAGES: [&str; 4] = ["--workspace", "--exclude", "xtask", "--all-features"];

/// Name of the cargo profile for tests.
pub(crate) const QUICK: &str = "quick";

/// Arguments for cargo: [`PACKAGES`] and the profile [`QUICK`]. All stages pass these arguments, so they use the same
/// build.
pub(crate) const WHOLE: [&str; 6] =
    [PACKAGES[0], PACKAGES[1], PACKAGES[2], PACKAGES[3], "--profile", QUICK];

/// Returns a command that builds libraries, programs and tests. Without the tests, cargo would select other features of
/// the dependencies and compile them again.
pub(crate) fn build_all() -> Command {
    let mut build = cargo(&["build", "--lib", "--bins", "--tests"]);
    // Excludes the WebAssembly module, because it is not used on this machine and takes long to link.
    build.args(WHOLE).args(["--exclude", "astragal-wasm"]);
    build
}

/// Returns the path of a program from the build that all tests share. Runs this build first if the program is missing.
pub(crate) fn built(program: &str) -> Result<PathBuf> {
    let this = env::current_exe().context("the path of this program is unknown")?;
    let path = this.with_file_name(format!("{program}{}", env::consts::EXE_SUFFIX));
    if !path.exists() {
        run(&mut build_all())?;
    }
    Ok(path)
}

/// Purpose of a release build, which determines the optimization settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// For publication: one codegen unit and link-time optimization give the smallest library.
    Release,
    /// For tests, with little optimization, because full optimization takes minutes per program.
    Test,
}

impl Purpose {
    /// Sets options of cargo's release profile, as environment variables of the command.
    pub(crate) fn set(self, command: &mut Command) -> &mut Command {
        match self {
            Self::Release => command
                .env("CARGO_PROFILE_RELEASE_LTO", "thin")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1"),
            Self::Test => command
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
        }
    }
}

/// C libraries that `peers` compares with astragal, if pkg-config finds them. Each entry has the library's name in
/// pkg-config and the cargo feature.
const LIBRARIES: [(&str, &str); 8] = [
    ("openssl >= 3", "openssl"),
    ("libargon2", "libargon2"),
    ("libgcrypt >= 1.10", "libgcrypt"),
    ("libtomcrypt", "libtomcrypt"),
    ("botan-3", "botan"),
    ("libcrypto++ >= 8.3", "cryptopp"),
    ("nettle >= 3.8", "nettle"),
    ("libsodium >= 1.0.18", "libsodium"),
];

/// Fetches the current releases of the C libraries into `target/peers`.
pub(crate) fn fetch_peers() -> Result<()> {
    run(command("python3", &[]).arg(root().join("peers/fetch.py")).arg(target_path("peers")))
}

/// Returns a cargo command for the workspace `peers`, with a feature for each C library that pkg-config finds. Fetches
/// the libraries on first use. If the download fails, uses the system's libraries.
pub(crate) fn peers_cargo(verb: &str, purpose: Purpose) -> Command {
    let folder = target_path("peers");
    let fetched = || folder.join("packages.txt").exists();
    if !fetched()
        && let Err(error) = fetch_peers()
    {
        println!("the system's libraries are measured instead of current releases: {error:#}");
    }
    let machine =
        if cfg!(target_arch = "aarch64") { "aarch64-linux-gnu" } else { "x86_64-linux-gnu" };
    let libraries = folder.join("usr/lib").join(machine);
    let include = folder.join("usr/include");
    let set = |command: &mut Command| {
        if fetched() {
            command
                .env("PEERS_LIBRARIES", &libraries)
                .env("PKG_CONFIG_SYSROOT_DIR", &folder)
                .env("PKG_CONFIG_LIBDIR", libraries.join("pkgconfig"))
                .env("OPENSSL_LIB_DIR", &libraries)
                .env("OPENSSL_INCLUDE_DIR", &include)
                .env("CXXFLAGS", format!("-I{}", include.display()));
        }
    };
    let mut command = cargo(&[verb, "--release", "--manifest-path"]);
    command.arg(root().join("peers/Cargo.toml"));
    let mut versions = String::new();
    for (package, feature) in LIBRARIES {
        let mut search = Command::new("pkg-config");
        set(search.args(["--modversion", package]));
        if let Ok(version) = output(&mut search) {
            command.args(["--features", feature]);
            versions += &format!("{feature} {} ", version.trim());
        }
    }
    for (variable, feature) in [("ASCON_C", "ascon-c"), ("XKCP_K12", "xkcp")] {
        if std::env::var_os(variable).is_some() {
            command.args(["--features", feature]);
        }
    }
    set(command.env("PEERS_VERSIONS", versions));
    // Benchmarks keep cargo's default release profile, because it is also the default for programs that use the
    // library.
    if purpose == Purpose::Test {
        purpose.set(&mut command);
    }
    command
}

/// Returns the command line as text, for printing.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let mut words = vec![name.to_string_lossy()];
    words.extend(command.get_args().map(|argument| argument.to_string_lossy()));
    words.join(" ")
}

/// Prints a command and runs it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let shown = shown(command);
    println!("$ {shown}");
    let status = command.status().with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(())
}

/// Like [`run`], but also returns the command's standard output. Each line is printed as it arrives.
pub(crate) fn run_capture(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    println!("$ {shown}");
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{shown}`"))?;
    let mut text = String::new();
    for line in
        BufReader::new(child.stdout.take().context("the process has no stdout pipe")?).lines()
    {
        let line = line?;
        println!("{line}");
        text += &line;
        text.push('\n');
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("`{shown}` failed: {status}");
    }
    Ok(text)
}

/// Runs a command without printing it. Returns its standard output without the last newline.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start `{}`", shown(command)))?;
    if !output.status.success() {
        bail!("`{}` failed: {}\n{}", shown(command), output.status, text_of(&output));
    }
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Returns the standard output of a finished command, followed by its standard error.
pub(crate) fn text_of(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
}

/// Runs a command and returns its output. The output is printed when the command ends, so that parallel commands do not
/// mix their lines.
pub(crate) fn run_buffered(command: &mut Command) -> Result<String> {
    let shown = shown(command);
    let output = command.output().with_context(|| format!("cannot start `{shown}`"))?;
    let text = text_of(&output);
    write!(std::io::stdout().lock(), "$ {shown}\n{text}")?;
    if !output.status.success() {
        bail!("`{shown}` failed: {}", output.status);
    }
    Ok(text)
}

/// Runs `cargo test` and returns the number of passed tests.
pub(crate) fn run_tests(command: &mut Command) -> Result<u64> {
    Ok(passed(&run_capture(command)?))
}

/// Parses the number of passed tests in the summaries of libtest, pytest and ctest.
pub(crate) fn passed(text: &str) -> u64 {
    let count = |line: &str| match line.split_once(" tests failed out of ") {
        Some((_, total)) => total.trim().parse::<u64>().ok(),
        None => line.split_once(" passed")?.0.rsplit([' ', '=']).next()?.parse().ok(),
    };
    text.lines().filter_map(count).sum()
}

/// Calls `work` with every item, on one thread per core. Returns the results in the order of the items.
pub(crate) fn parallel_map<I: Send, T: Send>(
    items: Vec<I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let waiting = Mutex::new(items.into_iter().enumerate());
    let next = || waiting.lock().expect("no thread panics").next();
    let work = || std::iter::from_fn(|| next().map(|(i, item)| (i, work(item)))).collect();
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("no thread panics"));
        joined.flat_map(|results: Vec<_>| results).collect()
    });
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Returns whether a program can be started.
pub(crate) fn exists(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok()
}

/// Installs Rust's standard library with rustup for each target that lacks it.
pub(crate) fn add_targets<'a>(targets: impl IntoIterator<Item = &'a str>) -> Result<()> {
    for target in targets {
        let libraries =
            output(&mut command("rustc", &["--print", "target-libdir", "--target", target]));
        if libraries.is_ok_and(|folder| Path::new(&folder).is_dir()) {
            continue;
        }
        if run(&mut command("rustup", &["target", "add", target])).is_err() {
            let what = format!("Rust's standard library for {target}");
            bail!(Missing::exempt(&what, &format!("rustup target add {target}")));
        }
    }
    Ok(())
}

/// Prints a step's name, runs it, and prints its time.
pub(crate) fn step<T>(name: &str, body: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("\n== {name}");
    let start = Instant::now();
    let result = body().with_context(|| format!("step failed: {name}"))?;
    println!("== {name}: passed, {:.0} s", start.elapsed().as_secs_f64());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_passed_tests() {
        let of_libtest = "test a ... ok\ntest result: ok. 6 passed; 0 failed; 1 ignored\n\n\
            test result: ok. 11 passed; 0 failed\n";
        assert_eq!(passed(of_libtest), 17);
        assert_eq!(passed("..\n2 failed, 1234 passed, 2 skipped in 5.67s\n"), 1234);
        assert_eq!(passed("100% tests passed, 0 tests failed out of 17\n\nTotal"), 17);
        assert_eq!(passed("no tests ran in 0.01s\nNo tests were found!!!\n"), 0);
    }

    #[test]
    fn parallel_map_keeps_order() {
        assert_eq!(
            parallel_map((0..100).collect(), |i| i * 2),
            (0..200).step_by(2).collect::<Vec<_>>()
        );
    }
}
