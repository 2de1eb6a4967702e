//! Tests the installed C library. CMake and pkg-config must find the library. gcc and clang must link programs with the
//! shared library and with the static library. The tests also run under sanitizers, under valgrind, and for other
//! architectures. The test programs are in `crates/astragal-capi/tests/cmake`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::files::{copy, files_below, write};
use crate::install::{Destination, System, Target, capi, install, series};
use crate::run::{Purpose, command, exists, output, root, run, run_tests, target_path};
use crate::stages::{Missing, Stages, need};

/// Runs the C and C++ tests with one compiler and the shared library, as part of `cargo xtask test`.
pub(crate) fn test(stages: &mut Stages) {
    if !cfg!(target_os = "linux") {
        return;
    }
    let Some(prefix) = stages.run("C library, installed", || installed("", None, false)) else {
        return;
    };
    stages.run("exported symbols", || check_symbols(&prefix));
    stages.run("tests in C and C++", || {
        let options = ["-DCMAKE_C_FLAGS=-O0", "-DCMAKE_CXX_FLAGS=-O0", "-DTESTS_ONLY=ON"];
        let build = Build::new("test", &prefix, ["gcc", "g++"]);
        build.test(&[&options[..], &["-DLIBRARIES=shared"]].concat())
    });
}

/// Runs the stages of `cargo xtask verify c`.
pub(crate) fn verify(stages: &mut Stages) {
    if !cfg!(target_os = "linux") {
        stages.run("C library", || -> Result<()> {
            bail!(Missing::inapplicable("the C library is tested on Linux only"))
        });
        return;
    }
    let Some(prefix) = stages.run("C library, installed", || installed("", None, false)) else {
        return;
    };
    stages.run("exported symbols", || check_symbols(&prefix));
    stages.run("documentation of the headers", || {
        need("doxygen", "doxygen")?;
        fs::create_dir_all(root().join("target"))?;
        run(&mut command("doxygen", &["crates/astragal-capi/Doxyfile"]))
    });
    stages.run("pkg-config", || link_by_pkg_config(&prefix));
    stages.run("program with another Rust library", || link_beside_rust(&prefix));
    let clang = clang();
    let compilers = [["gcc", "g++"], [clang[0].as_str(), clang[1].as_str()]];
    for [c, cpp] in compilers {
        stages.run(&format!("C and C++ by {c}"), || {
            // The larger set of vectors tests the library more than the compiler, so it runs with only one compiler.
            let vectors = format!("-DVECTORS={}", list_of_vectors(c == "gcc")?.display());
            let options = ["-DCMAKE_C_FLAGS=-O1", "-DCMAKE_CXX_FLAGS=-O1", &vectors];
            Build::new(c, &prefix, [c, cpp]).test(&options)
        });
        stages.run(&format!("C and C++ by {c}, under sanitizers"), || {
            need_sanitizers(c)?;
            let options = ["-DSANITIZE=ON", "-DTESTS_ONLY=ON", "-DLIBRARIES=static"];
            Build::new(&format!("{c}-sanitized"), &prefix, [c, cpp]).test(&options)
        });
    }
    stages.run("C and C++ under valgrind", || {
        need("valgrind", "valgrind")?;
        let options = ["-DCMAKE_C_FLAGS=-O1", "-DCMAKE_CXX_FLAGS=-O1", "-DVALGRIND=ON"];
        Build::new("gcc", &prefix, ["gcc", "g++"]).test_only(&options, "valgrind")
    });
}

/// Returns the names of clang's C and C++ compilers. If `clang` is missing, returns the names of Debian's newest
/// installed version, such as `clang-16`.
pub(crate) fn clang() -> [String; 2] {
    let versions = (13..=22).rev().map(|version| format!("-{version}"));
    let mut suffixes = std::iter::once(String::new()).chain(versions);
    let suffix = suffixes.find(|suffix| exists(&format!("clang{suffix}"))).unwrap_or_default();
    ["clang", "clang++"].map(|name| format!("{name}{suffix}"))
}

