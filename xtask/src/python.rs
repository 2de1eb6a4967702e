//! The Python package: a virtual environment under `target/`, a wheel and a source distribution, and the
//! tests and measurements of what an install of the wheel gives.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::generate::Mode;
use crate::run::{For, command, root, run, step};

/// The oldest Python that the wheel is for; `requires-python` says the same.
const OLDEST: (u32, u32) = (3, 11);

/// Builds the wheel and the source distribution into `target/wheels`, and installs each: whoever has no
/// wheel for their platform gets the latter.
pub(crate) fn package() -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Use)?;
    environment.update_stub()?;
    let wheels = root().join("target/wheels");
    run(environment.maturin("sdist").arg("--out").arg(&wheels))?;
    environment.install_file(&only(&wheels, "gz")?)?;
    println!("built in {}", wheels.display());
    Ok(())
}

/// Installs the wheel and runs the tests, the type checker and the example.
pub(crate) fn test() -> Result<()> {
    let environment = Environment::new()?;
    step("the Python wheel", || environment.install(For::Checks))?;
    step("the Python tests", || run(&mut environment.python(["-m", "pytest"])))?;
    step("CPython's tests of hashlib and hmac", || environment.cpython())
}

/// Installs the wheel and runs the tests of `hashlib` and `hmac` that the interpreter brings.
pub(crate) fn cpython() -> Result<()> {
    let environment = Environment::new()?;
    environment.install(For::Checks)?;
    environment.cpython()
}

/// Writes the stub's constructors anew from the tables of the wheel, or compares them.
pub(crate) fn stub(mode: Mode) -> Result<()> {
    if interpreter().is_err() {
        println!("skipped: there is no Python that is new enough");
        return Ok(());
    }
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

/// The interpreter that has what `requirements-dev.txt` names, or none where there is no Python that is new enough.
pub(crate) fn with_tools() -> Result<Option<PathBuf>> {
    if interpreter().is_err() {
        return Ok(None);
    }
    Ok(Some(Environment::new()?.program("python")))
}

/// A virtual environment with the tools of `requirements-dev.txt`.
struct Environment {
    folder: PathBuf,
}

impl Environment {
    fn new() -> Result<Self> {
        let environment = Self { folder: root().join("target/python") };
        let requirements = package_folder().join("requirements-dev.txt");
        let wanted = fs::read_to_string(&requirements)?;
        let installed = environment.folder.join("requirements-dev.txt");
        if fs::read_to_string(&installed).is_ok_and(|text| text == wanted) {
            return Ok(environment);
        }
        let python = interpreter()?;
        run(Command::new(python).args(["-m", "venv", "--clear"]).arg(&environment.folder))
            .context(
                "cannot make a virtual environment; on Debian: apt-get install python3-venv",
            )?;
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
        let wheels = root().join("target/wheels");
        if wheels.is_dir() {
            fs::remove_dir_all(&wheels)?;
        }
        let mut build = self.maturin("build");
        build.args(["--release", "--quiet", "--interpreter"]).arg(self.program("python"));
        run(purpose.tell(&mut build).arg("--out").arg(&wheels))?;
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
    bail!(
        "Python {major}.{minor} or newer is needed; on Debian: apt-get install python3 python3-venv"
    )
}
