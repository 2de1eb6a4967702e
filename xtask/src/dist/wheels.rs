//! Wheels that install without a compiler: for Linux with glibc 2.17 or later and with musl, on x86-64 and aarch64,
//! and for Windows, all by one compiler, with Zig or mingw-w64 as linker, and the source distribution for everything
//! else. The stable ABI makes one wheel do for every Python from 3.11 on but the free-threaded ones, which build their
//! own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use super::{Dist, papers, said};
use crate::run::{add_targets, command, exists, root, run};
use crate::stages::skip;

/// What builds, links and looks at them, in versions that make the same wheel again.
const TOOLS: [&str; 3] = ["maturin==1.16.0", "ziglang==0.17.1", "auditwheel==6.8.2"];

const PACKAGE: &str = "astragal-python";

/// A wheel of one platform.
struct Wheel {
    target: &'static str,
    /// As packaging tools name the platform; empty where they have one name alone.
    platform: &'static str,
    /// The end of the file's name: the Python, its binary interface, and the platform.
    tag: &'static str,
    /// What runs programs of the platform here, and the variable that names a Python of it.
    runs: Runs,
}

enum Runs {
    Here,
    By { runner: &'static str, interpreter: &'static str },
}

/// The variable that names a Python for aarch64 and glibc.
const AARCH64: &str = "ASTRAGAL_PYTHON_AARCH64";

/// What brings a Python of Debian's for aarch64, unpacked and not installed.
const UNPACK: [&str; 5] =
    ["--variant=extract", "--arch=arm64", "--include=python3", "--quiet", "bookworm"];

const WHEELS: [Wheel; 5] = [
    Wheel {
        target: "x86_64-unknown-linux-gnu",
        platform: "manylinux_2_17",
        tag: "cp311-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64",
        runs: Runs::Here,
    },
    Wheel {
        target: "aarch64-unknown-linux-gnu",
        platform: "manylinux_2_17",
        tag: "cp311-abi3-manylinux_2_17_aarch64.manylinux2014_aarch64",
        runs: Runs::By { runner: "qemu-aarch64", interpreter: AARCH64 },
    },
    Wheel {
        target: "x86_64-unknown-linux-musl",
        platform: "musllinux_1_2",
        tag: "cp311-abi3-musllinux_1_2_x86_64",
        runs: Runs::By { runner: "env", interpreter: "ASTRAGAL_PYTHON_MUSL" },
    },
    Wheel {
        target: "aarch64-unknown-linux-musl",
        platform: "musllinux_1_2",
        tag: "cp311-abi3-musllinux_1_2_aarch64",
        runs: Runs::By { runner: "qemu-aarch64", interpreter: "ASTRAGAL_PYTHON_AARCH64_MUSL" },
    },
    Wheel {
        target: "x86_64-pc-windows-gnu",
        platform: "",
        tag: "cp311-abi3-win_amd64",
        runs: Runs::By { runner: "wine", interpreter: "ASTRAGAL_PYTHON_WINDOWS" },
    },
];

/// Builds every wheel and the source distribution into the release's folder, looks at what they ask of a system, and
/// runs those that something here runs.
pub(super) fn all(dist: &Dist) -> Result<()> {
    let python = tools()?;
    add_targets(WHEELS.map(|wheel| wheel.target))?;
    let mut not_run = Vec::new();
    for wheel in &WHEELS {
        if wheel.is_for_windows() && !exists(MINGW) {
            skip(MINGW, "apt-get install gcc-mingw-w64-x86-64")?;
            continue;
        }
        let file = wheel.build(dist, &python)?;
        wheel.complete(dist, &file)?;
        wheel.look_at(dist, &python, &file)?;
        if let Some(reason) = wheel.run(dist, &file)? {
            not_run.push(format!("{}: {reason}", wheel.tag));
        }
    }
    let mut sdist = maturin(&python, "sdist");
    run(dist.reproducible(sdist.arg("--out").arg(&dist.folder)))?;
    for line in &not_run {
        println!("built but not run: {line}");
    }
    Ok(())
}

/// The Python of an environment that has the tools.
fn tools() -> Result<PathBuf> {
    let environment = root().join("target/wheels-venv");
    let python = environment.join("bin/python");
    let installed = environment.join("installed");
    if fs::read_to_string(&installed).unwrap_or_default() != TOOLS.join("\n") {
        run(command("python3", &["-m", "venv"]).arg(&environment))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        run(Command::new(&python).args(install).args(TOOLS))?;
        fs::write(&installed, TOOLS.join("\n"))?;
    }
    Ok(python)
}

