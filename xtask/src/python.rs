//! The Python package: a virtual environment under `target/`, a wheel and a source distribution, and the
//! tests and measurements of what an install of the wheel gives.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::generate::Mode;
use crate::run::{For, build_all, built, command, root, run, run_told, target_path};
use crate::stages::{Checks, Missing, Stages};

/// The oldest Python that the wheel is for; `requires-python` says the same.
const OLDEST: (u32, u32) = (3, 11);

/// Builds the wheel and the source distribution into `target/wheels`, and installs each: whoever has no
/// wheel for their platform gets the latter.
pub(crate) fn package() -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Use)?;
    environment.update_stub()?;
    let wheels = target_path("wheels");
    run(environment.maturin("sdist").arg("--out").arg(&wheels))?;
    environment.install_file(&only(&wheels, "gz")?)?;
    println!("built in {}", wheels.display());
    Ok(())
}

/// Tests of the binding itself, over the package's files and the extension module of the workspace's build.
pub(crate) fn test_binding() -> Result<u64> {
    /// What needs packages that take minutes to install, or an optimised module: `cargo xtask verify python`.
    const LEFT_TO_VERIFY: [&str; 4] = ["column", "dask", "remains", "types"];
    let environment = Environment::with("requirements-test.txt")?;
    run(&mut build_all())?;
    let package = target_path("python-package");
    stage(&package)?;
    let on_all_cores = ["--numprocesses", "auto", "--dist", "worksteal"];
    let mut pytest = environment.python(["-m", "pytest", "-p", "no:cacheprovider"]);
    pytest.args(on_all_cores).args(["-m", "not slow"]);
    pytest.args(LEFT_TO_VERIFY.map(|name| format!("--ignore=tests/test_{name}.py")));
    Ok(passed(&run_told(pytest.env("PYTHONPATH", &package))?))
}

/// The tests that pytest's last line counts: `1234 passed, 2 skipped in 5.67s`.
fn passed(said: &str) -> u64 {
    let line = said.lines().rfind(|line| line.contains(" passed")).unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| word.trim_end_matches(',') == "passed");
    at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
}

/// Puts the package's own files and the extension module of the workspace's build into `folder`.
pub(crate) fn stage(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    copy_folder(&package_folder().join("python"), folder)?;
    let (library, module) = if cfg!(windows) {
        ("_native.dll", "_native.pyd")
    } else if cfg!(target_os = "macos") {
        ("lib_native.dylib", "_native.abi3.so")
    } else {
        ("lib_native.so", "_native.abi3.so")
    };
    let built = built("digest")?.with_file_name(library);
    fs::copy(&built, folder.join("astragal").join(module))
        .with_context(|| format!("the workspace's build leaves no {}", built.display()))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Everything about the package as it is handed out: the wheel, all tests, type checkers, CPython's own tests.
pub(crate) fn stages(stages: &mut Stages) {
    let environment = stages.run("Python tools", || Environment::new().map(Made));
    let Some(Made(environment)) = environment else { return };
    if stages.run("Python wheel", || environment.install(For::Checks)).is_none() {
        return;
    }
    stages
        .run("Python tests", || Ok(passed(&run_told(&mut environment.python(["-m", "pytest"]))?)));
    stages.run("Python stub", || run(&mut environment.python(["tools/stub.py", "--check"])));
    stages.run("CPython's tests of hashlib and hmac", || environment.cpython());
}

/// An environment that counts as one check.
struct Made(Environment);

impl Checks for Made {
    fn checks(&self) -> u64 {
        1
    }
}

/// Installs the wheel and runs the tests of `hashlib` and `hmac` that the interpreter brings.
pub(crate) fn cpython() -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Checks)?;
    environment.cpython()
}

/// Writes the stub's constructors anew from the tables of the wheel, or compares them.
pub(crate) fn stub(mode: Mode) -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Checks)?;
    let check: &[&str] = if mode == Mode::Check { &["--check"] } else { &[] };
    run(environment.python(["tools/stub.py"]).args(check))
}

