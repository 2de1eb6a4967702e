//! The recipes of `packaging/`, each tried as far as it can be here: it builds the C library, and a program with that.
//! Each takes minutes, so that they are no part of the tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

use crate::run::{For, command, exists, root, run, step, target_path};

/// The tools that PyPI has, in versions that are known to do.
const TOOLS: [&str; 3] = ["conan==2.34.0", "meson==1.12.1", "ninja==1.13.2"];

type Recipe = fn(&Path) -> Result<()>;

const RECIPES: [(&str, Recipe); 3] = [("conan", conan), ("meson", meson), ("vcpkg", vcpkg)];

/// Those named in `only`, or all.
pub(crate) fn check(only: &[String]) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| RECIPES.iter().all(|(recipe, _)| recipe != name))
    {
        let names = RECIPES.map(|(recipe, _)| recipe).join(", ");
        bail!("there is no recipe {unknown:?} to be tried alone; there are {names}");
    }
    versions()?;
    for (name, recipe) in RECIPES {
        if only.is_empty() || only.iter().any(|wanted| wanted == name) {
            let folder = target_path("recipes").join(name);
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            step(&format!("recipe: {name}"), || recipe(&folder))?;
        }
    }
    Ok(())
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where each recipe says the version.
const VERSIONS: [(&str, &str); 5] = [
    ("conan/conanfile.py", "    version = \"{}\"\n"),
    ("debian/changelog", "astragal ({}-"),
    ("meson/astragal.wrap", "directory = astragal-{}\n"),
    ("meson/packagefiles/astragal/meson.build", "version: '{}'"),
    ("vcpkg/vcpkg.json", "\"version-semver\": \"{}\""),
];

/// Every recipe is of this version.
pub(crate) fn versions() -> Result<()> {
    for (file, line) in VERSIONS {
        let text = fs::read_to_string(root().join("packaging").join(file))?;
        let line = line.replace("{}", VERSION);
        ensure!(text.contains(&line), "packaging/{file} is of another version: no {line:?}");
    }
    Ok(())
}

/// `conan create` with its test package.
fn conan(folder: &Path) -> Result<()> {
    let conan = |arguments: &[&str]| -> Result<()> {
        let mut conan = tool("conan")?;
        run(built(conan.args(arguments).env("CONAN_HOME", folder.join("home"))))
    };
    conan(&["profile", "detect"])?;
    // The program is built there, and not beside its source.
    let program = folder.join("program");
    let program = format!("tools.cmake.cmake_layout:test_folder={}", program.display());
    for shared in ["False", "True"] {
        let shared = format!("astragal/*:shared={shared}");
        conan(&["create", "packaging/conan", "--options", &shared, "--conf", &program])?;
    }
    Ok(())
}

/// A program's project with the wrap in it, and the library's source where Meson would have put it.
fn meson(folder: &Path) -> Result<()> {
    let recipe = root().join("packaging/meson");
    let subprojects = folder.join("subprojects");
    fs::create_dir_all(&subprojects)?;
    run(command("cp", &["-r"]).arg(recipe.join("packagefiles")).arg(&subprojects))?;
    fs::copy(recipe.join("astragal.wrap"), subprojects.join("astragal.wrap"))?;
    fs::copy(root().join("packaging/program.c"), folder.join("program.c"))?;
    fs::write(folder.join("meson.build"), MESON)?;
    let name = format!("astragal-{VERSION}");
    run(command("git", &["archive", &format!("--prefix={name}/"), "HEAD", "--output"])
        .arg(subprojects.join("packagefiles").join(format!("{name}.tar.gz"))))?;
    for choice in ["static", "shared"] {
        let build = folder.join(choice);
        let mut setup = tool("meson")?;
        setup.arg("setup").arg(&build).arg(folder);
        run(setup.arg(format!("-Dastragal:default_library={choice}")))?;
        run(built(tool("meson")?.args(["test", "--verbose", "-C"]).arg(&build)))?;
    }
    Ok(())
}

const MESON: &str = "\
project('program', 'c')
test('program', executable('program', 'program.c', dependencies: dependency('astragal')), timeout: 600)
";

/// The portfile by CMake alone, since vcpkg is not to be had from a registry; then a program that finds what it left.
fn vcpkg(folder: &Path) -> Result<()> {
    for file in ["vcpkg.json", "portfile.cmake", "usage"] {
        ensure!(root().join("packaging/vcpkg").join(file).exists(), "the port has no {file}");
    }
    let manifest = fs::read_to_string(root().join("packaging/vcpkg/vcpkg.json"))?;
    let _: serde_json::Value = serde_json::from_str(&manifest).context("vcpkg.json")?;
    for linkage in ["static", "dynamic"] {
        let packages = folder.join(linkage);
        let mut port = command("cmake", &["-D", &format!("VCPKG_LIBRARY_LINKAGE={linkage}"), "-D"]);
        port.arg(format!("CURRENT_PACKAGES_DIR={}", packages.display()));
        run(built(port.args(["-P", "packaging/vcpkg/without-vcpkg.cmake"])))?;
        ensure!(packages.join("share/astragal/copyright").exists(), "the port leaves no copyright");
        let program = folder.join(format!("{linkage}-program"));
        let mut configure = command("cmake", &["-S", "packaging/conan/test_package", "-B"]);
        run(configure.arg(&program).arg(format!("-DCMAKE_PREFIX_PATH={}", packages.display())))?;
        run(command("cmake", &["--build"]).arg(&program))?;
        run(&mut Command::new(program.join("program")))?;
    }
    Ok(())
}

/// What the recipe builds is looked at and not used: it may be built in less time.
fn built(command: &mut Command) -> &mut Command {
    For::Checks.tell(command.env_remove("CARGO_TARGET_DIR"))
}

/// A tool of PyPI's, from an environment that is made where it is missing.
fn tool(name: &str) -> Result<Command> {
    ensure!(exists("python3"), "no python3; on Debian: apt-get install python3-venv");
    let environment = target_path("recipes-venv");
    let (python, installed) = (environment.join("bin/python"), environment.join("installed"));
    if fs::read_to_string(&installed).unwrap_or_default() != TOOLS.join("\n") {
        run(command("python3", &["-m", "venv", "--clear"]).arg(&environment))?;
        let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        run(Command::new(&python).args(install).args(TOOLS))?;
        fs::write(&installed, TOOLS.join("\n"))?;
    }
    let mut tool = Command::new(environment.join("bin").join(name));
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> =
        std::iter::once(environment.join("bin")).chain(std::env::split_paths(&others)).collect();
    tool.current_dir(root()).env("PATH", std::env::join_paths(path)?);
    Ok(tool)
}
