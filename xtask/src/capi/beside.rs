//! Two static libraries of Rust in one program: each brings a copy of the standard library, and the linker must not
//! find any of its names twice.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::run::{command, run};

/// Another library: it allocates, and catches a panic of its own.
const OTHER: &str = "\
#[unsafe(no_mangle)]
pub extern \"C\" fn other(length: usize) -> usize {
    let text = vec![\"x\"; length].concat();
    std::panic::catch_unwind(|| text.len()).unwrap_or(0)
}
";

const PROGRAM: &str = "\
#include <astragal.h>
#include <stddef.h>
size_t other(size_t length);
int main(void) {
    uint8_t digest[32];
    const astragal_alg *alg = astragal_find(ASTRAGAL_HASH, \"sha256\");
    return astragal_hash_once(alg, NULL, 0, digest, 32) == 0 && digest[0] == 0xe3 && other(7) == 7 ? 0 : 1;
}
";

pub(super) fn test(prefix: &Path, programs: &Path) -> Result<()> {
    let (rust, c) = (programs.join("other.rs"), programs.join("beside.c"));
    fs::write(&rust, OTHER)?;
    fs::write(&c, PROGRAM)?;
    let library = programs.join("libother.a");
    let mut build = command("rustc", &["--edition", "2024", "--crate-type", "staticlib", "-O"]);
    run(build.arg(&rust).arg("-o").arg(&library))?;
    let ours = prefix.join("lib/libastragal.a");
    let program = programs.join("beside");
    for libraries in [[&library, &ours], [&ours, &library]] {
        let mut link = Command::new("cc");
        link.arg(&c).arg(format!("-I{}", prefix.join("include").display())).args(libraries);
        run(link.args(["-lutil", "-lrt", "-lpthread", "-lm", "-ldl"]).arg("-o").arg(&program))?;
        run(&mut Command::new(&program))?;
    }
    Ok(())
}
