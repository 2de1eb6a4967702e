//! The C library as its users meet it: installed, found by pkg-config and by CMake, linked shared and
//! static, by gcc and clang, under sanitizers and valgrind. A tool that is not here is a line that says so.

mod abi;
mod beside;
pub(crate) mod machines;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::install::{Destination, Target, install};
use crate::run::{For, exists, root, run, run_side_by_side, target_path};
use crate::stages::{Missing, Stages, need};

/// Tests in C and C++ by one compiler of each language, linked with the shared library.
pub(crate) fn briefly(stages: &mut Stages) {
    if !cfg!(target_os = "linux") {
        return;
    }
    let installed = Installed::new();
    if stages.run("C library, installed", || installed.install()).is_none() {
        return;
    }
    stages.run("exported symbols", || installed.check_symbols());
    for language in &LANGUAGES {
        stages.run(&format!("tests in {}", language.title), || {
            let compiler = language.compilers().into_iter().next();
            let compiler = compiler.with_context(|| language.missing(language.compilers[0]))?;
            let tests = tests_in(language, &compiler)?;
            installed.build(&tests, &[How::Shared])?;
            installed.test(&tests, How::Shared)
        });
    }
}

/// Everything about C and C++ but the Rust tests of `astragal-capi`.
pub(crate) fn stages(stages: &mut Stages) {
    if !cfg!(target_os = "linux") {
        let missing = || -> Result<()> {
            bail!(Missing::inapplicable("the C library is tested on Linux alone"))
        };
        stages.run("C library", missing);
        return;
    }
    let installed = Installed::new();
    if stages.run("C library, installed", || installed.install()).is_none() {
        return;
    }
    stages.run("exported symbols", || installed.check_symbols());
    stages.run("ABI of the last release", || abi::compare(&installed.prefix));
    stages.run("documentation of the headers", check_documentation);
    for language in &LANGUAGES {
        let found = language.compilers();
        for compiler in language.compilers {
            let is_compiler = |found: &&String| found.starts_with(compiler);
            match found.iter().find(is_compiler) {
                Some(found) => installed.stages(stages, language, found),
                None => {
                    stages.run(compiler, || -> Result<()> { bail!(language.missing(compiler)) });
                }
            }
        }
    }
    stages.run("CMake package", || installed.test_by_cmake());
    stages.run("program with another Rust library", || {
        beside::test(&installed.prefix, &installed.programs)
    });
}

/// Doxygen has nothing to say against the comments of the headers.
fn check_documentation() -> Result<()> {
    need("doxygen", "doxygen")?;
    fs::create_dir_all(root().join("target"))?;
    run(Command::new("doxygen").arg("crates/astragal-capi/Doxyfile").current_dir(root()))
}

/// A language, its compilers, and how they are called.
struct Language {
    name: &'static str,
    title: &'static str,
    compilers: [&'static str; 2],
    standard: &'static str,
}

const LANGUAGES: [Language; 2] = [
    Language { name: "c", title: "C", compilers: ["gcc", "clang"], standard: "-std=c99" },
    Language { name: "cpp", title: "C++", compilers: ["g++", "clang++"], standard: "-std=c++20" },
];

/// Versions of clang that Debian has under a name of their own, as `clang-16`.
const CLANG_VERSIONS: std::ops::RangeInclusive<u32> = 13..=22;

impl Language {
    /// Its compilers on this machine: every one of its names, or the newest version of clang.
    fn compilers(&self) -> Vec<String> {
        let found = self.compilers.iter().filter_map(|compiler| {
            let versions = CLANG_VERSIONS.rev().map(|version| format!("{compiler}-{version}"));
            let versions = versions.filter(|_| compiler.starts_with("clang"));
            std::iter::once((*compiler).to_owned()).chain(versions).find(|name| exists(name))
        });
        found.collect()
    }

