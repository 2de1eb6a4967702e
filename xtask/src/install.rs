//! Installs the C library: static and shared, headers, and what pkg-config and CMake find it by.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use crate::run::{cargo, root};

/// Where the C library goes.
pub(crate) struct Destination {
    /// Where it will lie, as `/usr`: what its files say of themselves.
    pub(crate) prefix: PathBuf,
    /// Where it is staged, before a package manager takes it there.
    pub(crate) staging: Option<PathBuf>,
    /// The folder for libraries in the prefix, as `lib64`.
    pub(crate) libraries: String,
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
    let built = Built::new()?;
    let prefix = destination.staged();
    let libraries = prefix.join(&destination.libraries);
    let headers = root().join("crates/astragal-capi/include");

    copy(&headers.join("astragal.h"), &prefix.join("include/astragal.h"))?;
    for header in ["astragal.hpp", "astragal/cppcrypto.hpp"] {
        copy(&headers.join(header), &prefix.join("include").join(header))?;
    }
    copy(&built.folder.join("libastragal_capi.a"), &libraries.join("libastragal.a"))?;
    install_shared(&built.folder, &libraries)?;
    write(&libraries.join("pkgconfig/astragal.pc"), &pkg_config(destination, &built.system))?;
    let cmake = libraries.join("cmake/astragal");
    write(&cmake.join("astragal-config.cmake"), &cmake_config(destination, &built.system))?;
    write(&cmake.join("astragal-config-version.cmake"), CMAKE_VERSION)?;
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
    fn new() -> Result<Self> {
        let target = root().join("target");
        println!("building the C library");
        let output = cargo(&["rustc", "--release", "--package", "astragal-capi", "--lib"])
            .args(["--crate-type", "staticlib,cdylib", "--target-dir"])
            .arg(&target)
            .args(["--", "--print", "native-static-libs"])
            .output()?;
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
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
const MAJOR: &str = env!("CARGO_PKG_VERSION_MAJOR");

/// The shared library under its full name, with links for the loader and for the linker.
fn install_shared(built: &Path, libraries: &Path) -> Result<()> {
    let names = shared_names();
    let [full, soname, plain] = &names;
    let built_name =
        if cfg!(target_os = "macos") { "libastragal_capi.dylib" } else { "libastragal_capi.so" };
    copy(&built.join(built_name), &libraries.join(full))?;
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

/// `libastragal.so.0.1.0`, `libastragal.so.0` and `libastragal.so`.
fn shared_names() -> [String; 3] {
    if cfg!(target_os = "macos") {
        let named = |version: &str| format!("libastragal.{version}.dylib");
        return [named(VERSION), named(MAJOR), "libastragal.dylib".into()];
    }
    let plain = "libastragal.so";
    [format!("{plain}.{VERSION}"), format!("{plain}.{MAJOR}"), plain.into()]
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
  IMPORTED_LOCATION \"{libraries}/libastragal.a\"
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
