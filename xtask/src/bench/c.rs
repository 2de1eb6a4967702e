//! What a short message costs by the C interface, beside libsodium and OpenSSL where pkg-config finds them: a C++
//! program over the installed library.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::install::{Destination, Target, install};
use crate::run::{For, root, run};

/// Libraries of the system that are peers, and what tells the program of them.
const PEERS: [(&str, &str); 2] = [("libsodium", "-DWITH_SODIUM"), ("openssl", "-DWITH_OPENSSL")];

pub(super) fn measure(arguments: &[String]) -> Result<()> {
    let folder = root().join("target/bench-c");
    let prefix = folder.join("prefix");
    install(&Destination {
        prefix: prefix.clone(),
        staging: None,
        libraries: "lib".to_owned(),
        purpose: For::Use,
        target: Target::default(),
        is_small: false,
    })?;
    let program = folder.join("short");
    let mut build = Command::new("c++");
    build.args(["-std=c++20", "-Wall", "-Wextra", "-O2", "-march=native"]);
    build.arg(root().join("peers/c/short.cpp")).arg("-o").arg(&program);
    build.arg(format!("-I{}", prefix.join("include").display()));
    build.arg(prefix.join("lib/libastragal.a"));
    for (package, define) in PEERS {
        let found = Command::new("pkg-config").args(["--cflags", "--libs", package]).output();
        match found {
            Ok(found) if found.status.success() => {
                build.arg(define);
                build.args(String::from_utf8_lossy(&found.stdout).split_whitespace());
            }
            _ => println!("skipped: {package} is not here"),
        }
    }
    match xkcp(&folder) {
        Ok(object) => {
            build.arg("-DWITH_XKCP").arg(object);
        }
        Err(error) => println!("skipped: XKCP: {error:#}"),
    }
    run(build.args(["-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]))?;
    run(Command::new(&program).args(arguments))
}

/// A package of PyPI that brings the code of Keccak's authors, and where in it.
const XKCP: (&str, &str) = ("safe-pysha3==1.0.7", "safe_pysha3-1.0.7/Modules/_sha3/kcp");

/// SHA3-256 by that code, fetched and compiled.
fn xkcp(folder: &Path) -> Result<PathBuf> {
    let fetched = folder.join("xkcp");
    let (package, sources) = XKCP;
    if !fetched.join(sources).is_dir() {
        let mut fetch = Command::new("python3");
        fetch.args(["-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]);
        run(fetch.arg(package).arg("--dest").arg(&fetched))?;
        let name = sources.split('/').next().context("a package has a name")?;
        let archive = fetched.join(format!("{name}.tar.gz"));
        run(Command::new("tar").arg("-xzf").arg(archive).arg("-C").arg(&fetched))?;
    }
    let object = folder.join("xkcp.o");
    let mut compile = Command::new("cc");
    compile.args(["-O3", "-march=native", "-w", "-c"]).arg(root().join("peers/c/xkcp.c"));
    compile.arg(format!("-I{}", fetched.join(sources).display())).arg("-o").arg(&object);
    run(&mut compile)?;
    Ok(object)
}