    fn missing(&self, compiler: &str) -> Missing {
        let package = if compiler == "clang++" { "clang" } else { compiler };
        Missing::new(compiler, &format!("apt-get install {package}"))
    }
}

const SANITIZERS: &str = "-fsanitize=address,undefined";
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Werror", "-pedantic"];

/// The library in a prefix under `target/`, and programs built against it.
struct Installed {
    prefix: PathBuf,
    programs: PathBuf,
}

impl Installed {
    fn new() -> Self {
        let folder = target_path("capi");
        Self { prefix: folder.join("prefix"), programs: folder.join("programs") }
    }

    fn install(&self) -> Result<()> {
        fs::create_dir_all(&self.programs)?;
        if self.prefix.exists() {
            fs::remove_dir_all(&self.prefix)?;
        }
        let (prefix, libraries) = (self.prefix.clone(), "lib".to_owned());
        let (purpose, target) = (For::Checks, Target::default());
        install(&Destination { prefix, staging: None, libraries, purpose, target, is_small: false })
    }

    /// The stages of one compiler.
    fn stages(&self, stages: &mut Stages, language: &'static Language, compiler: &str) {
        let title = |what: &str| format!("{}, {compiler}: {what}", language.title);
        stages.run(&title("headers"), || self.check_headers(language, compiler));
        let mut ways = vec![How::Shared, How::Static];
        if can_link(compiler, SANITIZERS).unwrap_or(false) {
            ways.push(How::Sanitized);
        } else {
            stages.run(&title("sanitizers"), || -> Result<()> {
                let version = compiler.trim_start_matches(|c: char| !c.is_ascii_digit());
                let package = match (compiler.starts_with("clang"), version) {
                    (false, _) => "libgcc-12-dev".to_owned(),
                    (true, "") => "libclang-rt-14-dev".to_owned(),
                    (true, version) => format!("libclang-rt-{version}-dev"),
                };
                bail!(Missing::new("AddressSanitizer", &format!("apt-get install {package}")))
            });
        }
        let mut tests = Vec::new();
        let build = || {
            tests = tests_in(language, compiler)?;
            self.build(&tests, &ways)
        };
        if stages.run(&title("compiling"), build).is_none() {
            return;
        }
        for how in ways {
            stages.run(&title(how.title()), || self.test(&tests, how));
        }
        if compiler.starts_with('g') {
            stages.run(&title("valgrind"), || self.test_by_valgrind(&tests));
        }
        stages.run(&title("examples"), || self.test_examples(language, compiler));
    }

    /// The names that the shared library exports are those of the committed list.
    fn check_symbols(&self) -> Result<()> {
        need("nm", "binutils")?;
        let library = self.prefix.join("lib/libastragal.so");
        let output = Command::new("nm").args(["-D", "--defined-only"]).arg(&library).output()?;
        let text = String::from_utf8(output.stdout)?;
        let mut exported: Vec<&str> =
            text.lines().filter_map(|line| line.split_whitespace().nth(2)).collect();
        // Beside the functions, the library defines the name of their version.
        let version = concat!("ASTRAGAL_0.", env!("CARGO_PKG_VERSION_MINOR"));
        let versioned = |name: &&str| name.ends_with(&format!("@@{version}"));
        if cfg!(target_os = "linux") {
            exported.retain(|name| *name != version);
            if let Some(bare) = exported.iter().find(|name| !versioned(name)) {
                bail!("{bare} has not the version {version}");
            }
        }
        let mut exported: Vec<&str> =
            exported.into_iter().filter_map(|name| name.split("@@").next()).collect();
        exported.sort_unstable();
        let committed = fs::read_to_string(capi().join("symbols.txt"))?;
        let committed: Vec<&str> = committed.lines().collect();
        if exported != committed {
            let only = |these: &[&str], those: &[&str]| {
                let missing = these.iter().filter(|name| !those.contains(name));
                missing.copied().collect::<Vec<_>>().join(" ")
            };
            bail!(
                "the library does not export what symbols.txt lists; only exported: {}; only listed: {}",
                only(&exported, &committed),
                only(&committed, &exported)
            );
        }
        println!("{} symbols", exported.len());
        Ok(())
    }

