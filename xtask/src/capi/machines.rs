//! The C library for other machines and for little room: built, linked with a program by that machine's C compiler,
//! and run here. What cannot be run is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{capi, files};
use crate::install::{Destination, System, Target, install};
use crate::run::{For, run, target_path};
use crate::stages::{Stages, need};

/// A machine that the tests run on.
struct Machine {
    triple: &'static str,
    cpp: Option<&'static str>,
    /// What runs its programs here, and how it is called.
    emulator: &'static [&'static str],
    /// The Debian packages that bring compiler and emulator.
    packages: &'static str,
}

const MACHINES: [Machine; 3] = [
    Machine {
        triple: "x86_64-unknown-linux-musl",
        cpp: None,
        emulator: &[],
        packages: "musl-tools",
    },
    Machine {
        triple: "x86_64-pc-windows-gnu",
        cpp: Some("x86_64-w64-mingw32-g++"),
        emulator: &["wine"],
        packages: "gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64 wine",
    },
    Machine {
        triple: "aarch64-unknown-linux-gnu",
        cpp: Some("aarch64-linux-gnu-g++"),
        emulator: &["qemu-aarch64", "-cpu", "max", "-L", "/usr/aarch64-linux-gnu"],
        packages: "gcc-aarch64-linux-gnu g++-aarch64-linux-gnu qemu-user",
    },
];

/// The tests that need nothing of Unix.
const PROGRAMS: [(&str, &str); 3] = [("c", "test.c"), ("c", "states.c"), ("cpp", "test.cpp")];

pub(crate) fn stages(stages: &mut Stages) {
    stages.run("small static program in C", small);
    for machine in &MACHINES {
        stages.run(&format!("C library for {}", machine.triple), || machine.test());
    }
}

impl Machine {
    fn test(&self) -> Result<()> {
        let target = Target::of(Some(self.triple));
        let compiler = target.compiler();
        let needed = [Some(compiler.as_str()), self.cpp, self.emulator.first().copied()];
        needed.into_iter().flatten().try_for_each(|program| need(program, self.packages))?;
        let folder = target_path("capi").join(self.triple);
        let prefix = installed(&folder, target.clone(), false)?;
        if target.system() == System::Windows {
            stand_in(&folder, &compiler)?;
            fs::copy(prefix.join("bin/astragal_capi.dll"), folder.join("astragal_capi.dll"))?;
        }
        for (language, file) in PROGRAMS {
            let compiler = match (language, self.cpp) {
                ("c", _) => compiler.as_str(),
                (_, Some(cpp)) => cpp,
                (_, None) => continue,
            };
            let source = capi().join("tests").join(language).join(file);
            for is_static in [true, false] {
                if !is_static && !target.has_shared() {
                    continue;
                }
                let how = if is_static { "static" } else { "shared" };
                let program = folder.join(format!("{file}-{how}.exe"));
                run(&mut link(
                    compiler, language, &source, &prefix, &target, is_static, &program,
                )?)?;
                self.run(&program, &prefix)?;
            }
        }
        Ok(())
    }

    fn run(&self, program: &Path, prefix: &Path) -> Result<()> {
        let mut command = match self.emulator {
            [] => Command::new(program),
            [emulator, options @ ..] => {
                let mut command = Command::new(emulator);
                command.args(options).arg(program);
                command
            }
        };
        let libraries = prefix.join("lib");
        command.env("LD_LIBRARY_PATH", &libraries).env("QEMU_SET_ENV", libraries_of(&libraries));
        run(command.env("WINEDEBUG", "-all"))
    }
}

/// What Rust's standard library takes random bytes from, which Windows has and Wine 8 has not.
const PRNG: &str = "\
#include <stddef.h>
__declspec(dllimport) unsigned char SystemFunction036(void *memory, unsigned long bytes);
__declspec(dllexport) int ProcessPrng(unsigned char *memory, size_t bytes) {
    return SystemFunction036(memory, (unsigned long)bytes);
}
";

/// Puts that library beside the programs, where it is found first.
pub(crate) fn stand_in(folder: &Path, compiler: &str) -> Result<()> {
    let source = folder.join("prng.c");
    fs::write(&source, PRNG)?;
    let mut link = Command::new(compiler);
    link.arg("-shared").arg(&source).arg("-o").arg(folder.join("bcryptprimitives.dll"));
    run(link.arg("-ladvapi32"))
}