/// Returns an error if `compiler` is missing or cannot link a program with AddressSanitizer.
fn need_sanitizers(compiler: &str) -> Result<()> {
    need(compiler, compiler)?;
    let folder = target_path("capi");
    let source = folder.join("empty.c");
    write(&source, "int main(void) { return 0; }\n")?;
    let mut link = Command::new(compiler);
    link.arg("-fsanitize=address,undefined").arg(&source).arg("-o").arg(folder.join("empty"));
    if output(&mut link).is_ok() {
        return Ok(());
    }
    // Names a package with the compiler's version, because Debian packages the sanitizers separately for each version.
    let version = output(Command::new(compiler).arg("-dumpversion"))?;
    let version = version.split('.').next().unwrap_or_default();
    let package = if compiler == "gcc" { "libgcc" } else { "libclang-rt" };
    bail!(Missing::new("AddressSanitizer", &format!("apt-get install {package}-{version}-dev")))
}

/// Build folder of the C and C++ test programs.
struct Build<'a> {
    folder: PathBuf,
    prefix: &'a Path,
    /// Names of the C compiler and the C++ compiler. The second name is empty if C++ is not tested.
    compilers: [&'a str; 2],
}

impl<'a> Build<'a> {
    fn new(name: &str, prefix: &'a Path, compilers: [&'a str; 2]) -> Self {
        Self { folder: target_path("capi/builds").join(name), prefix, compilers }
    }

    /// Builds the test programs with the CMake options `options` and runs them. Returns the number of passed tests.
    fn test(&self, options: &[&str]) -> Result<u64> {
        self.test_only(options, "")
    }

    /// Like [`test`](Self::test), but runs only the tests whose names contain `name`.
    fn test_only(&self, options: &[&str], name: &str) -> Result<u64> {
        need("cmake", "cmake make")?;
        let [c, cpp] = self.compilers;
        let package = |name: &str| name.replace("clang++", "clang");
        let needed = [c, cpp].into_iter().filter(|name| !name.is_empty());
        needed.into_iter().try_for_each(|name| need(name, &package(name)))?;
        let mut configure = command("cmake", &["-S", "crates/astragal-capi/tests/cmake", "-B"]);
        configure.arg(&self.folder).args(["-G", "Unix Makefiles", "--log-level=WARNING"]);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
        configure.arg(format!("-DCMAKE_C_COMPILER={c}"));
        configure.arg(match cpp {
            "" => "-DC_ONLY=ON".to_owned(),
            cpp => format!("-DCMAKE_CXX_COMPILER={cpp}"),
        });
        configure.arg(format!("-DVECTORS={}", list_of_vectors(false)?.display()));
        // Sets VALGRIND in every run, because CMake remembers the options of the previous run in the build folder.
        configure.arg("-DVALGRIND=OFF");
        run(configure.args(options))?;
        let cores = std::thread::available_parallelism()?.to_string();
        run(command("cmake", &["--build"]).arg(&self.folder).args(["--parallel", &cores]))?;
        let mut ctest = command("ctest", &["--output-on-failure", "--parallel", &cores]);
        if !name.is_empty() {
            // Passes `--tests-regex` only with a name, because an empty expression would match no test.
            ctest.args(["--tests-regex", name]);
        }
        run_tests(ctest.current_dir(&self.folder))
    }
}

/// Writes a list of the test vector files and returns its path. If `is_whole` is true, the list includes the larger
/// sets of vectors in the folders `../shared/vectors` and `../shared/wycheproof`, if these exist.
fn list_of_vectors(is_whole: bool) -> Result<PathBuf> {
    let mut files = files_below(&root().join("crates/astragal-vectors/vectors"), "txt")?;
    let shared = root().join("../shared/vectors");
    if is_whole && shared.is_dir() {
        files.extend(files_below(&shared, "txt")?);
    }
    if is_whole {
        files.extend(wycheproof()?);
    }
    let name = if is_whole { "vectors-all.list" } else { "vectors-committed.list" };
    let list = target_path("capi").join(name);
    write(&list, files.iter().map(|file| format!("{}\n", file.display())).collect::<String>())?;
    Ok(list)
}

/// Converts Wycheproof's cases to the vector format and returns the path of the file. Returns `None` if Wycheproof's
/// archive or Python is missing.
fn wycheproof() -> Result<Option<PathBuf>> {
    let archive = root().join("../shared/wycheproof/vectors.tar.xz");
    if !archive.is_file() || !exists("python3") {
        return Ok(None);
    }
    let script = "crates/astragal-vectors/tools/wycheproof.py";
    let file = target_path("capi/wycheproof.txt");
    write(&file, output(command("python3", &[script]).arg(&archive))?)?;
    Ok(Some(file))
}