fn maturin(python: &Path, verb: &str) -> Command {
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", verb, "--manifest-path"]);
    maturin.arg(root().join("crates/astragal-python/Cargo.toml"));
    maturin
}

/// What links for Windows: with Zig, maturin asks for a name that it does not find.
const MINGW: &str = "x86_64-w64-mingw32-gcc";

/// The module lies in a package, and maturin has the linker export a name with the package's in it, which Python never
/// asks for: it is made another name of the right one.
const ENTRY: &str = "-Clink-arg=-Wl,--defsym=PyInit_astragal._native=PyInit__native";

impl Wheel {
    fn is_for_windows(&self) -> bool {
        self.platform.is_empty()
    }

    fn build(&self, dist: &Dist, python: &Path) -> Result<PathBuf> {
        let mut build = maturin(python, "build");
        // Any Python does for the stable ABI.
        build.args(["--quiet", "--release", "--locked", "--target", self.target, "--interpreter"]);
        build.arg(python);
        build.arg("--out").arg(&dist.folder);
        if !self.is_for_windows() {
            build.args(["--zig", "--compatibility", self.platform]);
        }
        // Zig is found as a module of the first Python there.
        let folder = python.parent().context("a program lies in a folder")?;
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&others));
        build.env("PATH", std::env::join_paths(path)?);
        dist.reproducible(&mut build);
        if self.is_for_windows() {
            let flags = [Dist::flags(), vec![ENTRY.to_owned()]].concat();
            build.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
            build.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", MINGW);
        }
        run(&mut build)?;
        for entry in fs::read_dir(&dist.folder)? {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| self.is_named(&name.to_string_lossy())) {
                return Ok(path);
            }
        }
        bail!("maturin left no wheel with the tag {}", self.tag)
    }

    /// Puts the licences of what is linked in into the wheel, and the bill of materials; maturin's own has paths of
    /// this machine in it.
    fn complete(&self, dist: &Dist, file: &Path) -> Result<()> {
        let folder = dist.stage.join("papers").join(self.target);
        fs::create_dir_all(folder.join("licenses"))?;
        fs::create_dir_all(folder.join("sboms"))?;
        papers::third_party(PACKAGE, self.target, &folder.join("licenses"))?;
        fs::write(folder.join("sboms/astragal-python.cdx.json"), papers::bill(PACKAGE)?)?;
        run(command("python3", &["-c", ADD]).arg(file).arg(folder))
    }

    /// Whether a file's name has the tag, in whose last part the platforms come in any order.
    fn is_named(&self, name: &str) -> bool {
        let platforms = |text: &str| -> Option<(String, Vec<String>)> {
            let (before, last) = text.rsplit_once('-')?;
            let mut each: Vec<_> = last.split('.').map(str::to_owned).collect();
            each.sort();
            Some((before.to_owned(), each))
        };
        let (Some(name), Some(tag)) =
            (name.strip_suffix(".whl").and_then(platforms), platforms(self.tag))
        else {
            return false;
        };
        name.0.ends_with(&format!("-{}", tag.0)) && name.1 == tag.1
    }

    /// Asks which systems have all that the wheel is linked with, and for the licences in it.
    fn look_at(&self, dist: &Dist, python: &Path, file: &Path) -> Result<()> {
        let listed = said(Command::new(python).args(["-m", "zipfile", "-l"]).arg(file))?;
        for paper in ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"] {
            if !listed.contains(&format!("licenses/{paper}")) {
                bail!("{} lacks {paper}", file.display());
            }
        }
        if self.is_for_windows() {
            return Ok(());
        }
        // Not with the libraries of this machine, which are none of the platform's.
        let nothing = dist.stage.join("nothing");
        fs::create_dir_all(&nothing)?;
        let mut audit = Command::new(python);
        audit.args(["-m", "auditwheel", "show", "--json", "--ldpaths"]).arg(nothing).arg(file);
        let report: Value = serde_json::from_str(&said(&mut audit)?).context("auditwheel")?;
        // musl's loader takes any name of its library for itself; auditwheel knows Alpine's alone.
        let libraries = report["external_libs"].as_object().context("auditwheel names none")?;
        let is_only_musl = libraries.keys().all(|name| name == "libc.so");
        let tag = if self.target.ends_with("-musl") { "sym_tag" } else { "overall_tag" };
        let tag = report[tag].as_str().unwrap_or_default();
        if !tag.starts_with(self.platform) || !is_only_musl {
            bail!("{} is not of {}: {report:#}", file.display(), self.platform);
        }
        Ok(())
    }

    /// Runs what the wheel brings; the reason, where nothing here does.
    fn run(&self, dist: &Dist, file: &Path) -> Result<Option<String>> {
        let unpacked = dist.stage.join(self.tag);
        let mut unzip = command("python3", &["-m", "zipfile", "-e"]);
        run(unzip.arg(file).arg(&unpacked))?;
        let mut libraries = PathBuf::new();
        let (runner, interpreter) = match &self.runs {
            Runs::Here => ("env", OsString::from("python3")),
            Runs::By { runner, interpreter } => match std::env::var_os(interpreter) {
                _ if !exists(runner) => return Ok(Some(format!("{runner} is not here"))),
                None if *interpreter == AARCH64 && exists("mmdebstrap") => {
                    libraries = aarch64_python()?;
                    (*runner, libraries.join("usr/bin/python3").into())
                }
                None => return Ok(Some(format!("{interpreter} names no Python of the platform"))),
                Some(found) => (*runner, found),
            },
        };
        let mut python = Command::new(runner);
        python.arg(interpreter).args(["-c", PROGRAM]).env("PYTHONPATH", &unpacked);
        if libraries.is_dir() {
            // With every instruction that it knows.
            python.env("QEMU_LD_PREFIX", libraries).env("QEMU_CPU", "max");
        }
        run(&mut python).with_context(|| format!("the wheel {} does not run", self.tag))?;
        Ok(None)
    }
}

