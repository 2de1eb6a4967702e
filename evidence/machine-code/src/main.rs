//! Interprets a static x86-64 program and tracks secrets through it, like valgrind's memcheck. Supports all
//! instructions that the library uses, including AVX-512, GFNI, VAES and SHA.
//!
//! `machine-code PROGRAM [ARGUMENT...]` prints the program's output. Below each line of output, it prints the findings
//! since the previous line. These are dependences on secrets, with instruction, function and source line, and secret
//! bytes left on the stack.

mod instructions;
mod integer;
mod machine;
mod memory;
mod process;
mod vector;
mod word;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use addr2line::Loader;
use anyhow::{Context as _, Result};

use crate::machine::Machine;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the program and returns its exit code.
fn run(arguments: &[String]) -> Result<u8> {
    let path = arguments.first().context("missing argument PROGRAM")?;
    let file = std::fs::read(path).with_context(|| format!("cannot read {path}"))?;
    let passed = |(name, value): (String, String)| {
        (name.starts_with("ASTRAGAL_") || name.starts_with("RUST_"))
            .then(|| format!("{name}={value}"))
    };
    let environment: Vec<String> = std::env::vars().filter_map(passed).collect();
    let mut machine = process::load(&file, arguments, &environment)?;
    let symbols = Symbols::new(path)?;
    let code = loop {
        let i = machine.fetch()?;
        machine.step(&i).with_context(|| symbols.place(i.ip()))?;
        if !machine.system.lines.is_empty() {
            print(&mut machine, &symbols)?;
        }
        if let Some(code) = machine.system.exit {
            break code;
        }
    };
    eprintln!("{} instructions", machine.executed);
    Ok(code as u8)
}

/// Prints new lines of the program's output, followed by the findings since the previous output.
fn print(machine: &mut Machine, symbols: &Symbols) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for line in machine.system.lines.drain(..) {
        writeln!(out, "{line}")?;
    }
    for ((ip, dependence), times) in std::mem::take(&mut machine.findings) {
        writeln!(out, "  {} {times} times, {}", dependence.name(), symbols.place(ip))?;
    }
    if machine.system.left > 0 {
        let (left, depth) = (machine.system.left, machine.system.left_depth);
        writeln!(out, "  remains {left} bytes, up to {depth} bytes below the caller")?;
        (machine.system.left, machine.system.left_depth) = (0, 0);
    }
    out.flush().map_err(Into::into)
}

/// Function names and source lines of the program's instructions.
struct Symbols(Loader);

impl Symbols {
    fn new(path: &str) -> Result<Self> {
        let loader = Loader::new(Path::new(path));
        Ok(Self(loader.map_err(|error| anyhow::anyhow!("cannot read symbols of {path}: {error}"))?))
    }

    /// Returns the function and the source line of an instruction. If the function is inlined, also returns the outer
    /// function.
    fn place(&self, ip: u64) -> String {
        let address = ip.wrapping_sub(process::IMAGE);
        let mut text = format!("{address:#x}");
        let Ok(mut frames) = self.0.find_frames(address) else { return text };
        let mut outer = String::new();
        while let Ok(Some(frame)) = frames.next() {
            let name =
                frame.function.and_then(|name| name.demangle().ok().map(|name| name.into_owned()));
            let name = name.unwrap_or_default();
            if outer.is_empty()
                && let Some(location) = frame.location
            {
                let file = location.file.unwrap_or("?");
                let file = file.split_once("/crates/").map_or(file, |(_, path)| path);
                text = format!("{file}:{} in {name}", location.line.unwrap_or(0));
            }
            outer = name;
        }
        if text.ends_with(&outer) { text } else { format!("{text}, inlined into {outer}") }
    }
}