    /// Each header can be included alone and first; the C header in old and new C and C++.
    fn check_headers(&self, language: &Language, compiler: &str) -> Result<()> {
        let uses = [
            ("astragal.h", "c", "-std=c99"),
            ("astragal.h", "c", "-std=c11"),
            ("astragal.h", "c++", "-std=c++11"),
            ("astragal.h", "c++", "-std=c++20"),
            ("astragal.hpp", "c++", "-std=c++17"),
            ("astragal.hpp", "c++", "-std=c++20"),
            ("astragal/types.hpp", "c++", "-std=c++20"),
            ("astragal/cipher.hpp", "c++", "-std=c++20"),
            ("astragal/kdf.hpp", "c++", "-std=c++20"),
            ("astragal/tree.hpp", "c++", "-std=c++20"),
            ("astragal/constexpr.hpp", "c++", "-std=c++20"),
            ("astragal/cppcrypto.hpp", "c++", "-std=c++20"),
            ("astragal/cppcrypto_cipher.hpp", "c++", "-std=c++20"),
            ("astragal/cppcrypto_kdf.hpp", "c++", "-std=c++20"),
        ];
        let name = if language.name == "c" { "c" } else { "c++" };
        let mut checks = Vec::new();
        for (header, _, standard) in uses.iter().filter(|(_, language, _)| *language == name) {
            let source = self.programs.join(format!("{}.txt", header.replace('/', "_")));
            fs::write(&source, format!("#include <{header}>\n"))?;
            let mut check = Command::new(compiler);
            check.arg(standard).args(WARNINGS).arg("-fsyntax-only");
            if *standard == "-std=c++17" {
                check.arg("-DASTRAGAL_CXX17");
            }
            check.arg(format!("-I{}", self.prefix.join("include").display()));
            check.args(["-x", name]).arg(&source);
            checks.push(check);
        }
        run_side_by_side(checks)
    }

    /// Compiles each test plainly and for the sanitizers, and links it in every way that it is run.
    fn build(&self, tests: &[Test], ways: &[How]) -> Result<()> {
        let (mut compilations, mut links) = (Vec::new(), Vec::new());
        for test in tests {
            for &how in ways {
                let (object, program) = (self.object(test, how), self.program(test, how));
                if how != How::Static {
                    let mut compile =
                        self.compile(test.language, &test.compiler, &test.file, &object);
                    compile.arg("-c").args(how.flags());
                    compilations.push(compile);
                }
                let mut link = Command::new(&test.compiler);
                link.arg(&object).arg("-o").arg(&program);
                link.args(how.flags()).args(self.link_flags(how)?);
                links.push(link);
            }
        }
        // The longest first: those of C++, and with more to check.
        compilations.reverse();
        run_side_by_side(compilations)?;
        run_side_by_side(links)
    }

    fn test(&self, tests: &[Test], how: How) -> Result<u64> {
        let runs = tests.iter().map(|test| (test, Command::new(self.program(test, how))));
        self.run_all(runs, Vectors::All)
    }

    fn test_by_cmake(&self) -> Result<()> {
        need("cmake", "cmake")?;
        let build = self.programs.join("cmake");
        let mut configure = Command::new("cmake");
        configure.arg("-S").arg(capi().join("tests/cmake")).arg("-B").arg(&build);
        configure.arg(format!("-DCMAKE_PREFIX_PATH={}", self.prefix.display()));
        run(configure.args(["-DCMAKE_BUILD_TYPE=Release", "--log-level=WARNING"]))?;
        run(Command::new("cmake").arg("--build").arg(&build).args(["--parallel", "2"]))?;
        run(Command::new("ctest").arg("--output-on-failure").current_dir(&build))
    }