/// Builds the C library for tests and installs it into `target/capi/NAME/prefix`. Returns this path.
pub(crate) fn installed(name: &str, target: Option<&str>, is_small: bool) -> Result<PathBuf> {
    let prefix = target_path("capi").join(name).join("prefix");
    install(&Destination {
        prefix: prefix.clone(),
        staging: None,
        libraries: "lib".to_owned(),
        purpose: Purpose::Test,
        target: Target::of(target),
        is_small,
    })?;
    Ok(prefix)
}

/// Compares the symbols that the shared library exports with the committed list. Also checks that the symbol version of
/// each symbol is the current release series, such as `ASTRAGAL_0.2`.
fn check_symbols(prefix: &Path) -> Result<()> {
    need("nm", "binutils")?;
    let mut nm = Command::new("nm");
    let text = output(nm.args(["-D", "--defined-only"]).arg(prefix.join("lib/libastragal.so")))?;
    let version = format!("ASTRAGAL_{}", series());
    let exported = text.lines().filter_map(|line| line.split_whitespace().nth(2));
    // Ignores the name of the symbol version, because the linker also exports this name as a symbol.
    let exported: BTreeSet<_> =
        exported.filter(|name| *name != version).map(str::to_owned).collect();
    let committed = fs::read_to_string(capi().join("symbols.txt"))?;
    let expected = committed.lines().map(|name| format!("{name}@@{version}")).collect();
    let wrong: Vec<_> = exported.symmetric_difference(&expected).collect();
    ensure!(wrong.is_empty(), "symbols in only one of libastragal.so and symbols.txt: {wrong:?}");
    println!("{} symbols", exported.len());
    Ok(())
}

