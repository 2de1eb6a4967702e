//! The Debian source package, with every crate in it so that it builds without a network; the packages that are built
//! of it; and lintian's opinion of all.

use std::fs;
use std::process::Command;

use anyhow::{Result, ensure};

use super::{Dist, VERSION};
use crate::run::{command, exists, root, run};
use crate::stages::skip;

/// What builds and judges packages.
const TOOLS: [&str; 4] = ["dpkg-buildpackage", "dh", "lintian", "xz"];

/// Makes the packages, where there is what makes them.
pub(super) fn packages(dist: &Dist) -> Result<()> {
    if let Some(missing) = TOOLS.iter().find(|tool| !exists(tool)) {
        return skip(missing, "apt-get install dpkg-dev debhelper lintian xz-utils");
    }
    let stage = dist.stage.join("debian");
    let tree = stage.join(format!("astragal-{VERSION}"));
    fs::create_dir_all(&tree)?;
    originals(dist)?;
    run(command("cp", &["-r", "packaging/debian"]).arg(tree.join("debian")))?;

    let mut build = Command::new("dpkg-buildpackage");
    // Rust comes from rustup here: what Debian 12 has is too old, and what is built against is not asked for.
    build.args(["--no-sign", "--no-check-builddeps"]).current_dir(&tree);
    build.env("SOURCE_DATE_EPOCH", &dist.epoch);
    // What is set for this build is not meant for that one.
    for name in ["CARGO", "CARGO_MANIFEST_DIR", "CARGO_TARGET_DIR", "RUSTFLAGS"] {
        build.env_remove(name);
    }
    run(&mut build)?;
    let mut lintian = command("lintian", &["--fail-on", "error,warning", "--info"]);
    // Nobody has asked Debian for it yet, so that there is no request to be closed.
    lintian.args(["--suppress-tags", "initial-upload-closes-no-bugs"]);
    run(lintian.args(made(dist, &["changes"])?))?;
    for file in made(dist, &["deb", "dsc", "xz", "gz"])? {
        let name = file.file_name().unwrap_or_default();
        // What debuggers want is for an archive of Debian's to keep.
        if !name.to_string_lossy().contains("-dbgsym_") {
            fs::copy(&file, dist.folder.join(name))?;
        }
    }
    Ok(())
}

/// The tarballs of what is committed, and of every crate that it needs.
fn originals(dist: &Dist) -> Result<()> {
    let stage = dist.stage.join("debian");
    let name = format!("astragal-{VERSION}");
    let tar = stage.join("astragal.tar");
    run(command("git", &["archive", "--format=tar", "--output"])
        .arg(&tar)
        .args([&format!("--prefix={name}/"), "HEAD"]))?;
    run(Command::new("tar").arg("-xf").arg(&tar).current_dir(&stage))?;
    run(Command::new("gzip").args(["--best", "--no-name"]).arg(&tar))?;
    fs::rename(
        stage.join("astragal.tar.gz"),
        stage.join(format!("astragal_{VERSION}.orig.tar.gz")),
    )?;

    let tree = stage.join(name);
    let mut vendor = Command::new("cargo");
    vendor.args(["vendor", "--locked", "--quiet", "vendor"]).current_dir(&tree);
    run(vendor.env_remove("CARGO_TARGET_DIR").stdout(std::process::Stdio::null()))?;
    let mut tar = Command::new("tar");
    tar.args(["--create", "--xz", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=u+rw,go+r-w", &format!("--mtime=@{}", dist.epoch), "--file"]);
    tar.arg(stage.join(format!("astragal_{VERSION}.orig-vendor.tar.xz"))).arg("vendor");
    run(tar.env("XZ_OPT", "-6").current_dir(&tree))
}

/// The files with these endings that the build has left.
fn made(dist: &Dist, endings: &[&str]) -> Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dist.stage.join("debian"))? {
        let path = entry?.path();
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        if path.is_file() && endings.contains(&&*ending) {
            files.push(path);
        }
    }
    files.sort();
    ensure!(
        !files.is_empty(),
        "dpkg-buildpackage left no {} in {}",
        endings.join(", "),
        root().display()
    );
    Ok(files)
}
