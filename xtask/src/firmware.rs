//! What the library costs on small machines: a program per algorithm for a Cortex-M4 and for WebAssembly, each with
//! budgets, and beside the same program over the crates `sha3` and `ascon-aead`.

mod emulator;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use self::emulator::Run;
use crate::run::{add_targets, cargo, exists, root, run, target_path};
use crate::stages::need;

/// A Cortex-M4, without an operating system.
const ARM: &str = "thumbv7em-none-eabihf";
const WASM: &str = "wasm32-unknown-unknown";

/// A program of `firmware`, and the most that it may have.
struct Program {
    name: &'static str,
    peer: &'static str,
    what: &'static str,
    /// Bytes of code and constants for a Cortex-M4, for size.
    code: usize,
    /// Bytes of stack there.
    stack: usize,
    /// Instructions there for 1,024 bytes, for speed.
    instructions: usize,
    /// Bytes of the WebAssembly module, for size.
    wasm: usize,
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "sha3-256",
        peer: "sha3",
        what: "SHA3-256 of 1,024 bytes",
        code: 2200,
        stack: 500,
        instructions: 130_000,
        wasm: 2200,
    },
    Program {
        name: "ascon-aead128",
        peer: "ascon-aead",
        what: "Ascon-AEAD128, 1,024 bytes encrypted and decrypted",
        code: 3000,
        stack: 500,
        instructions: 140_000,
        wasm: 3072,
    },
];

/// What a program costs.
struct Cost {
    code: usize,
    wasm: usize,
    /// For size and for speed, where there is an emulator.
    runs: Option<[Run; 2]>,
}

/// Measures each program and fails where one is over a budget; with `peers` writes the table beside other crates.
pub(crate) fn check(peers: bool) -> Result<()> {
    need("size", "binutils")?;
    add_targets([ARM, WASM])?;
    let mut over = Vec::new();
    let mut table = String::from(
        "| program | crate | code | stack | instructions | at `opt-level = 3`: code | instructions | WebAssembly |\n\
         | --- | --- | --: | --: | --: | --: | --: | --: |\n",
    );
    for program in &PROGRAMS {
        let cost = cost(program.name)?;
        println!("{}: {}", program.name, cost.line());
        over.extend(program.over(&cost));
        if peers {
            let (fast, row) = (code(program.name, "fast")?, "astragal");
            writeln!(table, "| {} | {row} | {}", program.what, cost.cells(fast))?;
            let name = format!("peer-{}", program.name);
            let (fast, row) = (code(&name, "fast")?, program.peer);
            writeln!(table, "| | `{row}` | {}", self::cost(&name)?.cells(fast))?;
        }
    }
    if peers {
        fs::write(root().join("peers/results/firmware.md"), HEAD.to_owned() + &table)?;
        print!("{table}");
    }
    ensure!(over.is_empty(), "over the budgets of xtask/src/firmware.rs: {}", over.join(", "));
    Ok(())
}

const HEAD: &str = "# Small machines\n\n\
    By `cargo xtask firmware --peers`: the same program over astragal and over another crate, for a Cortex-M4 \
    (`thumbv7em-none-eabihf`) at `opt-level = \"z\"`, one codegen unit, fat LTO. Code and constants in bytes, before \
    what compilers bring along (`memcpy`); stack in bytes and instructions as QEMU counts them; and the bytes of a \
    WebAssembly module. What astragal's Ascon has on the stack at most are the zeros that it writes behind a call \
    with a key.\n\n";

impl Program {
    /// What is over its budget.
    fn over(&self, cost: &Cost) -> Vec<String> {
        let mut of = vec![("code", cost.code, self.code), ("WebAssembly", cost.wasm, self.wasm)];
        if let Some([small, fast]) = &cost.runs {
            of.push(("stack", small.stack, self.stack));
            of.push(("instructions", fast.instructions, self.instructions));
        }
        let over = of.into_iter().filter(|(_, is, budget)| is > budget);
        over.map(|(what, is, budget)| format!("{} has {is} of {budget} for {what}", self.name))
            .collect()
    }
}

impl Cost {
    fn line(&self) -> String {
        let mut line = format!("{} bytes, {} as WebAssembly", self.code, self.wasm);
        if let Some([small, fast]) = &self.runs {
            let (stack, count) = (small.stack, fast.instructions);
            line += &format!(", {stack} of stack, {count} instructions at 3");
        }
        line
    }

    fn cells(&self, fast_code: usize) -> String {
        let [stack, small, fast] = match &self.runs {
            Some([small, fast]) => [small.stack, small.instructions, fast.instructions],
            None => [0; 3],
        };
        format!("{} | {stack} | {small} | {fast_code} | {fast} | {} |", self.code, self.wasm)
    }
}

fn cost(name: &str) -> Result<Cost> {
    let runs = if exists("qemu-arm") {
        Some([emulated(name, "release")?, emulated(name, "fast")?])
    } else {
        println!("without stack and instructions: `qemu-arm` is not here");
        None
    };
    Ok(Cost { code: code(name, "release")?, wasm: wasm(name)?, runs })
}

/// The code and constants of a program, before a linker adds what starts it.
fn code(name: &str, profile: &str) -> Result<usize> {
    let objects = built(ARM, profile).join("deps");
    if objects.exists() {
        fs::remove_dir_all(&objects)?;
    }
    let staticlib = ["--lib", "--crate-type", "staticlib"];
    run(build(name, profile, ARM).args(staticlib).args(["--", "--emit", "obj"]))?;
    let mut sum = 0;
    for entry in fs::read_dir(&objects)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "o") {
            let shown = Command::new("size").arg(&path).output()?;
            sum += text(&String::from_utf8_lossy(&shown.stdout))
                .with_context(|| format!("`size {}` shows no size", path.display()))?;
        }
    }
    ensure!(sum > 0, "{name} has no object file in {}", objects.display());
    Ok(sum)
}

/// The first number of the second line: the bytes of text.
fn text(shown: &str) -> Option<usize> {
    shown.lines().nth(1)?.split_whitespace().next()?.parse().ok()
}

/// The bytes of the module.
fn wasm(name: &str) -> Result<usize> {
    let cdylib = ["--lib", "--crate-type", "cdylib"];
    run(build(name, "release", WASM).args(cdylib).args(["--", "-C", "strip=symbols"]))?;
    let module = built(WASM, "release").join("firmware.wasm");
    Ok(usize::try_from(fs::metadata(&module)?.len())?)
}

/// The program as a process of Linux, run by an emulator.
fn emulated(name: &str, profile: &str) -> Result<Run> {
    run(build(name, profile, ARM).args(["--bin", "run"]))?;
    emulator::run(&built(ARM, profile).join("run"))
}

/// `cargo rustc`, to be told which of its targets.
fn build(name: &str, profile: &str, target: &str) -> Command {
    let mut build = cargo(&["rustc", "--quiet", "--locked", "--features", name]);
    build.args(["--profile", profile, "--target", target]);
    build.arg("--manifest-path").arg(root().join("firmware/Cargo.toml"));
    build.env("CARGO_TARGET_DIR", folder());
    build
}

fn built(target: &str, profile: &str) -> PathBuf {
    folder().join(target).join(profile)
}

fn folder() -> PathBuf {
    target_path("firmware")
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn parses_text_size_from_the_first_column() {
        let shown = "   text\t   data\t    bss\n   1712\t      0\t      0\n";
        assert_eq!(text(shown), Some(1712));
        assert_eq!(text("size: no such file"), None);
    }
}