fn libraries_of(folder: &Path) -> String {
    format!("LD_LIBRARY_PATH={}", folder.display())
}

/// The library in a prefix of its own.
fn installed(folder: &Path, target: Target, is_small: bool) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let (prefix, libraries) = (folder.join("prefix"), "lib".to_owned());
    let purpose = For::Checks;
    let destination =
        Destination { prefix: prefix.clone(), staging: None, libraries, purpose, target, is_small };
    install(&destination)?;
    Ok(prefix)
}

/// Links a program as its `.pc` file says.
fn link(
    compiler: &str,
    language: &str,
    source: &Path,
    prefix: &Path,
    target: &Target,
    is_static: bool,
    program: &Path,
) -> Result<Command> {
    let text = fs::read_to_string(prefix.join("lib/pkgconfig/astragal.pc"))?;
    let words = |key: &str| -> Vec<String> {
        let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        line.split_whitespace().filter(|word| word.starts_with("-l")).map(str::to_owned).collect()
    };
    let standard = if language == "c" { "-std=c99" } else { "-std=c++20" };
    let mut link = Command::new(compiler);
    link.args([standard, "-Wall", "-Wextra", "-O1"]).arg(source).arg("-o").arg(program);
    link.arg(format!("-I{}", prefix.join("include").display()));
    if is_static {
        link.args(["-static", "-DASTRAGAL_STATIC"])
            .arg(prefix.join("lib").join(target.static_name()));
        let more = words("Libs:").into_iter().chain(words("Libs.private:"));
        link.args(more.filter(|word| word != "-lastragal"));
    } else {
        let is_windows = target.system() == System::Windows;
        let file = if is_windows { target.import_name() } else { "libastragal.so" };
        link.arg(prefix.join("lib").join(file));
        if is_windows {
            // The compiler's own libraries are not where Windows looks.
            link.args(["-static-libgcc", "-static-libstdc++", "-Wl,-Bstatic", "-lpthread"]);
        }
    }
    Ok(link)
}

/// The most bytes that one SHA3-256 may add to a static program, stripped.
const SMALL_BYTES: u64 = 120 << 10;

const EMPTY: &str = "int main(void) { return 0; }\n";

const SHA3: &str = "\
#include <astragal.h>
int main(void) {
    uint8_t digest[32];
    return astragal_sha3_256(0, 0, digest) == ASTRAGAL_OK && digest[0] == 0xa7 ? 0 : 1;
}
";

/// One SHA3-256, static and stripped, by the library without the standard library; and all of its tests.
fn small() -> Result<()> {
    let folder = target_path("capi/small");
    let prefix = installed(&folder, Target::default(), true)?;
    let size = |name: &str, source: &str| -> Result<u64> {
        let (file, program) = (folder.join(format!("{name}.c")), folder.join(name));
        fs::write(&file, source)?;
        let mut link = Command::new("cc");
        link.args(["-static", "-s", "-O2", "-Wl,--gc-sections"]).arg(&file).arg("-o").arg(&program);
        link.arg(format!("-I{}", prefix.join("include").display()));
        run(link.arg(prefix.join("lib/libastragal.a")))?;
        run(&mut Command::new(&program))?;
        Ok(fs::metadata(&program)?.len())
    };
    let (empty, sha3) = (size("empty", EMPTY)?, size("sha3", SHA3)?);
    let added = sha3.checked_sub(empty).context("a program grows by what it does")?;
    println!("one SHA3-256 adds {added} bytes to {empty}; {SMALL_BYTES} are allowed");
    ensure!(added <= SMALL_BYTES, "a static SHA3-256 adds {added} bytes");
    for file in files(&capi().join("tests/c"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name == "test.c" || name == "states.c" {
            let program = folder.join(name.replace('.', "-"));
            let target = Target::default();
            // The nearest names are the standard library's to find.
            let mut link = link("cc", "c", &file, &prefix, &target, true, &program)?;
            run(link.arg("-DWITHOUT_SUGGESTIONS"))?;
            run(&mut Command::new(&program))?;
        }
    }
    Ok(())
}
