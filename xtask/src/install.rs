//! Installs the C library: static and shared, headers, and what pkg-config and CMake find it by.

mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};

use crate::man;
use crate::run::{For, add_targets, build_all, built, cargo, command, root, run, target_path};
pub(crate) use target::{System, Target};

/// Where the C library goes.
pub(crate) struct Destination {
    /// Where it will lie, as `/usr`: what its files say of themselves.
    pub(crate) prefix: PathBuf,
    /// Where it is staged, before a package manager takes it there.
    pub(crate) staging: Option<PathBuf>,
    /// The folder for libraries in the prefix, as `lib64`.
    pub(crate) libraries: String,
    /// What it is built for.
    pub(crate) purpose: For,
    /// The machine that it is built for.
    pub(crate) target: Target,
    /// Only the static library, built without the standard library.
    pub(crate) is_small: bool,
}

impl Destination {
    /// Whether there is a shared library beside the static one.
    pub(crate) fn has_shared(&self) -> bool {
        !self.is_small && self.target.has_shared()
    }

    /// Whether it is what the Rust tests of this machine are linked with.
    fn is_with_tests(&self) -> bool {
        self.purpose == For::Checks && self.target.triple().is_none() && !self.is_small
    }

    /// The prefix as it is reached now.
    fn staged(&self) -> PathBuf {
        match &self.staging {
            // An absolute path would replace the one that it is joined to.
            Some(staging) => staging.join(self.prefix.strip_prefix("/").unwrap_or(&self.prefix)),
            None => self.prefix.clone(),
        }
    }
}

/// Builds the library and puts everything in place.
pub(crate) fn install(destination: &Destination) -> Result<()> {
    if !destination.prefix.is_absolute() {
        bail!("the prefix {} is not an absolute path", destination.prefix.display());
    }
    let built = Built::new(destination)?;
    let target = &destination.target;
    let prefix = destination.staged();
    let libraries = prefix.join(&destination.libraries);
    let headers = root().join("crates/astragal-capi/include");

    for header in ["astragal.h", "astragal.hpp"] {
        copy(&headers.join(header), &prefix.join("include").join(header))?;
    }
    for header in fs::read_dir(headers.join("astragal"))? {
        let header = header?;
        copy(&header.path(), &prefix.join("include/astragal").join(header.file_name()))?;
    }
    copy(&built.archive, &libraries.join(target.static_name()))?;
    if destination.has_shared() {
        install_shared(&built, &prefix, &libraries)?;
    }
    write(&libraries.join("pkgconfig/astragal.pc"), &pkg_config(destination, &built.system))?;
    let cmake = libraries.join("cmake/astragal");
    write(&cmake.join("astragal-config.cmake"), &cmake_config(destination, &built.system))?;
    write(&cmake.join("astragal-config-version.cmake"), CMAKE_VERSION)?;
    man::install(&prefix)?;
    println!("installed in {}", prefix.display());
    Ok(())
}

/// The built libraries.
struct Built {
    folder: PathBuf,
    /// The static library.
    archive: PathBuf,
    /// The system's libraries that the static one needs, as `-lm`.
    system: Vec<String>,
    target: Target,
}

