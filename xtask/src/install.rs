//! Installs the C library: static and shared, headers, and what pkg-config and CMake find it by.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::man;
use crate::run::{For, cargo, root, run};

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
}

impl Destination {
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
    let built = Built::new(destination.purpose)?;
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
    let archive =
        if cfg!(target_env = "msvc") { "astragal_capi.lib" } else { "libastragal_capi.a" };
    copy(&built.folder.join(archive), &libraries.join(STATIC_NAME))?;
    install_shared(&built, &prefix, &libraries)?;
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
    /// The system's libraries that the static one needs, as `-lm`.
    system: Vec<String>,
}

impl Built {
    fn new(purpose: For) -> Result<Self> {
        let target = root().join("target");
        println!("building the C library");
        // On Linux the shared library is linked from the static one.
        let kinds = if cfg!(target_os = "linux") { "staticlib" } else { "staticlib,cdylib" };
        let mut build = cargo(&["rustc", "--release", "--package", "astragal-capi", "--lib"]);
        build.args(["--crate-type", kinds, "--target-dir"]).arg(&target);
        build.args(["--", "--print", "native-static-libs"]);
        let output = purpose.tell(&mut build).output()?;
        let told = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("the C library cannot be built:\n{told}");
        }
        let system = told
            .lines()
            .find_map(|line| line.split_once("native-static-libs: "))
            .context("the compiler does not say which libraries the static one needs")?;
        // Every C compiler links these two by itself, and `-lgcc_s` would spoil `-static`.
        let needless = ["-lgcc_s", "-lc"];
        let system = system.1.split_whitespace().filter(|library| !needless.contains(library));
        Ok(Self { folder: target.join("release"), system: system.map(str::to_owned).collect() })
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
        let mut link = std::process::Command::new(std::env::var_os("CC").unwrap_or("cc".into()));
        link.arg("-shared").arg("-o").arg(to).arg(format!("-Wl,-soname,{soname}"));
        link.arg(format!("-Wl,--version-script={}", map.display()));
        link.args(["-Wl,--gc-sections", "-Wl,-z,relro,-z,now"]);
        link.arg("-Wl,--whole-archive").arg(self.folder.join("libastragal_capi.a"));
        run(link.arg("-Wl,--no-whole-archive").args(&self.system).arg("-lgcc_s"))
    }
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const MAJOR: &str = env!("CARGO_PKG_VERSION_MAJOR");
const MINOR: &str = env!("CARGO_PKG_VERSION_MINOR");

/// The name of the static library; Windows keeps `astragal.lib` for what leads to the shared one.
const STATIC_NAME: &str =
    if cfg!(target_env = "msvc") { "astragal_static.lib" } else { "libastragal.a" };

/// What versions that keep the promise have in common: 0.x, or the major number from 1.0 on.
fn promise() -> String {
    if MAJOR == "0" { format!("0.{MINOR}") } else { MAJOR.into() }
}

/// The shared library under its full name, with links for the loader and for the linker.
fn install_shared(built: &Built, prefix: &Path, libraries: &Path) -> Result<()> {
    if cfg!(windows) {
        // A program asks for it by the name that it was built with.
        copy(&built.folder.join("astragal_capi.dll"), &prefix.join("bin/astragal_capi.dll"))?;
        let [import, installed] = if cfg!(target_env = "msvc") {
            ["astragal_capi.dll.lib", "astragal.lib"]
        } else {
            ["libastragal_capi.dll.a", "libastragal.dll.a"]
        };
        return copy(&built.folder.join(import), &libraries.join(installed));
    }
    let [full, soname, plain] = &shared_names();
    if cfg!(target_os = "linux") {
        built.link_shared(soname, &libraries.join(full))?;
    } else {
        let name = if cfg!(target_os = "macos") { "dylib" } else { "so" };
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

/// `libastragal.so.0.1.0`, `libastragal.so.0.1` and `libastragal.so`.
fn shared_names() -> [String; 3] {
    if cfg!(target_os = "macos") {
        let named = |version: &str| format!("libastragal.{version}.dylib");
        return [named(VERSION), named(&promise()), "libastragal.dylib".into()];
    }
    let plain = "libastragal.so";
    [format!("{plain}.{VERSION}"), format!("{plain}.{}", promise()), plain.into()]
}

fn pkg_config(destination: &Destination, system: &[String]) -> String {
    format!(
        "\
prefix={prefix}
libdir=${{prefix}}/{libraries}
includedir=${{prefix}}/include

Name: astragal
Description: Symmetric cryptography: the Keccak and Ascon families, the classic hashes, by name
Version: {VERSION}
Libs: -L${{libdir}} -lastragal
Libs.private: {system}
Cflags: -I${{includedir}}
",
        prefix = destination.prefix.display(),
        libraries = destination.libraries,
        system = system.join(" "),
    )
}

fn cmake_config(destination: &Destination, system: &[String]) -> String {
    // From the folder of this file up to the prefix.
    let up = "/..".repeat(2 + Path::new(&destination.libraries).components().count());
    let libraries = format!("${{ASTRAGAL_PREFIX}}/{}", destination.libraries);
    let [full, soname, _] = shared_names();
    format!(
        "\
# astragal::shared, astragal::static, and astragal::astragal, which is the shared one unless
# ASTRAGAL_USE_STATIC_LIBS is set before find_package(astragal).
if(TARGET astragal::astragal)
  return()
endif()
get_filename_component(ASTRAGAL_PREFIX \"${{CMAKE_CURRENT_LIST_DIR}}{up}\" ABSOLUTE)

add_library(astragal::shared SHARED IMPORTED)
set_target_properties(astragal::shared PROPERTIES
  IMPORTED_LOCATION \"{libraries}/{full}\"
  IMPORTED_SONAME \"{soname}\"
  INTERFACE_INCLUDE_DIRECTORIES \"${{ASTRAGAL_PREFIX}}/include\")

add_library(astragal::static STATIC IMPORTED)
set_target_properties(astragal::static PROPERTIES
  IMPORTED_LOCATION \"{libraries}/{STATIC_NAME}\"
  INTERFACE_LINK_LIBRARIES \"{system}\"
  INTERFACE_INCLUDE_DIRECTORIES \"${{ASTRAGAL_PREFIX}}/include\")

add_library(astragal::astragal INTERFACE IMPORTED)
if(ASTRAGAL_USE_STATIC_LIBS)
  set_target_properties(astragal::astragal PROPERTIES INTERFACE_LINK_LIBRARIES astragal::static)
else()
  set_target_properties(astragal::astragal PROPERTIES INTERFACE_LINK_LIBRARIES astragal::shared)
endif()
",
        system = system.join(";"),
    )
}

/// 0.1 takes any 0.1.x that is not older; from 1.0 on, the major number counts.
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