/// The folder of a system for aarch64 with Debian's Python.
fn aarch64_python() -> Result<PathBuf> {
    let folder = root().join("target/python-aarch64");
    if !folder.join("usr/bin/python3").exists() {
        run(Command::new("mmdebstrap").args(UNPACK).arg(&folder))?;
    }
    Ok(folder)
}

/// Adds the files below a folder to what a wheel says of itself, with the time that its other files have.
const ADD: &str = "
import base64, hashlib, pathlib, sys, zipfile
wheel, folder = map(pathlib.Path, sys.argv[1:])
old = zipfile.ZipFile(wheel)
names = {each.filename for each in old.infolist()}
[record] = [name for name in names if name.endswith('.dist-info/RECORD')]
info = record.removesuffix('RECORD')
files = [(each, old.read(each)) for each in old.infolist() if each.filename != record]
for path in sorted(path for path in folder.rglob('*') if path.is_file()):
    each = zipfile.ZipInfo(info + path.relative_to(folder).as_posix(), old.getinfo(record).date_time)
    each.external_attr, each.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
    files.append((each, path.read_bytes()))
lines = []
with zipfile.ZipFile(wheel.with_suffix('.new'), 'w') as new:
    for each, data in files:
        new.writestr(each, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')
        lines.append(f'{each.filename},sha256={digest},{len(data)}\\n')
    new.writestr(old.getinfo(record), ''.join(lines) + f'{record},,\\n')
wheel.with_suffix('.new').replace(wheel)
";

/// A digest, a tag, a sealed message and a derived key, each beside what the interpreter or the algorithm itself says.
pub(super) const PROGRAM: &str = "
import hashlib, hmac, astragal
for name in ('sha256', 'sha512', 'sha3_256', 'blake2b', 'blake2s', 'md5', 'sha1'):
    for length in (0, 1, 64, 129, 5000):
        data = bytes(i % 251 for i in range(length))
        assert astragal.new(name, data).digest() == hashlib.new(name, data).digest(), name
    assert astragal.hash_many(name, [b'a', b'b'] * 20) == [hashlib.new(name, each).digest() for each in (b'a', b'b')] * 20
assert astragal.hmac.new(b'key', b'message', 'sha256').digest() == hmac.digest(b'key', b'message', 'sha256')
cipher = astragal.gcm('aes-256', bytes(32))
assert cipher.decrypt(bytes(12), cipher.encrypt(bytes(12), b'message', b'data'), b'data') == b'message'
assert astragal.pbkdf2_hmac('sha256', b'password', b'salt', 10) == hashlib.pbkdf2_hmac('sha256', b'password', b'salt', 10)
print(astragal.__version__, astragal.info('sha3-256').backend)
";