impl Built {
    fn new(destination: &Destination) -> Result<Self> {
        if destination.is_with_tests() {
            return Self::with_tests();
        }
        let target = destination.target.clone();
        let mut folder = target_path("");
        println!("building the C library");
        // On Linux the shared library is linked from the static one.
        let is_linked = target.system() == System::Linux || !destination.has_shared();
        let kinds = if is_linked { "staticlib" } else { "staticlib,cdylib" };
        let mut build = cargo(&["rustc", "--release", "--package", "astragal-capi", "--lib"]);
        if destination.is_small {
            folder.push("small");
            build.arg("--no-default-features").env("CARGO_PROFILE_RELEASE_PANIC", "abort");
        }
        build.args(["--crate-type", kinds, "--target-dir"]).arg(&folder);
        if let Some(triple) = target.triple() {
            add_targets([triple])?;
            build.args(["--target", triple]).envs(target.linker());
            folder.push(triple);
        }
        build.args(["--", "--print", "native-static-libs"]);
        if target.is_musl() && !destination.is_small {
            build.args(with_unwinder(&target)?);
        }
        let output = destination.purpose.tell(&mut build).output()?;
        let told = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("the C library cannot be built:\n{told}");
        }
        let mut system = if destination.is_small { Vec::new() } else { needed(&told)? };
        system.retain(|library| !(target.is_musl() && library == "-lunwind"));
        system.extend(target.unused_code_flag().map(str::to_owned));
        folder.push("release");
        let name = if target.is_msvc() { "astragal_capi.lib" } else { "libastragal_capi.a" };
        let archive = folder.join(name);
        Ok(Self { folder, archive, system, target })
    }

    /// What the Rust tests have compiled anyway, or would.
    fn with_tests() -> Result<Self> {
        println!("building the C library as for the tests");
        run(&mut build_all())?;
        let folder = built("digest")?.parent().context("a program lies in a folder")?.to_owned();
        // All that the static library needs is needed by the standard library.
        let mut empty =
            command("rustc", &["--crate-type", "staticlib", "--print", "native-static-libs"]);
        empty.arg("-o").arg(folder.join("libempty.a")).arg("-").stdin(Stdio::null());
        let output = empty.output().context("cannot start rustc")?;
        let target = Target::default();
        let mut system = needed(&String::from_utf8_lossy(&output.stderr))?;
        system.extend(target.unused_code_flag().map(str::to_owned));
        let archive = folder.join("libastragal_capi.a");
        Ok(Self { folder, archive, system, target })
    }

    /// Links the shared library from the static one, so that its symbols carry a version: the compiler's own
    /// list of exports leaves no room for one. A program that finds two versions keeps to the one that it was
    /// linked with.
    fn link_shared(&self, soname: &str, to: &Path) -> Result<()> {
        let symbols = fs::read_to_string(root().join("crates/astragal-capi/symbols.txt"))?;
        let exported = symbols.lines().map(|name| format!("    {name};\n")).collect::<String>();
        let node = format!("ASTRAGAL_{}", promise());
        let map = self.folder.join("astragal.map");
        write(&map, &format!("{node} {{\n  global:\n{exported}  local: *;\n}};\n"))?;
        make_folder_of(to)?;
        let mut link = Command::new(self.target.compiler());
        link.arg("-shared").arg("-o").arg(to).arg(format!("-Wl,-soname,{soname}"));
        link.arg(format!("-Wl,--version-script={}", map.display()));
        // Names inside it and the standard library's lines are a third of its size.
        link.args(["-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,-z,relro,-z,now"]);
        link.arg("-Wl,--whole-archive").arg(&self.archive);
        run(link.arg("-Wl,--no-whole-archive").args(&self.system).arg("-lgcc_s"))
    }
}

/// Has the compiler put what Rust unwinds by on musl into the static library: it is beside its own libraries for
/// musl, and no C compiler for musl has it.
fn with_unwinder(target: &Target) -> Result<[String; 4]> {
    let mut ask = command("rustc", &["--print", "target-libdir"]);
    let told = ask.args(target.triple().map(|name| format!("--target={name}"))).output()?;
    let folder = String::from_utf8(told.stdout)?;
    let folder = format!("native={}/self-contained", folder.trim());
    Ok(["-L".into(), folder, "-l".into(), "static:+bundle=unwind".into()])
}