    fn test_by_valgrind(&self, tests: &[Test]) -> Result<u64> {
        need("valgrind", "valgrind")?;
        // In a child, the stacks of the parent's threads count as lost; and a limit of memory is for us too.
        let forks = |test: &&Test| {
            test.file
                .file_stem()
                .is_some_and(|stem| ["fork", "memory", "executor"].iter().any(|name| stem == *name))
        };
        let tests = tests.iter().filter(|test| !forks(test));
        let runs = tests.map(|test| {
            let mut valgrind = Command::new("valgrind");
            valgrind.args(["--quiet", "--leak-check=full", "--error-exitcode=99"]);
            valgrind.arg("--errors-for-leak-kinds=definite,indirect,possible");
            let known = capi().join("tests/valgrind.supp");
            valgrind.arg(format!("--suppressions={}", known.display()));
            valgrind.arg(self.program(test, How::Shared));
            // Valgrind 3.19 does not know every encoding of AVX that our compiler writes.
            valgrind.arg("portable");
            (test, valgrind)
        });
        self.run_all(runs, Vectors::BuiltIn)
    }

    /// Builds each example and compares what it prints; C and C++ print the same.
    fn test_examples(&self, language: &Language, compiler: &str) -> Result<()> {
        let (mut builds, mut examples) = (Vec::new(), Vec::new());
        for file in files(&capi().join("examples").join(language.name))? {
            let name = file.file_stem().context("a file has a name")?.to_string_lossy();
            let program = self.programs.join(format!("{name}_{compiler}"));
            let mut build = self.compile(language, compiler, &file, &program);
            build.args(How::Shared.flags()).args(self.link_flags(How::Shared)?);
            builds.push(build);
            examples.push((name.into_owned(), program));
        }
        run_side_by_side(builds)?;
        for (name, program) in examples {
            let expected =
                fs::read_to_string(capi().join(format!("examples/expected/{name}.txt")))?;
            let printed = self.output(&program)?;
            if printed != expected {
                bail!("the example {name} prints\n{printed}and not\n{expected}");
            }
        }
        Ok(())
    }

    fn compile(&self, language: &Language, compiler: &str, file: &Path, program: &Path) -> Command {
        let mut command = Command::new(compiler);
        command.arg(language.standard).args(WARNINGS).arg(file).arg("-o").arg(program);
        command.arg(format!("-I{}", self.prefix.join("include").display()));
        if file.file_stem().is_some_and(|stem| stem == "no_exceptions") {
            command.arg("-fno-exceptions");
        }
        command
    }

    /// What pkg-config says, or, where it is absent, what it would.
    fn link_flags(&self, how: How) -> Result<Vec<String>> {
        let libraries = self.prefix.join("lib");
        if !exists("pkg-config") {
            // Its file is read instead.
            let text = fs::read_to_string(libraries.join("pkgconfig/astragal.pc"))?;
            let private = text.lines().find_map(|line| line.strip_prefix("Libs.private: "));
            let system = private.unwrap_or_default().split_whitespace().map(str::to_owned);
            let flags = ["-lastragal".to_owned()];
            let named = how.choose(&libraries, &flags);
            return Ok(named.chain(system).collect());
        }
        let mut command = Command::new("pkg-config");
        command.env("PKG_CONFIG_PATH", libraries.join("pkgconfig")).args(["--libs", "--cflags"]);
        if how != How::Shared {
            command.arg("--static");
        }
        let output = command.arg("astragal").stderr(Stdio::inherit()).output()?;
        if !output.status.success() {
            bail!("pkg-config does not find astragal");
        }
        let text = String::from_utf8(output.stdout)?;
        let flags: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        Ok(how.choose(&libraries, &flags).collect())
    }

    fn program(&self, test: &Test, how: How) -> PathBuf {
        let name = test.file.file_stem().unwrap_or_default().to_string_lossy();
        self.programs.join(format!("{name}_{}_{how:?}", test.compiler))
    }

    /// What a program is linked from: the shared library's and the static one's are the same.
    fn object(&self, test: &Test, how: How) -> PathBuf {
        let how = if how == How::Static { How::Shared } else { how };
        self.program(test, how).with_extension("o")
    }

