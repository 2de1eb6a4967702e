//! The Python package: builds its wheel and source distribution, tests it, and measures its speed.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::files::{copy, copy_folder, empty_folder, files_below};
use crate::generate::Mode;
use crate::run::{Purpose, build_all, built, root, run, run_tests, target_path};
use crate::stages::{Checks, Stages};
use crate::tools::{Environment, requirements};

/// Builds the wheel and the source distribution into `target/wheels`, and installs each to check it.
pub(crate) fn package() -> Result<()> {
    let package = Package::new("requirements-dev.txt")?;
    package.install(Purpose::Release)?;
    let wheels = target_path("wheels");
    run(package.python(&["-m", "maturin", "sdist", "--out"]).arg(&wheels))?;
    package.install_file("gz")?;
    println!("built in {}", wheels.display());
    Ok(())
}

/// Tests the Python binding. The tests use the package's Python files, and the extension module from the build that all
/// tests share.
pub(crate) fn test_binding() -> Result<u64> {
    /// Test files that need large Python packages or an optimized module. Only `cargo xtask verify python` runs them.
    const LEFT_TO_VERIFY: [&str; 4] = ["column", "dask", "remains", "types"];
    let package = Package::new("requirements-test.txt")?;
    run(&mut build_all())?;
    let staged = target_path("python-package");
    stage(&staged)?;
    let mut pytest = package.python(&["-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow"]);
    pytest.args(["--numprocesses", "auto", "--dist", "worksteal"]);
    pytest.args(LEFT_TO_VERIFY.map(|name| format!("--ignore=tests/test_{name}.py")));
    run_tests(pytest.env("PYTHONPATH", &staged))
}

/// Copies the package's Python files and its extension module into `folder`. The extension module comes from the build
/// that all tests share.
pub(crate) fn stage(folder: &Path) -> Result<()> {
    stage_from(&built("digest")?, folder)
}

/// Copies the package's Python files into `folder`, and the extension module that was built beside `file`.
pub(crate) fn stage_from(file: &Path, folder: &Path) -> Result<()> {
    empty_folder(folder)?;
    copy_folder(&package_folder().join("python"), folder)?;
    let (library, module) = if cfg!(windows) {
        ("_native.dll", "_native.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_native.dylib", "_native.abi3.so")
    } else {
        ("lib_native.so", "_native.abi3.so")
    };
    copy(&file.with_file_name(library), &folder.join("astragal").join(module))
}

/// Runs the stages of `cargo xtask verify python`: the wheel, all tests, the stub, and CPython's tests of `hashlib`
/// and `hmac`.
pub(crate) fn stages(stages: &mut Stages) {
    let package = stages.run("Python wheel", || {
        let package = Package::new("requirements-dev.txt")?;
        package.install(Purpose::Test)?;
        Ok(package)
    });
    let Some(package) = package else { return };
    let python = |arguments: &[&str]| run(&mut package.python(arguments));
    stages.run("Python tests", || run_tests(&mut package.python(&["-m", "pytest"])));
    stages.run("Python stub", || python(&["tools/stub.py", "--check"]));
    stages.run("CPython's tests of hashlib and hmac", || python(&["tools/cpython.py"]));
}

/// Generates the part of the Python stub that declares the constructors, using the algorithm tables of the built wheel.
/// Writes the stub, or compares it with the committed stub.
pub(crate) fn stub(mode: Mode) -> Result<()> {
    let package = Package::new("requirements-dev.txt")?;
    package.install(Purpose::Test)?;
    let check: &[&str] = if mode == Mode::Check { &["--check"] } else { &[] };
    run(package.python(&["tools/stub.py"]).args(check))
}

/// Measures the speed of the package against `hashlib` and pycryptodome. With `--levels`, measures the package alone,
/// at two instruction-set levels.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    let package = Package::new("requirements-dev.txt")?;
    package.install(Purpose::Release)?;
    let (program, arguments) = match arguments.split_first() {
        Some((first, rest)) if first == "--levels" => ("benches/levels.py", rest),
        _ => ("benches/table.py", arguments),
    };
    run(package.python(&[program]).args(arguments))
}

/// Returns the path of a Python interpreter that has the packages in the requirements file `file` of the package.
pub(crate) fn interpreter(file: &str) -> Result<PathBuf> {
    Ok(Package::new(file)?.0.python())
}

/// The Python package, with the virtual environment for building and testing it.
struct Package(Environment);

impl Checks for Package {}

impl Package {
    fn new(file: &str) -> Result<Self> {
        let packages = requirements(&package_folder().join(file))?;
        let packages: Vec<&str> = packages.iter().map(String::as_str).collect();
        let name = file.trim_end_matches(".txt").replace("requirements", "python");
        Environment::new(&name, &packages).map(Self)
    }

    /// Returns a command that starts the Python interpreter in the package's folder.
    fn python(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.0.python());
        command.args(arguments).current_dir(package_folder());
        command
    }

    /// Builds the wheel and installs it.
    fn install(&self, purpose: Purpose) -> Result<()> {
        let wheels = target_path("wheels");
        empty_folder(&wheels)?;
        let mut build = self.python(&["-m", "maturin", "build", "--release", "--quiet"]);
        // Uses the optimization level of the released package, because some tests search the stack for secrets, and
        // only optimized code leaves a clean stack.
        purpose.set(&mut build).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3");
        run(build.arg("--interpreter").arg(self.0.python()).arg("--out").arg(&wheels))?;
        self.install_file("whl")
    }

    /// Installs the file in `target/wheels` with the extension `extension` into the virtual environment.
    fn install_file(&self, extension: &str) -> Result<()> {
        let files = files_below(&target_path("wheels"), extension)?;
        let file = files.first().with_context(|| format!("maturin built no .{extension} file"))?;
        run(self.0.pip().args(["--no-deps", "--force-reinstall"]).arg(file))
    }
}

pub(crate) fn package_folder() -> PathBuf {
    root().join("crates/astragal-python")
}
