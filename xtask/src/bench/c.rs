//! What a short message costs by the C interface, beside libsodium and OpenSSL where pkg-config finds them: a C++
//! program over the installed library.

use std::process::Command;

use anyhow::Result;

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
    run(build.args(["-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]))?;
    run(Command::new(&program).args(arguments))
}
