//! Compares the code size, stack depth and number of instructions of small programs with budgets. The programs run on a
//! Cortex-M4 and as WebAssembly. For comparison, the same programs are also measured with the crates `sha3` and
//! `ascon-aead`.

mod emulator;

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use self::emulator::Run;
use crate::files::{empty_folder, files_below};
use crate::run::{add_targets, cargo, output, root, run, target_path};
use crate::stages::need;

/// Target triple of a Cortex-M4 without an operating system.
const ARM: &str = "thumbv7em-none-eabihf";
const WASM: &str = "wasm32-unknown-unknown";

/// Program in the package `firmware`, with budgets for its size, stack depth and number of instructions.
struct Program {
    name: &'static str,
    peer: &'static str,
    what: &'static str,
    /// Budget in bytes for code and constants on a Cortex-M4, in a build optimized for size.
    code: usize,
    /// Stack budget in bytes, for a build optimized for size.
    stack: usize,
    /// Whether the program uses a key and therefore wipes the stack.
    wipes: bool,
    /// Budget for the number of instructions that process a 1,024-byte message, in a build optimized for speed.
    instructions: usize,
    /// Budget in bytes for the WebAssembly module, in a build optimized for size.
    wasm: usize,
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "sha3-256",
        peer: "sha3",
        what: "SHA3-256 of 1,024 bytes",
        code: 2200,
        stack: 500,
        wipes: false,
        instructions: 130_000,
        wasm: 2200,
    },
    Program {
        name: "ascon-aead128",
        peer: "ascon-aead",
        what: "Ascon-AEAD128, 1,024 bytes encrypted and decrypted",
        code: 3000,
        stack: 680,
        wipes: true,
        instructions: 140_000,
        wasm: 3400,
    },
];

struct Cost {
    code: usize,
    wasm: usize,
    /// Measured runs of the program: the first in a build optimized for size, the second in one optimized for speed.
    runs: [Run; 2],
}

/// Measures each program and compares its costs with its budgets. If `peers` is true, also measures the crates `sha3`
/// and `ascon-aead`, and writes a table with all three crates.
pub(crate) fn check(peers: bool) -> Result<()> {
    need("size", "binutils")?;
    need("qemu-arm", "qemu-user")?;
    add_targets([ARM, WASM])?;
    let mut faults = Vec::new();
    let mut table = String::new();
    for program in &PROGRAMS {
        let cost = cost(program.name, program.wipes)?;
        println!("{}: {} bytes, {} as WebAssembly", program.name, cost.code, cost.wasm);
        let [small, fast] = &cost.runs;
        println!("{} bytes of stack, {} instructions", small.stack, fast.instructions);
        let measured = [
            ("code", cost.code, program.code),
            ("WebAssembly", cost.wasm, program.wasm),
            ("stack", small.stack, program.stack),
            ("instructions", fast.instructions, program.instructions),
        ];
        let over = measured.into_iter().filter(|(_, value, budget)| value > budget);
        faults.extend(over.map(|(what, value, budget)| {
            format!("{}: {what} is {value}; at most {budget}", program.name)
        }));
        if peers {
            let peer = format!("peer-{}", program.name);
            let (what, name) = (program.what, program.peer);
            writeln!(table, "| {what} | astragal | {}", cells(&cost, code(program.name, "fast")?))?;
            writeln!(
                table,
                "| | `{name}` | {}",
                cells(&self::cost(&peer, false)?, code(&peer, "fast")?)
            )?;
        }
    }
    if peers {
        let page = root().join("peers/results/firmware.md");
        let text = fs::read_to_string(&page)?;
        let (head, _) = text.split_once("--: |\n|").context("the page has no table")?;
        fs::write(page, format!("{head}--: |\n{table}"))?;
    }
    ensure!(faults.is_empty(), "over budget:\n{}", faults.join("\n"));
    Ok(())
}

fn cells(cost: &Cost, fast_code: usize) -> String {
    let [small, fast] = &cost.runs;
    format!(
        "{} | {} | {} | {fast_code} | {} | {} |",
        cost.code, small.stack, small.instructions, fast.instructions, cost.wasm
    )
}

fn cost(name: &str, wipes: bool) -> Result<Cost> {
    let runs = [emulated(name, "release", wipes)?, emulated(name, "fast", wipes)?];
    Ok(Cost { code: code(name, "release")?, wasm: wasm(name)?, runs })
}

/// Returns the size in bytes of code and constants in the program's object files, before linking.
fn code(name: &str, profile: &str) -> Result<usize> {
    let objects = built(ARM, profile).join("deps");
    empty_folder(&objects)?;
    let staticlib = ["--lib", "--crate-type", "staticlib"];
    run(build(name, profile, ARM).args(staticlib).args(["--", "--emit", "obj"]))?;
    let mut sum = 0;
    for object in files_below(&objects, "o")? {
        let table = output(Command::new("size").arg(&object))?;
        sum += text_size(&table).with_context(|| format!("`size` printed {table:?}"))?;
    }
    ensure!(sum > 0, "{name} has no object file in {}", objects.display());
    Ok(sum)
}

/// Returns the number of bytes of code and constants. In the output of the command `size`, this is the first number of
/// the second line.
fn text_size(table: &str) -> Option<usize> {
    table.lines().nth(1)?.split_whitespace().next()?.parse().ok()
}

/// Returns the size of the WebAssembly module in bytes.
fn wasm(name: &str) -> Result<usize> {
    let cdylib = ["--lib", "--crate-type", "cdylib"];
    run(build(name, "release", WASM).args(cdylib).args(["--", "-C", "strip=symbols"]))?;
    Ok(usize::try_from(fs::metadata(built(WASM, "release").join("firmware.wasm"))?.len())?)
}

/// Runs the program as a Linux process under emulation.
fn emulated(name: &str, profile: &str, wipes: bool) -> Result<Run> {
    run(build(name, profile, ARM).args(["--bin", "run"]))?;
    emulator::run(&built(ARM, profile).join("run"), wipes)
}

fn build(name: &str, profile: &str, target: &str) -> Command {
    let mut build = cargo(&["rustc", "--quiet", "--locked", "--features", name]);
    build.args(["--profile", profile, "--target", target]);
    build.arg("--manifest-path").arg(root().join("firmware/Cargo.toml"));
    build.env("CARGO_TARGET_DIR", target_path("firmware"));
    build
}

fn built(target: &str, profile: &str) -> PathBuf {
    target_path("firmware").join(target).join(profile)
}

#[cfg(test)]
mod tests {
    use super::text_size;

    #[test]
    fn parses_text_size_from_the_first_column() {
        let table = "   text\t   data\t    bss\n   1712\t      0\t      0\n";
        assert_eq!(text_size(table), Some(1712));
        assert_eq!(text_size("size: no such file"), None);
    }
}
