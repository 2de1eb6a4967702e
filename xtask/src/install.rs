//! Installs the C library: the static and the shared library, headers, manual pages, and files for pkg-config and
//! CMake.

mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::files::{copy, copy_folder, empty_folder, write};
use crate::run::{
    Purpose, add_targets, build_all, built, cargo, command, exists, output, root, run, target_path,
    text_of,
};
pub(crate) use target::{System, Target};

/// Options of `cargo xtask install`, which installs the C library.
#[derive(clap::Args)]
pub(crate) struct Destination {
    /// Installation prefix
    #[arg(long, default_value = "/usr/local")]
    pub(crate) prefix: PathBuf,
    /// Staging folder for packages; the prefix is created inside
    #[arg(long = "destdir", value_name = "DESTDIR")]
    pub(crate) staging: Option<PathBuf>,
    /// Library folder inside the prefix, such as lib64
    #[arg(long = "libdir", value_name = "LIBDIR", default_value = "lib")]
    pub(crate) libraries: String,
    #[command(flatten)]
    pub(crate) target: Target,
    /// Install only the static library, without Rust's standard library. This library uses one core, stores the last
    /// error message per process instead of per thread, and aborts on a panic
    #[arg(long = "small")]
    pub(crate) is_small: bool,
    #[arg(skip = Purpose::Release)]
    pub(crate) purpose: Purpose,
}

impl Destination {
    fn has_shared(&self) -> bool {
        !self.is_small && self.target.has_shared()
    }

    /// Returns the installation folder: the prefix, inside the staging folder if there is one.
    fn staged(&self) -> PathBuf {
        match &self.staging {
            // Removes the leading slash, because joining an absolute path would discard the staging folder.
            Some(staging) => staging.join(self.prefix.strip_prefix("/").unwrap_or(&self.prefix)),
            None => self.prefix.clone(),
        }
    }
}

/// Builds the library and installs it with its headers, manual pages, and files for pkg-config and CMake.
pub(crate) fn install(destination: &Destination) -> Result<()> {
    let prefix = &destination.prefix;
    ensure!(prefix.is_absolute(), "prefix {} is not absolute", prefix.display());
    let built = Built::new(destination)?;
    let staged = destination.staged();
    let libraries = staged.join(&destination.libraries);
    copy_folder(&capi().join("include"), &staged.join("include"))?;
    copy(&built.archive, &libraries.join(destination.target.static_name()))?;
    if destination.has_shared() {
        install_shared(&built, &staged, &libraries)?;
    }
    let variables = variables(destination, &built.system);
    for (template, to) in [
        ("astragal.pc.in", "pkgconfig/astragal.pc"),
        ("astragal-config.cmake.in", "cmake/astragal/astragal-config.cmake"),
        ("astragal-config-version.cmake.in", "cmake/astragal/astragal-config-version.cmake"),
    ] {
        let template = fs::read_to_string(capi().join("cmake").join(template))?;
        write(&libraries.join(to), filled(template, &variables)?)?;
    }
    if destination.purpose == Purpose::Release {
        install_manual(&staged)?;
    }
    println!("installed in {}", staged.display());
    Ok(())
}

/// C libraries that were built for a target.
struct Built {
    folder: PathBuf,
    archive: PathBuf,
    /// System libraries that the static library needs, such as `-lm`.
    system: Vec<String>,
    target: Target,
}

impl Built {
    fn new(destination: &Destination) -> Result<Self> {
        let target = destination.target.clone();
        let is_host = target.triple().is_none() && !destination.is_small;
        let (folder, mut system) = if destination.purpose == Purpose::Test && is_host {
            Self::shared_with_tests()?
        } else {
            Self::by_cargo(destination)?
        };
        system.retain(|library| !(target.is_musl() && library == "-lunwind"));
        system.extend(target.unused_code_flag().map(str::to_owned));
        let name = if target.is_msvc() { "astragal_capi.lib" } else { "libastragal_capi.a" };
        Ok(Self { archive: folder.join(name), folder, system, target })
    }