/// Measures beside `hashlib` and pycryptodome; with `--levels` calls and columns at two levels of instructions.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Use)?;
    match arguments.split_first() {
        Some((first, rest)) if first == "--levels" => {
            run(environment.python(["benches/levels.py"]).args(rest))
        }
        _ => run(environment.python(["benches/table.py"]).args(arguments)),
    }
}

/// The interpreter that has what `requirements-dev.txt` names.
pub(crate) fn with_tools() -> Result<PathBuf> {
    Ok(Environment::new()?.program("python"))
}

/// A virtual environment with the packages of a file of requirements.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    /// With all that tests, checks and measurements need.
    fn new() -> Result<Self> {
        Self::with("requirements-dev.txt")
    }

    fn with(file: &str) -> Result<Self> {
        let name = file.trim_end_matches(".txt").replace("requirements", "python");
        let environment = Self { folder: target_path("").join(name) };
        let requirements = package_folder().join(file);
        let wanted = fs::read_to_string(&requirements)?
            + &fs::read_to_string(package_folder().join("requirements-test.txt"))?;
        let installed = environment.folder.join("requirements.txt");
        if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
            return Ok(environment);
        }
        let python = interpreter()?;
        run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment.folder))
            .map_err(|_| Missing::new("Python's venv", "apt-get install python3-venv"))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"];
        run(environment.python(install).arg(&requirements))?;
        fs::write(installed, wanted)?;
        Ok(environment)
    }

    /// A command of the environment's interpreter, in the package's folder.
    fn python<'a>(&self, arguments: impl IntoIterator<Item = &'a str>) -> Command {
        let mut command = Command::new(self.program("python"));
        command.args(arguments).current_dir(package_folder());
        command
    }

    fn maturin(&self, verb: &str) -> Command {
        self.python(["-m", "maturin", verb])
    }

    fn program(&self, name: &str) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// Builds the wheel and installs it.
    fn install(&self, purpose: For) -> Result<()> {
        let wheels = target_path("wheels");
        if wheels.is_dir() {
            fs::remove_dir_all(&wheels)?;
        }
        let mut build = self.maturin("build");
        build.args(["--release", "--quiet", "--interpreter"]).arg(self.program("python"));
        // What keyed calls leave on the stack is looked for in what users get.
        purpose.tell(&mut build).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "3");
        run(build.arg("--out").arg(&wheels))?;
        self.install_file(&only(&wheels, "whl")?)
    }

    fn install_file(&self, file: &Path) -> Result<()> {
        let install =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
        run(self.python(install).arg("--force-reinstall").arg(file))
    }

    fn cpython(&self) -> Result<()> {
        run(&mut self.python(["tools/cpython.py"]))
    }

    /// Writes the stub's constructors anew from the tables, and builds again if they have changed.
    fn update_stub(&self) -> Result<()> {
        let stub = package_folder().join("python/astragal/__init__.pyi");
        let before = fs::read(&stub)?;
        run(&mut self.python(["tools/stub.py"]))?;
        if fs::read(&stub)? == before { Ok(()) } else { self.install(For::Use) }
    }
}

fn package_folder() -> PathBuf {
    root().join("crates/astragal-python")
}

/// The file of this extension in a folder of what maturin has built.
fn only(folder: &Path, extension: &str) -> Result<PathBuf> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new(extension)) {
            return Ok(path);
        }
    }
    bail!("maturin left no .{extension} file in {}", folder.display())
}

/// The name of a Python that is new enough.
fn interpreter() -> Result<&'static str> {
    let (major, minor) = OLDEST;
    let probe = format!("import sys; sys.exit(sys.version_info < ({major}, {minor}))");
    for python in ["python3", "python"] {
        let found = command(python, &["-c", &probe]).output();
        if found.is_ok_and(|output| output.status.success()) {
            return Ok(python);
        }
    }
    let what = format!("Python {major}.{minor} or newer");
    bail!(Missing::new(&what, "apt-get install python3 python3-venv"))
}