/// Links `packaging/program.c` with the shared library and then with the static library, and runs both programs. Uses
/// the flags that pkg-config prints.
fn link_by_pkg_config(prefix: &Path) -> Result<()> {
    need("pkg-config", "pkg-config")?;
    for option in ["--shared", "--static"] {
        let mut flags = Command::new("pkg-config");
        flags.args(["--cflags", "--libs"]).args((option == "--static").then_some(option));
        let flags = flags.arg("astragal").env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
        let flags = output(flags)?;
        let program = target_path("capi").join(format!("pkg-config{option}"));
        let mut link = command("cc", &["packaging/program.c", "-o"]);
        link.arg(&program).args(flags.split_whitespace());
        run(link.args((option == "--static").then_some(option)))?;
        run(Command::new(&program).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    }
    Ok(())
}

/// Links a program with astragal and with another static library written in Rust, in both orders, and runs it. Both
/// libraries contain a copy of Rust's standard library, and the symbols of the copies must not conflict.
fn link_beside_rust(prefix: &Path) -> Result<()> {
    let sources = capi().join("tests/beside");
    let (other, program) = (target_path("capi/libother.a"), target_path("capi/beside"));
    let mut build = command("rustc", &["--edition", "2024", "--crate-type", "staticlib", "-O"]);
    run(build.arg(sources.join("other.rs")).arg("-o").arg(&other))?;
    let ours = prefix.join("lib/libastragal.a");
    for libraries in [[&other, &ours], [&ours, &other]] {
        let mut link = Command::new("cc");
        link.arg(sources.join("main.c")).arg("-I").arg(prefix.join("include")).args(libraries);
        run(link.args(["-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]).arg("-o").arg(&program))?;
        run(&mut Command::new(&program))?;
    }
    Ok(())
}

/// Platform on which the C and C++ test programs run: the target, the C++ compiler, the emulator command, and the
/// Debian packages of the compiler and the emulator. The compiler and the emulator command may be empty strings. In the
/// emulator command, semicolons separate the arguments.
type Machine = (&'static str, &'static str, &'static str, &'static str);

const MACHINES: [Machine; 3] = [
    ("x86_64-unknown-linux-musl", "", "", "musl-tools"),
    (
        "x86_64-pc-windows-gnu",
        "x86_64-w64-mingw32-g++",
        "wine",
        "gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine",
    ),
    (
        "aarch64-unknown-linux-gnu",
        "aarch64-linux-gnu-g++",
        "qemu-aarch64;-cpu;max;-L;/usr/aarch64-linux-gnu",
        "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user",
    ),
];

/// CMake option that selects the tests that need no Unix functions. The other tests do not compile for Windows.
const PORTABLE_TESTS: &str = "-DONLY=test.c;states.c;test.cpp";

/// Runs the stages of `cargo xtask verify machines` for the C library. One stage tests the library built without Rust's
/// standard library, and the others test the library on other platforms.
pub(crate) fn machines(stages: &mut Stages) {
    stages.run("small static program in C", test_small);
    for machine in &MACHINES {
        stages.run(&format!("C library for {}", machine.0), || test_on(machine));
    }
}

fn test_on((target, cpp, emulator, packages): &Machine) -> Result<u64> {
    let here = Target::of(Some(target));
    let compiler = here.compiler();
    let programs = [&compiler, *cpp, emulator.split(';').next().unwrap_or_default()];
    let mut needed = programs.into_iter().filter(|program| !program.is_empty());
    needed.try_for_each(|program| need(program, packages))?;
    if *emulator == "wine" {
        // The first call of Wine creates its folder in the home directory. If two tests did that at once, one would
        // fail.
        output(&mut command("wineboot", &["--init"]))?;
    }
    let prefix = installed(target, Some(target), false)?;
    let system = if here.system() == System::Windows { "Windows" } else { "Linux" };
    let mut tests = 0;
    for library in ["static", "shared"].into_iter().take(if here.has_shared() { 2 } else { 1 }) {
        let folder = target_path("capi").join(target).join(library);
        let build = Build { folder, prefix: &prefix, compilers: [&compiler, cpp] };
        let dll = prefix.join("bin/astragal_capi.dll");
        if dll.exists() {
            // Copies the DLL into the program's folder, where Windows looks for it first.
            copy(&dll, &build.folder.join("astragal_capi.dll"))?;
        }
        let is_static = if library == "static" { "ON" } else { "OFF" };
        tests += build.test(&[
            "-DTESTS_ONLY=ON",
            PORTABLE_TESTS,
            &format!("-DLIBRARIES={library}"),
            &format!("-DASTRAGAL_USE_STATIC_LIBS={is_static}"),
            &format!("-DCMAKE_SYSTEM_NAME={system}"),
            &format!("-DCMAKE_CROSSCOMPILING_EMULATOR={emulator}"),
        ])?;
    }
    Ok(tests)
}

/// Maximum number of bytes that a call of SHA3-256 may add to a static, stripped program.
const SMALL_BYTES: u64 = 120 << 10;

const EMPTY: &str = "int main(void) { return 0; }\n";

const SHA3: &str = "\
#include <astragal.h>
int main(void) {
    uint8_t digest[32];
    return astragal_sha3_256(0, 0, digest) == ASTRAGAL_OK && digest[0] == 0xa7 ? 0 : 1;
}
";

/// Measures how many bytes a call of SHA3-256 adds to a static program. The program is linked with the small library,
/// which is built without Rust's standard library. Also runs the portable tests with the small library.
fn test_small() -> Result<u64> {
    let prefix = installed("small", None, true)?;
    let folder = target_path("capi/small");
    let size = |name: &str, text: &str| -> Result<u64> {
        let (source, program) = (folder.join(name).with_extension("c"), folder.join(name));
        write(&source, text)?;
        let mut link = Command::new("cc");
        link.args(["-static", "-s", "-O2", "-Wl,--gc-sections", "-I"]).arg(prefix.join("include"));
        run(link.arg(&source).arg(prefix.join("lib/libastragal.a")).arg("-o").arg(&program))?;
        run(&mut Command::new(&program))?;
        Ok(fs::metadata(&program)?.len())
    };
    let (empty, sha3) = (size("empty", EMPTY)?, size("sha3", SHA3)?);
    let added = sha3.saturating_sub(empty);
    println!("one SHA3-256 adds {added} bytes to {empty}; at most {SMALL_BYTES}");
    ensure!(added <= SMALL_BYTES, "a static SHA3-256 adds {added} bytes");
    let build = Build { folder: folder.join("tests"), prefix: &prefix, compilers: ["cc", ""] };
    let options = ["-DTESTS_ONLY=ON", PORTABLE_TESTS, "-DLIBRARIES=static"];
    // Disables the tests of name suggestions, because the small library makes no suggestions.
    build.test(&[&options[..], &["-DCMAKE_C_FLAGS=-DWITHOUT_SUGGESTIONS -static"]].concat())
}