    /// Builds a release with cargo. Returns the folder of the libraries, and the system libraries that the static
    /// library needs.
    fn by_cargo(destination: &Destination) -> Result<(PathBuf, Vec<String>)> {
        let target = &destination.target;
        let mut folder = target_path("");
        println!("building the C library");
        // On Linux, `link_shared` links the shared library from the static library, so cargo builds only the static
        // library.
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
            // In programs for musl, Rust uses its own unwinder, which C compilers for musl lack. The static library
            // must therefore contain the unwinder.
            let ask = ["--print", "target-libdir", "--target", target.triple().unwrap_or_default()];
            let own = output(&mut command("rustc", &ask))?;
            build.args(["-L", &format!("native={own}/self-contained")]);
            build.args(["-l", "static:+bundle=unwind"]);
        }
        let output = destination.purpose.set(&mut build).output()?;
        let text = text_of(&output);
        ensure!(output.status.success(), "the C library does not compile:\n{text}");
        let system = if destination.is_small { Vec::new() } else { native_libraries(&text)? };
        Ok((folder.join("release"), system))
    }

    /// Uses the libraries from the build that all tests share. Returns their folder, and the system libraries that
    /// Rust's standard library needs.
    fn shared_with_tests() -> Result<(PathBuf, Vec<String>)> {
        run(&mut build_all())?;
        let folder =
            built("digest")?.parent().context("the program has no parent folder")?.to_owned();
        let mut empty =
            command("rustc", &["--crate-type", "staticlib", "--print", "native-static-libs"]);
        empty.arg("-o").arg(folder.join("libempty.a")).arg("-").stdin(Stdio::null());
        let system = native_libraries(&text_of(&empty.output().context("cannot start rustc")?))?;
        Ok((folder, system))
    }

    /// Links the shared library from the static library with a version script, because rustc cannot set symbol
    /// versions. Symbol versions allow a program to load two versions of the shared library. Each call then goes to the
    /// version with which its caller was linked.
    fn link_shared(&self, soname: &str, to: &Path) -> Result<()> {
        let symbols = fs::read_to_string(capi().join("symbols.txt"))?;
        let exported: String = symbols.lines().map(|name| format!("    {name};\n")).collect();
        let map = self.folder.join("astragal.map");
        let version = format!("ASTRAGAL_{}", series());
        write(&map, format!("{version} {{\n  global:\n{exported}  local: *;\n}};\n"))?;
        let linked = self.folder.join("libastragal.so");
        let mut link = Command::new(self.target.compiler());
        link.arg("-shared").arg("-o").arg(&linked).arg(format!("-Wl,-soname,{soname}"));
        link.arg(format!("-Wl,--version-script={}", map.display()));
        // `--strip-all` removes local names and line numbers, which are a third of the file.
        link.args(["-Wl,--gc-sections", "-Wl,--strip-all", "-Wl,-z,relro,-z,now"]);
        link.arg("-Wl,--whole-archive").arg(&self.archive);
        run(link.arg("-Wl,--no-whole-archive").args(&self.system).arg("-lgcc_s"))?;
        copy(&linked, to)
    }
}