/// The system's libraries that a static library needs, as the compiler tells.
fn needed(told: &str) -> Result<Vec<String>> {
    let (_, libraries) = told
        .lines()
        .find_map(|line| line.split_once("native-static-libs: "))
        .context("the compiler does not say which libraries the static one needs")?;
    // Every C compiler links these two by itself, and `-lgcc_s` would spoil `-static`.
    let libraries = libraries.split_whitespace().filter(|name| !["-lgcc_s", "-lc"].contains(name));
    Ok(libraries.map(str::to_owned).collect())
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const MAJOR: &str = env!("CARGO_PKG_VERSION_MAJOR");
const MINOR: &str = env!("CARGO_PKG_VERSION_MINOR");

/// What versions that keep the promise have in common: 0.x, or the major number from 1.0 on.
pub(crate) fn promise() -> String {
    if MAJOR == "0" { format!("0.{MINOR}") } else { MAJOR.into() }
}

/// The shared library under its full name, with links for the loader and for the linker.
fn install_shared(built: &Built, prefix: &Path, libraries: &Path) -> Result<()> {
    let target = &built.target;
    if target.system() == System::Windows {
        // A program asks for it by the name that it was built with.
        copy(&built.folder.join("astragal_capi.dll"), &prefix.join("bin/astragal_capi.dll"))?;
        let import =
            if target.is_msvc() { "astragal_capi.dll.lib" } else { "libastragal_capi.dll.a" };
        return copy(&built.folder.join(import), &libraries.join(target.import_name()));
    }
    let [full, soname, plain] = &shared_names(target);
    if target.system() == System::Linux {
        built.link_shared(soname, &libraries.join(full))?;
    } else {
        let name = if target.system() == System::Mac { "dylib" } else { "so" };
        copy(&built.folder.join(format!("libastragal_capi.{name}")), &libraries.join(full))?;
    }
    for (link, to) in [(soname, full), (plain, soname)] {
        let link = libraries.join(link);
        if link.symlink_metadata().is_ok() {
            fs::remove_file(&link)?;
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(to, &link)?;
        #[cfg(not(unix))]
        fs::copy(libraries.join(to), &link)?;
    }
    Ok(())
}

/// `libastragal.so.0.2.0`, `libastragal.so.0.2` and `libastragal.so`.
fn shared_names(target: &Target) -> [String; 3] {
    if target.system() == System::Mac {
        let named = |version: &str| format!("libastragal.{version}.dylib");
        return [named(VERSION), named(&promise()), "libastragal.dylib".into()];
    }
    let plain = "libastragal.so";
    [format!("{plain}.{VERSION}"), format!("{plain}.{}", promise()), plain.into()]
}

fn pkg_config(destination: &Destination, system: &[String]) -> String {
    let system = system.join(" ");
    // Where the static library is the only one, everybody needs what it needs.
    let [public, private] =
        if destination.has_shared() { ["", system.as_str()] } else { [system.as_str(), ""] };
    format!(
        "\
prefix={prefix}
libdir=${{prefix}}/{libraries}
includedir=${{prefix}}/include

Name: astragal
Description: Symmetric cryptography: the Keccak and Ascon families, the classic hashes, by name
Version: {VERSION}
Libs: -L${{libdir}} -lastragal {public}
Libs.private: {private}
Cflags: -I${{includedir}}{is_static}
",
        prefix = destination.prefix.display(),
        libraries = destination.libraries,
        is_static = if destination.has_shared() { "" } else { " -DASTRAGAL_STATIC" },
    )
}

fn cmake_config(destination: &Destination, system: &[String]) -> String {
    // From the folder of this file up to the prefix.
    let up = "/..".repeat(2 + Path::new(&destination.libraries).components().count());
    let libraries = format!("${{ASTRAGAL_PREFIX}}/{}", destination.libraries);
    let target = &destination.target;
    let [full, soname, _] = shared_names(target);
    let (static_name, system) = (target.static_name(), system.join(";"));
    let location = match target.system() {
        System::Windows => "\
  IMPORTED_LOCATION \"${ASTRAGAL_PREFIX}/bin/astragal_capi.dll\"
  IMPORTED_IMPLIB \"LIBRARIES/libastragal.dll.a\""
            .replace("LIBRARIES", &libraries)
            .replace("libastragal.dll.a", target.import_name()),
        _ => format!("  IMPORTED_LOCATION \"{libraries}/{full}\"\n  IMPORTED_SONAME \"{soname}\""),
    };
    let shared = format!(
        "add_library(astragal::shared SHARED IMPORTED)
set_target_properties(astragal::shared PROPERTIES
{location}
  INTERFACE_INCLUDE_DIRECTORIES \"${{ASTRAGAL_PREFIX}}/include\")

"
    );
    let shared = if destination.has_shared() {
        shared.as_str()
    } else {
        "set(ASTRAGAL_USE_STATIC_LIBS ON)\n\n"
    };
    format!(
        "\
# astragal::shared, astragal::static, and astragal::astragal, which is the shared one unless
# ASTRAGAL_USE_STATIC_LIBS is set before find_package(astragal), or there is none.
# C++ sources that use them are compiled as C++20, or as C++17 with ASTRAGAL_CXX17 set before find_package(astragal).
if(TARGET astragal::astragal)
  return()
endif()
get_filename_component(ASTRAGAL_PREFIX \"${{CMAKE_CURRENT_LIST_DIR}}{up}\" ABSOLUTE)

{shared}add_library(astragal::static STATIC IMPORTED)
set_target_properties(astragal::static PROPERTIES
  IMPORTED_LOCATION \"{libraries}/{static_name}\"
  INTERFACE_COMPILE_DEFINITIONS ASTRAGAL_STATIC
  INTERFACE_LINK_LIBRARIES \"{system}\"
  INTERFACE_INCLUDE_DIRECTORIES \"${{ASTRAGAL_PREFIX}}/include\")

get_property(_astragal_languages GLOBAL PROPERTY ENABLED_LANGUAGES)
foreach(_astragal_target IN ITEMS astragal::shared astragal::static)
  if(TARGET ${{_astragal_target}} AND \"CXX\" IN_LIST _astragal_languages)
    if(ASTRAGAL_CXX17)
      set_property(TARGET ${{_astragal_target}} PROPERTY INTERFACE_COMPILE_FEATURES cxx_std_17)
      set_property(TARGET ${{_astragal_target}} APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS ASTRAGAL_CXX17)
    else()
      set_property(TARGET ${{_astragal_target}} PROPERTY INTERFACE_COMPILE_FEATURES cxx_std_20)
    endif()
  endif()
endforeach()

add_library(astragal::astragal INTERFACE IMPORTED)
if(ASTRAGAL_USE_STATIC_LIBS)
  set_target_properties(astragal::astragal PROPERTIES INTERFACE_LINK_LIBRARIES astragal::static)
else()
  set_target_properties(astragal::astragal PROPERTIES INTERFACE_LINK_LIBRARIES astragal::shared)
endif()
"
    )
}

/// 0.2 takes any 0.2.x that is not older; from 1.0 on, the major number counts.
const CMAKE_VERSION: &str = concat!(
    "set(PACKAGE_VERSION \"",
    env!("CARGO_PKG_VERSION"),
    "\")
set(_compatible \"",
    env!("CARGO_PKG_VERSION_MAJOR"),
    "\")
if(_compatible STREQUAL \"0\")
  set(_compatible \"0.",
    env!("CARGO_PKG_VERSION_MINOR"),
    "\")
endif()
set(_asked \"${PACKAGE_FIND_VERSION_MAJOR}\")
if(_asked STREQUAL \"0\")
  set(_asked \"0.${PACKAGE_FIND_VERSION_MINOR}\")
endif()
if(PACKAGE_FIND_VERSION VERSION_GREATER PACKAGE_VERSION OR NOT _asked STREQUAL _compatible)
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
else()
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
endif()
"
);

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_folder_of(to)?;
    fs::copy(from, to)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

fn write(to: &Path, text: &str) -> Result<()> {
    make_folder_of(to)?;
    fs::write(to, text).with_context(|| format!("cannot write {}", to.display()))
}

fn make_folder_of(file: &Path) -> Result<()> {
    let folder = file.parent().context("a file lies in a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}