    /// Runs the tests by these commands; those that take vectors get them as the last argument.
    fn run_all<'a>(
        &self,
        runs: impl Iterator<Item = (&'a Test, Command)>,
        which: Vectors,
    ) -> Result<u64> {
        let list = which.list()?;
        let commands = runs.map(|(test, mut command)| {
            command.env("LD_LIBRARY_PATH", self.prefix.join("lib"));
            if test.takes_vectors() {
                command.arg(&list);
            }
            command
        });
        let commands: Vec<Command> = commands.collect();
        let count = commands.len() as u64;
        run_side_by_side(commands)?;
        Ok(count)
    }

    /// What the example prints, its input being two lines.
    fn output(&self, program: &Path) -> Result<String> {
        let input = fs::File::open(capi().join("examples/expected/input.txt"))?;
        let mut command = Command::new(program);
        let output =
            command.env("LD_LIBRARY_PATH", self.prefix.join("lib")).stdin(input).output()?;
        if !output.status.success() {
            bail!("{} fails: {}", program.display(), String::from_utf8_lossy(&output.stderr));
        }
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// How a test is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Shared,
    Static,
    /// Static too: what the program passes is looked at, and the memory that both use.
    Sanitized,
}

impl How {
    fn title(self) -> &'static str {
        match self {
            Self::Shared => "shared",
            Self::Static => "static",
            Self::Sanitized => "sanitizers",
        }
    }

    /// What both compiler and linker are told.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Shared | Self::Static => &["-O1"],
            // A quarter of the time that the compiler takes to optimise what sanitizers add.
            Self::Sanitized => &["-O0", SANITIZERS, "-fno-sanitize-recover=all", "-g"],
        }
    }

    /// The linker prefers the shared library where both lie, so that the static one is named by its file.
    fn choose(self, libraries: &Path, flags: &[String]) -> impl Iterator<Item = String> {
        let archive = libraries.join("libastragal.a").display().to_string();
        let folder = format!("-L{}", libraries.display());
        let flags = flags.iter().map(move |flag| match (self, flag.as_str()) {
            (Self::Static | Self::Sanitized, "-lastragal") => archive.clone(),
            _ => flag.clone(),
        });
        std::iter::once(folder).chain(flags).collect::<Vec<_>>().into_iter()
    }
}

/// A test program and the compiler that builds it.
struct Test {
    language: &'static Language,
    compiler: String,
    file: PathBuf,
}

/// Which known answers a test runs through.
#[derive(Clone, Copy, Debug)]
enum Vectors {
    BuiltIn,
    /// The larger set too, where it lies beside the repository.
    All,
}

impl Test {
    fn takes_vectors(&self) -> bool {
        self.file.file_stem().is_some_and(|stem| stem == "vectors")
    }
}

impl Vectors {
    /// A file that lists theirs.
    fn list(self) -> Result<PathBuf> {
        let mut vectors = files(&root().join("crates/astragal-vectors/vectors"))?;
        let shared = root().join("../shared/vectors");
        if let Self::All = self
            && shared.is_dir()
        {
            for folder in files(&shared)?.iter().filter(|entry| entry.is_dir()) {
                vectors.extend(files(folder)?);
            }
        }
        vectors.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
        let lines: String = vectors.iter().map(|file| format!("{}\n", file.display())).collect();
        let list = root().join(format!("target/capi/programs/{self:?}.list"));
        fs::write(&list, lines)?;
        Ok(list)
    }
}

/// Every test program of a language.
fn tests_in(language: &'static Language, compiler: &str) -> Result<Vec<Test>> {
    let mut files = files(&capi().join("tests").join(language.name))?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == language.name));
    let compiler = compiler.to_owned();
    Ok(files.into_iter().map(|file| Test { language, compiler: compiler.clone(), file }).collect())
}

fn can_link(compiler: &str, flag: &str) -> Result<bool> {
    let program = target_path("capi/programs/empty");
    let source = program.with_extension("c");
    fs::write(&source, "int main(void) { return 0; }\n")?;
    let mut command = Command::new(compiler);
    command.args([flag, "-x", "c"]).arg(&source).arg("-o").arg(program);
    Ok(command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.sort();
    Ok(files)
}

fn capi() -> PathBuf {
    root().join("crates/astragal-capi")
}