/// Returns the system libraries that a static library needs, from the text that rustc printed.
fn native_libraries(text: &str) -> Result<Vec<String>> {
    let (_, libraries) = text
        .lines()
        .find_map(|line| line.split_once("native-static-libs: "))
        .context("rustc did not print the libraries that the static library needs")?;
    // Removes `-lc` and `-lgcc_s`, because every C compiler links these libraries by itself. `-lgcc_s` would also
    // prevent linking with `-static`.
    let libraries = libraries.split_whitespace().filter(|name| !["-lgcc_s", "-lc"].contains(name));
    Ok(libraries.map(str::to_owned).collect())
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the release series, within which versions are compatible: `0.N` before version 1.0, and the major number
/// afterwards.
pub(crate) fn series() -> String {
    let (major, rest) = VERSION.split_once('.').expect("a version has a minor number");
    let minor = rest.split('.').next().expect("split returns at least one part");
    if major == "0" { format!("0.{minor}") } else { major.to_owned() }
}

/// Installs the shared library under its full name. Symbolic links provide the shorter names for the loader and the
/// linker.
fn install_shared(built: &Built, prefix: &Path, libraries: &Path) -> Result<()> {
    let target = &built.target;
    if target.system() == System::Windows {
        // Keeps the file name of the DLL, because a program loads the DLL by the name that it was linked with.
        copy(&built.folder.join("astragal_capi.dll"), &prefix.join("bin/astragal_capi.dll"))?;
        let import =
            if target.is_msvc() { "astragal_capi.dll.lib" } else { "libastragal_capi.dll.a" };
        return copy(&built.folder.join(import), &libraries.join(target.import_name()));
    }
    let [full, soname, plain] = &shared_names(target);
    match target.system() {
        System::Linux => built.link_shared(soname, &libraries.join(full))?,
        System::Mac => copy(&built.folder.join("libastragal_capi.dylib"), &libraries.join(full))?,
        _ => copy(&built.folder.join("libastragal_capi.so"), &libraries.join(full))?,
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

/// Returns the names of the shared library: `libastragal.so.0.2.0`, `libastragal.so.0.2` and `libastragal.so`.
fn shared_names(target: &Target) -> [String; 3] {
    if target.system() == System::Mac {
        let named = |version: &str| format!("libastragal.{version}.dylib");
        return [named(VERSION), named(&series()), "libastragal.dylib".into()];
    }
    let plain = "libastragal.so";
    [format!("{plain}.{VERSION}"), format!("{plain}.{}", series()), plain.into()]
}

/// Returns the variables that the templates in `crates/astragal-capi/cmake` contain, with their values.
fn variables(destination: &Destination, system: &[String]) -> [(&'static str, String); 12] {
    let Destination { prefix, libraries, target, .. } = destination;
    let [full, soname, _] = shared_names(target);
    let folder = format!("${{ASTRAGAL_PREFIX}}/{libraries}");
    let shared = match target.system() {
        System::Windows => format!(
            "IMPORTED_LOCATION \"${{ASTRAGAL_PREFIX}}/bin/astragal_capi.dll\" IMPORTED_IMPLIB \"{folder}/{}\"",
            target.import_name()
        ),
        _ => format!("IMPORTED_LOCATION \"{folder}/{full}\" IMPORTED_SONAME \"{soname}\""),
    };
    // If there is no shared library, every program must also link the system libraries that the static library needs.
    let (public, private, define) = match destination.has_shared() {
        true => (String::new(), system.join(" "), ""),
        false => (system.join(" "), String::new(), " -DASTRAGAL_STATIC"),
    };
    [
        ("prefix", prefix.display().to_string()),
        ("libraries", libraries.clone()),
        ("version", VERSION.to_owned()),
        ("series", series()),
        ("public", public),
        ("private", private),
        ("define", define.to_owned()),
        // Relative path from the folder of the CMake file to the prefix.
        ("up", "/..".repeat(2 + Path::new(libraries).components().count())),
        ("static_name", target.static_name().to_owned()),
        ("system", system.join(";")),
        ("has_shared", if destination.has_shared() { "ON" } else { "OFF" }.to_owned()),
        ("shared", shared),
    ]
}

/// Replaces each `@NAME@` in a template with the value of the variable NAME.
fn filled(template: String, variables: &[(&str, String)]) -> Result<String> {
    let fill =
        |text: String, (name, value): &(&str, String)| text.replace(&format!("@{name}@"), value);
    let text = variables.iter().fold(template, fill);
    ensure!(!text.contains('@'), "template with an unknown variable:\n{text}");
    Ok(text)
}

/// Generates the manual page `astragal(3)` with doxygen. Each function also gets a page that refers to `astragal(3)`.
fn install_manual(prefix: &Path) -> Result<()> {
    if !exists("doxygen") {
        println!("manual pages are not installed: doxygen is missing");
        return Ok(());
    }
    let (folder, pages) = (target_path("manual"), prefix.join("share/man"));
    empty_folder(&folder)?;
    let configuration = folder.join("Doxyfile");
    let settings = format!(
        "@INCLUDE = {}\nINPUT = {}\nOUTPUT_DIRECTORY = {}\nGENERATE_HTML = NO\nGENERATE_MAN = YES\nMAN_LINKS = YES\n",
        capi().join("Doxyfile").display(),
        capi().join("include/astragal.h").display(),
        folder.display(),
    );
    write(&configuration, settings)?;
    run(command("doxygen", &[]).arg(configuration))?;
    write(&folder.join("man/man3/astragal.3"), ".so man3/astragal.h.3\n")?;
    copy_folder(&folder.join("man"), &pages)
}

pub(crate) fn capi() -> PathBuf {
    root().join("crates/astragal-capi")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_filled() {
        let (prefix, libraries) = ("/usr".into(), "lib/x86_64-linux-gnu".to_owned());
        let (purpose, target) = (Purpose::Test, Target::default());
        let destination =
            Destination { prefix, staging: None, libraries, purpose, target, is_small: false };
        let variables = variables(&destination, &["-lm".to_owned()]);
        let template = |name: &str| fs::read_to_string(capi().join("cmake").join(name)).unwrap();
        let pc = filled(template("astragal.pc.in"), &variables).unwrap();
        assert!(pc.starts_with("prefix=/usr\nlibdir=${prefix}/lib/x86_64-linux-gnu\n"), "{pc}");
        let cmake = filled(template("astragal-config.cmake.in"), &variables).unwrap();
        assert!(cmake.contains("CMAKE_CURRENT_LIST_DIR}/../../../..\""), "{cmake}");
        assert!(filled("@unknown@".to_owned(), &variables).is_err());
    }
}
