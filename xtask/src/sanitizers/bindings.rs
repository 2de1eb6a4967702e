//! Checks the C interface and the Python module for data races. ThreadSanitizer's runtime must be part of the program
//! that loads them. The C test is linked with the runtime, and so is a small program that starts Python.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use super::{TARGET, expect_race, instrumented};
use crate::capi::clang;
use crate::files::write;
use crate::python;
use crate::run::{command, output, root, run, run_tests, step, target_path};
use crate::stages::need;

/// Two threads encrypt into the same buffer without synchronization.
const RACE_IN_PYTHON: &str = "\
import threading, astragal
out = bytearray((1 << 20) + 16)
def work():
    cipher = astragal.aead('aes-128-gcm', bytes(16))
    for _ in range(20):
        cipher.encrypt_into(bytes(12), bytes(1 << 20), None, out)
threads = [threading.Thread(target=work) for _ in range(2)]
for thread in threads: thread.start()
for thread in threads: thread.join()
";

/// Runs the tests of C's executor and of Python's threads. Returns the number of tests.
pub(super) fn races() -> Result<u64> {
    let folder = target_path("races").join(TARGET).join("debug");
    step("C interface and Python module with ThreadSanitizer", || {
        let packages = ["--package", "astragal-capi", "--package", "astragal-python"];
        run(instrumented("build").args(packages))
    })?;
    step("races in the C interface", || {
        let start = |name, storage| -> Result<Command> {
            let mut program = Command::new(executor(&folder, name, storage)?);
            // A child process of the test starts threads.
            program.env("TSAN_OPTIONS", "die_after_fork=0");
            Ok(program)
        };
        run(&mut start("executor", "")?)?;
        expect_race(&start("executor-race", "static")?.output()?)
    })?;
    let tests = step("races in Python", || {
        let python = Python::new(&folder)?;
        expect_race(&python.command().args(["-c", RACE_IN_PYTHON]).output()?)?;
        let mut pytest = python.command();
        pytest.args(["-m", "pytest", "-p", "no:cacheprovider", "-k", "not fork"]);
        run_tests(pytest.arg("tests/test_threads.py"))
    })?;
    Ok(1 + tests)
}

/// Compiles the C test of executors and links it with the static library in `folder`. Returns the program's path. The
/// test's digest buffer has the storage class `storage`.
fn executor(folder: &Path, name: &str, storage: &str) -> Result<PathBuf> {
    let source = root().join("crates/astragal-capi/tests/c/executor.c");
    let options = [
        format!("-DDIGEST_STORAGE={storage}"),
        format!("-I{}", root().join("crates/astragal-capi/include").display()),
    ];
    link(folder, name, &source, &options, &[folder.join("libastragal_capi.a").into_os_string()])
}

/// A program that starts Python with ThreadSanitizer, and the folder with the Python package.
struct Python {
    program: PathBuf,
    /// Value of the environment variable `PYTHONHOME`.
    home: String,
    /// Value of the environment variable `PYTHONPATH`.
    path: String,
}

impl Python {
    fn new(folder: &Path) -> Result<Self> {
        let ask = "import sys, sysconfig as s; v = s.get_config_var; \
                   print(v('INCLUDEPY'), v('LIBDIR'), v('LDVERSION'), sys.base_prefix, s.get_path('purelib'), sep='\\n')";
        let answer =
            output(Command::new(python::interpreter("requirements-test.txt")?).args(["-c", ask]))?;
        let answers: Vec<&str> = answer.lines().collect();
        let [include, libraries, version, home, packages] = answers[..] else {
            bail!("Python did not name its folders: {answer}");
        };
        let source = target_path("races/python.c");
        write(
            &source,
            "#include <Python.h>\nint main(int argc, char **argv) { return Py_BytesMain(argc, argv); }\n",
        )?;
        let linked = [
            format!("-L{libraries}").into(),
            format!("-Wl,-rpath,{libraries}").into(),
            format!("-lpython{version}").into(),
        ];
        let program = link(folder, "python", &source, &[format!("-I{include}")], &linked)
            .context("Python's development files may be missing: apt-get install python3-dev")?;
        let package = target_path("races/python-package");
        python::stage_from(&folder.join("libastragal_capi.a"), &package)?;
        let path = format!("{}:{packages}", package.display());
        Ok(Self { program, home: home.to_owned(), path })
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.env("PYTHONHOME", &self.home).env("PYTHONPATH", &self.path);
        command.current_dir(python::package_folder());
        command
    }
}

/// Compiles a C program with ThreadSanitizer and links it with the runtime of Rust's nightly toolchain, because clang's
/// own runtime may be of another version.
fn link(
    folder: &Path,
    name: &str,
    source: &Path,
    options: &[String],
    linked: &[OsString],
) -> Result<PathBuf> {
    let [c, cpp] = clang();
    need(&c, "clang")?;
    let (object, program) = (folder.join(format!("{name}.o")), folder.join(name));
    let mut compile = command(&c, &["-fsanitize=thread", "-g", "-O1", "-c"]);
    run(compile.args(options).arg(source).arg("-o").arg(&object))?;
    let sysroot =
        output(&mut command("rustup", &["run", "nightly", "rustc", "--print", "sysroot"]))?;
    let runtime = PathBuf::from(sysroot).join("lib/rustlib").join(TARGET).join("lib");
    let runtime = runtime.join("librustc-nightly_rt.tsan.a");
    ensure!(runtime.is_file(), "the nightly toolchain has no {}", runtime.display());
    let mut link = command(&cpp, &["-o"]);
    link.arg(&program).arg(&object).args(linked);
    link.arg("-Wl,--whole-archive").arg(runtime).arg("-Wl,--no-whole-archive");
    run(link.args(["-Wl,--export-dynamic", "-lpthread", "-ldl", "-lm", "-lrt"]))?;
    Ok(program)
}
